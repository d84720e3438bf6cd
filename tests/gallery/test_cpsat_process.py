"""CP-SAT's process: limits and interrupts stop it at once; when it is lost that is said, and nothing else is lost."""

from __future__ import annotations

import contextlib
import os
import random
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import psutil
import pytest

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached, Limits, Progress
from solver.patiences.gallery.cpsat import CpSatFailed, decide, fewest_redeals
from solver.patiences.gallery.cpsat.questions import MOST_WORKERS, ask
from solver.patiences.gallery.cpsat.request import Request, Response
from solver.patiences.gallery.found import Found
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import Packed
from solver.workers import Worker
from tests.judges.gallery_positions import deal, random_deck
from tests.kept import cp_sat_kept
from tests.processes import is_gone, workers_below
from tests.times import AMPLE, AT_ONCE, wait_for

ROOT = Path(__file__).parents[2]

posix = pytest.mark.skipif(os.name != "posix", reason="sends POSIX signals")


def long_question() -> Packed:
    """A deal that CP-SAT is not done with in the time of a test: free order, redeals only when stalled."""
    return deal(random_deck(2, 2), free_order=True)


def small_question() -> Packed:
    return Packed(4, (4, 7, 10), ((), (), ()), ((0, 1), (2,), (), ()))


def below() -> list[psutil.Process]:
    return workers_below(psutil.Process())


@contextmanager
def killing(seconds: float, number: int = signal.SIGKILL) -> Iterator[None]:
    """Send the workers a signal, so many seconds after the first of them is there; none that come later."""
    over = threading.Event()

    def kill() -> None:
        wait_for(lambda: over.is_set() or below())
        over.wait(seconds)
        for process in below():
            with contextlib.suppress(psutil.NoSuchProcess):
                process.send_signal(number)

    thread = threading.Thread(target=kill)
    thread.start()
    try:
        yield
    finally:
        over.set()
        thread.join()


ALL_REDEALS = tuple(range(-1, -9, -1))
"""A line that redeals every pile: CP-SAT is not done with better ones in the time of a test."""


def check_lost(found: Found) -> None:
    """What is found when the process is lost, whenever that is: what was known, with as much as CP-SAT has added."""
    assert (found.limit, found.plays) == (None, ALL_REDEALS)
    assert found.bounds is not None
    assert 1 <= found.bounds.low < 8
    assert found.bounds.high == 8


# --- limits ----------------------------------------------------------------------------------------------------------


def test_a_time_limit_stops_it_and_leaves_bounds() -> None:
    started = time.monotonic()
    found = fewest_redeals(long_question(), Budget(Limits(seconds=0.5)), known=BestKnown(1))
    assert time.monotonic() - started < 0.5 + AT_ONCE
    assert (found.limit, found.failure, found.plays) == (Limit.SECONDS, "", None)
    assert found.bounds is not None
    assert (found.bounds.low >= 1, found.bounds.high) == (True, None)
    assert below() == []


@pytest.mark.parametrize("seconds", [0.0, 0.05, 0.4])
def test_an_interrupt_of_the_budget_stops_it(seconds: float) -> None:
    budget = Budget()
    threading.Timer(seconds, budget.interrupt).start()
    with pytest.raises(LimitReached) as reached:
        decide(long_question(), budget)
    assert reached.value.limit is Limit.INTERRUPT
    assert below() == []


def test_a_memory_limit_counts_it() -> None:
    limit = psutil.Process().memory_info().rss + 20_000_000
    budget = Budget(Limits(memory=limit))
    with pytest.raises(LimitReached) as reached:
        decide(long_question(), budget)
    assert reached.value.limit is Limit.MEMORY
    assert budget.peak_memory > limit
    assert below() == []


def test_any_exception_that_passes_through_ends_it() -> None:
    class Rude(Exception):
        pass

    class Rough(Budget):
        def check(self) -> None:
            if below():
                raise Rude

    with pytest.raises(Rude):
        decide(long_question(), Rough())
    assert below() == []


def test_progress_names_cp_sat_and_its_bounds_as_they_close(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Budget, "PERIOD", 0.0)
    seen: list[Progress] = []
    budget = Budget(progress=seen.append)
    found = fewest_redeals(small_question(), budget)
    assert found.bounds == Bounds(1, 1)
    assert {glimpse.engine for glimpse in seen} == {"CP-SAT"}
    assert seen[0].bounds == Bounds(0, None)
    assert seen[-1].bounds == Bounds(1, None)
    memory = max(glimpse.memory for glimpse in seen)
    assert memory > psutil.Process().memory_info().rss + 20_000_000


def test_its_threads_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def note(_worker: Worker, request: Request, _budget: Budget) -> Response:
        asked.append(request.workers)
        return Response(True)

    monkeypatch.setattr("solver.patiences.gallery.cpsat.questions.ask", note)
    monkeypatch.setattr("solver.patiences.gallery.cpsat.questions.processors", lambda: 96)
    for workers in (None, 64, 3):
        decide(small_question(), Budget(), workers)
    assert asked == [MOST_WORKERS, MOST_WORKERS, 3]


# --- questions -------------------------------------------------------------------------------------------------------


def test_one_process_answers_several_requests() -> None:
    with Worker() as worker:
        assert ask(worker, Request(small_question()), Budget()).plays is not None
        assert ask(worker, Request(small_question(), most_redeals=0), Budget()).plays is None
        assert [process.pid for process in below()] == [worker.pid]
    assert below() == []


def test_only_the_other_process_imports_ortools() -> None:
    script = (
        "import sys; from solver.limits import Budget; from solver.patiences.gallery.cpsat import decide\n"
        "from solver.patiences.gallery.packed import Packed\n"
        "before = 'ortools' in sys.modules\n"
        f"assert decide({small_question()!r}, Budget()).plays is not None\n"
        "assert not before and 'ortools' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", script], cwd=ROOT, check=True)


# --- failures --------------------------------------------------------------------------------------------------------


def test_an_error_in_the_process_is_a_sentence() -> None:
    broken = Packed(4, (4, 7, 10), ((), (), ()), ((0, 1), (99,), (), ()))
    with cp_sat_kept():
        with pytest.raises(CpSatFailed, match=r"^CP-SAT failed \(IndexError: .*\)$"):
            decide(broken, Budget())
        nothing_to_ask = fewest_redeals(broken, Budget(), known=BestKnown(1, (1, -1, 0, 2)))
        found = fewest_redeals(broken, Budget(), known=BestKnown(1, (1, -1, 0, -2, 2)))
    assert nothing_to_ask.bounds == Bounds(1, 1)
    assert nothing_to_ask.failure == ""
    assert (found.bounds, found.plays, found.limit) == (Bounds(1, 2), (1, -1, 0, -2, 2), None)
    assert found.failure.startswith("CP-SAT failed (IndexError")


@posix
@pytest.mark.parametrize("seconds", [0.0, 0.1, 0.6])
def test_a_killed_process_is_a_sentence_and_loses_nothing(seconds: float) -> None:
    with killing(seconds):
        found = fewest_redeals(long_question(), Budget(AMPLE), known=BestKnown(1, ALL_REDEALS))
    check_lost(found)
    assert found.failure == "CP-SAT was killed (by signal 9, as the system does when memory runs out)"
    assert below() == []


def test_what_cannot_be_started_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(CpSatFailed, match=r"^CP-SAT could not be started \(.*No such file"):
        decide(small_question(), Budget())
    found = fewest_redeals(small_question(), Budget(), known=BestKnown(1, (-1, -2)))
    assert (found.bounds, found.plays) == (Bounds(1, 2), (-1, -2))
    assert found.failure.startswith("CP-SAT could not be started")


LITTLE = """
import resource
from tests.judges.gallery_positions import deal, random_deck
from solver.limits import Budget, Limits
from solver.patiences.gallery.cpsat import CpSatFailed, decide
from solver.workers import Worker
import solver.patiences.gallery.cpsat.questions as questions

class Small(Worker):
    def start(self):
        super().start()
        resource.prlimit(self.pid, resource.RLIMIT_AS, (MEGABYTES << 20,) * 2)

questions.Worker = Small
try:
    decide(deal(random_deck(2, 2), free_order=True), Budget(Limits(seconds=600)), workers=4)
except CpSatFailed as failed:
    print(failed)
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits the address space of another process")
@pytest.mark.parametrize("megabytes", [40, 150, 300, 450, 600])
def test_too_little_memory_is_a_sentence(megabytes: int) -> None:
    script = LITTLE.replace("MEGABYTES", str(megabytes))
    done = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("CP-SAT "), done
    assert "Traceback" not in done.stderr


@pytest.mark.slow
@posix
def test_killed_at_random_moments_it_loses_nothing() -> None:
    dice = random.Random(1)
    for _ in range(60):
        seconds = dice.uniform(0.0, 1.5)
        number = dice.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGSEGV))
        with killing(seconds, number):
            found = fewest_redeals(long_question(), Budget(AMPLE), 1, BestKnown(1, ALL_REDEALS))
        check_lost(found)
        assert found.failure.startswith(("CP-SAT was killed (by signal", "CP-SAT crashed (by signal 11"))
        assert below() == []


# --- interrupts ------------------------------------------------------------------------------------------------------

SOLVE = f"""
import signal
from solver.limits import Budget, LimitReached
from solver.patiences.gallery.cpsat import decide
from solver.patiences.gallery.packed import Packed
budget = Budget()
signal.signal(signal.SIGINT, lambda *_: budget.interrupt())
print("ready", flush=True)
try:
    decide({long_question()!r}, budget, workers=2)
except LimitReached as reached:
    print(reached.limit)
"""


def interrupt_all(seconds: float) -> None:
    """Interrupt a question and its process, as Ctrl-C does: it ends soon, and with a word."""
    command = [sys.executable, "-c", SOLVE]
    with subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    ) as asking:
        assert asking.stdout is not None
        assert asking.stdout.readline() == "ready\n"
        time.sleep(seconds)
        workers = workers_below(psutil.Process(asking.pid))
        os.killpg(asking.pid, signal.SIGINT)
        said, errors = asking.communicate(timeout=AT_ONCE)
    assert (said, errors, asking.returncode) == ("interruption\n", "", 0)
    assert all(is_gone(worker) for worker in workers)


@posix
@pytest.mark.parametrize("seconds", [0.0, 0.08, 0.7])
def test_an_interrupt_of_both_processes_is_no_failure(seconds: float) -> None:
    interrupt_all(seconds)


@pytest.mark.slow
@posix
def test_interrupts_at_random_moments_are_no_failures() -> None:
    dice = random.Random(1)
    for _ in range(60):
        interrupt_all(dice.choice((dice.uniform(0.0, 0.2), dice.uniform(0.0, 2.5))))
