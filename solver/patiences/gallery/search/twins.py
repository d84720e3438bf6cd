"""The gallery's searches as they are used: each the native twin if there is one, else the Python module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from solver import native
from solver.limits import Budget
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.search import discrepancy, standstills

if TYPE_CHECKING:
    from solver import _native

    Standstills: TypeAlias = standstills.Search | _native.StandstillSearch
    Discrepancy: TypeAlias = discrepancy.Search | _native.DiscrepancySearch


def standstill_search(packed: Packed, budget: Budget) -> Standstills:
    """The search over standstills. `order: free` has no twin yet."""
    if native.USED and not packed.free_order:
        from solver import _native

        return _native.StandstillSearch(packed, budget)
    return standstills.Search(packed, budget)


def discrepancy_search(packed: Packed, budget: Budget) -> Discrepancy:
    """The limited discrepancy search."""
    if native.USED:
        from solver import _native

        return _native.DiscrepancySearch(packed, budget)
    return discrepancy.Search(packed, budget)
