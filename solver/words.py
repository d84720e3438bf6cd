"""Words for people: numbers with their nouns, lists, the nearest known word."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence


def unknown(what: str, found: str, known: Iterable[str]) -> str:
    """A sentence: an unknown word, the nearest known one if it is near, and all known ones."""
    known = list(known)
    near = difflib.get_close_matches(found, known, 1)
    hint = f', did you mean "{near[0]}"?' if near else ";"
    return f'unknown {what} "{found}"{hint} expected {one_of(known)}'


def one_of(words: Sequence[str]) -> str:
    """`a, b or c`."""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def plural(number: int, word: str) -> str:
    """`1 card`, `1,234 cards`."""
    return f"{number:,} {word}" + ("" if number == 1 else "s")
