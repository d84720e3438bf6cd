"""The gallery's searches as they are used: each the native twin if there is one, else the Python module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from solver import native
from solver.patiences.gallery.search import discrepancy, standstills

if TYPE_CHECKING:
    from solver import _native

    Standstills: TypeAlias = standstills.Search | _native.StandstillSearch
    Discrepancy: TypeAlias = discrepancy.Search | _native.DiscrepancySearch

StandstillSearch: type[Standstills] = standstills.Search
DiscrepancySearch: type[Discrepancy] = discrepancy.Search

if native.USED:
    from solver import _native

    StandstillSearch = _native.StandstillSearch
    DiscrepancySearch = _native.DiscrepancySearch
