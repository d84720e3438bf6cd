"""Games for the tests of what is drawn: each patience played to the end, by its winning line or at random."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import solver
from solver.registry import patience
from solver.replaying import Replay, told
from solver.verifying import verify

GAMES = ("gallery", "marriage", "cross")
SEEDS = {"gallery": 3, "marriage": 1, "cross": 1}


@cache
def won(game: str) -> tuple[Any, tuple[Any, ...]]:
    """A deal of a patience and its winning moves."""
    position = solver.random_deal(game, SEEDS[game])
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
