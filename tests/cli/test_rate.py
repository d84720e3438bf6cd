"""`rate`: what it says of one deal and of many, and that what it prints is read again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.careful import Levels
from solver.patience import AnyPatience
from solver.registry import patience
from tests.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
QUICK = ("--samples", 200, "--position-limit", 5000, "--jobs", 1)


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def example(name: str) -> str:
    return str(EXAMPLES / f"{name}.txt")


def test_a_deal_is_rated_in_lines(run: Run) -> None:
    result = run("rate", example("gallery-solvable"), *QUICK)
    assert result.exit_code == 0
    first, *more = result.stdout.splitlines()
    assert "won 7.50 % (4.60 % to 12.00 %) of 200 games by careful chance" in first
    assert first.split(":")[0] == "easy"
    assert "redeals: 8 (proved)" in more
    assert "first choice after 1 move: 0 of 2 moves lose" in more
    assert any(line.startswith("decisions that win: between ") for line in more)


def test_a_deal_that_cannot_be_won_is_unwinnable_and_rated(run: Run) -> None:
    result = run("rate", example("gallery-unsolvable"))
    assert (result.exit_code, result.stdout) == (0, "unwinnable: no game can be won\n")


def test_rules_without_levels_say_so(run: Run) -> None:
    result = run("rate", example("cross-solvable"), "--rule", "fill=anytime", *QUICK)
    assert result.exit_code == 0
    assert result.stdout.startswith("solvable: won ")
    assert "no level: none have been measured under these rule options" in result.stdout


def test_a_game_that_is_always_won_in_the_end_is_won_with_the_fewest_reshuffles(run: Run) -> None:
    result = run("rate", example("cross-solvable"), *QUICK)
    assert "of 200 games by careful chance, with reshuffles 2\n" in result.stdout
    limited = run("rate", example("cross-solvable"), *QUICK, "--rule", "reshuffles=2")
    assert result.stdout.split("won ")[1].split(" of ")[0] == limited.stdout.split("won ")[1].split(" of ")[0]


@pytest.mark.usefixtures("workers_at_once")
def test_the_same_seed_gives_the_same_rating(run: Run) -> None:
    words = ("rate", example("marriage-solvable"), "--samples", 60, "--json")
    one, two, other = (run(*words, "--seed", seed, "--jobs", jobs).stdout for seed, jobs in ((3, 1), (3, 2), (4, 1)))
    assert one == two
    assert objects(one)[0]["share"] != objects(other)[0]["share"]
    assert objects(one)[0]["samples_seed"] == 3


def test_a_width_stops(run: Run) -> None:
    [rated] = objects(
        run("rate", example("gallery-solvable"), "--width", "0.06", "--json", "--position-limit", 5000).stdout
    )
    share = rated["share"]
    assert share["at_most"] - share["at_least"] <= 0.06
    assert 250 <= share["total"] < 3000


@pytest.mark.parametrize("words", [("--samples", 0), ("--width", 0), ("--width", 2), ("--seed", -1), ("--jobs", 0)])
def test_bad_usage(run: Run, words: tuple[object, ...]) -> None:
    assert run("rate", example("gallery-solvable"), *words).exit_code == 2


def test_unknown_cards_are_a_matter_of_odds(run: Run) -> None:
    deal = run("show", example("gallery-solvable"), "--as-seen", "--text").stdout
    result = run("rate", "-", stdin=deal)
    assert result.exit_code == 2
    assert "odds" in result.stderr


def test_a_game_in_progress(run: Run, tmp_path: Path) -> None:
    moves = (EXAMPLES / "gallery-half-played.log").read_text(encoding="utf-8").splitlines()
    (tmp_path / "so-far.log").write_text("\n".join(moves[:-3]), encoding="utf-8")
    result = run("rate", example("gallery-half-played"), "--after", tmp_path / "so-far.log", "--samples", 20)
    assert "won 100.00 %" in result.stdout
    two = (example("gallery-half-played"), example("gallery-solvable"))
    assert run("rate", *two, "--after", tmp_path / "so-far.log").exit_code == 2


# --- several deals ---------------------------------------------------------------------------------------------------


def test_several_deals_have_a_line_each_and_an_error_stops_none(run: Run) -> None:
    names = ("gallery-unsolvable", "nosuch", "marriage-half-played")
    result = run("rate", *map(example, names), *QUICK)
    assert result.exit_code == 2
    lost, rated = result.stdout.splitlines()
    assert lost.split() == [example("gallery-unsolvable"), "unwinnable"]
    assert rated.split()[0] == example("marriage-half-played")
    assert "nosuch.txt: cannot be read" in result.stderr


@pytest.mark.usefixtures("workers_at_once")
@pytest.mark.parametrize("jobs", [1, 2])
def test_a_collection_is_rated_and_read_again(run: Run, jobs: int) -> None:
    words = ("--seed", 1, "--count", 4, "--verdict", "any", "--jobs", 1, "--json", "--with-solution")
    text = run("generate", "gallery", *words).stdout
    result = run("rate", "-", "--samples", 50, "--position-limit", 5000, "--jobs", jobs, "--json", stdin=text)
    assert result.exit_code == 0
    rated, dealt = objects(result.stdout), objects(text)
    for one, other in zip(rated, dealt, strict=True):
        assert [one[key] for key in ("name", "game", "seed", "verdict")] == [
            other[key] for key in ("name", "game", "seed", "verdict")
        ]
    assert [one["difficulty"] == "unwinnable" for one in rated] == [one["verdict"] == "unsolvable" for one in dealt]
    verified = objects(run("verify", "-", "--json", stdin=result.stdout).stdout)
    assert [one["result"] for one in verified] == ["won" if one["verdict"] == "solvable" else None for one in dealt]
    again = run("rate", "-", "--samples", 50, "--position-limit", 5000, "--jobs", 1, "--json", stdin=result.stdout)
    # A position whose text leaves out its defaults assumes them.
    assert [{**one, "assumed": {}} for one in objects(again.stdout)] == [{**one, "assumed": {}} for one in rated]


# --- generate --difficulty -------------------------------------------------------------------------------------------


@pytest.fixture
def one_pack(monkeypatch: pytest.MonkeyPatch) -> AnyPatience:
    """The gallery with levels that were measured with a few games of one pack."""
    from dataclasses import replace

    found = patience("gallery")
    assert found.careful is not None
    levels = Levels({**found.defaults, "decks": "1"}, medium=0.3, hard=0.15, brutal=0.05)
    changed = replace(found, careful=replace(found.careful, games=100, levels=(levels,)))
    monkeypatch.setattr("solver.patiences.gallery.PATIENCE", changed)
    return changed


def test_deals_of_a_level_are_kept(run: Run, one_pack: AnyPatience) -> None:
    words = ("generate", "gallery", "--rule", "decks=1", "--seed", 5, "--count", 2, "--jobs", 1, "--json")
    dealt = objects(run(*words, "--difficulty", "hard", "--difficulty", "Medium").stdout)
    assert {one["difficulty"] for one in dealt} <= {"hard", "medium"}
    assert len(dealt) == 2
    for one in dealt:
        start = solver.random_deal("gallery", one["seed"], decks="1")
        rating = solver.rate(start, facts=False)
        assert str(rating.level) == one["difficulty"]
    seeds = {one["seed"] for one in dealt}
    for seed in range(5, max(seeds)):
        rating = solver.rate(solver.random_deal("gallery", seed, decks="1"), facts=False)
        assert (str(rating.level) in ("hard", "medium")) == (seed in seeds)


def test_a_level_goes_with_a_measure_and_a_file(run: Run, one_pack: AnyPatience, tmp_path: Path) -> None:
    result = run(
        "generate",
        *("gallery", "--rule", "decks=1", "--seed", 5, "--jobs", 1, "--where", "redeals>=3"),
        *("--difficulty", "easy", "-o", tmp_path, "--with-solution"),
    )
    assert result.exit_code == 0, result.stderr
    [deal] = tmp_path.glob("*.txt")
    assert ", difficulty easy\n" in deal.read_text(encoding="utf-8")
    assert run("verify", deal, tmp_path).exit_code == 0


def test_levels_that_nobody_has_measured(run: Run, one_pack: AnyPatience) -> None:
    result = run("generate", "gallery", "--difficulty", "easy")
    assert result.exit_code == 2
    assert "no levels of difficulty have been measured for Picture Gallery under these rules" in result.stderr
    assert "decks=1" in result.stderr
    assert run("generate", "gallery", "--difficulty", "easy", "--verdict", "unsolvable").exit_code == 2
    assert run("generate", "gallery", "--difficulty", "unwinnable").exit_code == 2
