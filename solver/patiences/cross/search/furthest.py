"""How far a game with a limited number of reshuffles can be brought: the end with the fewest cards left.

A round only takes cards away, so the best end is an end of the last round that is allowed, or one where all series are
complete. Rounds are followed depth-first, the tables with the fewest cards first, with the exact ends of `rounds` (or
`pools`); a table that has been searched with as many reshuffles to come is not searched again.

**The bound.** In the last round no line plays more than the optimistic closure with all of the stock open (see
`reductions`): a table whose closure leaves as many cards as the best end known has no better end, nor has a position of
the round. Before the last round nothing but the reshuffles can be said of the next tables, so nothing is cut off there.
"""

from __future__ import annotations

from solver.limits import Budget, Limit, LimitReached
from solver.patiences.cross.search.layout import RESHUFFLE, PackedTable, Reshuffles
from solver.patiences.cross.search.rounds import RoundSearch


class FurthestEnd:
    """The search from a table, from which `reshuffles` may be made `allowed` more times.

    fewest: the fewest cards left that were seen; line: the operations that lead there; at_least: so many must stay,
    proved so far.
    """

    def __init__(
        self,
        search: RoundSearch,
        start: PackedTable,
        reshuffles: Reshuffles,
        made: int,
        allowed: int,
    ) -> None:
        self._search = search
        self._start = start
        self._reshuffles = reshuffles
        self._made = made
        self._allowed = allowed
        self._seen: set[tuple[int, int]] = set()
        self.fewest = search.dimensions.cards_left(start.heights)
        self.line: list[int] = []
        self.at_least = 0 if allowed else search.least_left(start)

    def bring(self, budget: Budget) -> Limit | None:
        """Search to the end, or to the limit that stopped it before."""
        try:
            self._first_line(budget)
            self._round(0, self._start, [], budget)
        except LimitReached as reached:
            return reached.limit if self.at_least < self.fewest else None
        self.at_least = self.fewest
        return None

    def _first_line(self, budget: Budget) -> None:
        """A line to begin with: always the first of the allowed plays."""
        table = self._start
        line: list[int] = []
        for number in range(self._allowed + 1):
            budget.check()
            end, operations = self._search.first_end(table)
            line = [*line, *operations]
            self._note(end, line)
            if not self.fewest:
                return
            if number < self._allowed:
                line.append(RESHUFFLE)
                table = self._reshuffles.table(self._made + number + 1, end)

    def _note(self, heights: int, line: list[int]) -> None:
        left = self._search.dimensions.cards_left(heights)
        if left < self.fewest:
            self.fewest, self.line = left, line

    def _round(self, number: int, table: PackedTable, before: list[int], budget: Budget) -> None:
        """Search on from the table after so many further reshuffles; `before` are the operations that led there."""
        search = self._search
        if self.fewest <= self.at_least:
            return
        if number == self._allowed:
            if search.least_left(table) < self.fewest:
                for end, operations in search.ends_below(table, budget, number, lambda: self.fewest):
                    self._note(end, [*before, *operations])
            return
        ends: dict[int, list[int]] = {}
        for end, operations in search.ends(table, budget, number):
            ends[end] = operations
            self._note(end, [*before, *operations])
        for end in sorted(ends, key=lambda end: (search.dimensions.cards_left(end), end)):
            if (number, end) not in self._seen:
                self._seen.add((number, end))
                line = [*before, *ends[end], RESHUFFLE]
                self._round(number + 1, self._reshuffles.table(self._made + number + 1, end), line, budget)
