"""Cards and packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import IntEnum


class Suit(IntEnum):
    """The four suits, in the order in which the software counts them."""

    SPADES = 0
    HEARTS = 1
    DIAMONDS = 2
    CLUBS = 3

    @property
    def letter(self) -> str:
        """The suit's letter on output, `S H D C`."""
        return "SHDC"[self]

    @property
    def english(self) -> str:
        """The suit's English name."""
        return self.name.lower()


class Rank(IntEnum):
    """The thirteen ranks; the value is the rank's number, ace 1 to king 13."""

    ACE = 1
    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13

    @property
    def letter(self) -> str:
        """The rank's letter or digit on output, `A 2 … 9 T J Q K`."""
        return "A23456789TJQK"[self - 1]

    @property
    def english(self) -> str:
        """The rank's English name."""
        return self.name.lower()


@dataclass(frozen=True, slots=True, order=True)
class Card:
    """One card by suit and rank. `str` gives `TS`; `card` reads it back."""

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    @property
    def kind(self) -> int:
        """The card as a number, `13 * suit + rank - 1`; `KINDS[card.kind] is card` for cards read or dealt."""
        return 13 * self.suit + self.rank - 1


KINDS: tuple[Card, ...] = tuple(Card(suit, rank) for suit in Suit for rank in Rank)
"""One pack in the order spades, hearts, diamonds, clubs, ace to king: each card at its kind's index."""


def pack(copies: int = 1) -> list[Card]:
    """`copies` whole packs as one sorted list, equal cards side by side."""
    return [card for card in KINDS for _ in range(copies)]


def miscounts(found: Iterable[Card], least: Mapping[Card, int], most: Mapping[Card, int]) -> tuple[str, ...]:
    """A sentence for each card that is found more or less often than can be, in the order of a sorted pack.

    `least` and `most` say how often each card must and can be there; a card in neither cannot be there at all.
    """
    counts = Counter(found)
    sentences = []
    for card in KINDS:
        low, high = least.get(card, 0), most.get(card, 0)
        if not low <= counts[card] <= high:
            wanted = f"{high}" if low == high else f"{low} to {high}"
            sentences.append(f"{card}: found {counts[card]}, there {'must' if low == high else 'can'} be {wanted}")
    return tuple(sentences)
