"""Positions of the cross between which there is no difference to a player."""

from __future__ import annotations

from collections.abc import Hashable

from solver.patiences.cross.rules import Position


def alike(position: Position) -> Hashable:
    """Equal for positions that differ only in which column something lies, where that makes no difference.

    Columns differ by their places only as long as the stock is dealt over them from left to right. When it is empty,
    what remains in the columns is played, or gathered for a reshuffle, whose layout depends on the cards alone. The
    seed and how many reshuffles have been made tell which layout comes next.
    """
    columns = [tuple(card.kind for card in column) for column in position.columns]
    if not position.stock:
        columns = sorted(filter(None, columns))
    tops = position.up, position.down
    return position.rules, tops, tuple(columns), position.stock, position.seed, position.reshuffled
