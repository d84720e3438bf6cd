"""Limits, and the budget that every search gets.

A search receives one `Budget` and tells it what it spends; the budget raises
`LimitReached` when time, positions or memory run out or when it is interrupted.
Whoever called the search turns that into `Verdict.UNDECIDED`.
"""

from __future__ import annotations

import gc
import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from solver.bounds import Bounds


class Limit(Enum):
    """What can stop a search before it decides; work is what a library counts by itself, without clocks."""

    SECONDS = "time limit"
    POSITIONS = "position limit"
    MEMORY = "memory limit"
    WORK = "work limit"
    INTERRUPT = "interruption"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Limits:
    """Bounds on one search; `None` is no bound.

    `seconds` is wall-clock time, `positions` the number of positions searched, `memory` the resident
    bytes of this process and those that it has started.
    """

    seconds: float | None = None
    positions: int | None = None
    memory: int | None = None

    def __post_init__(self) -> None:
        for name in ("seconds", "positions", "memory"):
            value = getattr(self, name)
            if value is not None and not value >= 0:  # nan is no limit that could be reached
                raise ValueError(f"{name} must be a number, 0 or more; found {value}")


NO_LIMITS = Limits()
"""A search that goes on to its end."""


@dataclass(frozen=True, slots=True)
class Progress:
    """A glimpse of a running search: positions searched, depth (rounds deep), resident bytes, seconds.

    engine: the engine at work, empty if it has not said so; bounds: what it knows of the best value of the measure that
    is asked for, `None` without one.
    """

    positions: int
    depth: int
    memory: int
    seconds: float
    engine: str = ""
    bounds: Bounds | None = None


class LimitReached(Exception):
    """A search must stop undecided. `budget` is the one whose `limit` was reached."""

    def __init__(self, limit: Limit, budget: Budget) -> None:
        super().__init__(f"{limit} reached")
        self.limit = limit
        self.budget = budget


def resident_memory() -> int:
    """Resident bytes of this process and of all that it has started, as far as they still run."""
    import psutil  # only a search that runs for a while needs it

    this = psutil.Process()
    used = int(this.memory_info().rss)
    if _has_children():
        for child in this.children(recursive=True):
            try:
                used += int(child.memory_info().rss)
            except psutil.Error:  # it has ended meanwhile
                continue
    return used


def _has_children() -> bool:
    """Whether this process may have started others: to look for them takes some thirty times as long as to ask this."""
    if not hasattr(os, "waitid"):
        return True
    try:
        os.waitid(os.P_ALL, 0, os.WEXITED | os.WNOHANG | os.WNOWAIT)
    except ChildProcessError:
        return False
    return True


def give_back_memory() -> None:
    """Give back what a long search in Python has left behind, so that it does not count against the next one.

    The interpreter keeps lists of freed tuples, each of which holds on to the megabyte around it. They are emptied when
    all garbage is collected; later is too late, for then new objects lie between them.
    """
    gc.collect()


class Budget:
    """What one search may spend, and where it reports.

    The position limit is exact, so a search under it alone is deterministic; time and interrupts are
    looked at every `STRIDE` positions, memory and progress every `PERIOD` seconds. Before a search is stopped for
    its memory, garbage in cycles is collected. `peak_memory` is the most resident bytes that were seen, 0 if none were
    looked at. `reached` is the limit of this budget that stopped the search; it is `None` in a part of a budget if a
    limit of the whole did.
    """

    STRIDE = 32
    PERIOD = 0.1

    def __init__(
        self,
        limits: Limits = NO_LIMITS,
        progress: Callable[[Progress], None] | None = None,
        *,
        parent: Budget | None = None,
    ) -> None:
        self.limits = limits
        self.depth = 0
        self.positions = 0
        self.peak_memory = 0
        self.reached: Limit | None = None
        self._engine = ""
        self._bounds: Bounds | None = None
        self._progress = progress
        self._parent = parent
        self._started = time.monotonic()
        self._interrupted = False
        self._tidied = False
        self._next_look = 0
        self._next_report = self._started + self.PERIOD
        self._plan_look()

    @property
    def seconds(self) -> float:
        """Seconds since the budget was made."""
        return time.monotonic() - self._started

    def seconds_left(self) -> float | None:
        """Seconds until the nearest time limit of this budget or one above it; `None` without a limit."""
        own = None if self.limits.seconds is None else max(0.0, self.limits.seconds - self.seconds)
        above = None if self._parent is None else self._parent.seconds_left()
        known = [left for left in (own, above) if left is not None]
        return min(known) if known else None

    def part(self, limits: Limits) -> Budget:
        """A budget for a part of the work: its own limits, within those of this one.

        When a limit of the part is reached `LimitReached.budget` is the part, so the caller can go on
        with something else; when this budget's own limit is reached it is this one. A part looks at its own limits
        first: what reaches both is the part's limit, and not charged here.
        """
        return Budget(limits, parent=self)

    def extend(self, limits: Limits) -> None:
        """Let a search that this budget has stopped go on: new limits, counted from what has been spent."""
        seconds = None if limits.seconds is None else self.seconds + limits.seconds
        positions = None if limits.positions is None else self.positions + limits.positions
        self.limits = Limits(seconds, positions, limits.memory)
        self.reached = None
        self._plan_look()

    def interrupt(self) -> None:
        """Ask the search to stop at its next look; safe from a signal handler or another thread."""
        self._interrupted = True
        self._next_look = 0

    def spend(self, positions: int = 1, depth: int | None = None) -> None:
        """Count searched positions; raise `LimitReached` when a limit is reached.

        `depth` is shown as progress: how many rounds deep the search is.
        """
        self.positions += positions
        if depth is not None:
            self.depth = depth
        if self.positions >= self._next_look or self._interrupted:
            self._look()
        if self._parent is not None:
            self._parent.spend(positions, depth)

    def tell(self, engine: str, bounds: Bounds | None = None) -> None:
        """Say which engine is at work and which bounds it knows; both are shown as progress until it is said anew."""
        if self._parent is not None:
            self._parent.tell(engine, bounds)
        self._engine = engine
        self._bounds = bounds

    def count(self, positions: int, depth: int) -> None:
        """Count positions without looking at limits, like `spend` otherwise: for native searches, which spend in bulk.

        Such a search calls `count` for all but the last position and `spend` for that one, at the latest when it has
        spent what `room` said.
        """
        if self._parent is not None:
            self._parent.count(positions, depth)
        self.positions += positions
        self.depth = depth

    def room(self, most: int) -> int:
        """How many positions pass a limit of this budget or one above it: at least 1, at most `most`."""
        if self.limits.positions is not None:
            most = min(most, self.limits.positions + 1 - self.positions)
        return max(most, 1) if self._parent is None else self._parent.room(max(most, 1))

    def check(self) -> None:
        """Look at all limits now, report progress if it is time; raise `LimitReached` at a limit."""
        self._look()
        if self._parent is not None:
            self._parent.check()

    def _look(self) -> None:
        """Look at this budget's own limits."""
        if self._interrupted:
            raise self._stop(Limit.INTERRUPT)
        limits = self.limits
        if limits.positions is not None and self.positions > limits.positions:
            raise self._stop(Limit.POSITIONS)
        now = time.monotonic()
        if limits.seconds is not None and now - self._started >= limits.seconds:
            raise self._stop(Limit.SECONDS)
        self._plan_look()
        if now >= self._next_report and (limits.memory is not None or self._progress is not None):
            self._next_report = now + self.PERIOD
            memory = resident_memory()
            if limits.memory is not None and memory > limits.memory and not self._tidied:
                self._tidied = True
                gc.collect()
                memory = resident_memory()
            self.peak_memory = max(self.peak_memory, memory)
            if self._progress is not None:
                seconds = now - self._started
                self._progress(Progress(self.positions, self.depth, memory, seconds, self._engine, self._bounds))
            if limits.memory is not None and memory > limits.memory:
                raise self._stop(Limit.MEMORY)

    def _stop(self, limit: Limit) -> LimitReached:
        self.reached = limit
        return LimitReached(limit, self)

    def _plan_look(self) -> None:
        self._next_look = self.positions + self.STRIDE
        if self.limits.positions is not None:
            self._next_look = min(self._next_look, self.limits.positions + 1)


def one_budget(limits: Limits | None, budget: Budget | None) -> Budget:
    """The budget of a question that was asked with limits, with a budget, or with neither.

    Raises TypeError for both: the budget has limits of its own.
    """
    if limits is not None and budget is not None:
        raise TypeError("limits and budget exclude each other: a budget is made with its limits, Budget(limits)")
    return budget or Budget(limits or NO_LIMITS)
