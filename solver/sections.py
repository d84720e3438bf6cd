"""The section syntax of deal files and move logs, read with line numbers, and printed.

A *section* is `key: words` and goes on over the following lines up to the next key; `#` starts a comment. This module
knows no patience: it splits text into sections and words and reads cards in the file's letters.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from solver.cards import Card
from solver.errors import CardError, InputError
from solver.letters import ALPHABETS, ENGLISH, Letters
from solver.options import Options
from solver.words import unknown

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,99}")
WORDS_A_LINE = 13


@dataclass(frozen=True, slots=True)
class Word:
    """A word of a file and the line it stands in."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A key (lower case, single spaces), the line it stands in, and its words."""

    key: str
    line: int
    words: tuple[Word, ...]


@dataclass(frozen=True)
class Document:
    """A file of sections. `letters` are those that the whole file is written in."""

    source: str
    sections: Mapping[str, Section]
    letters: Letters = ENGLISH

    def error(self, message: str, at: Word | Section | int | None = None) -> InputError:
        """An error in this file, at a word, a section, a line or the whole."""
        return InputError(message, source=self.source, line=at if isinstance(at, int) or at is None else at.line)

    def card(self, word: Word, text: str | None = None) -> Card:
        """The card that a word writes (or the part `text` of the word). Raises InputError."""
        try:
            return self.letters.card(word.text if text is None else text)
        except CardError as error:
            raise self.error(str(error), word) from None

    def cards(self, key: str) -> tuple[Card, ...]:
        """The cards of a section; none when it is left out. Raises InputError."""
        section = self.sections.get(key)
        return () if section is None else tuple(self.card(word) for word in section.words)

    def number(self, key: str, default: int) -> int:
        """The one whole number of a section, or the default when it is left out. Raises InputError."""
        section = self.sections.get(key)
        return default if section is None else self.decimal(self.one_word(section))

    def decimal(self, word: Word) -> int:
        """A word as a whole number without leading zeros. Raises InputError."""
        return decimal(word, self.source)

    def one_word(self, section: Section) -> Word:
        """The only word of a section. Raises InputError when there are none or several."""
        if len(section.words) != 1:
            found = " ".join(word.text for word in section.words[:4]) or "nothing"
            more = " …" if len(section.words) > 4 else ""
            raise self.error(f'"{section.key}:" takes one word, found {found}{more}', section)
        return section.words[0]

    def check_keys(self, known: Iterable[str]) -> None:
        """Raise InputError at the first section whose key is not known."""
        known = [*known, "letters"]
        for section in self.sections.values():
            if section.key not in known:
                raise self.error(unknown("key", section.key, known), section)


def decimal(word: Word, source: str) -> int:
    """A word as a whole number without leading zeros. Raises InputError."""
    if not _DECIMAL.fullmatch(word.text):
        raise InputError(
            f'"{word.text}" is no number; expected digits without leading zeros, such as 3 or 42',
            source=source,
            line=word.line,
        )
    return int(word.text)


def words_of(text: str, line: int) -> tuple[Word, ...]:
    """The words of one line, without its comment."""
    return tuple(Word(word, line) for word in text.split("#", 1)[0].split())


def split_key(text: str) -> tuple[str, str] | None:
    """`key: rest` of a line as (key in lower case with single spaces, rest), or None when the line has no key."""
    key, colon, rest = text.split("#", 1)[0].partition(":")
    words = key.lower().split()
    return (" ".join(words), rest) if colon and words else None


def lines_of(text: str) -> list[str]:
    """The lines of a text with any line ending; a byte order mark is left out."""
    return re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))


def read_document(text: str, source: str = "") -> Document:
    """Split a file into sections; `letters:` sets the alphabet of the whole. Raises InputError.

    `text` may begin with a byte order mark and use any line ending.
    """
    return document_of(enumerate(lines_of(text), 1), source)


def document_of(lines: Iterable[tuple[int, str]], source: str = "") -> Document:
    """The document that lines with their numbers make up, such as the header of a log. Raises InputError."""
    sections: dict[str, Section] = {}
    key = ""
    start = 0
    words: list[Word] = []
    for line, content in lines:
        head = split_key(content)
        if head is None:
            more = words_of(content, line)
            if more and not start:
                raise InputError(
                    f'found "{more[0].text}" before the first key; expected a line such as "game: gallery"',
                    source=source,
                    line=line,
                )
            words += more
            continue
        if start:
            sections[key] = Section(key, start, tuple(words))
        key, start, words = head[0], line, list(words_of(head[1], line))
        if key in sections:
            raise InputError(
                f'"{key}:" is given twice, first in line {sections[key].line}; expected it once',
                source=source,
                line=line,
            )
    if start:
        sections[key] = Section(key, start, tuple(words))
    return _with_letters(Document(source, sections))


def _with_letters(document: Document) -> Document:
    section = document.sections.get("letters")
    if section is None:
        return document
    word = document.one_word(section)
    letters = ALPHABETS.get(word.text.lower())
    if letters is None:
        raise document.error(unknown("letters", word.text, ALPHABETS), word)
    return replace(document, letters=letters)


# --- printing ------------------------------------------------------------------------------------------------------


def section_text(key: str, words: Sequence[object]) -> str:
    """A section `key: words`, folded into lines of at most 13 words that are aligned."""
    texts = [str(word) for word in words]
    lines = [" ".join(texts[at : at + WORDS_A_LINE]) for at in range(0, len(texts), WORDS_A_LINE)]
    margin = "\n" + " " * (len(key) + 2)
    return f"{key}: {margin.join(lines)}".rstrip()


def header(game: str, options: Options, defaults: Options) -> list[str]:
    """The first lines of a deal file or log: the game, and the options that are not the defaults."""
    return [f"game: {game}"] + [f"{key}: {value}" for key, value in options.items() if defaults.get(key) != value]
