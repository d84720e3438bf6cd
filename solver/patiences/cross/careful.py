"""Careful play by chance in the cross: a card whose other copy lies on a series already is played at once.

No other card competes with it, for it is the only one that is left of its kind; there is one series that it can go
to; and what lies beneath it can be played sooner. All other plays take the place of another one: of the other copy, or
of the same card on the other series. Where the book's advice is compulsory even such a play can hurt, as it may change
what the book advises; so there is none.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import replace

from solver.cards import CARDS
from solver.careful import CarefulPlay, Choices, Levels, PlayOn
from solver.limits import Budget
from solver.patiences.cross.notation import Move, Rules
from solver.patiences.cross.rules import Position, shuffled

_RANKS = 13


class CrossTable:
    """A table of the cross on which careful play goes on: cards are their kinds, `13 * suit + rank - 1`.

    wanted: for each kind the series that take it now, as bits: 1 up, 2 down; left: its cards in columns and stock;
    made: reshuffles.
    """

    def __init__(self, position: Position) -> None:
        rules = position.rules
        self._rules = rules
        self._orders = _Orders(rules, position.seed)
        self._up = [int(rank) for rank in position.up]
        self._down = [int(rank) for rank in position.down]
        self._columns = [[card.kind for card in column] for column in position.columns]
        self._stock = [card.kind for card in position.stock]
        self._dealt = 0
        self._made = position.reshuffled
        self._left = [0] * len(CARDS)
        for cards in (*self._columns, self._stock):
            for kind in cards:
                self._left[kind] += 1
        self._wanted = [0] * len(CARDS)
        for suit in range(rules.suits):
            self._want(suit, 0)
            self._want(suit, 1)
        self._plays: list[tuple[int, int]] = []
        self._fills: list[int] = []

    def _want(self, suit: int, direction: int) -> None:
        """Note which card a series takes next, if it takes one."""
        rank = self._down[suit] - 1 if direction else self._up[suit] + 1
        if 1 <= rank <= self._rules.ranks:
            self._wanted[_RANKS * suit + rank - 1] |= 1 << direction

    @property
    def is_won(self) -> bool:
        """Whether all series are complete."""
        return not any(self._left)

    def copy(self) -> CrossTable:
        """Another table like this one, with the same choices."""
        copy = object.__new__(CrossTable)
        copy.__dict__ |= self.__dict__
        copy._up, copy._down, copy._left, copy._wanted = self._up[:], self._down[:], self._left[:], self._wanted[:]
        copy._columns = [column[:] for column in self._columns]
        return copy

    # --- play ------------------------------------------------------------------------------------------------

    def advance(self) -> Choices:
        """Make the free plays; then the plays, and the fills that may be made instead, or what has to be dealt."""
        if not self._rules.book:
            self._play_free()
        self._plays = list(self._all_plays())
        if self._rules.book:
            self._plays = [play for play in self._plays if self._is_advised(*play)] or self._plays
        in_stock = self._dealt < len(self._stock)
        self._fills = []
        if in_stock and (self._rules.anytime or not self._plays):
            self._fills = [number for number, column in enumerate(self._columns) if not column]
            if not self._rules.anytime:
                del self._fills[1:]
        count = len(self._plays) + len(self._fills)
        if count == 0 and (in_stock or self._may_reshuffle()):
            count = 1
        return Choices(count, count)

    def _may_reshuffle(self) -> bool:
        allowed = self._rules.reshuffles
        return not self.is_won and (allowed is None or self._made < allowed)

    def _play_free(self) -> None:
        found = True
        while found:
            found = False
            for number, column in enumerate(self._columns):
                while column and self._left[column[-1]] == 1 and (directions := self._wanted[column[-1]]):
                    self._play(number, directions >> 1)
                    found = True

    def _all_plays(self) -> Iterator[tuple[int, int]]:
        """All plays, as columns and directions, in the referee's order."""
        for number, column in enumerate(self._columns):
            if column and (directions := self._wanted[column[-1]]):
                if directions & 1:
                    yield number, 0
                if directions & 2:
                    yield number, 1

    def _is_advised(self, number: int, direction: int) -> bool:
        """Whether a play uncovers a card that can be played right after it."""
        column = self._columns[number]
        if len(column) < 2:
            return False
        kind, under = column[-1], column[-2]
        follows = under == kind + (-1 if direction else 1) and under // _RANKS == kind // _RANKS
        taken = 1 << direction if under == kind else 0
        return follows or bool(self._wanted[under] & ~taken)

    def _play(self, number: int, direction: int) -> None:
        kind = self._columns[number].pop()
        suit, rank = kind // _RANKS, kind % _RANKS + 1
        (self._down if direction else self._up)[suit] = rank
        self._wanted[kind] &= ~(1 << direction)
        self._want(suit, direction)
        self._left[kind] -= 1

    def make(self, number: int) -> None:
        """Make a play, or deal."""
        if number < len(self._plays):
            self._play(*self._plays[number])
        elif self._fills:
            if self._rules.anytime:
                self._deal([self._fills[number - len(self._plays)]])
            else:
                self._deal([number for number, column in enumerate(self._columns) if not column])
        elif self._dealt < len(self._stock):
            self._deal(range(self._rules.columns))
        else:
            self._made += 1
            cards = [kind for kind, copy in self._orders.of(self._made) if copy < self._left[kind]]
            self._columns = [[kind] for kind in cards[: self._rules.columns]]
            self._columns += ([] for _ in range(self._rules.columns - len(self._columns)))
            self._stock, self._dealt = cards[self._rules.columns :], 0

    def _deal(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            if self._dealt < len(self._stock):
                self._columns[number].append(self._stock[self._dealt])
                self._dealt += 1

    def key(self) -> Hashable:
        """The series, columns, stock and reshuffles; without a stock the columns in any order."""
        columns = list(map(bytes, self._columns))
        stock = bytes(self._stock[self._dealt :])
        return bytes(self._up), bytes(self._down), tuple(columns if stock else sorted(columns)), stock, self._made


class _Orders:
    """The orders that the rules give to the reshuffles of a game, by their numbers from 1."""

    def __init__(self, rules: Rules, seed: int) -> None:
        self._rules = rules
        self._seed = seed
        self._orders: dict[int, list[tuple[int, int]]] = {}

    def of(self, number: int) -> list[tuple[int, int]]:
        """All cards, each as its kind and which copy it is, 0 or 1."""
        if number not in self._orders:
            self._orders[number] = [(card.kind, copy) for card, copy in shuffled(self._rules, self._seed, number)]
        return self._orders[number]


def _play(position: Position, budget: Budget) -> PlayOn[CrossTable]:
    return PlayOn(CrossTable(position), budget)


def _free(position: Position) -> Iterator[Move]:
    """Moves that cannot hurt, one after the other."""
    if position.rules.book:
        return
    while True:
        left = Counter(card for cards in (*position.columns, position.stock) for card in cards)
        move = next((play for play in position.all_plays() if left[play.card] == 1), None)
        if move is None:
            return
        yield move
        position = position.play(move)


def _within(position: Position, reshuffles: int) -> Position | None:
    """The position with so many reshuffles allowed, where any number is: then every game is won in the end."""
    rules = position.rules
    if rules.reshuffles is not None:
        return None
    return replace(position, rules=replace(rules, reshuffles=position.reshuffled + reshuffles))


LEVELS = (Levels({"fill": "batch", "choice": "free", "reshuffles": "unlimited"}, medium=0.75, hard=0.42, brutal=0.15),)
"""Measured by `python -m benchmarks.difficulty cross --deals 600 --games 150`."""

CAREFUL: CarefulPlay[Position, Move] = CarefulPlay(_play, _free, levels=LEVELS, within=_within)
