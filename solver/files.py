"""Deal files and move logs of any patience: from text to positions and moves."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from solver.cards import ENGLISH, Letters
from solver.notation import Document, Word, read_document, split_key, words_of
from solver.options import OptionError, Options, read_options
from solver.patience import AnyPatience, header
from solver.registry import UnknownGame, patience


@dataclass(frozen=True)
class DealFile:
    """A deal that has been read.

    options: every rule option in force; said: the names of those that the file, a log or the caller gave; document:
    the file, with its letters.
    """

    patience: AnyPatience
    position: Any
    options: Options
    said: frozenset[str]
    document: Document

    def at(self, position: Any) -> DealFile:
        """The same deal at another position."""
        return replace(self, position=position)

    def log_header(self) -> list[str]:
        """The first lines of a log of this deal.

        The game, the options that are not the defaults or were said, and `letters: en` when the deal is written in
        other letters, which would be expected in its logs too.
        """
        defaults = {name: value for name, value in self.patience.defaults.items() if name not in self.said}
        lines = header(self.patience.game, self.options, defaults)
        return lines if self.document.letters.name == "en" else [*lines, "letters: en"]


@dataclass(frozen=True)
class LogLine:
    """A line of a move log: its number, counted from 1, and its words."""

    line: int
    words: tuple[Word, ...]


@dataclass(frozen=True)
class LogFile:
    """A move log split into its header (`game:`, rule options, `letters:`) and its lines."""

    document: Document
    lines: tuple[LogLine, ...]

    def moves(self, found: AnyPatience, letters: Letters = ENGLISH) -> list[Any]:
        """The log's moves, read in its own letters if it names them, else in `letters`, those of its deal.

        Raises InputError when the log is of another game, and at the first line that is no move.
        """
        _check_game(self.document, found)
        document = self.document if "letters" in self.document.sections else replace(self.document, letters=letters)
        return [found.read_move(line.words, document) for line in self.lines]


def _game(document: Document) -> AnyPatience:
    section = document.sections.get("game")
    if section is None:
        raise document.error('the game is missing; expected a line such as "game: gallery"')
    word = document.one_word(section)
    try:
        return patience(word.text.lower())
    except UnknownGame as error:
        raise document.error(str(error), word) from None


def _said_options(document: Document, found: AnyPatience) -> dict[str, str]:
    said = {}
    for option in found.options:
        section = document.sections.get(option.name)
        if section is not None:
            word = document.one_word(section)
            try:
                said[option.name] = option.read(word.text)
            except OptionError as error:
                raise document.error(str(error), word) from None
    return said


def _check_game(log: Document, found: AnyPatience) -> None:
    if "game" in log.sections and _game(log).game != found.game:
        raise log.error(f"the log is of another game; the deal's is {found.game}", log.sections["game"])
    log.check_keys(("game", *(option.name for option in found.options)))


def read_deal(text: str, source: str = "", *, log: LogFile | None = None, overrides: Options | None = None) -> DealFile:
    """Read a deal file. The rule options of a log hold over the file's, and `overrides` over both.

    Raises InputError for the file or the log, OptionError for an override that is no option of the game.
    """
    document = read_document(text, source)
    found = _game(document)
    document.check_keys(found.keys)
    said = _said_options(document, found)
    if log is not None:
        _check_game(log.document, found)
        said |= _said_options(log.document, found)
    said |= overrides or {}
    options = read_options(found.options, said)
    return DealFile(found, found.read(document, options), options, frozenset(said), document)


def read_log(text: str, source: str = "") -> LogFile:
    """Split a move log into header and lines. Raises InputError.

    A header may stand between moves too if it only repeats the first, so that a log and its continuation can be joined.
    """
    head: list[str] = []
    again: list[tuple[int, str]] = []
    lines: list[LogLine] = []
    for number, content in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if split_key(content) is None:
            head.append("")
            words = words_of(content, number)
            if words:
                lines.append(LogLine(number, words))
        elif lines:
            again.append((number, content))
        else:
            head.append(content)
    document = read_document("\n".join(head), source)
    for number, content in again:
        [section] = read_document(content).sections.values()
        first = document.sections.get(section.key)
        if first is None or [word.text.lower() for word in first.words] != [
            word.text.lower() for word in section.words
        ]:
            raise document.error(
                f'"{content.strip()}" stands after the first move and is new there; expected the header at the top',
                number,
            )
    return LogFile(document, tuple(lines))
