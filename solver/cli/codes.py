"""Exit codes, and errors that carry theirs."""

from __future__ import annotations

from collections.abc import Iterable

import click

DONE = 0
ERROR = 1
BAD_INPUT = 2
NEGATIVE = 10
UNDECIDED = 20

_ORDER = (ERROR, BAD_INPUT, UNDECIDED, NEGATIVE, DONE)


def first_of(codes: Iterable[int]) -> int:
    """The exit code for several deals: the first of 1, 2, 20, 10, 0 that occurred."""
    return min(codes, key=_ORDER.index, default=DONE)


class BadInput(click.ClickException):
    """Bad input: the message goes to stderr, the exit code is 2."""

    exit_code = BAD_INPUT
