"""The cross's searches as they are used: each the native twin where there is one, else the Python module itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Protocol, TypeAlias

from solver import native
from solver.patiences.cross.search import fewest, layout
from solver.patiences.cross.search.layout import Dimensions, PackedTable, Reshuffles, Shuffle

if TYPE_CHECKING:
    from solver import _native

    Fewest: TypeAlias = fewest.FewestReshuffles | _native.FewestReshuffles


class Replaying(Protocol):
    """The type of `layout.replayed`."""

    def __call__(  # noqa: D102
        self,
        dimensions: Dimensions,
        start: PackedTable,
        reshuffles: Reshuffles,
        made: int,
        line: Sequence[int],
        *,
        singly: bool,
    ) -> list[int]: ...


FewestReshuffles: type[Fewest] = fewest.FewestReshuffles
follow_book: Callable[[Dimensions, PackedTable, Reshuffles, int, int], list[int] | None] = fewest.follow_book
replayed: Replaying = layout.replayed
shuffled: Shuffle = layout.shuffled

if native.USED:
    from solver import _native

    FewestReshuffles = _native.FewestReshuffles
    follow_book = _native.follow_book
    replayed = _native.replayed
    shuffled = _native.shuffled
