"""Vanishing Cross: the exact search, round by round, on small integers.

A *round* is everything between two reshuffles. After a reshuffle the table depends on nothing but the heights of the
eight series, so only the heights at which a round can end matter: `FewestReshuffles` goes breadth-first from the
possible ends of one round to those of the next, and the first round that can end with all series complete gives the
fewest reshuffles. Nothing but a win counts in the last round, so the ends of a round are collected only once it is
known that the round cannot be won. There is no dominance between ends: higher series are not always better, because
the other cards are laid out differently.

**Integers.** A *code* is `ranks * suit + rank + 1`, ranks counted from 0; 0 is no card. A *column* is its codes in
base 64, the last card lowest, so that the empty column is 0. *Heights* keep eight bits a suit: how many cards have
been put on its ascending series (low four bits) and on its descending one (high four bits). A *set of codes* is a bit
mask. The stock is a tuple of codes and an index into it. `(columns, heights)` is an exact memo key within a round:
the number of cards left follows from the heights, and what is not in the columns is in the stock.

**Operations** are what a line consists of: `2 * column + direction` for a play (direction 0 up, 1 down), `ROW`,
`RESHUFFLE`, `FILL` for all empty columns, `fill_one(column)` for one.

**Closures.** An optimistic closure of play lets a card that comes into the open serve both series of its suit. So it
reaches at least the cards and heights that any order of plays reaches. With `fill: anytime` it also lets cards of the
stock come into emptied columns, as many as there are columns that no card takes for good. In what follows a
*standstill* is the next fill of all columns (`batch` only), row, or end of the round: all need that no play is
possible.

**Safe plays** (`choice: free` only). A possible play of card f, the last card of column i, is made at once if only
one series wants f and f's other copy has been played, or if the closure without column i neither brings f's other
copy into the open nor the opposite series next to f's rank.

Proof. Consider any line from here. If f were still in its place at the next standstill, nothing would have taken its
slot (that takes the other copy) and the opposite series would not want it, so f could be played: no standstill. For
the same reason the line does play f, and on this series. Move that play to the front. What comes before it in the
line touches neither column i nor this series: plays of other cards, and fills of other columns, which never take a
play away. All of it stays possible when column i is uncovered earlier, and the same position is reached. If the other
copy has been played it lies on the opposite series, which thus does not want f again. Several plays that are safe in
one position are safe one after the other, for the closure without the second contains the first.

If both copies of f are in the open and both series want f, both are played: each series takes one of them before the
standstill, it does not matter which, and again they can be moved to the front.

**Plays that are enough** (`choice: free` only). Where nothing is safe, all plays and fills are tried, except that
some plays are enough when every line makes one of them before the next standstill and could make it first (as above):

- the plays of both copies of f onto one series, if the closure without their columns does not bring the opposite
  series next to f's rank: the line's first play on this series is one of them;
- the plays of f onto both series, which both want it, if the closure without f's column does not bring the other copy
  into the open: the line's first play on either series is one of them.

`choice: book` has no such reductions, for a play made earlier may change which plays the advice allows.

**Hopeless positions** (in a round where nothing but a win counts). If the closure in which all of the stock lies open
does not clear the columns, the round is not won.

**The only play.** With `fill: batch`, or without an empty column to fill, the only allowed play is made without
further thought.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from types import MappingProxyType
from typing import TypeAlias

from solver.limits import Budget

BITS = 6
MASK = 63

ROW = -1
RESHUFFLE = -2
FILL = -3

Trail: TypeAlias = "tuple[int, Trail] | None"
"""Operations, the last one first."""

Line = Callable[[], list[int]]
"""The operations of a line, on demand."""

Plays = list[tuple[int, int]]
"""Plays as (column, direction), direction 0 up, 1 down."""

NOTHING: Mapping[int, Sequence[int]] = MappingProxyType({})

_WantedRank = Callable[[int, int], int | None]

# Columns, heights, what is wanted there (a mask), place in the stock, operations that led there.
_State = tuple[tuple[int, ...], int, int, int, Trail]


def fill_one(column: int) -> int:
    """The operation that fills one empty column."""
    return -4 - column


def filled_column(operation: int) -> int:
    """The column that a `fill_one` operation fills."""
    return -4 - operation


def unrolled(trail: Trail) -> list[int]:
    """The operations of a trail, first one first."""
    operations = []
    while trail is not None:
        operation, trail = trail
        operations.append(operation)
    return operations[::-1]


@dataclass(frozen=True)
class Pack:
    """The cards and columns of a game: two packs of `suits` times `ranks`, `columns` columns. Builds the tables."""

    suits: int = 4
    ranks: int = 13
    columns: int = 12

    def __post_init__(self) -> None:
        if not (self.suits >= 1 and 2 <= self.ranks <= 16 and self.suits * self.ranks < MASK and self.columns >= 1):
            raise ValueError(f"no such pack: {self}")

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

    def packed(self, cards: Sequence[int]) -> int:
        """A column of these codes, last card last."""
        column = 0
        for code in cards:
            column = column << BITS | code
        return column


@dataclass(frozen=True, slots=True)
class Table:
    """Where a round stands: the packed columns, the stock (codes, next one first) and the heights."""

    columns: tuple[int, ...]
    stock: tuple[int, ...]
    heights: int


class Reshuffles:
    """The layouts after the reshuffles of a game: they depend on the seed, on the number and on the heights."""

    def __init__(self, pack: Pack, seed: int) -> None:
        self._pack = pack
        self._seed = seed
        self._orders: dict[int, list[tuple[int, int]]] = {}

    def _order(self, number: int) -> list[tuple[int, int]]:
        """The order of all cards, as (code, copy), that the rules give to a reshuffle."""
        order = self._orders.get(number)
        if order is None:
            last = self._pack.ranks - 1
            order = [
                (self._pack.code(suit, rank), copy)
                for suit in range(self._pack.suits)
                for rank in range(self._pack.ranks)
                for copy in range(2 if 0 < rank < last else 1)
            ]
            random.Random(f"{self._seed}/{number}").shuffle(order)
            self._orders[number] = order
        return order

    def table(self, number: int, heights: int) -> Table:
        """The table after the reshuffle of this number (from 1) at these heights."""
        left = self._pack.left(heights)
        cards = [code for code, copy in self._order(number) if copy < left[code]]
        width = self._pack.columns
        return Table((*cards[:width], *[0] * (width - len(cards))), tuple(cards[width:]), heights)


def _dealt(columns: list[int], cards: Sequence[int]) -> tuple[tuple[int, ...], int]:
    """The columns after the fill or the row that is due at a standstill, as far as the cards go, and which it is."""
    if 0 in columns:
        rest = iter(cards)
        return tuple([column or next(rest, 0) for column in columns]), FILL
    covered = [column << BITS | card for column, card in zip(columns, cards, strict=False)]
    return (*covered, *columns[len(cards) :]), ROW


def _without(columns: list[int], plays: Plays) -> list[int]:
    """The columns from which none of these plays is made."""
    used = [column for column, _ in plays]
    return [cards for column, cards in enumerate(columns) if column not in used]


class RoundSearch:
    """The possible ends of one round under the rules `anytime` (fills) and `book` (choice).

    See the module's text for the reductions.
    """

    def __init__(self, pack: Pack, *, anytime: bool = False, book: bool = False) -> None:
        self.pack = pack
        self.anytime = anytime
        self.book = book
        self._next_up = tuple(tuple(mask.bit_length() - 1 if mask else 0 for mask in row) for row in pack.up)
        self._next_down = tuple(tuple(mask.bit_length() - 1 if mask else 0 for mask in row) for row in pack.down)

    def ends(self, table: Table, budget: Budget, depth: int = 0) -> Iterator[tuple[int, list[int]]]:
        """The heights at which the round can end, as they are found, each with operations that lead there.

        `depth` is the number of rounds before this one, for the progress shown. Raises LimitReached.
        """
        found = set()
        for end, line in self._search(table, budget, depth, only_won=False):
            if end not in found:
                found.add(end)
                yield end, line()

    def win(self, table: Table, budget: Budget, depth: int = 0) -> list[int] | None:
        """Operations with which the round ends with all series complete, None if it cannot. Raises LimitReached."""
        for _, line in self._search(table, budget, depth, only_won=True):
            return line()
        return None

    def _search(self, table: Table, budget: Budget, depth: int, *, only_won: bool) -> Iterator[tuple[int, Line]]:
        """The ends of the round as they are found, an end perhaps more than once, or only those that win."""
        pack, anytime, book = self.pack, self.anytime, self.book
        suit_of, either = pack.suit_of, pack.either
        stock = table.stock
        size = len(stock)
        # The rest of the stock, as a mask, for each place in it.
        opened = [0]
        for code in reversed(stock if only_won else ()):
            opened.append(opened[-1] | 1 << code)
        opened.reverse()
        start: _State = (table.columns, table.heights, pack.wanted(table.heights), 0, None)
        stack = [start]
        seen = {(table.columns, table.heights)}
        while stack:
            packed, heights, wanted, at, trail = stack.pop()
            budget.spend(1, depth)
            # Only a row covers cards, so little else makes a position hopeless.
            covered = trail is None or trail[0] == ROW
            columns = list(packed)
            while True:
                plays = self._plays(columns, heights, wanted)
                can_fill = anytime and at < size and 0 in columns
                if len(plays) == 1 and not can_fill:
                    made = plays
                elif plays and not book:
                    coming = stock[at:] if anytime else ()
                    made, enough = self._reduced(columns, heights, wanted, plays, coming, closed=not can_fill)
                    if enough:
                        plays, can_fill = enough, False
                else:
                    break
                if not made:
                    break
                for column, direction in made:
                    suit = suit_of[columns[column] & MASK]
                    before = heights >> 8 * suit & 255
                    step = 16 if direction else 1
                    wanted = wanted & ~either[suit][before] | either[suit][before + step]
                    heights += step << 8 * suit
                    columns[column] >>= BITS
                    trail = (2 * column + direction, trail)
            if not plays and at == size:
                if not only_won or heights == pack.complete:
                    yield heights, partial(unrolled, trail)
                continue
            if only_won and covered and self._reach(columns, heights, wanted, opened[at], ())[3]:
                continue
            successors: list[_State] = []
            if can_fill:
                for column, cards in enumerate(columns):
                    if not cards:
                        columns[column] = stock[at]
                        successors.append((tuple(columns), heights, wanted, at + 1, (fill_one(column), trail)))
                        columns[column] = 0
            elif not plays:
                after, operation = _dealt(columns, stock[at : at + len(columns)])
                dealt = min(size - at, columns.count(0) or len(columns))
                successors.append((after, heights, wanted, at + dealt, (operation, trail)))
            for column, direction in plays:
                cards = columns[column]
                suit = suit_of[cards & MASK]
                before = heights >> 8 * suit & 255
                step = 16 if direction else 1
                wants = wanted & ~either[suit][before] | either[suit][before + step]
                columns[column] = cards >> BITS
                after = tuple(columns)
                successors.append((after, heights + (step << 8 * suit), wants, at, (2 * column + direction, trail)))
                columns[column] = cards
            for state in successors:
                key = state[:2]
                if key not in seen:
                    seen.add(key)
                    stack.append(state)

    def first_end(self, table: Table) -> tuple[int, list[int]]:
        """The heights at which the round ends, and the operations, if always the first of the allowed plays is made.

        Of these it is the one of the leftmost column, up before down. All empty columns are filled at once.
        """
        pack = self.pack
        columns, stock, heights = list(table.columns), table.stock, table.heights
        operations = []
        while True:
            plays = self._plays(columns, heights, pack.wanted(heights))
            if plays:
                column, direction = plays[0]
                heights += (16 if direction else 1) << 8 * pack.suit_of[columns[column] & MASK]
                columns[column] >>= BITS
                operations.append(2 * column + direction)
            elif stock:
                dealt = columns.count(0) or len(columns)
                after, operation = _dealt(columns, stock[:dealt])
                columns, stock = list(after), stock[dealt:]
                operations.append(operation)
            else:
                return heights, operations

    def _plays(self, columns: list[int], heights: int, wanted: int) -> list[tuple[int, int]]:
        """The plays that the rules allow, as (column, direction)."""
        pack = self.pack
        plays = []
        for column in [column for column, cards in enumerate(columns) if wanted >> (cards & MASK) & 1]:
            code = columns[column] & MASK
            suit = pack.suit_of[code]
            own = heights >> 8 * suit & 255
            if pack.up[suit][own] >> code & 1:
                plays.append((column, 0))
            if pack.down[suit][own] >> code & 1:
                plays.append((column, 1))
        if self.book and len(plays) > 1:
            return [play for play in plays if self._uncovers(columns, heights, wanted, play)] or plays
        return plays

    def _uncovers(self, columns: list[int], heights: int, wanted: int, play: tuple[int, int]) -> bool:
        """Whether a play uncovers a card that can be played right after it."""
        pack = self.pack
        column, direction = play
        cards = columns[column]
        under = cards >> BITS & MASK
        if not under:
            return False
        suit = pack.suit_of[cards & MASK]
        if pack.suit_of[under] != suit:
            return bool(wanted >> under & 1)
        own = (heights >> 8 * suit & 255) + (16 if direction else 1)
        return bool(pack.either[suit][own] >> under & 1)

    def _reduced(
        self,
        columns: list[int],
        heights: int,
        wanted: int,
        plays: Plays,
        coming: Sequence[int],
        hidden: Mapping[int, Sequence[int]] = NOTHING,
        *,
        closed: bool,
    ) -> tuple[Plays, Plays]:
        """Plays that are safe, or else plays that are enough (see the module's text); neither if there are none.

        coming: cards of the stock that may come into columns before the next standstill; hidden: see `_reach`; closed:
        nothing else than `plays` can be done here.
        """
        pack = self.pack
        last = pack.ranks - 1
        groups: dict[int, Plays] = {}
        for play in plays:
            groups.setdefault(columns[play[0]] & MASK, []).append(play)
        safe: Plays = []
        unsure: list[tuple[int, int, int, tuple[int, int]]] = []
        contested: list[tuple[int, int, int, Plays]] = []
        for code, group in groups.items():
            suit, rank = pack.suit_of[code], pack.rank_of[code]
            play = group[0]
            if len(group) == 4:
                return [play, group[3]], []
            if len(group) == 2:
                contested.append((code, suit, rank, group))
                continue
            own = heights >> 8 * suit & 255
            if (own & 15) >= rank if play[1] else last - (own >> 4) <= rank:
                safe.append(play)
            else:
                unsure.append((code, suit, rank, play))
        if safe or (closed and len(groups) == 1 and contested):
            return safe, []
        if len(unsure) > 1:
            # A closure with all columns settles most cases for all plays at once.
            _, twice, reached, _ = self._reach(columns, heights, wanted, 0, coming, hidden)
            for code, suit, rank, play in unsure:
                if not (twice >> code & 1 or self._meets(reached[suit], rank, play[1])):
                    safe.append(play)
            if safe:
                return safe, []
        for code, suit, rank, play in unsure:
            once, _, reached, _ = self._reach(_without(columns, [play]), heights, wanted, 0, coming, hidden)
            if not (once >> code & 1 or self._meets(reached[suit], rank, play[1])):
                return [play], []
        for code, suit, rank, group in contested:
            once, _, reached, _ = self._reach(_without(columns, group), heights, wanted, 0, coming, hidden)
            one_card = group[0][0] == group[1][0]
            if not (once >> code & 1 if one_card else self._meets(reached[suit], rank, group[0][1])):
                return [], group
        return [], []

    def _meets(self, own: int, rank: int, direction: int) -> bool:
        """Whether a suit's series opposite to `direction` stands next to a rank, or beyond it."""
        if direction == 0:
            return self.pack.ranks - 2 - (own >> 4) <= rank
        return (own & 15) + 1 >= rank

    def _reach(
        self,
        columns: Sequence[int],
        heights: int,
        wanted: int,
        opened: int,
        stock: Sequence[int],
        hidden: Mapping[int, Sequence[int]] = NOTHING,
    ) -> tuple[int, int, list[int], int]:
        """An optimistic closure of play: a card that comes into the open serves both series of its suit.

        opened: codes that lie open from the start; stock: what may come into columns that are emptied; hidden: codes
        that stand for others (see `PooledSearch`), all of which come into the open with the first of them. The codes
        that come into the open and are wanted, as a mask; those of which that happens twice; the heights that each
        suit reaches; and how many columns keep cards.
        """
        next_up, next_down, suit_of = self._next_up, self._next_down, self.pack.suit_of
        once, twice = opened, 0
        own = [heights >> 8 * suit & 255 for suit in range(self.pack.suits)]
        # Columns by their last card while it is not wanted, and those whose last card is.
        waiting: dict[int, list[int]] = {}
        ready: list[int] = []
        for code in hidden:
            wanted |= 1 << code
        for cards in columns:
            code = cards & MASK
            if wanted >> code & 1:
                ready.append(cards)
            elif code in waiting:
                waiting[code].append(cards)
            else:
                waiting[code] = [cards]
        free = len(waiting.pop(0, ()))
        kept = len(columns) - free
        # The first rounds of the loop let the open cards take effect.
        changed = list(range(self.pack.suits)) if opened else []
        dealt = 0
        while True:
            while changed:
                suit = changed.pop()
                reached = own[suit]
                for following, step in ((next_up[suit], 1), (next_down[suit], 16)):
                    while once >> following[reached] & 1:
                        reached += step
                        code = following[reached]
                        if code:
                            wanted |= 1 << code
                            if code in waiting:
                                ready += waiting.pop(code)
                own[suit] = reached
            if ready:
                cards = ready.pop()
                code = cards & MASK
                if once >> code & 1:
                    twice |= 1 << code
                else:
                    once |= 1 << code
                    if code not in hidden:
                        changed.append(suit_of[code])
                    else:
                        kept += len(hidden[code])
                        for card in hidden[code]:
                            if wanted >> card & 1:
                                ready.append(card)
                            else:
                                waiting.setdefault(card, []).append(card)
                cards >>= BITS
                if not cards:
                    free += code not in hidden
                    kept -= 1
                    continue
            elif free and dealt < len(stock):
                cards = stock[dealt]
                dealt += 1
                free -= 1
                kept += 1
            else:
                return once, twice, own, kept
            code = cards & MASK
            if wanted >> code & 1:
                ready.append(cards)
            elif code in waiting:
                waiting[code].append(cards)
            else:
                waiting[code] = [cards]


Ends = dict[int, tuple[int, list[int]]]
"""The ends of a round that have been found: by their heights, those at its beginning and the operations between."""


class FewestReshuffles:
    """The breadth-first search for the fewest reshuffles, from a table at which `made` have been made.

    `at_least`: no line wins with fewer reshuffles than this from here, proved so far, also when a limit stopped it.
    """

    def __init__(self, search: RoundSearch, start: Table, reshuffles: Reshuffles, made: int) -> None:
        self.search = search
        self.start = start
        self.reshuffles = reshuffles
        self.made = made
        self.at_least = 0
        self._rounds: list[Ends] = []

    @property
    def ends(self) -> list[int]:
        """In how many ways each round can end, as far as all are known."""
        return [len(ends) for ends in self._rounds]

    def run(self, most: int | None, budget: Budget) -> list[int] | None:
        """The operations of a winning line with the fewest reshuffles; None if none has at most `most` (None: any).

        Raises LimitReached.
        """
        while most is None or self.at_least <= most:
            number = self.at_least
            line = self._win_after(number, budget) if number else self.search.win(self.start, budget)
            if line is not None:
                return line
            self.at_least += 1
        return None

    def _win_after(self, number: int, budget: Budget) -> list[int] | None:
        """A winning line with just this number of reshuffles (at least 1). Collects the ends of the round before."""
        found: Ends = {}
        for heights, table in self._tables(number - 1):
            for end, line in self.search.ends(table, budget, number - 1):
                if end not in found:
                    found[end] = heights, line
                    last = self.search.win(self._table(number, end), budget, number)
                    if last is not None:
                        return self._line([*self._rounds, found], end, last)
        self._rounds.append(found)
        return None

    def _tables(self, number: int) -> Iterator[tuple[int, Table]]:
        """The tables at which a round can begin, those with the fewest cards first, with their heights."""
        if number == 0:
            yield self.start.heights, self.start
        else:
            for heights in sorted(self._rounds[-1], key=lambda end: (self.search.pack.cards_left(end), end)):
                yield heights, self._table(number, heights)

    def _table(self, number: int, heights: int) -> Table:
        return self.reshuffles.table(self.made + number, heights)

    @staticmethod
    def _line(rounds: list[Ends], heights: int, last: list[int]) -> list[int]:
        line = last
        for ends in reversed(rounds):
            heights, before = ends[heights]
            line = [*before, RESHUFFLE, *line]
        return line


def follow_book(pack: Pack, start: Table, reshuffles: Reshuffles, made: int, most: int) -> list[int] | None:
    """The operations of a player who follows the book; None when more than `most` reshuffles would be needed.

    Of the plays those that the book advises, of these the one of the leftmost column, up before down; empty columns
    are filled, all at once, when no play is possible. So the line is allowed with every choice of rule options,
    except that with `fill: anytime` each `FILL` stands for single fills.
    """
    search = RoundSearch(pack, book=True)
    line: list[int] = []
    for number in range(made + 1, made + most + 2):
        end, operations = search.first_end(start)
        line += operations
        if end == pack.complete:
            return line
        line.append(RESHUFFLE)
        start = reshuffles.table(number, end)
    return None
