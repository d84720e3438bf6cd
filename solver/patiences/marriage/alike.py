"""Positions of the marriage between which there is no difference to a player."""

from __future__ import annotations

from collections.abc import Hashable

from solver.patiences.marriage.notation import Pairs
from solver.patiences.marriage.rules import Position


def alike(position: Position) -> Hashable:
    """Equal for positions that differ only in how cards came together that could not leave as a pair anyway.

    Only pairs ask whether neighbours were joined, and neighbours stay as they came together until one of them leaves.
    Under `pairs: off`, between cards that do not match, and beside `QH` and `KH` it makes no difference.
    """
    may_leave = position.pairs is not Pairs.OFF
    pairs = tuple(may_leave and position.is_pair(left) for left in range(len(position.row) - 1))
    return position.pairs, position.row, pairs, position.stock
