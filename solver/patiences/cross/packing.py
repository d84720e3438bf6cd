"""Between the referee's positions and the search's small integers: packing a position, and lines turned into moves."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from solver.cards import CARDS
from solver.patiences.cross.notation import DealRow, Direction, Fill, Move, Play, Reshuffle
from solver.patiences.cross.rules import Position
from solver.patiences.cross.search.layout import (
    BITS,
    FILL,
    MASK,
    RESHUFFLE,
    ROW,
    Dimensions,
    PackedTable,
    Reshuffles,
    filled_column,
)
from solver.patiences.cross.search.twins import replayed


@cache
def dimensions_of(suits: int, ranks: int, columns: int) -> Dimensions:
    """The search's tables for a size of the game, made once."""
    return Dimensions(suits, ranks, columns)


@cache
def _codes(ranks: int) -> tuple[int, ...]:
    """The code of each kind of card, in packs with so many ranks."""
    return tuple(ranks * card.suit + card.rank for card in CARDS)


class _Moves(dict[int, Move]):
    """The move of each step of `replayed`, in packs with so many ranks: made once, when the step comes first."""

    def __init__(self, ranks: int) -> None:
        super().__init__({ROW: DealRow(), RESHUFFLE: Reshuffle(), FILL: Fill()})
        self._ranks = ranks

    def __missing__(self, step: int) -> Move:
        if step < 0:
            move: Move = Fill(filled_column(step))
        else:
            suit, rank = divmod((step >> BITS) - 1, self._ranks)
            operation = step & MASK
            move = Play(CARDS[13 * suit + rank], operation >> 1, Direction(operation & 1))
        self[step] = move
        return move


_moves = cache(_Moves)


def pack(position: Position) -> tuple[Dimensions, PackedTable]:
    """A position as the search sees it."""
    rules = position.rules
    dimensions = dimensions_of(rules.suits, rules.ranks, rules.columns)
    code_of = _codes(rules.ranks)

    columns = []
    for cards in position.columns:
        column = 0
        for card in cards:
            column = column << BITS | code_of[card.kind]
        columns.append(column)
    heights = dimensions.heights([rank - 1 for rank in position.up], [rank - 1 for rank in position.down])
    return dimensions, PackedTable(tuple(columns), tuple([code_of[card.kind] for card in position.stock]), heights)


def moves_of(
    position: Position, dimensions: Dimensions, start: PackedTable, reshuffles: Reshuffles, line: Sequence[int]
) -> tuple[Move, ...]:
    """The referee's moves for a line of the search from a position, given as it has been packed; not checked here.

    With `fill: anytime` the filling of all columns becomes fills of one column each, from left to right. Raises
    ValueError for a play from an empty column: a fault of the search.
    """
    steps = replayed(dimensions, start, reshuffles, position.reshuffled, line, singly=position.rules.anytime)
    return tuple(map(_moves(dimensions.ranks).__getitem__, steps))
