"""The patiences by name: those of this package, and those that other packages bring.

A patience here is a folder in `solver/patiences` and one line below. A patience of another package is an entry point in
the group `patience_solver.patiences` whose name is the patience's and whose object is its `Patience`.
"""

from __future__ import annotations

from contextlib import suppress
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING

from solver.errors import UnknownGame
from solver.words import LONG, quoted, unknown

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

    from solver.document import Document
    from solver.patience import AnyPatience

GROUP = "patience_solver.patiences"
"""The group of entry points in which other packages announce patiences."""

_OWN = {
    "gallery": "solver.patiences.gallery",
    "marriage": "solver.patiences.marriage",
    "cross": "solver.patiences.cross",
}


@cache
def _others() -> dict[str, EntryPoint]:
    """The entry points of other packages; a name that is taken here stays ours."""
    from importlib.metadata import entry_points  # takes a while: looks at every package that is installed

    found = {entry.name: entry for entry in entry_points(group=GROUP) if entry.name not in _OWN}
    return dict(sorted(found.items()))


def games() -> tuple[str, ...]:
    """The names of all patiences: ours, then others' in the order of the alphabet. Imports none of them."""
    return (*_OWN, *_others())


def patience(game: str) -> AnyPatience:
    """The patience of a name, imported when it is first asked for.

    Raises UnknownGame, also when another package announces a patience that cannot be loaded.
    """
    found = _found(game)
    if found is None:
        raise UnknownGame(unknown("game", game, games()))
    return found


def _found(game: str) -> AnyPatience | None:
    """The patience of a name, None when there is none. Raises UnknownGame for one that cannot be loaded."""
    if game in _OWN:
        own: AnyPatience = import_module(_OWN[game]).PATIENCE
        return own
    return _loaded(_others()[game]) if game in _others() else None


def patience_in(document: Document) -> AnyPatience:
    """The patience that a document names. Raises InputError."""
    try:
        return _called(" ".join(word.text for word in document.game))
    except UnknownGame as error:
        raise document.error(str(error), document.game[0]) from None


def _called(words: str) -> AnyPatience:
    """The patience that is called so, by its name in either case.

    Raises UnknownGame, which says the name where the words are meant as a title, such as "Picture Gallery".
    """
    found = _found(words.lower())
    if found is not None:
        return found
    meant = _titled(words)
    if meant is not None:
        raise UnknownGame(f'{quoted(words)} is no game\'s name in files; expected "game: {meant}"')
    raise UnknownGame(unknown("game", words.lower(), games()))


def _titled(words: str) -> str | None:
    """The name of the patience whose title people write so; None when there is no such title."""
    import difflib

    plain = " ".join(words.casefold().split())
    if not plain or len(plain) > LONG:
        return None
    titles = {}
    for game in games():
        with suppress(UnknownGame):  # another package's that cannot be loaded
            titles[patience(game).title.casefold()] = game
    starts = [game for title, game in titles.items() if title.startswith(plain)]
    near = difflib.get_close_matches(plain, titles, 1, 0.8)
    return starts[0] if len(starts) == 1 else titles[near[0]] if near else None


@cache
def _loaded(entry: EntryPoint) -> AnyPatience:
    from solver.patience import Patience

    try:
        found = entry.load()
    except Exception as error:  # whatever another package does when it is imported
        raise UnknownGame(f"the patience {entry.name} ({entry.value}) cannot be loaded: {error}") from error
    if not isinstance(found, Patience) or found.game != entry.name:
        raise UnknownGame(f"{entry.value} is no patience of the name {entry.name}, which its package announces")
    return found


def patience_of(position: object) -> AnyPatience:
    """The patience of a position. Raises TypeError for what is none."""
    game = getattr(position, "game", None)
    if not isinstance(game, str):
        raise TypeError(f"expected a position, found {type(position).__name__}")
    return patience(game)
