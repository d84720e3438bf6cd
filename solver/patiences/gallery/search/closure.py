"""What could be played at best: relaxations of a gallery position, on sets of cards.

An unplayed card is the bit `2 * kind + copy`, a set of cards an integer of 104 bits; the predecessor of a card, three
ranks lower in its suit, lies six bits below it, so that all kinds are looked at together.

The *slots* of a card are what it and its rivals (the other copy; for a base card all base cards of its row) can be put
on: as many as `left(predecessor)` is below `left(card)`; for a base card the empty places of its row. A card is *free*
if there is a slot for every unplayed rival and for itself: it has no competition. It is *contested* if there are slots,
but fewer. An ace is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from solver.patiences.gallery.packed import KINDS, RANKS, SUITS, Packed

FIRST: Final = sum(1 << 2 * kind for kind in range(KINDS))
"""The first copy of every kind."""

_SUCCESSOR: Final = 6  # bits from a kind to the kind three ranks higher


def of_rank(rank: int) -> int:
    """All cards of a rank (ace 0 … king 12)."""
    return sum(3 << 2 * (RANKS * suit + rank) for suit in range(SUITS))


BASES: Final = (of_rank(1), of_rank(2), of_rank(3))
"""The base cards of the top, middle and bottom row."""

BUILT: Final = sum(of_rank(rank) for rank in range(4, RANKS))
"""The cards that are put on a base pile."""

_ACES: Final = of_rank(0) & FIRST
_BUILT: Final = BUILT & FIRST


def other_copies(cards: int) -> int:
    """The other copy of every card."""
    return (cards & FIRST) << 1 | cards >> 1 & FIRST


class Relaxed:
    """The relaxations for one position and all that follow from it.

    bit_of: the bit of each card id of the packed position.
    rows: the strangers that each row had in that position.
    """

    def __init__(self, packed: Packed) -> None:
        copies = [0] * KINDS
        bits = []
        for kind in packed.kinds:
            bits.append(1 << 2 * kind + copies[kind])
            copies[kind] += 1
        self.bit_of = tuple(bits)
        self.rows = tuple(sum(bits[card] for card in row) for row in packed.rows)
        self.in_rows = sum(self.rows)

    def places(self, left: int, row: int) -> int:
        """Empty places of a row while the cards `left` are unplayed: its unplayed bases without the strangers."""
        return (left & BASES[row]).bit_count() - (left & self.rows[row]).bit_count()

    def openings(self, left: int) -> tuple[int, int]:
        """The free and the contested cards when the cards `left` are unplayed, both copies of each (played or not).

        By the rules: of rank 5 and more with no copy of the predecessor left, free; two copies left and one of the
        predecessor, contested. A base card is free in a row without strangers and contested in one with an empty place.
        """
        upper = left >> 1
        any_ = (left | upper) & FIRST
        both = left & upper & FIRST
        blocked = any_ << _SUCCESSOR
        free = (any_ & (_ACES | _BUILT & ~blocked)) * 3
        contested = (both & blocked & _BUILT & ~(both << _SUCCESSOR)) * 3
        for row, bases in zip(self.rows, BASES, strict=True):
            if left & bases:
                strangers = left & row
                if not strangers:
                    free |= bases
                elif (left & bases).bit_count() > strangers.bit_count():
                    contested |= bases
        return free, contested

    def closure(
        self,
        playable: int,
        open_: int,
        under: Mapping[int, int],
        stacked: int,
        blocked: int,
        needs: Sequence[tuple[int, int]] = (),
    ) -> int:
        """The cards that could be played if slots and places were never used up: no line plays more.

        Both copies of a card are played as soon as there is one slot, all bases of a row as soon as it has one place.

        Args:
            playable: what has a slot now, `openings` together.
            open_: unplayed cards that nothing covers.
            under: the card beneath each card of `stacked`, 0 for none.
            stacked: the cards that cover others.
            blocked: cards that are never played.
            needs: pairs (card, earlier): the card is not played before the earlier one.
        """
        rows = self.in_rows
        reached = 0
        new = open_ & playable & ~blocked
        while True:
            for card, earlier in needs:
                if new & card and not reached & earlier:
                    new ^= card
            if not new:
                return reached
            reached |= new
            playable |= ((new | new >> 1) & FIRST) * 3 << _SUCCESSOR & BUILT
            if new & rows:
                for row, bases in zip(self.rows, BASES, strict=True):
                    if new & row:
                        playable |= bases
            new &= stacked
            while new:
                card = new & -new
                open_ |= under[card]
                new ^= card
            new = open_ & playable & ~(reached | blocked)

    def vain(
        self, left: int, playable: int, open_: int, under: Mapping[int, int], stacked: int, held: int, kept: int
    ) -> int:
        """The held cards that cannot be released in this round.

        A held card is released when all its slots are filled by rivals. That takes as many plays of rivals as there
        are slots now (more slots only need more plays), and none by cards that are themselves held for the same slots.
        `kept` cards are not played in this round at all. The rest of the arguments are those of `closure`.
        """
        while True:
            reached = self.closure(playable, open_, under, stacked, held | kept)
            released = held & BUILT & other_copies(reached)
            for row, bases in enumerate(BASES):
                if held & bases and (reached & bases).bit_count() >= self.places(left, row):
                    released |= held & bases
            held ^= released
            if not released or not held:
                return held

    def matchable(self, left: int, playable: int, open_: int, under: Mapping[int, int], stacked: int) -> bool:
        """Whether copies can be matched to their slots and bases to places; if not, the position is lost.

        Let U(c) be what the closure does not reach while c is blocked: every line that wins plays c before the cards of
        U(c). In the order in which they are played, the i-th copy of a card comes after the i-th unplayed copy
        of its predecessor (the second after the first, if one copy of the predecessor is played), so

        - c1, c2 with predecessors p1, p2 unplayed: c1 after p1 and c2 after p2, or c1 after p2 and c2 after p1; if
          p ∈ U(c) rules one of these out, the other holds;
        - c1, c2 with one predecessor p unplayed: c1 or c2 comes after p; if p ∈ U(c1), c2 does.

        The closure must clear the table with these orders (a card "needs" its predecessor), and they make U larger,
        so this goes on until nothing new follows. In each row the strangers must be matched to different bases, each
        of which is played after the stranger s whose place it takes: s ∉ U(base).
        """
        covering = sum(card for card, beneath in under.items() if beneath and card & stacked)
        any_ = (left | left >> 1) & FIRST
        needs: list[tuple[int, int]] = []

        def before(card: int) -> int:
            """U(card); that of a card that covers nothing and has a twin is only itself, as the closure sees it."""
            if not card & covering and other_copies(card) & left:
                return card
            return left & ~self.closure(playable, open_, under, stacked, card, needs)

        pairs = left & left >> 1 & _BUILT & any_ << _SUCCESSOR & (covering | covering >> 1)
        progress = True
        while progress:
            progress = False
            rest = pairs
            while rest:
                one = rest & -rest
                rest ^= one
                two = one << 1
                low, high = left & one >> _SUCCESSOR, left & two >> _SUCCESSOR
                after_one, after_two = before(one), before(two)
                if low and high:
                    straight = not (after_one & low or after_two & high)
                    crossed = not (after_one & high or after_two & low)
                    if not straight and not crossed:
                        return False
                    if straight and crossed:
                        continue
                    needs += [(one, low), (two, high)] if straight else [(one, high), (two, low)]
                else:
                    earlier = low | high
                    if not (after_one | after_two) & earlier:
                        continue
                    if after_one & after_two & earlier:
                        return False
                    needs.append((two if after_one & earlier else one, earlier))
                pairs ^= one
                progress = True
            if progress and self.closure(playable, open_, under, stacked, 0, needs) != left:
                return False
        for row, bases in zip(self.rows, BASES, strict=True):
            strangers = left & row
            choices = []
            rest = left & bases if strangers else 0
            while rest:
                base = rest & -rest
                rest ^= base
                choices.append(strangers & ~before(base))
            if strangers and _most_matched(choices) < strangers.bit_count():
                return False
        return True


def _most_matched(choices: Sequence[int]) -> int:
    """The size of a largest bipartite matching, from the sets of right nodes of the left nodes (Kuhn's method)."""
    partner: dict[int, int] = {}
    tried = 0

    def augment(node: int) -> bool:
        nonlocal tried
        while options := choices[node] & ~tried:
            option = options & -options
            tried |= option
            if option not in partner or augment(partner[option]):
                partner[option] = node
                return True
        return False

    size = 0
    for node in range(len(choices)):
        tried = 0
        size += augment(node)
    return size
