"""`patience-solver solve`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import tee
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.codes import BadInput, OutputFailed, first_of
from solver.cli.inputs import STDIN, load
from solver.cli.logs import Answer, answer_in, log_files, write_log
from solver.cli.params import Output, after_option, force_option, limit_options, rule_option
from solver.cli.progress import Display
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import answer_line, log_text
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
    type=click.IntRange(min=1),
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

    DEAL is a deal file, or - for standard input. The verdict is a comment line; what follows is a move log.

    \b
    Examples:
      patience-solver solve deal.txt
      patience-solver solve deal.txt --after moves-so-far.txt
      patience-solver solve deal.txt --rule redeal=anytime --best redeals
      patience-solver solve deals/*.txt -o logs/ --resume
    """
    task = Task(**values)
    if len(deals) > 1 and task.after is not None:
        raise click.UsageError("--after goes with one deal", ctx)
    if task.resume and output is None:
        raise click.UsageError("--resume needs a folder (-o)", ctx)
    if deals.count(STDIN) > 1:
        raise click.UsageError("standard input can be read once only", ctx)
    inputs = [*deals, task.after or STDIN]
    logs = {} if output is None else log_files(deals, output, inputs, force=task.force)
    run = _Run(task, report, deals, logs)
    with report.progress(len(deals) if len(deals) > 1 else None, "deals") as display:
        return first_of(run.codes(display))


@dataclass(frozen=True)
class _Asked:
    """A deal that has been read, or what was wrong with it; its answer, if a log has it already, or the question."""

    name: str
    deal: DealFile | None = None
    best: str | None = None
    error: Exception | None = None
    done: Answer | None = None
    question: Question | None = None


class _Run:
    """Decides deals and reports each, in order; one that fails does not stop the others."""

    def __init__(self, task: Task, report: Reporter, deals: tuple[str, ...], logs: dict[str, Path]) -> None:
        self._task = task
        self._report = report
        self._deals = deals
        self._several = len(deals) > 1
        self._logs = logs
        self._width = max(len(file_name(name)) for name in deals)
        jobs = task.jobs or processors()
        self._at_once = min(jobs, len(deals))
        self._engine_jobs = max(1, jobs // self._at_once) if self._several else task.jobs

    def codes(self, display: Display) -> list[int]:
        """Decide and report all deals: the exit code of each that was reached before an interrupt."""
        found: list[int] = []
        asked, reported = tee(map(self._asked, self._deals))
        questions = (one.question for one in asked if one.question is not None)
        limits = self._task.limits
        results = decide_all(questions, limits, self._at_once, lambda: self._report.searching(limits, display))
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
            self._report.note(f"interrupted; {plural(len(self._deals) - len(found) + 1, 'deal')} not searched")
        else:
            left = len(self._deals) - len(found)
            if left:
                self._report.note(f"interrupted; {plural(left, 'deal')} not searched")
        finally:
            results.close()
        return found

    def _asked(self, name: str) -> _Asked:
        """Read a deal, and look for an answer that is there already."""
        task = self._task
        try:
            deal = load(self._report, name, task.rule, task.after)
        except (PatienceError, MemoryError) as error:
            return _Asked(name, error=error)
        best = task.best and task.best.lower()
        asked = _Asked(name, deal, best or deal.patience.deciding.best)
        log = self._logs.get(name)
        done = answer_in(log, asked.best, deal) if task.resume and log is not None else None
        if done is not None:
            return replace(asked, done=done)
        return replace(asked, question=Question(deal.position, task.engine, best, self._engine_jobs))

    def _reported(self, asked: _Asked, result: Result | None) -> int:
        """Report what came of a deal: its exit code."""
        if asked.deal is None or isinstance(result, Raised) or asked.error is not None:
            error = asked.error or (result.error if isinstance(result, Raised) else None)
            return self._failed(asked.name, error or RuntimeError(str(getattr(result, "line", ""))))
        if isinstance(result, Lost):
            return self._failed(asked.name, EngineFault(f"the process that searched it {result}"))
        log = self._logs.get(asked.name)
        if asked.done is not None and log is not None:
            self._report_done(asked.name, asked.deal, asked.done, log)
            return codes.of_verdict(asked.done.verdict)
        assert isinstance(result, Returned)
        outcome: Outcome[Any] = result.value
        if outcome.verdict is Verdict.UNSOLVABLE and outcome.end is None and not self._several:
            outcome = _with_first_look(outcome, asked.deal)
        self._report_outcome(asked.name, asked.deal, outcome, log)
        if log is not None:
            try:
                text = log_text(asked.deal, outcome)
                answered = outcome.limit is None
                write_log(log, text, asked.best, asked.deal, answered=answered, force=self._task.force)
            except OutputFailed as error:
                self._report.note(f"Error: {error.format_message()}")
                return first_of((codes.of_outcome(outcome), error.exit_code))
        return codes.of_outcome(outcome)

    def _failed(self, name: str, error: Exception) -> int:
        named = isinstance(error, InputError) or not self._several
        said = str(error) or "there is not enough memory"
        self._report.failed(name, said if named else f"{file_name(name)}: {said}", error)
        return BadInput.exit_code if isinstance(error, (InputError, OptionError, Unsupported)) else codes.ERROR

    def _report_done(self, name: str, deal: DealFile, done: Answer, log: Path) -> None:
        found = deal.patience

        def record() -> records.Answer:
            from solver.cli import records

            values = found.deciding.values(deal.position, done.moves) if done.verdict is Verdict.SOLVABLE else {}
            if done.end is not None and found.deciding.leaving is not None:
                values = {LEFT: found.deciding.leaving.of(done.end)}
            return records.resumed(file_name(name), deal, done.verdict, done.moves, values, file_name(str(log)))

        self._report.result(lambda: f"{self._named(name)}{done.summary}  (in {log} already)\n", record)

    def _report_outcome(self, name: str, deal: DealFile, outcome: Outcome[Any], log: Path | None) -> None:
        def text() -> str:
            if self._several:
                return f"{self._named(name)}{answer_line(deal, outcome)}  ({outcome.stats['seconds']:.2f} s)\n"
            return log_text(deal, outcome) if log is None else f"{answer_line(deal, outcome)}\n"

        def record() -> records.Answer:
            from solver.cli import records

            written = None if log is None else file_name(str(log))
            return records.answer(file_name(name), deal, outcome, log=written)

        self._report.result(text, record)

    def _named(self, name: str) -> str:
        return f"{file_name(name):<{self._width}}  "


def _with_first_look(outcome: Outcome[Any], deal: DealFile) -> Outcome[Any]:
    """A lost deal's outcome with how far a short search brings it."""
    look = first_look(deal.position)
    return replace(outcome, notes=(*outcome.notes, *([look] if look else [])))


def _is_interrupted(result: Result | None) -> bool:
    return isinstance(result, Returned) and result.value.limit is Limit.INTERRUPT
