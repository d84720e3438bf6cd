"""The search without peeking as it is used: the native twin if there is one, else the Python module itself."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

from solver import native
from solver.limits import Budget
from solver.patiences.gallery.fair import advising
from solver.patiences.gallery.fair.policy import Policy, learned
from solver.patiences.gallery.packed import Packed

if TYPE_CHECKING:
    from solver import _native

    Fair: TypeAlias = advising.FairSearch | _native.FairSearch

Searching: TypeAlias = "Callable[[Packed, Sequence[int], int, Budget], Fair]"
"""Makes the search of a packed position with hidden ids, a seed and a budget."""


def searching(policy: Policy) -> Searching:
    """How searches by a policy are made."""
    if not native.USED:
        return lambda packed, hidden, seed, budget: advising.FairSearch(packed, hidden, policy, seed, budget)
    from solver import _native

    twin = _native.Policy(policy.units, policy.linear, policy.out)
    return lambda packed, hidden, seed, budget: _native.FairSearch(packed, hidden, twin, seed, budget)


@cache
def search() -> Searching:
    """How searches by the policy that has been learned are made."""
    return searching(learned())
