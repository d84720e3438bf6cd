"""Many deals decided side by side, what comes of them in order: here as long as it is quick, then by workers.

Workers are processes in native search too: most of an easy deal's time goes into reading it and into the referee's
replay, which are Python and would keep threads waiting for each other.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain
from typing import Any, TypeVar

from solver.errors import PatienceError
from solver.limits import Budget, Limit, Limits
from solver.outcome import Outcome
from solver.patience import Position
from solver.solving import solve
from solver.worker_main import Raised, Returned
from solver.workers import CannotStart, Result, in_order

A = TypeVar("A")


@dataclass(frozen=True)
class Question:
    """A position to be decided: by an engine, with a measure to be made smallest or None, on so many processors."""

    position: Position[Any]
    engine: str = "auto"
    best: str | None = None
    jobs: int | None = None


def decide_all(
    questions: Iterable[Question], limits: Limits, jobs: int, watched: Callable[[], AbstractContextManager[Budget]]
) -> Generator[Result, None, None]:
    """What comes of each question, an `Outcome` as the value returned, with `jobs` of them decided at once.

    limits: those of each question; the memory is that of all processes together, so each worker has a share of it, and
    a question that needs more is decided again by this process; watched: makes the budget of a question that is decided
    in this process. Closing the generator, as an interrupt does, stops what is being decided.
    """

    def here(question: Question) -> Outcome[Any]:
        with watched() as budget:
            return _outcome(question, budget)

    share = limits if limits.memory is None else replace(limits, memory=max(1, limits.memory // jobs))
    pending: deque[Question] = deque()
    results = spread(here, partial(_decide, share), _noted(questions, pending), jobs, seconds=0.1)
    try:
        for result in results:
            question = pending.popleft()
            ran_out = isinstance(result, Returned) and result.value.limit is Limit.MEMORY
            yield _called(here, question) if ran_out and jobs > 1 else result
    finally:
        results.close()


def _decide(limits: Limits, question: Question) -> Outcome[Any]:
    return _outcome(question, Budget(limits))


def _outcome(question: Question, budget: Budget) -> Outcome[Any]:
    return solve(question.position, engine=question.engine, best=question.best, jobs=question.jobs, budget=budget)


def spread(
    here: Callable[[A], object], there: Callable[[A], object], items: Iterable[A], jobs: int, *, seconds: float
) -> Generator[Result, None, None]:
    """What comes of each item, in order.

    `here` is called in this process for the first `seconds` (always, with one job): to start others takes a while too.
    Then so many workers call `there`, or again `here` where none can be started. Errors of the package are results.
    """
    source = iter(items)
    started = time.monotonic()
    for item in source:
        yield _called(here, item)
        if jobs > 1 and time.monotonic() - started > seconds:
            break
    pending: deque[A] = deque()
    results = in_order(there, _noted(source, pending), jobs)
    try:
        for result in results:
            pending.popleft()
            yield result
    except CannotStart:
        for item in chain(pending, source):
            yield _called(here, item)
    finally:
        results.close()


def _noted(items: Iterable[A], pending: deque[A]) -> Iterator[A]:
    """The items, each noted when it is taken."""
    for item in items:
        pending.append(item)
        yield item


def _called(function: Callable[[A], object], item: A) -> Returned | Raised:
    try:
        return Returned(function(item))
    except (PatienceError, MemoryError) as error:
        return Raised(error, str(error), "")
