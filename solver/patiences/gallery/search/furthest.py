"""How far a position can be brought: the end with the fewest cards left, by branch and bound.

The searches are those that decide, over standstills (`redeal: stalled`) and by limited discrepancy (`redeal: anytime`).
They follow every line to an end that could leave fewer cards than the best one known, not only those that could win.

**Why their reductions hold.** Those of `standstills` keep every standstill of a round, up to exchanging two copies, and
a line can be played on until no play and no redeal is left, with no card more on the table: the best end is a
standstill of the last round. Those of `discrepancy` speak of a line that wins; read "a line to a best end" for it. A
card that is never played is then one more case, and it is covered: if it is open with a slot at the end, then to play
it there would leave one card less. So its slots are filled before the end (hold), or it lies in a pile that is redealt
(keep). All else that is said of moving a play forward holds of any line, for the rest of the line stays as it is.
What holds for wins only is left out: the closure must not clear the table, and neither the matching nor the next redeal
is looked at.

**The bound.** No line plays a card that the closure (of the rest of the game) does not reach. And on a chain, the cards
of a suit that are built on one another, no card is played more often than there are slots for it: of each kind at most
`left(kind) - left(predecessor)`, and one more for each predecessor still to be played. In a row no more bases are
played than there are empty places and strangers that the closure reaches. How many cards are played of a chain with so
many bases is concave in that number (it is made of sums and minima), so the places go to the bases with the greatest
gain, one after the other.

What was passed over is remembered for good, as the best end only becomes better.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from typing import Final

from solver.limits import Budget, Limit, LimitReached
from solver.patiences.gallery.packed import FIRST_BUILT_RANK, RANKS, ROWS, SUITS, Packed, redeal
from solver.patiences.gallery.search import discrepancy, standstills
from solver.patiences.gallery.search.cardsets import KIND_OF, PILE_END, Layout
from solver.patiences.gallery.search.closure import Relaxed
from solver.patiences.gallery.search.discrepancy import Won
from solver.patiences.gallery.search.trails import Trail

_CHAINS: Final = tuple(
    tuple(
        tuple(2 * (RANKS * suit + rank) for rank in range(row + 1, RANKS, FIRST_BUILT_RANK - 1))
        for suit in range(SUITS)
    )
    for row in range(ROWS)
)
"""For each row and suit the indices of the first copies of its chain, the base first."""

_FIRST_BATCH: Final = 4

_Segments = tuple["_Segments | None", Layout, Trail | None, int]
"""The rounds of a line: those before, then the piles, the plays and the redeal at its end of the last one."""


def most_played(left: int, reached: int, relaxed: Relaxed) -> int:
    """How many cards can be played at most when the cards `left` are unplayed and no others than `reached` are played.

    See the module's text.
    """
    played = sum((reached >> 2 * RANKS * suit & 3).bit_count() for suit in range(SUITS))  # aces
    for row, chains in enumerate(_CHAINS):
        places = relaxed.places(left, row) + (reached & relaxed.rows[row]).bit_count()
        gains = []
        for chain in chains:
            bases = (reached >> chain[0] & 3).bit_count()
            before = _most_of_chain(chain, 0, left, reached)
            played += before
            for count in range(1, bases + 1):
                after = _most_of_chain(chain, count, left, reached)
                gains.append(after - before)
                before = after
        gains.sort(reverse=True)
        played += sum(gains[:places])
    return played


def _most_of_chain(chain: tuple[int, ...], bases: int, left: int, reached: int) -> int:
    """How many cards of a chain can be played when so many bases are."""
    total = count = bases
    under = (left >> chain[0] & 3).bit_count()
    for index in chain[1:]:
        here = (left >> index & 3).bit_count()
        count = min((reached >> index & 3).bit_count(), here - under + count)
        total += count
        under = here
    return total


class StalledSearch(standstills.Search):
    """The search with `redeal: stalled`.

    fewest: the fewest cards left that were seen; at_least: a lower bound of what must stay.
    """

    def __init__(self, packed: Packed, budget: Budget) -> None:
        super().__init__(packed, budget)
        self.fewest = self._cards.left.bit_count()
        self._best: _Segments | None = None
        self._passed: set[tuple[int, int, bytes]] = set()
        layout = Layout.of(self._cards)
        self.at_least = self._must_stay(self._cards.left, layout.open, layout, self._done)

    def bring(self) -> None:
        """Search to the end. Raises LimitReached."""
        self._from(self._done, Layout.of(self._cards), self._cards.left, None)
        self.at_least = self.fewest

    def line(self) -> tuple[int, ...]:
        """The plays to the best end that is known."""
        rounds: list[_Segments] = []
        segment = self._best
        while segment is not None:
            rounds.append(segment)
            segment = segment[0]
        plays: list[int] = []
        for _, layout, trail, pile in reversed(rounds):
            plays += self._in_order(layout, trail)
            if pile >= 0:
                plays.append(redeal(pile))
        return tuple(plays)

    def _from(self, done: int, layout: Layout, left: int, before: _Segments | None) -> None:
        """Search from the start of a round; `before` are the rounds that led there."""
        if self.fewest <= self.at_least:
            return
        key = (done, left & self._cards.strangers, PILE_END.join(layout.piles).translate(KIND_OF))
        if key in self._passed:
            return
        self._passed.add(key)
        if self._must_stay(left, layout.open, layout, done) >= self.fewest:
            return
        last = not any(cards and not done >> pile & 1 for pile, cards in enumerate(layout.sets))
        found = self._standstills(left, layout, done, last)
        size = _FIRST_BATCH
        while batch := list(islice(found, size)):
            size *= 2
            batch.sort(key=lambda standstill: standstill[0].bit_count())
            for stays, trail in batch:
                self.standstills_after[done.bit_count()] += 1
                if stays.bit_count() < self.fewest:
                    self.fewest = stays.bit_count()
                    self._best = (before, layout, trail, -1)
                for pile in self._choices(layout.sets, done, stays, -1):
                    new = layout.redealt(pile, stays, stays & self._cards.strangers)
                    self._from(self._after_turn(done, pile), new, stays, (before, layout, trail, pile))

    def _hopeless(self, left: int, open_: int, layout: Layout, done: int, *, last: bool) -> bool:
        return self._must_stay(left, open_, layout, done) >= self.fewest

    def _must_stay(self, left: int, open_: int, layout: Layout, done: int) -> int:
        """So many cards stay at least, in a position of the round after the piles `done`."""
        spread = sum(cards for pile, cards in enumerate(layout.sets) if not done >> pile & 1) & left
        relaxed = self._relaxed
        reached = relaxed.closure(relaxed.slots(left), open_ | spread, layout.under, layout.covers & ~spread)
        return left.bit_count() - most_played(left, reached, relaxed)


class AnytimeSearch(discrepancy.Search):
    """The search with `redeal: anytime`; `fewest` and `at_least` as in `StalledSearch`."""

    def __init__(self, packed: Packed, budget: Budget) -> None:
        super().__init__(packed, budget)
        self.fewest = self._cards.left.bit_count()
        self.at_least = 0
        self._best: Trail | None = None

    def bring(self) -> None:
        """Search to the end. Raises LimitReached."""
        layout = Layout.of(self._cards)
        while True:
            result = self._round(layout, self._done, self._cards.left, 0, 0, self.level, None)
            if isinstance(result, Won):
                self.fewest, self._best = 0, result.line
                break
            if result.allowance is None or self.fewest == self.at_least:
                break
            self.level += 1
        self.at_least = self.fewest

    def line(self) -> tuple[int, ...]:
        """The plays to the best end that is known."""
        return self._plays(self._best)

    def _hopeless(
        self, left: int, slots: int, open_: int, under: Mapping[int, int], covers: int, done: int | None = None
    ) -> bool:
        reached = self._relaxed.closure(slots, open_, under, covers)
        stay = left.bit_count() - most_played(left, reached, self._relaxed)
        if done == self._done and left == self._cards.left:
            self.at_least = max(self.at_least, stay)
        return stay >= self.fewest or self.fewest <= self.at_least

    def _unmatched(self, left: int, slots: int, open_: int, under: Mapping[int, int], covers: int, done: int) -> bool:
        return False

    def _looks_lost(self, layout: Layout, done: int, left: int, slots: int, open_: int, kept: int) -> bool:
        return False

    def _at_end(self, left: int, trail: Trail | None) -> None:
        super()._at_end(left, trail)
        if left.bit_count() < self.fewest:
            self.fewest = left.bit_count()
            self._best = trail


def furthest(packed: Packed, budget: Budget) -> tuple[StalledSearch | AnytimeSearch, Limit | None]:
    """The search of a position, run to its end, and the limit that stopped it before."""
    search = AnytimeSearch(packed, budget) if packed.anytime else StalledSearch(packed, budget)
    try:
        search.bring()
    except LimitReached as reached:
        return search, reached.limit if search.at_least < search.fewest else None
    return search, None
