"""Letters of other alphabets that look like Latin ones: which they look like, and what they are."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

_LOOK_LIKE = {
    "A": "АΑᎪ",
    "B": "ВΒᏴ",
    "C": "СϹᏟ",
    "D": "Ꭰ",
    "E": "ЕΕᎬ",
    "F": "Ϝ",
    "G": "ԌᏀ",
    "H": "НΗᎻ",
    "I": "ІΙӀ",
    "J": "ЈͿᎫ",
    "K": "КΚᏦ",
    "L": "Ꮮ",
    "M": "МΜᎷ",
    "N": "Ν",
    "O": "ОΟ",
    "P": "РΡᏢ",
    "Q": "Ԛ",
    "R": "Ꭱ",
    "S": "ЅᏚ",
    "T": "ТΤᎢ",
    "U": "Ս",
    "V": "ѴᏙ",
    "W": "ԜᎳ",
    "X": "ХΧ",
    "Y": "УΥҮ",
    "Z": "ΖᏃ",
    "♠": "♤",
    "♥": "♡",
    "♦": "♢",
    "♣": "♧",
}
_LATIN = {other: latin for latin, others in _LOOK_LIKE.items() for other in others}
_SCRIPTS = {"FULLWIDTH": "full-width", "MATHEMATICAL": "mathematical", "ARABIC-INDIC": "Arabic", "WHITE": "white"}


def latin(word: str) -> str:
    """A word in capitals, each letter or digit that only looks like a Latin one (or is a wide one) replaced by it."""
    return "".join(_plain(letter) for letter in word.upper())


def _plain(letter: str) -> str:
    if letter.isascii():
        return letter
    folded = unicodedata.normalize("NFKC", letter).upper()
    return "".join(_LATIN.get(one, str(unicodedata.digit(one)) if one.isdigit() else one) for one in folded)


def script(letter: str) -> str:
    """The alphabet of a letter, as a message calls it: Latin, Cyrillic, Greek, full-width and so on."""
    if letter.isascii():
        return "Latin"
    first = unicodedata.name(letter, "unknown").split()[0]
    return _SCRIPTS.get(first, first.capitalize())


def disguised(word: str, known: Iterable[str]) -> str | None:
    """What is wrong with a word that looks like a known one and is none, as a sentence; None when it does not."""
    twins = {latin(one): one for one in known}
    twin = twins.get(latin(word))
    if twin is None:
        return None
    if word.isascii():
        return None
    letter = next(letter for letter in word if not letter.isascii())
    like = latin(letter) if letter.isupper() else latin(letter).lower()
    return f'its {script(letter)} "{letter}" only looks like "{like}"; expected "{twin}"'
