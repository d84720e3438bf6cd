"""The section syntax of deal files and move logs, read with line numbers, and printed.

A *section* is `key: words` and goes on over the following lines up to the next key; `#` starts a comment. This module
knows no patience: it splits text into sections and words and reads cards in the file's letters.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from solver.cards import Card
from solver.errors import CardError, Fault, InputError, OptionError
from solver.letters import ALPHABETS, ENGLISH, Letters, in_letters
from solver.lookalikes import disguised
from solver.options import Options, RuleOption
from solver.words import quoted, unknown

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,99}")
WORDS_A_LINE = 13
T = TypeVar("T")


UNKNOWN = "?"
"""A card that nobody has seen; `?*9` are nine of them."""

_UNKNOWN = re.compile(r"\?(?:\*([1-9][0-9]{0,2}))?")

NOTHING_LIKE = frozenset("-_.–—−‐‑‒―0")
"""Characters of which people make words for nothing."""


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


class Faults:
    """What has been found wrong with a file so far: readers note it and read on, so that one run tells all.

    unread: how many words could not be read that may have been cards.
    """

    def __init__(self) -> None:
        self._found: list[Fault] = []
        self._once: set[object] = set()
        self.unread = 0

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def found(self) -> tuple[Fault, ...]:
        """All that has been noted."""
        return tuple(self._found)

    def note(self, *faults: Fault) -> None:
        """Note what is wrong."""
        self._found += faults

    def note_once(self, kind: object, fault: Fault) -> None:
        """Note what is wrong unless something of that kind has been noted already."""
        if kind not in self._once:
            self._once.add(kind)
            self._found.append(fault)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is raised as an InputError within, and go on after it."""
        try:
            yield
        except InputError as error:
            self.note(*error.faults)

    def settle(self, source: str) -> None:
        """Raise InputError with all that has been noted, if anything has."""
        if self._found:
            raise InputError.of(self._found, source)


@dataclass(frozen=True)
class Document:
    """A file of sections. `letters` are those that the whole file is written in.

    stray: the words before the first key; faults: what has been found wrong, shared by all copies of the document.
    What reads a single word raises InputError at once; what reads sections notes faults and goes on without them.

    As a game reads it (`for_game`) said are the rule options that it names, and unknown its cards that nobody has seen:
    the key and the number in its section of each, with the word that stands for it, which is no longer in the section.
    """

    source: str
    sections: Mapping[str, Section]
    letters: Letters = ENGLISH
    stray: tuple[Word, ...] = ()
    faults: Faults = field(default_factory=Faults, compare=False, repr=False)
    said: Mapping[str, str] = field(default_factory=dict)
    unknown: Mapping[tuple[str, int], Word] = field(default_factory=dict)

    @property
    def game(self) -> tuple[Word, ...]:
        """The words that name the game, at least one, all in a line. Raises InputError when there are none."""
        section = self.sections.get("game")
        if section is None:
            if not self.sections and not self.stray:
                raise self.error('nothing is in it; expected a deal, which begins with a line such as "game: gallery"')
            raise self.error('the game is missing; expected a line such as "game: gallery"')
        words = section.words or (self.one_word(section),)
        return tuple(word for word in words if word.line == words[0].line)

    def looks_like_a_log(self, keys: Iterable[str]) -> bool:
        """Whether it has none of these keys, which deals have, and lines of words without a key."""
        lines = ({word.line for word in section.words} for section in self.sections.values())
        return self.sections.keys().isdisjoint(keys) and any(len(numbers) > 1 for numbers in lines)

    def error(self, message: str, at: Word | Section | int | None = None) -> InputError:
        """An error in this file, at a word, a section, a line or the whole."""
        return InputError(message, source=self.source, line=at if isinstance(at, int) or at is None else at.line)

    def note(self, message: str, at: Word | Section | int | None = None) -> None:
        """Note a fault of this file, at a word, a section, a line or the whole, and go on."""
        self.faults.note(*self.error(message, at).faults)

    def note_stray(self) -> None:
        """Note the words before the first key, if there are any."""
        for word in self.stray[:1]:
            found = quoted(word.text)
            self.note(f'found {found} before the first key; expected a line such as "game: gallery"', word)

    def given_up(self, error: InputError) -> InputError:
        """The error after which nothing is read, with what has been noted and the words before the first key."""
        self.faults.note(*error.faults)
        self.note_stray()
        return InputError.of(self.faults.found, self.source)

    def settle(self, objections: Iterable[str] = (), at: Section | None = None) -> None:
        """Raise InputError with all that is wrong, if anything is: the noted faults and the referee's objections."""
        for objection in objections:
            self.note(in_letters(objection, self.letters), at)
        self.faults.settle(self.source)

    def no_move(self, words: Sequence[Word], expected: str) -> InputError:
        """The error of a line of a log that is no move; expected: what could stand there."""
        line = quoted(" ".join(word.text for word in words))
        return self.error(f"{line} is no move; expected {expected}", words[0])

    def named(self, word: Word, things: Mapping[str, T], kind: str, expected: str) -> T:
        """The thing of a kind that a word names, in either case. Raises InputError; look-alike letters are told.

        things: by their names in capitals; expected: their names in words.
        """
        name = word.text.upper()
        if name not in things:
            hint = disguised(word.text, things)
            told = f": {hint}" if hint else f"; expected {expected}"
            raise self.error(f"{quoted(word.text)} is no {kind}{told}", word)
        return things[name]

    def card(self, word: Word, text: str | None = None) -> Card:
        """The card that a word writes (or the part `text` of the word). Raises InputError."""
        try:
            return self.letters.card(word.text if text is None else text)
        except CardError as error:
            raise self.error(str(error), word) from None

    def card_or_none(self, word: Word, text: str | None = None) -> Card | None:
        """The card that a word writes (or the part `text` of it); what is no card is noted, and None.

        Where it is clear which card is meant that is noted too, and the card is read. Words that are cards in another
        alphabet are noted once.
        """
        try:
            return self.letters.card(word.text if text is None else text)
        except CardError as error:
            fault = Fault(str(error), word.line)
            if error.letters:
                self.faults.note_once("letters", fault)
            else:
                self.faults.note(fault)
            if error.corrected:
                return self.letters.card(error.corrected)
            self.faults.unread += 1
        return None

    def cards(self, key: str) -> tuple[Card, ...]:
        """The cards of a section; none when it is left out. What is no card is noted and left out."""
        section = self.sections.get(key)
        words = () if section is None else section.words
        if len(words) == 1 and NOTHING_LIKE.issuperset(words[0].text):
            self.note(f"{quoted(words[0].text)} is no card; where none lies, nothing follows the colon", words[0])
            return ()
        return tuple(card for card in map(self.card_or_none, words) if card is not None)

    def number(self, key: str, default: int) -> int:
        """The one whole number of a section, or the default when it is left out. What is none is noted."""
        section = self.sections.get(key)
        if section is not None:
            with self.faults.noting():
                return self.decimal(self.one_word(section))
        return default

    def decimal(self, word: Word) -> int:
        """A word as a whole number without leading zeros. Raises InputError."""
        if not _DECIMAL.fullmatch(word.text):
            expected = "expected digits without leading zeros, such as 3 or 42"
            raise self.error(f"{quoted(word.text)} is no number; {expected}", word)
        return int(word.text)

    def one_word(self, section: Section) -> Word:
        """The only word of a section. Raises InputError when there are none or several."""
        if len(section.words) != 1:
            found = quoted(" ".join(word.text for word in section.words[:4])) if section.words else "nothing"
            more = " …" if len(section.words) > 4 else ""
            raise self.error(f'"{section.key}:" takes one word, found {found}{more}', section)
        return section.words[0]

    def for_game(self, known: Iterable[str], options: Iterable[RuleOption]) -> Document:
        """The document as a game with these keys and rule options reads it.

        Unknown keys, what is no value of its option, and what begins like an unknown card and is none are noted.
        """
        options = tuple(options)
        plain = {"game", "letters", "name", *(option.name for option in options)}
        return _with_unknown(_with_options(self.with_keys(known), options), plain)

    def with_keys(self, known: Iterable[str]) -> Document:
        """The document with the sections of known keys only; others are noted, and keys that lack their colon."""
        known = [*known, "letters", "name"]
        document = _with_colons(self, known)
        for section in document.sections.values():
            if section.key not in known:
                hint = disguised(section.key, known)
                wrong = f"unknown key {quoted(section.key)}: {hint}" if hint else unknown("key", section.key, known)
                document.note(wrong, section)
                document.faults.unread += len(section.words)
        document.note_stray()
        kept = {key: section for key, section in document.sections.items() if key in known}
        return replace(document, sections=kept, stray=())


def words_of(text: str, line: int) -> tuple[Word, ...]:
    """The words of one line, without its comment."""
    return tuple(Word(word, line) for word in text.split("#", 1)[0].split())


def split_key(text: str) -> tuple[str, str] | None:
    """`key: rest` of a line as (key in lower case with single spaces, rest), or None when the line has no key."""
    key, colon, rest = text.split("#", 1)[0].partition(":")
    words = key.lower().split()
    return (" ".join(words), rest) if colon and words else None


def split_wide_key(text: str) -> tuple[str, str] | None:
    """As `split_key`, with the full-width colons of some keyboards taken for plain ones."""
    return split_key(text.replace("：", ":"))


def lines_of(text: str) -> list[str]:
    """The lines of a text with any line ending; a byte order mark is left out."""
    return re.split("\r\n|\r|\n", text.removeprefix("\ufeff"))


def read_document(text: str, source: str = "") -> Document:
    """Split a file into sections; `letters:` sets the alphabet of the whole. Faults are noted in the document.

    `text` may begin with a byte order mark and use any line ending.
    """
    return document_of(enumerate(lines_of(text), 1), source)


def document_of(lines: Iterable[tuple[int, str]], source: str = "", faults: Faults | None = None) -> Document:
    """The document of numbered lines, as `read_document` makes it; faults are noted in `faults` if it is given."""
    document = Document(source, {}, faults=Faults() if faults is None else faults)
    sections: dict[str, Section] = {}
    key = ""
    start = 0
    words: list[Word] = []
    for line, content in lines:
        head = split_key(content)
        if head is None and "：" in content:
            document.note('found the full-width "："; expected ":"', line)
            head = split_wide_key(content)
        if head is None:
            words += document_words(document, content, line)
            continue
        _add(document, sections, key, start, words)
        key, start, words = head[0], line, list(document_words(document, head[1], line))
    _add(document, sections, key, start, words)
    stray = sections.pop("", None)
    document = replace(document, sections=sections, stray=() if stray is None else stray.words)
    return _with_letters(_with_colons(document, ("game", "letters")))


def document_words(document: Document, text: str, line: int) -> tuple[Word, ...]:
    """The words of a line; commas between them are noted once for the file and left out."""
    words = words_of(text, line)
    if not any("," in word.text for word in words):
        return words
    first = next(word for word in words if "," in word.text)
    document.faults.note_once(
        ",", Fault(f"found {quoted(first.text)} with a comma; expected words with spaces alone between them", line)
    )
    return words_of(text.split("#", 1)[0].replace(",", " "), line)


def _add(document: Document, sections: dict[str, Section], key: str, line: int, words: Sequence[Word]) -> None:
    """Put a section among those that have been read; a second one of its key is noted."""
    first = sections.get(key)
    if first is None:
        sections[key] = Section(key, line, tuple(words))
    else:
        document.note(f"{quoted(key + ':')} is given twice, first in line {first.line}; expected it once", line)
        document.faults.unread += len(words)


def _with_colons(document: Document, keys: Iterable[str]) -> Document:
    """The document, each line that begins with one of these keys without its colon made a section, which is noted."""
    longest_first = sorted((key.split() for key in keys), key=len, reverse=True)
    runs = [Section("", 0, document.stray), *document.sections.values()]
    sections: dict[str, Section] = {}
    for run in runs:
        own: list[Word] = []
        key, start = run.key, run.line
        for line, words in groupby(run.words, lambda word: word.line):
            here = list(words)
            texts = [word.text.lower() for word in here]
            found = next((key for key in longest_first if texts[: len(key)] == key), None)
            if found is not None and line != run.line:
                _add(document, sections, key, start, own)
                written = quoted(" ".join(word.text for word in here[: len(found) + 1]))
                key, start, own = " ".join(found), line, []
                document.note(f'found {written} without a colon; expected "{key}:"', line)
                here = here[len(found) + (texts[len(found) : len(found) + 1] == ["="]) :]
            own += here
        _add(document, sections, key, start, own)
    stray = sections.pop("").words
    return replace(document, sections=sections, stray=stray)


def _with_options(document: Document, options: Iterable[RuleOption]) -> Document:
    """The document, its rule options read; what is no value of its option is noted."""
    said = {}
    for option in options:
        section = document.sections.get(option.name)
        if section is not None:
            with document.faults.noting():
                word = document.one_word(section)
                try:
                    said[option.name] = option.read(word.text)
                except OptionError as error:
                    raise document.error(str(error), word) from None
    return replace(document, said=said)


def _with_unknown(document: Document, plain: Container[str]) -> Document:
    """The document, the unknown cards taken out of all sections but those that hold no cards."""
    sections = dict(document.sections)
    unknown: dict[tuple[str, int], Word] = {}
    for key, section in sections.items():
        if key in plain or not any(word.text.startswith(UNKNOWN) for word in section.words):
            continue
        kept, number = [], 0
        for word in section.words:
            count = _count(document, word)
            unknown |= {(key, number + step): word for step in range(count)}
            kept += [] if count else [word]
            number += count or 1
        sections[key] = replace(section, words=tuple(kept))
    return replace(document, sections=sections, unknown=unknown)


def _count(document: Document, word: Word) -> int:
    """How many unknown cards a word stands for; 0 when it is a card. What begins like one and is none is noted."""
    match = _UNKNOWN.fullmatch(word.text)
    if match is None and word.text.startswith(UNKNOWN):
        document.note(f'found "{word.text}"; expected ? for an unknown card, or ?*9 for nine', word)
        return 1
    return 0 if match is None else int(match[1] or 1)


def _with_letters(document: Document) -> Document:
    section = document.sections.get("letters")
    if section is None:
        return document
    with document.faults.noting():
        word = document.one_word(section)
        letters = ALPHABETS.get(word.text.lower())
        if letters is None:
            raise document.error(unknown("letters", word.text, ALPHABETS), word)
        return replace(document, letters=letters)
    return document


# --- printing ------------------------------------------------------------------------------------------------------


def section_text(key: str, words: Sequence[object]) -> str:
    """A section `key: words`, folded into lines of at most 13 words that are aligned."""
    texts = [str(word) for word in words]
    lines = [" ".join(texts[at : at + WORDS_A_LINE]) for at in range(0, len(texts), WORDS_A_LINE)]
    margin = "\n" + " " * (len(key) + 2)
    return f"{key}: {margin.join(lines)}".rstrip()


def comments(lines: Iterable[str]) -> str:
    """Lines as comments of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def header(game: str, options: Options, defaults: Options) -> list[str]:
    """The first lines of a deal file or log: the game, and the options that are not the defaults."""
    return [f"game: {game}"] + [f"{key}: {value}" for key, value in options.items() if defaults.get(key) != value]
