"""The command `patience-solver`. Nothing else in the package prints."""

from __future__ import annotations

import click

from solver.cli.commands import Commands


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from solver import native
        from solver.version import VERSION

        click.echo(f"patience-solver {VERSION}, {native.words()}")
        ctx.exit()


@click.command(
    cls=Commands,
    package=__name__,
    modules={
        "solve": "Decide deals and print the winning moves.",
        "hint": "Say what each move does, and advise one.",
        "review": "Say where a game was lost, or could have been won better.",
        "odds": "Say how likely a win is when cards are unknown.",
        "rate": "Say how hard deals are to a player.",
        "explain": "Say why a deal cannot be won.",
        "show": "Check a deal and draw its table.",
        "replay": "Play a game through, as a page or a text.",
        "play": "Play in the browser, with hints and undo.",
        "verify": "Check a move log against the rules.",
        "generate": "Deal at random and keep what is wanted.",
        "survey": "Decide many random deals and say how often they can be won.",
        "rules": "Print the rules of a patience.",
    },
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog="Exit codes: 0 solvable, won or done; 10 unsolvable, illegal or unfinished; 20 undecided; 1 interrupted or"
    " failed; 2 bad usage or bad input.",
)
@click.option(
    "--version", is_flag=True, expose_value=False, is_eager=True, callback=_print_version, help="Print the version."
)
def main() -> None:
    """Decide whether a deal of a card patience can be won, show how, check a move log, generate deals.

    \b
    Examples:
      patience-solver solve deal.txt
      patience-solver solve deal.txt | patience-solver verify deal.txt -
      patience-solver generate gallery --seed 1 | patience-solver solve -
    """
