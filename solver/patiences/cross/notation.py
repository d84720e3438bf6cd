"""Vanishing Cross in writing: rule options, moves and layouts, each printed by `str` and read back here.

What the words mean in play is the referee's business (`rules`); what can be written is that of `rules.md`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from typing import Self

from solver.cards import CARDS, Card, Rank
from solver.document import Document, Section, Word
from solver.options import Options, RuleOption
from solver.printing import header, section_text
from solver.values import Value

GAME = "cross"
"""The name in the registry."""

COLUMNS = 12
"""Columns of the table; so many cards make a row."""

# --- rule options ----------------------------------------------------------------------------------------------------

OPTIONS = (
    RuleOption("fill", ("batch", "anytime")),
    RuleOption("choice", ("free", "book")),
    RuleOption("reshuffles", ("unlimited",), number=True),
)
"""The rule options, each with the book's rule first."""

DEFAULTS = {option.name: option.default for option in OPTIONS}
"""The book's rules."""


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule options, and the size of the game.

    anytime: plays are optional and single columns may be filled at any time; book: the book's advice is compulsory;
    reshuffles: how many are allowed in the whole game, None for any number; the packs have the first `suits` suits and
    the ranks from the ace to number `ranks`, which takes the king's part.
    """

    anytime: bool = False
    book: bool = False
    reshuffles: int | None = None
    suits: int = 4
    ranks: int = 13
    columns: int = COLUMNS

    @property
    def options(self) -> dict[str, str]:
        """The rule options as words."""
        return {
            "fill": "anytime" if self.anytime else "batch",
            "choice": "book" if self.book else "free",
            "reshuffles": "unlimited" if self.reshuffles is None else str(self.reshuffles),
        }

    @classmethod
    def of(cls, options: Options) -> Rules:
        """The rules of the full game that complete rule options name."""
        allowed = options["reshuffles"]
        return cls(
            options["fill"] == "anytime", options["choice"] == "book", None if allowed == "unlimited" else int(allowed)
        )

    @property
    def kinds(self) -> tuple[Card, ...]:
        """Each card once: suit by suit, ace first."""
        return _kinds(self.suits, self.ranks)

    @property
    def ends(self) -> tuple[Rank, Rank]:
        """The lowest and the highest rank."""
        return _ENDS[self.ranks]

    def deck(self) -> list[Card]:
        """The cards that are shuffled, sorted: both copies of each, but one of the aces and kings."""
        return list(_deck(self.suits, self.ranks))


_ENDS = {rank.value: (Rank.ACE, rank) for rank in Rank}


@cache
def _kinds(suits: int, ranks: int) -> tuple[Card, ...]:
    return tuple(CARDS[13 * suit + rank] for suit in range(suits) for rank in range(ranks))


@cache
def _deck(suits: int, ranks: int) -> tuple[Card, ...]:
    return tuple(card for card in _kinds(suits, ranks) for _ in range(1 if card.rank in _ENDS[ranks] else 2))


# --- moves -----------------------------------------------------------------------------------------------------------


class Direction(IntEnum):
    """The two series of a suit: ascending from the ace, descending from the king."""

    UP = 0
    DOWN = 1

    @property
    def word(self) -> str:
        """Its word in files and logs: up or down."""
        return self.name.lower()

    @property
    def adjective(self) -> str:
        """Its word in sentences."""
        return "ascending" if self is Direction.UP else "descending"

    @property
    def step(self) -> int:
        """How much higher the next card's rank is: 1 or -1."""
        return 1 if self is Direction.UP else -1


@dataclass(frozen=True, slots=True)
class Play(Value):
    """The last card of a column (counted from 0) goes onto a series of its suit. `str` is its line, `7S C3 up`."""

    card: Card
    column: int
    direction: Direction

    def __str__(self) -> str:
        return f"{self.card} C{self.column + 1} {self.direction.word}"


@dataclass(frozen=True, slots=True)
class Fill(Value):
    """All empty columns are filled, or one (counted from 0). `str` is its line, `fill` or `fill C4`."""

    column: int | None = None

    def __str__(self) -> str:
        return "fill" if self.column is None else f"fill C{self.column + 1}"


@dataclass(frozen=True, slots=True)
class DealRow(Value):
    """A new row is dealt over the columns. `str` is its line, `row`."""

    def __str__(self) -> str:
        return "row"


@dataclass(frozen=True, slots=True)
class Reshuffle(Value):
    """The cards of the columns are gathered, shuffled and laid out. `str` is its line, `reshuffle`."""

    def __str__(self) -> str:
        return "reshuffle"


Move = Play | Fill | DealRow | Reshuffle
"""What a player can do."""


def read_move(words: Sequence[Word], document: Document, _position: Layout) -> Move:
    """The move that a line of a log writes, whatever the position. Raises InputError when it is no move."""
    texts = [word.text.lower() for word in words]
    match texts:
        case ["row"]:
            return DealRow()
        case ["reshuffle"]:
            return Reshuffle()
        case ["fill"]:
            return Fill()
        case ["fill", _]:
            return Fill(_read_column(document, words[1]))
        case [_, _, "up" | "down"]:
            card = document.card(words[0])
            direction = Direction.UP if texts[2] == "up" else Direction.DOWN
            return Play(card, _read_column(document, words[1]), direction)
    raise document.no_move(words, 'CARD COLUMN up or down, as in "7S C3 up", or fill, fill COLUMN, row, reshuffle')


_COLUMNS = {f"C{number + 1}": number for number in range(COLUMNS)}


def _read_column(document: Document, word: Word) -> int:
    return document.named(word, _COLUMNS, "column", f"C1 to C{COLUMNS}")


# --- layouts ---------------------------------------------------------------------------------------------------------

SEED_KEY = "reshuffle seed"
"""The key of the number from which reshuffles are drawn."""

LAYOUT_KEYS = ("up", "down", *(f"column {number + 1}" for number in range(COLUMNS)), "stock", "reshuffled")
"""The keys of a layout in deal files."""


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table. `str` is the deal file that `read` reads back.

    up, down: the ranks on top of the ascending and descending series, suit by suit; columns: their cards, last card
    last; stock: next card first; seed: the reshuffle seed; reshuffled: the reshuffles already made.
    """

    rules: Rules
    up: tuple[Rank, ...]
    down: tuple[Rank, ...]
    columns: tuple[tuple[Card, ...], ...]
    stock: tuple[Card, ...] = ()
    seed: int = 0
    reshuffled: int = 0

    @property
    def game(self) -> str:
        """The name in the registry."""
        return GAME

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force, as words."""
        return self.rules.options

    def __str__(self) -> str:
        lines = header(GAME, self.options, DEFAULTS)
        for direction, tops in zip(Direction, (self.up, self.down), strict=True):
            cards = (CARDS[13 * suit + rank - 1] for suit, rank in enumerate(tops))
            lines.append(f"{direction.word + ':':<5} {' '.join(map(str, cards))}")
        lines += (section_text(f"column {number}", column) for number, column in enumerate(self.columns, 1))
        lines += (section_text("stock", self.stock), f"{SEED_KEY}: {self.seed}", f"reshuffled: {self.reshuffled}")
        return "\n".join((*lines, ""))

    @classmethod
    def read(cls, document: Document, options: Options) -> Self:
        """The layout of a deal file; what cannot be written is noted in it. The cards are not counted here."""
        if document.sections.keys().isdisjoint(LAYOUT_KEYS):
            raise document.error('there are no cards; expected "deck:", or "column 1:" and so on and "stock:"')
        rules = Rules.of(options)
        low, high = rules.ends
        return cls(
            rules,
            _read_tops(document, "up", rules, low),
            _read_tops(document, "down", rules, high),
            tuple(document.cards(f"column {number + 1}") for number in range(rules.columns)),
            document.cards("stock"),
            document.number(SEED_KEY, 0),
            document.number("reshuffled", 0),
        )


def _read_tops(document: Document, key: str, rules: Rules, default: Rank) -> tuple[Rank, ...]:
    """The ranks on top of four series, suit by suit; other than one for each suit is noted."""
    section: Section | None = document.sections.get(key)
    start = (default,) * rules.suits
    if section is None:
        return start
    unread = document.faults.unread
    cards = document.cards(key)
    suits = [card.suit for card in cards]
    if sorted(suits) != list(range(rules.suits)):
        if document.faults.unread == unread:
            found = " ".join(map(str, cards[:8])) + (" …" if len(cards) > 8 else "")
            document.faults.unread += rules.suits
            document.note(
                f'"{key}:" takes the top card of one series of each suit; found {found or "nothing"}', section
            )
        return start
    return tuple(card.rank for card in sorted(cards))
