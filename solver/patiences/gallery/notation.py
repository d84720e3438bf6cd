"""Picture Gallery in writing: rule options, places, spots, moves and layouts, each printed by `str` and read back here.

What the words mean in play is the referee's business (`rules`); what can be written is that of `rules.md`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Self

from solver.cards import CARDS, Card, Rank
from solver.document import NOTHING_LIKE, Document, Section, Word
from solver.options import Options, RuleOption
from solver.printing import header, section_text
from solver.values import Value
from solver.words import quoted

GAME = "gallery"
"""The name in the registry."""

MOST_PILES = 8
"""Piles, and places of a row, with two packs."""

DEALT = 10
"""Cards in each pile at the start."""

# --- rule options ----------------------------------------------------------------------------------------------------

OPTIONS = (
    RuleOption("redeal", ("stalled", "anytime")),
    RuleOption("order", ("fixed", "free")),
    RuleOption("decks", ("2", "1")),
)
"""The rule options, each with the book's rule first."""

DEFAULTS = {option.name: option.default for option in OPTIONS}
"""The book's rules."""


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
class Place(Value):
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

    def cards(self) -> list[Card]:
        """All cards that lie here."""
        return [self.card] if self.card is not None and not self.based else self.base_pile()


EMPTY = Place()
"""A place whose stranger has left it."""


def dealt_place(card: Card, row: Row) -> Place:
    """A place onto which a card is dealt: a base in place if it is of the row's rank, else a stranger."""
    return _DEALT[row][card.kind]


_DEALT = tuple(tuple(Place(card, based=card.rank is row.base) for card in CARDS) for row in Row)


def read_place(word: Word, document: Document, row: Row) -> Place:
    """The place of a row that a word writes; one that writes none is noted, and empty."""
    text = word.text
    bracketed = text.startswith("[") and text.endswith("]") and len(text) > 3
    if text == str(EMPTY):
        return EMPTY
    if NOTHING_LIKE.issuperset(text) or text in ("[]", "[--]"):
        document.note(f'{quoted(text)} is no place; an empty place is written "--"', word)
    elif not bracketed and ("[" in text or "]" in text):
        document.note(
            f"{quoted(text)} is no place; expected a card, [8S] for a base pile, or -- for an empty place", word
        )
    else:
        card = document.card_or_none(word, text[1:-1] if bracketed else text)
        if card is not None:
            return Place(card, based=True) if bracketed else dealt_place(card, row)
    return EMPTY


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
"""Where discarded aces go."""

PILE_SPOTS = tuple(Spot(None, number) for number in range(MOST_PILES))
"""The piles, from left to right."""

PLACE_SPOTS = tuple(tuple(Spot(row, number) for number in range(MOST_PILES)) for row in Row)
"""The places of the top, middle and bottom row, from left to right."""

_PILES = {str(spot): spot for spot in PILE_SPOTS}
_SPOTS = {str(spot).upper(): spot for spot in (OUT, *PILE_SPOTS, *(spot for row in PLACE_SPOTS for spot in row))}
_SPOTS_IN_WORDS = "T1–T8 (top), M1–M8 (middle), B1–B8 (bottom), P1–P8 (piles) or out"


def read_spot(text: str) -> Spot | None:
    """The spot that a word names, in either case; None when it names none."""
    return _SPOTS.get(text.upper())


# --- moves -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Play(Value):
    """A card goes from a place or pile to a place or `out`. `str` is its line in a log, `5S P3 T1`."""

    card: Card
    source: Spot
    target: Spot

    def __str__(self) -> str:
        return f"{self.card} {self.source} {self.target}"


@dataclass(frozen=True, slots=True)
class Redeal(Value):
    """A pile (counted from 0) is redealt. `str` is its line in a log, `redeal P1`."""

    pile: int

    def __str__(self) -> str:
        return f"redeal P{self.pile + 1}"


Move = Play | Redeal
"""What a player can do."""


def read_move(words: Sequence[Word], document: Document, _position: Layout) -> Move:
    """The move that a line of a log writes, whatever the position. Raises InputError when it is no move."""
    texts = [word.text.lower() for word in words]
    match texts:
        case ["redeal", _]:
            return Redeal(document.named(words[1], _PILES, "pile", "P1 to P8").number)
        case ["redeal", *_]:
            raise document.no_move(words, "redeal P1 to redeal P8")
        case [_, _, _]:
            source, target = (document.named(word, _SPOTS, "place", _SPOTS_IN_WORDS) for word in words[1:])
            return Play(document.card(words[0]), source, target)
    raise document.no_move(words, 'CARD FROM TO, as in "5S P3 T1" or "AS M4 out", or "redeal P1"')


# --- layouts ---------------------------------------------------------------------------------------------------------

PILE_KEYS = tuple(f"pile {number + 1}" for number in range(MOST_PILES))
"""The keys of the piles in deal files."""

LAYOUT_KEYS = (*(row.word for row in Row), *PILE_KEYS, "next", "redealt")
"""The keys of a layout in deal files."""


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
            lines.append(section_text("redealt", [number + 1 for number in sorted(self.redealt)]))
        else:
            lines.append(f"next: {len(self.redealt) + 1}")
        return "\n".join((*lines, ""))

    @classmethod
    def read(cls, document: Document, options: Options) -> Self:
        """The layout of a deal file; what cannot be written is noted in it. The cards are not counted here."""
        rules = Rules.of(options)
        for number in range(rules.width, MOST_PILES):
            section = document.sections.get(f"pile {number + 1}")
            if section is not None:
                document.note(
                    f"there is no pile {number + 1} with one pack; expected pile 1 to pile {rules.width}", section
                )
        rows = tuple(_read_row(document, rules, row) for row in Row)
        piles = tuple(document.cards(f"pile {number + 1}") for number in range(rules.width))
        return cls(rules, rows, piles, frozenset(_read_redealt(document, rules, piles)))


def _read_row(document: Document, rules: Rules, row: Row) -> tuple[Place, ...]:
    """The places of a row; one that is missing is noted, and empty."""
    section = document.sections.get(row.word)
    if section is None:
        document.note(f'the "{row.word}:" row is missing; expected {rules.width} words, -- for an empty place')
        document.faults.unread += rules.width
        return (EMPTY,) * rules.width
    return tuple(read_place(word, document, row) for word in section.words)


NEXT, REDEALT = "next", "redealt"


def _read_redealt(document: Document, rules: Rules, piles: Sequence[Sequence[Card]]) -> Iterable[int]:
    """The piles, counted from 0, that `next:` or `redealt:` say have had their turn; what is wrong is noted.

    The key is that of the order which the file itself names, although another order may be in force.
    """
    said = document.sections.get("order")
    order = "free" if said is not None and [word.text.lower() for word in said.words] == ["free"] else "fixed"
    right, wrong = (REDEALT, NEXT) if order == "free" else (NEXT, REDEALT)
    if wrong in document.sections:
        document.note(f'"{wrong}:" does not go with order: {order}; expected "{right}:"', document.sections[wrong])
        return ()
    section: Section | None = document.sections.get(right)
    if section is None:
        key, value = (REDEALT, "the piles") if rules.free_order else (NEXT, "the pile to be redealt next")
        most = max(piles, key=len, default=())
        if len(most) > DEALT:
            document.note(
                f"pile {piles.index(most) + 1} has {len(most)} cards, more than the {DEALT} of the deal, so a redeal "
                f'has been made; expected "{key}:" with {value}'
                + (" that have been redealt" if rules.free_order else f" ({rules.width + 1} for none)")
            )
        return ()
    with document.faults.noting():
        if order == "fixed":
            return range(_pile_number(document.one_word(section), document, rules.width + 1) - 1)
        numbers = [_pile_number(word, document, rules.width) for word in section.words]
        if len(set(numbers)) != len(numbers):
            raise document.error("a pile is named twice; each is redealt once at most", section)
        if not rules.free_order and sorted(numbers) != list(range(1, len(numbers) + 1)):
            raise document.error("with order: fixed the piles that have been redealt are the first ones", section)
        return (number - 1 for number in numbers)
    return ()


def _pile_number(word: Word, document: Document, last: int) -> int:
    if word.text not in map(str, range(1, last + 1)):
        raise document.error(f"{quoted(word.text)} is no pile that can stand here; expected 1 to {last}", word)
    return int(word.text)
