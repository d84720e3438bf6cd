"""`patience-solver rules`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from solver.cli.params import game_argument
from solver.cli.reporter import Reporter, reporting

if TYPE_CHECKING:
    from solver.cli.records.deals import Page
    from solver.patience import AnyPatience


@click.command()
@game_argument
@reporting()
def command(game: AnyPatience, report: Reporter) -> None:
    """Print the rules, options, files and moves of a patience.

    \b
    Example:
      patience-solver rules gallery
    """
    page = game.rules_file.read_text(encoding="utf-8")

    def record() -> Page:
        from solver.cli.records.deals import Page

        return Page(
            game=game.game,
            title=game.title,
            options={option.name: tuple(option.values) for option in game.options},
            measures=game.deciding.counted,
            engines=tuple(engine.name for engine in game.deciding.engines),
            text=page,
        )

    report.result(lambda: page, record)
