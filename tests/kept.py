"""CP-SAT's process kept from one question to the next: to start one takes half a second, and it is seldom the point."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from solver.workers import Lost, Result, Worker


class Kept(Worker):
    """A worker that goes on when it is left without a call, and waits for the next question; else it is stopped.

    keep: takes it and says whether it is kept.
    """

    def __init__(self, keep: Callable[[Kept], bool]) -> None:
        super().__init__()
        self._keep = keep
        self._is_running = False
        self._calls = 0

    def start(self) -> None:
        if not self._is_running:
            super().start()
            self._is_running = True

    def stop(self) -> None:
        if self._calls or not self._is_running or not self._keep(self):
            super().stop()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        self._calls += 1
        super().call(function, *arguments)

    def result(self, timeout: float = 0.05) -> Result | None:
        result = super().result(timeout)
        if result is not None and not isinstance(result, Lost):
            self._calls -= 1
        return result


@contextmanager
def cp_sat_kept() -> Iterator[None]:
    """Ask CP-SAT in one process, as long as it answers, which is gone at the end."""
    idle: list[Kept] = []
    is_over = False

    def keep(worker: Kept) -> bool:
        if is_over or idle:
            return False
        idle.append(worker)
        return True

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("solver.patiences.gallery.cpsat.questions.Worker", lambda: idle.pop() if idle else Kept(keep))
        yield
    is_over = True
    for worker in idle:
        worker.stop()
