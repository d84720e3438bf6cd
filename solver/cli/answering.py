"""What `solve` does with a deal, in whichever process: it is read and decided, its answer worded, its log written.

All of that is done where the deal is decided, for in native search it takes longer than the search; the process of the
command itself hands out deals as they lie in their files, and prints in order what comes back.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Generator, Iterable
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from solver import deciding_many
from solver.cli import codes
from solver.cli.codes import BadInput, OutputFailed, first_of
from solver.cli.inputs import Given, load
from solver.cli.logs import Logged, answer_in, write_log
from solver.cli.reporter import Form, KeepingReporter, Printed
from solver.cli.streams import file_name
from solver.cli.texts import answer_line, answer_text
from solver.cli.writing import check
from solver.deal_files import DealFile
from solver.deciding_many import TooLong, called, noted, spread
from solver.errors import EngineFault, InputError, OptionError, PatienceError, Unsupported
from solver.limits import Budget, Limit, Limits
from solver.outcome import LEFT, Outcome, Verdict
from solver.solving import first_look, solve
from solver.worker_main import Raised, Returned
from solver.workers import Result

if TYPE_CHECKING:
    from solver.cli.records import solved

Watched = Callable[[Limits], AbstractContextManager[Budget]]
"""Makes the budget of a deal that is decided in the process of the command."""


@dataclass(frozen=True)
class AnswerTask:
    """What shall be done with every deal, and in which form the answers are wanted.

    several: whether there are several deals, each of which then gets a line; jobs: processors for each of them.
    """

    rule: tuple[tuple[str, str], ...]
    after: str | None
    engine: str
    best: str | None
    limits: Limits
    jobs: int | None
    resume: bool
    force: bool
    form: Form
    several: bool


@dataclass(frozen=True)
class AskedDeal:
    """A deal that is asked for; where its log goes, or what is wrong with that; how wide the column of labels is."""

    given: Given
    log: Path | None = None
    error: Exception | None = None
    width: int = 0


@dataclass(frozen=True)
class Said:
    """What has come of a deal: the exit code, what is to be printed, and the limit that stopped the search, if any."""

    code: int
    printed: tuple[Printed, ...] = ()
    limit: Limit | None = None


def answers(task: AnswerTask, asked: Iterable[AskedDeal], jobs: int, watched: Watched) -> Generator[Said, None, None]:
    """What has come of each deal, in order, with `jobs` of them decided at once.

    The memory of the limits is that of all processes together, so each worker has a share of it, and a deal that needs
    more is decided again by this process. Closing the generator, as an interrupt does, stops what is being decided.
    """
    at_first = deciding_many.seconds_here()

    def here(one: AskedDeal) -> Said:
        return answer(task, one, lambda: watched(task.limits))

    def soon(one: AskedDeal) -> Said:
        quick = replace(task, limits=replace(task.limits, seconds=at_first))
        said = answer(quick, one, lambda: watched(quick.limits), handed_on=Limit.SECONDS)
        if said.limit is Limit.SECONDS:
            raise TooLong
        return said

    is_patient = task.limits.seconds is None or task.limits.seconds > at_first
    limits = task.limits
    share = limits if limits.memory is None else replace(limits, memory=max(1, limits.memory // jobs))
    there = partial(answer_there, replace(task, limits=share))
    pending: deque[AskedDeal] = deque()
    results = spread(here, there, noted(asked, pending), jobs, soon=soon if is_patient else None)
    try:
        for result in results:
            one = pending.popleft()
            ran_out = isinstance(result, Returned) and result.value.limit is Limit.MEMORY
            yield _said(task, one, called(here, one) if ran_out and jobs > 1 else result)
    finally:
        results.close()


def _said(task: AnswerTask, asked: AskedDeal, result: Result) -> Said:
    """What has come of a deal, also where that is nothing but an error."""
    if isinstance(result, Returned):
        said: Said = result.value
        return said
    error = result.exception if isinstance(result, Raised) else EngineFault(f"the process that searched it {result}")
    answering = _Answering(task, asked)
    return Said(answering.failed(error), answering.report.printed)


def answer_there(task: AnswerTask, asked: AskedDeal) -> Said:
    """Answer in a worker: where its share of the memory is too small nothing is said."""
    return answer(task, asked, lambda: nullcontext(Budget(task.limits)), handed_on=Limit.MEMORY)


def answer(
    task: AnswerTask,
    asked: AskedDeal,
    watched: Callable[[], AbstractContextManager[Budget]],
    handed_on: Limit | None = None,
) -> Said:
    """Read and decide a deal, and put in words what came of it.

    watched: makes the budget; handed_on: a limit at which nothing is said, as the deal is decided again elsewhere.
    """
    answering = _Answering(task, asked)
    code, limit = answering.code(watched, handed_on)
    return Said(code, answering.report.printed, limit)


class _Answering:
    """Answers for one deal; what it reports is kept."""

    def __init__(self, task: AnswerTask, asked: AskedDeal) -> None:
        self.report = KeepingReporter(task.form)
        self._task = task
        self._given = asked.given
        self._log = asked.log
        self._error = asked.error
        self._width = asked.width

    def code(
        self, watched: Callable[[], AbstractContextManager[Budget]], handed_on: Limit | None
    ) -> tuple[int, Limit | None]:
        """Answer: the exit code, and the limit that stopped the search."""
        task, log = self._task, self._log
        try:
            if self._error is not None:
                raise self._error
            if log is not None:
                check(log, force=task.force)
            deal = load(self.report, self._given, task.rule, task.after)
            best = task.best and task.best.lower()
            asked_best = best or deal.patience.deciding.best
            done = answer_in(log, asked_best, deal) if task.resume and log is not None else None
            if done is not None and log is not None:
                self._report_done(deal, done, log)
                return codes.of_verdict(done.verdict), None
            with watched() as budget:
                outcome = solve(deal.position, engine=task.engine, best=best, jobs=task.jobs, budget=budget)
        except (PatienceError, BadInput) as error:
            return self.failed(error), None
        if outcome.limit is not None and outcome.limit is handed_on:
            return codes.of_outcome(outcome), outcome.limit
        return self._report_answer(deal, outcome, asked_best), outcome.limit

    def failed(self, error: Exception) -> int:
        """Report that nothing can be said of the deal: the exit code."""
        given, task = self._given, self._task
        said = given.message(error) if str(error) else "there is not enough memory"
        named = isinstance(error, (InputError, BadInput)) or not task.several or given.name is not None
        message = said if named else f"{given.label}: {said}"
        self.report.failed(given.file, message, error, given.name)
        bad = isinstance(error, (InputError, OptionError, Unsupported, BadInput))
        return BadInput.exit_code if bad else codes.ERROR

    def _report_answer(self, deal: DealFile, outcome: Outcome[Any], best: str | None) -> int:
        """Report an outcome and write the log: the exit code."""
        task, log = self._task, self._log
        if outcome.verdict is Verdict.UNSOLVABLE and outcome.end is None and not task.several:
            outcome = _with_first_look(outcome, deal)
        self._report_outcome(deal, outcome)
        if log is not None:
            try:
                answered = outcome.limit is None
                write_log(log, answer_text(deal, outcome), best, deal, answered=answered, force=task.force)
            except OutputFailed as error:
                self.report.note(f"Error: {error.format_message()}")
                return first_of((codes.of_outcome(outcome), error.exit_code))
        return codes.of_outcome(outcome)

    def _report_done(self, deal: DealFile, done: Logged, log: Path) -> None:
        found, given = deal.patience, self._given

        def record() -> solved.Answer:
            from solver.cli.records import solved

            values = found.deciding.values(deal.position, done.moves) if done.verdict is Verdict.SOLVABLE else {}
            if done.end is not None and found.deciding.leaving is not None:
                values = {LEFT: found.deciding.leaving.of(done.end)}
            return solved.resumed(
                file_name(given.file),
                deal,
                done.verdict,
                done.moves,
                values,
                file_name(str(log)),
                given.entry.known,
                name=given.name,
            )

        self.report.result(lambda: f"{self._label()}{done.summary}  (in {log} already)\n", record)

    def _report_outcome(self, deal: DealFile, outcome: Outcome[Any]) -> None:
        given, log = self._given, self._log

        def text() -> str:
            if self._task.several:
                return f"{self._label()}{answer_line(deal, outcome)}  ({outcome.stats['seconds']:.2f} s)\n"
            return answer_text(deal, outcome) if log is None else f"{answer_line(deal, outcome)}\n"

        def record() -> solved.Answer:
            from solver.cli.records import solved

            written = None if log is None else file_name(str(log))
            return solved.answer(file_name(given.file), deal, outcome, given.entry.known, name=given.name, log=written)

        self.report.result(text, record)

    def _label(self) -> str:
        return f"{self._given.label:<{self._width}}  "


def _with_first_look(outcome: Outcome[Any], deal: DealFile) -> Outcome[Any]:
    """A lost deal's outcome with how far a short search brings it."""
    look = first_look(deal.position)
    return replace(outcome, notes=(*outcome.notes, *([look] if look else [])))
