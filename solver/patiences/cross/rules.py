"""Vanishing Cross: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file. Packs with fewer suits, ranks or columns follow the same rules, so
that plain brute force over them can judge the search.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache

from solver.cards import CARDS, Card, Rank, Suit, add_up, deck_faults, miscounts
from solver.errors import IllegalMove
from solver.options import MOST
from solver.patiences.cross.notation import DealRow, Direction, Fill, Layout, Move, Play, Reshuffle, Rules
from solver.shuffling import shuffle


def shuffled(rules: Rules, seed: int, number: int) -> list[tuple[Card, int]]:
    """The order that the rules give to a reshuffle (numbered from 1): all cards, with the copy, 0 or 1."""
    order = list(_copies(rules.suits, rules.ranks))
    shuffle(order, f"{seed}/{number}")
    return order


@cache
def _copies(suits: int, ranks: int) -> tuple[tuple[Card, int], ...]:
    rules = Rules(suits=suits, ranks=ranks)
    return tuple((card, copy) for card in rules.kinds for copy in range(1 if card.rank in rules.ends else 2))


Laid = tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]
"""Columns and stock."""


def reshuffled(columns: Sequence[Sequence[Card]], rules: Rules, seed: int, number: int) -> Laid:
    """Columns and stock after the reshuffle of this number (from 1) of the cards of the columns."""
    left = Counter(card for column in columns for card in column)
    return lay_out([card for card, copy in shuffled(rules, seed, number) if copy < left[card]], rules)


def lay_out(cards: Sequence[Card], rules: Rules) -> Laid:
    """Columns and stock when cards are laid out as at the start: columns of one card each, the rest is the stock."""
    firsts = [(card,) for card in cards[: rules.columns]]
    return (*firsts, *[()] * (rules.columns - len(firsts))), tuple(cards[rules.columns :])


def deal(deck: Sequence[Card], rules: Rules, seed: int = 0) -> Position:
    """Lay out a whole deck. Raises ValueError with all faults of the deck."""
    faults = deck_faults(deck, Counter(rules.deck()))
    if faults:
        raise ValueError("\n".join(faults))
    columns, stock = lay_out(deck, rules)
    low, high = rules.ends
    return Position(rules, (low,) * rules.suits, (high,) * rules.suits, columns, stock, seed)


@dataclass(frozen=True)
class Position(Layout):
    """A layout under the rules: what can be played, and what is wrong with it."""

    __slots__ = ()  # not by the decorator, whose second class would refuse a new attribute with a puzzling message

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
        return card.rank == (self.down[card.suit] - 1 if direction else self.up[card.suit] + 1)

    def all_plays(self) -> Iterator[Play]:
        """All plays, whether advised by the book or not: by columns from the left, up before down."""
        for number, column in enumerate(self.columns):
            if column:
                card = column[-1]
                if card.rank == self.up[card.suit] + 1:
                    yield Play(card, number, Direction.UP)
                if card.rank == self.down[card.suit] - 1:
                    yield Play(card, number, Direction.DOWN)

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
            return (DealRow(),)
        return (Reshuffle(),) if self._reshuffle_objection() is None else ()

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        match move:
            case Play():
                return self._play(move)
            case Fill():
                return self._deal([number for number in self.empty_columns() if move.column in (None, number)])
            case DealRow():
                return self._deal(range(self.rules.columns))
        return self._reshuffle()

    def _play(self, play: Play) -> Position:
        columns = list(self.columns)
        columns[play.column] = columns[play.column][:-1]
        ranks = list(self.down if play.direction else self.up)
        ranks[play.card.suit] = play.card.rank
        up, down = (self.up, tuple(ranks)) if play.direction else (tuple(ranks), self.down)
        return Position(self.rules, up, down, tuple(columns), self.stock, self.seed, self.reshuffled)

    def _deal(self, numbers: Sequence[int]) -> Position:
        columns = list(self.columns)
        for number, card in zip(numbers, self.stock, strict=False):
            columns[number] = (*columns[number], card)
        return self._laid(tuple(columns), self.stock[len(numbers) :], self.reshuffled)

    def _reshuffle(self) -> Position:
        columns, stock = reshuffled(self.columns, self.rules, self.seed, self.reshuffled + 1)
        return self._laid(columns, stock, self.reshuffled + 1)

    def _laid(self, columns: tuple[tuple[Card, ...], ...], stock: tuple[Card, ...], reshuffled: int) -> Position:
        return Position(self.rules, self.up, self.down, columns, stock, self.seed, reshuffled)

    # --- objections ------------------------------------------------------------------------------------------

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        match move:
            case Play():
                return self._play_objection(move)
            case Fill():
                return self._fill_objection(move)
            case DealRow():
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
            needed = CARDS[13 * card.suit + top - 1 + play.direction.step]
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

    # --- faults ----------------------------------------------------------------------------------------------

    def lying(self) -> Iterator[tuple[Card, str]]:
        """Every card of the packs as it lies on the table, with its place: series, columns, stock."""
        low, high = self.rules.ends
        for card in self.rules.kinds:
            if low <= card.rank <= self.up[card.suit]:
                yield card, "up"
            if self.down[card.suit] <= card.rank <= high:
                yield card, "down"
        for number, column in enumerate(self.columns, 1):
            for card in column:
                yield card, f"column {number}"
        for card in self.stock:
            yield card, "stock"

    def cards(self) -> Iterator[Card]:
        """Every card of the packs as it lies on the table."""
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
        elif self.reshuffled > MOST:
            found.append(f"reshuffles already made: {self.reshuffled}; expected {MOST} at most")
        elif self.rules.reshuffles is not None and self.reshuffled > self.rules.reshuffles:
            found.append(f"reshuffles already made: {self.reshuffled}; the rules allow {self.rules.reshuffles}")
        every = dict.fromkeys(self.rules.kinds, 2)
        wrong = () if add_up(self.cards(), every, every) else miscounts(self.lying(), every, every)
        return (*found, *wrong, *(self._slips() if wrong and not found else ()))

    def _slips(self) -> Iterator[str]:
        """The one series whose top card, if it were another one, would explain all cards that do not add up."""
        excess = Counter(self.cards())
        excess.subtract(dict.fromkeys(self.rules.kinds, 2))
        low, high = self.rules.ends
        for direction, tops in zip(Direction, (self.up, self.down), strict=True):
            for suit, top in enumerate(tops):
                for rank in range(low, high + 1):
                    more = 1 if (rank > top) is (direction is Direction.UP) else -1
                    first, last = (rank + 1, top) if rank < top else (top + 1, rank)
                    if direction is Direction.DOWN:
                        first, last = first - 1, last - 1
                    moved = {CARDS[13 * suit + other - 1]: -more for other in range(first, last + 1)}
                    if all(count == moved.get(card, 0) for card, count in excess.items()):
                        yield f"{CARDS[13 * suit + rank - 1]} {direction.word}?"
