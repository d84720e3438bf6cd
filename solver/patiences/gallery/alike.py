"""Positions of the gallery between which there is no difference to a player."""

from __future__ import annotations

from collections.abc import Hashable

from solver.patiences.gallery.notation import Place
from solver.patiences.gallery.rules import Position


def alike(position: Position) -> Hashable:
    """Equal for positions that differ only in which place of a row, or which pile, something lies.

    A place of a row is as good as any other in its row: no rule asks for its number. Piles differ by their numbers only
    as long as cards are dealt out over them, so they are exchanged freely where no pile can be redealt any more: an
    empty pile gets no cards then.
    """
    rows = tuple(tuple(sorted(map(_order, places))) for places in position.rows)
    if any(True for _ in position.redeals()):
        return position.rules, rows, position.piles, position.redealt
    return position.rules, rows, tuple(sorted(tuple(card.kind for card in pile) for pile in position.piles))


def _order(place: Place) -> tuple[int, bool]:
    return (-1 if place.card is None else place.card.kind, place.based)
