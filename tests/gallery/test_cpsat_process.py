"""The child process: limits, interrupts and killed parents stop it at once, and nothing is left behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import psutil
import pytest

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.gallery.cpsat import ChildFailed, decide, fewest_redeals
from solver.patiences.gallery.cpsat.engine import Child
from solver.patiences.gallery.cpsat.request import Request
from solver.patiences.gallery.packed import Packed
from tests.judges.gallery_positions import deal, random_deck

ROOT = Path(__file__).parents[2]

AT_ONCE = 5.0
"""Seconds that "at once" may take on a busy machine."""


def long_question() -> Packed:
    """A deal that CP-SAT is not done with in the time of a test: free order, redeals only when stalled."""
    return deal(random_deck(2, 2), free_order=True)


def small_question() -> Packed:
    return Packed(4, (4, 7, 10), ((), (), ()), ((0, 1), (2,), (), ()))


def children() -> list[psutil.Process]:
    """Child processes of this one that run CP-SAT."""
    found = []
    for process in psutil.Process().children(recursive=True):
        try:
            if any("cpsat.child" in word for word in process.cmdline()):
                found.append(process)
        except psutil.Error:  # gone, or a zombie without a command line
            continue
    return found


def wait_for(condition: object, seconds: float = 30.0) -> bool:
    """Whether the condition (a function) comes true in time."""
    assert callable(condition)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.02)
    return False


def test_a_time_limit_stops_the_child() -> None:
    started = time.monotonic()
    with pytest.raises(LimitReached) as reached:
        decide(long_question(), Budget(Limits(seconds=1.0)), workers=2)
    assert reached.value.limit is Limit.SECONDS
    assert time.monotonic() - started < 1.0 + AT_ONCE
    assert children() == []


def test_a_time_limit_gives_bounds_for_the_fewest_redeals() -> None:
    found = fewest_redeals(long_question(), Budget(Limits(seconds=1.0)))
    assert found.limit is Limit.SECONDS
    assert found.plays is None
    assert found.bounds is not None
    assert found.bounds.high is None
    assert children() == []


def test_an_interrupt_of_the_budget_stops_the_child() -> None:
    budget = Budget()
    threading.Timer(0.5, budget.interrupt).start()
    with pytest.raises(LimitReached) as reached:
        decide(long_question(), budget)
    assert reached.value.limit is Limit.INTERRUPT
    assert children() == []


def test_a_memory_limit_counts_the_child() -> None:
    limit = psutil.Process().memory_info().rss + 20_000_000
    with pytest.raises(LimitReached) as reached:
        decide(long_question(), Budget(Limits(memory=limit)))
    assert reached.value.limit is Limit.MEMORY
    assert children() == []


def test_any_exception_that_passes_through_ends_the_child() -> None:
    class Rude(Exception):
        pass

    class Rough(Budget):
        def check(self) -> None:
            if children():
                raise Rude

    with pytest.raises(Rude):
        decide(long_question(), Rough())
    assert children() == []


def test_one_child_answers_several_requests() -> None:
    with Child() as child:
        assert child.ask(Request(small_question()), Budget()).plays is not None
        assert child.ask(Request(small_question(), most_redeals=0), Budget()).plays is None
        assert [process.pid for process in children()] == [child.pid]
    assert children() == []


def test_an_error_in_the_child_comes_back() -> None:
    broken = Packed(4, (4, 7, 10), ((), (), ()), ((0, 1), (99,), (), ()))
    with pytest.raises(ChildFailed, match="IndexError"):
        decide(broken, Budget())
    assert children() == []


def test_a_child_that_dies_is_reported() -> None:
    with Child() as child:
        threading.Timer(0.5, lambda: psutil.Process(child.pid).kill()).start()
        with pytest.raises(ChildFailed, match="ended with code"):
            child.ask(Request(long_question()), Budget(Limits(seconds=60)))
    assert children() == []


def test_the_working_folder_is_not_imported_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('wrong pickle')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert decide(small_question(), Budget()).plays is not None


PARENT = """
from solver.limits import Budget
from solver.patiences.gallery.cpsat import decide
from tests.gallery.test_cpsat_process import long_question
decide(long_question(), Budget(), workers=2)
"""


@pytest.mark.skipif(os.name != "posix", reason="sends POSIX signals")
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
def test_a_killed_parent_leaves_nothing_behind(kill: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT], cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE
    ) as parent:
        assert wait_for(children)
        (child,) = (process for process in children() if process.ppid() == parent.pid)
        # Busy with the search, not still importing: several threads.
        assert wait_for(lambda: child.num_threads() >= 5)
        os.kill(parent.pid, kill)
        assert wait_for(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE, AT_ONCE)
        _, errors = parent.communicate()
    if kill is signal.SIGINT:
        assert b"KeyboardInterrupt" in errors
        assert errors.count(b"Traceback") == 1
