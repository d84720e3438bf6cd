"""A document: the sections of a deal file or of a log's header, and what its words say.

This module knows no patience: it reads cards in the file's letters, numbers, rule options and unknown cards (`?`), and
notes what is wrong, with its line. `solver.sections` makes documents of texts.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby
from typing import TypeVar

from solver.cards import Card
from solver.errors import CardError, Fault, InputError, OptionError
from solver.faults import Faults
from solver.letters import ALPHABETS, ENGLISH, Letters, in_letters
from solver.lookalikes import disguised
from solver.options import RuleOption
from solver.words import quoted, unknown

T = TypeVar("T")

_DECIMAL = re.compile(r"0|[1-9][0-9]{0,99}")

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

        Noted is what `with_keys` notes, what is no value of its option, and what only begins like an unknown card.
        """
        options = tuple(options)
        plain = {"game", "letters", "name", *(option.name for option in options)}
        return _with_unknown(_with_options(self.with_keys(known), options), plain)

    def with_keys(self, known: Iterable[str]) -> Document:
        """The document with the sections of known keys only.

        Others are noted, and keys that lack their colon, and words beside the names of the game and the deal.
        """
        known = [*known, "letters", "name"]
        document = self.with_colons(known)
        for section in (document.sections[key] for key in ("game", "name") if key in document.sections):
            with document.faults.noting():
                document.one_word(section)
            document.faults.unread += len(section.words[1:])
        document.note_stray()
        for section in document.sections.values():
            if section.key not in known:
                hint = disguised(section.key, known)
                wrong = f"unknown key {quoted(section.key)}: {hint}" if hint else unknown("key", section.key, known)
                document.note(wrong, section)
                document.faults.unread += len(section.words)
        kept = {key: section for key, section in document.sections.items() if key in known}
        return replace(document, sections=kept, stray=())

    def with_colons(self, keys: Iterable[str]) -> Document:
        """The document, each line that begins with one of these keys without its colon noted and made a section."""
        longest_first = sorted((key.split() for key in keys), key=len, reverse=True)
        whole = (Section("", 0, self.stray), *self.sections.values())
        return self.with_sections(part for section in whole for part in self._parted(section, longest_first))

    def _parted(self, section: Section, keys: Sequence[Sequence[str]]) -> Iterator[Section]:
        """A section, parted before each of its lines that begins with a key without its colon."""
        if not section.words or section.words[-1].line == section.line:  # as most are: all in one line
            yield section
            return
        key, start, own = section.key, section.line, list[Word]()
        for line, words in groupby(section.words, lambda word: word.line):
            here = list(words)
            texts = [word.text.lower() for word in here]
            found = next((key for key in keys if texts[: len(key)] == key), None)
            if found is not None and line != section.line:
                yield Section(key, start, tuple(own))
                written = quoted(" ".join(word.text for word in here[: len(found) + 1]))
                key, start, own = " ".join(found), line, []
                self.note(f'found {written} without a colon; expected "{key}:"', line)
                here = here[len(found) + (texts[len(found) : len(found) + 1] == ["="]) :]
            own += here
        yield Section(key, start, tuple(own))

    def with_sections(self, sections: Iterable[Section]) -> Document:
        """The document with these sections in place of its own; a second one of a key is noted and left out.

        The words of the one without a key are stray.
        """
        found: dict[str, Section] = {}
        for section in sections:
            first = found.setdefault(section.key, section)
            if first is not section:
                twice = f"{quoted(section.key + ':')} is given twice, first in line {first.line}; expected it once"
                self.note(twice, section)
                self.faults.unread += len(section.words)
        stray = found.pop("").words
        return replace(self, sections=found, stray=stray)

    def with_letters(self) -> Document:
        """The document in the letters that it names; what is no name of letters is noted."""
        section = self.sections.get("letters")
        if section is not None:
            with self.faults.noting():
                word = self.one_word(section)
                letters = ALPHABETS.get(word.text.lower())
                if letters is None:
                    raise self.error(unknown("letters", word.text, ALPHABETS), word)
                return replace(self, letters=letters)
        return self


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
        document.note(f"found {quoted(word.text)}; expected ? for an unknown card, or ?*9 for nine", word)
        return 1
    return 0 if match is None else int(match[1] or 1)
