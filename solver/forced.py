"""How long a game goes by itself: up to where every way to play leads."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from typing import Any, Generic

from solver.patience import AnyPatience, M, Position

MOST = 1_000
"""Moves that are tried."""


@dataclass(frozen=True)
class Forced(Generic[M]):
    """A beginning of every game from a position.

    moves: one order of it, empty where there is a choice at once; ordered: whether there is no other order.
    """

    moves: tuple[M, ...] = ()
    ordered: bool = True


def forced_beginning(found: AnyPatience, position: Position[M], most: int = MOST) -> Forced[M]:
    """The longest beginning that leads to one position whatever is played, as far as trying `most` moves tells.

    All positions after one move are gathered, then all after two, and so on; positions that are alike are one. Where
    only one is left, every game passes it. A game that ends before ends the beginning.
    """
    alike = found.deciding.alike
    forced: Forced[M] = Forced()
    layer: dict[Hashable, tuple[Position[M], tuple[M, ...]]] = {alike(position): (position, ())}
    ordered = True
    while layer:
        after: dict[Hashable, tuple[Position[M], tuple[M, ...]]] = {}
        for here, line in layer.values():
            moves: tuple[Any, ...] = () if here.is_won else here.moves()
            most -= len(moves)
            if not moves or most < 0:
                return forced
            for move in moves:
                following = here.play(move)
                after.setdefault(alike(following), (following, (*line, move)))
        layer = after
        ordered = ordered and len(layer) == 1
        if len(layer) == 1:
            [(_, line)] = layer.values()
            forced = Forced(line, ordered)
    return forced
