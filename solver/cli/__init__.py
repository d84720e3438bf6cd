"""The command `patience-solver`. Nothing else in the package prints."""

from __future__ import annotations

from importlib import import_module
from typing import Any

import click

from solver.cli.codes import BadInput

# Each command's module, imported when the command is run or its help is asked for, and its line in the overview.
_COMMANDS = {
    "solve": "Decide deals and print the winning moves.",
    "explain": "Say why a deal cannot be won (gallery).",
    "show": "Check a deal and print its position.",
    "verify": "Check a move log against the rules.",
    "generate": "Deal at random and keep what is wanted.",
    "rules": "Print the rules of a patience.",
}


class _Commands(click.Group):
    """The commands, imported late: an overview needs none of them."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command: click.Command = import_module(f"solver.cli.{cmd_name}").command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        if args and args[0] not in _COMMANDS and not args[0].startswith("-"):
            from solver.words import unknown

            raise click.UsageError(unknown("command", args[0], _COMMANDS), ctx)
        return super().resolve_command(ctx, args)

    def invoke(self, ctx: click.Context) -> Any:
        from solver.errors import InputError, OptionError, UnknownGame, Unsupported

        try:
            return super().invoke(ctx)
        except (InputError, OptionError, Unsupported, UnknownGame) as error:
            raise BadInput(str(error)) from None


def _print_version(ctx: click.Context, _param: click.Parameter, wanted: bool) -> None:
    if wanted and not ctx.resilient_parsing:
        from importlib.metadata import version

        click.echo(f"patience-solver {version('patience-solver')}")
        ctx.exit()


@click.command(
    cls=_Commands,
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
    The patiences: gallery (Picture Gallery), marriage (Royal Marriage with pairs), cross (Vanishing Cross).

    \b
    Examples:
      patience-solver solve deal.txt
      patience-solver solve deal.txt | patience-solver verify deal.txt -
      patience-solver generate gallery --seed 1 | patience-solver solve -
    """
