"""The alphabets in which cards are written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cached_property

from solver.cards import CARDS, Card, Rank, Suit
from solver.errors import CardError
from solver.lookalikes import latin, script
from solver.words import LONG, one_of, quoted

_SIGNS = {"♠": Suit.SPADES, "♥": Suit.HEARTS, "♦": Suit.DIAMONDS, "♣": Suit.CLUBS}
_VARIATION_SELECTORS = "\ufe0e\ufe0f"
_LATIN_SUITS = {suit.letter: suit for suit in Suit}


def _capitals(word: str) -> str:
    """A word in capitals, without what chooses the look of a suit sign; empty when that makes another word of it."""
    text = word.rstrip(_VARIATION_SELECTORS)
    # Letters such as the long s only become one of ours in capitals.
    return text.upper() if text.upper().lower() == text.lower() else ""


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
        text = _capitals(word)
        rank = self.ranks.get(text[:-1])
        suit = self.suits.get(text[-1:], _SIGNS.get(text[-1:]))
        if rank is None or suit is None:
            raise self._complaint(word, text, rank is None, suit is None)
        return CARDS[13 * suit + rank - 1]

    def rank_word(self, rank: Rank) -> str:
        """How a rank is written: its letter or number; the ten is `T` in English and `10` in the other alphabets."""
        words = [word for word, meant in self.ranks.items() if meant is rank]
        return words[-1]

    def word(self, card: Card) -> str:
        """How a card is written; `card` reads it back."""
        return self.rank_word(card.rank) + next(word for word, meant in self.suits.items() if meant is card.suit)

    def _complaint(self, word: str, text: str, bad_rank: bool, bad_suit: bool) -> CardError:
        """Why a word is no card: first what it was probably meant to be."""
        no_card = f"{quoted(word)} is no card"
        if len(text) > LONG:
            return CardError(f"{no_card}; expected {self.expected}")
        others = tuple(name for name, letters in ALPHABETS.items() if name != self.name and letters.has(word))
        if others and text[-1:].isalpha() and not re.search("[A-Z]", text):
            return self._foreign(no_card, others)
        for letter in (text[:-1] if bad_rank else "") + (text[-1:] if bad_suit else ""):
            twin = self._twin(letter)
            if twin is not None:
                meant = "".join(self._twin(one) or one for one in text)
                like = f'the {script(twin)} "{twin}"' if twin.isalpha() else f'"{twin}"'
                looks = f'{no_card}: its {script(letter)} "{letter}" only looks like {like}'
                if self.has(meant):
                    return CardError(f"{looks}; expected {meant}", corrected=meant)
                return CardError(f"{looks}; expected {self.expected}")
        turned = text[1:] + text[:1]
        if self.has(turned):
            return CardError(f"{no_card}; the rank comes first: {turned}", corrected=turned)
        digits = text[:-1].replace("O", "0").replace("I", "1").replace("L", "1") + text[-1:]
        if self.has(digits):
            return CardError(f"{no_card}: it has a letter in place of a digit; expected {digits}", corrected=digits)
        if others:
            return self._foreign(no_card, others)
        return CardError(f"{no_card}; expected {self.expected}")

    def _twin(self, letter: str) -> str | None:
        """The letter of this alphabet that a letter which is none of it looks like."""
        own = {one for words in (self.ranks, self.suits, _SIGNS) for word in words for one in word}
        if letter in own:
            return None
        return next((one for one in sorted(own) if latin(one) == latin(letter)), None)

    def _foreign(self, no_card: str, others: tuple[str, ...]) -> CardError:
        wanted = one_of(["English letters" if name == "en" else f'"letters: {name}"' for name in others])
        here = "English letters" if self.name == "en" else f'"letters: {self.name}"'
        return CardError(f"{no_card} with {here}; it is one with {wanted}", others)

    def has(self, word: str) -> bool:
        """Whether a word writes a card in this alphabet."""
        text = _capitals(word)
        return text[:-1] in self.ranks and (text[-1:] in self.suits or text[-1:] in _SIGNS)

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
"""The alphabet of positions, moves and `--json`."""

_CARD = re.compile(r"\b[A2-9TJQK][SHDC]\b")


def sign(suit: Suit) -> str:
    """A suit's sign, `♠ ♥ ♦ ♣`."""
    return next(sign for sign, meant in _SIGNS.items() if meant is suit)


def in_letters(text: str, letters: Letters) -> str:
    """A text of the program's with its cards, which stand in English letters, in other letters."""
    if letters is ENGLISH:
        return text
    return _CARD.sub(lambda match: letters.word(ENGLISH.card(match[0])), text)


def card(word: str) -> Card:
    """Read a card in English letters: `card("TS")`, `card("10♠")`. Raises CardError."""
    return ENGLISH.card(word)
