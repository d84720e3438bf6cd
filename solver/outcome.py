"""Verdicts, and what a search found."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Generic, TypeVar

from solver.bounds import Bounds
from solver.limits import Limit

M = TypeVar("M")

LEFT = "left"
"""The measure of lost positions: the cards that are not where they should be at the end."""


class Verdict(Enum):
    """What is known of a deal. Each value is its word in files and on the screen."""

    SOLVABLE = "solvable"
    UNSOLVABLE = "unsolvable"
    UNDECIDED = "undecided"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Furthest(Generic[M]):
    """How far a position can be brought.

    moves: the line to the best end that is known; bounds: of the fewest cards left, `high` being those of that end;
    stats: counts by name; limit: what stopped the search before it proved the fewest.
    """

    moves: tuple[M, ...]
    bounds: Bounds
    stats: Mapping[str, int | float] = field(default_factory=dict)
    limit: Limit | None = None

    def __post_init__(self) -> None:
        if self.bounds.high is None:
            raise ValueError(f"{LEFT} {self.bounds}, although a line is known")
        if self.bounds.proved == (self.limit is not None):
            raise ValueError(f"{LEFT} {self.bounds}, stopped by {self.limit or 'nothing'}")


@dataclass(frozen=True, slots=True)
class Outcome(Generic[M]):
    """What a search found.

    verdict: what is known of the searched position.
    engine: names the engine that decided.
    moves: win from there if the verdict is solvable; else none.
    stats: counts and seconds by name, in the order in which they are shown.
    values: the value of each measure for these moves, where it has been counted.
    measures: the bounds of the best value of each measure that was made smallest (or is known anyway).
    limit: what stopped an undecided search, or one that has not proved the best value, or an explanation.
    notes: further sentences for the reader; among them why nothing is proved, if it was no limit.
    end: moves to the best end that is known, if that was asked for and the verdict is not solvable; `values` and
    `measures` then say how many cards are `left` there.

    Raises:
        ValueError: if these contradict each other, which is a fault of the engine.
    """

    verdict: Verdict
    engine: str
    moves: tuple[M, ...] = ()
    stats: Mapping[str, int | float] = field(default_factory=dict)
    values: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    limit: Limit | None = None
    notes: tuple[str, ...] = ()
    end: tuple[M, ...] | None = None

    def __hash__(self) -> int:
        """By what can be hashed: equal outcomes have equal verdicts, engines, moves, limits and notes."""
        return hash((self.verdict, self.engine, self.moves, self.limit, self.notes, self.end))

    def __post_init__(self) -> None:
        solvable = self.verdict is Verdict.SOLVABLE
        ended = () if self.end is None else (LEFT,)
        if not solvable and (self.moves or any(name not in ended for name in self.values)):
            raise ValueError(f"moves or their values in an outcome that is {self.verdict}; expected none")
        if ended and (solvable or LEFT not in self.measures):
            raise ValueError(f"an end in an outcome that is {self.verdict}, with bounds of {', '.join(self.measures)}")
        if self.verdict is Verdict.UNDECIDED and self.limit is None and not self.notes:
            raise ValueError("an undecided outcome without a limit; expected one, or a note that says why")
        both = [name for name in self.stats if name in self.measures or name in self.values]
        if both:
            raise ValueError(f"a statistic and a measure at once: {', '.join(both)}")
        for name, bounds in self.measures.items():
            known = solvable or name in ended
            if not known and bounds.high is not None:
                raise ValueError(f"{name} {bounds}, but no line is known in an outcome that is {self.verdict}")
            if known and bounds.high is None:
                raise ValueError(f"{name} {bounds}, although a line is known")
            if self.values.get(name, bounds.high) != bounds.high:
                raise ValueError(f"{name} {bounds}, but {self.values[name]} in the best line that is known")
            if name == LEFT and solvable is not (bounds.high == 0):
                raise ValueError(f"{name} {bounds} in an outcome that is {self.verdict}")
            if known and not bounds.proved and self.limit is None and not self.notes:
                raise ValueError(f"{name} {bounds} without a limit; expected one, or a note that says why")


def claim(verdict: Verdict, moves: Iterable[M] = (), least: Mapping[str, int] | None = None) -> Outcome[M]:
    """An outcome that says this and no more, of which it can be asked what it depends on.

    moves: only those of a solvable one count; least: of measures, what their best values are not below.
    """
    if verdict is Verdict.SOLVABLE:
        return Outcome(verdict, "", tuple(moves))
    measures = {name: Bounds(low, None) for name, low in (least or {}).items()}
    return Outcome(verdict, "", measures=measures, limit=Limit.WORK if verdict is Verdict.UNDECIDED else None)
