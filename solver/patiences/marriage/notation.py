"""Royal Marriage in writing: the rule option, moves and layouts, each printed by `str` and read back here.

What the words mean in play is the referee's business (`rules`); what can be written is that of `rules.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Self

from solver.cards import CARDS, Card
from solver.document import Document, Section, Word
from solver.options import Options, RuleOption
from solver.printing import header, section_text
from solver.values import Value
from solver.words import quoted

GAME = "marriage"
"""The name in the registry."""

# --- the rule option -------------------------------------------------------------------------------------------------


class Pairs(Enum):
    """The rule option `pairs`: whether two matching neighbours may, must or cannot be discarded together."""

    OPTIONAL = "optional"
    COMPULSORY = "compulsory"
    OFF = "off"

    @property
    def options(self) -> dict[str, str]:
        """The rule options as words."""
        return {"pairs": self.value}

    @classmethod
    def of(cls, options: Options) -> Pairs:
        """The rule that complete rule options name."""
        return cls(options["pairs"])


OPTIONS = (RuleOption("pairs", tuple(pairs.value for pairs in Pairs)),)
"""The one rule option, with the book's rule first."""

DEFAULTS = {option.name: option.default for option in OPTIONS}
"""The book's rule."""


# --- moves -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class DealCard(Value):
    """The next card of the stock goes to the right end of the row. `str` is its line in a log, `deal TS`."""

    card: Card

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Drop(Value):
    """One or two separators (in row order) are put aside. `str` is its line in a log, `drop 7D` or `drop 7D TS`."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"drop {' '.join(str(card) for card in self.cards)}"


@dataclass(frozen=True, slots=True)
class Pair(Value):
    """Two neighbours (in row order) are put aside together. `str` is its line in a log, `pair 4S TS`."""

    left: Card
    right: Card

    @property
    def cards(self) -> tuple[Card, Card]:
        """Both cards, in row order."""
        return (self.left, self.right)

    def __str__(self) -> str:
        return f"pair {self.left} {self.right}"


Move = DealCard | Drop | Pair
"""What a player can do."""


def read_move(words: Sequence[Word], document: Document, _position: Layout) -> Move:
    """The move that a line of a log writes, whatever the position. Raises InputError when it is no move."""
    verb = words[0].text.lower()
    if verb in ("deal", "drop", "pair"):
        cards = tuple(document.card(word) for word in words[1:])
        if verb == "deal" and len(cards) == 1:
            return DealCard(*cards)
        if verb == "drop" and len(cards) in (1, 2):
            return Drop(cards)
        if verb == "pair" and len(cards) == 2:
            return Pair(*cards)
    raise document.no_move(words, 'deal CARD, drop CARD, drop CARD CARD or pair CARD CARD, as in "drop 7D"')


# --- layouts ---------------------------------------------------------------------------------------------------------

LAYOUT_KEYS = ("row", "stock")
"""The keys of a layout in deal files."""


class Link(Enum):
    """How two neighbours came together: the right one was dealt next to the left one, or a gap between them closed.

    The value is what stands between the two cards in a deal file.
    """

    DEALT = " "
    JOINED = "="


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table. `str` is the deal file that `read` reads back.

    row: from left to right; links: between each card of the row and its right neighbour; stock: next card first.
    Cards in neither have been put aside.
    """

    pairs: Pairs
    row: tuple[Card, ...]
    links: tuple[Link, ...]
    stock: tuple[Card, ...]

    @property
    def game(self) -> str:
        """The name in the registry."""
        return GAME

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force, as words."""
        return self.pairs.options

    @property
    def aside(self) -> tuple[Card, ...]:
        """The cards put aside, which are those neither in the row nor in the stock: in the order of a sorted pack."""
        there = {*self.row, *self.stock}
        return tuple(card for card in CARDS if card not in there)

    def __str__(self) -> str:
        row = "".join(f"{link.value}{card}" for link, card in zip((Link.DEALT, *self.links), self.row, strict=True))
        lines = header(GAME, self.options, DEFAULTS)
        lines += (section_text("row", row.split()), section_text("stock", self.stock))
        return "\n".join((*lines, ""))

    @classmethod
    def read(cls, document: Document, options: Options) -> Self:
        """The layout of a deal file. Raises InputError for what cannot be written; the cards are not counted here."""
        section = document.sections.get("row")
        if section is None:
            raise document.error('the "row:" is missing; expected the cards of the row from left to right, QH first')
        row, links = _read_row(document, section)
        return cls(Pairs.of(options), row, links, document.cards("stock"))


def _read_row(document: Document, section: Section) -> tuple[tuple[Card, ...], tuple[Link, ...]]:
    """The cards of the row and their links; what is no card, and each `=` that joins nothing, is noted."""
    row: list[Card] = []
    links: list[Link] = []
    joining: Word | None = None

    def loose(word: Word) -> None:
        document.note(f'{quoted(word.text)}: "=" must stand between two cards, as in "4C=4S"', word)

    for word in section.words:
        for number, piece in enumerate(word.text.split(Link.JOINED.value)):
            if number:
                if joining is not None or not row:
                    loose(word)
                joining = word
            if piece:
                card = document.card_or_none(word, piece)
                if card is None:
                    joining = None
                    continue
                if row:
                    links.append(Link.DEALT if joining is None else Link.JOINED)
                row.append(card)
                joining = None
    if joining is not None:
        loose(joining)
    return tuple(row), tuple(links)
