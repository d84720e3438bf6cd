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
from pathlib import Path

import psutil
import pytest

from solver import workers
from solver.deciding_many import Question, decide_all, spread
from solver.limits import Budget, Limit, Limits
from solver.outcome import Verdict
from solver.registry import patience
from solver.worker_main import Raised, Returned
from solver.workers import Lost
from tests.conftest import Run
from tests.times import AT_ONCE

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


def test_any_number_of_jobs_prints_the_same(run: Run, deals: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
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


def test_resumed_deals_keep_their_places(run: Run, deals: list[Path], tmp_path: Path) -> None:
    sound = [deal for deal in deals if deal.stem != "5"]
    run("solve", *sound[::2], "-o", tmp_path / "logs")
    result = run("solve", *sound, "-o", tmp_path / "logs", "--resume", "--json", "--jobs", 2)
    found = [json.loads(line) for line in result.stdout.splitlines()]
    assert [one["file"] for one in found] == list(map(str, sound))
    assert [one["resumed"] for one in found] == [at % 2 == 0 for at in range(len(sound))]


def _twice(number: int) -> int:
    return 2 * number


def _killed_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def test_here_first_and_then_by_workers() -> None:
    results = list(spread(lambda _: "here", _twice, range(6), 2, seconds=0.0))
    assert results == [Returned("here"), *(Returned(2 * number) for number in range(1, 6))]
    assert list(spread(_twice, _twice, range(6), 1, seconds=0.0)) == [Returned(2 * number) for number in range(6)]


def test_a_killed_worker_costs_one_result() -> None:
    results = list(spread(_twice, _killed_at_three, range(6), 2, seconds=0.0))
    assert isinstance(results[3], Lost)
    assert [result.value for result in results if isinstance(result, Returned)] == [0, 1, 2, 4, 5]


def test_without_workers_all_is_done_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(_: object) -> None:
        raise workers.CannotStart("no room")

    monkeypatch.setattr(workers.Worker, "start", none)
    assert list(spread(_twice, _twice, range(6), 2, seconds=0.0)) == [Returned(2 * number) for number in range(6)]


def test_the_memory_limit_is_shared_out(monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[Budget] = []

    @contextlib.contextmanager
    def watched() -> Iterator[Budget]:
        budgets.append(Budget(Limits(memory=2**40)))
        yield budgets[-1]

    questions = [Question(position(seed), jobs=1) for seed in range(4)]  # type: ignore[arg-type]
    monkeypatch.setattr("solver.deciding_many._decide", _shares)
    results = list(decide_all(questions, Limits(memory=2**31), 2, watched))
    assert all(isinstance(result, Returned) for result in results)
    verdicts = [result.value.verdict for result in results if isinstance(result, Returned)]
    assert verdicts == [Verdict.UNSOLVABLE, Verdict.SOLVABLE, Verdict.UNSOLVABLE, Verdict.SOLVABLE]


def _shares(limits: Limits, question: Question) -> object:
    """A worker that finds its share too small."""
    from solver.outcome import Outcome

    assert limits.memory == 2**30
    return Outcome(Verdict.UNDECIDED, "none", limit=Limit.MEMORY)


def test_errors_of_the_package_are_results() -> None:
    questions = [Question(position(0), engine) for engine in ("magic", "dfs")]  # type: ignore[arg-type]
    first, second = decide_all(questions, Limits(), 1, lambda: contextlib.nullcontext(Budget()))
    assert isinstance(first, Raised)
    assert first.line.startswith('unknown engine "magic"')
    assert isinstance(second, Returned)


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
