"""`patience-solver survey`: the group of its commands."""

from __future__ import annotations

import click

from solver.cli.commands import LateCommands


@click.command(
    cls=LateCommands,
    package=__name__,
    modules={
        "run": "Decide random deals and record them.",
        "report": "Say what the surveys of a file have found.",
        "plot": "Draw it.",
        "export": "Write all deals as a table.",
    },
)
def command() -> None:
    """Decide many random deals, record each in a file, and say how often the patience can be won.

    \b
    Examples:
      patience-solver survey run gallery --deals 10000 --seed 0 --db gallery.db
      patience-solver survey report gallery.db
      patience-solver survey plot gallery.db -o gallery.png
      patience-solver survey export gallery.db -o gallery.csv
    """
