"""The search without peeking as it is used: the native twin if there is one, else the Python module itself."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeAlias

from solver import native
from solver.patiences.gallery.fair import advising

if TYPE_CHECKING:
    from solver import _native

    Fair: TypeAlias = advising.FairSearch | _native.FairSearch

FairSearch: type[Fair] = advising.FairSearch

if native.USED:
    from solver import _native

    FairSearch = _native.FairSearch
