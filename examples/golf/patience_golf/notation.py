"""Golf in writing: the rule option, moves and layouts, each printed by `str` and read back here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

from solver.cards import Card
from solver.document import Document, Word
from solver.options import Options, RuleOption
from solver.printing import header, section_text

GAME = "golf"
COLUMNS = 7
OPTIONS = (RuleOption("kings", ("closed", "open")),)
DEFAULTS = {option.name: option.default for option in OPTIONS}
LAYOUT_KEYS = (*(f"column {number + 1}" for number in range(COLUMNS)), "waste", "stock")


@dataclass(frozen=True, slots=True)
class Play:
    """The last card of a column goes onto the waste. `str` is its line in a log, `play 4C`."""

    card: Card

    def __str__(self) -> str:
        return f"play {self.card}"


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card of the stock goes onto the waste. `str` is its line in a log, `deal`."""

    def __str__(self) -> str:
        return "deal"


Move = Play | DealCard


def read_move(words: Sequence[Word], document: Document, _position: Layout) -> Move:
    """The move that a line of a log writes. Raises InputError when it is no move."""
    match [word.text.lower() for word in words]:
        case ["deal"]:
            return DealCard()
        case ["play", _]:
            return Play(document.card(words[1]))
    raise document.no_move(words, 'play CARD, as in "play 4C", or deal')


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table. `str` is the deal file that `read` reads back.

    open_kings: the rule option `kings`; columns: their cards, the last one can be played; waste: its top card; stock:
    next card first.
    """

    open_kings: bool
    columns: tuple[tuple[Card, ...], ...]
    waste: Card
    stock: tuple[Card, ...]

    @property
    def game(self) -> str:
        """The name in the registry."""
        return GAME

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force, as words."""
        return {"kings": "open" if self.open_kings else "closed"}

    def __str__(self) -> str:
        columns = (section_text(f"column {number}", column) for number, column in enumerate(self.columns, 1))
        table = (*columns, f"waste: {self.waste}", section_text("stock", self.stock), "")
        return "\n".join((*header(GAME, self.options, DEFAULTS), *table))

    @classmethod
    def read(cls, document: Document, options: Options) -> Self:
        """The layout of a deal file. Raises InputError for what cannot be written; the cards are not counted here."""
        section = document.sections.get("waste")
        if section is None:
            raise document.error('the "waste:" is missing; expected its top card')
        columns = tuple(document.cards(f"column {number + 1}") for number in range(COLUMNS))
        waste = document.card(document.one_word(section))
        return cls(options["kings"] == "open", columns, waste, document.cards("stock"))
