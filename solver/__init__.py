"""An exact solver and solvability checker for three card patiences.

position = solver.read_deal(text)  # or solver.random_deal("gallery", seed=7, redeal="anytime")
outcome = solver.solve(position, limits=solver.Limits(seconds=60))
outcome.verdict, outcome.moves, outcome.stats, outcome.measures
report = solver.verify(position, outcome.moves)

What `__all__` names is public and keeps its shape; modules below are for the package's own use. Every error that is
raised on purpose is a `PatienceError`, but for TypeError (an argument of the wrong kind) and ValueError (a position
that is not sound, limits that are none).
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from solver.bounds import Bounds
    from solver.cards import Card, Rank, Suit
    from solver.careful import Level
    from solver.collection import Entry, Known
    from solver.deal_files import DealFile
    from solver.errors import (
        CardError,
        EngineFault,
        EnginesDisagree,
        IllegalMove,
        InputError,
        OptionError,
        PatienceError,
        UnknownGame,
        Unsupported,
    )
    from solver.hinting import Choice, Hint, hint
    from solver.letters import card
    from solver.limits import Budget, Limit, Limits, Progress
    from solver.outcome import Outcome, Verdict
    from solver.patience import Assumption, Explanation, Position
    from solver.rating import FirstChoice, Rating, rate
    from solver.registry import games
    from solver.reviewing import Review, review
    from solver.solving import explain, solve
    from solver.verifying import Report, Result, verify

__all__ = [
    "Assumption",
    "Bounds",
    "Budget",
    "Card",
    "CardError",
    "Choice",
    "DealFile",
    "EngineFault",
    "EnginesDisagree",
    "Entry",
    "Explanation",
    "FirstChoice",
    "Hint",
    "IllegalMove",
    "InputError",
    "Known",
    "Level",
    "Limit",
    "Limits",
    "OptionError",
    "Outcome",
    "PatienceError",
    "Position",
    "Progress",
    "Rank",
    "Rating",
    "Report",
    "Result",
    "Review",
    "Suit",
    "UnknownGame",
    "Unsupported",
    "Verdict",
    "card",
    "explain",
    "games",
    "hint",
    "random_deal",
    "rate",
    "read_collection",
    "read_deal",
    "read_deal_file",
    "read_log",
    "review",
    "solve",
    "verify",
]

_HOMES = {
    "solver.bounds": ("Bounds",),
    "solver.cards": (
        "Card",
        "Rank",
        "Suit",
    ),
    "solver.careful": ("Level",),
    "solver.collection": (
        "Entry",
        "Known",
    ),
    "solver.deal_files": ("DealFile",),
    "solver.errors": (
        "CardError",
        "EngineFault",
        "EnginesDisagree",
        "IllegalMove",
        "InputError",
        "OptionError",
        "PatienceError",
        "UnknownGame",
        "Unsupported",
    ),
    "solver.hinting": (
        "Choice",
        "Hint",
        "hint",
    ),
    "solver.letters": ("card",),
    "solver.limits": (
        "Budget",
        "Limit",
        "Limits",
        "Progress",
    ),
    "solver.outcome": (
        "Outcome",
        "Verdict",
    ),
    "solver.patience": (
        "Assumption",
        "Explanation",
        "Position",
    ),
    "solver.rating": (
        "FirstChoice",
        "Rating",
        "rate",
    ),
    "solver.registry": ("games",),
    "solver.reviewing": (
        "Review",
        "review",
    ),
    "solver.solving": (
        "explain",
        "solve",
    ),
    "solver.verifying": (
        "Report",
        "Result",
        "verify",
    ),
}
"""Where each public name is defined: its module is imported when the name is first asked for."""


def __getattr__(name: str) -> Any:
    if name == "__version__":
        from solver.version import VERSION

        return VERSION
    for module, names in _HOMES.items():
        if name in names:
            value = getattr(import_module(module), name)
            globals()[name] = value
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def read_deal(text: str, **options: str) -> Position[Any]:
    """The position that a deal file describes; keyword arguments are rule options that hold over the file's.

    `read_deal_file` says, too, what the file leaves out and whether any game leads to the position. Raises InputError
    (where, what was found, what was expected), UnknownGame, OptionError; TypeError unless it is text.
    """
    position: Position[Any] = read_deal_file(text, **options).position
    return position


def read_deal_file(text: str, **options: str) -> DealFile:
    """A deal file as it was read, from a text and rule options as for `read_deal`.

    Of the result `position`, `options`, `warnings` (why no game leads to the position, sentences), `assumed` (what the
    file leaves out, and is taken for) and `relied_on` (what of that an outcome depends on) are public. Raises what
    `read_deal` raises.
    """
    from solver import deal_files
    from solver.errors import expect

    expect(text, str, "a deal")
    return deal_files.read_deal(text, overrides=options)


def read_log(text: str, position: Position[Any]) -> list[Any]:
    """The moves of a log that begins at a position. Its rule options are not looked at: the position has its own.

    They need not be legal (`verify` says whether they are); one that is not leaves the position as it is for the lines
    after it. Raises InputError; TypeError unless it is text and a position.
    """
    from solver import move_logs
    from solver.errors import expect
    from solver.registry import patience_of

    expect(text, str, "a log")
    moves = []
    for read in move_logs.read_log(text).readers(patience_of(position)):
        move = read(position)
        moves.append(move)
        if position.objection(move) is None:
            position = position.play(move)
    return moves


def read_collection(text: str) -> Iterator[Entry]:
    """The deals of a text that holds several: deal files one after the other, or JSON Lines. At least one.

    Each has a `name`, its position by `read().position`, and in `known` what the collection says of it: seed, verdict,
    measures, difficulty, moves. What is wrong with a deal is raised by its `read`, as an InputError; TypeError unless
    it is text.
    """
    from solver import collection
    from solver.errors import expect

    expect(text, str, "a collection")
    return collection.read_collection(text)


def random_deal(game: str, seed: int, **options: str) -> Position[Any]:
    """The start of the random deal of a seed, as `patience-solver generate` deals it.

    Raises UnknownGame, OptionError for a rule option or a seed that there is none of (0 to 10^100 - 1), TypeError.
    """
    from solver.errors import expect
    from solver.options import read_options
    from solver.registry import patience

    expect(game, str, "a game")
    found = patience(game)
    position: Position[Any] = found.start(found.random_deal(seed, read_options(found.options, options)))
    return position
