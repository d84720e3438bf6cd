"""The one algebra on sets of cards, and the cards of a packed position as such sets.

An unplayed card is the bit `2 * kind + copy`; the number of that bit is its *index*. A set of cards is an integer of
104 bits. The predecessor of a card, three ranks lower in its suit, lies six bits below it, so that what can be played
is computed for all kinds at once. A set of *first copies* names kinds; times 3 it is both copies of them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Final

from solver.patiences.gallery.packed import FIRST_BUILT_RANK, KINDS, RANKS, ROWS, SUITS, Packed, dealt_out

SUCCESSOR: Final = 6
"""Bits from a kind to the kind three ranks higher."""

SPREAD: Final = 3 << SUCCESSOR
"""A factor: from the first copies of some kinds to both copies of their successors."""

ALL: Final = (1 << 2 * KINDS) - 1
FIRST: Final = ALL // 3
"""The first copy of every kind."""


def of_ranks(low: int, high: int) -> int:
    """All cards of the ranks (ace 0 … king 12) from low to high."""
    return sum(3 << 2 * (RANKS * suit + rank) for suit in range(SUITS) for rank in range(low, high + 1))


ACES: Final = of_ranks(0, 0)
BASES: Final = tuple(of_ranks(row + 1, row + 1) for row in range(ROWS))
"""The base cards of the top, middle and bottom row."""

BUILT: Final = of_ranks(FIRST_BUILT_RANK, RANKS - 1)
"""The cards that are put on a base pile."""

CARD: Final = tuple(1 << index for index in range(2 * KINDS))
"""The card of each index."""

PILE_END: Final = b"\xff"
"""No card: what separates piles in the key of a memo table."""

KIND_OF: Final = bytes([*(index >> 1 for index in range(2 * KINDS)), *[PILE_END[0]] * (256 - 2 * KINDS)])
"""For `bytes.translate`: the kind of each index."""


def other_copies(cards: int) -> int:
    """The other copy of every card."""
    return (cards & FIRST) << 1 | cards >> 1 & FIRST


class CardSets:
    """The cards of a packed position as sets.

    id_of: the id of each card (a bit).
    left: all cards; rows: the strangers of each row; strangers: those of all rows; piles: the indices in each pile,
    from the bottom up.
    """

    def __init__(self, packed: Packed) -> None:
        copies = [0] * KINDS
        bits = []
        for kind in packed.kinds:
            bits.append(CARD[2 * kind + copies[kind]])
            copies[kind] += 1
        self.id_of = {bit: card for card, bit in enumerate(bits)}
        self.left = sum(bits)
        top, middle, bottom = (sum(bits[card] for card in row) for row in packed.rows)
        self.rows = (top, middle, bottom)
        self.strangers = top | middle | bottom
        self.piles = [bytes(bits[card].bit_length() - 1 for card in pile) for pile in packed.piles]


class Layout:
    """The piles at the start of a round.

    piles, sets: the cards of each pile, as indices from the bottom up and as a set.
    under: for each card the card beneath it, or 0.
    open: the cards that are open: strangers and tops of piles.
    covers: the cards that lie on another.
    """

    __slots__ = ("covers", "open", "piles", "sets", "under")

    def __init__(self, piles: Sequence[bytes], sets: Sequence[int], under: Mapping[int, int], strangers: int) -> None:
        self.piles = piles
        self.sets = sets
        self.under = under
        self.open = strangers
        self.covers = 0
        for pile, cards in zip(piles, sets, strict=True):
            if pile:
                self.open |= CARD[pile[-1]]
                self.covers |= cards ^ CARD[pile[0]]

    @classmethod
    def of(cls, cards: CardSets) -> Layout:
        """The piles as they lie in the position."""
        under = dict.fromkeys(cards.id_of, 0)
        for pile in cards.piles:
            for lower, upper in pairwise(pile):
                under[CARD[upper]] = CARD[lower]
        return cls(cards.piles, [sum(CARD[index] for index in pile) for pile in cards.piles], under, cards.strangers)

    def redealt(self, pile: int, left: int, strangers: int) -> Layout:
        """The piles after one is redealt when only the cards `left` are unplayed, and of the strangers only those."""
        sets = [cards & left for cards in self.sets]
        kept = [cards[: stay.bit_count()] for cards, stay in zip(self.piles, sets, strict=True)]
        dealt = dealt_out(kept, pile)
        under = dict(self.under)
        sets[pile] = 0
        kept[pile] = b""
        for number, before in enumerate(kept):
            new = dealt[number][len(before) :]
            if new:
                beneath = CARD[before[-1]] if before else 0
                for index in new:
                    card = CARD[index]
                    under[card] = beneath
                    sets[number] |= card
                    beneath = card
        return Layout(dealt, sets, under, strangers)
