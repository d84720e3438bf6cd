"""Vanishing Cross: a round's layout as small integers, what a line of the search consists of, and the reshuffles.

**Integers.** A *code* is `ranks * suit + rank + 1`, ranks counted from 0; 0 is no card. A *column* is its codes in
base 64, the last card lowest, so that the empty column is 0. *Heights* keep eight bits a suit: how many cards have
been put on its ascending series (low four bits) and on its descending one (high four bits). A *set of codes* is a bit
mask. The stock is a tuple of codes and an index into it.

**Operations** are what a line consists of: `2 * column + direction` for a play (direction 0 up, 1 down), `ROW`,
`RESHUFFLE`, `FILL` for all empty columns, `fill_one(column)` for one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

from solver.shuffling import shuffle

BITS = 6
MASK = 63

ROW = -1
RESHUFFLE = -2
FILL = -3


def fill_one(column: int) -> int:
    """The operation that fills one empty column."""
    return -4 - column


def filled_column(operation: int) -> int:
    """The column that a `fill_one` operation fills."""
    return -4 - operation


_WantedRank = Callable[[int, int], int | None]


@dataclass(frozen=True)
class Dimensions:
    """How large a game is: two packs of `suits` times `ranks` cards, `columns` columns. Builds the tables of codes."""

    suits: int = 4
    ranks: int = 13
    columns: int = 12

    def __post_init__(self) -> None:
        if not (
            1 <= self.suits <= 4
            and 2 <= self.ranks <= 16
            and self.suits * self.ranks < MASK
            and 1 <= self.columns <= 12
        ):
            raise ValueError(f"no such packs: {self}")

    def code(self, suit: int, rank: int) -> int:
        """The code of a card; suit and rank count from 0."""
        return self.ranks * suit + rank + 1

    def heights(self, up: Sequence[int], down: Sequence[int]) -> int:
        """The heights at which the series end with these ranks (from 0), suit by suit."""
        return sum(
            (top | self.ranks - 1 - bottom << 4) << 8 * suit
            for suit, (top, bottom) in enumerate(zip(up, down, strict=True))
        )

    @cached_property
    def complete(self) -> int:
        """The heights at which all series are complete."""
        return self.heights([self.ranks - 1] * self.suits, [0] * self.suits)

    @cached_property
    def cards(self) -> bytes:
        """The cards that are shuffled, in the order in which the rules list them: codes, 64 added for second copies."""
        return bytes(
            self.code(suit, rank) | copy << BITS
            for suit in range(self.suits)
            for rank in range(self.ranks)
            for copy in range(2 if 0 < rank < self.ranks - 1 else 1)
        )

    @cached_property
    def suit_of(self) -> tuple[int, ...]:
        """The suit of each code (0 for no card)."""
        return (0, *(suit for suit in range(self.suits) for _ in range(self.ranks)))

    @cached_property
    def rank_of(self) -> tuple[int, ...]:
        """The rank of each code (0 for no card)."""
        return (0, *(rank for _ in range(self.suits) for rank in range(self.ranks)))

    @cached_property
    def up(self) -> tuple[tuple[int, ...], ...]:
        """`up[suit][its eight bits of heights]`: the code that the ascending series wants, as a mask; 0 if complete."""
        return self._wanted(lambda ups, _: ups + 1 if ups < self.ranks - 1 else None)

    @cached_property
    def down(self) -> tuple[tuple[int, ...], ...]:
        """The same for the descending series."""
        return self._wanted(lambda _, downs: self.ranks - 2 - downs if downs < self.ranks - 1 else None)

    @cached_property
    def either(self) -> tuple[tuple[int, ...], ...]:
        """What either series of a suit wants, as a mask."""
        return tuple(
            tuple(up | down for up, down in zip(ups, downs, strict=True))
            for ups, downs in zip(self.up, self.down, strict=True)
        )

    def _wanted(self, rank: _WantedRank) -> tuple[tuple[int, ...], ...]:
        rows = []
        for suit in range(self.suits):
            row = [0] * 256
            for ups in range(self.ranks):
                for downs in range(self.ranks):
                    wanted = rank(ups, downs)
                    row[ups | downs << 4] = 0 if wanted is None else 1 << self.code(suit, wanted)
            rows.append(tuple(row))
        return tuple(rows)

    def wanted(self, heights: int) -> int:
        """What the series want at these heights, as a mask."""
        mask = 0
        for table in self.either:
            mask |= table[heights & 255]
            heights >>= 8
        return mask

    def left(self, heights: int) -> list[int]:
        """How many copies of each code are not on a series at these heights."""
        counts = [0]
        for suit in range(self.suits):
            ups, downs = heights >> 8 * suit & 15, heights >> 8 * suit + 4 & 15
            counts += (2 - (rank <= ups) - (rank >= self.ranks - 1 - downs) for rank in range(self.ranks))
        return counts

    def cards_left(self, heights: int) -> int:
        """How many cards are not on a series at these heights."""
        total = 2 * self.suits * (self.ranks - 1)
        while heights:
            total -= heights & 15
            heights >>= 4
        return total


@dataclass(frozen=True, slots=True)
class PackedTable:
    """Where a round stands: the packed columns, the stock (codes, next one first) and the heights."""

    columns: tuple[int, ...]
    stock: tuple[int, ...]
    heights: int


def shuffled(cards: bytes, seed: str) -> bytes:
    """Cards shuffled by `random.Random(seed).shuffle`, which the rules name."""
    order = list(cards)
    shuffle(order, seed)
    return bytes(order)


Shuffle = Callable[[bytes, str], bytes]


class Reshuffles:
    """The layouts after the reshuffles of a game: they depend on the seed, on the number and on the heights.

    shuffled: this module's function or its twin.
    """

    def __init__(self, dimensions: Dimensions, seed: int, shuffled: Shuffle = shuffled) -> None:
        self._dimensions = dimensions
        self._shuffled = shuffled
        self._seed = seed
        self._orders: dict[int, bytes] = {}

    def order(self, number: int) -> bytes:
        """The order of all cards that the rules give to a reshuffle: codes, 64 added for the second copy."""
        order = self._orders.get(number)
        if order is None:
            order = self._orders[number] = self._shuffled(self._dimensions.cards, f"{self._seed}/{number}")
        return order

    def table(self, number: int, heights: int) -> PackedTable:
        """The table after the reshuffle of this number (from 1) at these heights."""
        left = self._dimensions.left(heights)
        cards = [card & MASK for card in self.order(number) if card >> BITS < left[card & MASK]]
        width = self._dimensions.columns
        return PackedTable((*cards[:width], *[0] * (width - len(cards))), tuple(cards[width:]), heights)


def dealt(columns: list[int], cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The columns after the fill or the row that is due at a standstill, as far as the cards go, and which it is."""
    if 0 in columns:
        rest = iter(cards)
        return tuple([column or next(rest, 0) for column in columns]), FILL
    covered = [column << BITS | card for column, card in zip(columns, cards, strict=False)]
    return (*covered, *columns[len(cards) :]), ROW


def replayed(
    dimensions: Dimensions, start: PackedTable, reshuffles: Reshuffles, made: int, line: Sequence[int], *, singly: bool
) -> list[int]:
    """The operations of a line, with the code of the card that is played: `64 * code + operation` for a play.

    singly: the filling of all columns is given as fills of one each. Raises ValueError for a play from an empty column.
    """
    suit_of = dimensions.suit_of
    heights = start.heights
    columns, stock, at = list(start.columns), start.stock, 0
    steps = []
    for operation in line:
        if operation >= 0:
            code = columns[operation >> 1] & MASK
            if not code:
                raise ValueError(f"a play from an empty column: {operation}")
            heights += (16 if operation & 1 else 1) << 8 * suit_of[code]
            columns[operation >> 1] >>= BITS
            steps.append(code << BITS | operation)
        elif operation == RESHUFFLE:
            made += 1
            table = reshuffles.table(made, heights)
            columns, stock, at = list(table.columns), table.stock, 0
            steps.append(operation)
        else:
            fills = operation != ROW
            if not (fills and singly):
                steps.append(operation)
            for place, column in enumerate(columns):
                one = fill_one(place)
                if at < len(stock) and (operation == ROW or (not column and operation in (FILL, one))):
                    columns[place] = column << BITS | stock[at]
                    at += 1
                    if fills and singly:
                        steps.append(one)
    return steps
