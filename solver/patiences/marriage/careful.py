"""Careful play by chance in the marriage.

Without pairs the next card is dealt at once, as long as there is one: that takes no discard away. With pairs it can
hurt, as the dealt card no longer comes to lie beside the card that it would have made a pair with; so there the deal is
a choice like any other.
"""

from __future__ import annotations

from collections.abc import Hashable
from itertools import pairwise

from solver.careful import CarefulPlay, Choices, Levels, PlayOn
from solver.limits import Budget
from solver.patiences.marriage.notation import DealCard, Link, Move, Pairs
from solver.patiences.marriage.rules import KING, QUEEN, Position

_RANKS = 13
_MATCHES = [
    [one // _RANKS == other // _RANKS or one % _RANKS == other % _RANKS for other in range(52)] for one in range(52)
]
_QUEEN, _KING = QUEEN.kind, KING.kind
_DEAL = (0, 0)


class MarriageTable:
    """A row and a stock on which careful play goes on: cards are their kinds, `13 * suit + rank - 1`.

    joined: for each card of the row whether it came together with the one before it.
    """

    def __init__(
        self, pairs: Pairs, row: list[int], joined: list[bool], stock: tuple[int, ...], dealt: int = 0
    ) -> None:
        self._pairs = pairs
        self._row = row
        self._joined = joined
        self._stock = stock
        self._dealt = dealt
        self._moves: list[tuple[int, int]] = []

    @classmethod
    def of(cls, position: Position) -> MarriageTable:
        """The table of a position."""
        joined = [False, *(link is Link.JOINED for link in position.links)]
        return cls(
            position.pairs, [card.kind for card in position.row], joined, tuple(card.kind for card in position.stock)
        )

    @property
    def is_won(self) -> bool:
        """Whether all is dealt out and the row is queen and king of hearts."""
        return len(self._row) == 2 and self._dealt == len(self._stock)

    def copy(self) -> MarriageTable:
        """Another table like this one, with the same choices."""
        copy = MarriageTable(self._pairs, self._row[:], self._joined[:], self._stock, self._dealt)
        copy._moves = self._moves
        return copy

    def advance(self) -> Choices:
        """Deal, where that cannot hurt; then the discards, as where they begin and how many cards go, and the deal."""
        if self._pairs is Pairs.OFF:
            dealt = self._stock[self._dealt :]
            self._row += dealt
            self._joined += [False] * len(dealt)
            self._dealt = len(self._stock)
        row = self._row
        last = len(row) - 2
        if self._pairs is Pairs.COMPULSORY and last >= 0 and self._is_pair(last):
            self._moves = [(last, 2)]
            return Choices(1, 1)
        drops = [
            (left + 1, count)
            for count in (1, 2)
            for left, (one, other) in enumerate(zip(row, row[count + 1 :], strict=False))
            if _MATCHES[one][other]
        ]
        pairs = []
        if self._pairs is Pairs.OPTIONAL:
            # Two cards between matching ones may go either way, which is one move.
            dropped = {first for first, count in drops if count == 2}
            pairs = [
                (left, 2)
                for left, (one, other) in enumerate(pairwise(row))
                if _MATCHES[one][other] and left not in dropped and self._is_pair(left)
            ]
        self._moves = [*drops, *pairs, *([_DEAL] if self._dealt < len(self._stock) else [])]
        return Choices(len(self._moves), len(self._moves))

    def _is_pair(self, left: int) -> bool:
        one, other = self._row[left], self._row[left + 1]
        return _MATCHES[one][other] and not self._joined[left + 1] and one != _QUEEN and other != _KING

    def make(self, number: int) -> None:
        """Discard or deal."""
        move = self._moves[number]
        if move == _DEAL:
            self._row.append(self._stock[self._dealt])
            self._joined.append(False)
            self._dealt += 1
            return
        first, count = move
        del self._row[first : first + count]
        del self._joined[first : first + count]
        if first < len(self._row):
            self._joined[first] = True

    def key(self) -> Hashable:
        """The row, which pairs of it may leave, and how many cards are in the stock."""
        pairs = self._pairs is not Pairs.OFF and tuple(map(self._is_pair, range(len(self._row) - 1)))
        return tuple(self._row), pairs, len(self._stock) - self._dealt


def _play(position: Position, budget: Budget) -> PlayOn[MarriageTable]:
    return PlayOn(MarriageTable.of(position), budget)


def _free(position: Position) -> tuple[Move, ...]:
    return tuple(map(DealCard, position.stock)) if position.pairs is Pairs.OFF else ()


LEVELS = (
    Levels({"pairs": "optional"}, medium=0.85, hard=0.75, brutal=0.59),
    Levels({"pairs": "compulsory"}, medium=0.95, hard=0.87, brutal=0.69),
    Levels({"pairs": "off"}, medium=0.21, hard=0.12, brutal=0.053),
)
"""Measured by `python -m benchmarks.difficulty marriage`: 400 deals, 200 under each other rule."""

CAREFUL: CarefulPlay[Position, Move] = CarefulPlay(_play, _free, levels=LEVELS)
