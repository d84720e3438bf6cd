"""`patience-solver solve`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from itertools import chain, islice
from typing import Any

import click

from solver.cli import codes
from solver.cli.answering import AnswerTask, AskedDeal, answers
from solver.cli.codes import BadInput, first_of
from solver.cli.inputs import STDIN, Given, count_deals, deals_in
from solver.cli.logs import Logs
from solver.cli.params import JOBS, Output, after_option, force_option, limit_options, rule_option
from solver.cli.progress import Display
from solver.cli.reporter import Reporter, reporting
from solver.cli.writing import Target
from solver.limits import Budget, Limit, Limits
from solver.words import plural
from solver.workers import processors


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
    jobs: int | None,
    resume: bool,
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
    if resume and output is None:
        raise click.UsageError("--resume needs a folder (-o)", ctx)
    if deals.count(STDIN) > 1:
        raise click.UsageError("standard input can be read once only", ctx)
    processes = jobs or processors()
    given = deals_in(deals)
    first = list(islice(given, max(2, processes)))
    several = len(first) > 1
    after: str | None = values["after"]
    if several and after is not None:
        raise click.UsageError("--after goes with one deal", ctx)
    logs = None if output is None else Logs(output, [*deals, after or STDIN], several=several)
    at_once = min(processes, len(first))
    task = AnswerTask(
        **values,
        jobs=max(1, processes // at_once) if several else jobs,
        resume=resume,
        form=report.form,
        several=several,
    )
    with report.progress(None, "deals") as display:
        if several and display.is_on:
            display.expect(count_deals(deals))
        return first_of(_SolvingRun(task, deals, logs, at_once, report, display).codes(chain(first, given)))


class _SolvingRun:
    """Has deals decided and prints what came of each, in order; one that fails does not stop the others."""

    def __init__(
        self,
        task: AnswerTask,
        names: Iterable[str],
        logs: Logs | None,
        at_once: int,
        report: Reporter,
        display: Display,
    ) -> None:
        self._task = task
        self._names = names
        self._logs = logs
        self._at_once = at_once
        self._report = report
        self._display = display

    def codes(self, deals: Iterable[Given]) -> list[int]:
        """The exit code of each deal that was reached before an interrupt."""
        found: list[int] = []
        interrupted = False
        source = answers(self._task, self._asked(deals), self._at_once, self._watched)
        try:
            for said in source:
                self._report.repeat(said.printed)
                found.append(said.code)
                self._display.advance()
                interrupted = said.limit is Limit.INTERRUPT
                if interrupted and said.code == codes.ERROR:
                    break
        except KeyboardInterrupt:
            if not self._task.several:
                raise
            self._note_rest(len(found))
            found.append(codes.ERROR)
        else:
            if interrupted and self._task.several:
                self._note_rest(len(found))
        finally:
            source.close()
        return found

    def _asked(self, deals: Iterable[Given]) -> Iterator[AskedDeal]:
        """The deals, each with the place of its log."""
        width = 0
        for given in deals:
            width = max(width, len(given.label))
            try:
                yield AskedDeal(given, None if self._logs is None else self._logs.of(given), width=width)
            except BadInput as error:
                yield AskedDeal(given, error=error, width=width)

    def _watched(self, limits: Limits) -> AbstractContextManager[Budget]:
        return self._report.searching(limits, self._display)

    def _note_rest(self, searched: int) -> None:
        """Say how many deals an interrupt has left out, if any are known to be."""
        total = count_deals(self._names)
        left = None if total is None else total - searched
        if left != 0:
            words = "deals that follow were" if left is None else plural(left, "deal")
            self._report.note(f"interrupted; {words} not searched")
