"""Searches beside a game, each in a thread of its own with a budget: a new one takes the place of the one before."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from typing import Any

from solver.limits import Budget, LimitReached, Limits


class Searches:
    """Searches that never run in greater number than there are kinds of them.

    limits: of each search; kinds: the names under which a search is asked for. A search that is replaced or stopped is
    interrupted, and what it finds is thrown away.
    """

    def __init__(self, limits: Limits, kinds: tuple[str, ...]) -> None:
        self._limits = limits
        self._lock = threading.Lock()
        self._running: dict[str, Budget] = {}
        self._turns = {kind: threading.Lock() for kind in kinds}  # an interrupted search may take a moment to stop

    def start(self, kind: str, search: Callable[[Budget], Any], done: Callable[[Any], None]) -> None:
        """Begin a search in place of the one of its kind; `done` is called with what it finds, or with its error."""
        budget = Budget(self._limits)
        self.stop(kind)
        with self._lock:
            self._running[kind] = budget
        threading.Thread(target=self._run, args=(kind, budget, search, done), daemon=True).start()

    def stop(self, kind: str) -> None:
        """Interrupt the search of a kind, if there is one."""
        with self._lock:
            budget = self._running.pop(kind, None)
        if budget is not None:
            budget.interrupt()

    def _run(self, kind: str, budget: Budget, search: Callable[[Budget], Any], done: Callable[[Any], None]) -> None:
        with self._turns[kind]:
            if self._running.get(kind) is not budget:
                return
            try:
                found = search(budget)
            except LimitReached as error:
                found = error
            except Exception as error:  # whatever goes wrong in a search, the page is told
                logging.getLogger(__name__).exception("a search failed")
                found = error
        with self._lock:
            if self._running.get(kind) is not budget:
                return
            del self._running[kind]
        done(found)
