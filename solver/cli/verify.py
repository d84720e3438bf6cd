"""`patience-solver verify`."""

from __future__ import annotations

import click

from solver.cli.codes import DONE, NEGATIVE
from solver.cli.inputs import STDIN, load, read_text, rule_option, source
from solver.cli.output import as_json, say
from solver.cli.show import now
from solver.files import read_log
from solver.verifying import Result, verify
from solver.words import plural


@click.command()
@click.argument("deal", metavar="DEAL")
@click.argument("log", metavar="LOG")
@rule_option
@click.option("--json", "json_", is_flag=True, help="Print an object for programs.")
@click.pass_context
def command(ctx: click.Context, deal: str, log: str, rule: tuple[tuple[str, str], ...], json_: bool) -> None:
    """Check a move log against the rules: won, unfinished, or illegal with the line, the move and the reason.

    DEAL and LOG are files; one of them may be - for standard input. At the first illegal move the check stops.

    \b
    Examples:
      patience-solver verify deal.txt moves.txt
      patience-solver solve deal.txt | patience-solver verify deal.txt -
    """
    if deal == log == STDIN:
        raise click.UsageError("the deal and the log cannot both come from standard input", ctx)
    log_file = read_log(read_text(log), source(log))
    loaded = load(deal, rule, log=log_file)
    report = verify(loaded.position, log_file.moves(loaded.patience, loaded.document.letters))
    possible = [str(move) for move in report.position.moves()]
    line = log_file.lines[report.played].line if report.result is Result.ILLEGAL else None
    if json_:
        values: dict[str, object] = {
            "game": loaded.patience.game,
            "result": str(report.result),
            "played": report.played,
        }
        if line is not None:
            values |= {"line": line, "move": str(report.move), "reason": report.reason}
        elif report.result is Result.UNFINISHED:
            values["moves"] = possible
        say(as_json(values))
    elif line is not None:
        say(f"illegal: {source(log)}, line {line}: {report.move}\n{report.reason}")
    elif report.result is Result.WON:
        say(f"won: {plural(report.played, 'move')}")
    else:
        say(f"unfinished: {plural(report.played, 'move')} played")
        say("\n".join(now(False, possible)))
    ctx.exit(DONE if report.result is Result.WON else NEGATIVE)
