"""Who does the work of a survey: this process, others beside it, or the workers of a cluster.

An `Executor` is given tasks one by one, as it has room for them, and gives back what comes of each as it comes.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Protocol, TypeVar

from solver.errors import PatienceError
from solver.limits import Limits
from solver.many_calls import as_they_come
from solver.worker_main import Raised, Returned
from solver.workers import Result

A = TypeVar("A")

Results = Generator[tuple[A, Result], None, None]
"""Tasks, each with what came of it. Closing the generator stops the work on all others."""


class Executor(Protocol):
    """Something that does work."""

    @property
    def width(self) -> int:
        """How many tasks are worked on at once; it may change with time."""

    def each(self, limits: Limits) -> Limits:
        """The limits of each of the deals that are decided at once."""

    def results(self, function: Callable[[A], object], tasks: Iterator[A]) -> Results[A]:
        """What comes of a function of an importable module for each task, in any order."""


class Here:
    """This process: one task after the other."""

    width = 1

    def each(self, limits: Limits) -> Limits:
        """The limits as they are."""
        return limits

    def results(self, function: Callable[[A], object], tasks: Iterator[A]) -> Results[A]:
        """What comes of each task, in order."""
        for task in tasks:
            try:
                result: Result = Returned(function(task))
            except PatienceError as error:
                result = Raised(error, str(error), "")
            yield task, result


class Beside:
    """So many processes beside this one."""

    def __init__(self, width: int) -> None:
        self.width = width

    def each(self, limits: Limits) -> Limits:
        """The limits, with a share of the memory, which is that of all processes together."""
        return limits if limits.memory is None else replace(limits, memory=max(1, limits.memory // self.width))

    def results(self, function: Callable[[A], object], tasks: Iterator[A]) -> Results[A]:
        """What comes of each task. Raises CannotStart when no process can be started."""
        return as_they_come(function, tasks, self.width)


def local(jobs: int) -> Executor:
    """So many processes on this machine."""
    return Here() if jobs == 1 else Beside(jobs)


def cluster(address: str, jobs: int) -> AbstractContextManager[Executor]:
    """A Dask cluster by the address of its scheduler, or `local` for one of so many workers on this machine.

    Raises Unsupported when the library is not installed, InputError when nobody answers.
    """
    from solver.surveying.dask_cluster import opened

    return opened(address, jobs)
