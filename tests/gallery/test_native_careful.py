"""Careful play by chance natively and in Python: the same games, and the same bounds of decisions."""

from __future__ import annotations

import random
from typing import Any

import pytest

from solver import native
from solver.limits import NO_LIMITS, Budget, LimitReached, Limits
from solver.options import read_options
from solver.patiences.gallery import PATIENCE
from solver.patiences.gallery.fair.careful import PackedPlay
from solver.patiences.gallery.packing import pack

pytestmark = pytest.mark.skipif(not native.BUILT, reason="the native searches have not been built")

RULES: tuple[dict[str, str], ...] = (
    {},
    {"decks": "1"},
    {"order": "free"},
    {"redeal": "anytime"},
    {"decks": "1", "order": "free", "redeal": "anytime"},
)
SEEDS = ((1, 0, 40), (2**64 - 7, 3, 15))
"""Seed, number of the first game and games; with the largest seeds the numbers go round to 0."""


def in_play(rule: dict[str, str], seed: int, moves: int) -> Any:
    """A packed position after some random moves of a random deal."""
    draw = random.Random(seed)
    position = PATIENCE.start(PATIENCE.random_deal(seed, read_options(PATIENCE.options, rule)))
    for _ in range(moves):
        if possible := position.moves():
            position = position.play(draw.choice(possible))
    return pack(position)


@pytest.mark.no_cover
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("moves", [0, 25, 70])
def test_the_twins_play_alike(rule: dict[str, str], moves: int) -> None:
    from solver import _native

    for seed in range(3):
        packed = in_play(rule, seed, moves)
        one, other = Budget(NO_LIMITS), Budget(NO_LIMITS)
        reference, twin = PackedPlay(packed, one), _native.PackedPlay(packed, other)
        for asked in SEEDS:
            assert reference.games(*asked) == twin.games(*asked)
        for most in (0, 1, 7, 300):
            assert reference.fewest_decisions(most) == twin.fewest_decisions(most)
            assert reference.at_least == twin.at_least
        assert one.positions == other.positions


def test_a_limit_stops_the_twins_at_the_same_place() -> None:
    from solver import _native

    packed = in_play({}, 1, 0)
    for positions in (0, 5, 90):
        for asked in (("games", 1, 0, 100), ("fewest_decisions", 1000)):
            stopped = []
            for kind in (PackedPlay, _native.PackedPlay):
                budget = Budget(Limits(positions=positions))
                play: Any = kind(packed, budget)
                with pytest.raises(LimitReached):
                    getattr(play, asked[0])(*asked[1:])
                stopped.append((budget.positions, play.at_least))
            assert stopped[0] == stopped[1]


def test_no_position_is_refused() -> None:
    from dataclasses import replace

    from solver import _native

    packed = in_play({}, 1, 0)
    for broken in (replace(packed, width=9), replace(packed, kinds=packed.kinds[1:]), replace(packed, done=1 << 8)):
        with pytest.raises(ValueError, match="expected"):
            _native.PackedPlay(broken, Budget(NO_LIMITS))
