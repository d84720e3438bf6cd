"""The group of all commands: each is imported when it is called, and whatever goes wrong ends in a sentence."""

from __future__ import annotations

import io
import sys
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

import click

from solver.cli import streams
from solver.interrupting import ending_at_once

if TYPE_CHECKING:
    from solver.cli.reporter import Reporter


class LateCommands(click.Group):
    """Commands by name, imported late: an overview needs none of them.

    modules: for each command, whose module has its name, its line in the overview; package: where the modules are.
    """

    def __init__(self, *args: Any, modules: Mapping[str, str], package: str, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self._modules = modules
        self._package = package

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names in the order of the overview."""
        return list(self._modules)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """A command, imported; None when there is none of that name."""
        if cmd_name not in self._modules:
            return None
        with ending_at_once():
            command: click.Command = import_module(f"{self._package}.{cmd_name}").command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that the arguments name. Raises NoSuchCommand, which knows the names that are near."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            raise click.NoSuchCommand(error.command_name, possibilities=self._modules, ctx=ctx) from None

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the overview."""
        with formatter.section("Commands"):
            formatter.write_dl(list(self._modules.items()))


class Commands(LateCommands):
    """The program's commands: whatever goes wrong in one of them ends in a sentence."""

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the overview, and which patiences there are."""
        from solver.registry import games

        super().format_commands(ctx, formatter)
        with formatter.section("Patiences"):
            formatter.write_text(", ".join(games()))

    def main(  # type: ignore[override]  # always ends the program
        self, args: Sequence[str] | None = None, prog_name: str | None = None, **extra: Any
    ) -> NoReturn:
        """Run a command and end the program with its exit code."""
        streams.prepare()
        code = self._ended(args, prog_name, extra)
        sys.exit(code)

    def _ended(self, args: Sequence[str] | None, prog_name: str | None, extra: Mapping[str, Any]) -> int:
        from solver.cli.codes import ERROR

        extra = {name: value for name, value in extra.items() if name != "standalone_mode"}
        try:
            code = super().main(args, prog_name, standalone_mode=False, **extra)
        except click.ClickException as error:
            message = io.StringIO()
            error.show(message)
            streams.write_err(message.getvalue())
            return error.exit_code
        except (click.Abort, KeyboardInterrupt):
            streams.write_err("interrupted\n")
        except BrokenPipeError as error:
            streams.failed_output(error)
        except Exception as error:
            sentence = _sentence(error)
            if sentence is None:
                raise
            streams.write_err(f"Error: {sentence}\n")
        else:
            return code if isinstance(code, int) else 0
        return ERROR

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named. Raises BadInput for what the package finds wrong with its input."""
        from solver.cli.codes import BadInput
        from solver.errors import InputError, OptionError, UnknownGame, Unsupported

        try:
            return super().invoke(ctx)
        except (InputError, OptionError, Unsupported, UnknownGame) as error:
            report: Reporter | None = ctx.find_root().obj
            if report is None:
                raise BadInput(str(error)) from None
            report.failed(report.deal, str(error), error)
            return BadInput.exit_code


def _sentence(error: Exception) -> str | None:
    """What an error that is nobody's fault here says to the user; None for a fault of the program."""
    from solver.errors import PatienceError

    if isinstance(error, MemoryError):
        return "there is not enough memory"
    if isinstance(error, ImportError):
        return f"a part of the program cannot be loaded: {error}"
    if isinstance(error, OSError):
        if error.filename is None:
            return str(streams.failed_output(error))
        return f"{streams.file_name(str(error.filename))}: {error.strerror or error}"
    if isinstance(error, PatienceError) or "can't start new thread" in str(error):
        return str(error)
    return None
