"""Vanishing Cross: the possible ends of a round with `fill: anytime` and `choice: free`, without trying all columns.

When several columns are empty it matters which of them a card of the stock comes into, for other cards will cover it.
But it need not be decided before the card is uncovered again, and mostly it never is. `PooledSearch` puts such
decisions off. Otherwise it is `RoundSearch` with the same reductions: a position here stands for many there, and as
the closures see every card that may come into the open, what they prove holds in each of them.

**Pools.** Columns that are empty at the same time form a *pool* when the first of them is filled: a set of columns,
and the cards in them, of which it is open which lies where. A column that is emptied later does not join it, but may
form a pool with others; a pool without cards dissolves. Every arrangement of a pool's cards can be had, whatever
cards have come and gone in the meantime: take the times from each card's fill to its play as intervals, of which at
most as many overlap as the pool has columns. They can be divided among that many columns so that none overlap in one;
those of the cards that stay are then in different columns, and the columns can be named at will.

**Jokers.** A row covers the columns of a pool, which are all taken then. From now on a *joker*, a code of its own for
each pool, stands for its cards at the bottom of the columns. When a joker comes into the open, all cards for which it
can stand are tried there; the other jokers stand for the rest. Every choice can be had, by the above.

**Lines.** A trail is read backwards, from the end of the round. The cards for which jokers still stand are put into
the columns in any order; an uncovered card lies where it was uncovered; a card that is played from a pool comes into
any column of the pool that is empty at that time, and stays there until the trail comes to a fill with such a card.

Once the stock has run out nothing comes into columns any more, so their order does not matter. Where only a win
counts, the positions with the fewest cards left and in the columns are tried first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial
from heapq import heappop, heappush
from typing import NamedTuple, TypeAlias

from solver.limits import Budget
from solver.patiences.cross.search.layout import BITS, MASK, ROW, Dimensions, PackedTable, fill_one
from solver.patiences.cross.search.rounds import Line, RoundSearch, rests


class Played(NamedTuple):
    """A play from a column that is in no pool."""

    play: int


class PoolPlayed(NamedTuple):
    """A play of a pool's card; pool: its columns, a mask."""

    pool: int
    code: int
    direction: int


class PoolFilled(NamedTuple):
    """A card of the stock comes into a pool; pool: its columns, a mask."""

    pool: int
    code: int


class CardSettled(NamedTuple):
    """It is settled where a card lies: a joker's card was uncovered, or it may be any of its pool's columns."""

    column: int
    code: int


class RowDealt(NamedTuple):
    """A row was dealt."""


Step = Played | PoolPlayed | PoolFilled | CardSettled | RowDealt

Steps: TypeAlias = "tuple[Step, Steps] | None"
"""The steps of a trail, the last one first."""

Group = tuple[int, tuple[int, ...]]
"""A pool: its columns (a mask) and the codes of its cards; or a joker and the codes for which it can stand; sorted."""


class Node(NamedTuple):
    """A position, which stands for many: columns (those of pools are 0), pools and jokers; the rest as in `rounds`.

    covered: whether its last step covered cards, or uncovered a joker's.
    """

    columns: tuple[int, ...]
    pools: tuple[Group, ...]
    jokers: tuple[Group, ...]
    heights: int
    wanted: int
    at: int
    trail: Steps
    covered: bool = False

    @property
    def key(self) -> tuple[object, ...]:
        """What tells it from others, as long as there is a stock."""
        return self[:4]


@cache
def columns_of(mask: int) -> tuple[int, ...]:
    """The columns of a mask, from the left."""
    return tuple(column for column in range(mask.bit_length()) if mask >> column & 1)


class PooledSearch(RoundSearch):
    """The possible ends of one round with `fill: anytime` and `choice: free`; see the module's text."""

    def __init__(self, dimensions: Dimensions) -> None:
        super().__init__(dimensions, anytime=True)
        if dimensions.suits * dimensions.ranks + dimensions.columns // 2 > MASK:
            raise ValueError(f"no codes are left for jokers: {dimensions}")

    def _search(
        self, table: PackedTable, budget: Budget, depth: int, *, only_won: bool, below: Callable[[], int] | None = None
    ) -> Iterator[tuple[int, Line]]:
        dimensions, reductions = self.dimensions, self.reductions
        stock = table.stock
        total = len(stock)
        rest = rests(stock if only_won or below else ())
        node = Node(table.columns, (), (), table.heights, dimensions.wanted(table.heights), 0, None, covered=True)
        # What is still to be searched: by priority where only a win counts, else last in, first out.
        stack = [(0, 0, node)]
        seen = {node.key}
        number = 0
        while stack:
            node = (heappop(stack) if only_won else stack.pop())[2]
            budget.spend(1, depth)
            covered = node.covered
            while True:
                columns, pools, jokers, heights, wanted, at, trail, _ = node
                hidden = dict(jokers)
                view = _view(columns, pools)
                uncovered = next((column for column, cards in enumerate(view) if cards in hidden), None)
                if uncovered is not None:
                    break
                plays: Sequence[int] = self._plays(view, heights, wanted)
                can_fill = at < total and 0 in view
                if len(plays) == 1 and not can_fill:
                    made = plays
                elif plays:
                    made, enough = reductions.reduced(
                        view, heights, wanted, plays, stock[at:], hidden, closed=not can_fill
                    )
                    if enough:
                        plays, can_fill = enough, False
                else:
                    break
                if not made:
                    break
                for play in made:
                    node = self._after(node, view, play)
            if uncovered is None and not plays and at == total:
                if not only_won or heights == dimensions.complete:
                    yield heights, partial(_operations, node)
                continue
            if only_won and covered and reductions.closure(view, heights, wanted, rest[at], (), hidden).kept:
                continue
            if below and covered and reductions.least_left(view, heights, wanted, rest[at], hidden) >= below():
                continue
            successors: list[Node] = []
            if uncovered is not None:
                joker = view[uncovered]
                for code in dict.fromkeys(hidden[joker]):
                    now = (*columns[:uncovered], code, *columns[uncovered + 1 :])
                    steps = CardSettled(uncovered, code), trail
                    others = _less(jokers, joker, code)
                    successors.append(Node(now, pools, others, heights, wanted, at, steps, covered=True))
            else:
                if can_fill:
                    successors += self._filled(node, stock)
                elif not plays:
                    successors.append(self._row(node, stock))
                successors += (self._after(node, view, play) for play in plays)
            for after in successors:
                key = after.key if after.at < total else (tuple(sorted(after.columns)), *after.key[1:])
                if key not in seen:
                    seen.add(key)
                    number += 1
                    if only_won:
                        heappush(stack, (2 * dimensions.cards_left(after.heights) - (total - after.at), -number, after))
                    else:
                        stack.append((0, 0, after))

    def _after(self, node: Node, view: list[int], play: int) -> Node:
        """The position after a play."""
        packed, pools, jokers, heights, wanted, at, trail, _ = node
        column, direction = play >> 1, play & 1
        code = view[column] & MASK
        suit = self.dimensions.suit_of[code]
        either = self.dimensions.either[suit]
        before = heights >> 8 * suit & 255
        step = 16 if direction else 1
        wanted = wanted & ~either[before] | either[before + step]
        heights += step << 8 * suit
        for mask, _ in pools:
            if mask >> column & 1:
                steps = PoolPlayed(mask, code, direction), trail
                return Node(packed, _less(pools, mask, code), jokers, heights, wanted, at, steps)
        columns = (*packed[:column], packed[column] >> BITS, *packed[column + 1 :])
        return Node(columns, pools, jokers, heights, wanted, at, (Played(play), trail))

    def _filled(self, node: Node, stock: Sequence[int]) -> Iterator[Node]:
        """The positions after a fill: of a pool that has an empty column, or of columns that are in none."""
        columns, pools, jokers, heights, wanted, at, trail, _ = node
        code = stock[at]
        free = sum(1 << column for column, cards in enumerate(columns) if not cards)
        for mask, _ in pools:
            free &= ~mask
        places = [mask for mask, cards in pools if len(cards) < mask.bit_count()]
        if free:
            places.append(free)
        for place in places:
            cards = next((cards for mask, cards in pools if mask == place), ())
            others = [pool for pool in pools if pool[0] != place]
            filled = tuple(sorted([*others, (place, tuple(sorted([*cards, code])))]))
            steps: Steps = (PoolFilled(place, code), trail)
            if at + 1 < len(stock):
                yield Node(columns, filled, jokers, heights, wanted, at + 1, steps)
            else:
                laid, steps = _laid(columns, filled, steps)
                yield Node(laid, (), jokers, heights, wanted, at + 1, steps)

    def _row(self, node: Node, stock: Sequence[int]) -> Node:
        """The position after a row, which hides the cards of pools."""
        columns, pools, jokers, heights, wanted, at, trail, _ = node
        certain = [pool for pool in pools if len(set(pool[1])) == 1]
        columns, trail = _laid(columns, certain, trail)
        laid = list(columns)
        hidden = dict(jokers)
        for mask, cards in pools:
            if len(set(cards)) > 1:
                joker = next(code for code in range(MASK, 0, -1) if code not in hidden)
                hidden[joker] = cards
                for column in columns_of(mask):
                    laid[column] = joker
        row = stock[at : at + len(laid)]
        for column, code in enumerate(row):
            laid[column] = laid[column] << BITS | code
        groups = tuple(sorted(hidden.items()))
        return Node(tuple(laid), (), groups, heights, wanted, at + len(row), (RowDealt(), trail), covered=True)


def _view(columns: Sequence[int], pools: Sequence[Group]) -> list[int]:
    """The columns with the cards of the pools, sorted within each."""
    view = list(columns)
    for mask, cards in pools:
        for column, code in zip(columns_of(mask), cards, strict=False):
            view[column] = code
    return view


def _laid(columns: tuple[int, ...], pools: Sequence[Group], trail: Steps) -> tuple[tuple[int, ...], Steps]:
    """The columns when the cards of pools are put into them for good, and the trail that says so."""
    for mask, cards in pools:
        for column, code in zip(columns_of(mask), cards, strict=False):
            trail = CardSettled(column, code), trail
    return tuple(_view(columns, pools)), trail


def _less(groups: tuple[Group, ...], key: int, code: int) -> tuple[Group, ...]:
    """Groups without one card of one of them; without that group if it was its last."""
    left = []
    for name, cards in groups:
        at = cards.index(code) if name == key else len(cards)
        rest = (*cards[:at], *cards[at + 1 :])
        if rest:
            left.append((name, rest))
    return tuple(left)


def _operations(node: Node) -> list[int]:
    """The operations that lead to the end of a round; see the module's text."""
    lying: dict[int, int] = {}
    hidden = {joker: list(cards) for joker, cards in node.jokers}
    for column, cards in enumerate(node.columns):
        bottom = cards >> BITS * (max(cards.bit_length() - 1, 0) // BITS)
        if bottom in hidden:
            lying[column] = hidden[bottom].pop()
    operations = []
    trail = node.trail
    while trail is not None:
        step, trail = trail
        match step:
            case Played(play):
                operations.append(play)
            case PoolPlayed(pool, code, direction):
                column = next(column for column in columns_of(pool) if column not in lying)
                lying[column] = code
                operations.append(2 * column + direction)
            case PoolFilled(pool, code):
                column = next(column for column in columns_of(pool) if lying.get(column) == code)
                del lying[column]
                operations.append(fill_one(column))
            case CardSettled(column, code):
                lying[column] = code
            case RowDealt():
                operations.append(ROW)
    return operations[::-1]
