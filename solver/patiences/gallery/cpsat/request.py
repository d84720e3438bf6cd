"""What goes to the process in which CP-SAT works and what comes back; neither needs ortools."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from solver.patiences.gallery.packed import Packed


@dataclass(frozen=True)
class Request:
    """A question about a position: can it be won, with at most so many redeals if `most_redeals` is given?

    workers: threads of CP-SAT.
    deterministic: the most work, in CP-SAT's units (roughly seconds); with it and one worker every run ends alike.
    """

    packed: Packed
    workers: int = 1
    most_redeals: int | None = None
    deterministic: float | None = None


@dataclass(frozen=True)
class Response:
    """What CP-SAT says.

    proved: whether the question is answered; if not, it gave up.
    plays: a line that wins; `None` if there is none (or nothing is proved).
    stats: variables, constraints, branches, conflicts.
    """

    proved: bool
    plays: tuple[int, ...] | None = None
    stats: Mapping[str, int] = field(default_factory=dict)
