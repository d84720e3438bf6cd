"""The patiences by name. A new one is a folder in `solver/patiences` and one line here."""

from __future__ import annotations

from importlib import import_module

from solver.errors import UnknownGame
from solver.patience import AnyPatience
from solver.words import unknown

_MODULES = {
    "gallery": "solver.patiences.gallery",
    "marriage": "solver.patiences.marriage",
    "cross": "solver.patiences.cross",
}

GAMES: tuple[str, ...] = tuple(_MODULES)
"""The names of all patiences."""


def patience(game: str) -> AnyPatience:
    """The patience of a name, imported when it is first asked for. Raises UnknownGame."""
    if game not in _MODULES:
        raise UnknownGame(unknown("game", game, GAMES))
    found: AnyPatience = import_module(_MODULES[game]).PATIENCE
    return found
