"""A gallery position in small integers: what the engines search.

A *kind* is `13 * suit + rank - 1` (suits S, H, D, C; ace 0 … king 12), so 0…51. Every card that has not been
played has an *id*, an index into `kinds`; cards already on base piles and discarded aces have none.
Where a played card goes is not part of it: equal base piles, and the empty places of a row, are
interchangeable, so an engine answers with *plays* only: a card id for "this card is played now" or
`redeal(pile)` for a redeal.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

SUITS = 4
"""Suits of a pack."""

RANKS = 13
"""Ranks of a suit, counted from 0."""

KINDS = SUITS * RANKS
"""Kinds of cards: `RANKS * suit + rank`."""

ROWS = 3
"""Rows of places; the bases of row r have the rank r + 1."""

FIRST_BUILT_RANK = 4
"""Rank, counted from 0, of the lowest cards that go onto others: the fives."""

Cards = TypeVar("Cards", tuple[int, ...], bytes)
"""The ids of cards in a pile or row."""


def predecessor(kind: int) -> int | None:
    """The kind that a card of this kind is put on; `None` for aces and base cards."""
    return kind - 3 if kind % RANKS >= FIRST_BUILT_RANK else None


def copies_by_kind(kinds: Sequence[int]) -> list[tuple[int, ...]]:
    """The ids of the unplayed cards of each kind, given the kind of each id."""
    copies: list[list[int]] = [[] for _ in range(KINDS)]
    for card, kind in enumerate(kinds):
        copies[kind].append(card)
    return [tuple(cards) for cards in copies]


def base_cards(kinds: Sequence[int], row: int) -> tuple[int, ...]:
    """The ids of the unplayed base cards of a row (twos, threes or fours), given the kind of each id."""
    return tuple(card for card, kind in enumerate(kinds) if kind % RANKS == row + 1)


def redeal(pile: int) -> int:
    """The play "redeal this pile" (pile counted from 0) as a negative number; its own inverse is `redealt_pile`."""
    return -1 - pile


def redealt_pile(play: int) -> int:
    """The pile, counted from 0, of a play made by `redeal`."""
    return -1 - play


def dealt_out(piles: Sequence[Cards], pile: int) -> list[Cards]:
    """Piles (bottom card first) after one is redealt: its top card first, onto the next piles to the right in turn."""
    width = len(piles)
    from_top = piles[pile][::-1]
    dealt = list(piles)
    dealt[pile] = from_top[:0]
    for step in range(min(width, len(from_top))):
        dealt[(pile + 1 + step) % width] += from_top[step::width]
    return dealt


def count_redeals(plays: Sequence[int]) -> int:
    """The redeals among plays."""
    return sum(play < 0 for play in plays)


@dataclass(frozen=True)
class Packed:
    """A gallery position without the identity of places.

    width: places in a row and number of piles, 8 (two packs) or 4 (one pack).
    kinds: kind of each card id.
    rows: for top, middle, bottom: the ids of the strangers still in the row.
    piles: the ids in each pile, bottom card first.
    done: piles that have had their turn to be redealt, as a bit mask (bit p: pile p, counted from 0). With fixed order
        these are always the lowest bits.
    free_order: whether the player picks the pile to redeal (`order: free`).
    anytime: whether a redeal may be made while plays are possible (`redeal: anytime`).
    """

    width: int
    kinds: tuple[int, ...]
    rows: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    piles: tuple[tuple[int, ...], ...]
    done: int = 0
    anytime: bool = False
    free_order: bool = False

    @property
    def copies(self) -> int:
        """Packs in the game: copies of each card."""
        return self.width // 4

    @cached_property
    def left(self) -> tuple[int, ...]:
        """`left(k)` of the rules for each kind: copies not yet played (bases in place count as played)."""
        counts = [0] * KINDS
        for kind in self.kinds:
            counts[kind] += 1
        return tuple(counts)

    @cached_property
    def empty_places(self) -> tuple[int, int, int]:
        """Empty places in the top, middle and bottom row: neither a stranger nor a base."""
        top, middle, bottom = (
            self.width
            - len(self.rows[row])
            - sum(self.copies - self.left[13 * suit + row + 1] for suit in range(SUITS))
            for row in range(ROWS)
        )
        return top, middle, bottom
