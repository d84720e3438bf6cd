"""How far a game with few reshuffles can be brought, against brute force; the lines replayed by the referee."""

from __future__ import annotations

from itertools import product

import pytest

from solver.limits import Budget, Limit, Limits
from solver.outcome import LEFT, Verdict
from solver.patiences.cross import PATIENCE
from solver.patiences.cross.engine import cards_left
from solver.patiences.cross.search.fewest import round_search
from solver.patiences.cross.search.furthest import FurthestEnd
from solver.patiences.cross.search.layout import Reshuffles
from solver.solving import solve
from solver.verifying import Result, verify
from tests.judges.cross import Board, Size, fewest_left
from tests.judges.cross_positions import boards, dimensions_of, table_of
from tests.judges.plain import settled

SEED = 7
RULES = tuple(product((False, True), repeat=2))
SIZES = (Size(4, 6, 5), Size(2, 7, 3), Size(3, 5, 4), Size(1, 9, 3), Size(2, 8, 4))


def search_of(size: Size, board: Board, allowed: int, rules: tuple[bool, bool]) -> FurthestEnd:
    dimensions = dimensions_of(size)
    search = round_search(dimensions, anytime=rules[0], book=rules[1])
    return FurthestEnd(search, table_of(size, board), Reshuffles(dimensions, SEED), 0, allowed)


@pytest.mark.no_cover
@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("deals", [2, pytest.param(4, marks=pytest.mark.slow)])
def test_the_fewest_cards_left_are_those_of_brute_force(rules: tuple[bool, bool], deals: int) -> None:
    seen = []
    for size in SIZES:
        questions = product(boards(size, deals), (0, 1))

        def judge(question: tuple[Board, int], size: Size = size) -> int:
            return fewest_left(size, question[0], SEED, question[1], rules, 500)

        for (board, allowed), least in settled(judge, questions):
            end = search_of(size, board, allowed, rules)
            assert end.bring(Budget()) is None
            assert (end.at_least, end.fewest) == (least, least), (size, board, allowed)
            seen.append(least)
            for positions in (0, 3, 10):
                end = search_of(size, board, allowed, rules)
                limit = end.bring(Budget(Limits(positions=positions)))
                assert end.at_least <= least <= end.fewest
                assert (limit is None) == (end.at_least == end.fewest)
    assert len(seen) > 9 * deals
    assert len({*seen}) > 2 * deals


@pytest.mark.parametrize(
    "options", [{}, {"fill": "anytime"}, {"choice": "book"}, {"fill": "anytime", "choice": "book"}]
)
def test_the_line_that_is_answered_is_replayed_and_unfinished(options: dict[str, str]) -> None:
    for seed, reshuffles in product(range(3), (0, 1)):
        chosen = {**PATIENCE.defaults, **options, "reshuffles": str(reshuffles)}
        position = PATIENCE.start(PATIENCE.random_deal(seed, chosen))
        outcome = solve(position, Limits(positions=2_000), best=LEFT)
        assert outcome.verdict is Verdict.UNSOLVABLE or outcome.limit is Limit.POSITIONS
        assert outcome.end is not None
        report = verify(position, outcome.end)
        assert report.result is Result.UNFINISHED
        assert cards_left(report.position) == outcome.measures[LEFT].high == outcome.values[LEFT]
