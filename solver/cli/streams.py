"""Standard output and standard error: whatever is printed can be printed, and none of it steers a terminal."""

from __future__ import annotations

import codecs
import errno
import io
import os
import sys
from pathlib import Path
from typing import TextIO

import click

from solver.cli.codes import OutputFailed
from solver.words import visible, without_long_words

_FALLBACK = "patience-solver.plain"
"""The name of the error handler for characters that an encoding does not have."""

_PLAIN = {
    "→": "->",
    "—": "--",
    "–": "-",
    "…": "...",
    "×": "x",
    "≥": ">=",
    "≤": "<=",
    "♠": "S",
    "♥": "H",
    "♦": "D",
    "♣": "C",
}


def file_name(name: str) -> str:
    r"""A file name on one line: bytes that are no UTF-8 and control characters as `\xff`."""
    return visible(name).replace("\n", "\\n")


def _plain(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    found = error.object[error.start : error.end]
    return "".join(_PLAIN.get(letter) or _escaped(letter) for letter in found), error.end


def _escaped(letter: str) -> str:
    return letter.encode("ascii", "backslashreplace").decode("ascii")


class _Closed(io.TextIOBase):
    """Stands for a standard stream that is closed: writing fails, as to any stream that cannot be written."""

    def write(self, _text: str, /) -> int:
        raise OSError(errno.EBADF, "it is closed")


class _Ascii(io.TextIOBase):
    """An ASCII stream that does not say so: click would take one that does for UTF-8 that is set up wrongly."""

    encoding = "plain ascii"  # no codec has this name

    def __init__(self, stream: TextIO) -> None:
        self._stream = stream

    def write(self, text: str, /) -> int:
        return self._stream.write(text)

    def flush(self) -> None:
        self._stream.flush()

    def isatty(self) -> bool:
        return self._stream.isatty()


def prepare() -> None:
    """Let both streams print any text: what their encoding does not have is put in plain letters.

    A stream that is closed gets a stand-in, and its number, so that no file is opened under it.
    """
    codecs.register_error(_FALLBACK, _plain)
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    if sys.stdout is None:
        sys.stdout = _Closed()
    if sys.stderr is None:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors=_FALLBACK)
    for name in ("stdout", "stderr"):
        if encoding_of(getattr(sys, name)) == "ascii":
            setattr(sys, name, _Ascii(getattr(sys, name)))


def write_out(text: str) -> None:
    """Print to standard output. Raises OutputFailed when that fails; a reader that went away is a BrokenPipeError."""
    write_coloured(visible(text))


def write_coloured(text: str) -> None:
    """Print a text of the program's own words, with codes for colours. Raises as `write_out` does."""
    if not text:
        return
    try:
        click.echo(text, nl=False)
    except OSError as error:
        raise failed_output(error) from None


def failed_output(error: OSError) -> OSError | OutputFailed:
    """What a failed write to standard output is: BrokenPipeError itself, else OutputFailed. Drops what is unwritten."""
    sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # for what is left in the buffer
    if error.errno == errno.EPIPE:
        return error
    return OutputFailed(f"the output cannot be written: {error.strerror or error}")


def write_err(text: str) -> None:
    """Print to standard error, words of a great length shortened; where that fails nobody can be told."""
    try:
        click.echo(visible(without_long_words(text)), nl=False, file=sys.stderr)
    except OSError:
        sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def encoding_of(stream: TextIO) -> str:
    """The name of a stream's encoding, as Python calls it (`utf-8`)."""
    try:
        return codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name
    except LookupError:
        return "ascii"
