"""`patience-solver show`."""

from __future__ import annotations

import click

from solver.cli.inputs import after_option, load, rule_option
from solver.cli.output import as_json, comments, say


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@click.option("--json", "json_", is_flag=True, help="Print an object for programs.")
def command(deal: str, rule: tuple[tuple[str, str], ...], after: str | None, json_: bool) -> None:
    """Check a deal and print its position, with what can be played now.

    DEAL is a deal file, or - for standard input. What is printed is a deal file too: it reads back the same.

    \b
    Examples:
      patience-solver show deal.txt
      patience-solver show deal.txt --after moves-so-far.txt > position.txt
    """
    loaded = load(deal, rule, after)
    position = loaded.position
    moves = [str(move) for move in position.moves()]
    if json_:
        values = {"game": loaded.patience.game, "position": str(position), "moves": moves, "won": position.is_won}
        say(as_json(values))
        return
    say(str(position), nl=False)
    say(comments(now(position.is_won, moves)), nl=False)


def now(won: bool, moves: list[str]) -> list[str]:
    """What can be played in a position, in lines."""
    if won:
        return ["won"]
    if not moves:
        return ["no move is left"]
    return ["can be played now:", *(f"  {move}" for move in moves)]
