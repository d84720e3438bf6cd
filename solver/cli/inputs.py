"""What the commands read: deals and logs, from files or standard input."""

from __future__ import annotations

import codecs
import sys
from pathlib import Path
from typing import Any

from solver.cli.codes import BadInput, IllegalLog
from solver.cli.reporter import Reporter
from solver.cli.streams import file_name
from solver.cli.texts import illegal
from solver.errors import InputError, Unsupported
from solver.files import DealFile, LogFile, read_deal, read_log
from solver.letters import in_letters
from solver.sections import lines_of
from solver.seeing import Seen
from solver.verifying import Result, replay

STDIN = "-"

MOST_BYTES = 2**20
"""No deal and no log is larger: a deal has some hundred cards, a log some hundred moves."""


def read_text(name: str) -> str:
    """The text of a file, or of stdin for `-`.

    Raises InputError when it cannot be read as UTF-8 text (or UTF-16 that says so) or is too large for a deal or log.
    """
    if name == STDIN and sys.stdin is None:
        raise InputError("is closed; expected a file on it", source=source(name))
    try:
        if name == STDIN:
            data = sys.stdin.buffer.read(MOST_BYTES + 1)
        else:
            with Path(name).open("rb") as file:
                data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=source(name)) from None
    if len(data) > MOST_BYTES:
        raise InputError(f"is larger than {MOST_BYTES >> 20} MB; expected a deal or a log", source=source(name))
    return _decoded(data, name)


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


def load(
    report: Reporter,
    name: str,
    rule: tuple[tuple[str, str], ...],
    after: str | None = None,
    log: LogFile | None = None,
    *,
    unknown: bool = False,
    as_seen: bool = False,
) -> DealFile:
    """Read a deal and go on to where `after` leads. What no game can lead to is reported as a warning.

    The options of `log` (a log that will be read with the deal) hold over the deal's, as do those of `after`.
    unknown: whether cards may be unknown (the position is then a `solver.seeing.Seen`); as_seen: turn a known deal into
    what a player sees at its start, or after the moves of `after`.
    Raises InputError for the files, OptionError for a rule option, IllegalLog when the rules forbid a move of `after`.
    """
    if after == STDIN == name:
        raise BadInput("the deal and the moves cannot both come from standard input")
    played = log if after is None else read_log(read_text(after), source(after))
    deal = read_deal(read_text(name), source(name), log=played, overrides=dict(rule), unknown=unknown or as_seen)
    for warning in deal.warnings:
        report.note(f"Warning: {source(name)}: {in_letters(warning, deal.letters)}")
    if isinstance(deal.position, Seen):
        if after is not None:
            raise BadInput("no moves can be followed while cards are unknown; write the position as it lies now")
        return deal
    if after is None or played is None:
        return deal.at(_start(deal)) if as_seen else deal
    followed = replay(deal.position, played.readers(deal.patience, deal.document.letters))
    if followed.result is Result.ILLEGAL:
        line = played.lines[followed.played].line
        raise IllegalLog(illegal(source(after), line, followed, deal.letters))
    return deal.at(_start(deal).played(deal.position, followed.moves) if as_seen else followed.position)


def _start(deal: DealFile) -> Seen[Any, Any]:
    """What a player sees of a deal at its start. Raises Unsupported."""
    if deal.patience.seeing is None:
        raise Unsupported(f"no card is hidden in {deal.patience.title}")
    return deal.patience.seeing.start(deal.position)
