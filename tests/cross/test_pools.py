from __future__ import annotations

from itertools import product

import pytest

from solver.limits import Budget
from solver.patiences.cross.notation import Reshuffle
from solver.patiences.cross.packing import moves_of, pack
from solver.patiences.cross.rules import Position
from solver.patiences.cross.search.layout import Dimensions, Reshuffles
from solver.patiences.cross.search.pools import PooledSearch
from solver.patiences.cross.search.rounds import RoundSearch
from tests.judges import cross as brute
from tests.judges.cross import Board, Size, Tops
from tests.judges.cross_positions import SIZES, boards, dimensions_of, heights, position_of, table_of
from tests.judges.plain import settled


def played(position: Position, line: list[int]) -> Position:
    dimensions, start = pack(position)
    for move in moves_of(position, dimensions, start, Reshuffles(dimensions, position.seed), line):
        position = position.play(move)
    return position


def check(size: Size, board: Board, ends: set[Tops]) -> None:
    """Compare a round with its ends by brute force, and replay a line to each."""
    expected = {heights(dimensions_of(size), tops) for tops in ends}
    search = PooledSearch(dimensions_of(size))
    start = position_of(size, board, anytime=True)
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


@pytest.mark.parametrize(("count", "most"), [(3, 1_500), pytest.param(30, 16_000, marks=pytest.mark.slow)])
def test_the_possible_ends_of_a_round_are_those_of_brute_force(count: int, most: int) -> None:
    known = 0
    for size in SIZES:
        for board, ends in settled(lambda board: brute.round_ends(board, True, False, most), boards(size, count)):
            check(size, board, ends)
            known += 1
    assert known >= 10 * count


@pytest.mark.no_cover
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
