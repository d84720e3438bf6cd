"""Cards and packs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import IntEnum
from functools import total_ordering

from solver.words import plural


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


@total_ordering
class Card:
    """One card by suit and rank. `str` gives `TS`; `solver.letters.card` reads it back.

    There is one object for each card, so equal cards are identical: comparing and hashing them is as fast as it can be.
    suit, rank: as given; kind: the card as a number, `13 * suit + rank - 1`, its index in `CARDS`.
    """

    __slots__ = ("_text", "kind", "rank", "suit")
    suit: Suit
    rank: Rank
    kind: int
    _text: str

    def __new__(cls, suit: Suit, rank: Rank) -> Card:
        """The one object of this card."""
        return CARDS[13 * suit + rank - 1]

    @classmethod
    def _make(cls, suit: Suit, rank: Rank) -> Card:
        """A new object: called once for each card."""
        made = object.__new__(cls)
        values = {"suit": suit, "rank": rank, "kind": 13 * suit + rank - 1, "_text": rank.letter + suit.letter}
        for name, value in values.items():
            object.__setattr__(made, name, value)
        return made

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: {name} cannot be deleted")

    def __reduce__(self) -> tuple[Callable[[int], Card], tuple[int]]:
        return card_of, (self.kind,)

    def __lt__(self, other: object) -> bool:
        return self.kind < other.kind if isinstance(other, Card) else NotImplemented

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self.suit!r}, {self.rank!r})"


CARDS: tuple[Card, ...] = tuple(Card._make(suit, rank) for suit in Suit for rank in Rank)
"""One pack in the order spades, hearts, diamonds, clubs, ace to king: each card at the index of its kind."""


def card_of(kind: int) -> Card:
    """The card of a kind."""
    return CARDS[kind]


def packs(copies: int = 1) -> list[Card]:
    """`copies` whole packs as one sorted list, equal cards side by side."""
    return [card for card in CARDS for _ in range(copies)]


Lying = Iterable[tuple[Card, str]]
"""Cards with the places where they lie, in the words of a message."""


def add_up(cards: Iterable[Card], least: Mapping[Card, int], most: Mapping[Card, int]) -> bool:
    """Whether each card is there as often as it must and can be; where not, `miscounts` says what is wrong."""
    found = Counter(cards)
    if dict.__eq__(found, most):  # as nearly always; a counter's own comparison is not as quick
        return True
    if found.keys() - most.keys():
        return False
    return all(least.get(card, 0) <= found.get(card, 0) <= high for card, high in most.items())


def miscounts(lying: Lying, least: Mapping[Card, int], most: Mapping[Card, int]) -> tuple[str, ...]:
    """A sentence for each card that lies there more or less often than can be, in the order of a sorted pack.

    `least` and `most` say how often each card must and can be there; a card in neither cannot be there at all. When one
    card in place of another explains everything, a last sentence says so.
    """
    places: dict[Card, list[str]] = {}
    for card, place in lying:
        places.setdefault(card, []).append(place)
    sentences = []
    surplus: Counter[Card] = Counter()
    lack: Counter[Card] = Counter()
    for card in CARDS:
        low, high, found = least.get(card, 0), most.get(card, 0), len(places.get(card, ()))
        if not low <= found <= high:
            wanted = f"must be {high}" if low == high else f"can be {low} to {high}"
            sentences.append(f"{card}: {found or 'none'} found{_where(places.get(card, ()))}, there {wanted}")
            surplus[card] += max(0, found - high)
            lack[card] += max(0, low - found)
    if surplus.total() == lack.total() == 1:
        [wrong], [right] = (+surplus).elements(), (+lack).elements()
        sentences.append(f"is one {wrong} a {right}?")
    return tuple(sentences)


def _where(places: Sequence[str]) -> str:
    """Places in parentheses; one that comes several times is named once."""
    named = (place if count == 1 else f"{place} {count} times" for place, count in Counter(places).items())
    return f" ({', '.join(named)})" if places else ""


def deck_faults(deck: Sequence[Card], every: Mapping[Card, int], hint: str = "") -> tuple[str, ...]:
    """All that is wrong with a whole deck, a sentence each: its size, which `hint` may explain, and its cards."""
    if add_up(deck, every, every):
        return ()
    size = sum(every.values())
    sizes = [] if len(deck) == size else [f"the deck has {plural(len(deck), 'card')}; there must be {size}{hint}"]
    lying = ((card, f"card {number}") for number, card in enumerate(deck, 1))
    return (*sizes, *miscounts(lying, every, every))
