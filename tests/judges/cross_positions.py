"""Boards of the brute force for Vanishing Cross as tables of the search and as the referee's positions."""

from __future__ import annotations

import random

from solver.cards import Card, Rank, Suit
from solver.patiences.cross.notation import Rules
from solver.patiences.cross.rules import Position
from solver.patiences.cross.search.layout import BITS, Dimensions, PackedTable
from tests.judges.cross import Board, Physical, Size, Tops, first_deal, reshuffled, successors

SIZES = (
    Size(4, 6, 5),
    Size(2, 7, 3),
    Size(3, 5, 4),
    Size(2, 6, 4),
    Size(1, 9, 3),
    Size(4, 4, 3),
    Size(2, 8, 4),
    Size(1, 12, 5),
    Size(4, 5, 6),
)
"""Sizes of which brute force knows most rounds within 8,000 positions."""


def boards(size: Size, count: int) -> list[Board]:
    """First deals, positions in the middle of their first round, and tables after a reshuffle at random heights."""
    found = []
    rng = random.Random(str(size))
    for seed in range(count):
        board = first_deal(size, seed)
        found.append(board)
        for _ in range(rng.randrange(2 * size.suits * size.ranks)):
            board = rng.choice(successors(board, anytime=True, book=False) or [board])
        found.append(board)
        ups, downs = (tuple(rng.randint(1, size.ranks) for _ in range(size.suits)) for _ in range(2))
        found.append(reshuffled(size, (ups, downs), seed, 1))
    return found


def dimensions_of(size: Size) -> Dimensions:
    """The search's dimensions of a size."""
    return Dimensions(size.suits, size.ranks, size.columns)


def heights(dimensions: Dimensions, tops: Tops) -> int:
    """The search's code for the heights of the series."""
    ups, downs = tops
    return dimensions.heights([rank - 1 for rank in ups], [rank - 1 for rank in downs])


def table_of(size: Size, board: Board) -> PackedTable:
    """A board as the search sees it."""
    dimensions = dimensions_of(size)

    def codes(cards: tuple[Physical, ...]) -> tuple[int, ...]:
        return tuple(dimensions.code(suit, rank - 1) for suit, rank, _ in cards)

    def packed(cards: tuple[Physical, ...]) -> int:
        return sum(code << BITS * place for place, code in enumerate(reversed(codes(cards))))

    return PackedTable(
        tuple(map(packed, board.columns)),
        codes(board.stock),
        heights(dimensions, board.tops),
    )


def position_of(size: Size, board: Board, *, anytime: bool = False, book: bool = False) -> Position:
    """A board as the referee sees it."""

    def cards(column: tuple[Physical, ...]) -> tuple[Card, ...]:
        return tuple(Card(Suit(suit), Rank(rank)) for suit, rank, _ in column)

    return Position(
        Rules(anytime, book, suits=size.suits, ranks=size.ranks, columns=size.columns),
        tuple(map(Rank, board.tops[0])),
        tuple(map(Rank, board.tops[1])),
        tuple(map(cards, board.columns)),
        cards(board.stock),
    )
