from __future__ import annotations

from itertools import product

import pytest

from solver.cards import Card, Rank, Suit
from solver.limits import Budget
from solver.patiences.cross.packing import moves_of, pack
from solver.patiences.cross.rules import Position, Reshuffle, Rules
from solver.patiences.cross.search.layout import Dimensions
from solver.patiences.cross.search.pools import PooledSearch
from solver.patiences.cross.search.rounds import RoundSearch
from tests.cross import brute
from tests.cross.brute import Board, Size
from tests.cross.test_rounds import SIZES, boards, dimensions_of, heights, table_of


def position_of(size: Size, board: Board) -> Position:
    def cards(column: tuple[brute.Physical, ...]) -> tuple[Card, ...]:
        return tuple(Card(Suit(suit), Rank(rank)) for suit, rank, _ in column)

    return Position(
        Rules(anytime=True, suits=size.suits, ranks=size.ranks, columns=size.columns),
        tuple(map(Rank, board.tops[0])),
        tuple(map(Rank, board.tops[1])),
        tuple(map(cards, board.columns)),
        cards(board.stock),
    )


def played(position: Position, line: list[int]) -> Position:
    for move in moves_of(position, line):
        position = position.play(move)
    return position


def check(size: Size, board: Board, most: int) -> bool:
    """Compare a round with brute force and replay a line to each end; whether brute force knew the round."""
    try:
        expected = {heights(dimensions_of(size), tops) for tops in brute.round_ends(board, True, False, most)}
    except brute.TooMany:
        return False
    search = PooledSearch(dimensions_of(size))
    start = position_of(size, board)
    _, table = pack(start)
    assert table == table_of(size, board)
    found = dict(search.ends(table, Budget()))
    assert set(found) == expected, board
    for end, line in found.items():
        last = played(start, line)
        assert pack(last)[1].heights == end
        assert last.is_won or last.moves() == (Reshuffle(),)
    won = search.win(table, Budget())
    assert (won is not None) == (search.dimensions.complete in expected)
    if won is not None:
        assert played(start, won).is_won
    return True


def test_the_possible_ends_of_a_round_are_those_of_brute_force() -> None:
    assert sum(check(size, board, 5_000) for size in SIZES for board in boards(size, 6)) >= 60


@pytest.mark.slow
def test_the_possible_ends_of_many_rounds_are_those_of_brute_force() -> None:
    assert sum(check(size, board, 16_000) for size in SIZES for board in boards(size, 30)) >= 500


def test_larger_rounds_end_as_those_of_the_search_that_tries_all_columns() -> None:
    for size, seed in product((Size(4, 6, 5), Size(3, 8, 5), Size(2, 13, 6)), range(8)):
        table = table_of(size, brute.first_deal(size, seed))
        plain = RoundSearch(dimensions_of(size), anytime=True)
        pooled = PooledSearch(dimensions_of(size))
        expected = {end for end, _ in plain.ends(table, Budget())}
        assert {end for end, _ in pooled.ends(table, Budget())} == expected


def test_a_pack_without_codes_for_jokers_is_refused() -> None:
    with pytest.raises(ValueError, match="no codes are left for jokers"):
        PooledSearch(Dimensions(4, 15, 12))
