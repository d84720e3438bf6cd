"""What the commands read: deals, logs, rule options, limits; the options and arguments for them."""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from solver.cli.codes import BadInput, IllegalLog
from solver.errors import InputError
from solver.files import DealFile, LogFile, read_deal, read_log
from solver.limits import Limits
from solver.notation import lines_of
from solver.verifying import Result, verify

F = TypeVar("F", bound=Callable[..., Any])

STDIN = "-"


def read_text(name: str) -> str:
    """The text of a file, or of stdin for `-`. Raises InputError when it cannot be read as UTF-8 text."""
    if name == STDIN and sys.stdin is None:
        raise InputError("is closed; expected a file on it", source=source(name))
    try:
        data = sys.stdin.buffer.read() if name == STDIN else Path(name).read_bytes()
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=source(name)) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = len(lines_of(data[: error.start].decode("utf-8", "replace")))
        raise InputError(
            f"found a byte (0x{data[error.start]:02x}) that is not UTF-8 text; expected a text file",
            source=source(name),
            line=line,
        ) from None


def source(name: str) -> str:
    """How messages call a file."""
    return "standard input" if name == STDIN else name or '""'


def _rule(value: str) -> tuple[str, str]:
    key, equals, word = value.partition("=")
    if not equals or not key.strip() or not word.strip():
        raise click.BadParameter(f'found "{value}"; expected NAME=VALUE, as in redeal=anytime')
    return key.strip().lower(), word.strip()


def rule_option(command: F) -> F:
    """The option `--rule NAME=VALUE`, repeatable: the argument `rule` of a command, pairs of name and value."""
    return click.option(
        "--rule",
        type=_rule,
        metavar="NAME=VALUE",
        multiple=True,
        help="Set a rule option, over what the files say; repeatable. See `patience-solver rules GAME`.",
    )(command)


def after_option(command: F) -> F:
    """The option `--after LOG`: the argument `after`, a file name or None."""
    return click.option(
        "--after", metavar="LOG", help="Go on from the position that the moves in this file (or -) lead to."
    )(command)


_UNITS = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def _size(value: str) -> int:
    match = re.fullmatch(r"([0-9]+(?:\.[0-9]+)?) ?([KMGT]?)(?:I?B)?", value.strip().upper())
    number = float(match[1]) * _UNITS.get(match[2], 1) if match else 0
    if not 1 <= number < 2**63:
        raise click.BadParameter(f'found "{value}"; expected a size such as 500M or 2G')
    return int(number)


def _seconds(value: str) -> float:
    try:
        number = float(value)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise click.BadParameter(f'found "{value}"; expected a number of seconds above 0')
    return number


def limit_options(command: F) -> F:
    """The options for limits: the arguments `time_limit`, `position_limit` and `memory_limit`."""
    for option in (
        click.option(
            "--memory-limit",
            type=_size,
            metavar="SIZE",
            default="1500M",
            show_default=True,
            help="Stop when the process holds so many bytes; K, M, G after the number.",
        ),
        click.option(
            "--position-limit",
            type=click.IntRange(min=1),
            metavar="N",
            help="Stop after searching so many positions (CP-SAT counts none).",
        ),
        click.option(
            "--time-limit",
            type=_seconds,
            metavar="SECONDS",
            default="60",
            show_default=True,
            help="Stop after so long (each deal).",
        ),
    ):
        command = option(command)
    return command


def limits(time_limit: float | None, position_limit: int | None, memory_limit: int | None) -> Limits:
    """Limits as the options give them."""
    return Limits(time_limit, position_limit, memory_limit)


def load(
    name: str, rule: tuple[tuple[str, str], ...], after: str | None = None, log: LogFile | None = None
) -> DealFile:
    """Read a deal and go on to where `after` leads.

    The options of `log` (a log that will be read with the deal) hold over the deal's, as do those of `after`.
    Raises InputError for the files, OptionError for a rule option, IllegalLog when the rules forbid a move of `after`.
    """
    if after == STDIN == name:
        raise BadInput("the deal and the moves cannot both come from standard input")
    played = log if after is None else read_log(read_text(after), source(after))
    deal = read_deal(read_text(name), source(name), log=played, overrides=dict(rule))
    if after is None or played is None:
        return deal
    report = verify(deal.position, played.moves(deal.patience, deal.document.letters))
    if report.result is Result.ILLEGAL:
        line = played.lines[report.played].line
        raise IllegalLog(f"illegal: {source(after)}, line {line}: {report.move}\n{report.reason}")
    return deal.at(report.position)
