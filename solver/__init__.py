"""An exact solver and solvability checker for three card patiences.

position = solver.read_deal(text)  # or solver.random_deal("gallery", seed=7, redeal="anytime")
outcome = solver.solve(position, limits=solver.Limits(seconds=60))
outcome.verdict, outcome.moves, outcome.stats, outcome.measures
report = solver.verify(position, outcome.moves)
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from solver.bounds import Bounds
    from solver.cards import Card, Rank, Suit
    from solver.errors import (
        EngineFault,
        EnginesDisagree,
        IllegalMove,
        InputError,
        OptionError,
        UnknownGame,
        Unsupported,
    )
    from solver.hinting import Choice, Hint, hint
    from solver.letters import card
    from solver.limits import Budget, Limit, Limits, Progress
    from solver.outcome import Outcome, Verdict
    from solver.patience import Explanation, Position
    from solver.registry import games
    from solver.reviewing import Review, review
    from solver.solving import explain, solve
    from solver.verifying import Report, Result, verify

__all__ = [
    "Bounds",
    "Budget",
    "Card",
    "Choice",
    "EngineFault",
    "EnginesDisagree",
    "Explanation",
    "Hint",
    "IllegalMove",
    "InputError",
    "Limit",
    "Limits",
    "OptionError",
    "Outcome",
    "Position",
    "Progress",
    "Rank",
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
    "read_deal",
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
    "solver.errors": (
        "EngineFault",
        "EnginesDisagree",
        "IllegalMove",
        "InputError",
        "OptionError",
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
        "Explanation",
        "Position",
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

    Raises InputError (where, what was found, what was expected) or OptionError.
    """
    from solver import files

    position: Position[Any] = files.read_deal(text, overrides=options).position
    return position


def read_log(text: str, position: Position[Any]) -> list[Any]:
    """The moves of a log that begins at a position. Its rule options are not looked at: the position has its own.

    They need not be legal (`verify` says whether they are); one that is not leaves the position as it is for the lines
    after it. Raises InputError.
    """
    from solver import files
    from solver.registry import patience

    moves = []
    for read in files.read_log(text).readers(patience(position.game)):
        move = read(position)
        moves.append(move)
        if position.objection(move) is None:
            position = position.play(move)
    return moves


def random_deal(game: str, seed: int, **options: str) -> Position[Any]:
    """The start of the random deal of a seed, as `patience-solver generate` deals it.

    Raises UnknownGame or OptionError.
    """
    from solver.options import read_options
    from solver.registry import patience

    found = patience(game)
    position: Position[Any] = found.start(found.random_deal(seed, read_options(found.options, options)))
    return position
