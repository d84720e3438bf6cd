"""`hint`: what it prints, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_advised_move_is_marked_and_first(run: Run) -> None:
    so_far = "\n".join((EXAMPLES / "gallery-half-played.log").read_text(encoding="utf-8").splitlines()[:16])
    words = ("hint", EXAMPLES / "gallery-half-played.txt", "--after", "-")
    result = run(*words, stdin=so_far)
    assert result.exit_code == 0
    first, *moves = result.stdout.splitlines()
    assert first.startswith("solvable: ")
    assert moves[0].startswith("* ")
    assert all(line.startswith("  ") for line in moves[1:])
    assert moves[-1].endswith("loses")
    said = json.loads(run(*words, "--json", stdin=so_far).stdout)
    assert said["advised"] == said["choices"][0]["move"] == said["moves"][0] == moves[0][2:].split("  ")[0]
    assert said["choices"][0]["alike"] == ["JC P7 T8"]
    assert said["choices"][-1]["verdict"] == "unsolvable"


def test_a_lost_deal(run: Run) -> None:
    result = run("hint", EXAMPLES / "gallery-unsolvable.txt")
    assert result.exit_code == 10
    assert result.stdout.startswith("unsolvable\n")
    assert "*" not in result.stdout
    assert run("hint", EXAMPLES / "gallery-lost.txt").stdout == "unsolvable\nno move is left\n"


def test_a_game_that_is_won(run: Run) -> None:
    deal, log = EXAMPLES / "marriage-half-played.txt", EXAMPLES / "marriage-half-played.log"
    result = run("hint", deal, "--after", log)
    assert (result.exit_code, result.stdout) == (0, "won\n")
    said = json.loads(run("hint", deal, "--after", log, "--json").stdout)
    assert (said["won"], said["verdict"], said["choices"], said["advised"]) == (True, "solvable", [], None)


def test_the_only_move(run: Run) -> None:
    result = run("hint", EXAMPLES / "cross-half-played.txt")
    assert result.exit_code == 0
    assert "forced: reshuffle is the only move" in result.stdout
    assert "* reshuffle  keeps the win with reshuffles 1 (proved)" in result.stdout


def test_a_limit_leaves_moves_open(run: Run) -> None:
    result = run("hint", EXAMPLES / "gallery-solvable.txt", "--position-limit", 1)
    assert result.exit_code == 20
    assert result.stdout.startswith("undecided: position limit reached\n")
    assert "undecided (position limit reached)" in result.stdout


@pytest.mark.parametrize("words", [("none.txt",), (EXAMPLES / "gallery-solvable.txt", "--rule", "redeal=never"), ()])
def test_bad_input(run: Run, words: tuple[object, ...]) -> None:
    result = run("hint", *words)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


def test_an_illegal_move_before(run: Run) -> None:
    illegal = EXAMPLES / "gallery-illegal.log"
    result = run("hint", EXAMPLES / "gallery-solvable.txt", "--after", illegal)
    assert result.exit_code == 10
    assert "line 3" in result.stderr


def test_an_explanation_says_what_is_forced(run: Run, tmp_path: Path) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(
        run("generate", "gallery", "--seed", 8, "--verdict", "unsolvable", "--jobs", 1).stdout, encoding="utf-8"
    )
    assert "forced: the next 19 moves, in one order or another, up to AC P8 out\n" in run("explain", deal).stdout
    forced = json.loads(run("explain", deal, "--json").stdout)["explanation"]["forced"]
    assert (len(forced["moves"]), forced["ordered"]) == (19, False)
    moves = "\n".join(forced["moves"])
    assert run("verify", deal, "-", stdin=moves).stdout.startswith("unfinished: 19 moves")
