"""Between the referee's positions and the search's small integers: packing a position, and lines turned into moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from solver.cards import Card
from solver.patiences.cross.rounds import FILL, RESHUFFLE, ROW, Pack, Table, filled_column
from solver.patiences.cross.rules import Direction, Fill, Move, Play, Position, Reshuffle, Row


@cache
def pack_of(suits: int, ranks: int, columns: int) -> Pack:
    """The search's tables for a size of the game, made once."""
    return Pack(suits, ranks, columns)


def pack(position: Position) -> tuple[Pack, Table]:
    """A position as the search sees it."""
    rules = position.rules
    size = pack_of(rules.suits, rules.ranks, rules.columns)

    def codes(cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(size.code(card.suit, card.rank - 1) for card in cards)

    columns = tuple(size.packed(codes(column)) for column in position.columns)
    heights = size.heights([rank - 1 for rank in position.up], [rank - 1 for rank in position.down])
    return size, Table(columns, codes(position.stock), heights)


def moves_of(position: Position, line: Iterable[int]) -> tuple[Move, ...]:
    """The referee's moves for a line of the search from a position.

    With `fill: anytime` the filling of all columns becomes fills of one column each, from left to right. Raises
    IllegalMove, or IndexError for a play from an empty column: a fault of the search.
    """
    moves: list[Move] = []
    for operation in line:
        for move in _moves(position, operation):
            moves.append(move)
            position = position.play(move)
    return tuple(moves)


def _moves(position: Position, operation: int) -> list[Move]:
    if operation >= 0:
        column = operation // 2
        return [Play(position.columns[column][-1], column, Direction(operation % 2))]
    if operation == ROW:
        return [Row()]
    if operation == RESHUFFLE:
        return [Reshuffle()]
    if operation != FILL:
        return [Fill(filled_column(operation))]
    if position.rules.anytime:
        return [Fill(column) for column in position.empty_columns()[: len(position.stock)]]
    return [Fill()]
