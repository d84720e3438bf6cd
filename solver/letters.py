"""The alphabets in which cards are written."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from solver.cards import CARDS, Card, Rank, Suit
from solver.errors import CardError

_SIGNS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_LATIN_SUITS = {suit.letter: suit for suit in Suit}
# Capitals that look alike in the Latin and the Cyrillic alphabet.
_LOOK_ALIKE = dict(zip("ABCEHKMOPTXY", "АВСЕНКМОРТХУ", strict=True))
_LOOK_ALIKE |= {cyrillic: latin for latin, cyrillic in _LOOK_ALIKE.items()}


def latin(word: str) -> str:
    """A word with each Cyrillic capital that looks like a Latin one replaced by it; in capitals."""
    return "".join(letter if letter.isascii() else _LOOK_ALIKE.get(letter, letter) for letter in word.upper())


@dataclass(frozen=True)
class Letters:
    """An alphabet in which cards are written: `ranks` by their letters, `suits` by theirs (signs always work).

    A `name` is the word after `letters:` in a file.
    """

    name: str
    ranks: dict[str, Rank]
    suits: dict[str, Suit]

    def card(self, word: str) -> Card:
        """The card that `word` writes, in either case.

        Raises CardError with the reason when it writes none.
        """
        found = self._spellings.get(word)
        return self._read(word) if found is None else found

    @cached_property
    def _spellings(self) -> dict[str, Card]:
        """The usual ways to write each card, so that most words are looked up, not taken apart."""
        return {
            spelling: CARDS[13 * suit + rank - 1]
            for rank_word, rank in self.ranks.items()
            for suit_word, suit in (self.suits | _SIGNS).items()
            for spelling in (rank_word + suit_word, (rank_word + suit_word).lower())
        }

    def _read(self, word: str) -> Card:
        text = word.rstrip(_VARIATION_SELECTORS).upper()
        if text.lower() != word.rstrip(_VARIATION_SELECTORS).lower():
            text = ""  # letters such as the long s, which only become one of ours in capitals
        rank = self.ranks.get(text[:-1])
        suit = self.suits.get(text[-1:], _SIGNS.get(text[-1:]))
        if rank is None or suit is None:
            raise CardError(self._complaint(word, text, rank is None, suit is None))
        return CARDS[13 * suit + rank - 1]

    def rank_word(self, rank: Rank) -> str:
        """How a rank is written: its letter or number; the ten is `T` in English and `10` in the other alphabets."""
        words = [word for word, meant in self.ranks.items() if meant is rank]
        return words[-1]

    def word(self, card: Card) -> str:
        """How a card is written; `card` reads it back."""
        return self.rank_word(card.rank) + next(word for word, meant in self.suits.items() if meant is card.suit)

    def _complaint(self, word: str, text: str, bad_rank: bool, bad_suit: bool) -> str:
        suspects = (text[:-1] if bad_rank else "") + (text[-1:] if bad_suit else "")
        for letter in suspects:
            twin = _LOOK_ALIKE.get(letter)
            if twin is None or letter in self.ranks or letter in self.suits:
                continue
            if twin in self.ranks or twin in self.suits:
                found, wanted = ("Cyrillic", "Latin") if twin.isascii() else ("Latin", "Cyrillic")
                return (
                    f'"{word}" is no card: its {found} "{letter}" only looks like the {wanted} "{twin}"; '
                    f"expected {self.expected}"
                )
        return f'"{word}" is no card; expected {self.expected}'

    @property
    def expected(self) -> str:
        """What a card looks like in this alphabet, for error messages."""
        ranks = " ".join(dict.fromkeys(word for word in self.ranks if word not in "23456789"))
        suits = " ".join(self.suits)
        example = next(word for word, rank in self.ranks.items() if rank is Rank.KING) + next(iter(self.suits))
        return (
            f'a rank ({ranks} or 2–9) and a suit ({suits} or a sign ♠ ♥ ♦ ♣), as in "{example}" (letters: {self.name})'
        )


def _letters(name: str, ace: str, king: str, queen: str, jack: str, suits: str = "", *, ten: str = "") -> Letters:
    digits = {str(n): Rank(n) for n in range(2, 10)}
    named = {ace: Rank.ACE, king: Rank.KING, queen: Rank.QUEEN, jack: Rank.JACK, "10": Rank.TEN}
    if ten:
        named[ten] = Rank.TEN
    own = dict(zip(suits, Suit, strict=True)) if suits else {}
    return Letters(name, named | digits, own | _LATIN_SUITS)


ALPHABETS: dict[str, Letters] = {
    letters.name: letters
    for letters in (
        _letters("en", "A", "K", "Q", "J", ten="T"),
        _letters("ru", "Т", "К", "Д", "В", "ПЧБТ"),
        _letters("de", "A", "K", "D", "B"),
        _letters("fr", "A", "R", "D", "V"),
    )
}
"""The alphabets by name. `en` is read when a file names none and is what every output uses."""

ENGLISH = ALPHABETS["en"]
_CARDS = {str(Card(suit, rank)): Card(suit, rank) for suit in Suit for rank in Rank}


def sign(suit: Suit) -> str:
    """A suit's sign, `♠ ♥ ♦ ♣`."""
    return next(sign for sign, meant in _SIGNS.items() if meant is suit)


def in_letters(line: str, letters: Letters) -> str:
    """A line of a log with its cards, which stand in English letters, in other letters."""
    if letters is ENGLISH:
        return line
    return " ".join(letters.word(_CARDS[word]) if word in _CARDS else word for word in line.split(" "))


def card(word: str) -> Card:
    """Read a card in English letters: `card("TS")`, `card("10♠")`. Raises CardError."""
    return ENGLISH.card(word)
