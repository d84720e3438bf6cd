"""Running CP-SAT: a child process that can be stopped at any time, and the questions it is asked.

CP-SAT looks at nothing while it searches, so it runs in a process of its own (`child`). The parent looks at its budget
every `LOOK` seconds; when a limit is reached, an interrupt comes or any exception passes through, the child is killed.
If the parent itself is killed the child notices and ends.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import queue
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from types import TracebackType
from typing import Self

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached
from solver.patiences.gallery.cpsat.request import Answer, Failure, Request
from solver.patiences.gallery.packed import Packed

LOOK = 0.05
"""Seconds between two looks at the budget."""

MEMORY_LOOK = 0.5
"""Seconds between two looks at the memory of the child."""


class ChildFailed(RuntimeError):
    """The child process broke down; the message holds its error."""


@dataclass(frozen=True)
class Decided:
    """A proved verdict: plays that win from the position, or `None` if nothing does.

    stats: variables, constraints, branches, conflicts, seconds (wall clock) and, if it can be won, redeals.
    """

    plays: tuple[int, ...] | None
    stats: Mapping[str, int | float] = field(default_factory=dict)


@dataclass(frozen=True)
class Fewest:
    """What is known of the fewest redeals that win.

    bounds: of the fewest redeals; `None` if the position is proved lost.
    plays: the best line that is known, `None` without one.
    limit: what stopped the proof, `None` if it is finished.
    """

    bounds: Bounds | None
    plays: tuple[int, ...] | None
    limit: Limit | None = None
    stats: Mapping[str, int | float] = field(default_factory=dict)


class Child:
    """The child process, as a context: it is gone when the context is left, however that happens."""

    def __init__(self) -> None:
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 - closed when the context is left
        package_folder = str(Path(__file__).resolve().parents[4])
        paths = [package_folder, os.environ.get("PYTHONPATH", "")]
        try:
            self._process = subprocess.Popen(
                # -P: the working folder is no place to import from.
                [sys.executable, "-P", "-m", f"{__package__}.child"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                env={**os.environ, "PYTHONPATH": os.pathsep.join(path for path in paths if path)},
            )
        except OSError as error:
            self._errors.close()
            raise ChildFailed(f"the CP-SAT process cannot be started: {error}") from error

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for stream in (self._process.stdin, self._process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):  # what was not written to a dead process
                    stream.close()
        self._errors.close()

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def ask(self, request: Request, budget: Budget) -> Answer:
        """The answer to a request.

        Raises:
            LimitReached: a limit of the budget, or the deterministic limit of the request (`Limit.WORK`).
            ChildFailed: the child raised an error or died.
        """
        assert self._process.stdin is not None
        try:
            pickle.dump(request, self._process.stdin)
            self._process.stdin.flush()
        except OSError as error:
            raise ChildFailed(self._obituary()) from error
        answers: queue.SimpleQueue[Answer | Failure | None] = queue.SimpleQueue()
        threading.Thread(target=self._receive, args=(answers,), daemon=True).start()
        next_memory_look = time.monotonic() + MEMORY_LOOK
        while True:
            budget.check()
            try:
                answer = answers.get(timeout=LOOK)
                break
            except queue.Empty:
                if budget.limits.memory is not None and time.monotonic() >= next_memory_look:
                    next_memory_look += MEMORY_LOOK
                    self._look_at_memory(budget, budget.limits.memory)
        if answer is None:
            raise ChildFailed(self._obituary())
        if isinstance(answer, Failure):
            raise ChildFailed(f"CP-SAT failed:\n{answer.traceback}")
        if not answer.proved:
            if request.deterministic is None:
                raise ChildFailed("CP-SAT ended without a proof although nothing limited it")
            raise LimitReached(Limit.WORK, budget)
        return answer

    def _receive(self, answers: queue.SimpleQueue[Answer | Failure | None]) -> None:
        assert self._process.stdout is not None
        try:
            answers.put(pickle.load(self._process.stdout))
        except Exception:  # the process ended, or is being ended
            answers.put(None)

    def _look_at_memory(self, budget: Budget, limit: int) -> None:
        import psutil

        try:
            used = psutil.Process().memory_info().rss + psutil.Process(self.pid).memory_info().rss
        except psutil.NoSuchProcess:
            return
        budget.peak_memory = max(budget.peak_memory, used)
        if used > limit:
            raise LimitReached(Limit.MEMORY, budget)

    def _obituary(self) -> str:
        code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip()
        return f"the CP-SAT process ended with code {code}" + (f":\n{said}" if said else "")


def decide(
    packed: Packed,
    budget: Budget,
    workers: int = 1,
    *,
    deterministic: float | None = None,
) -> Decided:
    """Decide whether a position can be won, under all rule options.

    Args:
        packed: the position.
        budget: its time and memory limits and interrupts are looked at; positions are none that it could spend.
        workers: threads of CP-SAT.
        deterministic: the most work in CP-SAT's units, roughly seconds; with one worker every run then ends alike.

    Raises:
        LimitReached: undecided. `Limit.WORK` stands for the deterministic limit.
        ChildFailed: the CP-SAT process broke down.
    """
    started = time.monotonic()
    if not packed.kinds:
        return Decided((), {"redeals": 0})
    with Child() as child:
        answer = child.ask(Request(packed, workers, None, deterministic), budget)
    stats: dict[str, int | float] = dict(answer.stats)
    stats["seconds"] = round(time.monotonic() - started, 3)
    if answer.plays is not None:
        stats["redeals"] = count_redeals(answer.plays)
    return Decided(answer.plays, stats)


def fewest_redeals(
    packed: Packed,
    budget: Budget,
    workers: int = 1,
    known_line: tuple[int, ...] | None = None,
    *,
    deterministic: float | None = None,
) -> Fewest:
    """The fewest redeals that win, proved, unless a limit is reached: then the bounds known by then.

    Asks "with at most K redeals?" for K = 0, 1, … Each "no" raises the lower bound; the first "yes" is the answer.

    Args:
        packed: the position.
        budget: as for `decide`; its limits do not raise here.
        workers: threads of CP-SAT.
        known_line: a line that wins, if one is known: the search then ends below its redeals.
        deterministic: the most work for each K, as for `decide`.

    Raises:
        ChildFailed: the CP-SAT process broke down.
    """
    started = time.monotonic()
    if not packed.kinds:
        return Fewest(Bounds(0, 0), (), None, {"redeals": 0})
    with Child() as child:
        found = raise_bound(
            lambda most: child.ask(Request(packed, workers, most, deterministic), budget),
            packed.width - packed.done.bit_count(),
            known_line,
        )
    stats = dict(found.stats)
    stats["seconds"] = round(time.monotonic() - started, 3)
    if found.plays is not None:
        stats["redeals"] = count_redeals(found.plays)
    return replace(found, stats=stats)


def raise_bound(ask: Callable[[int], Answer], highest: int, known_line: tuple[int, ...] | None = None) -> Fewest:
    """The fewest redeals from answers to "can it be won with at most K redeals?", asked for K = 0, 1, … `highest`.

    `LimitReached` raised by `ask` ends the search with what is known.
    """
    best = known_line
    stats: dict[str, int | float] = {}
    low = 0
    limit = None
    try:
        while best is None or low < count_redeals(best):
            if low > highest:
                return Fewest(None, None, None, stats)
            answer = ask(low)
            _add(stats, answer.stats)
            if answer.plays is None:
                low += 1
            else:
                best = answer.plays
    except LimitReached as reached:
        limit = reached.limit
    return Fewest(Bounds(low, None if best is None else count_redeals(best)), best, limit, stats)


def count_redeals(plays: tuple[int, ...]) -> int:
    """The redeals among plays."""
    return sum(play < 0 for play in plays)


def _add(stats: dict[str, int | float], more: Mapping[str, int]) -> None:
    """Variables and constraints are those of the largest model, the rest adds up."""
    for name, value in more.items():
        largest = name in ("variables", "constraints")
        stats[name] = max(stats.get(name, 0), value) if largest else stats.get(name, 0) + value
