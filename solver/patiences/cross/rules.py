"""Vanishing Cross: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file. Packs with fewer suits, ranks or columns follow the same rules, so
that plain brute force over them can judge the search.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from typing import Self

from solver.cards import KINDS, Card, Rank, Suit, miscounts
from solver.errors import IllegalMove
from solver.letters import latin
from solver.notation import Document, Section, Word
from solver.options import Options, RuleOption
from solver.patience import card_lines, header
from solver.words import plural

GAME = "cross"
OPTIONS = (
    RuleOption("fill", ("batch", "anytime")),
    RuleOption("choice", ("free", "book")),
    RuleOption("reshuffles", ("unlimited",), number=True),
)
DEFAULTS = {option.name: option.default for option in OPTIONS}
COLUMNS = 12
SEED_KEY = "reshuffle seed"
LAYOUT_KEYS = ("up", "down", *(f"column {number + 1}" for number in range(COLUMNS)), "stock", "reshuffled")


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
        return tuple(KINDS[13 * suit + rank] for suit in range(self.suits) for rank in range(self.ranks))

    @property
    def ends(self) -> tuple[Rank, Rank]:
        """The lowest and the highest rank."""
        return Rank.ACE, Rank(self.ranks)

    def deck(self) -> list[Card]:
        """The cards that are shuffled, sorted: both copies of each, but one of the aces and kings."""
        return [card for card in self.kinds for _ in range(1 if card.rank in self.ends else 2)]


@dataclass(frozen=True, slots=True)
class Play:
    """The last card of a column (counted from 0) goes onto a series of its suit. `str` is its line, `7S C3 up`."""

    card: Card
    column: int
    direction: Direction

    def __str__(self) -> str:
        return f"{self.card} C{self.column + 1} {self.direction.word}"


@dataclass(frozen=True, slots=True)
class Fill:
    """All empty columns are filled, or one (counted from 0). `str` is its line, `fill` or `fill C4`."""

    column: int | None = None

    def __str__(self) -> str:
        return "fill" if self.column is None else f"fill C{self.column + 1}"


@dataclass(frozen=True, slots=True)
class Row:
    """A new row is dealt over the columns. `str` is its line, `row`."""

    def __str__(self) -> str:
        return "row"


@dataclass(frozen=True, slots=True)
class Reshuffle:
    """The cards of the columns are gathered, shuffled and laid out. `str` is its line, `reshuffle`."""

    def __str__(self) -> str:
        return "reshuffle"


Move = Play | Fill | Row | Reshuffle


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the cross.

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

    @property
    def is_won(self) -> bool:
        """All eight series are complete."""
        low, high = self.rules.ends
        return all(rank == high for rank in self.up) and all(rank == low for rank in self.down)

    # --- moves -----------------------------------------------------------------------------------------------

    def series(self, suit: Suit, direction: Direction) -> Rank:
        """The rank on top of a series."""
        return (self.down if direction else self.up)[suit]

    def wants(self, card: Card, direction: Direction) -> bool:
        """Whether a series of the card's suit takes the card next."""
        return card.rank == self.series(card.suit, direction) + direction.step

    def all_plays(self) -> Iterator[Play]:
        """All plays, whether advised by the book or not: by columns from the left, up before down."""
        for number, column in enumerate(self.columns):
            if column:
                for direction in Direction:
                    if self.wants(column[-1], direction):
                        yield Play(column[-1], number, direction)

    def is_advised(self, play: Play) -> bool:
        """Whether the book advises a (possible) play: it uncovers a card that can be played right after it."""
        column = self.columns[play.column]
        if len(column) < 2:
            return False
        after = self._play(play)
        return any(after.wants(column[-2], direction) for direction in Direction)

    def plays(self) -> tuple[Play, ...]:
        """The plays that are allowed: all, or with `choice: book` those that the book advises if there are any."""
        plays = tuple(self.all_plays())
        if self.rules.book:
            return tuple(play for play in plays if self.is_advised(play)) or plays
        return plays

    def empty_columns(self) -> list[int]:
        """The empty columns, counted from 0."""
        return [number for number, column in enumerate(self.columns) if not column]

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: plays first, then fills, row or reshuffle."""
        plays = self.plays()
        empty = self.empty_columns() if self.stock else []
        if self.rules.anytime:
            moves: tuple[Move, ...] = (*plays, *(Fill(number) for number in empty))
            if moves:
                return moves
        elif plays:
            return plays
        elif empty:
            return (Fill(),)
        if self.stock:
            return (Row(),)
        return (Reshuffle(),) if self._reshuffle_objection() is None else ()

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        match move:
            case Play():
                return self._play_objection(move)
            case Fill():
                return self._fill_objection(move)
            case Row():
                return self._row_objection()
        return self._reshuffle_objection()

    def _play_objection(self, play: Play) -> str | None:
        card, number = play.card, play.column + 1
        reason = self._column_objection(play.column)
        if reason is not None:
            return reason
        column = self.columns[play.column]
        if not column:
            return f"column {number} is empty"
        if column[-1] != card:
            where = f"{card} is covered there" if card in column else f"there is no {card} in it"
            return f"only the last card of a column can be played; column {number} ends with {column[-1]}, and {where}"
        if card.suit >= self.rules.suits or not self.wants(card, play.direction):
            top = self.series(card.suit, play.direction)
            name = f"the {play.direction.adjective} series of {card.suit.english}"
            if top == self.rules.ends[1 - play.direction]:
                return f"{name} is complete"
            needed = KINDS[13 * card.suit + top - 1 + play.direction.step]
            return f"{name} takes {needed} next, not {card}"
        if self.rules.book and play not in self.plays():
            return (
                "with choice: book a play that uncovers a playable card comes first, "
                f"and {self.plays()[0]} is such a play, {play} is not"
            )
        return None

    def _column_objection(self, column: int) -> str | None:
        if 0 <= column < self.rules.columns:
            return None
        return f"there is no column {column + 1}, only 1 to {self.rules.columns}"

    def _fill_objection(self, fill: Fill) -> str | None:
        if self.rules.anytime:
            if fill.column is None:
                return "with fill: anytime one column is filled at a time, as in fill C4; the move must name it"
            reason = self._column_objection(fill.column)
            if reason is not None:
                return reason
            if self.columns[fill.column]:
                return f"column {fill.column + 1} is not empty"
        else:
            if fill.column is not None:
                return "with fill: batch all empty columns are filled at once, by the move fill without a column"
            if not self.empty_columns():
                return "no column is empty"
        if not self.stock:
            return "the stock is empty"
        return None if self.rules.anytime else self._stall_objection("empty columns are filled")

    def _stall_objection(self, what: str) -> str | None:
        play = next(self.all_plays(), None)
        return None if play is None else f"{what} only when no play is possible, and {play} is one"

    def _row_objection(self) -> str | None:
        if not self.stock:
            return "the stock is empty"
        empty = self.empty_columns()
        if empty:
            return f"a row is dealt only when no column is empty, and column {empty[0] + 1} is"
        return self._stall_objection("a row is dealt")

    def _reshuffle_objection(self) -> str | None:
        if self.is_won:
            return "the game is won"
        if self.stock:
            cards = "1 card" if len(self.stock) == 1 else f"{len(self.stock)} cards"
            return f"the cards are reshuffled only when the stock is empty, and it has {cards}"
        reason = self._stall_objection("the cards are reshuffled")
        if reason is None and self.rules.reshuffles is not None and self.reshuffled >= self.rules.reshuffles:
            return f"no reshuffle is left: {self.reshuffled} of {self.rules.reshuffles} have been made"
        return reason

    def play(self, move: Move) -> Self:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Play():
                return self._play(move)
            case Fill():
                return self._deal([number for number in self.empty_columns() if move.column in (None, number)])
            case Row():
                return self._deal(range(self.rules.columns))
        return self._reshuffle()

    def _play(self, play: Play) -> Self:
        columns = list(self.columns)
        columns[play.column] = columns[play.column][:-1]
        ranks = list(self.down if play.direction else self.up)
        ranks[play.card.suit] = play.card.rank
        if play.direction is Direction.UP:
            return replace(self, columns=tuple(columns), up=tuple(ranks))
        return replace(self, columns=tuple(columns), down=tuple(ranks))

    def _deal(self, numbers: Sequence[int]) -> Self:
        columns = list(self.columns)
        for number, card in zip(numbers, self.stock, strict=False):
            columns[number] = (*columns[number], card)
        return replace(self, columns=tuple(columns), stock=self.stock[len(numbers) :])

    def _reshuffle(self) -> Self:
        columns, stock = reshuffled(self.columns, self.rules, self.seed, self.reshuffled + 1)
        return replace(self, columns=columns, stock=stock, reshuffled=self.reshuffled + 1)

    # --- faults ----------------------------------------------------------------------------------------------

    def cards(self) -> Iterator[Card]:
        """Every card of the packs as it lies on the table: series, columns, stock."""
        low, high = self.rules.ends
        for card in self.rules.kinds:
            if low <= card.rank <= self.up[card.suit]:
                yield card
            if self.down[card.suit] <= card.rank <= high:
                yield card
        for column in self.columns:
            yield from column
        yield from self.stock

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position, a sentence each; none when it is sound."""
        found = []
        if len(self.up) != self.rules.suits or len(self.down) != self.rules.suits:
            found.append(f"there must be {self.rules.suits} ascending and {self.rules.suits} descending series")
            return tuple(found)
        if len(self.columns) != self.rules.columns:
            found.append(f"there are {len(self.columns)} columns; there must be {self.rules.columns}")
        if self.reshuffled < 0 or self.seed < 0:
            found.append("the reshuffles already made and the reshuffle seed cannot be negative")
        elif self.rules.reshuffles is not None and self.reshuffled > self.rules.reshuffles:
            found.append(f"reshuffles already made: {self.reshuffled}; the rules allow {self.rules.reshuffles}")
        every = dict.fromkeys(self.rules.kinds, 2)
        return (*found, *miscounts(self.cards(), every, every))

    # --- printing --------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The deal file with the layout; `read_layout` reads it back."""
        lines = header(GAME, self.rules.options, DEFAULTS)
        for direction in Direction:
            tops = (KINDS[13 * suit + self.series(suit, direction) - 1] for suit in list(Suit)[: self.rules.suits])
            lines.append(f"{direction.word + ':':<5} {' '.join(map(str, tops))}")
        lines += (card_lines(f"column {number}", column).rstrip() for number, column in enumerate(self.columns, 1))
        lines += (card_lines("stock", self.stock).rstrip(), f"{SEED_KEY}: {self.seed}")
        if self.reshuffled:
            lines.append(f"reshuffled: {self.reshuffled}")
        return "\n".join((*lines, ""))


def shuffled(rules: Rules, seed: int, number: int) -> list[tuple[Card, int]]:
    """The order that the rules give to a reshuffle (numbered from 1): all cards, with the copy, 0 or 1."""
    order = [(card, copy) for card in rules.kinds for copy in range(1 if card.rank in rules.ends else 2)]
    random.Random(f"{seed}/{number}").shuffle(order)
    return order


Layout = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""Columns and stock."""


def reshuffled(columns: Sequence[Sequence[Card]], rules: Rules, seed: int, number: int) -> Layout:
    """Columns and stock after the reshuffle of this number (from 1) of the cards of the columns."""
    left = Counter(card for column in columns for card in column)
    return layout([card for card, copy in shuffled(rules, seed, number) if copy < left[card]], rules)


def layout(cards: Sequence[Card], rules: Rules) -> Layout:
    """Columns and stock when cards are laid out as at the start: columns of one card each, the rest is the stock."""
    firsts = [(card,) for card in cards[: rules.columns]]
    return (*firsts, *[()] * (rules.columns - len(firsts))), tuple(cards[rules.columns :])


def deal(deck: Sequence[Card], rules: Rules, seed: int = 0) -> Position:
    """Lay out a whole deck. Raises ValueError with all faults of the deck."""
    every = Counter(rules.deck())
    faults = miscounts(deck, every, every)
    if faults:
        raise ValueError(
            "\n".join((f"the deck has {plural(len(deck), 'card')}; there must be {every.total()}", *faults))
        )
    columns, stock = layout(deck, rules)
    low, high = rules.ends
    return Position(rules, (low,) * rules.suits, (high,) * rules.suits, columns, stock, seed)


# --- reading ---------------------------------------------------------------------------------------------


def read_layout(document: Document, rules: Rules) -> Position:
    """The position that a layout describes. Raises InputError: for a word at once, for the cards with all faults."""
    if document.sections.keys().isdisjoint(LAYOUT_KEYS):
        raise document.error('there are no cards; expected "deck:", or "column 1:" and so on and "stock:"')
    low, high = rules.ends
    position = Position(
        rules,
        _read_tops(document, "up", rules, low),
        _read_tops(document, "down", rules, high),
        tuple(document.cards(f"column {number + 1}") for number in range(rules.columns)),
        document.cards("stock"),
        document.number(SEED_KEY, 0),
        document.number("reshuffled", 0),
    )
    faults = position.faults()
    if faults:
        raise document.error("\n".join(("the layout is not sound:", *(f"  {fault}" for fault in faults))))
    return position


def _read_tops(document: Document, key: str, rules: Rules, default: Rank) -> tuple[Rank, ...]:
    section: Section | None = document.sections.get(key)
    if section is None:
        return (default,) * rules.suits
    cards = document.cards(key)
    suits = [card.suit for card in cards]
    if sorted(suits) != list(range(rules.suits)):
        raise document.error(
            f'"{key}:" takes the top card of one series of each suit; found {" ".join(map(str, cards)) or "nothing"}',
            section,
        )
    return tuple(card.rank for card in sorted(cards))


def read_move(words: Sequence[Word], document: Document) -> Move:
    """The move that a line of a log writes. Raises InputError when it is no move."""
    texts = [word.text.lower() for word in words]
    match texts:
        case ["row"]:
            return Row()
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
    line = " ".join(word.text for word in words)
    raise document.error(
        f'"{line}" is no move; expected CARD COLUMN up or down, as in "7S C3 up", or fill, fill COLUMN, row, reshuffle',
        words[0],
    )


def _read_column(document: Document, word: Word) -> int:
    match = re.fullmatch("[cC]([1-9][0-9]?)", word.text)
    if match is None or int(match[1]) > COLUMNS:
        hint = ": its letter is Cyrillic and only looks Latin" if latin(word.text) != word.text.upper() else ""
        raise document.error(f'"{word.text}" is no column{hint}; expected C1 to C{COLUMNS}', word)
    return int(match[1]) - 1
