"""The marriage's native search, held step for step to the Python search that it is the twin of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from random import Random
from typing import Any

import pytest

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.marriage.notation import Pairs
from solver.patiences.marriage.packing import layout_of
from solver.patiences.marriage.rules import Position
from solver.patiences.marriage.search import intervals
from solver.patiences.marriage.search.intervals import PackedPosition
from solver.patiences.marriage.search.lines import Line
from solver.registry import patience
from tests.judges.marriage import thin_deal, thin_position
from tests.judges.strategies import walk

native = pytest.importorskip("solver._native", reason="no native search was built")

MARRIAGE = patience("marriage")
Search = Callable[[PackedPosition, Pairs, Budget], Line | None]
TWINS: dict[str, tuple[Search, Search]] = {
    "win": (intervals.win, native.win_marriage),
    "narrowest": (intervals.narrowest, native.narrowest_marriage),
}


def run(search: Search, position: Position, limits: Limits) -> tuple[Line | Limit | None, int]:
    """What is seen of a search from outside: its line, or the limit that stopped it, and what it has spent."""
    budget = Budget(limits)
    try:
        found: Line | Limit | None = search(layout_of(position), position.pairs, budget)
    except LimitReached as reached:
        found = reached.limit
    return found, budget.positions


def agree(position: Position, most: int | None = None) -> Any:
    """Both twins of both searches come to the same; what the first one does."""
    found = {}
    for name, twins in TWINS.items():
        python, twin = (run(search, position, Limits(positions=most)) for search in twins)
        assert twin == python, f"{name} within {most}:\n{position}"
        found[name] = python[0]
    return found["win"]


@pytest.mark.no_cover
@pytest.mark.parametrize("times", [60, pytest.param(1000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pairs", Pairs)
@pytest.mark.parametrize("maker", [thin_deal, thin_position])
def test_small_packs(pairs: Pairs, times: int, maker: Callable[[Random, Pairs, int], Position]) -> None:
    random = Random(f"{pairs.value} {maker.__name__}")
    found = [agree(maker(random, pairs, size)) for size in range(4, 13) for _ in range(times)]
    assert None in found
    assert any(found)


@pytest.mark.parametrize("times", [6, pytest.param(150, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pairs", Pairs)
def test_whole_deals_and_games_in_progress(pairs: Pairs, times: int) -> None:
    for seed in range(times):
        start = MARRIAGE.start(MARRIAGE.random_deal(seed, pairs.options))
        agree(start)
        agree(walk(start, seed, 10 + seed % 60))


@pytest.mark.parametrize(("pairs", "most"), list(product(Pairs, (0, 1, 2, 30, 1000, 1400))))
def test_a_limit_stops_both_at_the_same_position(pairs: Pairs, most: int) -> None:
    for seed in range(3):
        start = MARRIAGE.start(MARRIAGE.random_deal(seed, pairs.options))
        agree(walk(start, seed, 30), most)
        agree(start, most)


def test_what_does_not_fit_is_refused() -> None:
    for layout in (PackedPosition([0] * 65), PackedPosition([0, 1], row=3), PackedPosition([0])):
        with pytest.raises(ValueError, match="holds no such layout"):
            native.win_marriage(layout, Pairs.OPTIONAL, Budget())
