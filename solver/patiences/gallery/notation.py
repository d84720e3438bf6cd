"""Picture Gallery in writing: rule options, places, spots, moves and layouts, each printed by `str` and read back here.

What the words mean in play is the referee's business (`rules`); what can be written is that of `rules.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from solver.cards import CARDS, Card, Rank
from solver.letters import latin
from solver.options import Options, RuleOption
from solver.sections import Document, Section, Word, header, section_text

GAME = "gallery"
MOST_PILES = 8

# --- rule options ----------------------------------------------------------------------------------------------------

OPTIONS = (
    RuleOption("redeal", ("stalled", "anytime")),
    RuleOption("order", ("fixed", "free")),
    RuleOption("decks", ("2", "1")),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


@dataclass(frozen=True, slots=True)
class Rules:
    """The rule options: redeals `anytime` or only when stalled, in any `free_order` or left to right, `decks` packs."""

    anytime: bool = False
    free_order: bool = False
    decks: int = 2

    @property
    def width(self) -> int:
        """Places in each row and number of piles: 8 with two packs, 4 with one."""
        return 4 * self.decks

    @property
    def options(self) -> dict[str, str]:
        """The rule options as words."""
        return {
            "redeal": "anytime" if self.anytime else "stalled",
            "order": "free" if self.free_order else "fixed",
            "decks": str(self.decks),
        }

    @classmethod
    def of(cls, options: Options) -> Rules:
        """The rules that complete rule options name."""
        return cls(options["redeal"] == "anytime", options["order"] == "free", int(options["decks"]))


# --- places and spots ------------------------------------------------------------------------------------------------


class Row(IntEnum):
    """A row of places, numbered from the top."""

    TOP = 0
    MIDDLE = 1
    BOTTOM = 2

    @property
    def word(self) -> str:
        """The row's name in files."""
        return self.name.lower()

    @property
    def letter(self) -> str:
        """The letter of its places in a log: T, M or B."""
        return self.name[0]

    @property
    def base(self) -> Rank:
        """The rank of the row's bases: 2 at the top, 3 in the middle, 4 at the bottom."""
        return _BASES[self]

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of a base pile in this row, base first."""
        return _RANKS[self]


_RANKS = tuple(tuple(Rank(2 + row + 3 * step) for step in range(4)) for row in Row)
_BASES = tuple(ranks[0] for ranks in _RANKS)


@dataclass(frozen=True, slots=True)
class Place:
    """A place of a row: empty (no card), a stranger, or a base pile with this top card. `str` is `--`, `8S`, `[8S]`."""

    card: Card | None = None
    based: bool = False

    def __str__(self) -> str:
        if self.card is None:
            return "--"
        return f"[{self.card}]" if self.based and self.card.rank > Rank.FOUR else str(self.card)

    @property
    def stranger(self) -> Card | None:
        """The stranger that lies here, if one does."""
        return None if self.based else self.card

    def base_pile(self) -> list[Card]:
        """The cards of the base pile here, base first; empty when there is none."""
        if self.card is None or not self.based:
            return []
        return [CARDS[self.card.kind - 3 * step] for step in range((self.card.rank - 2) // 3, -1, -1)]


EMPTY = Place()


def dealt_place(card: Card, row: Row) -> Place:
    """A place onto which a card is dealt: a base in place if it is of the row's rank, else a stranger."""
    return Place(card, based=card.rank is row.base)


def read_place(word: Word, document: Document, row: Row) -> Place:
    """The place of a row that a word writes. Raises InputError."""
    text = word.text
    if text == "--":
        return EMPTY
    if text.startswith("[") and text.endswith("]") and len(text) > 3:
        return Place(document.card(word, text[1:-1]), based=True)
    if "[" in text or "]" in text or set(text) == {"-"}:
        raise document.error(
            f'"{text}" is no place; expected a card, [8S] for a base pile, or -- for an empty place', word
        )
    return dealt_place(document.card(word), row)


@dataclass(frozen=True, slots=True)
class Spot:
    """A place or pile by name: `T1`…`T8`, `M…`, `B…`, `P1`…`P8`, or `out`. `number` counts from 0."""

    row: Row | None
    number: int

    def __str__(self) -> str:
        if self.number < 0:
            return "out"
        return f"{'P' if self.row is None else self.row.letter}{self.number + 1}"

    @property
    def words(self) -> str:
        """The spot in words for a player."""
        return f"pile {self.number + 1}" if self.row is None else f"place {self}"


OUT = Spot(None, -1)
PILE_SPOTS = tuple(Spot(None, number) for number in range(MOST_PILES))
PLACE_SPOTS = tuple(tuple(Spot(row, number) for number in range(MOST_PILES)) for row in Row)
_SPOTS = {str(spot).upper(): spot for spot in (OUT, *PILE_SPOTS, *(spot for row in PLACE_SPOTS for spot in row))}


def read_spot(text: str) -> Spot | None:
    """The spot that a word names, in either case; None when it names none."""
    return _SPOTS.get(text.upper())


# --- moves -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play:
    """A card goes from a place or pile to a place or `out`. `str` is its line in a log, `5S P3 T1`."""

    card: Card
    source: Spot
    target: Spot

    def __str__(self) -> str:
        return f"{self.card} {self.source} {self.target}"


@dataclass(frozen=True, slots=True)
class Redeal:
    """A pile (counted from 0) is redealt. `str` is its line in a log, `redeal P1`."""

    pile: int

    def __str__(self) -> str:
        return f"redeal P{self.pile + 1}"


Move = Play | Redeal


def read_move(words: Sequence[Word], document: Document, _position: Layout) -> Move:
    """The move that a line of a log writes, whatever the position. Raises InputError when it is no move."""
    if words[0].text.lower() == "redeal":
        spot = read_spot(words[1].text) if len(words) == 2 else None
        if spot not in PILE_SPOTS:
            hint = _look_alike(words[1].text) if len(words) == 2 else ""
            raise document.error(f'"{_line(words)}" is no move{hint}; expected redeal P1 to redeal P8', words[0])
        return Redeal(spot.number)
    if len(words) != 3:
        raise document.error(
            f'"{_line(words)}" is no move; expected CARD FROM TO, as in "5S P3 T1" or "AS M4 out", or "redeal P1"',
            words[0],
        )
    card = document.card(words[0])
    return Play(card, _spot(words[1], document), _spot(words[2], document))


def _line(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)


def _spot(word: Word, document: Document) -> Spot:
    spot = read_spot(word.text)
    if spot is None:
        expected = "T1–T8 (top), M1–M8 (middle), B1–B8 (bottom), P1–P8 (piles) or out"
        raise document.error(f'"{word.text}" is no place{_look_alike(word.text)}; expected {expected}', word)
    return spot


def _look_alike(word: str) -> str:
    return ": its letter is Cyrillic and only looks Latin" if latin(word) != word.upper() else ""


# --- layouts ---------------------------------------------------------------------------------------------------------

LAYOUT_KEYS = (*(row.word for row in Row), *(f"pile {number + 1}" for number in range(MOST_PILES)), "next", "redealt")


@dataclass(frozen=True, slots=True)
class Layout:
    """What lies on the table. `str` is the deal file that `read` reads back.

    rows: the places of the top, middle and bottom row; piles: their cards, bottom card first;
    redealt: the piles that have had their turn, counted from 0. With fixed order these are always the first ones.
    """

    rules: Rules
    rows: tuple[tuple[Place, ...], ...]
    piles: tuple[tuple[Card, ...], ...]
    redealt: frozenset[int] = frozenset()

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
        for row, places in zip(Row, self.rows, strict=True):
            lines.append(f"{row.word + ':':<8}{' '.join(f'{place!s:<4}' for place in places)}".rstrip())
        lines += (section_text(f"pile {number}", pile) for number, pile in enumerate(self.piles, 1))
        if self.rules.free_order:
            if self.redealt:
                lines.append(section_text("redealt", [number + 1 for number in sorted(self.redealt)]))
        elif self.redealt:
            lines.append(f"next: {len(self.redealt) + 1}")
        return "\n".join((*lines, ""))

    @classmethod
    def read(cls, document: Document, options: Options) -> Self:
        """The layout of a deal file. Raises InputError for what cannot be written; the cards are not counted here."""
        rules = Rules.of(options)
        for row in Row:
            if row.word not in document.sections:
                raise document.error(
                    f'the "{row.word}:" row is missing; expected {rules.width} words, -- for an empty place'
                )
        for number in range(rules.width, MOST_PILES):
            section = document.sections.get(f"pile {number + 1}")
            if section is not None:
                raise document.error(
                    f"there is no pile {number + 1} with one pack; expected pile 1 to pile {rules.width}", section
                )
        return cls(
            rules,
            tuple(tuple(read_place(word, document, row) for word in document.sections[row.word].words) for row in Row),
            tuple(document.cards(f"pile {number + 1}") for number in range(rules.width)),
            frozenset(_read_redealt(document, rules)),
        )


def _read_redealt(document: Document, rules: Rules) -> Iterable[int]:
    """The piles, counted from 0, that `next:` or `redealt:` say have had their turn. Raises InputError."""
    wrong, right = ("next", "redealt") if rules.free_order else ("redealt", "next")
    if wrong in document.sections:
        order = "free" if rules.free_order else "fixed"
        raise document.error(
            f'"{wrong}:" does not go with order: {order}; expected "{right}:"', document.sections[wrong]
        )
    section: Section | None = document.sections.get(right)
    if section is None:
        return ()
    last = rules.width if rules.free_order else rules.width + 1
    numbers = [_pile_number(word, document, last) for word in section.words]
    if rules.free_order:
        if len(set(numbers)) != len(numbers):
            raise document.error("a pile is named twice; each is redealt once at most", section)
        return (number - 1 for number in numbers)
    document.one_word(section)
    return range(numbers[0] - 1)


def _pile_number(word: Word, document: Document, last: int) -> int:
    if word.text not in map(str, range(1, last + 1)):
        raise document.error(f'"{word.text}" is no pile that can stand here; expected 1 to {last}', word)
    return int(word.text)
