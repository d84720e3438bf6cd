"""`review`: the line that lost a game, what would have won, and the rest of a game that wins."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
DEAL = EXAMPLES / "gallery-half-played.txt"
WON = (EXAMPLES / "gallery-half-played.log").read_text(encoding="utf-8").splitlines()
SPOILED = "\n".join((*WON[:16], "# here it goes wrong", "3D P2 M8", "JC P7 T6", "JC P1 T8"))


def test_the_losing_line_is_named(run: Run) -> None:
    result = run("review", DEAL, "-", stdin=SPOILED)
    assert result.exit_code == 0
    first, second, *_ = result.stdout.splitlines()
    assert first == "unfinished: 16 moves played"
    assert second == "lost with move 14 (standard input, line 18): 3D P2 M8"
    assert "* JC P7 T6  keeps the win" in result.stdout
    assert "  3D P2 M8  loses" in result.stdout


def test_every_move_has_its_mark(run: Run) -> None:
    lines = run("review", DEAL, "-", "--all", stdin=SPOILED).stdout.splitlines()[-16:]
    assert [line.split("  ", 2)[-1].strip() for line in lines] == [
        *["keeps the win"] * 13,
        "loses",
        *["lost already"] * 2,
    ]


def test_the_rest_joined_to_what_was_kept_wins(run: Run, tmp_path: Path) -> None:
    rest = tmp_path / "rest.log"
    assert run("review", DEAL, "-", "-o", rest, stdin=SPOILED).exit_code == 0
    whole = "\n".join((*WON[:16], rest.read_text(encoding="utf-8")))
    assert run("verify", DEAL, "-", stdin=whole).stdout.startswith("won")
    assert run("review", DEAL, "-", "-o", rest, stdin=SPOILED).exit_code == 0  # its own file may be replaced
    (tmp_path / "mine.txt").write_text("mine", encoding="utf-8")
    assert run("review", DEAL, "-", "-o", tmp_path / "mine.txt", stdin=SPOILED).exit_code == 2


def test_joined_logs_have_lines_of_the_whole_file(run: Run) -> None:
    joined = "\n".join((*WON[:10], "", "game: gallery", *WON[10:16], "3D P2 M8"))
    assert "lost with move 14 (standard input, line 19)" in run("review", DEAL, "-", stdin=joined).stdout


def test_a_game_that_can_still_be_won(run: Run) -> None:
    result = run("review", DEAL, "-", stdin="\n".join(WON[:16]))
    assert result.exit_code == 0
    assert "the game can still be won\nwhat can be played now:\n* JC P7 T6" in result.stdout


def test_a_deal_that_could_not_be_won(run: Run, tmp_path: Path) -> None:
    result = run("review", EXAMPLES / "gallery-unsolvable.txt", "-", "-o", tmp_path / "no.log", stdin="")
    assert result.exit_code == 0
    assert "the game could not be won from the start" in result.stdout
    assert "not written" in result.stderr
    assert not (tmp_path / "no.log").exists()


def test_an_illegal_log_is_reviewed_up_to_its_slip(run: Run) -> None:
    deal, log = EXAMPLES / "gallery-solvable.txt", EXAMPLES / "gallery-illegal.log"
    result = run("review", deal, log)
    assert result.exit_code == 10
    assert "line 3: 3D P1 T8" in result.stdout
    assert "the game can still be won" in result.stdout


def test_a_game_that_was_won_beside_the_best(run: Run, tmp_path: Path) -> None:
    deal, log = EXAMPLES / "marriage-solvable.txt", EXAMPLES / "marriage-solvable.log"
    rest = tmp_path / "rest.log"
    result = run("review", deal, log, "--all", "-o", rest)
    assert result.exit_code == 0
    assert "row 9; the best was 5" in result.stdout
    assert "out of reach with move 3" in result.stdout
    assert "keeps the win; row 5 out of reach" in result.stdout
    said = json.loads(run("review", deal, log, "--json").stdout)
    turn = said["measures"]["row"]["turn"]
    assert (turn["kept"], turn["lost"], turn["at"], turn["line"]) == (2, 3, 3, 6)
    head = [
        line for line in log.read_text(encoding="utf-8").splitlines() if line.split()[0] in ("deal", "drop", "pair")
    ]
    whole = "\n".join((*head[:2], rest.read_text(encoding="utf-8")))
    assert run("verify", deal, "-", stdin=whole).stdout.startswith("won")


def test_limits_leave_it_open(run: Run) -> None:
    result = run("review", EXAMPLES / "gallery-solvable.txt", "-", "--position-limit", 1, stdin="AD T8 out\n6S T5 M1\n")
    assert result.exit_code == 0
    assert "it is not known whether the game could be won" in result.stdout
    assert result.stdout.endswith("position limit reached: the rest is left open\n")


@pytest.mark.parametrize("log", ["5S P3\n", "nonsense\n", "game: cross\n"])
def test_bad_input(run: Run, log: str) -> None:
    result = run("review", EXAMPLES / "gallery-solvable.txt", "-", stdin=log)
    assert result.exit_code == 2
    assert "Traceback" not in result.stderr


def test_only_one_file_comes_from_standard_input(run: Run) -> None:
    assert run("review", "-", "-").exit_code == 2


def test_a_replay_has_the_remarks_of_a_review(run: Run, tmp_path: Path) -> None:
    log, page = tmp_path / "moves.log", tmp_path / "game.html"
    log.write_text(SPOILED, encoding="utf-8")
    result = run("replay", DEAL, log, "--review")
    assert " 14. 3D P2 M8  # loses; JC P7 T6 would have kept the win\n" in result.stdout
    assert run("verify", DEAL, "-", stdin=result.stdout).stdout.startswith("unfinished: 16 moves")
    said = json.loads(run("replay", DEAL, log, "--review", "-o", page, "--json").stdout)
    assert said["remarks"] == {"14": "loses; JC P7 T6 would have kept the win"}
    assert "would have kept the win" in page.read_text(encoding="utf-8")
    assert json.loads(run("replay", DEAL, log, "--json").stdout)["remarks"] == {}


def test_a_replay_says_what_its_review_left_open(run: Run, tmp_path: Path) -> None:
    log = tmp_path / "moves.log"
    log.write_text("AD T8 out\n", encoding="utf-8")
    result = run("replay", EXAMPLES / "gallery-solvable.txt", log, "--review", "--position-limit", 1)
    assert result.exit_code == 0
    assert "the review left something open: position limit reached" in result.stderr
