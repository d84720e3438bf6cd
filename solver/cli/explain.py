"""`patience-solver explain`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.cli import codes
from solver.cli.inputs import load
from solver.cli.params import after_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import explanation_text
from solver.forced import Forced, forced_beginning
from solver.limits import Limits
from solver.outcome import Verdict
from solver.solving import explain

if TYPE_CHECKING:
    from solver.cli.records.solved import Answer


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@limit_options
@reporting()
def command(deal: str, rule: tuple[tuple[str, str], ...], after: str | None, limits: Limits, report: Reporter) -> int:
    """Say why a deal or position cannot be won, in sentences that follow from a proof.

    DEAL is a deal file, or - for standard input.

    \b
    Examples:
      patience-solver explain deal.txt
      patience-solver explain deal.txt --after moves-so-far.txt
    """
    loaded = load(report, deal, rule, after)
    with report.progress() as display, report.searching(limits, display) as budget:
        explanation = explain(loaded.position, budget=budget)
    outcome = explanation.outcome
    lost = outcome.verdict is Verdict.UNSOLVABLE
    forced = forced_beginning(loaded.patience, loaded.position) if lost else Forced()

    def record() -> Answer:
        from solver.cli.records import solved

        reason = solved.reason(explanation, forced) if lost else None
        return solved.answer(file_name(deal), loaded, outcome, explanation=reason)

    report.result(lambda: explanation_text(loaded, forced, explanation), record)
    return codes.of_outcome(outcome)
