"""What an engine found: it cannot contradict itself."""

from __future__ import annotations

from typing import Any

import pytest

from solver.bounds import Bounds
from solver.limits import Limit
from solver.outcome import Verdict
from solver.patiences.gallery.found import Found, Method, by_model
from solver.patiences.gallery.packed import redeal

LINE = (3, redeal(0), 1)
TIME = Limit.SECONDS


@pytest.mark.parametrize(
    ("verdict", "known"),
    [
        (Verdict.SOLVABLE, {}),
        (Verdict.UNSOLVABLE, {"plays": LINE}),
        (Verdict.UNDECIDED, {"plays": LINE, "limit": TIME}),
        (Verdict.UNDECIDED, {}),
        (Verdict.UNSOLVABLE, {"limit": TIME}),
        (Verdict.UNSOLVABLE, {"failure": "it broke"}),
        (Verdict.UNSOLVABLE, {"bounds": Bounds(0, None)}),
        (Verdict.UNDECIDED, {"bounds": Bounds(0, 1), "limit": TIME}),
        (Verdict.SOLVABLE, {"plays": LINE, "limit": TIME}),
        (Verdict.SOLVABLE, {"plays": LINE, "bounds": Bounds(0, None), "limit": TIME}),
        (Verdict.SOLVABLE, {"plays": LINE, "bounds": Bounds(0, 2), "limit": TIME}),
        (Verdict.SOLVABLE, {"plays": LINE, "bounds": Bounds(0, 1)}),
        (Verdict.SOLVABLE, {"plays": LINE, "bounds": Bounds(1, 1), "limit": TIME}),
    ],
)
def test_what_contradicts_itself_is_refused(verdict: Verdict, known: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=f"a position is {verdict}"):
        Found(Method.CP_SAT, verdict, **known)


def test_the_verdict_follows_from_the_line_and_from_what_stopped_the_engine() -> None:
    won = by_model(LINE, {}, fewest=Bounds(0, 1), failure="it broke")
    assert (won.verdict, won.redeals, won.decided, won.finished) == (Verdict.SOLVABLE, 1, True, False)
    assert won.words == "CP-SAT says solvable"
    lost = by_model(None, {})
    assert (lost.verdict, lost.redeals, lost.decided, lost.finished) == (Verdict.UNSOLVABLE, None, True, True)
    for stopped, words in (
        (by_model(None, {}, limit=TIME), "CP-SAT reached its time limit"),
        (by_model(None, {}, failure="CP-SAT was killed"), "CP-SAT was killed"),
    ):
        assert (stopped.verdict, stopped.decided, stopped.finished) == (Verdict.UNDECIDED, False, False)
        assert stopped.words == words
