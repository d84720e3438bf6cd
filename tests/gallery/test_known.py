"""What several engines know of a position together: it only grows."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from solver.bounds import Bounds
from solver.patiences.gallery.found import Method
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import redeal


def line(redeals: int) -> tuple[int, ...]:
    """Plays with so many redeals."""
    return tuple(redeal(pile) for pile in range(redeals))


@given(st.integers(0, 8), st.lists(st.tuples(st.booleans(), st.integers(0, 8))))
def test_bounds_only_close(best: int, told: list[tuple[bool, int]]) -> None:
    known = BestKnown()
    for wins, redeals in told:
        before = known.bounds
        if wins:
            known.wins(line(max(best, redeals)), Method.CP_SAT)
        else:
            known.at_least(min(best, redeals), Method.STANDSTILLS)
        after = known.bounds
        assert before is not None
        assert after is not None
        assert before.low <= after.low <= best
        assert before.high is None or (after.high is not None and best <= after.high <= before.high)
        assert known.answered == after.proved


def test_who_knew_last_is_remembered_and_no_worse_line_replaces_a_better() -> None:
    known = BestKnown(2, line(4))
    assert (known.by, known.bounds, known.answered) == (None, Bounds(2, 4), False)
    known.wins(line(3), Method.STANDSTILLS)
    known.wins(line(5), Method.CP_SAT)
    known.at_least(1, Method.CP_SAT)
    assert (known.by, known.bounds, known.plays) == (Method.STANDSTILLS, Bounds(2, 3), line(3))
    known.at_least(3, Method.CP_SAT)
    assert (known.by, known.answered) == (Method.CP_SAT, True)


def test_a_verdict_answers_where_no_fewest_are_asked_for() -> None:
    won, lost = BestKnown(fewest=False), BestKnown(fewest=False)
    assert (won.answered, won.bounds) == (False, None)
    won.wins(line(3), Method.DISCREPANCY)
    lost.nothing_wins(Method.CP_SAT)
    assert (won.answered, won.bounds, won.lost) == (True, None, False)
    assert (lost.answered, lost.bounds, lost.lost) == (True, None, True)
