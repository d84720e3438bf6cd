"""The fewest redeals that win, by depth-first search over standstills: `redeal: stalled`.

The search first finds any line that wins, then asks for a line with fewer redeals than the best one known, until there
is none: a single search in vain proves the fewest. (Asking upwards, for at most 0, 1, … redeals, takes three times as
long over the deals of tests/data/gallery.jsonl, for each of these searches enumerates much the same first rounds.)
"""

from __future__ import annotations

from solver.limits import Budget, LimitReached
from solver.patiences.gallery.found import Found, Method, by_standstills
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.search import twins


class FewestSearch:
    """The search for the fewest redeals of one position. Stopped by a limit it can be run again, and goes on."""

    def __init__(
        self,
        packed: Packed,
        budget: Budget,
        known: BestKnown | None = None,
        search_type: type[twins.Standstills] = twins.StandstillSearch,
    ) -> None:
        """Prepare the search of a position, of which something may be known.

        Raises:
            ValueError: if the position's option is not `redeal: stalled`.
        """
        self._budget = budget
        self._known = known or BestKnown()
        self._search = search_type(packed, budget)
        least = self._search.least_redeals()
        if least is None:
            self._known.nothing_wins(Method.STANDSTILLS)
        else:
            self._known.at_least(least, Method.STANDSTILLS)

    def run(self) -> Found:
        """Search on, until the fewest redeals are known or a limit is reached. The bounds are told as they close."""
        known, limit = self._known, None
        try:
            while not known.answered:
                bounds = known.bounds
                assert bounds is not None  # nothing is answered
                self._budget.tell(str(Method.STANDSTILLS), bounds)
                below = None if bounds.high is None else bounds.high - 1
                line = self._search.run(below).plays
                if line is not None:
                    known.wins(line, Method.STANDSTILLS)
                elif bounds.high is not None:
                    known.at_least(bounds.high, Method.STANDSTILLS)
                else:
                    known.nothing_wins(Method.STANDSTILLS)
        except LimitReached as reached:
            limit = None if known.answered else reached.limit
        return by_standstills(self._search, known.plays, limit, fewest=known.bounds)

    def release(self) -> None:
        """Give up what is remembered; it is not run again."""
        del self._search


def fewest_redeals(
    packed: Packed, budget: Budget, search_type: type[twins.Standstills] = twins.StandstillSearch
) -> Found:
    """The fewest redeals that win, proved, unless a limit of the budget is reached: then what is known by then.

    A pile that is empty and passed over is no redeal.

    Raises:
        ValueError: if the position's option is not `redeal: stalled`.
    """
    return FewestSearch(packed, budget, search_type=search_type).run()
