"""The fewest redeals that win, by depth-first search over standstills: `redeal: stalled`.

The search first finds any line that wins, then asks for a line with fewer redeals than the best one known, until there
is none: a single search in vain proves the fewest. (Asking upwards, for at most 0, 1, … redeals, takes three times as
long over the deals of tests/data/gallery.jsonl, for each of these searches enumerates much the same first rounds.)
"""

from __future__ import annotations

from dataclasses import dataclass

from solver.bounds import Bounds
from solver.limits import Budget, LimitReached
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.search import twins


@dataclass(frozen=True, slots=True)
class Fewest:
    """What is known of the fewest redeals that win. A pile that is empty and passed over is no redeal.

    bounds: of the fewest redeals; `None` if the position is proved lost.
    plays: the best line that is known (card ids and `packed.redeal(pile)`), `None` without one.
    limit: what stopped the search, `None` if it is finished.
    positions, standstills, remembered: as in `standstills.Found`, of all searches together.
    """

    bounds: Bounds | None
    plays: tuple[int, ...] | None
    limit: LimitReached | None
    positions: int
    standstills: int
    remembered: int


def fewest_redeals(
    packed: Packed, budget: Budget, search_type: type[twins.Standstills] = twins.StandstillSearch
) -> Fewest:
    """The fewest redeals that win, proved, unless a limit of the budget is reached: then the bounds known by then.

    Raises:
        ValueError: if the position's option is not `redeal: stalled`.
    """
    search = search_type(packed, budget)
    low = search.least_redeals()
    bounds = None if low is None else Bounds(low, None)
    plays: tuple[int, ...] | None = None
    limit = None
    try:
        while bounds is not None and not bounds.proved:
            below = None if bounds.high is None else bounds.high - 1
            found = search.run(below).plays
            if found is not None:
                plays = found
                bounds = Bounds(bounds.low, sum(play < 0 for play in plays))
            else:
                bounds = None if bounds.high is None else Bounds(bounds.high, bounds.high)
    except LimitReached as reached:
        limit = reached
    return Fewest(bounds, plays, limit, search.positions, search.standstills, search.remembered)
