from __future__ import annotations

import contextlib
import json
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import psutil
import pytest

from solver import native
from solver.bounds import Bounds
from solver.errors import EngineFault, EnginesDisagree, InputError
from solver.limits import Limits
from solver.outcome import Verdict
from solver.registry import games, patience
from solver.surveying import deciding, running
from solver.surveying.database import Database
from solver.surveying.deciding import Asked, Chunk, Decided, Program, is_sampled
from solver.surveying.executors import Here
from solver.surveying.running import Plan, Status, run
from tests.processes import is_gone
from tests.surveys.ending import end_at_13
from tests.surveys.files import DEFAULTS, GALLERY, decided_by_runs, survey, table
from tests.times import LONG, wait_for

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("game", games())
def test_a_survey_says_what_solve_says(game: str, tmp_path: Path) -> None:
    from solver.solving import solve

    found = patience(game)
    asked = Asked(game, found.defaults, found.deciding.best)
    status = survey(tmp_path / "file", Plan(asked, range(5, 11), limits=Limits(positions=20_000)))
    with Database(tmp_path / "file") as database:
        [(number, same)] = database.surveys()
        assert same == asked
        rows = list(database.rows(number))
    assert [row.deal.seed for row in rows] == list(range(5, 11))
    for row in rows:
        position = found.start(found.random_deal(row.deal.seed, found.defaults))
        outcome = solve(position, Limits(positions=20_000), repeatable=True, jobs=1)
        assert (row.deal.verdict, row.deal.values) == (outcome.verdict, outcome.values)
        assert row.deal.measures == outcome.measures
    assert sum(status.counts.values()) == status.decided == 6


def test_running_again_decides_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "file"
    survey(path, Plan(GALLERY, range(10, 30)))
    assert survey(path, Plan(GALLERY, range(10, 30))).decided == 0
    assert survey(path, Plan(GALLERY, range(50))).decided == 30
    assert decided_by_runs(path) == [20, 0, 30]
    survey(tmp_path / "other", Plan(GALLERY, range(50)))
    assert table(path) == table(tmp_path / "other")


def test_a_file_holds_several_surveys(tmp_path: Path) -> None:
    path = tmp_path / "file"
    survey(path, Plan(GALLERY, range(10)))
    survey(path, Plan(Asked("marriage", patience("marriage").defaults), range(5)))
    survey(path, Plan(Asked("gallery", DEFAULTS, "redeals"), range(5)))
    with Database(path) as database:
        assert [(asked.game, asked.best) for _, asked in database.surveys()] == [
            ("gallery", None),
            ("marriage", None),
            ("gallery", "redeals"),
        ]
        assert [sum(database.counts(number).values()) for number, _ in database.surveys()] == [10, 5, 5]


def test_processes_find_the_same(tmp_path: Path) -> None:
    survey(tmp_path / "one", Plan(GALLERY, range(60)))
    survey(tmp_path / "two", Plan(GALLERY, range(60)), jobs=2)
    assert table(tmp_path / "one") == table(tmp_path / "two")


def test_where_no_process_can_be_started_this_one_decides(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no such/python")
    assert survey(tmp_path / "file", Plan(GALLERY, range(20)), jobs=2).decided == 20


# --- what limits leave open ------------------------------------------------------------------------------------------


def test_open_deals_are_taken_up_when_limits_are_higher(tmp_path: Path) -> None:
    path, seeds = tmp_path / "file", range(40)
    first = survey(path, Plan(GALLERY, seeds, limits=Limits(positions=100)))
    left = first.counts[Verdict.UNDECIDED]
    assert 0 < left < 40
    assert survey(path, Plan(GALLERY, seeds, limits=Limits(positions=100))).decided == 0
    assert survey(path, Plan(GALLERY, seeds, limits=Limits(positions=99))).decided == 0
    assert survey(path, Plan(GALLERY, seeds, limits=Limits(positions=100, seconds=100))).decided == 0
    last = survey(path, Plan(GALLERY, seeds))
    assert (last.decided, last.counts[Verdict.UNDECIDED]) == (left, 0)
    survey(tmp_path / "other", Plan(GALLERY, seeds))
    assert table(path) == table(tmp_path / "other")


def test_an_open_deal_is_taken_up_by_another_engine(tmp_path: Path) -> None:
    path, one_pack = tmp_path / "file", Asked("gallery", DEFAULTS | {"decks": "1"})
    first = survey(path, Plan(one_pack, range(12), limits=Limits(positions=5)))
    again = survey(path, Plan(one_pack, range(12), engine="cp-sat", limits=Limits(positions=5)))
    assert again.decided == first.counts[Verdict.UNDECIDED] > 0
    assert again.counts[Verdict.UNDECIDED] == 0


def record(path: Path, *deals: Decided, engine: str = "auto", limits: Limits = Limits()) -> list[Decided]:  # noqa: B008
    """Record deals as a run of its own: what the file says of them then."""
    with Database(path, create=True) as database:
        begun = database.begin(GALLERY, engine, limits)
        claim, _, _ = database.claim(begun, range(deals[0].seed, deals[-1].seed + 1), 100)
        assert claim is not None
        database.record(begun, claim, Chunk(Program("1", "3", native=True), deals))
        database.end(begun)
        return [row.deal for row in database.rows(begun.survey)]


def test_what_is_known_of_an_open_deal_is_kept(tmp_path: Path) -> None:
    won = Decided(7, Verdict.SOLVABLE, "dfs", 10, 0.5, "positions", {"redeals": 8}, {"redeals": Bounds(5, 8)})
    lost_again = Decided(7, Verdict.UNDECIDED, "dfs", 20, 0.5, "positions", {}, {"redeals": Bounds(6, None)})
    better = Decided(7, Verdict.SOLVABLE, "dfs", 30, 0.5, None, {"redeals": 6}, {"redeals": Bounds(6, 6)})
    path = tmp_path / "file"
    assert record(path, won, limits=Limits(positions=10)) == [won]
    [kept] = record(path, lost_again, limits=Limits(positions=20))
    assert (kept.verdict, kept.open, kept.values) == (Verdict.SOLVABLE, "positions", {"redeals": 8})
    assert kept.measures == {"redeals": Bounds(6, 8)}
    assert record(path, better) == [better]


def test_contradicting_verdicts_are_a_fault(tmp_path: Path) -> None:
    path = tmp_path / "file"
    record(path, Decided(7, Verdict.SOLVABLE, "dfs", 10, 0.5, "positions"), limits=Limits(positions=10))
    with pytest.raises(EnginesDisagree, match="seed 7: solvable by dfs, unsolvable by cp-sat"):
        record(path, Decided(7, Verdict.UNSOLVABLE, "cp-sat", 0, 0.5), engine="cp-sat")


def test_a_decided_deal_is_never_replaced(tmp_path: Path) -> None:
    path = tmp_path / "file"
    first = Decided(7, Verdict.SOLVABLE, "dfs", 10, 0.5)
    with Database(path, create=True) as database:
        begun = database.begin(GALLERY, "auto", Limits())
        claim, _, _ = database.claim(begun, range(7, 8), 1)
        assert claim is not None
        for deal in (first, Decided(7, Verdict.UNSOLVABLE, "dfs", 10, 0.5)):
            database.record(begun, claim, Chunk(Program("1", "3", native=True), (deal,)))
        assert [row.deal for row in database.rows(begun.survey)] == [first]


# --- referees --------------------------------------------------------------------------------------------------------


def test_the_first_referee_replays_some_lines_and_all_where_there_is_no_second(tmp_path: Path) -> None:
    path = tmp_path / "file"
    survey(path, Plan(GALLERY, range(40)))
    survey(path, Plan(Asked("marriage", patience("marriage").defaults), range(5)))
    with Database(path) as database:
        won = {row.deal.seed for row in database.rows(1) if row.deal.verdict is Verdict.SOLVABLE}
        chosen = won if patience("gallery").deciding.followed is None else {seed for seed in won if is_sampled(seed)}
        assert database.replayed(1) == len(chosen)
        assert database.replayed(2) == database.counts(2)[Verdict.SOLVABLE]
    assert sum(map(is_sampled, range(20_000))) == pytest.approx(20_000 / deciding.ONE_IN, rel=0.1)


def test_referees_that_do_not_agree_are_a_fault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    found = patience("gallery")
    doubting = replace(found, deciding=replace(found.deciding, followed=lambda _position, _moves: ((), False)))
    for name in ("solver.solving.patience_of", "solver.surveying.deciding.patience"):
        monkeypatch.setattr(name, lambda _given: doubting)
    for sampled in (False, True):
        monkeypatch.setattr(deciding, "is_sampled", lambda _seed, sampled=sampled: sampled)
        with pytest.raises(EngineFault, match="seed 1: the referees do not agree"):
            survey(tmp_path / "file", Plan(GALLERY, range(1, 2)))


# --- faults ----------------------------------------------------------------------------------------------------------


def test_a_lost_process_loses_one_deal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "decide", end_at_13)
    status = survey(tmp_path / "file", Plan(GALLERY, range(11, 15)), jobs=2)
    assert status.counts[Verdict.UNDECIDED] == 1
    with Database(tmp_path / "file") as database:
        [(number, _)] = database.surveys()
        assert [row.deal.open for row in database.rows(number, 13, 13)] == [deciding.FAILED]
        assert database.open_deals(number) == {deciding.FAILED: 1}
    monkeypatch.undo()
    assert survey(tmp_path / "file", Plan(GALLERY, range(11, 15))).decided == 1


def test_an_engines_fault_names_the_deal_and_ends_the_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fault(*_: object, **__: object) -> None:
        raise EngineFault("no good")

    monkeypatch.setattr(deciding, "solve", fault)
    with pytest.raises(EngineFault, match="seed 4: no good"):
        survey(tmp_path / "file", Plan(GALLERY, range(4, 9)))
    monkeypatch.undo()
    assert survey(tmp_path / "file", Plan(GALLERY, range(4, 9))).decided == 5


@pytest.mark.parametrize("content", [b"no database at all, but long enough to look like one" * 40, b""])
def test_other_files_are_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "file"
    with pytest.raises(InputError, match="no such file"):
        Database(path)
    path.write_bytes(content)
    if content:
        with pytest.raises(InputError, match="is no file of surveys"):
            Database(path, create=True)
    with sqlite3.connect(tmp_path / "other") as db:
        db.execute("CREATE TABLE something (x)")
    with pytest.raises(InputError, match="a database of something else"):
        Database(tmp_path / "other", create=True)


def test_a_file_of_another_version_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "file"
    Database(path, create=True)
    with sqlite3.connect(path) as db:
        db.execute("PRAGMA user_version = 99")
    with pytest.raises(InputError, match="has tables of version 99"):
        Database(path)


# --- several runs, and runs that are killed ---------------------------------------------------------------------------


def test_a_run_claims_what_it_works_on_and_its_end_frees_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with Database(path, create=True) as one, Database(path) as two:
        first, second = one.begin(GALLERY, "auto", Limits()), two.begin(GALLERY, "auto", Limits())
        claim, at, passed = one.claim(first, range(10), 6)
        assert claim is not None
        assert (claim.seeds, at, passed) == (tuple(range(6)), 6, False)
        claim, at, passed = two.claim(second, range(10), 100)
        assert claim is not None
        assert (claim.seeds, at, passed) == ((6, 7, 8, 9), 10, True)
        assert two.claim(second, range(10), 100) == (None, 10, True)
        left, right = one.split(first, one.claim(first, range(10, 13), 3)[0] or claim)
        assert (left.seeds, right.seeds) == ((10,), (11, 12))
        one.end(first)
        claim, _, passed = two.claim(second, range(13), 100)
        assert claim is not None
        assert (claim.seeds, passed) == ((0, 1, 2, 3, 4, 5, 10, 11, 12), False)


def started(path: Path, deals: int, *words: str) -> subprocess.Popen[bytes]:
    command = ["survey", "run", "gallery", "--deals", str(deals), "--db", str(path), *words]
    return subprocess.Popen([sys.executable, "-m", "solver", *command], cwd=ROOT, stdout=subprocess.DEVNULL)


def rows_in(path: Path) -> int:
    with sqlite3.connect(path, timeout=LONG) as db:
        count: int = db.execute("SELECT count(*) FROM deals").fetchone()[0]
    return count


KILLED = """
import sys
from itertools import count
from pathlib import Path
import psutil
from solver.surveying.database import Database
from solver.surveying.running import Plan
from solver.surveying.executors import Beside
from solver.surveying.running import run
from tests.surveys.ending import end_at_13
from tests.surveys.files import GALLERY

path, deals, last = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
statements = count(1)

def end(_statement):
    if next(statements) == last:
        print(*(child.pid for child in psutil.Process().children(recursive=True)), flush=True)
        psutil.Process().kill()

with Database(path, create=True) as database:
    database._db.set_trace_callback(end)
    list(run(database, Plan(GALLERY, range(deals)), Beside(2)))
"""


def killed_at(path: Path, deals: int, statement: int) -> None:
    """A run that is killed when it has the database carry out its so-manieth statement; its workers end, too."""
    words = [sys.executable, "-c", KILLED, str(path), str(deals), str(statement)]
    done = subprocess.run(words, cwd=ROOT, stdout=subprocess.PIPE, check=False, timeout=LONG)
    assert done.returncode != 0
    for pid in map(int, done.stdout.split()):
        with contextlib.suppress(psutil.NoSuchProcess):
            assert wait_for(partial(is_gone, psutil.Process(pid)))


@pytest.mark.parametrize(
    "statements", [(25, 60), pytest.param(range(3, 100, 7), marks=pytest.mark.slow)], ids=["twice", "often"]
)
def test_a_survey_that_was_killed_ends_like_one_that_was_not(tmp_path: Path, statements: Sequence[int]) -> None:
    path, deals = tmp_path / "file", 60 * len(statements)
    for statement in statements:
        killed_at(path, deals, statement)
        assert rows_in(path) < deals  # each takes a statement of its own
    assert started(path, deals, "--jobs", "2").wait() == 0
    assert rows_in(path) == sum(decided_by_runs(path)) == deals
    survey(tmp_path / "other", Plan(GALLERY, range(deals)))
    assert table(path) == table(tmp_path / "other")


def test_a_file_that_another_run_makes_at_the_same_moment_is_one_of_surveys(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, look = tmp_path / "file", Database._one

    def look_and_be_late(database: Database, query: str, values: Sequence[object] = ()) -> object:
        found = look(database, query, values)
        monkeypatch.undo()
        Database(path, create=True)
        return found

    monkeypatch.setattr(Database, "_one", look_and_be_late)
    with Database(path, create=True) as database:
        assert database.surveys() == []


def test_two_runs_into_one_file_decide_no_deal_twice(tmp_path: Path) -> None:
    path, deals = tmp_path / "file", 200 if native.USED else 60
    runs = [started(path, deals, "--jobs", "1") for _ in range(2)]
    assert [process.wait() for process in runs] == [0, 0]
    assert sum(decided_by_runs(path)) == rows_in(path) == deals


def test_runs_side_by_side_share_the_deals(tmp_path: Path) -> None:
    path, deals, together = tmp_path / "file", 60, threading.Barrier(2)
    Database(path, create=True)

    def take_part(_number: int) -> Status:
        with Database(path) as database:
            statuses = run(database, Plan(GALLERY, range(deals)), Here())
            for _ in range(2):  # when both have begun, and when each has decided its first deals
                next(statuses)
                together.wait(LONG)
            return list(statuses)[-1]

    with ThreadPoolExecutor(2) as pool:
        ends = list(pool.map(take_part, range(2)))
    assert sum(decided_by_runs(path)) == rows_in(path) == deals
    assert all(status.decided >= running.FIRST_CHUNK for status in ends)


def test_a_run_goes_on_with_the_deals_of_one_that_is_killed_beside_it(tmp_path: Path) -> None:
    path = tmp_path / "file"
    with Database(path, create=True) as database:
        other = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
        begun = database.begin(GALLERY, "auto", Limits())
        database.claim(begun, range(5, 9), 4)
    born = psutil.Process(other.pid).create_time()
    with sqlite3.connect(path) as db:
        db.execute("UPDATE runs SET pid = ?, born = ?", (other.pid, born))
    with Database(path) as database:
        statuses = run(database, Plan(GALLERY, range(12)), Here())
        seen = next(status for status in statuses if sum(status.counts.values()) == 8)
        other.kill()
        other.wait()
        assert seen.decided == 8
        assert list(statuses)[-1].decided == 12


# --- sequential ------------------------------------------------------------------------------------------------------


def test_a_sequential_survey_stops_at_the_same_deal_always(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0.05)  # few deals more than are looked at
    plan = Plan(GALLERY, range(3, 10**9), width=0.2)
    alone = survey(tmp_path / "one", plan)
    assert alone.sequence is not None
    deals = alone.sequence.total
    assert deals % running.STEP == 0
    assert 100 < deals < 400
    for name in ("two", "one"):
        again = survey(tmp_path / name, plan, jobs=2)
        assert again.sequence == alone.sequence
    with Database(tmp_path / "two") as database:
        assert database.stops(1) == [(3, 0.2, deals)]


def test_a_sequential_survey_that_is_not_narrow_enough_ends_with_its_deals(tmp_path: Path) -> None:
    status = survey(tmp_path / "file", Plan(GALLERY, range(150), width=0.01))
    assert (status.sequence, status.decided) == (None, 150)


# --- how much room it takes ------------------------------------------------------------------------------------------


def test_a_million_deals_take_less_than_100_megabytes(tmp_path: Path) -> None:
    path, deals = tmp_path / "file", 20_000
    with Database(path, create=True) as database:
        begun = database.begin(GALLERY, "auto", Limits())
        at = 0
        while (found := database.claim(begun, range(at, deals), 2000))[0] is not None:
            claim, at, _ = found
            assert claim is not None
            rows = tuple(
                Decided(seed, Verdict.SOLVABLE, "dfs", 12_345, 0.001234, None, {"redeals": 8}) for seed in claim.seeds
            )
            database.record(begun, claim, Chunk(Program("0.1.0", "3.11.7", native=True), rows))
    bytes_each = path.stat().st_size / deals
    assert bytes_each < 90


def test_the_view_is_for_people(tmp_path: Path) -> None:
    survey(tmp_path / "file", Plan(GALLERY, range(3)))
    with sqlite3.connect(tmp_path / "file") as db:
        rows = db.execute("SELECT game, options, seed, verdict, engine FROM decided").fetchall()
    assert [(game, json.loads(options), seed) for game, options, seed, _, _ in rows] == [
        ("gallery", DEFAULTS, seed) for seed in range(3)
    ]
    assert {row[3] for row in rows} <= {"solvable", "unsolvable"}
    assert {row[4] for row in rows} == {"dfs"}
