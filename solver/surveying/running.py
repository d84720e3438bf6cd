"""A run over the deals of a survey: claimed in chunks, decided by an executor, recorded as they come."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil

from solver.limits import Limits
from solver.outcome import Verdict
from solver.patience import Question
from solver.registry import patience
from solver.shares import Always, Share
from solver.surveying.database import Claim, Database, Run
from solver.surveying.deciding import FAILED, Asked, Chunk, Decided, DecidingTask, decide, this_program
from solver.surveying.executors import Executor, Here
from solver.worker_main import Raised, Returned
from solver.workers import CannotStart, Loss, Lost, Result

CHUNK_SECONDS = 1.0
"""A chunk has so many deals as are decided in about this time: long beside the time to hand it over and record it."""

FIRST_CHUNK = 8
"""Deals of the first chunks, when it is not known yet how long one takes."""

MOST_IN_CHUNK = 4096
"""Deals of a chunk at most."""

STEP = 100
"""A sequential survey looks at its interval after every so many deals, so that it stops at the same one always."""

PAUSE = 0.5
"""Seconds until a run that has nothing left to do looks again at the deals on which other runs work."""


@dataclass(frozen=True)
class Plan:
    """What a run shall do.

    seeds: the deals; limits: of each deal, the memory that of all processes together; width: stop as soon as the
    interval of a sequential survey is so narrow, or None.
    """

    asked: Asked
    seeds: range
    engine: str = "auto"
    limits: Limits = field(default_factory=Limits)
    width: float | None = None


@dataclass(frozen=True)
class Status:
    """How far a run has come.

    counts: the deals of the plan's seeds that the file has, by verdict; decided: those that this run has decided;
    seconds: since the run began; sequence: after a sequential survey has stopped, the deals that it looked at, all
    from the first seed on.
    """

    counts: Mapping[Verdict, int]
    decided: int
    seconds: float
    sequence: Share | None = None

    @property
    def share(self) -> Share:
        """The share of deals that can be won, of those in the file."""
        return share_of(self.counts)


def share_of(counts: Mapping[Verdict, int]) -> Share:
    """The share of deals that can be won."""
    return Share(counts[Verdict.SOLVABLE], sum(counts.values()), counts[Verdict.UNDECIDED])


def run(database: Database, plan: Plan, executor: Executor) -> Generator[Status, None, None]:
    """Decide what the file does not have yet of the deals of a plan; how far it has come after each chunk.

    What other runs work on is waited for, and taken up should they end without it. Closing the generator ends the run;
    what it has recorded stays. Raises Unsupported for an engine, a measure or rule options that are not offered,
    EngineFault or EnginesDisagree for faults of the program.
    """
    check(plan)
    limits = executor.each(plan.limits)
    begun = database.begin(plan.asked, plan.engine, limits)
    runner = _Runner(database, plan, begun, limits)
    try:
        yield from runner.statuses(executor)
    finally:
        database.end(begun)


def check(plan: Plan) -> None:
    """Raise Unsupported for an engine or a measure that the patience has not."""
    patience(plan.asked.game).deciding.engine_for(Question(plan.engine, plan.asked.best))


class _Runner:
    """The state of a run."""

    def __init__(self, database: Database, plan: Plan, begun: Run, limits: Limits) -> None:
        self._database = database
        self._plan = plan
        self._run = begun
        self._limits = limits
        self._counts = Counter(database.counts(begun.survey, plan.seeds))
        self._decided = 0
        self._started = time.monotonic()
        self._again: deque[Claim] = deque()
        self._seconds_each: float | None = None
        self._has_passed = False
        self._sequence = None if plan.width is None else _Sequence(database, plan, begun)

    def statuses(self, executor: Executor) -> Generator[Status, None, None]:
        enough = self._is_enough()
        yield self._status()
        while not enough:
            self._has_passed = False
            results = executor.results(decide, self._tasks(executor))
            try:
                for task, result in results:
                    self._take(Claim(task.seeds), result)
                    enough = self._is_enough()
                    yield self._status()
                    if enough:
                        return
            except CannotStart:
                self._database.release(self._run)
                self._again.clear()
                executor = Here()
                continue
            finally:
                results.close()
            if not self._again:
                if not self._has_passed:
                    return
                time.sleep(PAUSE)
                self._counts = Counter(self._database.counts(self._run.survey, self._plan.seeds))

    def _status(self) -> Status:
        counts = {verdict: self._counts[verdict] for verdict in Verdict}
        sequence = self._sequence.share if self._sequence is not None and self._sequence.is_enough else None
        return Status(counts, self._decided, time.monotonic() - self._started, sequence)

    def _is_enough(self) -> bool:
        """Whether a sequential survey may stop."""
        return self._sequence is not None and self._sequence.look()

    def _tasks(self, executor: Executor) -> Iterator[DecidingTask]:
        """What is to be done, claimed when it is asked for."""
        at = self._plan.seeds.start
        while True:
            while self._again:
                yield self._task(self._again.popleft())
            most = self._chunk_size(executor, self._plan.seeds.stop - at)
            claim, at, passed = self._database.claim(self._run, range(at, self._plan.seeds.stop), most)
            self._has_passed |= passed
            if claim is None:
                return
            yield self._task(claim)

    def _task(self, claim: Claim) -> DecidingTask:
        return DecidingTask(self._plan.asked, claim.seeds, self._plan.engine, self._limits)

    def _chunk_size(self, executor: Executor, left: int) -> int:
        """How many deals to hand out at once: towards the end fewer, so that all workers end together."""
        if self._seconds_each is None:
            return FIRST_CHUNK
        wanted = min(MOST_IN_CHUNK, CHUNK_SECONDS / max(self._seconds_each, 1e-9))
        return max(1, min(int(wanted), ceil(left / (2 * executor.width))))

    def _take(self, claim: Claim, result: Result) -> None:
        """Record what came of a claim. A lost process loses only the deal that it was lost on, which is found so."""
        if isinstance(result, Raised):
            error = result.exception
            if result.trace:
                error.add_note(result.trace)
            raise error
        if isinstance(result, Returned):
            self._record(claim, result.value)
        elif len(claim.seeds) > 1:
            self._again.extend(self._database.split(self._run, claim))
        else:
            self._record(claim, Chunk(this_program(), (self._lost(claim.seeds[0], result),)))

    def _record(self, claim: Claim, chunk: Chunk) -> None:
        self._counts.update(self._database.record(self._run, claim, chunk))
        self._decided += len(chunk.deals)
        mean = chunk.seconds / len(chunk.deals)
        self._seconds_each = mean if self._seconds_each is None else (3 * self._seconds_each + mean) / 4

    def _lost(self, seed: int, lost: Lost) -> Decided:
        reason = "memory" if lost.loss is Loss.MEMORY else FAILED
        return Decided(seed, Verdict.UNDECIDED, self._plan.engine, 0, 0.0, reason)


class _Sequence:
    """The deals from the first seed on, as far as none is missing, and when they are enough.

    Only they count: of the deals that are decided at some moment, in whatever order, more would be quick ones.
    """

    def __init__(self, database: Database, plan: Plan, begun: Run) -> None:
        assert plan.width is not None
        self._database = database
        self._plan = plan
        self._run = begun
        self._width = plan.width
        self._always = Always.for_width(plan.width)
        self._counts = dict.fromkeys(Verdict, 0)
        self.is_enough = False

    @property
    def share(self) -> Share:
        """The share of deals that can be won."""
        return share_of(self._counts)

    def look(self) -> bool:
        """Look at the deals that have been recorded since the last time: whether they are enough."""
        at = self._plan.seeds.start + self.share.total
        verdicts = self._database.verdicts_from(self._run.survey, at)
        while not self.is_enough and at < self._plan.seeds.stop and (verdict := next(verdicts, None)) is not None:
            self._counts[verdict] += 1
            at += 1
            if self.share.total % STEP == 0:
                low, high = self._always.interval(self.share)
                if high - low <= self._width:
                    self.is_enough = True
                    self._database.stopped(self._run, self._plan.seeds.start, self._width, self.share.total)
        return self.is_enough
