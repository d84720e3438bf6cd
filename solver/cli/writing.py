"""Files that the program writes: whole or not at all, and never over what somebody else wrote."""

from __future__ import annotations

import contextlib
import os
from dataclasses import dataclass
from pathlib import Path

from solver.cli.codes import BadInput, OutputFailed
from solver.cli.streams import file_name
from solver.printing import MARK

_MARKED_LINES = 4
_MARKED_BYTES = 4096


@dataclass(frozen=True)
class Target:
    """Where a command shall write: a path, and whether it was said to be a folder (by a slash at its end)."""

    path: Path
    folder: bool

    @classmethod
    def of(cls, word: str) -> Target:
        """What a word of the command line means. Raises ValueError when it is empty."""
        if not word:
            raise ValueError
        separators = tuple(filter(None, (os.sep, os.altsep)))
        return cls(Path(word), word.endswith(separators))


def cannot(path: Path, what: str, error: OSError) -> str:
    """That something cannot be done with a path, and why."""
    return f"{file_name(str(path))}: cannot be {what}: {error.strerror or error}"


def make_folder(folder: Path) -> None:
    """Make a folder, if it is not there, and see that files can be made in it. Raises BadInput."""
    import tempfile

    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise BadInput(cannot(folder, "written to", error)) from None


def check(path: Path, *, force: bool) -> None:
    """See that a file can be written and is not somebody else's. Raises BadInput."""
    try:
        if path.is_dir():
            raise BadInput(f"{file_name(str(path))}: is a folder; expected the name of a file")
        if is_special(path):
            if not os.access(path, os.W_OK):
                raise BadInput(f"{file_name(str(path))}: cannot be written: Permission denied")
            return
        _, draft = _draft(_real(path))
        draft.unlink()
        if not force and is_foreign(path):
            raise BadInput(_foreign(path))
    except OSError as error:
        raise BadInput(cannot(path, "written", error)) from None


def is_special(path: Path) -> bool:
    """Whether a path is a pipe, a terminal or the like, onto which nothing can be renamed. Raises OSError."""
    return path.exists() and not path.is_file()


def is_foreign(path: Path) -> bool:
    """Whether a file is there that says something and has not this program's mark. Raises OSError."""
    if not path.is_file():
        return False
    with path.open("rb") as file:
        first = file.read(_MARKED_BYTES).splitlines()[:_MARKED_LINES]
    return bool(first) and not any(line.startswith(MARK.rstrip().encode()) for line in first)


def _foreign(path: Path) -> str:
    return f"{file_name(str(path))}: is there and was not written by this program; --force replaces it"


def write_whole(path: Path, text: str, *, force: bool = False) -> None:
    """Write a file whole or not at all. Raises OutputFailed, also when it would replace somebody else's."""
    try:
        if is_special(path):
            path.write_text(text, encoding="utf-8")
            return
        real = _real(path)
        if not force and is_foreign(real):
            raise OutputFailed(_foreign(path))
        descriptor, draft = _draft(real)
        try:
            with open(descriptor, "w", encoding="utf-8") as file:
                file.write(text)
            draft.chmod(_mode(real))
            draft.replace(real)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise OutputFailed(cannot(path, "written", error)) from None


def _real(path: Path) -> Path:
    """The file that a link stands for. Raises OSError when links lead in a circle or a name is too long."""
    real = Path(os.path.realpath(path))
    with contextlib.suppress(FileNotFoundError):
        real.stat()
    return real


def _draft(path: Path) -> tuple[int, Path]:
    """A new file beside `path` that nobody else can have laid there, with its descriptor. Raises OSError.

    Its name is short: a file system may have no room for more letters than `path` has.
    """
    import tempfile  # only commands that write need it

    descriptor, draft = tempfile.mkstemp(prefix=".patience-solver-", dir=path.parent)
    return descriptor, Path(draft)


def _mode(path: Path) -> int:
    """The rights of a file that is there, else those of a new file. Raises OSError."""
    try:
        return path.stat().st_mode & 0o777
    except FileNotFoundError:
        before = os.umask(0)
        os.umask(before)
        return 0o666 & ~before
