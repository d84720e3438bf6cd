"""Lines of play of the marriage on small integers, with every discard made as early as it can be.

Cards go by their number in the layout: the row from left to right, then the stock.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple


class Discard(NamedTuple):
    """Cards that leave together, in row order: a pair, or one or two separators."""

    cards: tuple[int, ...]
    pair: bool


Batches = list[list[Discard]]
"""The discards of a line: those before the first deal, then those after each deal."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play. longest: the most cards that ever lie in the row, at the start or after any move."""

    batches: tuple[tuple[Discard, ...], ...]
    longest: int


class _Row(NamedTuple):
    """The row at a moment of a line: its cards, and the set (bit j for j) of those joined to the card on their left."""

    cards: tuple[int, ...]
    joined: int

    def deal(self, card: int) -> _Row:
        return _Row((*self.cards, card), self.joined)

    def discard(self, discard: Discard, matches: Sequence[int]) -> _Row | None:
        """The row after a discard, None when it is not possible. The cards of a pair are known to match."""
        leaving = discard.cards
        if leaving[0] not in self.cards:
            return None
        at = self.cards.index(leaving[0])
        after = at + len(leaving)
        if self.cards[at:after] != leaving:
            return None
        if discard.pair:
            if self.joined >> leaving[1] & 1:
                return None
        elif after == len(self.cards) or not matches[self.cards[after]] >> self.cards[at - 1] & 1:
            return None
        joined = self.joined
        if after < len(self.cards):
            joined |= 1 << self.cards[after]
        for card in leaving:
            joined &= ~(1 << card)
        return _Row(self.cards[:at] + self.cards[after:], joined)

    def discard_all(self, discards: Sequence[Discard], matches: Sequence[int]) -> _Row | None:
        """The row after several discards, None when one is not possible."""
        row: _Row | None = self
        for discard in discards:
            if row is None:
                return None
            row = row.discard(discard, matches)
        return row


def early_line(batches: Batches, matches: Sequence[int], row: int, joined: int) -> Line:
    """The line that makes these discards, each as early as it can be.

    matches: for each card the set of those before it that it matches; row: how many cards lie in the row at the start;
    joined: those of them that are joined to the card on their left. `batches` is used up.

    A discard that is possible before the deal of its batch goes to the batch before, if the rest of its own stays
    possible and no two neighbours are joined by it that were not. Then the rest of the line stays possible too, and no
    row gets longer. Raises ValueError when the line is not possible as it comes.
    """
    rows = [_Row(tuple(range(row)), joined)]  # before each batch and the deal that opens it
    for number, batch in enumerate(batches):
        opened = rows[-1].deal(row + number - 1) if number else rows[-1]
        after = opened.discard_all(batch, matches)
        if after is None:
            raise ValueError(f"batch {number} of the line is not possible: {batch}")
        rows.append(after)
    number = 1
    while number < len(batches):
        for at, discard in enumerate(batches[number]):
            earlier = rows[number].discard(discard, matches)
            if earlier is None:
                continue
            rest = batches[number][:at] + batches[number][at + 1 :]
            after = earlier.deal(row + number - 1).discard_all(rest, matches)
            if after is not None and not after.joined & ~rows[number + 1].joined:
                batches[number - 1].append(discard)
                batches[number] = rest
                rows[number], rows[number + 1] = earlier, after
                number = max(1, number - 1)
                break
        else:
            number += 1
    longest = max([row, *(len(before.cards) + 1 for before in rows[1:-1])])
    return Line(tuple(tuple(batch) for batch in batches), longest)
