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

from collections.abc import Iterator, Sequence
from functools import cache, partial
from heapq import heappop, heappush
from typing import TypeAlias

from solver.limits import Budget
from solver.patiences.cross.search.rounds import (
    BITS,
    MASK,
    ROW,
    Line,
    Pack,
    RoundSearch,
    Table,
    fill_one,
)

# Steps of a trail: kind and what it takes.
PLAY = 0  # operation
POOL_PLAY = 1  # columns of the pool (a mask), code, direction
POOL_FILL = 2  # columns of the pool (a mask), code
UNCOVERED = 3  # column, code: a joker's card
LYING = 4  # column, code: where a card of a pool may lie
DEALT = 5  # a row

Steps: TypeAlias = "tuple[tuple[int, ...], Steps] | None"
"""The steps of a trail, the last one first."""

Group = tuple[int, tuple[int, ...]]
"""A pool: its columns (a mask) and the codes of its cards; or a joker and the codes for which it can stand; sorted."""

# Columns, pools, jokers, heights, what is wanted there (a mask), place in the stock, trail.
_State = tuple[tuple[int, ...], tuple[Group, ...], tuple[Group, ...], int, int, int, Steps]


@cache
def columns_of(mask: int) -> tuple[int, ...]:
    """The columns of a mask, from the left."""
    return tuple(column for column in range(mask.bit_length()) if mask >> column & 1)


class PooledSearch(RoundSearch):
    """The possible ends of one round with `fill: anytime` and `choice: free`; see the module's text."""

    def __init__(self, pack: Pack) -> None:
        super().__init__(pack, anytime=True)
        if pack.suits * pack.ranks + pack.columns // 2 > MASK:
            raise ValueError(f"no codes are left for jokers: {pack}")

    def _search(self, table: Table, budget: Budget, depth: int, *, only_won: bool) -> Iterator[tuple[int, Line]]:
        pack = self.pack
        stock = table.stock
        size = len(stock)
        opened = [0]
        for code in reversed(stock if only_won else ()):
            opened.append(opened[-1] | 1 << code)
        opened.reverse()
        state: _State = (table.columns, (), (), table.heights, pack.wanted(table.heights), 0, None)
        # What is still to be searched: by priority where only a win counts, else last in, first out.
        stack = [(0, 0, state)]
        seen = {state[:4]}
        number = 0
        while stack:
            state = (heappop(stack) if only_won else stack.pop())[2]
            budget.spend(1, depth)
            trail = state[6]
            covered = trail is None or trail[0][0] in (DEALT, UNCOVERED)
            while True:
                columns, pools, jokers, heights, wanted, at, trail = state
                hidden = dict(jokers)
                view = _view(columns, pools)
                uncovered = next((column for column, cards in enumerate(view) if cards in hidden), None)
                if uncovered is not None:
                    break
                plays = self._plays(view, heights, wanted)
                can_fill = at < size and 0 in view
                if len(plays) == 1 and not can_fill:
                    made = plays
                elif plays:
                    made, enough = self._reduced(view, heights, wanted, plays, stock[at:], hidden, closed=not can_fill)
                    if enough:
                        plays, can_fill = enough, False
                else:
                    break
                if not made:
                    break
                for play in made:
                    state = self._after(state, view, play)
            if uncovered is None and not plays and at == size:
                if not only_won or heights == pack.complete:
                    yield heights, partial(_operations, state)
                continue
            if only_won and covered and self._reach(view, heights, wanted, opened[at], (), hidden)[3]:
                continue
            successors: list[_State] = []
            if uncovered is not None:
                joker = view[uncovered]
                for code in dict.fromkeys(hidden[joker]):
                    rest = _less(jokers, joker, code)
                    steps = ((UNCOVERED, uncovered, code), trail)
                    now = (*columns[:uncovered], code, *columns[uncovered + 1 :])
                    successors.append((now, pools, rest, heights, wanted, at, steps))
            else:
                if can_fill:
                    successors += self._filled(state, stock)
                elif not plays:
                    successors.append(self._row(state, stock))
                successors += (self._after(state, view, play) for play in plays)
            for after in successors:
                key = after[:4] if after[5] < size else (tuple(sorted(after[0])), *after[1:4])
                if key not in seen:
                    seen.add(key)
                    number += 1
                    if only_won:
                        heappush(stack, (2 * pack.cards_left(after[3]) - (size - after[5]), -number, after))
                    else:
                        stack.append((0, 0, after))

    def _after(self, state: _State, view: list[int], play: tuple[int, int]) -> _State:
        """The position after a play."""
        packed, pools, jokers, heights, wanted, at, trail = state
        column, direction = play
        code = view[column] & MASK
        suit = self.pack.suit_of[code]
        either = self.pack.either[suit]
        before = heights >> 8 * suit & 255
        step = 16 if direction else 1
        wanted = wanted & ~either[before] | either[before + step]
        heights += step << 8 * suit
        for mask, _ in pools:
            if mask >> column & 1:
                steps = (POOL_PLAY, mask, code, direction), trail
                return packed, _less(pools, mask, code), jokers, heights, wanted, at, steps
        columns = (*packed[:column], packed[column] >> BITS, *packed[column + 1 :])
        return columns, pools, jokers, heights, wanted, at, ((PLAY, 2 * column + direction), trail)

    def _filled(self, state: _State, stock: Sequence[int]) -> Iterator[_State]:
        """The positions after a fill: of a pool that has an empty column, or of columns that are in none."""
        columns, pools, jokers, heights, wanted, at, trail = state
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
            steps: Steps = ((POOL_FILL, place, code), trail)
            if at + 1 < len(stock):
                yield columns, filled, jokers, heights, wanted, at + 1, steps
            else:
                laid, steps = _laid(columns, filled, steps)
                yield laid, (), jokers, heights, wanted, at + 1, steps

    def _row(self, state: _State, stock: Sequence[int]) -> _State:
        """The position after a row, which hides the cards of pools."""
        columns, pools, jokers, heights, wanted, at, trail = state
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
        return tuple(laid), (), tuple(sorted(hidden.items())), heights, wanted, at + len(row), ((DEALT,), trail)


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
            trail = ((LYING, column, code), trail)
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


def _operations(state: _State) -> list[int]:
    """The operations that lead to the end of a round; see the module's text."""
    columns, _, jokers, _, _, _, trail = state
    lying: dict[int, int] = {}
    hidden = {joker: list(cards) for joker, cards in jokers}
    for column, cards in enumerate(columns):
        bottom = cards >> BITS * (max(cards.bit_length() - 1, 0) // BITS)
        if bottom in hidden:
            lying[column] = hidden[bottom].pop()
    operations = []
    while trail is not None:
        step, trail = trail
        kind = step[0]
        if kind == PLAY:
            operations.append(step[1])
        elif kind == DEALT:
            operations.append(ROW)
        elif kind in (UNCOVERED, LYING):
            lying[step[1]] = step[2]
        elif kind == POOL_PLAY:
            _, mask, code, direction = step
            column = next(column for column in columns_of(mask) if column not in lying)
            lying[column] = code
            operations.append(2 * column + direction)
        else:
            _, mask, code = step
            column = next(column for column in columns_of(mask) if lying.get(column) == code)
            del lying[column]
            operations.append(fill_one(column))
    return operations[::-1]
