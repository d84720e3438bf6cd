"""What can be said on the command line: the types of parameters, and the options that several commands share."""

from __future__ import annotations

import functools
import math
import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from solver.cli.writing import Target
from solver.words import shortened

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from solver.generating import Condition
    from solver.patience import AnyPatience

LAST_SEED = 10**18
"""The last seed of a random deal that commands take."""

SEED = click.IntRange(0, LAST_SEED)
"""A seed of a random deal."""

NUMBER = click.IntRange(1, 10**18)
"""A number of things, at least one; more than this nobody has the time to wait for."""

JOBS = click.IntRange(1, 1000)
"""A number of processes: a thousand would fill the memory of most machines."""

F = TypeVar("F", bound=Callable[..., Any])
T = TypeVar("T")


class _Word(click.ParamType[T]):
    """A type read from one word; `expected` says in an error what it should have been."""

    expected: str

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> T:
        """The value of a word; a value that is converted already is left as it is. Raises BadParameter."""
        if not isinstance(value, str):
            converted: T = value
            return converted
        try:
            return self.read(value)
        except ValueError:
            self._unreadable(value, param, ctx)

    def read(self, word: str) -> T:
        """The value of a word. Raises ValueError when it has none."""
        raise NotImplementedError

    def _unreadable(self, value: str, param: click.Parameter | None, ctx: click.Context | None) -> NoReturn:
        self.fail(f'found "{shortened(value)}"; expected {self.expected}', param, ctx)


class Rule(_Word[tuple[str, str]]):
    """A rule option: its name in lower case and its value."""

    name = "NAME=VALUE"
    expected = "NAME=VALUE, as in redeal=anytime"

    def read(self, word: str) -> tuple[str, str]:
        """Name and value."""
        key, equals, value = word.partition("=")
        if not equals or not key.strip() or not value.strip():
            raise ValueError
        return key.strip().lower(), value.strip()


class Size(_Word[int]):
    """A number of bytes, with K, M, G or T after it; no program runs in less than a megabyte."""

    name = "SIZE"
    expected = "a size of at least 1M, such as 500M or 2G"
    units = {"K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}  # noqa: RUF012
    least = 2**20

    def read(self, word: str) -> int:
        """The number of bytes."""
        match = re.fullmatch(r"([0-9]{1,15}(?:\.[0-9]{1,15})?) ?([KMGT]?)(?:I?B)?", word.strip().upper())
        number = float(match[1]) * self.units.get(match[2], 1) if match else 0
        if not self.least <= number < 2**63:
            raise ValueError
        return int(number)


class Seconds(_Word[float]):
    """A time in seconds, above 0."""

    name = "SECONDS"
    expected = "a number of seconds above 0"

    def read(self, word: str) -> float:
        """The number of seconds."""
        number = float(word)
        if not 0 < number < math.inf:
            raise ValueError
        return number


class Width(_Word[float]):
    """The width of an interval of a share, from end to end; for a narrower one nobody has the time."""

    name = "W"
    expected = "a width from 0.000001 to 1, such as 0.06"
    least = 1e-6

    def read(self, word: str) -> float:
        """The width."""
        number = float(word)
        if not self.least <= number <= 1:
            raise ValueError
        return number


class MeasureRange(_Word["Condition"]):
    """A measure, in lower case, and the values that it may have: `=N`, `=N..M`, `<N`, `<=N`, `>N` or `>=N`."""

    name = "MEASURE=N"
    expected = "MEASURE=N, MEASURE=N..M or MEASURE<=N, as in redeals=6"

    def read(self, word: str) -> Condition:
        """The condition."""
        from solver.generating import Condition

        match = re.fullmatch(r"([^=<>]+)(=|<=|>=|<|>)([0-9]{1,9})(?:\.\.([0-9]{1,9}))?", word)
        if match is None or (match[4] is not None and match[2] != "="):
            raise ValueError
        measure, sign, number = match[1].strip().lower(), match[2], int(match[3])
        low, high = {
            "=": (number, int(match[4] or number)),
            "<=": (0, number),
            "<": (0, number - 1),
            ">=": (number, None),
            ">": (number + 1, None),
        }[sign]
        if not measure or (high is not None and low > high):
            raise ValueError
        return Condition(measure, low, high)


class PySolNumber(_Word[tuple[int, bool]]):
    """The number of a deal in PySolFC, and whether it is one of Microsoft's (`ms12345`)."""

    name = "N"
    expected = "a number above 0, such as 12345 or ms12345"

    def read(self, word: str) -> tuple[int, bool]:
        """The number, and whether `ms` stands before it."""
        match = re.fullmatch("(ms)?([0-9]{1,21})", word.strip().lower())
        if match is None or int(match[2]) < 1:
            raise ValueError
        return int(match[2]), match[1] is not None


class PatienceName(click.ParamType["AnyPatience"]):
    """A patience by its name, in either case."""

    name = "GAME"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> AnyPatience:
        """The patience. Raises BadParameter when there is none of that name."""
        from solver.errors import UnknownGame
        from solver.registry import patience

        if not isinstance(value, str):
            found: AnyPatience = value
            return found
        try:
            return patience(value.lower())
        except UnknownGame as error:
            self.fail(str(error), param, ctx)

    def get_missing_message(self, param: click.Parameter, ctx: click.Context | None) -> str:
        """Which patiences there are, for somebody who names none."""
        from solver.registry import games
        from solver.words import one_of

        return f"Expected {one_of(games())}."

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
        """The names that begin so."""
        from click.shell_completion import CompletionItem

        from solver.registry import games

        return [CompletionItem(game) for game in games() if game.startswith(incomplete.lower())]


class Output(_Word[Target]):
    """Where results shall be written: a file, or a folder, which a slash at the end says."""

    name = "PATH"
    expected = "the name of a file or a folder"

    def read(self, word: str) -> Target:
        """The path."""
        return Target.of(word)


def game_argument(command: F) -> F:
    """The argument `game`: a patience."""
    return click.argument("game", metavar="GAME", type=PatienceName())(command)


def rule_option(command: F) -> F:
    """The option `--rule NAME=VALUE`, repeatable: the argument `rule` of a command, pairs of name and value."""
    return click.option(
        "--rule",
        type=Rule(),
        metavar=Rule.name,
        multiple=True,
        help="Set a rule option, over what the files say; repeatable. See `patience-solver rules GAME`.",
    )(command)


def after_option(command: F) -> F:
    """The option `--after LOG`: the argument `after`, a file name or None."""
    return click.option(
        "--after", metavar="LOG", help="Go on from the position that the moves in this file (or -) lead to."
    )(command)


def force_option(command: F) -> F:
    """The option `--force`: the argument `force`."""
    return click.option("--force", is_flag=True, help="Replace files that this program did not write.")(command)


def limit_options(command: F) -> F:
    """The options for limits: the argument `limits`, a `solver.limits.Limits`."""

    @click.option(
        "--time-limit",
        type=Seconds(),
        metavar=Seconds.name,
        default="60",
        show_default=True,
        help="Stop after so long (each deal).",
    )
    @click.option(
        "--position-limit",
        type=NUMBER,
        metavar="N",
        help="Stop after searching so many positions (CP-SAT counts none).",
    )
    @click.option(
        "--memory-limit",
        type=Size(),
        metavar=Size.name,
        default="1500M",
        show_default=True,
        help="Stop when so many bytes are held; K, M, G after the number.",
    )
    @functools.wraps(command)
    def limited(*args: Any, time_limit: float, position_limit: int | None, memory_limit: int, **values: Any) -> Any:
        from solver.limits import Limits

        return command(*args, limits=Limits(time_limit, position_limit, memory_limit), **values)

    return limited  # type: ignore[return-value]  # the same command with three parameters in place of one
