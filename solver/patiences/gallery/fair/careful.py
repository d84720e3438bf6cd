"""Careful play by chance on a table of the gallery: free cards are played at once, of the contested ones one is drawn.

A pile is redealt when no card can be played, under `redeal: anytime` as well, where a redeal counts as a choice all the
same; with `order: free` the pile is drawn. The native twin is native/gallery/careful.cpp.
"""

from __future__ import annotations

from collections.abc import Hashable

from solver.careful import Choices, Draw, PlayOn
from solver.limits import Budget
from solver.patiences.gallery.fair.table import Dice, Play, Table
from solver.patiences.gallery.packed import Packed


class GalleryTable:
    """A table of the gallery on which careful play goes on."""

    def __init__(self, table: Table, anytime: bool) -> None:
        self._table = table
        self._anytime = anytime
        self._plays: list[Play] = []
        self._piles: list[int] = []

    @property
    def is_won(self) -> bool:
        """Whether no card is left."""
        return self._table.cards == 0

    def copy(self) -> GalleryTable:
        """Another table like this one, with the same choices."""
        copy = GalleryTable(self._table.copy(), self._anytime)
        copy._plays, copy._piles = self._plays, self._piles
        return copy

    def advance(self) -> Choices:
        """Play all free cards; then the contested plays, and the piles that may be redealt."""
        table = self._table
        table.play_free([])
        self._plays, self._piles = list(table.contested()), []
        if not self._plays or self._anytime:
            self._piles = [pile for pile in range(table.width) if not table.done >> pile & 1 and table.piles[pile]]
            if not table.free_order:
                del self._piles[1:]
        plays, piles = len(self._plays), len(self._piles)
        return Choices(plays + piles, plays or piles)

    def make(self, number: int) -> None:
        """Make a play or a redeal."""
        plays = len(self._plays)
        if number < plays:
            self._table.play(self._plays[number])
        else:
            self._table.redeal(self._piles[number - plays])

    def key(self) -> Hashable:
        """Rows without their order, piles, and which of them have had their turn."""
        table = self._table
        return (
            table.done,
            *(bytes(sorted(row)) for row in table.rows),
            *map(bytes, table.piles),
        )


def _dice(seed: int, number: int) -> Draw:
    return Dice(seed + number).below


class PackedPlay(PlayOn[GalleryTable]):
    """Careful play of a packed position, in Python."""

    def __init__(self, packed: Packed, budget: Budget) -> None:
        super().__init__(GalleryTable(Table.of(packed, frozenset()), packed.anytime), budget, _dice)
