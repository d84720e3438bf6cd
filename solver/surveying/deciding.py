"""Deciding the deals of a survey, a chunk at a time, wherever the work is done."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from time import perf_counter, process_time
from zlib import crc32

from solver import native
from solver.bounds import Bounds
from solver.errors import EngineFault, PatienceError
from solver.limits import Budget, Limit, Limits
from solver.options import Options
from solver.outcome import Verdict
from solver.registry import patience
from solver.solving import solve
from solver.version import VERSION

FAILED = "failed"
"""Why a deal is open of which nothing is known although no limit was reached: a process was lost, a library failed."""


ONE_IN = 20
"""Where a patience has a second, quicker referee, the first one replays the line of one deal in so many, too."""


@dataclass(frozen=True)
class Asked:
    """What is asked of every deal of a survey: a patience, its complete rule options, and a measure or None."""

    game: str
    options: Options
    best: str | None = None


@dataclass(frozen=True)
class DecidingTask:
    """Deals to be decided: the seeds, what is asked of them, by which engine and within which limits (each deal)."""

    asked: Asked
    seeds: tuple[int, ...]
    engine: str = "auto"
    limits: Limits = field(default_factory=Limits)


@dataclass(frozen=True)
class Program:
    """What has decided a deal: the version of this program and of Python, and whether its searches are native."""

    version: str
    python: str
    native: bool

    def __str__(self) -> str:
        searches = "native" if self.native else "plain Python"
        return f"version {self.version} on Python {self.python}, {searches} searches"


@dataclass(frozen=True, slots=True)
class Decided:
    """What is recorded of a deal.

    engine: its name on the command line; seconds: of processor time in the process that decided, from dealing to the
    end of the replay (CP-SAT has a process of its own, which is not counted); open: what
    left the verdict or a measure open, the name of a limit or `failed`, else None; values: the measures of the winning
    line that was found; measures: bounds of the best values that were sought; replayed: whether the first referee has
    replayed a winning line, not the second one alone.
    """

    seed: int
    verdict: Verdict
    engine: str
    positions: int
    seconds: float
    open: str | None = None
    values: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    replayed: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Chunk:
    """What has become of a task, and how many seconds of the wall clock that took."""

    program: Program
    deals: tuple[Decided, ...]
    seconds: float = 0.0


@cache
def this_program() -> Program:
    """What decides here."""
    return Program(VERSION, ".".join(map(str, sys.version_info[:3])), native.USED)


def is_sampled(seed: int) -> bool:
    """Whether the deal of a seed is among those of which both referees replay the line: as good as at random."""
    return crc32(str(seed).encode()) % ONE_IN == 0


def decide(task: DecidingTask) -> Chunk:
    """Decide the deals of a task: a function of its arguments alone but for the seconds that it takes.

    Raises EngineFault, with the seed, when a line does not win; whatever else `solve` raises of the question itself.
    """
    started = perf_counter()
    deals = tuple(_decided(task, seed) for seed in task.seeds)
    return Chunk(this_program(), deals, perf_counter() - started)


def _decided(task: DecidingTask, seed: int) -> Decided:
    started = process_time()
    asked = task.asked
    found = patience(asked.game)
    budget = Budget(task.limits)
    both = found.deciding.followed is None or is_sampled(seed)
    try:
        position = found.start(found.random_deal(seed, asked.options))
        outcome = solve(
            position,
            engine=task.engine,
            best=asked.best,
            jobs=1,
            repeatable=True,
            budget=budget,
            second_referee=not both,
        )
    except MemoryError:
        return Decided(
            seed, Verdict.UNDECIDED, task.engine, budget.positions, process_time() - started, Limit.MEMORY.name.lower()
        )
    except PatienceError as error:
        if isinstance(error, EngineFault):
            raise EngineFault(f"seed {seed}: {error}") from error
        raise
    is_won = outcome.verdict is Verdict.SOLVABLE
    if is_won and both and found.deciding.wins(position, outcome.moves) is False:
        raise EngineFault(f"seed {seed}: the referees do not agree on the line of the engine {outcome.engine}")
    reason = None if outcome.limit is None else outcome.limit.name.lower()
    if outcome.verdict is Verdict.UNDECIDED and reason is None:
        reason = FAILED
    return Decided(
        seed,
        outcome.verdict,
        found.deciding.name_of(outcome.engine),
        budget.positions,
        process_time() - started,
        reason,
        dict(outcome.values),
        dict(outcome.measures),
        replayed=is_won and both,
    )
