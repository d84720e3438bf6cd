"""Hypothesis strategies for the domain types of all patiences.

All shrink by structure: to the default rule options, a deck in order, fewer moves, and the first of the moves that are
possible; late positions to fewer moves before the end.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from hypothesis import strategies as st

from solver.cards import CARDS
from solver.options import RuleOption
from solver.patience import Deal
from solver.registry import patience
from tests.judges import dealing

cards = st.sampled_from(CARDS)
seeds = st.integers(0, 10**6)


def options(game: str) -> st.SearchStrategy[dict[str, str]]:
    """Complete rule options of a game."""

    def values(option: RuleOption) -> st.SearchStrategy[str]:
        words = st.sampled_from(option.values)
        return words | st.integers(0, 9).map(str) if option.number else words

    return st.fixed_dictionaries({option.name: values(option) for option in patience(game).options})


@st.composite
def deals(draw: st.DrawFn, game: str) -> Deal:
    """A deal of a game under any rule options, of any deck."""
    chosen = draw(options(game))
    dealt = dealing.deal(game, draw(seeds), chosen)
    fixed = dealing.fixed_cards(game, chosen)
    free = sorted((card for at, card in enumerate(dealt.deck.cards) if at not in fixed), key=lambda card: card.kind)
    rest = iter(draw(st.permutations(free)))
    return dealing.with_cards(
        dealt, tuple(card if at in fixed else next(rest) for at, card in enumerate(dealt.deck.cards))
    )


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
def lines(draw: st.DrawFn, position: Any, most: int = 120) -> list[Any]:
    """Legal moves from a position, one after the other."""
    found = []
    for _ in range(draw(st.integers(0, most))):
        moves = position.moves()
        if not moves:
            break
        found.append(moves[draw(st.integers(0, len(moves) - 1))])
        position = position.play(found[-1])
    return found


@st.composite
def positions(draw: st.DrawFn, game: str) -> Any:
    """A position of a game that can be reached from any deal under any rule options."""
    position = dealing.start(draw(deals(game)))
    for move in draw(lines(position)):
        position = position.play(move)
    return position


@st.composite
def late_positions(draw: st.DrawFn, game: str, most: int = 30) -> Any:
    """A position at most so many moves before a win, or a few random moves beside such a way.

    Where the first deals of a game are not won quickly it is a position at the end of random play.
    """
    chosen = draw(options(game))
    position, moves = dealing.winning_line(game, chosen)
    before = draw(st.integers(0, most))
    for move in moves[: max(0, len(moves) - before)]:
        position = position.play(move)
    for move in draw(lines(position, 4 if moves else 400)):
        position = position.play(move)
    return position
