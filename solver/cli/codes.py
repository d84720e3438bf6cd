"""Exit codes, and errors that carry theirs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import IO, TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from solver.outcome import Outcome, Verdict

DONE = 0
"""Solvable, the log won, or whatever else was asked for is done."""

ERROR = 1
"""Interrupted, engines that disagree, or an unexpected error."""

BAD_INPUT = 2
"""Bad usage or bad input."""

NEGATIVE = 10
"""Unsolvable, or the log is illegal or unfinished."""

UNDECIDED = 20
"""A limit was reached."""

_ORDER = (ERROR, BAD_INPUT, UNDECIDED, NEGATIVE, DONE)


def of_verdict(verdict: Verdict) -> int:
    """The exit code of a verdict."""
    return {"solvable": DONE, "unsolvable": NEGATIVE, "undecided": UNDECIDED}[verdict.value]


def of_outcome(outcome: Outcome[Any]) -> int:
    """The exit code of an outcome."""
    interrupted = outcome.limit is not None and outcome.limit.name == "INTERRUPT"
    return ERROR if interrupted else of_verdict(outcome.verdict)


def first_of(codes: Iterable[int]) -> int:
    """The exit code for several deals: the first of 1, 2, 20, 10, 0 that occurred."""
    return min(codes, key=_ORDER.index, default=DONE)


class IllegalLog(click.ClickException):
    """The moves made so far are against the rules: the message goes to stderr, the exit code is 10."""

    exit_code = NEGATIVE

    def show(self, file: IO[Any] | None = None) -> None:
        """Print the message as `verify` words it."""
        click.echo(self.format_message(), file=file, err=file is None)


class OutputFailed(click.ClickException):
    """A result could not be written where it was wanted: the exit code is 1."""

    exit_code = ERROR


class BadInput(click.ClickException):
    """Bad input: the message goes to stderr, the exit code is 2."""

    exit_code = BAD_INPUT
