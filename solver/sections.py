"""The section syntax of deal files and move logs: from a text to its lines, keys and words, and to a document.

A *section* is `key: words` and goes on over the following lines up to the next key; `#` starts a comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from solver.document import Document, Section, Word
from solver.errors import Fault
from solver.faults import Faults
from solver.words import quoted


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
    sections = _sections(document, lines)
    return document.with_sections(sections).with_colons(("game", "letters")).with_letters()


def _sections(document: Document, lines: Iterable[tuple[int, str]]) -> Iterator[Section]:
    """The sections of numbered lines, first the one without a key, which is there even if it is empty."""
    key, start, words = "", 0, list[Word]()
    for line, content in lines:
        head = split_key(content)
        if head is None and "：" in content:
            document.note('found the full-width "："; expected ":"', line)
            head = split_wide_key(content)
        if head is None:
            words += document_words(document, content, line)
            continue
        yield Section(key, start, tuple(words))
        key, start, words = head[0], line, list(document_words(document, head[1], line))
    yield Section(key, start, tuple(words))


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
