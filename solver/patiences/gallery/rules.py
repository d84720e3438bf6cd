"""Picture Gallery: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

from solver.cards import KINDS, Card, Rank, miscounts
from solver.errors import IllegalMove
from solver.letters import latin
from solver.notation import Document, Section, Word
from solver.options import Options, RuleOption
from solver.patience import card_lines, header
from solver.words import one_of, plural

GAME = "gallery"
OPTIONS = (
    RuleOption("redeal", ("stalled", "anytime")),
    RuleOption("order", ("fixed", "free")),
    RuleOption("decks", ("2", "1")),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}


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
        """The rank of the row's bases."""
        return Rank(2 + self)

    @property
    def ranks(self) -> tuple[Rank, ...]:
        """The ranks of a base pile in this row, base first."""
        return tuple(Rank(2 + self + 3 * step) for step in range(4))


def row_of(rank: Rank) -> Row:
    """The row in which cards of a rank (not the ace) find their place."""
    return Row((rank - 2) % 3)


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
        return [KINDS[self.card.kind - 3 * step] for step in range((self.card.rank - 2) // 3, -1, -1)]


EMPTY = Place()


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
_ROW_LETTERS = {row.letter: row for row in Row}


def read_spot(word: str) -> Spot | None:
    """The spot that a word names, in either case; None when it names none."""
    text = word.upper()
    if text == "OUT":
        return OUT
    if re.fullmatch("[TMBP][1-8]", text):
        return Spot(_ROW_LETTERS.get(text[0]), int(text[1]) - 1)
    return None


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


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the gallery.

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

    @property
    def is_won(self) -> bool:
        """All aces are discarded and every place carries a complete base pile."""
        return not any(self.piles) and all(
            place.based and place.card is not None and place.card.rank >= Rank.JACK
            for row in self.rows
            for place in row
        )

    # --- moves -----------------------------------------------------------------------------------------------

    def playable(self) -> Iterator[tuple[Card, Spot]]:
        """The strangers and the top cards of the piles, with the spots where they lie."""
        for row, places in zip(Row, self.rows, strict=True):
            for number, place in enumerate(places):
                if place.stranger is not None:
                    yield place.stranger, Spot(row, number)
        for number, pile in enumerate(self.piles):
            if pile:
                yield pile[-1], Spot(None, number)

    def plays(self) -> Iterator[Play]:
        """All plays of cards that are possible now: rows before piles, targets from left to right."""
        for card, source in self.playable():
            for target in self.targets(card):
                yield Play(card, source, target)

    def targets(self, card: Card) -> Iterator[Spot]:
        """Where a playable card may go."""
        if card.rank is Rank.ACE:
            yield OUT
            return
        row = row_of(card.rank)
        for number, place in enumerate(self.rows[row]):
            if takes(place, card, row):
                yield Spot(row, number)

    def redeals(self) -> Iterator[Redeal]:
        """The piles that may be redealt next, as far as their order goes (play may have to stall first)."""
        for number, pile in enumerate(self.piles):
            if pile and number not in self.redealt:
                yield Redeal(number)
                if not self.rules.free_order:
                    return

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: plays first, then redeals."""
        plays = tuple(self.plays())
        if plays and not self.rules.anytime:
            return plays
        return (*plays, *self.redeals())

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        return self._play_objection(move) if isinstance(move, Play) else self._redeal_objection(move)

    def _play_objection(self, play: Play) -> str | None:
        card, source, target = play.card, play.source, play.target
        if source is OUT or source.number < 0:
            return "a discarded card never comes back"
        for spot in (source, target):
            if spot.number >= self.rules.width:
                return f"there is no {spot.words} with one pack"
        if source.row is None:
            pile = self.piles[source.number]
            if not pile:
                return f"pile {source.number + 1} is empty"
            if pile[-1] != card:
                where = "it lies further down" if card in pile else f"there is no {card} in this pile"
                top = f"pile {source.number + 1} has {pile[-1]} on top"
                return f"only the top card of a pile can be played; {top}, and {where}"
        else:
            place = self.rows[source.row][source.number]
            if place.card is None:
                return f"{source.words} is empty"
            if place.based:
                return f"{source.words} carries a base pile, and its cards stay there"
            if place.card != card:
                return f"{source.words} holds {place.card}, not {card}"
        return self._target_objection(card, target)

    def _target_objection(self, card: Card, target: Spot) -> str | None:
        if card.rank is Rank.ACE:
            return None if target == OUT else "an ace can only be discarded (out)"
        if target == OUT:
            return f"only aces are discarded, and {card} is none"
        if target.row is None:
            return "no card is put on a pile"
        row = row_of(card.rank)
        if target.row is not row:
            ranks = "-".join(rank.letter for rank in row.ranks)
            return f"{card} belongs in the {row.word} row ({ranks}), and {target} is in the {target.row.word} row"
        place = self.rows[row][target.number]
        if takes(place, card, row):
            return None
        if card.rank is row.base:
            return f"{card} needs an empty place, and {target} holds {_words(place)}"
        needed = KINDS[card.kind - 3]
        return f"{card} needs a base pile with {needed} on top, and {target} {_holds(place)}"

    def _redeal_objection(self, move: Redeal) -> str | None:
        number = move.pile
        if number >= self.rules.width:
            return f"there is no pile {number + 1} with one pack"
        if number in self.redealt:
            return f"pile {number + 1} has had its turn to be redealt"
        if not self.piles[number]:
            return f"pile {number + 1} is empty and cannot be redealt"
        allowed = list(self.redeals())
        if move not in allowed:
            return f"the piles are redealt from left to right, and pile {allowed[0].pile + 1} comes next"
        if not self.rules.anytime:
            play = next(self.plays(), None)
            if play is not None:
                return f"a pile is redealt only when no play is possible, and {play} is one"
        return None

    def play(self, move: Move) -> Self:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self._redeal(move.pile) if isinstance(move, Redeal) else self._play(move)

    def _play(self, play: Play) -> Self:
        rows = [list(row) for row in self.rows]
        piles = list(self.piles)
        if play.source.row is None:
            piles[play.source.number] = piles[play.source.number][:-1]
        else:
            rows[play.source.row][play.source.number] = EMPTY
        if play.target.row is not None:
            rows[play.target.row][play.target.number] = Place(play.card, based=True)
        return replace(self, rows=tuple(tuple(row) for row in rows), piles=tuple(piles))

    def _redeal(self, number: int) -> Self:
        piles = [list(pile) for pile in self.piles]
        cards, piles[number] = piles[number], []
        for step, card in enumerate(reversed(cards), 1):
            piles[(number + step) % self.rules.width].append(card)
        turn = {number} if self.rules.free_order else range(number + 1)
        return replace(self, piles=tuple(tuple(pile) for pile in piles), redealt=self.redealt.union(turn))

    # --- faults ----------------------------------------------------------------------------------------------

    def cards(self) -> Iterator[Card]:
        """Every card on the table, those on base piles included; discarded aces are not."""
        for row in self.rows:
            for place in row:
                yield from place.base_pile()
                if place.stranger is not None:
                    yield place.stranger
        for pile in self.piles:
            yield from pile

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position, a sentence each; none when it is sound."""
        width = self.rules.width
        found = []
        for row, places in zip(Row, self.rows, strict=True):
            if len(places) != width:
                found.append(f"the {row.word} row has {plural(len(places), 'place')}; there must be {width}")
            for number, place in enumerate(places):
                if place.based and (place.card is None or place.card.rank not in row.ranks):
                    fits = one_of([rank.letter for rank in row.ranks])
                    found.append(
                        f"{Spot(row, number)}: [{place.card}] is no base pile of the {row.word} row, only {fits} are"
                    )
                elif place.stranger is not None and place.stranger.rank is row.base:
                    found.append(f"{Spot(row, number)}: {place} is in place in the {row.word} row and no stranger")
        if len(self.piles) != width:
            found.append(f"there are {len(self.piles)} piles; there must be {width}")
        if not self.redealt <= set(range(width)):
            found.append(f"the piles that have been redealt must be among 1 to {width}")
        elif not self.rules.free_order and self.redealt != set(range(len(self.redealt))):
            found.append("with fixed order the piles that have been redealt must be the first ones")
        most = dict.fromkeys(KINDS, self.rules.decks)
        least = {card: 0 if card.rank is Rank.ACE else count for card, count in most.items()}
        return (*found, *miscounts(self.cards(), least, most))

    # --- printing --------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The deal file with the layout; `read_layout` reads it back."""
        lines = header(GAME, self.rules.options, DEFAULTS)
        lines += (
            f"{row.word + ':':<8}{' '.join(_aligned(places))}".rstrip()
            for row, places in zip(Row, self.rows, strict=True)
        )
        lines += (card_lines(f"pile {number}", pile).rstrip() for number, pile in enumerate(self.piles, 1))
        if self.rules.free_order:
            if self.redealt:
                lines.append("redealt: " + " ".join(str(number + 1) for number in sorted(self.redealt)))
        elif self.redealt:
            lines.append(f"next: {len(self.redealt) + 1}")
        return "\n".join((*lines, ""))


def _aligned(places: Sequence[Place]) -> Iterator[str]:
    return (f"{place!s:<4}" for place in places)


def _words(place: Place) -> str:
    return f"the base pile with {place.card} on top" if place.based else f"the stranger {place.card}"


def _holds(place: Place) -> str:
    return "is empty" if place.card is None else f"holds {_words(place)}"


def takes(place: Place, card: Card, row: Row) -> bool:
    """Whether a place of this row takes a card (not an ace): an empty one a base, a base pile what is three higher."""
    if card.rank is row.base:
        return place.card is None
    return place.based and place.card is not None and place.card.kind == card.kind - 3 and card.rank in row.ranks


def dealt_place(card: Card, row: Row) -> Place:
    """A place onto which a card is dealt: a base in place if it is of the row's rank, else a stranger."""
    return Place(card, based=card.rank is row.base)


def deal(deck: Sequence[Card], rules: Rules) -> Position:
    """Lay out a whole deck: three rows, then the piles in turn. Raises ValueError with all faults of the deck."""
    every = dict.fromkeys(KINDS, rules.decks)
    faults = miscounts(deck, every, every)
    if faults:
        hint = "; one pack is played with decks: 1" if len(deck) == 52 and rules.decks == 2 else ""
        size = f"the deck has {plural(len(deck), 'card')}; there must be {52 * rules.decks}{hint}"
        raise ValueError("\n".join((size, *faults)))
    width = rules.width
    rows = tuple(tuple(dealt_place(card, row) for card in deck[width * row : width * (row + 1)]) for row in Row)
    return Position(rules, rows, tuple(tuple(deck[3 * width + pile :: width]) for pile in range(width)))


# --- reading ---------------------------------------------------------------------------------------------


LAYOUT_KEYS = (*(row.word for row in Row), *(f"pile {number}" for number in range(1, 9)), "next", "redealt")


def read_layout(document: Document, rules: Rules) -> Position:
    """The position that a layout describes. Raises InputError: for a word at once, for the cards with all faults."""
    for row in Row:
        if row.word not in document.sections:
            raise document.error(
                f'the "{row.word}:" row is missing; expected {rules.width} words, -- for an empty place'
            )
    for number in range(rules.width, 8):
        section = document.sections.get(f"pile {number + 1}")
        if section is not None:
            raise document.error(
                f"there is no pile {number + 1} with one pack; expected pile 1 to pile {rules.width}", section
            )
    position = Position(
        rules,
        tuple(_read_row(document, document.sections[row.word], row) for row in Row),
        tuple(document.cards(f"pile {number + 1}") for number in range(rules.width)),
        frozenset(_read_redealt(document, rules)),
    )
    faults = position.faults()
    if faults:
        raise document.error("\n".join(("the layout is not sound:", *(f"  {fault}" for fault in faults))))
    return position


def _read_row(document: Document, section: Section, row: Row) -> tuple[Place, ...]:
    places = []
    for word in section.words:
        text = word.text
        if text == "--":
            places.append(EMPTY)
        elif text.startswith("[") and text.endswith("]") and len(text) > 3:
            places.append(Place(document.card(word, text[1:-1]), based=True))
        elif "[" in text or "]" in text or set(text) == {"-"}:
            raise document.error(
                f'"{text}" is no place; expected a card, [8S] for a base pile, or -- for an empty place', word
            )
        else:
            places.append(dealt_place(document.card(word), row))
    return tuple(places)


def _read_redealt(document: Document, rules: Rules) -> Iterable[int]:
    wrong, right = ("next", "redealt") if rules.free_order else ("redealt", "next")
    if wrong in document.sections:
        order = "free" if rules.free_order else "fixed"
        raise document.error(
            f'"{wrong}:" does not go with order: {order}; expected "{right}:"', document.sections[wrong]
        )
    section = document.sections.get(right)
    if section is None:
        return ()
    numbers = [_pile_number(document, word, rules) for word in section.words]
    if rules.free_order:
        if len(set(numbers)) != len(numbers):
            raise document.error("a pile is named twice; each is redealt once at most", section)
        return (number - 1 for number in numbers)
    document.one_word(section)
    return range(numbers[0] - 1)


def _pile_number(document: Document, word: Word, rules: Rules) -> int:
    last = rules.width if rules.free_order else rules.width + 1
    if word.text not in map(str, range(1, last + 1)):
        raise document.error(f'"{word.text}" is no pile that can stand here; expected 1 to {last}', word)
    return int(word.text)


def _look_alike(word: str) -> str:
    return ": its letter is Cyrillic and only looks Latin" if latin(word) != word.upper() else ""


def read_move(words: Sequence[Word], document: Document) -> Move:
    """The move that a line of a log writes. Raises InputError when it is no move."""
    line = " ".join(word.text for word in words)
    if words[0].text.lower() == "redeal":
        spot = read_spot(words[1].text) if len(words) == 2 else None
        if spot is None or spot.row is not None or spot == OUT:
            hint = _look_alike(words[1].text) if len(words) == 2 else ""
            raise document.error(f'"{line}" is no move{hint}; expected redeal P1 to redeal P8', words[0])
        return Redeal(spot.number)
    if len(words) != 3:
        raise document.error(
            f'"{line}" is no move; expected CARD FROM TO, as in "5S P3 T1" or "AS M4 out", or "redeal P1"', words[0]
        )
    card = document.card(words[0])
    source, target = read_spot(words[1].text), read_spot(words[2].text)
    if source is None or target is None:
        bad = words[1] if source is None else words[2]
        expected = "T1–T8 (top), M1–M8 (middle), B1–B8 (bottom), P1–P8 (piles) or out"
        raise document.error(f'"{bad.text}" is no place{_look_alike(bad.text)}; expected {expected}', bad)
    return Play(card, source, target)
