"""Random deals of a wanted kind: the same for a seed on every machine and with any number of processes."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections import deque
from collections.abc import Generator, Iterator, Mapping
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from multiprocessing import active_children, get_context, parent_process
from multiprocessing.connection import wait

from solver.bounds import Bounds
from solver.limits import Limits
from solver.options import Options
from solver.outcome import Verdict
from solver.patience import Deal
from solver.registry import patience
from solver.solving import solve

INLINE_SECONDS = 1.0
"""Candidates are decided in this process for so long before others are started, which takes a while itself."""


@dataclass(frozen=True)
class Wanted:
    """Which deals are kept.

    game, options: the patience and its (complete) rule options; verdict: solvable, unsolvable, or None for either;
    best: a measure and the best value it must have, or None; positions: a candidate's limit; numbered: candidates are
    the deals that PySolFC numbers so, not the random deals of their seeds.
    """

    game: str
    options: Options
    verdict: Verdict | None = Verdict.SOLVABLE
    best: tuple[str, int] | None = None
    positions: int | None = None
    numbered: bool = False


@dataclass(frozen=True)
class Candidate:
    """A deal that has been decided: by its seed (or PySolFC number), with the winning line's log lines."""

    seed: int
    deal: Deal
    verdict: Verdict
    moves: tuple[str, ...] = ()
    line: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)

    def is_wanted(self, wanted: Wanted) -> bool:
        """Whether the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED or wanted.verdict not in (None, self.verdict):
            return False
        if wanted.best is None:
            return True
        measure, value = wanted.best
        bounds = self.measures.get(measure)
        return bounds is not None and bounds.proved and bounds.low == value

    def is_open(self, wanted: Wanted) -> bool:
        """Whether a limit left open if the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED:
            return True
        if wanted.best is None or self.verdict is Verdict.UNSOLVABLE:
            return False
        bounds = self.measures.get(wanted.best[0])
        return bounds is None or not bounds.proved


def decide(wanted: Wanted, seed: int) -> Candidate:
    """Deal and decide one candidate: a function of its arguments alone."""
    found = patience(wanted.game)
    deal = found.pysol_deal(seed, wanted.options) if wanted.numbered else found.random_deal(seed, wanted.options)
    outcome = solve(
        found.start(deal),
        Limits(positions=wanted.positions),
        best=wanted.best[0] if wanted.best else None,
        jobs=1,
        repeatable=True,
    )
    return Candidate(
        seed, deal, outcome.verdict, tuple(map(str, outcome.moves)), dict(outcome.line), dict(outcome.measures)
    )


def candidates(wanted: Wanted, seed: int, tries: int, jobs: int | None = None) -> Generator[Candidate, None, None]:
    """The candidates of seeds `seed`, `seed + 1`, … in order, decided by `jobs` processes (None: all processors)."""
    jobs = jobs or os.cpu_count() or 1
    seeds = iter(range(seed, seed + tries))
    started = time.monotonic()
    for number in seeds:
        yield decide(wanted, number)
        if jobs > 1 and time.monotonic() - started > INLINE_SECONDS:
            break
    with _pool(jobs) as pool:
        pending: deque[Future[Candidate]] = deque()
        for number in seeds:
            with _deaf():
                pending.append(pool.submit(decide, wanted, number))
            if len(pending) >= 4 * jobs:
                yield pending.popleft().result()
        while pending:
            yield pending.popleft().result()


@contextmanager
def _pool(jobs: int) -> Iterator[ProcessPoolExecutor]:
    others = set(active_children())
    pool = ProcessPoolExecutor(jobs, mp_context=get_context("spawn"), initializer=_end_with_parent)
    try:
        yield pool
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
        for worker in set(active_children()) - others:  # what they still search is not wanted any more
            worker.terminate()


@contextmanager
def _deaf() -> Iterator[None]:
    """Keep an interrupt waiting: processes that start meanwhile do not hear it before they can ignore it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with_parent() -> None:
    """Make a worker end as soon as its parent does, however that ends; an interrupt is the parent's to handle."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=lambda: (wait([parent.sentinel]), os._exit(1)), daemon=True).start()
