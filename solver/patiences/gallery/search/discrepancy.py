"""Limited discrepancy search: decides `redeal: anytime`, with `order: fixed` and `order: free`.

Plays are optional here, so every play could be left undone until after any redeal. Hardly any deal needs that more
than once or twice: the search first allows no *discrepancy* (a play that is possible is not left undone at a redeal,
which is the game with `redeal: stalled`), then one in the whole game, two, and so on. When nothing was cut off by that
allowance the whole tree has been searched: the position is lost. Packed integers go in and plays come out.

**Decisions.** The search knows a position by its piles and the set `left` of unplayed cards; slot, free and contested
mean what they mean in `closure`. The rows and the piles that have had their turn are *settled*: what lies there is
never moved. For a card c that is open and has a slot there are three ways for the rest of a winning line:

play  c is played now.
keep  c stays in its pile until that is redealt; until then it is a *kept* card and not played. Only if the pile is
      still to be redealt.
hold  all slots of c are filled before c is played; until then it is a *held* card and not played. Only if c is
      contested.

There are no others. For suppose that in a winning line c is played neither after its pile's redeal nor after a moment
without slots. Then it can as well be played now, and the line goes on without that play: c stays open; whoever plays a
rival in between leaves at least one slot, so one slot less does no harm; cards of c's pile are only freed by it, and
the pile is not redealt in between. (With no card left in the pile it is passed over when its turn comes before c was
to be played; that cannot be, as c lay in it.) Call this moving c forward.

From this follow:

1. *A free card in a settled place is played at once.* It cannot be kept, nor held, as a free card always has a slot.
2. *Keeping the bottom card of the last pile to be redealt is useless.* It is dealt last and onto a settled pile, where
   it can only be in the way; if it is played now instead, all others are dealt as before (if there are no others, the
   redeal falls away). If its slots are filled before it is played in that line, hold covers the line, else play.
3. *A held card that becomes free ends the branch.* Its slots were never all filled, so in every line that wins from
   here it can be moved forward to the moment when it was held, or its pile is redealt first: play or keep cover that.
4. *A hold is dead unless rivals that are not held themselves can fill all slots*, by the closure without the card.

Why 3 loses nothing although moving other cards forward (1) may be what opens the slot: follow a winning line down the
tree. At each decision play if c can be moved forward to now, and change the line so; else hold if the line fills all
slots before c; else keep. If the changed line breaks the promise of a hold, go back to the first decision whose promise
it breaks and go on from there with the line as it is now. The promises before that hold good (no keep is ever broken
by moving another card forward), and this time the decision is play or keep. Rank the branches of a decision play <
keep < hold: the path becomes lexicographically smaller each time, so this ends, and it ends at a win. The tree below a
position depends on nothing but the position and its kept and held cards, so what is remembered may stand for it.

**Order.** The allowance orders the search and decides nothing. A keep costs one discrepancy. A hold costs nothing if it
ends in the same round and one if it lasts beyond a redeal, once; a hold that surely lasts (`Relaxed.vain`) is paid for
at once. With `order: free`, to redeal another pile than the leftmost costs one.

**Memory and refutations.** At the start of a round the closure of the rest of the game must clear the table: settled
piles are stacks for ever, all other cards count as open. With at most one redeal left it must also find a matching of
copies to slots and of bases to places (`Relaxed.matchable`), and with fixed order the closures before and after the
next redeal must clear the table for some number of cards that are redealt (`lookahead`). So they must at every decision
of the last two rounds that end with a redeal; in the last round the closure is taken at every decision. A position at
the start of a round that the first closure does not refute is remembered exactly with its kept and held cards (two
copies in piles are alike), with the largest allowance that failed, or none if nothing was cut off below: such a
refutation holds for all later allowances.

**What was measured** (benchmarks/gallery_anytime.py, CPython 3.11, some 10,000 positions a second): of 140 deals 97 %
are decided within 100,000 positions, in 0.02 s in the median; with `order: free` 97 of 100 within 40,000. The matching
spared hard deals up to seven eighths of their positions; from the start of the game on it spares hardly more and costs
a tenth of the time. The look at the next redeal spared twelve hard deals 5 to 69 % of their positions, and a thirteenth
nearly all.
These did not pay: the closure at every decision of all rounds, standstills with the fewest cards first, early
discrepancies first, dearer keeps in piles whose redeal is far, no limit to discrepancies in the last two rounds, and a
look at the next two redeals; more of this in docs/native.md.

Reference: W. D. Harvey and M. L. Ginsberg, Limited discrepancy search, IJCAI 1995.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final, NamedTuple

from solver.limits import Budget
from solver.patiences.gallery.found import Found, by_discrepancies
from solver.patiences.gallery.packed import RANKS, Packed, redeal
from solver.patiences.gallery.search.cardsets import (
    BASES,
    BUILT,
    CARD,
    KIND_OF,
    PILE_END,
    CardSets,
    Layout,
    other_copies,
)
from solver.patiences.gallery.search.closure import Relaxed
from solver.patiences.gallery.search.lookahead import clears
from solver.patiences.gallery.search.trails import Trail, unwound

_MATCHING: Final = 1  # redeals left, at most, when the matching is looked at

_LOOKING: Final = 2  # redeals left, at most, when the next one is looked at within a round

_KEPT: Final = 64  # added to a kind in a key
_HELD: Final = 128

_Key = tuple[int, int, int, bytes]


@dataclass(frozen=True, slots=True)
class Won:
    """The search from some position on found a win; `line` are all plays up to it, from the searched position on."""

    line: Trail | None


@dataclass(frozen=True, slots=True)
class Lost:
    """The search from some position on found no win with so many discrepancies; with `None`, there is none at all."""

    allowance: int | None

    def covers(self, allowance: int) -> bool:
        """Whether there is no win with so many discrepancies either."""
        return self.allowance is None or self.allowance >= allowance


_REFUTED: Final = Lost(None)
_lost_with = cache(Lost)  # one object for each allowance, as many positions are remembered with them


class _Branch(NamedTuple):
    """A branch of a round that is still to be searched.

    left: the unplayed cards; open: those of them that are in a row or on top of a pile; kept, held: see above; unpaid:
    held cards that cost a discrepancy if they are held beyond a redeal; allowance: discrepancies that may still be
    made; trail: the plays so far.
    """

    left: int
    open: int
    kept: int
    held: int
    unpaid: int
    allowance: int
    trail: Trail | None


class Search:
    """The search of one position. Its counts can be read at any time, also after a limit stopped it.

    positions: positions searched, within rounds.
    standstills: round ends looked at, where every possible play has been made, kept or held.
    level: discrepancies that were allowed in the end.
    """

    def __init__(self, packed: Packed, budget: Budget) -> None:
        """Prepare the search of a position.

        Raises:
            ValueError: if the position's option is not `redeal: anytime`.
        """
        if not packed.anytime:
            raise ValueError("this search knows only redeal: anytime")
        self.positions = 0
        self.standstills = 0
        self.level = 0
        self._budget = budget
        self._lost: dict[_Key, Lost] = {}
        self._cards = CardSets(packed)
        self._relaxed = Relaxed(self._cards.rows)
        self._width = packed.width
        self._free_order = packed.free_order
        self._done = packed.done

    @property
    def remembered(self) -> int:
        """Distinct positions at the start of a round that were searched in vain."""
        return len(self._lost)

    def run(self) -> Found:
        """Search to the end.

        Raises:
            LimitReached: by the budget.
        """
        layout = Layout.of(self._cards)
        while True:
            result = self._round(layout, self._done, self._cards.left, 0, 0, self.level, None)
            if isinstance(result, Won):
                return by_discrepancies(self, self._plays(result.line))
            if result.allowance is None:
                return by_discrepancies(self, None)
            self.level += 1

    def _plays(self, line: Trail | None) -> tuple[int, ...]:
        """The plays of a trail, whose integers are cards (as bits) and `redeal(pile)`."""
        return tuple(play if play < 0 else self._cards.id_of[play] for play in unwound(line))

    def _key(self, piles: Sequence[bytes], done: int, left: int, kept: int, held: int) -> _Key:
        """All that the tree below the start of a round depends on, two copies in piles being alike."""
        rows = self._relaxed.strangers
        kinds = KIND_OF
        if marked := kept | held & ~rows:
            table = bytearray(kinds)
            while marked:
                card = marked & -marked
                marked ^= card
                table[card.bit_length() - 1] |= (_KEPT if kept & card else 0) | (_HELD if held & card else 0)
            kinds = bytes(table)
        return done, left & rows, held & rows, PILE_END.join(piles).translate(kinds)

    def _spend(self, done: int) -> None:
        self.positions += 1
        self._budget.spend(1, done.bit_count() - self._done.bit_count())

    def _round(
        self, layout: Layout, done: int, left: int, kept: int, held: int, allowance: int, trail: Trail | None
    ) -> Won | Lost:
        """Search from the start of a round.

        done: the piles that have had their turn; left: the unplayed cards.
        kept, held: cards that are not played yet (see above). allowance: discrepancies that may still be made.
        """
        key = self._key(layout.piles, done, left, kept, held)
        known = self._lost.get(key)
        if known is not None and known.covers(allowance):
            return known
        self._spend(done)
        relaxed, rows = self._relaxed, self._relaxed.strangers
        closure, openings = relaxed.closure, relaxed.openings

        open_, under, sets, covers = layout.open, layout.under, layout.sets, layout.covers
        settled = rows
        redeals_left = 0
        useless = 0
        for pile, cards in enumerate(sets):
            if done >> pile & 1:
                settled |= cards
            elif cards:
                redeals_left += 1
                if self._is_last(pile, done):
                    useless = CARD[layout.piles[pile][0]]
        stacks = covers & settled
        free, contested = openings(left)
        hope = left & ~settled | open_
        if self._hopeless(left, free | contested, hope, under, stacks, done):
            return _REFUTED
        looks = redeals_left > 0 and not self._free_order
        if self._unmatched(left, free | contested, hope, under, stacks, done) or (
            looks and self._looks_lost(layout, done, left, free | contested, open_, kept)
        ):
            self._lost[key] = _REFUTED
            return _REFUTED

        reach = closure(free | contested, open_, under, covers, kept)
        cut = False
        allowed = allowance
        unpaid = 0
        seen: dict[tuple[int, int, int, int], int] = {}
        stack: list[_Branch] = []
        while True:
            while True:
                free, contested = openings(left)
                if held:
                    held &= free | contested
                    unpaid &= held
                    if held & free:
                        break
                options = open_ & ~(kept | held)
                if cards := options & free:
                    play = cards & settled
                    if not play:
                        may_keep = cards & ~useless
                        if may_keep and allowance:
                            play = may_keep & -may_keep
                            stack.append(_Branch(left, open_, kept | play, held, unpaid, allowance - 1, trail))
                        else:
                            play = cards
                            cut = cut or may_keep != 0
                    left ^= play
                    open_ ^= play
                    while play:
                        card = play & -play
                        play ^= card
                        open_ |= under[card]
                        trail = (trail, card)
                    continue

                options &= contested
                if not options:
                    if not left:
                        return Won(trail)
                    rest = allowance - unpaid.bit_count()
                    if rest < 0:
                        cut = True
                    elif seen.get((left, kept, held, -1), -1) < rest:
                        seen[left, kept, held, -1] = rest
                        result = self._redeal(layout, done, left, kept, held, rest, trail)
                        if isinstance(result, Won):
                            return result
                        cut = cut or result.allowance is not None
                    break

                card = self._choose(left, options, reach & ~(held | kept))
                certain = card != 0
                if not certain:
                    card = options & BUILT or options
                    card &= -card
                    if seen.get((left, kept, held, unpaid), -1) >= allowance:
                        break
                    seen[left, kept, held, unpaid] = allowance
                    if (
                        looks
                        and redeals_left <= _LOOKING
                        and self._looks_lost(layout, done, left, free | contested, open_, kept)
                    ):
                        break
                    if not redeals_left and self._hopeless(left, free | contested, open_, under, covers):
                        break
                if not card & (settled | useless):
                    if allowance:
                        stack.append(_Branch(left, open_, kept | card, held, unpaid, allowance - 1, trail))
                    else:
                        cut = True
                lasts = True
                if not certain:
                    vain = relaxed.vain(left, free | contested, open_, under, covers, held | card, kept)
                    if not vain & card:
                        lasts = False
                        if (vain & unpaid).bit_count() <= allowance:
                            stack.append(_Branch(left, open_, kept, held | card, unpaid | card, allowance, trail))
                        else:
                            cut = True
                if lasts and redeals_left and (allowance or not cut):
                    rivals, slots = self._competition(left, card)
                    hope = left & ~settled | open_
                    reached = closure(free | contested, hope, under, stacks, card | held & rivals)
                    if (reached & rivals).bit_count() >= slots:
                        if allowance:
                            stack.append(_Branch(left, open_, kept, held | card, unpaid, allowance - 1, trail))
                        else:
                            cut = True
                left ^= card
                open_ ^= card | under[card]
                trail = (trail, card)
            if not stack:
                break
            left, open_, kept, held, unpaid, allowance, trail = stack.pop()
            self._spend(done)
        lost = _lost_with(allowed) if cut else _REFUTED
        self._lost[key] = lost
        return lost

    def _hopeless(
        self, left: int, slots: int, open_: int, under: Mapping[int, int], covers: int, done: int | None = None
    ) -> bool:
        """Whether nothing below a position is wanted: here, if the closure says that it cannot be won.

        The arguments are those of `closure`; done: the piles that have had their turn, at the start of a round.
        """
        return self._relaxed.closure(slots, open_, under, covers) != left

    def _unmatched(self, left: int, slots: int, open_: int, under: Mapping[int, int], covers: int, done: int) -> bool:
        """Whether the matching refutes the start of a round, where it is looked at."""
        if self._width - done.bit_count() > _MATCHING:
            return False
        return not self._relaxed.matchable(left, slots, open_, under, covers)

    def _looks_lost(self, layout: Layout, done: int, left: int, slots: int, open_: int, kept: int) -> bool:
        """Whether a look at the next redeal, whose order is fixed, refutes a position of the round."""
        return not clears(self._relaxed, layout, done, left, slots, open_, kept)

    def _is_last(self, pile: int, done: int) -> bool:
        """Whether no pile can be redealt after this one."""
        return done | 1 << pile == (1 << self._width) - 1 if self._free_order else pile == self._width - 1

    def _competition(self, left: int, card: int) -> tuple[int, int]:
        """The unplayed cards that compete with a contested card, and how many slots there are."""
        if card & BUILT:
            return other_copies(card), 1
        row = (card.bit_length() - 1 >> 1) % RANKS - 1
        return left & BASES[row] & ~card, self._relaxed.places(left, row)

    def _choose(self, left: int, options: int, rivals: int) -> int:
        """A card that keeps a slot until the redeal whatever happens, or 0: too few `rivals` can be played before."""
        if sure := options & BUILT & ~other_copies(left & rivals):
            return sure & -sure
        for row, bases in enumerate(BASES):
            if options & bases and (left & rivals & bases).bit_count() <= self._relaxed.places(left, row):
                return options & bases & -(options & bases)
        return 0

    def _at_end(self, left: int, trail: Trail | None) -> None:
        """Count the end of a round, at which these cards are left."""
        self.standstills += 1

    def _redeal(
        self,
        layout: Layout,
        done: int,
        left: int,
        kept: int,
        held: int,
        allowance: int,
        trail: Trail | None,
    ) -> Won | Lost:
        """Search on after each redeal that may come next."""
        self._at_end(left, trail)
        choices = [pile for pile, cards in enumerate(layout.sets) if cards & left and not done >> pile & 1]
        if not self._free_order:
            choices = choices[:1]
        cut = False
        for pile in choices:
            price = 0 if pile == choices[0] else 1
            if price > allowance:
                return _lost_with(allowance)
            turns = done | 1 << pile if self._free_order else (2 << pile) - 1
            dealt = layout.redealt(pile, left, left & self._cards.strangers)
            result = self._round(
                dealt, turns, left, kept & ~layout.sets[pile], held, allowance - price, (trail, redeal(pile))
            )
            if isinstance(result, Won):
                return result
            cut = cut or result.allowance is not None
        return _lost_with(allowance) if cut else _REFUTED


def search(packed: Packed, budget: Budget) -> Found:
    """Decide a position with `redeal: anytime`; a redeal is a play only if the pile holds cards.

    Raises:
        LimitReached: by the budget; to read the counts then, use `Search`.
        ValueError: if the position has another option.
    """
    return Search(packed, budget).run()
