"""The folder in which games are kept: a deal file and a move log each, which every command reads.

The log is written after each move, whole or not at all. What a page names is looked up among the games that are there,
so no name leads out of the folder.
"""

from __future__ import annotations

import contextlib
import os
import re
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from solver.errors import PatienceError
from solver.printing import MARK

DEAL, LOG = "deal.txt", "moves.log"
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,62}")
_MOST = 2**20


class FolderError(PatienceError):
    """A game that cannot be kept or read; the message says which file, and why."""


class NoSuchGame(FolderError):
    """A name that is none of the folder's games."""


class ChangedElsewhere(FolderError):
    """Another program has played on in this game meanwhile."""


@dataclass(frozen=True, slots=True)
class Saved:
    """A game in the folder: its name, what its log says of itself, and when it was played last (seconds)."""

    name: str
    about: str
    changed: float


class Folder:
    """A folder of games, made when it is not there. Raises FolderError."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._written: dict[str, tuple[str, str]] = {}
        with _failing(path):
            path.mkdir(parents=True, exist_ok=True)

    def saved(self) -> list[Saved]:
        """All games, the one that was played last first."""
        found = []
        with _failing(self.path):
            for one in self.path.iterdir():
                if not _NAME.fullmatch(one.name):
                    continue
                with contextlib.suppress(OSError, UnicodeDecodeError):
                    first = _read(one / LOG).partition("\n")[0]
                    found.append(Saved(one.name, first.removeprefix(MARK), (one / LOG).stat().st_mtime))
        return sorted(found, key=lambda one: (-one.changed, one.name))

    def new_name(self, stem: str) -> str:
        """A name for a new game that begins like a stem and is not taken."""
        stem = re.sub("[^a-z0-9]+", "-", stem.lower()).strip("-")[:40] or "game"
        number = 1
        while (self.path / (name := stem if number == 1 else f"{stem}-{number}")).exists():
            number += 1
        return name

    def add(self, name: str, deal: str, log: str) -> None:
        """Keep a new game. Raises FolderError."""
        folder = self.path / name
        with _failing(folder):
            folder.mkdir()
            _write(folder / DEAL, deal)
            _write(folder / LOG, log)
        self._written[name] = (deal, log)

    def read(self, name: str) -> tuple[str, str]:
        """The deal and the log of a game. Raises NoSuchGame, FolderError."""
        folder = self.path / name
        with _failing(folder):
            if not _NAME.fullmatch(name) or not (folder / LOG).is_file():
                raise NoSuchGame("there is no game of this name in the folder")
            return _read(folder / DEAL), _read(folder / LOG)

    def follow(self, name: str, deal: str, log: str) -> None:
        """Play on from these texts of a game, which have been read; `keep` looks whether they are still there."""
        self._written[name] = (deal, log)

    def touch(self, name: str) -> None:
        """Let a game count as played last. Raises FolderError."""
        with _failing(self.path / name):
            os.utime(self.path / name / LOG)

    def keep(self, name: str, deal: str, log: str) -> None:
        """Write a game's log, whole or not at all, and before it the deal if more of its cards are known now.

        Raises ChangedElsewhere, FolderError.
        """
        folder = self.path / name
        written = self._written[name]
        with _failing(folder):
            if (_read(folder / DEAL), _read(folder / LOG)) != written:
                raise ChangedElsewhere("this game was played on by another program meanwhile; it is read again")
            if deal != written[0]:
                _write(folder / DEAL, deal)
                self._written[name] = (deal, written[1])
            _write(folder / LOG, log)
        self._written[name] = (deal, log)


def _read(file: Path) -> str:
    with file.open("rb") as opened:
        return opened.read(_MOST).decode()


def _write(file: Path, text: str) -> None:
    """Write a file so that at any time either the old or the new text is there, even when the machine stops."""
    descriptor, draft = tempfile.mkstemp(prefix=".draft-", dir=file.parent)
    try:
        with open(descriptor, "w", encoding="utf-8", newline="\n") as opened:
            opened.write(text)
            opened.flush()
            os.fsync(opened.fileno())
        Path(draft).replace(file)
    finally:
        Path(draft).unlink(missing_ok=True)


@contextlib.contextmanager
def _failing(path: Path) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeDecodeError) as error:
        reason = error.strerror if isinstance(error, OSError) else "it is no text"
        raise FolderError(f"{path}: {reason or error}") from None
