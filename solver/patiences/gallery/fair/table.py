"""The gallery as a player sees it, in small integers: what play-outs are played on. And the dice of play-outs.

A card is its kind, `13 * suit + rank - 1`; where a pile has a hidden card, `HIDDEN` is added to it. Copies of a card,
and places of a row, are not told apart. Only `stalled` play is made: a pile is redealt when no play is possible, which
is legal under `anytime` as well; with free order the leftmost pile that may be redealt is taken.

*Careful play.* A *free* card is one with which no other card competes: an ace, a base card of a row without strangers,
or a card whose predecessors have all been played. To play it at once never hurts: it takes nothing away from any other
card, and what lies beneath it can be played sooner. (Under `anytime`, where a card that is played early shifts what a
redeal deals out, this is a rule of thumb.) So only *contested* plays are decisions, and of these only those
whose rivals can still turn up in this round (`Table.unrivalled`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from solver.patiences.gallery.packed import KINDS, RANKS, ROWS, SUITS, Packed

HIDDEN = 64
"""Added to the kind of a hidden card."""

PILES = 8

Play: TypeAlias = tuple[int, int]
"""The kind of a card and where it lies: pile 0…7, or `PILES` + row."""

_MASK = 2**64 - 1


class Dice:
    """Random numbers that the native twin draws, too: xorshift128+, seeded by SplitMix64.

    G. Marsaglia, "Xorshift RNGs", Journal of Statistical Software 8 (2003); S. Vigna, "Further scramblings of
    Marsaglia's xorshift generators", Journal of Computational and Applied Mathematics 315 (2017); G. L. Steele, D. Lea,
    C. H. Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & _MASK
        self._first, self._second = self._mixed(), self._mixed()

    def _mixed(self) -> int:
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = ((self._state ^ (self._state >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return mixed ^ (mixed >> 31)

    def _next(self) -> int:
        first, second = self._first, self._second
        first ^= (first << 23) & _MASK
        self._first, self._second = second, first ^ second ^ (first >> 18) ^ (second >> 5)
        return (self._second + second) & _MASK

    def below(self, number: int) -> int:
        """A number from 0 up to but not including `number`, which is below 2³²."""
        return ((self._next() >> 32) * number) >> 32

    def unit(self) -> float:
        """A number from 0 up to but not including 1."""
        return (self._next() >> 11) * 2.0**-53


@dataclass
class Table:
    """A position in play.

    rows: the strangers of each row; piles: bottom card first, hidden cards marked; done: the piles that have had their
    turn, as a bit mask; left: the copies of each kind not yet played; bases: the base cards of each row not yet played;
    cards: all cards not yet played.
    """

    width: int
    free_order: bool
    rows: list[list[int]]
    piles: list[list[int]]
    done: int
    left: list[int]
    bases: list[int]
    cards: int

    @classmethod
    def of(cls, packed: Packed, hidden: frozenset[int]) -> Table:
        """The table of a packed position in which the cards with these ids are hidden."""
        left = list(packed.left)
        return cls(
            packed.width,
            packed.free_order,
            [[packed.kinds[card] for card in row] for row in packed.rows],
            [[packed.kinds[card] + HIDDEN * (card in hidden) for card in pile] for pile in packed.piles],
            packed.done,
            left,
            [sum(left[RANKS * suit + row + 1] for suit in range(SUITS)) for row in range(ROWS)],
            len(packed.kinds),
        )

    def copy(self) -> Table:
        """Another table like this one."""
        return Table(
            self.width,
            self.free_order,
            [row[:] for row in self.rows],
            [pile[:] for pile in self.piles],
            self.done,
            self.left[:],
            self.bases[:],
            self.cards,
        )

    def has_hidden(self) -> bool:
        """Whether a card is hidden."""
        return any(card >= HIDDEN for pile in self.piles for card in pile)

    def _hidden_slots(self) -> list[tuple[list[int], int]]:
        return [(pile, at) for pile in self.piles for at, card in enumerate(pile) if card >= HIDDEN]

    def forget(self) -> None:
        """Put the hidden cards in sorted order, so that nothing is left of how they lie."""
        slots = self._hidden_slots()
        for (pile, at), card in zip(slots, sorted(pile[at] for pile, at in slots), strict=True):
            pile[at] = card

    def shuffle(self, dice: Dice) -> None:
        """Put the hidden cards in a random order, each equally likely (Fisher and Yates)."""
        slots = self._hidden_slots()
        for last in range(len(slots) - 1, 0, -1):
            (pile, at), (other, there) = slots[last], slots[dice.below(last + 1)]
            pile[at], other[there] = other[there], pile[at]

    # --- play ------------------------------------------------------------------------------------------------

    def is_playable(self, kind: int) -> bool:
        """Whether an uncovered card of this kind can be played."""
        rank = kind % RANKS
        if rank == 0:
            return True
        if rank <= ROWS:
            return self.bases[rank - 1] > len(self.rows[rank - 1])
        return self.left[kind - 3] < self.left[kind]

    def is_free(self, kind: int) -> bool:
        """Whether a card of this kind that lies uncovered can be played and no other card competes with it."""
        rank = kind % RANKS
        if rank == 0:
            return True
        if rank <= ROWS:
            return not self.rows[rank - 1]
        return self.left[kind - 3] == 0

    def play(self, play: Play) -> None:
        """Play a card, which can be played. The card beneath it is seen."""
        kind, source = play
        if source < PILES:
            pile = self.piles[source]
            pile.pop()
            if pile:
                pile[-1] %= HIDDEN
        else:
            _take_out(self.rows[source - PILES], self.rows[source - PILES].index(kind))
        self._count(kind)

    def _count(self, kind: int) -> None:
        self.left[kind] -= 1
        self.cards -= 1
        rank = kind % RANKS
        if 1 <= rank <= ROWS:
            self.bases[rank - 1] -= 1

    def play_free(self, played: list[int]) -> None:
        """Make all free plays, again and again until there is none; they are added to `played`, by `code`."""
        found = True
        while found:
            found = False
            for number, row in enumerate(self.rows):
                at = 0
                while at < len(row):
                    kind = row[at]
                    if self.is_free(kind):
                        _take_out(row, at)
                        self._count(kind)
                        played.append(code((kind, PILES + number)))
                        found = True
                    else:
                        at += 1
            for number, pile in enumerate(self.piles):
                while pile and self.is_free(pile[-1]):
                    kind = pile[-1]
                    self.play((kind, number))
                    played.append(code((kind, number)))
                    found = True

    def contested(self) -> Iterator[Play]:
        """The plays that are possible when no card is free, equal ones once."""
        for number, row in enumerate(self.rows):
            for at, kind in enumerate(row):
                if self.is_playable(kind) and kind not in row[:at]:
                    yield kind, PILES + number
        for number, pile in enumerate(self.piles):
            if pile and self.is_playable(pile[-1]):
                yield pile[-1], number

    def unrivalled(self, plays: Sequence[Play]) -> Play | None:
        """The first of these plays with whose card no other can compete before the next redeal, whatever is hidden.

        Under `stalled` no pile is redealt while such a card can be played, so it is played in this round anyway, and to
        do so at once opens and shows more; under `anytime` it is a rule of thumb. What can be uncovered in the round is
        overestimated: every card takes nothing away, a hidden card may be any of the hidden ones, and where one may be
        uncovered all may.
        """
        reached = [0] * KINDS
        playable = [self.is_playable(kind) for kind in range(KINDS)]
        rows = [row[:] for row in self.rows]
        piles = [pile[:] for pile in self.piles]
        unseen = [card % HIDDEN for pile in piles for card in pile if card >= HIDDEN]
        fresh: list[int] = []
        found = True
        while found:
            for number, row in enumerate(rows):
                rows[number] = [kind for kind in row if not playable[kind]]
                if len(rows[number]) < len(row):
                    fresh += [kind for kind in row if playable[kind]]
                    for suit in range(SUITS):
                        playable[RANKS * suit + number + 1] = True
            for pile in piles:
                while pile and (pile[-1] >= HIDDEN or playable[pile[-1]]):
                    if pile[-1] < HIDDEN:
                        fresh.append(pile[-1])
                    else:
                        fresh += unseen
                        unseen = []
                    pile.pop()
            found = bool(fresh)
            for kind in fresh:
                reached[kind] += 1
                if 0 < kind % RANKS < RANKS - ROWS:
                    playable[kind + 3] = True
            fresh = []
        for kind, source in plays:
            rank = kind % RANKS
            if rank > ROWS:
                rivals, places = reached[kind], 1
            else:
                rivals = sum(reached[RANKS * suit + rank] for suit in range(SUITS))
                places = self.bases[rank - 1] - len(self.rows[rank - 1])
            if rivals <= places:
                return kind, source
        return None

    def is_lost(self) -> bool:
        """Whether some card can never be played: then the game is lost, whatever lies hidden and however it is played.

        What can be played is overestimated, so True is a proof and False says nothing. A slot or an empty place is
        never used up; a pile that may still be redealt lies open, as its cards may be dealt out one beside the other;
        only in a settled pile a card waits for those that cover it, of which hidden ones are in nobody's way.
        """
        playable = [self.is_playable(kind) for kind in range(KINDS)]
        settled = [self.piles[pile][:] for pile in range(self.width) if self.done >> pile & 1]
        open_ = {card % HIDDEN for pile in settled for card in pile if card >= HIDDEN}
        for pile in range(self.width):
            if not self.done >> pile & 1:
                open_.update(card % HIDDEN for card in self.piles[pile])
        strangers = {kind for row in self.rows for kind in row}
        played: set[int] = set()
        while True:
            for waiting in settled:
                while waiting and (waiting[-1] >= HIDDEN or playable[waiting[-1]]):
                    open_.add(waiting.pop() % HIDDEN)
            fresh = {kind for kind in (open_ | strangers) - played if playable[kind]}
            if not fresh:
                break
            played |= fresh
            for kind in fresh:
                if 0 < kind % RANKS < RANKS - ROWS:
                    playable[kind + 3] = True
            for number, row in enumerate(self.rows):
                if not fresh.isdisjoint(row):
                    for suit in range(SUITS):
                        playable[RANKS * suit + number + 1] = True
        return any(settled) or not open_ | strangers <= played

    def next_redeal(self) -> int | None:
        """The leftmost pile that may be redealt, None when there is none."""
        return next((pile for pile in range(self.width) if not self.done >> pile & 1 and self.piles[pile]), None)

    def redeal(self, pile: int) -> None:
        """Redeal a pile; all its cards are seen."""
        cards, self.piles[pile] = self.piles[pile], []
        for step, card in enumerate(reversed(cards), 1):
            self.piles[(pile + step) % self.width].append(card % HIDDEN)
        self.done |= 1 << pile if self.free_order else (2 << pile) - 1


def code(play: Play) -> int:
    """A play as a number; redeals have the numbers below 0 that `packed.redeal` gives them."""
    return 16 * play[0] + play[1]


def decoded(number: int) -> Play:
    """The play of a number."""
    return divmod(number, 16)


def _take_out(row: list[int], at: int) -> None:
    """Take a card out of a row; the row's last card takes its number."""
    row[at] = row[-1]
    row.pop()
