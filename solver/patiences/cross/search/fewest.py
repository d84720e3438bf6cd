"""Vanishing Cross: the fewest reshuffles, breadth-first from round to round, and the player who follows the book.

After a reshuffle the table depends on nothing but the heights of the eight series, so only the heights at which a
round can end matter: `FewestReshuffles` goes from the possible ends of one round to those of the next, and the first
round that can end with all series complete gives the fewest reshuffles. Nothing but a win counts in the last round, so
the ends of a round are collected only once it is known that the round cannot be won. There is no dominance between
ends: higher series are not always better, because the other cards are laid out differently.
"""

from __future__ import annotations

from collections.abc import Iterator

from solver.limits import Budget
from solver.patiences.cross.search.layout import RESHUFFLE, Dimensions, PackedTable, Reshuffles
from solver.patiences.cross.search.pools import PooledSearch
from solver.patiences.cross.search.rounds import RoundSearch

Ends = dict[int, tuple[int, list[int]]]
"""The ends of a round that have been found: by their heights, those at its beginning and the operations between."""


def round_search(dimensions: Dimensions, *, anytime: bool, book: bool) -> RoundSearch:
    """The search of a round under these rules."""
    if anytime and not book:
        return PooledSearch(dimensions)
    return RoundSearch(dimensions, anytime=anytime, book=book)


class FewestReshuffles:
    """The breadth-first search for the fewest reshuffles, from a table at which `made` have been made.

    `at_least`: no line wins with fewer reshuffles than this from here, proved so far, also when a limit stopped it.
    """

    def __init__(
        self,
        dimensions: Dimensions,
        start: PackedTable,
        reshuffles: Reshuffles,
        made: int,
        *,
        anytime: bool = False,
        book: bool = False,
    ) -> None:
        self.search = round_search(dimensions, anytime=anytime, book=book)
        self.start = start
        self.reshuffles = reshuffles
        self.made = made
        self.at_least = 0
        self._rounds: list[Ends] = []

    @property
    def ends(self) -> list[int]:
        """In how many ways each round can end, as far as all are known."""
        return [len(ends) for ends in self._rounds]

    def attempt(self, budget: Budget) -> list[int] | None:
        """The operations of a line that wins with `at_least` reshuffles; if there is none, that number goes up by one.

        Raises LimitReached; then the attempt can be made again.
        """
        number = self.at_least
        line = self._win_after(number, budget) if number else self.search.win(self.start, budget)
        if line is None:
            self.at_least += 1
        return line

    def _win_after(self, number: int, budget: Budget) -> list[int] | None:
        """A winning line with just this number of reshuffles (at least 1). Collects the ends of the round before."""
        found: Ends = {}
        for heights, table in self._tables(number - 1):
            for end, line in self.search.ends(table, budget, number - 1):
                if end not in found:
                    found[end] = heights, line
                    last = self.search.win(self._table(number, end), budget, number)
                    if last is not None:
                        return self._line([*self._rounds, found], end, last)
        self._rounds.append(found)
        return None

    def _tables(self, number: int) -> Iterator[tuple[int, PackedTable]]:
        """The tables at which a round can begin, those with the fewest cards first, with their heights."""
        if number == 0:
            yield self.start.heights, self.start
        else:
            for heights in sorted(self._rounds[-1], key=lambda end: (self.search.dimensions.cards_left(end), end)):
                yield heights, self._table(number, heights)

    def _table(self, number: int, heights: int) -> PackedTable:
        return self.reshuffles.table(self.made + number, heights)

    @staticmethod
    def _line(rounds: list[Ends], heights: int, last: list[int]) -> list[int]:
        line = last
        for ends in reversed(rounds):
            heights, before = ends[heights]
            line = [*before, RESHUFFLE, *line]
        return line


def follow_book(
    dimensions: Dimensions, start: PackedTable, reshuffles: Reshuffles, made: int, most: int
) -> list[int] | None:
    """The operations of a player who follows the book; None when more than `most` reshuffles would be needed.

    Of the plays those that the book advises, of these the one of the leftmost column, up before down; empty columns
    are filled, all at once, when no play is possible. So the line is allowed with every choice of rule options,
    except that with `fill: anytime` each `FILL` stands for single fills.
    """
    search = RoundSearch(dimensions, book=True)
    line: list[int] = []
    for number in range(made + 1, made + most + 2):
        end, operations = search.first_end(start)
        line += operations
        if end == dimensions.complete:
            return line
        line.append(RESHUFFLE)
        start = reshuffles.table(number, end)
    return None
