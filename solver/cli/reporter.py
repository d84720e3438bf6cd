"""Where results, notes and errors go: text, JSON or nothing, the same for every command."""

from __future__ import annotations

import functools
import re
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import Enum
from types import FrameType
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

import click

from solver.cli import streams
from solver.cli.progress import Display
from solver.words import HIDDEN, plural, visible

if TYPE_CHECKING:
    from solver.cli.records.common import Record
    from solver.cli.records.deals import Entry
    from solver.limits import Budget, Limits, Progress

F = TypeVar("F", bound=Callable[..., Any])

Printed: TypeAlias = tuple[str, Callable[[str], None]]
"""A text, and the function of this module or of `streams` that prints it."""

_NOT_ASCII = re.compile("[^\x20-\x7e]")


class Form(Enum):
    """The form of results."""

    TEXT = "text"
    JSON = "json"
    QUIET = "quiet"


class Reporter:
    """Prints results to standard output in one form, notes and errors to standard error, progress on a terminal.

    deal: the one deal file that a command is about.
    """

    def __init__(self, form: Form, deal: str | None = None) -> None:
        self.form = form
        self.deal = deal
        self._display: Display | None = None

    @property
    def prints_records(self) -> bool:
        """Whether results are printed for programs."""
        return self.form is Form.JSON

    def result(self, text: Callable[[], str], record: Callable[[], Record | Entry], *, coloured: bool = False) -> None:
        """Print a result: `text` makes it for people (nothing when empty), `record` for programs.

        coloured: the text has codes for colours, and nothing in it is taken from a file as it stands.

        Raises OutputFailed when that fails; a reader that went away is a BrokenPipeError.
        """
        if self.form is Form.QUIET:
            return
        if self.form is Form.JSON:
            self._print(_line(record()), write_line)
        else:
            self._print(text(), streams.write_coloured if coloured else streams.write_out)

    def note(self, text: str) -> None:
        """Say something beside the result."""
        self._print(f"{text}\n", streams.write_err)

    def failed(self, file: str | None, message: str, error: Exception, deal: str | None = None) -> None:
        """Say that nothing can be said of a deal, and why: an error for people, and for programs a record too.

        deal: its name, where the file holds several.
        """
        self.note(f"Error: {message}")
        if self.form is Form.JSON:
            from solver.cli.records import failures

            name = None if file is None else streams.file_name(file)
            self._print(_line(failures.failed(name, visible(message), error, deal)), write_line)

    def repeat(self, printed: Iterable[Printed]) -> None:
        """Print what a `KeepingReporter` has kept. Raises as `result` does."""
        for text, write in printed:
            self._print(text, write)

    def _print(self, text: str, write: Callable[[str], None]) -> None:
        if self._display is None:
            write(text)
        else:
            with self._display.hidden():
                write(text)

    @contextmanager
    def progress(self, total: int | None = None, things: str = "") -> Iterator[Display]:
        """A display that makes way for what this reporter prints; it counts to `total` if that is given."""
        with Display(total, things) as display:
            self._display = display
            try:
                yield display
            finally:
                self._display = None

    @contextmanager
    def searching(self, limits: Limits, display: Display) -> Iterator[Budget]:
        """A budget that shows its progress and that Ctrl-C interrupts; a second Ctrl-C ends the program."""
        from solver.limits import Budget

        budget = Budget(limits, (lambda progress: display.describe(_words(progress))) if display.is_on else None)

        def interrupt(_signal: int, _frame: FrameType | None) -> None:
            budget.interrupt()
            signal.signal(signal.SIGINT, previous)

        previous = signal.signal(signal.SIGINT, interrupt)
        try:
            yield budget
        finally:
            signal.signal(signal.SIGINT, previous)


class KeepingReporter(Reporter):
    """Keeps what it is to print, for a reporter of this or another process: printing is up to one of them."""

    def __init__(self, form: Form, deal: str | None = None) -> None:
        super().__init__(form, deal)
        self._printed: list[Printed] = []

    @property
    def printed(self) -> tuple[Printed, ...]:
        """What it was to print so far."""
        return tuple(self._printed)

    def _print(self, text: str, write: Callable[[str], None]) -> None:
        self._printed.append((text, write))


def reporting(*, quiet: bool = False) -> Callable[[F], F]:
    """The options `--json` and, where wanted, `-q`: the argument `report`, a Reporter."""

    def decorate(command: F) -> F:
        @functools.wraps(command)
        @click.pass_context
        def reported(ctx: click.Context, /, *args: Any, json_: bool, quiet: bool = False, **values: Any) -> Any:
            report = Reporter(Form.QUIET if quiet else Form.JSON if json_ else Form.TEXT, values.get("deal"))
            ctx.find_root().obj = report
            return command(*args, report=report, **values)

        reported = click.option("--json", "json_", is_flag=True, help="Print objects for programs, one line each.")(
            reported
        )
        if quiet:
            reported = click.option(
                "-q", "--quiet", is_flag=True, help="Print no result, only errors: the exit code tells."
            )(reported)
        return reported  # type: ignore[return-value]  # the same command with one parameter in place of two

    return decorate


def _line(record: Record | Entry) -> str:
    """A record on a line."""
    import msgspec

    from solver.cli.records.common import Record

    return msgspec.json.encode(record if isinstance(record, Record) else record.flat()).decode() + "\n"


def write_line(line: str) -> None:
    """Print a record's line; where the output is not UTF-8, in ASCII. Raises as `streams.write_out` does."""
    beyond = HIDDEN if streams.encoding_of(sys.stdout) == "utf-8" else _NOT_ASCII
    streams.write_out(beyond.sub(_json_escape, line.removesuffix("\n")) + "\n")


def _json_escape(match: re.Match[str]) -> str:
    units = match[0].encode("utf-16-be")
    return "".join(f"\\u{units[at : at + 2].hex()}" for at in range(0, len(units), 2))


def _words(progress: Progress) -> str:
    """A glimpse of a search for people."""
    words = [progress.engine] if progress.engine else []
    if progress.positions:
        words += [plural(progress.positions, "position"), f"depth {progress.depth}"]
    if progress.bounds is not None:
        words += ["solvable"] if progress.bounds.high is not None else []
        words.append(str(progress.bounds))
    return ", ".join((*words, f"{progress.memory / 2**20:,.0f} MB", f"{progress.seconds:.1f} s"))
