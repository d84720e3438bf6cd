"""`patience-solver rules`."""

from __future__ import annotations

import click

from solver.cli.output import say
from solver.registry import GAMES, patience


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(GAMES, case_sensitive=False))
def command(game: str) -> None:
    """Print the rules, options, files and moves of a patience: gallery, marriage or cross.

    \b
    Example:
      patience-solver rules gallery
    """
    say(patience(game).rules_file.read_text(encoding="utf-8"), nl=False)
