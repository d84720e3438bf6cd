from __future__ import annotations

import gc
import subprocess
import sys
import time
from typing import Any

import pytest

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached, Limits, Progress, resident_memory
from solver.outcome import Outcome, Verdict
from tests.times import AT_ONCE


def spend_all(budget: Budget, at_most: int = 10**8) -> LimitReached:
    for _ in range(at_most):
        try:
            budget.spend()
        except LimitReached as reached:
            return reached
    raise AssertionError("no limit was reached")


@pytest.mark.parametrize("positions", [0, 1, 31, 32, 33, 1000])
def test_the_position_limit_is_exact(positions: int) -> None:
    budget = Budget(Limits(positions=positions))
    for _ in range(positions):
        budget.spend()
    with pytest.raises(LimitReached) as reached:
        budget.spend()
    assert reached.value.limit is Limit.POSITIONS
    assert reached.value.budget is budget


def test_the_time_limit_stops_a_search_soon() -> None:
    started = time.monotonic()
    reached = spend_all(Budget(Limits(seconds=0.05)))
    assert reached.limit is Limit.SECONDS
    assert 0.05 <= time.monotonic() - started < AT_ONCE


def test_the_memory_limit_looks_at_the_process() -> None:
    assert resident_memory() > 2**20
    budget = Budget(Limits(memory=2**20))
    assert spend_all(budget).limit is Limit.MEMORY
    assert budget.peak_memory > 2**20


def test_the_memory_of_started_processes_counts() -> None:
    held = 50_000_000
    before = resident_memory()
    script = f"held = bytearray(b'x') * {held}; print(flush=True); input()"
    with subprocess.Popen([sys.executable, "-c", script], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as child:
        assert child.stdout is not None
        child.stdout.readline()
        assert resident_memory() > before + held
        child.communicate(b"\n")
    assert resident_memory() < before + held


def test_garbage_does_not_count_as_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "PERIOD", 0.0)
    gc.collect()
    gc.disable()
    try:
        limit = resident_memory() + 40 * 2**20
        left: list[object] = [b"x" * (80 * 2**20)]
        left.append(left)
        del left
        budget = Budget(Limits(memory=limit))
        budget.check()
        assert 0 < budget.peak_memory <= limit
        kept = b"x" * (80 * 2**20)
        with pytest.raises(LimitReached) as stopped:
            budget.check()
        assert stopped.value.limit is Limit.MEMORY
        del kept
    finally:
        gc.enable()


def test_an_interrupt_stops_the_next_look() -> None:
    budget = Budget()
    budget.spend()
    budget.interrupt()
    with pytest.raises(LimitReached) as reached:
        budget.spend()
    assert reached.value.limit is Limit.INTERRUPT


def test_progress_is_reported_now_and_then() -> None:
    seen: list[Progress] = []
    budget = Budget(progress=seen.append)
    while len(seen) < 2:
        budget.spend()
    assert budget.seconds >= 2 * Budget.PERIOD
    assert [glimpse.positions for glimpse in seen] == sorted(glimpse.positions for glimpse in seen)


def test_progress_names_the_engine_and_its_bounds() -> None:
    seen: list[Progress] = []
    whole = Budget(progress=seen.append)
    part = whole.part(Limits())
    for engine, bounds in (("", None), ("one", Bounds(2, None)), ("other", None)):
        if engine:
            part.tell(engine, bounds)
        count = len(seen)
        while len(seen) == count:
            part.check()
        assert (seen[-1].engine, seen[-1].bounds) == (engine, bounds)


def test_a_part_has_its_own_limits_within_those_of_the_whole() -> None:
    whole = Budget(Limits(positions=100))
    part = whole.part(Limits(positions=30))
    assert spend_all(part).budget is part
    assert (part.reached, whole.reached) == (Limit.POSITIONS, None)
    assert whole.positions == 30
    other = whole.part(Limits(positions=1000))
    assert spend_all(other).budget is whole
    assert (other.reached, whole.reached) == (None, Limit.POSITIONS)
    whole.interrupt()
    assert spend_all(whole.part(Limits())).limit is Limit.INTERRUPT


def test_seconds_left_is_the_nearest_limit() -> None:
    assert Budget().seconds_left() is None
    whole = Budget(Limits(seconds=10))
    left = whole.part(Limits(seconds=100)).seconds_left()
    assert left is not None
    assert left <= 10
    assert Budget(Limits(seconds=0)).seconds_left() == 0


def test_negative_limits_are_refused() -> None:
    with pytest.raises(ValueError, match="seconds must be a number, 0 or more; found -1"):
        Limits(seconds=-1)


def test_bounds_in_words() -> None:
    assert str(Bounds(5, 7)) == "between 5 and 7"
    assert str(Bounds(5, 5)) == "5"
    assert str(Bounds(5, None)) == "at least 5"
    assert Bounds(5, 5).proved
    assert not Bounds(5, None).proved
    with pytest.raises(ValueError, match="cross"):
        Bounds(5, 4)


# --- outcomes --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("verdict", "known"),
    [
        (Verdict.UNSOLVABLE, {"moves": ("a",)}),
        (Verdict.UNDECIDED, {"moves": ("a",), "limit": Limit.SECONDS}),
        (Verdict.UNSOLVABLE, {"values": {"row": 3}}),
        (Verdict.UNDECIDED, {}),
        (Verdict.SOLVABLE, {"stats": {"row": 3}, "values": {"row": 3}}),
        (Verdict.SOLVABLE, {"stats": {"row": 3}, "measures": {"row": Bounds(3, 3)}}),
        (Verdict.UNSOLVABLE, {"measures": {"row": Bounds(3, 3)}}),
        (Verdict.SOLVABLE, {"measures": {"row": Bounds(3, None)}, "limit": Limit.SECONDS}),
        (Verdict.SOLVABLE, {"measures": {"row": Bounds(3, 5)}, "values": {"row": 4}, "limit": Limit.SECONDS}),
        (Verdict.SOLVABLE, {"measures": {"row": Bounds(3, 5)}, "values": {"row": 6}, "limit": Limit.SECONDS}),
        (Verdict.SOLVABLE, {"measures": {"row": Bounds(3, 5)}}),
    ],
)
def test_an_outcome_that_contradicts_itself_is_refused(verdict: Verdict, known: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match=r"an outcome that is|an undecided outcome|a statistic and|^row "):
        Outcome(verdict, "engine", **known)


def test_what_an_outcome_may_say() -> None:
    measures, values = {"row": Bounds(3, 5)}, {"row": 5, "left": 0}
    Outcome(Verdict.SOLVABLE, "engine", ("a",), {"positions": 7}, values, measures, limit=Limit.SECONDS)
    Outcome(Verdict.SOLVABLE, "engine", ("a",), values=values, measures=measures, notes=("it broke",))
    Outcome(Verdict.UNDECIDED, "engine", measures={"row": Bounds(3, None)}, limit=Limit.MEMORY)
    Outcome(Verdict.UNDECIDED, "engine", notes=("it broke",))
    Outcome(Verdict.UNSOLVABLE, "engine", limit=Limit.INTERRUPT)
