"""Worker processes: what comes of their calls, how they are lost, and that nothing is left of them."""

from __future__ import annotations

import contextlib
import json
import operator
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import NoReturn

import psutil
import pytest

from solver.interrupting import raised_in_vain
from solver.many_calls import in_order
from solver.worker_main import Raised, Returned
from solver.workers import CannotStart, Loss, Lost, Result, Worker, processors
from tests import worker_calls
from tests.processes import is_gone, workers_below
from tests.times import AT_ONCE, LONG, wait_for

ROOT = Path(__file__).parents[1]

linux = pytest.mark.skipif(sys.platform != "linux", reason="only there are processes copied")
posix = pytest.mark.skipif(os.name != "posix", reason="sends POSIX signals")


def result_of(worker: Worker, seconds: float = LONG) -> Result:
    result = worker.result(seconds)
    assert result is not None
    return result


# --- one worker ------------------------------------------------------------------------------------------------------


def test_results_come_in_the_order_of_the_calls() -> None:
    with Worker() as worker:
        worker.call(operator.add, 1, 2)
        worker.call(operator.truediv, 1, 0)
        worker.call(worker_calls.be_odd)
        worker.call(worker_calls.print_and_add, 3, 4)
        worker.call(threading.Lock)
        assert result_of(worker) == Returned(3)
        failed = result_of(worker)
        assert isinstance(failed, Raised)
        assert isinstance(failed.error, ZeroDivisionError)
        assert failed.line == "ZeroDivisionError: division by zero"
        assert failed.trace.startswith("Traceback")
        odd = result_of(worker)
        assert isinstance(odd, Raised)
        assert (odd.error, odd.line) == (None, "tests.worker_calls.Odd: 1 and 2")
        assert result_of(worker) == Returned(7)
        unfit = result_of(worker)
        assert isinstance(unfit, Raised)
        assert "cannot pickle" in unfit.line
        assert worker.result(0.01) is None
    assert not psutil.pid_exists(worker.pid)


@pytest.mark.parametrize(
    ("function", "arguments", "loss", "words"),
    [
        pytest.param(os._exit, (3,), Loss.CRASHED, "crashed (exit code 3)"),
        pytest.param(os.abort, (), Loss.CRASHED, "crashed (by signal 6)", marks=posix),
        pytest.param(
            signal.raise_signal,
            (9,),
            Loss.KILLED,
            "was killed (by signal 9, as the system does when memory runs out)",
            marks=posix,
        ),
        pytest.param(signal.raise_signal, (15,), Loss.KILLED, "was killed (by signal 15)", marks=posix),
        pytest.param(worker_calls.run_out_of_memory, (), Loss.MEMORY, "ran out of memory"),
    ],
)
def test_a_lost_worker_is_a_result(
    function: Callable[..., object], arguments: Iterable[object], loss: Loss, words: str
) -> None:
    with Worker() as worker:
        worker.call(function, *arguments)
        result = result_of(worker)
        assert isinstance(result, Lost)
        assert (result.loss, str(result)) == (loss, words)
        worker.call(operator.add, 1, 2)  # into the void, but no error
        assert worker.result(0.01) is None


def test_a_worker_is_stopped_whatever_it_does() -> None:
    started = time.monotonic()
    with Worker() as worker:
        worker.call(time.sleep, LONG)
        assert worker.result(0.2) is None
    assert not psutil.pid_exists(worker.pid)
    assert time.monotonic() - started < AT_ONCE


def test_what_cannot_be_started_says_why(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "executable", str(tmp_path / "python"))
    with pytest.raises(CannotStart, match=r"no process can be started: .*No such file"):
        Worker().start()


def test_no_room_for_a_thread_leaves_no_process_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_thread: threading.Thread) -> NoReturn:
        raise RuntimeError("can't start new thread")

    with monkeypatch.context() as patched:
        patched.setattr(threading.Thread, "start", full)
        with pytest.raises(CannotStart, match="can't start new thread"):
            Worker().start()
    assert workers_below(psutil.Process()) == []


def test_neither_the_working_folder_nor_a_temporary_one_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pickle.py").write_text("raise SystemExit('wrong pickle')\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TMPDIR", str(tmp_path / "nowhere"))
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path / "nowhere"))
    with Worker() as worker:
        worker.call(operator.add, 1, 2)
        assert result_of(worker) == Returned(3)


def interrupt(worker: Worker, seconds: float) -> None:
    """Send the worker an interrupt after some seconds, one more soon after, and see that it works on."""
    for _ in range(2):
        time.sleep(seconds)
        os.kill(worker.pid, signal.SIGINT)
    worker.call(operator.add, 1, 2)
    assert result_of(worker) == Returned(3)


@posix
@pytest.mark.parametrize("seconds", [0.0, 0.005, 0.03, 0.1])
def test_a_worker_does_not_hear_interrupts(seconds: float) -> None:
    with Worker() as worker:
        interrupt(worker, seconds)


@pytest.mark.slow
@posix
def test_a_worker_never_hears_interrupts() -> None:
    dice = random.Random(1)
    for _ in range(200):
        with Worker() as worker:
            interrupt(worker, dice.uniform(0.0, 0.15))


def interrupt_while_workers_start(seconds: float) -> None:
    """Interrupt this process while it does nothing but start and stop workers; none is left behind."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    with (  # noqa: PT012 - wherever it strikes
        pytest.MonkeyPatch.context() as patched,
        pytest.raises(KeyboardInterrupt),
    ):
        patched.setattr(sys, "unraisablehook", raised_in_vain)  # also in a destructor
        timer.start()
        while True:
            with Worker():
                pass
    timer.join()
    assert workers_below(psutil.Process()) == []


@posix
def test_an_interrupt_while_a_worker_starts_is_heard_here() -> None:
    interrupt_while_workers_start(0.1)


@pytest.mark.slow
@posix
def test_interrupts_at_random_moments_leave_no_process_behind() -> None:
    dice = random.Random(1)
    for _ in range(150):
        interrupt_while_workers_start(dice.uniform(0.0, 0.1))


PARENT = """
import time
from solver.workers import Worker
worker = Worker()
worker.start()
worker.call(time.sleep, 600)
print(worker.pid, flush=True)
while True:
    worker.result()
"""


PARENT_OF_MANY = """
import os, time
from solver.many_calls import in_order
def look(number):
    if number:
        time.sleep(600)
    return os.getpid()
for result in in_order(look, range(4), 2):
    print(result.value, flush=True)
"""


@posix
@pytest.mark.parametrize("kill", [signal.SIGKILL, signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize("script", [PARENT, pytest.param(PARENT_OF_MANY, marks=linux)])
def test_a_killed_parent_leaves_nothing_behind(script: str, kill: signal.Signals) -> None:
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as parent:
        assert parent.stdout is not None
        child = psutil.Process(int(parent.stdout.readline()))
        os.kill(parent.pid, kill)
        assert wait_for(lambda: is_gone(child), AT_ONCE)
        _, errors = parent.communicate()
    if kill is signal.SIGINT:
        assert errors.count(b"Traceback") == 1
        assert b"KeyboardInterrupt" in errors


# --- copies of this process ------------------------------------------------------------------------------------------

COPIED = """
import json, os, signal, sys, threading, time
from solver.many_calls import in_order

where = {"fresh": True}

def look(number):
    os.kill(os.getpid(), signal.SIGINT)
    return os.getpid(), where["fresh"], os.path.realpath(f"/proc/self/fd/{held.fileno()}") == __file__

if __name__ == "__main__":
    first = sys.stdin.read(1)
    print("printed once", end="")
    held = open(__file__)
    where["fresh"] = False
    results = [getattr(result, "value", str(result)) for result in in_order(look, range(6), 2)]
    print(json.dumps([os.getpid(), first, results]))
"""


@linux
def test_workers_that_start_together_are_copies(tmp_path: Path) -> None:
    script = tmp_path / "copied.py"
    script.write_text(COPIED, encoding="utf-8")
    words = [sys.executable, str(script)]
    ended = subprocess.run(words, input="in", capture_output=True, text=True, timeout=LONG, check=True)
    assert ended.stderr == ""
    assert ended.stdout.count("printed once") == 1
    parent, first, results = json.loads(ended.stdout.removeprefix("printed once"))
    assert first == "i"
    assert len(results) == 6
    assert len({pid for pid, *_ in results}) in (1, 2)
    for pid, fresh, is_held in results:
        assert pid != parent
        assert (fresh, is_held) == (False, False)


LISTENING = """
import select, sys
from solver.many_calls import in_order

del select.poll
print(sum(result.value for result in in_order(abs, range(-30, 0), 2)))
"""


@linux
def test_workers_work_where_no_thread_can_wait_for_the_end_of_the_input_alone() -> None:
    words = [sys.executable, "-c", LISTENING]
    ended = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, timeout=LONG, check=True)
    assert (ended.stdout, ended.stderr) == ("465\n", "")


# --- many calls ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("workers", [1, 3])
def test_many_results_come_in_order(workers: int) -> None:
    assert list(in_order(abs, range(-30, 0), workers)) == [Returned(number) for number in range(30, 0, -1)]
    assert list(in_order(abs, [], workers)) == []


@pytest.mark.parametrize("workers", [1, 2])
def test_an_item_that_loses_its_worker_twice_is_lost_alone(workers: int) -> None:
    results = list(in_order(worker_calls.At(worker_calls.end_at, 5), range(12), workers))
    assert results[5] == Lost(Loss.CRASHED, "exit code 3")
    assert [result for i, result in enumerate(results) if i != 5] == [Returned(i * i) for i in range(12) if i != 5]


def test_an_item_is_tried_once_more_when_a_worker_is_lost(tmp_path: Path) -> None:
    results = list(in_order(worker_calls.At(worker_calls.end_once, str(tmp_path / "mark")), range(12), 2))
    assert results == [Returned(number * number) for number in range(12)]


def test_items_are_taken_as_results_are() -> None:
    taken: list[int] = []

    def items() -> Iterable[int]:
        for number in range(10_000):
            taken.append(number)
            yield number

    source = in_order(abs, items(), 2)
    assert [next(source) for _ in range(3)] == [Returned(0), Returned(1), Returned(2)]
    assert len(taken) < 20
    assert 1 <= len(workers_below(psutil.Process())) <= 2
    source.close()
    assert workers_below(psutil.Process()) == []


def test_fewer_workers_do_if_no_more_can_be_started(monkeypatch: pytest.MonkeyPatch) -> None:
    start = Worker.start_process
    fresh = 0

    def once(worker: Worker, *, copied: bool) -> None:
        nonlocal fresh
        fresh += not copied
        if copied or fresh > 1:
            raise CannotStart("enough")
        start(worker, copied=False)

    monkeypatch.setattr(Worker, "start_process", once)
    assert list(in_order(abs, range(10), 4)) == [Returned(number) for number in range(10)]
    with pytest.raises(CannotStart):
        list(in_order(abs, range(10), 4))


@pytest.mark.slow
@posix
def test_workers_killed_at_random_moments_lose_nothing() -> None:
    dice = random.Random(1)
    killed = 0
    results = []
    for result in in_order(time.sleep, [0.01] * 300, 3):
        results.append(result)
        below = workers_below(psutil.Process())
        if dice.random() < 0.03 and below:
            with contextlib.suppress(psutil.NoSuchProcess):  # lost to the signal before, or at its end
                dice.choice(below).kill()
                killed += 1
    assert killed > 3
    assert len(results) == 300
    assert sum(isinstance(result, Lost) for result in results) <= killed // 2


def test_there_is_a_processor() -> None:
    assert processors() >= 1
