"""Games for the tests of what is drawn: each patience played to the end, by its winning line or at random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import solver
from solver.registry import games, patience
from solver.replaying import Replay, told
from solver.verifying import verify

GAMES = ("gallery", "marriage", "cross")
SEEDS = {"gallery": 3, "marriage": 1, "cross": 1}

EVERY_GAME = [
    game
    if patience(game).drawing is not None
    else pytest.param(game, marks=pytest.mark.skip(reason=f"{patience(game).title} has no drawn table"))
    for game in games()
]
"""Every patience that is installed, those from outside too, for the tests of what is drawn."""


@cache
def won(game: str) -> tuple[Any, tuple[Any, ...]]:
    """A deal of a patience and its winning moves."""
    position = solver.random_deal(game, SEEDS.get(game, 1))
    return position, solver.solve(position).moves


@cache
def won_replay(game: str) -> Replay:
    """The same game played through."""
    position, moves = won(game)
    return told(patience(game), position, verify(position, moves))


def wander(position: Any, seed: int, most: int) -> list[Any]:
    """Random legal moves from a position, `most` at most."""
    choice = random.Random(seed)
    moves: list[Any] = []
    while len(moves) < most and (possible := position.moves()):
        moves.append(choice.choice(possible))
        position = position.play(moves[-1])
    return moves
