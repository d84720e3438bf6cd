"""Vanishing Cross: the possible ends of one round, exactly.

A *round* is everything between two reshuffles. Positions are the small integers of `layout`; `(columns, heights)` is an
exact memo key within a round: the number of cards left follows from the heights, and what is not in the columns is in
the stock. What `reductions` says of a position's plays is tried first, or alone.

**Hopeless positions** (in a round where nothing but a win counts). If the closure in which all of the stock lies open
does not clear the columns, the round is not won.

**The only play.** With `fill: batch`, or without an empty column to fill, the only allowed play is made without
further thought.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple, TypeAlias

from solver.limits import Budget
from solver.patiences.cross.search.layout import BITS, MASK, ROW, Dimensions, PackedTable, dealt, fill_one
from solver.patiences.cross.search.reductions import Reductions

Trail: TypeAlias = "tuple[int, Trail] | None"
"""Operations, the last one first."""

Line = Callable[[], list[int]]
"""The operations of a line, on demand."""

Ending = tuple[int, list[int]]
"""The heights at which a round ends, and operations that lead there."""


class Node(NamedTuple):
    """A position of a round on the search's stack: what its reductions leave to be tried is not known yet.

    wanted: what the series want at these heights, as a mask; at: the place in the stock; trail: how it was reached.
    """

    columns: tuple[int, ...]
    heights: int
    wanted: int
    at: int
    trail: Trail


def unrolled(trail: Trail) -> list[int]:
    """The operations of a trail, first one first."""
    operations = []
    while trail is not None:
        operation, trail = trail
        operations.append(operation)
    return operations[::-1]


def rests(stock: Sequence[int]) -> list[int]:
    """The rest of a stock, as a mask, for each place in it."""
    masks = [0]
    for code in reversed(stock):
        masks.append(masks[-1] | 1 << code)
    return masks[::-1]


class RoundSearch:
    """The possible ends of one round under the rules `anytime` (fills) and `book` (choice)."""

    def __init__(self, dimensions: Dimensions, *, anytime: bool = False, book: bool = False) -> None:
        self.dimensions = dimensions
        self.anytime = anytime
        self.book = book
        self.reductions = Reductions(dimensions)

    def ends(self, table: PackedTable, budget: Budget, depth: int = 0) -> Iterator[Ending]:
        """The heights at which the round can end, as they are found, each with operations that lead there.

        `depth` is the number of rounds before this one, for the progress shown. Raises LimitReached.
        """
        found = set()
        for end, line in self._search(table, budget, depth, only_won=False):
            if end not in found:
                found.add(end)
                yield end, line()

    def ends_below(self, table: PackedTable, budget: Budget, depth: int, left: Callable[[], int]) -> Iterator[Ending]:
        """Like `ends`, but where fewer cards than `left()` cannot be reached any more nothing is followed."""
        for end, line in self._search(table, budget, depth, only_won=False, below=left):
            if self.dimensions.cards_left(end) < left():
                yield end, line()

    def least_left(self, table: PackedTable) -> int:
        """So many cards stay in a round at least."""
        columns, heights = list(table.columns), table.heights
        return self.reductions.least_left(columns, heights, self.dimensions.wanted(heights), rests(table.stock)[0])

    def win(self, table: PackedTable, budget: Budget, depth: int = 0) -> list[int] | None:
        """Operations with which the round ends with all series complete, None if it cannot. Raises LimitReached."""
        for _, line in self._search(table, budget, depth, only_won=True):
            return line()
        return None

    def _search(
        self, table: PackedTable, budget: Budget, depth: int, *, only_won: bool, below: Callable[[], int] | None = None
    ) -> Iterator[tuple[int, Line]]:
        """The ends of the round as they are found, an end perhaps more than once, or only those that win.

        below: what cannot have fewer cards left than this is not followed.
        """
        dimensions, reductions, anytime, book = self.dimensions, self.reductions, self.anytime, self.book
        suit_of, either = dimensions.suit_of, dimensions.either
        stock = table.stock
        total = len(stock)
        rest = rests(stock if only_won or below else ())
        stack = [Node(table.columns, table.heights, dimensions.wanted(table.heights), 0, None)]
        seen = {(table.columns, table.heights)}
        while stack:
            packed, heights, wanted, at, trail = stack.pop()
            budget.spend(1, depth)
            # Only a row covers cards, so little else makes a position hopeless.
            covered = trail is None or trail[0] == ROW
            columns = list(packed)
            while True:
                plays: Sequence[int] = self._plays(columns, heights, wanted)
                can_fill = anytime and at < total and 0 in columns
                if len(plays) == 1 and not can_fill:
                    made = plays
                elif plays and not book:
                    coming = stock[at:] if anytime else ()
                    made, enough = reductions.reduced(columns, heights, wanted, plays, coming, closed=not can_fill)
                    if enough:
                        plays, can_fill = enough, False
                else:
                    break
                if not made:
                    break
                for play in made:
                    column = play >> 1
                    suit = suit_of[columns[column] & MASK]
                    before = heights >> 8 * suit & 255
                    step = 16 if play & 1 else 1
                    wanted = wanted & ~either[suit][before] | either[suit][before + step]
                    heights += step << 8 * suit
                    columns[column] >>= BITS
                    trail = (play, trail)
            if not plays and at == total:
                if not only_won or heights == dimensions.complete:
                    yield heights, partial(unrolled, trail)
                continue
            if only_won and covered and reductions.closure(columns, heights, wanted, rest[at], ()).kept:
                continue
            if below and covered and reductions.least_left(columns, heights, wanted, rest[at]) >= below():
                continue
            successors: list[Node] = []
            if can_fill:
                for column, cards in enumerate(columns):
                    if not cards:
                        columns[column] = stock[at]
                        successors.append(Node(tuple(columns), heights, wanted, at + 1, (fill_one(column), trail)))
                        columns[column] = 0
            elif not plays:
                after, operation = dealt(columns, stock[at : at + len(columns)])
                count = min(total - at, columns.count(0) or len(columns))
                successors.append(Node(after, heights, wanted, at + count, (operation, trail)))
            for play in plays:
                column = play >> 1
                cards = columns[column]
                suit = suit_of[cards & MASK]
                before = heights >> 8 * suit & 255
                step = 16 if play & 1 else 1
                wants = wanted & ~either[suit][before] | either[suit][before + step]
                columns[column] = cards >> BITS
                successors.append(Node(tuple(columns), heights + (step << 8 * suit), wants, at, (play, trail)))
                columns[column] = cards
            for node in successors:
                key = node[:2]
                if key not in seen:
                    seen.add(key)
                    stack.append(node)

    def first_end(self, table: PackedTable) -> tuple[int, list[int]]:
        """The heights at which the round ends, and the operations, if always the first of the allowed plays is made.

        Of these it is the one of the leftmost column, up before down. All empty columns are filled at once.
        """
        dimensions = self.dimensions
        columns, stock, heights = list(table.columns), table.stock, table.heights
        operations = []
        while True:
            plays = self._plays(columns, heights, dimensions.wanted(heights))
            if plays:
                play = plays[0]
                heights += (16 if play & 1 else 1) << 8 * dimensions.suit_of[columns[play >> 1] & MASK]
                columns[play >> 1] >>= BITS
                operations.append(play)
            elif stock:
                count = columns.count(0) or len(columns)
                after, operation = dealt(columns, stock[:count])
                columns, stock = list(after), stock[count:]
                operations.append(operation)
            else:
                return heights, operations

    def _plays(self, columns: list[int], heights: int, wanted: int) -> list[int]:
        """The plays that the rules allow, by columns from the left, up before down."""
        dimensions = self.dimensions
        plays = []
        for column in [column for column, cards in enumerate(columns) if wanted >> (cards & MASK) & 1]:
            code = columns[column] & MASK
            suit = dimensions.suit_of[code]
            own = heights >> 8 * suit & 255
            if dimensions.up[suit][own] >> code & 1:
                plays.append(2 * column)
            if dimensions.down[suit][own] >> code & 1:
                plays.append(2 * column + 1)
        if self.book and len(plays) > 1:
            return [play for play in plays if self._uncovers(columns, heights, wanted, play)] or plays
        return plays

    def _uncovers(self, columns: list[int], heights: int, wanted: int, play: int) -> bool:
        """Whether a play uncovers a card that can be played right after it."""
        dimensions = self.dimensions
        cards = columns[play >> 1]
        under = cards >> BITS & MASK
        if not under:
            return False
        suit = dimensions.suit_of[cards & MASK]
        if dimensions.suit_of[under] != suit:
            return bool(wanted >> under & 1)
        own = (heights >> 8 * suit & 255) + (16 if play & 1 else 1)
        return bool(dimensions.either[suit][own] >> under & 1)
