"""Hypothesis strategies for the domain types of all patiences."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from solver.cards import CARDS
from solver.options import RuleOption
from solver.registry import patience

cards = st.sampled_from(CARDS)
seeds = st.integers(0, 10**6)


def options(game: str) -> st.SearchStrategy[dict[str, str]]:
    """Complete rule options of a game."""

    def values(option: RuleOption) -> st.SearchStrategy[str]:
        words = st.sampled_from(option.values)
        return words | st.integers(0, 9).map(str) if option.number else words

    return st.fixed_dictionaries({option.name: values(option) for option in patience(game).options})


def walk(position: Any, seed: int, steps: int, prefer: Callable[[Any], bool] | None = None) -> Any:
    """The position after some random legal moves; `prefer` picks moves that are taken nine times out of ten."""
    rng = random.Random(seed)
    for _ in range(steps):
        moves = position.moves()
        if not moves:
            break
        good = [move for move in moves if prefer is None or prefer(move)]
        position = position.play(rng.choice(good if good and rng.random() < 0.9 else list(moves)))
    return position


@st.composite
def positions(draw: st.DrawFn, game: str) -> Any:
    """A position of a game that can be reached from a random deal under any rule options."""
    found = patience(game)
    start = found.start(found.random_deal(draw(seeds), draw(options(game))))
    return walk(start, draw(seeds), draw(st.integers(0, 120)))
