"""Many things decided side by side, what comes of them in order: here as long as it is quick, then by workers.

Workers are processes in native search too: most of an easy deal's time goes into reading it and into the referee's
replay, which are Python and would keep threads waiting for each other.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from itertools import chain
from typing import TypeVar

from solver.errors import PatienceError
from solver.many_calls import in_order
from solver.worker_main import Raised, Returned
from solver.workers import CannotStart, Result, is_safe_to_copy

A = TypeVar("A")


def seconds_here() -> float:
    """How many seconds items are done in this process first: about as long as it takes to start workers."""
    return 0.01 if is_safe_to_copy() else 0.3


class TooLong(Exception):
    """An item takes longer than there was time for."""


def spread(
    here: Callable[[A], object],
    there: Callable[[A], object],
    items: Iterable[A],
    jobs: int,
    *,
    soon: Callable[[A], object] | None = None,
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[Result, None, None]:
    """What comes of each item, in order. Errors of the package are results.

    `here` is called in this process for the first seconds (`seconds_here`; always, with one job). Then so many workers
    call `there`, or again `here` where none can be started. soon: stands for `here` in the first seconds, and may
    leave an item to the workers by raising TooLong; meanwhile: is called again and again while workers are waited for,
    and what it raises ends that.
    """
    source = iter(items)
    until = time.monotonic() + seconds_here()
    for item in source:
        try:
            quick = called(soon or here if jobs > 1 else here, item)
        except TooLong:
            source = chain([item], source)
            break
        yield quick
        if jobs > 1 and time.monotonic() > until:
            break
    pending: deque[A] = deque()
    results = in_order(there, noted(source, pending), jobs, meanwhile)
    try:
        for result in results:
            pending.popleft()
            yield result
    except CannotStart:
        for item in chain(pending, source):
            yield called(here, item)
    finally:
        results.close()


def noted(items: Iterable[A], pending: deque[A]) -> Iterator[A]:
    """The items, each noted when it is taken."""
    for item in items:
        pending.append(item)
        yield item


def called(function: Callable[[A], object], item: A) -> Returned | Raised:
    """What comes of calling a function in this process; errors of the package are results."""
    try:
        return Returned(function(item))
    except (PatienceError, MemoryError) as error:
        return Raised(error, str(error), "")
