"""Checking a line of play against the rules, by the referee alone."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic

from solver.errors import Fault, IllegalMove, InputError
from solver.patience import M, P, Position


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

    position: where the legal moves lead; moves: which they are. When the line is illegal, `move` is its first illegal
    move (index `played`) and `reason` says why, in a sentence for the player.
    """

    result: Result
    position: P
    moves: tuple[M, ...]
    move: M | None = None
    reason: str = ""

    @property
    def played(self) -> int:
        """How many moves were legal."""
        return len(self.moves)


def check_sound(position: Position[Any]) -> None:
    """Raise ValueError with all that is wrong with a position, if anything is."""
    faults = position.faults()
    if faults:
        raise ValueError("\n".join(faults))


def verify(position: P, moves: Iterable[M]) -> Report[P, M]:
    """Play moves from a position, up to the first illegal one. Raises TypeError for moves that are text: `read_log`."""
    moves = tuple(moves)
    if any(isinstance(move, str) for move in moves):
        raise TypeError("expected moves, found text; read_log reads the moves of a log")
    for played, move in enumerate(moves):
        try:
            position = position.play(move)
        except IllegalMove as illegal:
            return Report(Result.ILLEGAL, position, moves[:played], move, str(illegal))
    return _report(position, moves)


def replay(position: P, readers: Iterable[Callable[[P], M]]) -> Report[P, M]:
    """Play moves, each read in the position that those before it lead to, up to the first illegal one.

    Raises InputError for all lines that are no moves, if one of them comes before an illegal move.
    """
    played: list[M] = []
    lines = iter(readers)
    for read in lines:
        try:
            move = read(position)
        except InputError as error:
            raise InputError.of((*error.faults, *_faults(lines, position)), error.source) from None
        try:
            position = position.play(move)
        except IllegalMove as illegal:
            return Report(Result.ILLEGAL, position, tuple(played), move, str(illegal))
        played.append(move)
    return _report(position, tuple(played))


def _report(position: P, played: tuple[M, ...]) -> Report[P, M]:
    """The result of a line that was legal to its end."""
    return Report(Result.WON if position.is_won else Result.UNFINISHED, position, played)


def _faults(readers: Iterable[Callable[[P], object]], position: P) -> Iterator[Fault]:
    """What is wrong with lines that are not played any more."""
    for read in readers:
        try:
            read(position)
        except InputError as error:
            yield from error.faults
