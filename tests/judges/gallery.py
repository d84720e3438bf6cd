"""Brute force for Picture Gallery on packed positions, under any rule options.

Nothing is left out or made faster: a table is what lies on it, a play takes one exposed card, a redeal deals a pile out
card by card. Written from the rules, sharing nothing with any engine but the convention for plays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import NamedTuple

from solver.patiences.gallery.packed import KINDS, Packed, redeal, redealt_pile
from tests.judges.plain import TooMany

LOST = -1
"""The "fewest redeals" of a position that no line wins."""


class Table(NamedTuple):
    """What lies on the table: strangers of each row, each pile (bottom first), piles that had their turn as bits."""

    rows: tuple[frozenset[int], ...]
    piles: tuple[tuple[int, ...], ...]
    done: int

    @property
    def cards(self) -> frozenset[int]:
        """All cards that have not been played."""
        return frozenset(card for group in (*self.rows, *self.piles) for card in group)

    @property
    def is_won(self) -> bool:
        """Whether every card has been played."""
        return not any(self.rows) and not any(self.piles)


def start(packed: Packed) -> Table:
    """The table of a packed position."""
    return Table(tuple(frozenset(row) for row in packed.rows), packed.piles, packed.done)


def card_plays(packed: Packed, table: Table) -> list[int]:
    """The cards that can be played."""
    kinds = packed.kinds
    left = [0] * KINDS
    for card in chain(*table.rows, *table.piles):
        left[kinds[card]] += 1

    def can_go(card: int) -> bool:
        kind = kinds[card]
        rank = kind % 13 + 1
        if rank > 4:
            return left[kind - 3] < left[kind]
        if rank > 1:
            in_place = packed.width - sum(left[rank - 1 :: 13])
            return in_place + len(table.rows[rank - 2]) < packed.width
        return True

    exposed = [card for row in table.rows for card in sorted(row)] + [pile[-1] for pile in table.piles if pile]
    return [card for card in exposed if can_go(card)]


def plays(packed: Packed, table: Table) -> list[int]:
    """The legal plays, cards first."""
    cards = card_plays(packed, table)
    if cards and not packed.anytime:
        return cards
    piles = [pile for pile in range(packed.width) if table.piles[pile] and not table.done >> pile & 1]
    return cards + [redeal(pile) for pile in (piles if packed.free_order else piles[:1])]


def play(packed: Packed, table: Table, move: int) -> Table:
    """The table after a play."""
    if move >= 0:
        for number, cards in enumerate(table.piles):
            if cards and cards[-1] == move:
                return Table(table.rows, (*table.piles[:number], cards[:-1], *table.piles[number + 1 :]), table.done)
        return Table(tuple(row - {move} if move in row else row for row in table.rows), table.piles, table.done)
    pile = redealt_pile(move)
    piles = [list(cards) for cards in table.piles]
    hand, piles[pile] = piles[pile], []
    place = pile
    while hand:
        place = (place + 1) % packed.width
        piles[place].append(hand.pop())
    passed = 1 << pile if packed.free_order else (2 << pile) - 1  # piles before it that were empty are passed over
    return Table(table.rows, tuple(tuple(cards) for cards in piles), table.done | passed)


def replay(packed: Packed, line: tuple[int, ...]) -> Table:
    """The table after a line; every play must be legal."""
    table = start(packed)
    for move in line:
        assert move in plays(packed, table), (move, table)
        table = play(packed, table, move)
    return table


def wins(packed: Packed, line: tuple[int, ...]) -> bool:
    """Whether a line, every play of which must be legal, plays all cards."""
    return replay(packed, line).is_won


def redeals(line: tuple[int, ...]) -> int:
    """The redeals in a line."""
    return sum(1 for move in line if move < 0)


def fewest_redeals(packed: Packed, most: int) -> int:
    """The fewest redeals of any line that wins, `LOST` if none does.

    All tables reachable with the same number of redeals are gathered, then those after one more. Raises TooMany when
    more than `most` tables were looked at.
    """
    reached = {start(packed)}
    count = 0
    seen = 0
    while reached:
        following: set[Table] = set()
        waiting = list(reached)
        while waiting:
            table = waiting.pop()
            seen += 1
            if seen > most:
                raise TooMany
            if table.is_won:
                return count
            for move in plays(packed, table):
                after = play(packed, table, move)
                if move < 0:
                    following.add(after)
                elif after not in reached:
                    reached.add(after)
                    waiting.append(after)
        reached = following
        count += 1
    return LOST


def _reached(
    packed: Packed, legal: Callable[[Packed, Table], list[int]], most: int
) -> Iterator[tuple[Table, list[int]]]:
    """Every table that these plays lead to, each once, with its plays. Raises TooMany after `most` tables."""
    waiting = [start(packed)]
    seen = set(waiting)
    while waiting:
        table = waiting.pop()
        found = legal(packed, table)
        yield table, found
        for move in found:
            after = play(packed, table, move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)
        if len(seen) > most:
            raise TooMany


def winnable(packed: Packed, most: int, legal: Callable[[Packed, Table], list[int]] = plays) -> bool:
    """Whether any line of these plays wins. Raises TooMany after `most` tables."""
    return any(table.is_won for table, _ in _reached(packed, legal, most))


def round_ends(packed: Packed, most: int) -> set[frozenset[int]]:
    """The cards left at each standstill of the round. Raises TooMany after `most` tables."""
    return {table.cards for table, cards in _reached(packed, card_plays, most) if not cards}


def fewest_left(packed: Packed, most: int) -> int:
    """The fewest cards that any line leaves. Raises TooMany after `most` tables."""
    return min(len(table.cards) for table, _ in _reached(packed, plays, most))
