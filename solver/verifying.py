"""Checking a line of play against the rules, by the referee alone."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from typing import Generic

from solver.patience import M, P


class Result(Enum):
    """What became of a line of play. Each value is its word on the screen."""

    WON = "won"
    UNFINISHED = "unfinished"
    ILLEGAL = "illegal"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Report(Generic[P, M]):
    """The result of a check.

    position: where the legal moves lead; played: how many they are. When the line is illegal, `move` is its first
    illegal move (index `played`) and `reason` says why, in a sentence for the player.
    """

    result: Result
    position: P
    played: int
    move: M | None = None
    reason: str = ""


def verify(position: P, moves: Iterable[M]) -> Report[P, M]:
    """Play moves from a position, up to the first illegal one."""
    played = 0
    for move in moves:
        reason = position.objection(move)
        if reason is not None:
            return Report(Result.ILLEGAL, position, played, move, reason)
        position = position.play(move)
        played += 1
    return Report(Result.WON if position.is_won else Result.UNFINISHED, position, played)
