"""`patience-solver verify`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.cli.codes import DONE, NEGATIVE
from solver.cli.inputs import STDIN, load, read_text, source
from solver.cli.params import rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import illegal, now
from solver.files import read_log
from solver.letters import in_letters
from solver.verifying import Result, replay
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records import Checked


@click.command()
@click.argument("deal", metavar="DEAL")
@click.argument("log", metavar="LOG")
@rule_option
@reporting()
@click.pass_context
def command(ctx: click.Context, /, deal: str, log: str, rule: tuple[tuple[str, str], ...], report: Reporter) -> int:
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
    loaded = load(report, deal, rule, log=log_file)
    found = replay(loaded.position, log_file.readers(loaded.patience, loaded.document.letters))
    possible = tuple(map(str, found.position.moves()))
    line = log_file.lines[found.played].line if found.result is Result.ILLEGAL else None

    def text() -> str:
        if line is not None:
            return illegal(source(log), line, found, loaded.letters) + "\n"
        if found.result is Result.WON:
            return f"won: {plural(found.played, 'move')}\n"
        return f"unfinished: {plural(found.played, 'move')} played\n{in_letters(now(False, possible), loaded.letters)}"

    def record() -> Checked:
        from solver.cli.records import Checked

        return Checked(
            file=file_name(deal),
            log=file_name(log),
            game=loaded.patience.game,
            options=dict(loaded.options),
            result=found.result,
            played=found.played,
            line=line,
            move=None if line is None else str(found.move),
            reason=None if line is None else found.reason,
            warnings=loaded.warnings,
            moves=possible if found.result is Result.UNFINISHED else (),
        )

    report.result(text, record)
    return DONE if found.result is Result.WON else NEGATIVE
