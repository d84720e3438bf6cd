"""Verdicts, and what a search found."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from solver.bounds import Bounds
from solver.limits import Limit

M = TypeVar("M")


class Verdict(Enum):
    """What is known of a deal. Each value is its word in files and on the screen."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Outcome(Generic[M]):
    """What a search found.

    `moves` wins from the searched position when the verdict is solvable and is empty otherwise.
    `engine` names the engine that decided. `stats` are counts and seconds by name, in the order they
    are shown. `measures` holds, for each measure of the patience that is known of this line or was
    optimised, the bounds of its best value; `line` the value that these moves have. `limit` says what
    stopped an undecided search (or an optimisation that is not proved). `notes` are further sentences
    for the reader.
    """

    verdict: Verdict
    engine: str
    moves: tuple[M, ...] = ()
    stats: Mapping[str, int | float] = field(default_factory=dict)
    line: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    limit: Limit | None = None
    notes: tuple[str, ...] = ()
