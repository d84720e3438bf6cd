"""Vanishing Cross: plays that can be made at once, and plays that are enough, by optimistic closures of play.

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
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from solver.patiences.cross.search.layout import BITS, MASK, Dimensions

NOTHING: Mapping[int, Sequence[int]] = MappingProxyType({})
"""No codes stand for others."""


class Closure(NamedTuple):
    """What an optimistic closure of play reaches.

    once: the codes that come into the open and are wanted, as a mask; twice: those of which that happens twice;
    reached: the heights (eight bits) that each suit reaches; kept: how many columns keep cards.
    """

    once: int
    twice: int
    reached: list[int]
    kept: int


class Reduction(NamedTuple):
    """What the reductions say of a position's plays (see the module's text).

    safe: plays that can be made at once; enough: if none is safe, plays besides which nothing need be tried. Both are
    empty where nothing is known.
    """

    safe: Sequence[int] = ()
    enough: Sequence[int] = ()


class Playable(NamedTuple):
    """A code that lies open and is wanted, with all its plays."""

    code: int
    suit: int
    rank: int
    plays: list[int]


def _without(columns: list[int], plays: Sequence[int]) -> list[int]:
    """The columns from which none of these plays is made."""
    used = [play >> 1 for play in plays]
    return [cards for column, cards in enumerate(columns) if column not in used]


class Reductions:
    """What closures of play say of a position and its plays; see the module's text."""

    def __init__(self, dimensions: Dimensions) -> None:
        self.dimensions = dimensions
        self._next_up = tuple(tuple(mask.bit_length() - 1 if mask else 0 for mask in row) for row in dimensions.up)
        self._next_down = tuple(tuple(mask.bit_length() - 1 if mask else 0 for mask in row) for row in dimensions.down)

    def reduced(
        self,
        columns: list[int],
        heights: int,
        wanted: int,
        plays: Sequence[int],
        coming: Sequence[int],
        hidden: Mapping[int, Sequence[int]] = NOTHING,
        *,
        closed: bool,
    ) -> Reduction:
        """Which of the plays are safe, or else are enough.

        coming: cards of the stock that may come into columns before the next standstill; hidden: see `closure`;
        closed: nothing else than `plays` can be done here.
        """
        dimensions = self.dimensions
        last = dimensions.ranks - 1
        groups: dict[int, list[int]] = {}
        for play in plays:
            groups.setdefault(columns[play >> 1] & MASK, []).append(play)
        safe: list[int] = []
        unsure: list[Playable] = []
        contested: list[Playable] = []
        for code, group in groups.items():
            if len(group) == 4:
                return Reduction([group[0], group[3]])
            one = Playable(code, dimensions.suit_of[code], dimensions.rank_of[code], group)
            if len(group) == 2:
                contested.append(one)
                continue
            own = heights >> 8 * one.suit & 255
            if (own & 15) >= one.rank if group[0] & 1 else last - (own >> 4) <= one.rank:
                safe += group
            else:
                unsure.append(one)
        if safe or (closed and len(groups) == 1 and contested):
            return Reduction(safe)
        if len(unsure) > 1:
            # A closure with all columns settles most cases for all plays at once.
            _, twice, reached, _ = self.closure(columns, heights, wanted, 0, coming, hidden)
            for code, suit, rank, group in unsure:
                if not (twice >> code & 1 or self._meets(reached[suit], rank, group[0] & 1)):
                    safe += group
            if safe:
                return Reduction(safe)
        for code, suit, rank, group in unsure:
            once, _, reached, _ = self.closure(_without(columns, group), heights, wanted, 0, coming, hidden)
            if not (once >> code & 1 or self._meets(reached[suit], rank, group[0] & 1)):
                return Reduction(group)
        for code, suit, rank, group in contested:
            once, _, reached, _ = self.closure(_without(columns, group), heights, wanted, 0, coming, hidden)
            one_card = group[0] >> 1 == group[1] >> 1
            if not (once >> code & 1 if one_card else self._meets(reached[suit], rank, group[0] & 1)):
                return Reduction(enough=group)
        return Reduction()

    def least_left(
        self,
        columns: Sequence[int],
        heights: int,
        wanted: int,
        opened: int,
        hidden: Mapping[int, Sequence[int]] = NOTHING,
    ) -> int:
        """So many cards are left at the end of the round at least; opened: the cards of the stock, as a mask."""
        reached = self.closure(columns, heights, wanted, opened, (), hidden).reached
        return self.dimensions.cards_left(sum(own << 8 * suit for suit, own in enumerate(reached)))

    def _meets(self, own: int, rank: int, direction: int) -> bool:
        """Whether a suit's series opposite to `direction` stands next to a rank, or beyond it."""
        if direction == 0:
            return self.dimensions.ranks - 2 - (own >> 4) <= rank
        return (own & 15) + 1 >= rank

    def closure(
        self,
        columns: Sequence[int],
        heights: int,
        wanted: int,
        opened: int,
        stock: Sequence[int],
        hidden: Mapping[int, Sequence[int]] = NOTHING,
    ) -> Closure:
        """An optimistic closure of play: a card that comes into the open serves both series of its suit.

        opened: codes that lie open from the start; stock: what may come into columns that are emptied; hidden: codes
        that stand for others (see `PooledSearch`), all of which come into the open with the first of them.
        """
        next_up, next_down, suit_of = self._next_up, self._next_down, self.dimensions.suit_of
        once, twice = opened, 0
        own = [heights >> 8 * suit & 255 for suit in range(self.dimensions.suits)]
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
        changed = list(range(self.dimensions.suits)) if opened else []
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
                return Closure(once, twice, own, kept)
            code = cards & MASK
            if wanted >> code & 1:
                ready.append(cards)
            elif code in waiting:
                waiting[code].append(cards)
            else:
                waiting[code] = [cards]
