"""`patience-solver solve`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from itertools import chain, islice, tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.codes import BadInput, OutputFailed, first_of
from solver.cli.inputs import STDIN, Given, count_deals, deals_in, load
from solver.cli.logs import Answer, Logs, answer_in, write_log
from solver.cli.params import JOBS, Output, after_option, force_option, limit_options, rule_option
from solver.cli.progress import Display
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import answer_line, answer_text
from solver.cli.writing import Target
from solver.deciding_many import Question, decide_all
from solver.errors import EngineFault, InputError, OptionError, PatienceError, Unsupported
from solver.files import DealFile
from solver.limits import Limit, Limits
from solver.outcome import LEFT, Outcome, Verdict
from solver.solving import first_look
from solver.words import plural
from solver.worker_main import Raised, Returned
from solver.workers import Lost, Result, processors

if TYPE_CHECKING:
    from solver.cli import records


@dataclass(frozen=True)
class Task:
    """What shall be done with every deal."""

    rule: tuple[tuple[str, str], ...]
    after: str | None
    engine: str
    best: str | None
    limits: Limits
    jobs: int | None
    resume: bool
    force: bool


@click.command()
@click.argument("deals", metavar="DEAL...", nargs=-1, required=True)
@rule_option
@after_option
@click.option(
    "--engine",
    metavar="ENGINE",
    default="auto",
    show_default=True,
    help="The engine that decides: auto, or one that the page `patience-solver rules GAME` names.",
)
@click.option(
    "--best",
    metavar="MEASURE",
    help="Find a winning line with the smallest value of a measure, and prove it: redeals (gallery), row (marriage),"
    " reshuffles (cross, which always does). left: of a lost deal the line that leaves the fewest cards.",
)
@limit_options
@click.option(
    "--jobs",
    type=JOBS,
    metavar="N",
    help="Deals to decide at once; processors to use for one deal.  [default: all]",
)
@click.option(
    "-o",
    "--output",
    type=Output(),
    metavar=Output.name,
    help="Write the log here; into a folder for several deals, or when it ends in a slash or is there.",
)
@click.option("--resume", is_flag=True, help="Skip deals whose log is there already and answers the same.")
@force_option
@reporting(quiet=True)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    deals: tuple[str, ...],
    output: Target | None,
    report: Reporter,
    **values: Any,
) -> int:
    """Decide whether deals can be won, and print the winning moves.

    DEAL is a file with a deal or with several (one after the other, or as JSON Lines), a folder of such files, or - for
    standard input. The verdict of a single deal is a comment line, and what follows is a move log; several get a line
    each.

    \b
    Examples:
      patience-solver solve deal.txt
      patience-solver solve deal.txt --after moves-so-far.txt
      patience-solver solve deal.txt --rule redeal=anytime --best redeals
      patience-solver solve deals/ -o logs/ --resume
      patience-solver generate gallery --count 5 --verdict any | patience-solver solve -
    """
    task = Task(**values)
    if task.resume and output is None:
        raise click.UsageError("--resume needs a folder (-o)", ctx)
    if deals.count(STDIN) > 1:
        raise click.UsageError("standard input can be read once only", ctx)
    jobs = task.jobs or processors()
    given = deals_in(deals)
    first = list(islice(given, max(2, jobs)))
    several = len(first) > 1
    if several and task.after is not None:
        raise click.UsageError("--after goes with one deal", ctx)
    logs = None if output is None else Logs(output, [*deals, task.after or STDIN], several=several, force=task.force)
    total = count_deals(deals) if several else 1
    run = _Run(task, report, chain(first, given), min(jobs, len(first)), total, logs)
    with report.progress(total if several else None, "deals") as display:
        return first_of(run.codes(display))


@dataclass(frozen=True)
class _Asked:
    """A deal that has been read, or what was wrong with it; its answer, if a log has it already, or the question."""

    given: Given
    log: Path | None = None
    deal: DealFile | None = None
    best: str | None = None
    error: Exception | None = None
    done: Answer | None = None
    question: Question | None = None


class _Run:
    """Decides deals and reports each, in order; one that fails does not stop the others."""

    def __init__(
        self, task: Task, report: Reporter, deals: Iterable[Given], at_once: int, total: int | None, logs: Logs | None
    ) -> None:
        self._task = task
        self._report = report
        self._deals = deals
        self._several = total != 1
        self._total = total
        self._logs = logs
        self._width = 0
        self._at_once = at_once
        self._engine_jobs = max(1, (task.jobs or processors()) // at_once) if self._several else task.jobs

    def codes(self, display: Display) -> list[int]:
        """Decide and report all deals: the exit code of each that was reached before an interrupt."""
        found: list[int] = []
        asked, reported = tee(map(self._asked, self._deals))
        questions = (one.question for one in asked if one.question is not None)
        limits = self._task.limits
        results = decide_all(questions, limits, self._at_once, lambda: self._report.searching(limits, display))
        result: Result | None = None
        try:
            for one in reported:
                result = None if one.question is None else next(results)
                found.append(self._reported(one, result))
                display.advance()
                if found[-1] == codes.ERROR and _is_interrupted(result):
                    break
        except KeyboardInterrupt:
            if not self._several:
                raise
            found.append(codes.ERROR)
            self._note_rest(len(found) - 1)
        else:
            if _is_interrupted(result) and self._several:
                self._note_rest(len(found))
        finally:
            results.close()
        return found

    def _note_rest(self, searched: int) -> None:
        """Say how many deals an interrupt has left out, if any are known to be."""
        left = None if self._total is None else self._total - searched
        if left != 0:
            words = "deals that follow were" if left is None else plural(left, "deal")
            self._report.note(f"interrupted; {words} not searched")

    def _asked(self, given: Given) -> _Asked:
        """Read a deal, and look for an answer that is there already."""
        task = self._task
        self._width = max(self._width, len(given.label))
        try:
            log = None if self._logs is None else self._logs.of(given)
            deal = load(self._report, given, task.rule, task.after)
        except (PatienceError, MemoryError, BadInput) as error:
            return _Asked(given, error=error)
        best = task.best and task.best.lower()
        asked = _Asked(given, log, deal, best or deal.patience.deciding.best)
        done = answer_in(log, asked.best, deal) if task.resume and log is not None else None
        if done is not None:
            return replace(asked, done=done)
        return replace(asked, question=Question(deal.position, task.engine, best, self._engine_jobs))

    def _reported(self, asked: _Asked, result: Result | None) -> int:
        """Report what came of a deal: its exit code."""
        if asked.deal is None or isinstance(result, Raised) or asked.error is not None:
            error = asked.error or (result.error if isinstance(result, Raised) else None)
            return self._failed(asked.given, error or RuntimeError(str(getattr(result, "line", ""))))
        if isinstance(result, Lost):
            return self._failed(asked.given, EngineFault(f"the process that searched it {result}"))
        log = asked.log
        if asked.done is not None and log is not None:
            self._report_done(asked.given, asked.deal, asked.done, log)
            return codes.of_verdict(asked.done.verdict)
        assert isinstance(result, Returned)
        outcome: Outcome[Any] = result.value
        if outcome.verdict is Verdict.UNSOLVABLE and outcome.end is None and not self._several:
            outcome = _with_first_look(outcome, asked.deal)
        self._report_outcome(asked.given, asked.deal, outcome, log)
        if log is not None:
            try:
                text = answer_text(asked.deal, outcome)
                answered = outcome.limit is None
                write_log(log, text, asked.best, asked.deal, answered=answered, force=self._task.force)
            except OutputFailed as error:
                self._report.note(f"Error: {error.format_message()}")
                return first_of((codes.of_outcome(outcome), error.exit_code))
        return codes.of_outcome(outcome)

    def _failed(self, given: Given, error: Exception) -> int:
        said = given.message(error) if str(error) else "there is not enough memory"
        named = isinstance(error, (InputError, BadInput)) or not self._several or given.name is not None
        message = said if named else f"{given.label}: {said}"
        self._report.failed(given.file, message, error, given.name)
        bad = isinstance(error, (InputError, OptionError, Unsupported, BadInput))
        return BadInput.exit_code if bad else codes.ERROR

    def _report_done(self, given: Given, deal: DealFile, done: Answer, log: Path) -> None:
        found = deal.patience

        def record() -> records.Answer:
            from solver.cli import records

            values = found.deciding.values(deal.position, done.moves) if done.verdict is Verdict.SOLVABLE else {}
            if done.end is not None and found.deciding.leaving is not None:
                values = {LEFT: found.deciding.leaving.of(done.end)}
            written = file_name(str(log))
            return records.resumed(
                file_name(given.file),
                deal,
                done.verdict,
                done.moves,
                values,
                written,
                given.entry.known,
                name=given.name,
            )

        self._report.result(lambda: f"{self._named(given)}{done.summary}  (in {log} already)\n", record)

    def _report_outcome(self, given: Given, deal: DealFile, outcome: Outcome[Any], log: Path | None) -> None:
        def text() -> str:
            if self._several:
                return f"{self._named(given)}{answer_line(deal, outcome)}  ({outcome.stats['seconds']:.2f} s)\n"
            return answer_text(deal, outcome) if log is None else f"{answer_line(deal, outcome)}\n"

        def record() -> records.Answer:
            from solver.cli import records

            written = None if log is None else file_name(str(log))
            known = given.entry.known
            return records.answer(file_name(given.file), deal, outcome, known, name=given.name, log=written)

        self._report.result(text, record)

    def _named(self, given: Given) -> str:
        return f"{given.label:<{self._width}}  "


def _with_first_look(outcome: Outcome[Any], deal: DealFile) -> Outcome[Any]:
    """A lost deal's outcome with how far a short search brings it."""
    look = first_look(deal.position)
    return replace(outcome, notes=(*outcome.notes, *([look] if look else [])))


def _is_interrupted(result: Result | None) -> bool:
    return isinstance(result, Returned) and result.value.limit is Limit.INTERRUPT
