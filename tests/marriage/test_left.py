"""How far lost positions can be brought, against brute force; the lines replayed by the referee."""

from __future__ import annotations

from random import Random

import pytest

from solver import solving
from solver.bounds import Bounds
from solver.limits import Limit, Limits
from solver.outcome import LEFT, Outcome, Verdict
from solver.patiences.marriage.engine import cards_left
from solver.patiences.marriage.notation import Move, Pairs
from solver.patiences.marriage.rules import Position
from solver.solving import solve
from solver.verifying import Result, verify
from tests.judges.marriage import fewest_left, thin_deal, thin_position


def checked(position: Position, limits: Limits) -> Outcome[Move]:
    """What `--best left` says, its line having been replayed here too."""
    outcome = solve(position, limits, best=LEFT)
    if outcome.verdict is Verdict.SOLVABLE:
        assert outcome.measures[LEFT] == Bounds(0, 0)
        return outcome
    assert outcome.end is not None
    report = verify(position, outcome.end)
    assert report.result is Result.UNFINISHED
    assert cards_left(report.position) == outcome.measures[LEFT].high == outcome.values[LEFT]
    return outcome


@pytest.mark.parametrize("pairs", Pairs)
@pytest.mark.parametrize("maker", [thin_deal, thin_position])
def test_the_fewest_cards_left_are_those_of_brute_force(pairs: Pairs, maker: object) -> None:
    assert callable(maker)
    random = Random(f"left {pairs}")
    seen = set()
    for _ in range(60):
        position = maker(random, pairs, random.randrange(1, 10))
        least = fewest_left(position)
        assert checked(position, Limits()).measures[LEFT] == Bounds(least, least), str(position)
        seen.add(least)
    assert 0 in seen
    assert len(seen) > 2


def test_a_limit_leaves_bounds_that_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "FIRST_LOOK", 10)
    random = Random("limits")
    stopped = 0
    for positions in range(0, 66, 2):
        position = thin_deal(random, Pairs.OFF, 9)
        least = fewest_left(position)
        outcome = checked(position, Limits(positions=positions))
        bounds = outcome.measures[LEFT]
        assert bounds.high is not None
        assert bounds.low <= least <= bounds.high
        stopped += outcome.limit is Limit.POSITIONS
    assert stopped > 5
