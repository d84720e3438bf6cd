"""What the records of several commands have in common: their base, kinds of fields, measures and shares."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct

from solver import careful
from solver import forced as forcing
from solver.bounds import Bounds
from solver.collection import Known
from solver.limits import Limit
from solver.patience import Assumption

if TYPE_CHECKING:
    from solver.shares import Share

Key = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
"""A name that a patience or an engine gives: lower case, joined by underscores."""

File = Annotated[str, Meta(description="a file's name; - is standard input; bytes that are no UTF-8 look like \\xff")]
Name = Annotated[str | None, Meta(description="the deal's name, where it has one or the file holds several deals")]
Options = Annotated[dict[str, str], Meta(description="every rule option in force")]
Warnings = Annotated[tuple[str, ...], Meta(description="why no game leads to the deal as it was typed in")]
Assumed = Annotated[dict[Key, str], Meta(description="what the deal does not say and the answer depends on")]
Moves = Annotated[tuple[str, ...], Meta(description="moves as lines of a log")]
Level = Literal["easy", "medium", "hard", "brutal", "unwinnable"]
Text = Annotated[str, Meta(description="the text of a deal file")]
Seed = Annotated[int | None, Meta(description="of the random deal, where the collection says so")]
PySol = Annotated[str | None, Meta(description="the number of the deal in PySolFC, ms before one of Microsoft's")]
Difficulty = Annotated[Level | None, Meta(description="null when it is not known")]
LimitName = Literal["seconds", "positions", "memory", "work", "interrupt"]

NOTHING = Known()
"""What is known of a deal that no collection says anything of."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all records."""


class Measure(Record, frozen=True):
    """A measure of a winning line."""

    value: Annotated[int | None, Meta(description="the value of the line that is given")]
    at_least: Annotated[int | None, Meta(description="the best value is not lower; null when it was not sought")]
    at_most: Annotated[int | None, Meta(description="the best value is not higher; null when no line is known")]


class Forced(Record, frozen=True):
    """What every game from a position begins with."""

    moves: Annotated[Moves, Meta(description="in one order; none where there is a choice")]
    ordered: Annotated[bool, Meta(description="whether there is no other order")]


class WithInterval(Record, frozen=True):
    """How many of some deals, games or ways how unknown cards may lie are of a kind, with a 95 % interval."""

    count: Annotated[int, Meta(description="those that are of the kind")]
    total: Annotated[int, Meta(description="all of them")]
    undecided: Annotated[int, Meta(description="those that may be of the kind, beside count")]
    at_least: Annotated[float, Meta(description="the lower end, where the undecided ones are not of the kind")]
    at_most: Annotated[float, Meta(description="the upper end, where they are")]


def key(name: str) -> str:
    """The name of a statistic, a fact or a section of a deal as a key."""
    return "_".join(name.lower().split())


def measures(values: Mapping[str, int], best: Mapping[str, Bounds]) -> dict[Key, Measure]:
    """The measures of a line: its values, and the bounds of the best ones where they were sought."""
    found = {}
    for name in dict.fromkeys((*values, *best)):
        bounds = best.get(name)
        found[key(name)] = Measure(
            value=values.get(name),
            at_least=None if bounds is None else bounds.low,
            at_most=None if bounds is None else bounds.high,
        )
    return found


def numbers(found: Mapping[str, int]) -> dict[Key, int]:
    """The numbers that belong to a deal."""
    return {key(name): number for name, number in found.items()}


def limit_name(limit: Limit | None) -> LimitName | None:
    """A limit as a key."""
    if limit is None:
        return None
    names: Mapping[Limit, LimitName] = {
        Limit.SECONDS: "seconds",
        Limit.POSITIONS: "positions",
        Limit.MEMORY: "memory",
        Limit.WORK: "work",
        Limit.INTERRUPT: "interrupt",
    }
    return names[limit]


def assumed(found: Iterable[Assumption]) -> dict[Key, str]:
    """What is assumed, by its key in deal files."""
    return {key(assumption.key): assumption.value for assumption in found}


def level(found: careful.Level | None) -> Level | None:
    """A level as a word."""
    return None if found is None else LEVELS[found]


LEVELS: Mapping[careful.Level, Level] = {
    careful.Level.EASY: "easy",
    careful.Level.MEDIUM: "medium",
    careful.Level.HARD: "hard",
    careful.Level.BRUTAL: "brutal",
    careful.Level.UNWINNABLE: "unwinnable",
}
"""The word of each level."""


def forced(found: forcing.Forced[Any]) -> Forced:
    """What every game begins with."""
    return Forced(moves=tuple(map(str, found.moves)), ordered=found.ordered)


def share(found: Share, interval: tuple[float, float] | None = None) -> WithInterval:
    """A share and its interval (Wilson's unless another one is given)."""
    low, high = interval or found.interval
    return WithInterval(count=found.count, total=found.total, undecided=found.undecided, at_least=low, at_most=high)
