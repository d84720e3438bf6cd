"""Words for people: numbers with their nouns, lists, the nearest known word."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence

LISTED = 10
"""So many known words are listed in a message; of more than these only the first few."""

LONG = 100
"""A word of more letters is shortened in a message."""


HIDDEN = re.compile(
    "[\x00-\x09\x0b-\x1f\x7f-\x9f\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ud800-\udfff\ufeff]"
)
"""What may steer a terminal or hide: control and unseen characters, marks of direction, halves of characters."""


def visible(text: str) -> str:
    r"""A text with every character that could steer a terminal written out (`\x1b`); line ends stay."""
    return HIDDEN.sub(_escape, text)


def _escape(match: re.Match[str]) -> str:
    code = ord(match[0])
    if 0xDC80 <= code <= 0xDCFF:  # a byte of a file name that is no UTF-8
        code -= 0xDC00
    return f"\\x{code:02x}" if code < 0x100 else f"\\u{code:04x}"


def quoted(word: str) -> str:
    """A word of the user's as a message repeats it: in quotes, shortened, with nothing hidden in it."""
    return f'"{visible(shortened(word))}"'


def unknown(what: str, found: str, known: Iterable[str]) -> str:
    """A sentence: an unknown word, the nearest known one if it is near, and the known ones or some of many."""
    known = list(known)
    near = difflib.get_close_matches(found, known, 1) if len(found) <= LONG else []
    hint = f', did you mean "{near[0]}"?' if near else ";"
    expected = one_of(known) if len(known) <= LISTED else f"one of {len(known)}, such as {one_of(known[:4])}"
    return f"unknown {what} {quoted(found)}{hint} expected {expected}"


def shortened(word: str) -> str:
    """A word as a message repeats it: of a long one the beginning, and how long it is."""
    return word if len(word) <= LONG else f"{word[: LONG // 2]}… ({len(word):,} characters)"


def without_long_words(text: str) -> str:
    """A message, each of its words shortened that is longer than any path."""
    return re.sub(r"[^\s\":;,]{256,}", lambda match: shortened(match[0]), text)


def one_of(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def plural(number: int, word: str) -> str:
    """`1 card`, `1,234 cards`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
