"""Many calls side by side: several workers, each with a few calls at a time, a lost one replaced by another."""

from __future__ import annotations

import queue
from collections import deque
from collections.abc import Callable, Generator, Iterable
from dataclasses import dataclass, field
from typing import Generic, TypeVar

from solver.workers import LOOK, CannotStart, Lost, Result, Worker, is_safe_to_copy, start_together

A = TypeVar("A")

AHEAD = 4
"""Calls for each worker that are handed out before the first result is taken."""

AT_ONCE = 2
"""Calls that a worker has at a time, so that it need not wait for the next one."""


@dataclass
class _Call(Generic[A]):
    index: int
    item: A
    has_been_lost: bool = False


@dataclass
class _Pool(Generic[A]):
    """The workers of `in_order`, the calls that each of them has, and those that wait for one."""

    function: Callable[[A], object]
    most: int
    together: bool
    results: queue.SimpleQueue[tuple[Worker, Result]] = field(default_factory=queue.SimpleQueue)
    workers: dict[Worker, deque[_Call[A]]] = field(default_factory=dict)
    waiting: deque[_Call[A]] = field(default_factory=deque)

    def hand_out(self) -> None:
        """Give waiting calls to workers, which are started as they are needed. Raises CannotStart if there is none."""
        if self.together and self.waiting:
            self.together = False
            if is_safe_to_copy():
                self._start_together(min(self.most, len(self.waiting)))
        while self.waiting:
            worker = min(self.workers, key=lambda worker: len(self.workers[worker]), default=None)
            if worker is None or (self.workers[worker] and len(self.workers) < self.most):
                worker = self.another(worker)
            if len(self.workers[worker]) >= AT_ONCE:
                return
            call = self.waiting.popleft()
            self.workers[worker].append(call)
            worker.call(self.function, call.item)

    def _start_together(self, count: int) -> None:
        """Start so many workers as copies of this process, or none where there is no room for all."""
        self.workers.update((Worker(self.results), deque[_Call[A]]()) for _ in range(count))
        try:
            start_together(list(self.workers), copies=True)
        except CannotStart:
            self.workers.clear()

    def another(self, busy: Worker | None) -> Worker:
        """A new worker, or the busy one if there is one and no other can be started; then no more are tried."""
        worker = Worker(self.results)
        self.workers[worker] = deque()  # before it is started: so it is stopped whatever happens
        try:
            worker.start()
        except CannotStart:
            del self.workers[worker]
            if busy is None:
                raise
            self.most = len(self.workers)
            return busy
        return worker

    def take(self) -> tuple[_Call[A], Result] | None:
        """The next result that comes and its call; `None` if none has come yet.

        The call at which a worker is lost is tried once more, by another one.
        """
        try:
            worker, result = self.results.get(timeout=LOOK)
        except queue.Empty:
            return None
        if not isinstance(result, Lost):
            return self.workers[worker].popleft(), result
        calls = self.workers.pop(worker)
        worker.stop()
        if calls and calls[0].has_been_lost:
            self.waiting.extendleft(reversed(list(calls)[1:]))
            return calls[0], result
        if calls:
            calls[0].has_been_lost = True
            self.waiting.extendleft(reversed(calls))
        return None

    def stop(self) -> None:
        """Stop all workers: they end at the same time."""
        for worker in self.workers:
            worker.kill()
        for worker in self.workers:
            worker.stop()


def in_order(
    function: Callable[[A], object], items: Iterable[A], workers: int, meanwhile: Callable[[], None] = lambda: None
) -> Generator[Result, None, None]:
    """What comes of a function for each item, in the order of the items, called by so many workers.

    meanwhile: is called again and again while nothing comes; what it raises ends the waiting.

    They are started together, as copies of this process if they can be. A worker that is lost is replaced; its item has
    `Lost` as its result if it loses a second worker. Closing the generator stops the workers.

    Raises:
        CannotStart: not even one worker can be started; all results so far have been yielded.
    """
    found: dict[int, Result] = {}
    taken = 0
    pool = _Pool(function, workers, together=True)
    results = _results(pool, items, lambda given, _done: given < taken + AHEAD * workers, meanwhile)
    try:
        for call, result in results:
            found[call.index] = result
            while taken in found:
                yield found.pop(taken)
                taken += 1
    finally:
        results.close()


def as_they_come(
    function: Callable[[A], object], items: Iterable[A], workers: int
) -> Generator[tuple[A, Result], None, None]:
    """Each item and what comes of a function for it, as soon as it comes: otherwise like `in_order`.

    An item is taken when a worker has room for it. All workers are fresh, as such work is long.
    """
    pool = _Pool(function, workers, together=False)
    results = _results(pool, items, lambda given, done: given < done + AT_ONCE * workers)
    try:
        for call, result in results:
            yield call.item, result
    finally:
        results.close()


def _results(
    pool: _Pool[A],
    items: Iterable[A],
    is_room: Callable[[int, int], bool],
    meanwhile: Callable[[], None] = lambda: None,
) -> Generator[tuple[_Call[A], Result], None, None]:
    """Calls and what comes of them; `is_room` says if one more item is taken after so many, when so many are done."""
    source = enumerate(items)
    given = done = 0
    try:
        while True:
            while is_room(given, done) and (item := next(source, None)) is not None:
                pool.waiting.append(_Call(*item))
                given += 1
            if done == given:
                return
            pool.hand_out()
            if (result := pool.take()) is None:
                meanwhile()
            else:
                done += 1
                yield result
    finally:
        pool.stop()
