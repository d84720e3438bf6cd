"""`patience-solver solve`."""

from __future__ import annotations

from dataclasses import dataclass
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
from solver.cli.texts import log_text, summary
from solver.cli.writing import Target
from solver.errors import InputError, OptionError, PatienceError, Unsupported
from solver.files import DealFile
from solver.limits import Limit, Limits
from solver.outcome import Outcome
from solver.solving import solve
from solver.words import plural

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
    " reshuffles (cross, which always does).",
)
@limit_options
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processors to use.  [default: all]")
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
    found = []
    with report.progress(len(deals) if len(deals) > 1 else None, "deals") as display:
        for number, name in enumerate(deals, 1):
            found.append(run.deal(name, display))
            display.advance()
            if run.interrupted:
                if number < len(deals):
                    report.note(f"interrupted; {plural(len(deals) - number, 'deal')} not searched")
                break
    return first_of(found)


class _Run:
    """Decides one deal after the other and reports each."""

    def __init__(self, task: Task, report: Reporter, deals: tuple[str, ...], logs: dict[str, Path]) -> None:
        self.interrupted = False
        self._task = task
        self._report = report
        self._several = len(deals) > 1
        self._logs = logs
        self._width = max(len(file_name(name)) for name in deals)

    def deal(self, name: str, display: Display) -> int:
        """Decide and report a deal: the exit code. One of several that cannot be read is reported and left."""
        task = self._task
        log = self._logs.get(name)
        try:
            deal = load(name, task.rule, task.after)
            best = task.best and task.best.lower()
            asked = best or deal.patience.deciding.best
            done = answer_in(log, asked, deal) if task.resume and log is not None else None
            if done is not None and log is not None:
                self._report_done(name, deal, done, log)
                return codes.of_verdict(done.verdict)
            with self._report.searching(task.limits, display) as budget:
                outcome = solve(deal.position, engine=task.engine, best=best, jobs=task.jobs, budget=budget)
        except (PatienceError, MemoryError) as error:
            named = isinstance(error, InputError) or not self._several
            said = str(error) or "there is not enough memory"
            self._report.failed(name, said if named else f"{file_name(name)}: {said}", error)
            bad_input = isinstance(error, (InputError, OptionError, Unsupported))
            return BadInput.exit_code if bad_input else codes.ERROR
        self.interrupted = outcome.limit is Limit.INTERRUPT
        self._report_outcome(name, deal, outcome, log)
        if log is not None:
            try:
                answered = outcome.limit is None
                write_log(log, log_text(deal, outcome), asked, deal, answered=answered, force=task.force)
            except OutputFailed as error:
                self._report.note(f"Error: {error.format_message()}")
                return first_of((codes.of_outcome(outcome), error.exit_code))
        return codes.of_outcome(outcome)

    def _report_done(self, name: str, deal: DealFile, done: Answer, log: Path) -> None:
        def record() -> records.Answer:
            from solver.cli import records

            values = deal.patience.deciding.values(deal.position, done.moves) if done.moves else {}
            return records.resumed(
                file_name(name), deal.patience, deal.options, done.verdict, done.moves, values, file_name(str(log))
            )

        self._report.result(lambda: f"{self._named(name)}{done.summary}  (in {log} already)\n", record)

    def _report_outcome(self, name: str, deal: DealFile, outcome: Outcome[Any], log: Path | None) -> None:
        def text() -> str:
            if self._several:
                return f"{self._named(name)}{summary(outcome)}  ({outcome.stats['seconds']:.2f} s)\n"
            return log_text(deal, outcome) if log is None else f"{summary(outcome)}\n"

        def record() -> records.Answer:
            from solver.cli import records

            written = None if log is None else file_name(str(log))
            return records.answer(file_name(name), deal.patience, deal.options, outcome, log=written)

        self._report.result(text, record)

    def _named(self, name: str) -> str:
        return f"{file_name(name):<{self._width}}  "
