"""How far positions can be brought, against brute force; the lines replayed by brute force and by the referee."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.bounds import Bounds
from solver.limits import Budget, Limit, Limits
from solver.outcome import LEFT, Verdict
from solver.patiences.gallery.engines import cards_left
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.search.furthest import furthest
from solver.solving import solve
from solver.verifying import Result, verify
from tests.data_files import load
from tests.judges.gallery import fewest_left, replay
from tests.judges.gallery_positions import late, late_positions, played_at_random, unpacked
from tests.judges.plain import settled

RULES = [dict(zip(("anytime", "free_order"), values, strict=True)) for values in product((False, True), repeat=2)]
MOST = 600


def judged(questions: Iterator[Packed]) -> Iterator[tuple[Packed, int]]:
    return settled(lambda packed: fewest_left(packed, MOST), questions)


def some_late(options: dict[str, bool]) -> Iterator[Packed]:
    for packs, cards, done in product((1, 2), (6, 9, 12, 16), (1, 2, 3, 4)):
        yield from late_positions(packs, cards, done if packs == 1 else 2 * done, range(2), **options)
    for packs, seed in product((1, 2), range(6)):
        yield played_at_random(packs, seed, **options)


@pytest.mark.no_cover
@pytest.mark.parametrize("options", RULES)
def test_the_fewest_cards_left_are_those_of_brute_force(options: dict[str, bool]) -> None:
    seen = []
    for packed, least in judged(some_late(options)):
        search, limit = furthest(packed, Budget())
        assert (search.at_least, search.fewest, limit) == (least, least, None), packed
        assert len(replay(packed, search.line()).cards) == least
        seen.append(least)
    assert len(seen) > 40
    assert len({*seen}) > 4


@given(late(anytime=st.booleans(), free_order=st.booleans()), st.integers(0, 60))
def test_bounds_hold_under_any_limit(packed: Packed, positions: int) -> None:
    for _, least in judged(iter((packed,))):
        search, limit = furthest(packed, Budget(Limits(positions=positions)))
        assert search.at_least <= least <= search.fewest
        assert (limit is None) == (search.at_least == search.fewest)
        assert len(replay(packed, search.line()).cards) == search.fewest


@pytest.mark.parametrize("options", RULES)
def test_the_line_that_is_answered_is_replayed_and_unfinished(options: dict[str, bool]) -> None:
    lost = 0
    for packed in late_positions(2, 14, 7, range(25), **options):
        position = unpacked(packed)
        outcome = solve(position, best=LEFT, engine="dfs")
        bounds = outcome.measures[LEFT]
        assert bounds.proved
        if outcome.verdict is Verdict.SOLVABLE:
            assert bounds == Bounds(0, 0)
            continue
        assert outcome.end is not None
        report = verify(position, outcome.end)
        assert report.result is Result.UNFINISHED
        assert cards_left(report.position) == bounds.high == outcome.values[LEFT]
        lost += 1
    assert lost > 4


def test_a_whole_deal_gets_bounds() -> None:
    case = next(case for case in load("gallery") if case.known["verdict"] == "unsolvable")
    outcome = solve(case.position, Limits(positions=3_000), best=LEFT)
    assert outcome.verdict is Verdict.UNSOLVABLE
    bounds = outcome.measures[LEFT]
    assert bounds.high is not None
    assert 0 < bounds.low <= bounds.high < len(pack(case.position).kinds)
    assert bounds.proved == (outcome.limit is None)
    assert outcome.limit in (None, Limit.POSITIONS)
