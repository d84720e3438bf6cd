"""Limits at their smallest, under every patience and every combination of its rule options."""

from __future__ import annotations

from itertools import product
from math import nan
from typing import Any

import pytest

from solver import Limits, Verdict, random_deal, solve
from solver.limits import Budget, Limit, LimitReached
from solver.options import RuleOption
from solver.registry import games, patience


def options(game: str) -> tuple[RuleOption, ...]:
    """The rule options of a patience."""
    return patience(game).options


def combinations() -> list[tuple[str, dict[str, str]]]:
    """Every patience with every choice of its options that have few values."""
    return [
        (game, dict(zip((option.name for option in options(game)), values, strict=True)))
        for game in games()
        for values in product(*((*option.values, "0") if option.number else option.values for option in options(game)))
    ]


@pytest.mark.parametrize(("game", "rules"), combinations())
def test_the_smallest_position_limits_are_kept(game: str, rules: dict[str, Any]) -> None:
    position = random_deal(game, 3, **rules)
    for most, best in product((0, 1, 2), (None, *(measure.name for measure in patience(game).deciding.measures))):
        outcome = solve(position, Limits(positions=most), best=best)
        assert outcome.stats.get("positions", 0) <= most + 1
        if outcome.verdict is Verdict.UNDECIDED:
            assert outcome.limit is Limit.POSITIONS


def engines(*, slow: bool) -> list[tuple[str, str]]:
    """Every patience with its engines besides `auto`; slow are those that start processes and look at no positions."""
    return [
        (game, engine.name)
        for game in games()
        for engine in patience(game).deciding.engines
        if engine.name != "auto" and (engine.name in ("cp-sat", "both")) == slow
    ]


@pytest.mark.parametrize(("game", "engine"), engines(slow=False))
def test_the_smallest_position_limits_are_kept_by_every_engine(game: str, engine: str) -> None:
    position = random_deal(game, 3)
    for most in (0, 1, 2):
        outcome = solve(position, Limits(positions=most), engine=engine)
        assert outcome.stats.get("positions", 0) <= most + 1
        if outcome.verdict is Verdict.UNDECIDED:
            assert outcome.limit is Limit.POSITIONS


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, {"redeal": "anytime"}, {"order": "free"}])
@pytest.mark.parametrize(("game", "engine"), engines(slow=True))
def test_the_smallest_limits_are_kept_by_engines_with_processes(
    game: str, engine: str, options: dict[str, Any]
) -> None:
    position = random_deal(game, 3, **options)
    for most in (0, 1, 2):
        outcome = solve(position, Limits(positions=most, seconds=0.5), engine=engine)
        assert outcome.stats.get("positions", 0) <= most + 1
        if outcome.verdict is Verdict.UNDECIDED:
            assert outcome.limit in (Limit.POSITIONS, Limit.SECONDS)


@pytest.mark.parametrize(("game", "engine"), [*engines(slow=False), *engines(slow=True)])
def test_without_time_or_memory_every_engine_stops_at_once(game: str, engine: str) -> None:
    position = random_deal(game, 3)
    for limits, limit in ((Limits(seconds=0), Limit.SECONDS), (Limits(memory=1), Limit.MEMORY)):
        outcome = solve(position, limits, engine=engine)
        if outcome.verdict is Verdict.UNDECIDED:
            assert outcome.limit is limit


def test_a_stopped_part_goes_on_when_it_is_extended() -> None:
    whole = Budget(Limits(positions=10))
    part = whole.part(Limits(positions=3))
    with pytest.raises(LimitReached):
        part.spend(4)
    part.extend(Limits(positions=2))
    part.spend(2)
    with pytest.raises(LimitReached) as stopped:
        part.spend()
    assert (stopped.value.budget, stopped.value.limit) == (part, Limit.POSITIONS)
    assert (part.positions, whole.positions) == (7, 2)
    part.extend(Limits(seconds=0))
    with pytest.raises(LimitReached) as stopped:
        part.check()
    assert (stopped.value.budget, stopped.value.limit) == (part, Limit.SECONDS)
    part.extend(Limits())
    assert part.reached is None
    with pytest.raises(LimitReached) as stopped:
        part.spend(9)
    assert stopped.value.budget is whole
    assert part.reached is None


def test_a_part_reaches_its_own_limit_before_the_one_above() -> None:
    whole = Budget(Limits(positions=5))
    part = whole.part(Limits(positions=5))
    part.spend(5)
    with pytest.raises(LimitReached) as stopped:
        part.spend()
    assert stopped.value.budget is part
    assert (part.positions, whole.positions) == (6, 5)
    whole.check()


@pytest.mark.parametrize("value", [-1, nan])
def test_what_is_no_limit_is_refused(value: float) -> None:
    with pytest.raises(ValueError, match=f"^seconds must be a number, 0 or more; found {value}$"):
        Limits(seconds=value)
