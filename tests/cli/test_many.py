"""Several deals at once: the same answers in the same order, and one that fails leaves the others alone."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import psutil
import pytest

from solver import workers
from solver.cli.answering import AnswerTask, AskedDeal, answers
from solver.cli.inputs import Given
from solver.cli.reporter import Form
from solver.collection import read_collection
from solver.deciding_many import TooLong, spread
from solver.limits import Budget, Limits
from solver.registry import patience
from solver.worker_main import Returned
from solver.workers import Lost
from tests.conftest import Run
from tests.times import AT_ONCE
from tests.worker_calls import asleep, has_too_little_memory, killed_at_three, twice

ROOT = Path(__file__).parents[2]

GALLERY = patience("gallery")


def position(seed: int) -> object:
    return GALLERY.start(GALLERY.random_deal(seed, GALLERY.defaults))


@pytest.fixture
def deals(tmp_path: Path) -> list[Path]:
    """Twelve deals, the fifth of which is none."""
    folder = tmp_path / "deals"
    folder.mkdir()
    paths = [folder / f"{seed}.txt" for seed in range(12)]
    for seed, path in enumerate(paths):
        path.write_text("game: gallery\n" if seed == 5 else str(position(seed)), encoding="utf-8")
    return paths


@pytest.mark.usefixtures("workers_at_once")
def test_any_number_of_jobs_prints_the_same(run: Run, deals: list[Path]) -> None:
    def answers(jobs: int) -> list[tuple[object, ...]]:
        result = run("solve", *deals, "--json", "--jobs", jobs)
        assert result.exit_code == 2
        assert result.stderr.count("Error: ") == 1
        found = [json.loads(line) for line in result.stdout.splitlines()]
        return [(one["file"], one.get("verdict"), one.get("moves")) for one in found]

    alone = answers(1)
    assert [name for name, *_ in alone] == list(map(str, deals))
    assert [verdict for _, verdict, _ in alone].count(None) == 1
    assert answers(2) == alone


@pytest.mark.usefixtures("workers_at_once")
def test_resumed_deals_keep_their_places(run: Run, deals: list[Path], tmp_path: Path) -> None:
    sound = [deal for deal in deals if deal.stem != "5"]
    run("solve", *sound[::2], "-o", tmp_path / "logs")
    result = run("solve", *sound, "-o", tmp_path / "logs", "--resume", "--json", "--jobs", 2)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["file"] for one in found] == list(map(str, sound))
    assert [one["resumed"] for one in found] == [at % 2 == 0 for at in range(len(sound))]


@pytest.mark.usefixtures("workers_at_once")
def test_here_first_and_then_by_workers() -> None:
    results = list(spread(lambda _: "here", twice, range(6), 2))
    assert results == [Returned("here"), *(Returned(2 * number) for number in range(1, 6))]
    assert list(spread(twice, twice, range(6), 1)) == [Returned(2 * number) for number in range(6)]


@pytest.mark.usefixtures("workers_at_once")
def test_a_killed_worker_costs_one_result() -> None:
    results = list(spread(twice, killed_at_three, range(6), 2))
    assert isinstance(results[3], Lost)
    assert [result.value for result in results if isinstance(result, Returned)] == [0, 1, 2, 4, 5]


@pytest.mark.usefixtures("workers_at_once")
def test_waiting_for_workers_ends_when_it_has_been_enough() -> None:
    def enough() -> None:
        raise TooLong

    results = spread(lambda _: "here", asleep, range(6), 2, meanwhile=enough)
    assert next(results) == Returned("here")
    with pytest.raises(TooLong):
        next(results)


@pytest.mark.usefixtures("workers_at_once")
def test_without_workers_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    _no_workers(monkeypatch)
    assert list(spread(twice, twice, range(6), 2)) == [Returned(2 * number) for number in range(6)]


def _no_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object, **_how: object) -> None:
        raise workers.CannotStart("no room")

    monkeypatch.setattr(workers.Worker, "start_process", none)


def task(**values: Any) -> AnswerTask:
    """`solve` of several deals, one processor for each."""
    plain = AnswerTask((), None, "auto", None, Limits(), 1, resume=False, force=False, form=Form.TEXT, several=True)
    return replace(plain, **values)


def asked(count: int) -> Iterator[AskedDeal]:
    for seed in range(count):
        (entry,) = read_collection(str(position(seed)), stem=f"deal-{seed}")
        yield AskedDeal(Given(f"{seed}.txt", entry))


def nobody_looks(limits: Limits) -> contextlib.AbstractContextManager[Budget]:
    return contextlib.nullcontext(Budget(limits))


@pytest.mark.usefixtures("workers_at_once")
def test_the_memory_limit_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.cli.answering.answer_there", has_too_little_memory)
    found = list(answers(task(limits=Limits(memory=2**31)), asked(4), 2, nobody_looks))
    assert [said.code for said in found] == [10, 0, 10, 0]
    assert all(len(said.printed) == 1 for said in found)


def test_a_deal_that_takes_long_is_left_to_the_workers(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = [said.code for said in answers(task(), asked(4), 1, nobody_looks)]
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 1e-9)
    assert [said.code for said in answers(task(), asked(4), 2, nobody_looks)] == alone

    def none_at_once(_: int) -> int:
        raise TooLong

    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 60.0)
    assert list(spread(twice, twice, range(6), 2, soon=none_at_once)) == [Returned(2 * number) for number in range(6)]
    _no_workers(monkeypatch)
    assert list(spread(twice, twice, range(6), 2, soon=none_at_once)) == [Returned(2 * number) for number in range(6)]


def test_faults_of_one_deal_are_said_of_it() -> None:
    found = list(answers(task(engine="magic"), asked(2), 1, nobody_looks))
    assert [said.code for said in found] == [2, 2]
    assert found[1].printed[0][0].startswith('Error: 1.txt: unknown engine "magic"')


@pytest.mark.skipif(os.name != "posix", reason="signals of a POSIX system")
def test_an_interrupt_says_how_many_are_left_and_leaves_no_worker(tmp_path: Path) -> None:
    deal = tmp_path / "hard.txt"
    case = json.loads((ROOT / "tests" / "data" / "gallery-hard.jsonl").read_text(encoding="utf-8").splitlines()[0])
    deal.write_text(f"game: gallery\norder: free\nredeal: anytime\ndeck: {case['deck']}\n", encoding="utf-8")
    copies = [deal.with_name(f"{number}.txt") for number in range(6)]
    for copy in copies:
        copy.write_bytes(deal.read_bytes())
    words = [sys.executable, "-m", "solver", "solve", *map(str, copies), "--jobs", "2", "--engine", "cp-sat"]
    with subprocess.Popen(words, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        started = time.monotonic()
        while not psutil.Process(run.pid).children() and run.poll() is None and time.monotonic() < started + 60:
            time.sleep(0.05)
        time.sleep(0.5)
        run.send_signal(signal.SIGINT)
        _, said = run.communicate(timeout=AT_ONCE)
    if run.returncode != 0:  # not all of them had been decided
        assert run.returncode == 1
        assert "Traceback" not in said
        assert "interrupted; " in said
