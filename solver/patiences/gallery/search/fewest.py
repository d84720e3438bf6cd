"""The fewest redeals that win, by depth-first search over standstills: `redeal: stalled`.

The search first finds any line that wins, then asks for a line with fewer redeals than the best one known, until there
is none: a single search in vain proves the fewest. (Asking upwards, for at most 0, 1, … redeals, takes three times as
long over the deals of tests/data/gallery.jsonl, for each of these searches enumerates much the same first rounds.)
"""

from __future__ import annotations

from solver.bounds import Bounds
from solver.limits import Budget, LimitReached
from solver.patiences.gallery.found import Found, Method, by_standstills
from solver.patiences.gallery.packed import Packed, count_redeals
from solver.patiences.gallery.search import twins


def fewest_redeals(
    packed: Packed, budget: Budget, search_type: type[twins.Standstills] = twins.StandstillSearch
) -> Found:
    """The fewest redeals that win, proved, unless a limit of the budget is reached: then what is known by then.

    A pile that is empty and passed over is no redeal. The bounds are told to the budget as they close.

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
            budget.tell(str(Method.STANDSTILLS), bounds)
            below = None if bounds.high is None else bounds.high - 1
            line = search.run(below).plays
            if line is not None:
                plays = line
                bounds = Bounds(bounds.low, count_redeals(line))
            else:
                bounds = None if bounds.high is None else Bounds(bounds.high, bounds.high)
    except LimitReached as reached:
        limit = reached.limit
    return by_standstills(search, plays, limit, fewest=bounds)
