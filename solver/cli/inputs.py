"""What the commands read: deals and logs, from files or standard input."""

from __future__ import annotations

import codecs
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import BinaryIO

from solver.cli.codes import BadInput, IllegalLog
from solver.cli.reporter import Reporter
from solver.cli.streams import file_name
from solver.cli.texts import illegal
from solver.collection import MOST_LETTERS, Entry, Line, entries, parts
from solver.deal_files import DealFile
from solver.errors import InputError
from solver.letters import in_letters
from solver.move_logs import LogFile, read_log
from solver.sections import lines_of
from solver.seeing import Seen
from solver.verifying import Result, replay
from solver.words import one_of

STDIN = "-"
"""The name that stands for standard input."""

MOST_BYTES = MOST_LETTERS
"""No deal and no log is larger; a collection of deals may be."""

DEAL_FILES = (".txt", ".jsonl")
"""How the names of files with deals end, of which those in a folder are read."""


def read_text(name: str) -> str:
    """The text of a log: a file, or stdin for `-`.

    Raises InputError when it cannot be read as UTF-8 text (or UTF-16 that says so) or is too large for a log.
    """
    with _opened(name) as file:
        data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES >> 20} MB; expected a deal or a log", source=source(name))
    return _decoded(data, name)


@contextmanager
def _opened(name: str) -> Iterator[BinaryIO]:
    """A file, or stdin for `-`. What goes wrong with it is an InputError."""
    if name == STDIN and sys.stdin is None:
        raise InputError("is closed; expected a file on it", source=source(name))
    try:
        if name == STDIN:
            yield sys.stdin.buffer
        else:
            with Path(name).open("rb") as file:
                yield file
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=source(name)) from None


def _lines(name: str) -> Iterator[Line]:
    """The numbered lines of a file as it is read. Bytes that are no UTF-8 become halves of characters. InputError."""
    with _opened(name) as file:
        first = file.readline(MOST_BYTES + 1)
        if first.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            data = first + file.read(MOST_BYTES + 1)
            if len(data) > MOST_BYTES:
                raise InputError(
                    f"is larger than {MOST_BYTES >> 20} MB as UTF-16; expected UTF-8 text", source=source(name)
                )
            yield from enumerate(lines_of(_decoded(data, name)), 1)
            return
        if b"\0" in first[:2] and len(first) <= MOST_BYTES:
            raise InputError("looks like UTF-16 without its mark; expected UTF-8 text", source=source(name))
        number = 0
        for data in chain((first.removeprefix(codecs.BOM_UTF8),), iter(partial(file.readline, MOST_BYTES + 1), b"")):
            text = data.decode("utf-8", "surrogateescape").removesuffix("\n").removesuffix("\r")
            for content in lines_of(text):
                number += 1
                yield number, content


def _decoded(data: bytes, name: str) -> str:
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        try:
            return data.decode("utf-16")
        except UnicodeDecodeError:
            raise InputError("begins like UTF-16 and is not; expected UTF-8 text", source=source(name)) from None
    if b"\0" in data[:2] and len(data) % 2 == 0:
        raise InputError("looks like UTF-16 without its mark; expected UTF-8 text", source=source(name))
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
    return "standard input" if name == STDIN else file_name(name) or '""'


@dataclass(frozen=True)
class Given:
    """A deal that a command was given.

    file: the file that holds it; several: whether that holds more deals.
    """

    file: str
    entry: Entry
    several: bool = False

    @property
    def label(self) -> str:
        """How output calls the deal: by its name where it has one or its file holds several, else by the file."""
        return self.entry.name if self.several or self.entry.named else file_name(self.file)

    @property
    def name(self) -> str | None:
        """Its name, where the file's does not tell which deal it is."""
        return self.entry.name if self.several or self.entry.named else None

    def message(self, error: Exception) -> str:
        """What is wrong with the deal, with its name where the file's does not tell which one it is."""
        return str(error) if self.name is None else f"{self.name}: {error}"


def deals_in(names: Iterable[str]) -> Iterator[Given]:
    """The deals in files, in collections and in the files of folders, each read when it is asked for.

    What cannot be read is a deal with an error.
    """
    for name in names:
        try:
            for file in _files(name):
                yield from _deals_in_file(file)
        except InputError as error:
            yield _unread(name, error)


def is_folder(name: str) -> bool:
    """Whether a name is that of a folder."""
    try:
        return name != STDIN and Path(name).is_dir()
    except (OSError, ValueError):
        return False


def count_deals(names: Iterable[str]) -> int | None:
    """How many deals `deals_in` gives; None where only reading can tell, which a pipe allows once."""
    count = 0
    for name in names:
        try:
            for file in _files(name):
                if file == STDIN or (Path(file).exists() and not Path(file).is_file()):
                    return None
                count += sum(1 for _ in parts(_lines(file), ""))
        except (InputError, OSError, ValueError):
            count += 1
    return count


def _files(name: str) -> list[str]:
    """The file itself, or the files with deals in a folder, by name and number. Raises InputError."""
    folder = Path(name)
    try:
        if name == STDIN or not folder.is_dir():
            return [name]
        found = [path for path in folder.iterdir() if path.suffix.lower() in DEAL_FILES and path.is_file()]
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise InputError(f"cannot be read: {reason}", source=source(name)) from None
    if not found:
        raise InputError(f"holds no deals; expected files that end in {one_of(DEAL_FILES)}", source=source(name))
    return [str(path) for path in sorted(found, key=_numbers_by_value)]


def _numbers_by_value(path: Path) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split("([0-9]+)", path.name)]


def _deals_in_file(name: str) -> Iterator[Given]:
    stem = "stdin" if name == STDIN else file_name(Path(name).stem)
    before: Entry | None = None
    several = False
    try:
        for entry in entries(_lines(name), source(name), stem):
            if before is not None:
                several = True
                yield Given(name, before, several)
            before = entry
    except InputError as error:
        if before is not None:
            yield Given(name, before, several)
        yield _unread(name, error)
        return
    if before is not None:
        yield Given(name, before, several)


def _unread(name: str, error: InputError) -> Given:
    return Given(name, Entry(file_name(Path(name).stem), source(name), error=error))


def one_deal(name: str) -> Given:
    """The only deal of a file. Raises InputError when it holds several or cannot be read."""
    first, *more = islice(deals_in([name]), 2)
    if more and more[0].entry.error is None:
        raise several_deals(name, first, more[0])
    return first


def several_deals(name: str, first: Given, second: Given) -> InputError:
    """That a file or folder holds several deals where one is expected."""
    return InputError(
        f'several deals are in it: "{first.entry.name}", "{second.entry.name}" (line {second.entry.line}), …;'
        " expected one",
        source=source(name),
    )


def load(
    report: Reporter,
    name: str | Given,
    rule: tuple[tuple[str, str], ...],
    after: str | None = None,
    log: LogFile | None = None,
    *,
    unknown: bool = False,
    as_seen: bool = False,
) -> DealFile:
    """Read a deal (the only one of a file) and go on to where `after` leads.

    What no game can lead to is reported as a warning.

    The options of `log` (a log that will be read with the deal) hold over the deal's, as do those of `after`.
    unknown: whether cards may be unknown (the position is then a `solver.seeing.Seen`); as_seen: turn a known deal into
    what a player sees at its start, or after the moves of `after`.
    Raises InputError for the files, OptionError for a rule option, IllegalLog when the rules forbid a move of `after`.
    """
    if after is not None and after == STDIN == (name.file if isinstance(name, Given) else name):
        raise BadInput("the deal and the moves cannot both come from standard input")
    played = log if after is None else read_log(read_text(after), source(after))
    given = name if isinstance(name, Given) else one_deal(name)
    deal = given.entry.read(log=played, overrides=dict(rule), unknown=unknown or as_seen)
    for warning in deal.warnings:
        report.note(f"Warning: {given.name or source(given.file)}: {in_letters(warning, deal.letters)}")
    seen = deal.position if isinstance(deal.position, Seen) else None
    if after is None or played is None:
        return deal.at(deal.patience.hiding.start(deal.position)) if as_seen and seen is None else deal
    followed = replay(deal.first, deal.readers(played))
    if followed.result is Result.ILLEGAL:
        line = played.lines[followed.played].line
        raise IllegalLog(illegal(source(after), line, followed, deal.letters))
    if as_seen or seen is not None:
        return deal.at((seen or deal.patience.hiding.start(deal.position)).played(deal.first, followed.moves))
    return deal.at(followed.position)
