"""Between the referee's positions and the search's small integers: packing a position, and lines turned into moves."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from solver.cards import Card
from solver.patiences.cross.notation import DealRow, Direction, Fill, Move, Play, Reshuffle
from solver.patiences.cross.rules import Position, reshuffled
from solver.patiences.cross.search.layout import FILL, RESHUFFLE, ROW, Dimensions, Table, filled_column


@cache
def dimensions_of(suits: int, ranks: int, columns: int) -> Dimensions:
    """The search's tables for a size of the game, made once."""
    return Dimensions(suits, ranks, columns)


def pack(position: Position) -> tuple[Dimensions, Table]:
    """A position as the search sees it."""
    rules = position.rules
    dimensions = dimensions_of(rules.suits, rules.ranks, rules.columns)

    def codes(cards: Iterable[Card]) -> tuple[int, ...]:
        return tuple(dimensions.code(card.suit, card.rank - 1) for card in cards)

    columns = tuple(dimensions.packed(codes(column)) for column in position.columns)
    heights = dimensions.heights([rank - 1 for rank in position.up], [rank - 1 for rank in position.down])
    return dimensions, Table(columns, codes(position.stock), heights)


def moves_of(position: Position, line: Iterable[int]) -> tuple[Move, ...]:
    """The referee's moves for a line of the search from a position, not checked here.

    With `fill: anytime` the filling of all columns becomes fills of one column each, from left to right. Raises
    IndexError for a play from an empty column: a fault of the search.
    """
    rules, number = position.rules, position.reshuffled
    columns, stock = [list(column) for column in position.columns], list(position.stock[::-1])
    moves: list[Move] = []
    for operation in line:
        if operation >= 0:
            column = operation // 2
            moves.append(Play(columns[column].pop(), column, Direction(operation % 2)))
        elif operation == RESHUFFLE:
            number += 1
            laid, rest = reshuffled(columns, rules, position.seed, number)
            columns, stock = [list(column) for column in laid], list(rest[::-1])
            moves.append(Reshuffle())
        else:
            if operation == ROW:
                places = list(range(len(columns)))
                moves.append(DealRow())
            elif operation == FILL:
                places = [place for place, cards in enumerate(columns) if not cards]
                moves += [Fill(place) for place in places[: len(stock)]] if rules.anytime else [Fill()]
            else:
                places = [filled_column(operation)]
                moves.append(Fill(places[0]))
            for place in places[: len(stock)]:
                columns[place].append(stock.pop())
    return tuple(moves)
