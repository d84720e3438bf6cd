from __future__ import annotations

import json
from collections.abc import Generator, Iterable
from pathlib import Path

import psutil
import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.bounds import Bounds
from solver.generating import Condition, Wanted, candidates, decide
from solver.outcome import Verdict
from solver.patience import AnyPatience
from solver.registry import games, patience
from solver.worker_main import Returned
from solver.workers import Loss, Lost, Result
from tests.conftest import Run
from tests.processes import workers_below

GALLERY = patience("gallery")
ONE_PACK = GALLERY.defaults | {"decks": "1"}


def wanted(found: AnyPatience = GALLERY) -> Wanted:
    return Wanted(found.game, found.defaults, None, positions=5000)


def test_the_first_random_deals_are_pinned() -> None:
    decks = [" ".join(map(str, GALLERY.random_deal(seed, ONE_PACK).deck.cards[:13])) for seed in range(3)]
    assert decks == [
        "3D KS 7C 3C KD 8S 6S JD 2S JC 8D AS 5S",
        "JC TS QD TH 3S KD 7H QS TD 6S 4D KC 5C",
        "3H 4D TS 9H 5S 7S KC AD TH QH 9S 9D JD",
    ]


def test_the_first_verdicts_are_pinned() -> None:
    verdicts = [candidate.verdict for candidate in candidates(wanted(), 0, 12, jobs=1)]
    lost = [seed for seed, verdict in enumerate(verdicts) if verdict is Verdict.UNSOLVABLE]
    assert lost == [0, 2, 4]
    assert verdicts.count(Verdict.SOLVABLE) == 12 - len(lost)


def test_any_number_of_processes_gives_the_same_candidates(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(candidates(wanted(), 100, 12, jobs=1))
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 0.0)
    assert list(candidates(wanted(), 100, 12, jobs=2)) == alone
    assert [candidate.seed for candidate in alone] == list(range(100, 112))


def test_workers_end_when_nobody_wants_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 0.0)
    source = candidates(wanted(), 0, 10_000, jobs=2)
    assert [next(source).seed for _ in range(3)] == [0, 1, 2]
    assert workers_below(psutil.Process())
    source.close()
    assert workers_below(psutil.Process()) == []


def test_a_candidate_whose_process_dies_says_so_and_the_others_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def lose_the_second(_function: object, seeds: Iterable[int], *_how: object) -> Generator[Result, None, None]:
        for seed in seeds:
            yield Lost(Loss.KILLED, "by signal 9") if seed == 8 else Returned(decide(wanted(), seed))

    alone = list(candidates(wanted(), 6, 4, jobs=1))
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: -1.0)
    monkeypatch.setattr("solver.deciding_many.in_order", lose_the_second)
    found = list(candidates(wanted(), 6, 4, jobs=2))
    assert [found[i] == alone[i] for i in range(4)] == [True, True, False, True]
    assert (found[2].seed, found[2].deal, found[2].verdict) == (8, alone[2].deal, Verdict.UNDECIDED)
    assert found[2].failure == "the process that searched it was killed (by signal 9)"
    assert found[2].is_open(wanted())


def test_without_another_process_the_candidates_are_decided_here(monkeypatch: pytest.MonkeyPatch) -> None:
    alone = list(candidates(wanted(), 6, 4, jobs=1))
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: -1.0)
    monkeypatch.setattr("sys.executable", "/no such/python")
    assert list(candidates(wanted(), 6, 4, jobs=2)) == alone


def test_files_hold_deal_seed_and_verdict_and_the_log_beside_them(run: Run, tmp_path: Path) -> None:
    words = ("generate", "gallery", "--seed", 1, "--count", 3, "--verdict", "any", "--with-solution", "--jobs", 1)
    result = run(*words, "-o", tmp_path)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert "kept 3 of 3 deals, 100.0 % (43.9 % to 100.0 %)" in result.stderr
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["gallery-1.log", "gallery-1.txt", "gallery-2.txt", "gallery-3.log", "gallery-3.txt"]
    for seed, verdict in ((1, "solvable"), (2, "unsolvable"), (3, "solvable")):
        path = tmp_path / f"gallery-{seed}.txt"
        text = path.read_text(encoding="utf-8")
        assert text.startswith(
            f"# gallery: random deal of seed {seed}\n# {verdict}\n# patience-solver: generated\n"
            f"game: gallery\nname: gallery-{seed}\ndeck: "
        )
        assert run("solve", path, "-q").exit_code == {"solvable": 0, "unsolvable": 10}[verdict]
        if verdict == "solvable":
            assert run("verify", path, path.with_suffix(".log")).exit_code == 0


def test_only_the_wanted_verdict_is_kept(run: Run) -> None:
    result = run("generate", "gallery", "--seed", 1, "--count", 2, "--verdict", "unsolvable", "--json", "--jobs", 1)
    values = [json.loads(line) for line in result.stdout.splitlines()]
    assert [value["verdict"] for value in values] == ["unsolvable", "unsolvable"]
    assert all(value["moves"] is None for value in values)


def test_when_the_candidates_run_out_what_was_found_is_kept(run: Run, tmp_path: Path) -> None:
    words = ("generate", "gallery", "--seed", 1, "--count", 9, "--verdict", "unsolvable", "--tries", 3, "--jobs", 1)
    result = run(*words, "-o", tmp_path)
    assert result.exit_code == 20
    assert "kept 1 of 3 deals, 33.3 % (6.1 % to 79.2 %)" in result.stderr
    assert "the 3 candidates ran out; 8 deals less than wanted" in result.stderr
    assert [path.name for path in tmp_path.iterdir()] == ["gallery-2.txt"]


def test_a_candidate_that_reaches_the_position_limit_is_skipped_and_counted(run: Run) -> None:
    result = run(
        "generate",
        "gallery",
        "--seed",
        1,
        "--count",
        9,
        "--verdict",
        "any",
        "--tries",
        5,
        "--position-limit",
        2,
        "--jobs",
        1,
    )
    assert result.exit_code == 20
    assert "skipped at a limit" in result.stderr


def test_rule_options_are_in_the_files(run: Run) -> None:
    result = run("generate", "gallery", "--seed", 1, "--verdict", "any", "--rule", "decks=1", "--jobs", 1)
    assert "\ndecks: 1\n" in result.stdout
    assert run("solve", "-", "-q", stdin=result.stdout).exit_code in (0, 10)


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["chess"], 'unknown game "chess"'),
        (["gallery", "--seed", "1", "--pysol", "1"], "exclude each other"),
        (["gallery", "--where", "beauty=1"], 'unknown measure "beauty"; expected redeals'),
        (["gallery", "--where", "redeals"], "expected MEASURE=N"),
        (["gallery", "--where", "redeals=x"], "expected MEASURE=N"),
        (["gallery", "--with-solution"], "needs a folder"),
        (["gallery", "--where", "redeals=6", "--verdict", "unsolvable"], "expected --verdict solvable or any"),
        (["gallery", "--rule", "decks=7"], "expected 2 or 1"),
        (["gallery", "--count", "0"], "0"),
        (["cross", "--pysol", "1"], "no deals numbered as in PySolFC"),
    ],
)
def test_bad_usage(run: Run, words: list[str], message: str) -> None:
    result = run("generate", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""


@pytest.mark.parametrize("game", games())
def test_a_random_deal_prints_and_reads_back(game: str) -> None:
    from solver.deal_files import read_deal

    found = patience(game)
    for seed in range(20):
        deal = found.random_deal(seed, found.defaults)
        assert read_deal(str(deal)).position == found.start(deal)


@pytest.mark.parametrize(
    ("tried", "kept", "skipped", "words"),
    [
        (4, 3, 0, "kept 3 of 4 deals, 75.0 % (30.1 % to 95.4 %)"),
        (0, 0, 0, "kept 0 of 0 deals"),
        (12, 3, 2, "kept 3 of 12 deals, 25.0 % to 41.7 % (8.9 % to 68.0 %); 2 skipped at a limit"),
        (2, 0, 2, "kept 0 of 2 deals, 0.0 % to 100.0 % (0.0 % to 100.0 %); 2 skipped at a limit"),
    ],
)
def test_a_share_says_what_skipped_deals_leave_open(tried: int, kept: int, skipped: int, words: str) -> None:
    from solver.cli.generate import CandidateTally

    assert str(CandidateTally(tried, kept, skipped)) == words


# --- conditions ----------------------------------------------------------------------------------------------------


@given(
    st.integers(0, 12),
    st.one_of(st.none(), st.integers(0, 12)),
    st.integers(0, 12),
    st.one_of(st.none(), st.integers(0, 12)),
)
def test_a_condition_holds_where_it_does_for_all_values_that_are_left(
    low: int, width: int | None, least: int, more: int | None
) -> None:
    condition = Condition("row", low, None if width is None else low + width)
    bounds = Bounds(least, None if more is None else least + more)
    values = range(least, 40 if more is None else least + more + 1)
    met = {value >= low and (width is None or value <= low + width) for value in values}
    assert condition.holds(bounds) is (met == {True} if len(met) == 1 else None)
    assert condition.holds(None) is None


def measure_of(record: str) -> int:
    value = json.loads(record)["measures"]["row"]["at_most"]
    assert isinstance(value, int)
    return value


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        (["row=7"], range(7, 8)),
        (["row=7..9"], range(7, 10)),
        (["row<=8"], range(9)),
        (["row<8"], range(8)),
        (["ROW>9"], range(10, 60)),
        (["row>=8", "row<=9"], range(8, 10)),
    ],
)
def test_deals_are_kept_whose_best_value_meets_all_conditions(run: Run, words: list[str], kept: range) -> None:
    base = ("generate", "marriage", "--seed", 1, "--json", "--jobs", 1, "--tries", 20, "--count", 20)
    where = [part for word in words for part in ("--where", word)]
    everything = run(*base, "--where", "row>=0").stdout.splitlines()
    wanted = [json.loads(line)["seed"] for line in everything if measure_of(line) in kept]
    assert [json.loads(line)["seed"] for line in run(*base, *where).stdout.splitlines()] == wanted


@pytest.mark.parametrize("word", ["row", "row=", "=7", "row=9..7", "row<=7..9", "row<0", "row==7", "row=1..2..3"])
def test_a_condition_that_is_none_is_bad_input(run: Run, word: str) -> None:
    result = run("generate", "marriage", "--where", word)
    assert result.exit_code == 2
    assert "expected MEASURE=N, MEASURE=N..M or MEASURE<=N" in result.stderr
