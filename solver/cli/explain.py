"""`patience-solver explain`."""

from __future__ import annotations

import click

from solver.cli.inputs import after_option, limit_options, limits, load, rule_option
from solver.cli.output import as_json, exit_code, outcome_json, say, summary, watched
from solver.outcome import Verdict
from solver.solving import explain


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@limit_options
@click.option("--json", "json_", is_flag=True, help="Print an object for programs.")
@click.pass_context
def command(
    ctx: click.Context,
    deal: str,
    rule: tuple[tuple[str, str], ...],
    after: str | None,
    time_limit: float,
    position_limit: int | None,
    memory_limit: int,
    json_: bool,
) -> None:
    """Say why a deal or position of Picture Gallery cannot be won, in sentences that follow from a proof.

    DEAL is a deal file, or - for standard input.

    \b
    Examples:
      patience-solver explain deal.txt
      patience-solver explain deal.txt --after moves-so-far.txt
    """
    loaded = load(deal, rule, after)
    with watched(limits(time_limit, position_limit, memory_limit)) as budget:
        explanation = explain(loaded.position, budget=budget)
    outcome = explanation.outcome
    if json_:
        values = outcome_json(loaded.patience.game, outcome)
        if outcome.verdict is Verdict.UNSOLVABLE:
            values["explanation"] = {
                "kind": explanation.kind,
                "text": list(explanation.lines),
                "facts": [dict(fact) for fact in explanation.facts],
            }
        say(as_json(values))
    else:
        say("\n".join((summary(outcome), *explanation.lines)))
    ctx.exit(exit_code(outcome))
