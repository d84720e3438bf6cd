"""The marriage's searches as they are used: each the native twin if there is one, else the Python module itself."""

from __future__ import annotations

from collections.abc import Callable

from solver import native
from solver.limits import Budget
from solver.patiences.marriage.notation import Pairs
from solver.patiences.marriage.search import intervals
from solver.patiences.marriage.search.intervals import PackedPosition
from solver.patiences.marriage.search.lines import Line

win: Callable[[PackedPosition, Pairs, Budget], Line | None] = intervals.win
narrowest: Callable[[PackedPosition, Pairs, Budget], Line | None] = intervals.narrowest

if native.USED:
    from solver import _native

    win = _native.win_marriage
    narrowest = _native.narrowest_marriage
