"""`patience-solver show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.cli.inputs import load
from solver.cli.params import after_option, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import comments, now

if TYPE_CHECKING:
    from solver.cli.records import Shown


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@reporting()
def command(deal: str, rule: tuple[tuple[str, str], ...], after: str | None, report: Reporter) -> None:
    """Check a deal and print its position, with what can be played now.

    DEAL is a deal file, or - for standard input. What is printed is a deal file too: it reads back the same.

    \b
    Examples:
      patience-solver show deal.txt
      patience-solver show deal.txt --after moves-so-far.txt > position.txt
    """
    loaded = load(deal, rule, after)
    position = loaded.position
    moves = tuple(map(str, position.moves()))

    def record() -> Shown:
        from solver.cli.records import Shown

        return Shown(
            file=file_name(deal),
            game=loaded.patience.game,
            options=dict(loaded.options),
            position=str(position),
            moves=moves,
            won=position.is_won,
        )

    report.result(lambda: str(position) + comments(now(position.is_won, moves).splitlines()), record)
