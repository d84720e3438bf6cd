"""The cross's searches as they are used: each the native twin where there is one, else the Python module itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from solver import native
from solver.patiences.cross.search import fewest
from solver.patiences.cross.search.layout import Dimensions, Reshuffles, Table

if TYPE_CHECKING:
    from solver import _native

    Fewest: TypeAlias = fewest.FewestReshuffles | _native.FewestReshuffles

FewestReshuffles: type[Fewest] = fewest.FewestReshuffles
follow_book: Callable[[Dimensions, Table, Reshuffles, int, int], list[int] | None] = fewest.follow_book

if native.USED:
    from solver import _native

    FewestReshuffles = _native.FewestReshuffles
    follow_book = _native.follow_book
