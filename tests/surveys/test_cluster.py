"""Surveys on a cluster: a real scheduler, and workers in processes of their own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any

import pytest

from solver import native
from solver.errors import InputError, Unsupported
from solver.registry import patience
from solver.surveying import executors
from solver.surveying.database import Database
from solver.surveying.deciding import Asked
from solver.surveying.executors import Here
from solver.surveying.running import Plan, run
from solver.worker_main import Raised, Returned
from solver.workers import Lost, Result
from tests.surveys.files import decided_by_runs, survey, table
from tests.times import LONG, wait_for

ROOT = Path(__file__).parents[2]
GALLERY = Asked("gallery", patience("gallery").defaults)
DEALS = 2000 if native.USED else 300


@contextmanager
def started(folder: Path, *words: str) -> Iterator[subprocess.Popen[bytes]]:
    """A process of Dask's command, which is killed at the end."""
    command = [sys.executable, "-m", "dask", *words]
    with (folder / f"{words[0]}.txt").open("ab") as log:
        process = subprocess.Popen(command, cwd=ROOT, stdout=log, stderr=log)
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def cluster(folder: Path, workers: int) -> Iterator[tuple[str, list[subprocess.Popen[bytes]]]]:
    """The address of a scheduler on this machine, and the processes of its workers."""
    file = folder / "scheduler.json"
    with ExitStack() as stack:
        stack.enter_context(
            started(
                folder,
                "scheduler",
                "--host",
                "127.0.0.1",
                "--port",
                "0",
                "--scheduler-file",
                str(file),
                "--no-dashboard",
            )
        )
        assert wait_for(lambda: file.exists() and file.stat().st_size), (folder / "scheduler.txt").read_text(
            encoding="utf-8"
        )
        worker = ("worker", "--scheduler-file", str(file), "--nthreads", "1", "--no-nanny", "--no-dashboard")
        processes = [
            stack.enter_context(started(folder, *worker, "--local-directory", str(folder))) for _ in range(workers)
        ]
        yield json.loads(file.read_text(encoding="utf-8"))["address"], processes


@pytest.mark.slow
def test_a_worker_is_killed_in_the_middle_and_every_deal_is_decided_once(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with cluster(tmp_path, 2) as (address, workers), executors.cluster(address, 2) as executor:
        assert wait_for(lambda: executor.width == 2)
        with (
            Database(path, create=True) as database,
            closing(run(database, Plan(GALLERY, range(DEALS)), executor)) as all_of,
        ):
            for status in all_of:
                if status.decided and workers[0].poll() is None:
                    assert status.decided < DEALS  # for deals are handed out as they are recorded
                    workers[0].kill()
        assert wait_for(lambda: executor.width == 1)
    assert sum(status.counts.values()) == DEALS
    assert decided_by_runs(path) == [DEALS]
    survey(tmp_path / "other", Plan(GALLERY, range(DEALS)))
    assert table(path) == table(tmp_path / "other")


@pytest.mark.parametrize(
    ("error", "cancelled", "kind"),
    [
        (None, False, Returned),
        (ValueError("no"), False, Raised),
        ("killed", False, Lost),
        (ValueError("no"), True, Lost),
    ],
)
def test_what_comes_of_a_task(error: Exception | str | None, cancelled: bool, kind: type[Result]) -> None:
    distributed: Any = pytest.importorskip("distributed")

    class Future:
        def exception(self) -> Exception | None:
            killed: Exception = distributed.KilledWorker("task", None, 3)
            return killed if isinstance(error, str) else error

        def result(self) -> int:
            return 5

        def cancelled(self) -> bool:
            return cancelled

    from solver.surveying.dask_cluster import _result

    assert isinstance(_result(Future()), kind)


@pytest.mark.slow
def test_the_command_starts_a_cluster_of_its_own(tmp_path: Path) -> None:
    path = tmp_path / "file"
    words = ("survey", "run", "gallery", "--deals", "100", "--db", str(path), "--cluster", "local", "--jobs", "2")
    done = subprocess.run(
        [sys.executable, "-m", "solver", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONG
    )
    assert (done.returncode, done.stderr) == (0, "")
    with Database(path) as database:
        again = list(run(database, Plan(GALLERY, range(100)), Here()))[-1]
    assert (sum(again.counts.values()), again.decided) == (100, 0)


def test_where_no_scheduler_is_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("distributed")
    monkeypatch.setattr("solver.surveying.dask_cluster.CONNECT", 0.3)
    for address in ("tcp://127.0.0.1:9", "nonsense://x", "tcp://"):
        with pytest.raises(InputError, match="no scheduler answers there"), executors.cluster(address, 1):
            pass


def test_without_the_library_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(Unsupported, match=r"patience-solver\[cluster\]"), executors.cluster("local", 1):
        pass
