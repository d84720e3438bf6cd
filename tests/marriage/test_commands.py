"""The commands with the marriage, as for any patience."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run

IN_PROGRESS = "game: marriage\nrow: QH 4C=4S TS\nstock: 7D 9C 3H KH\n"
LOST = "game: marriage\npairs: off\nrow: QH 2S 3D\nstock: 4C KH\n"


@pytest.mark.parametrize("pairs", ["optional", "compulsory", "off"])
def test_what_solve_prints_is_a_log_that_verify_accepts(run: Run, tmp_path: Path, pairs: str) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(run("generate", "marriage", "--seed", 1, "--rule", f"pairs={pairs}").stdout, encoding="utf-8")
    solved = run("solve", deal)
    assert solved.exit_code == 0
    assert ", row " in solved.stdout.splitlines()[0]
    checked = run("verify", deal, "-", stdin=solved.stdout)
    assert checked.exit_code == 0
    assert checked.stdout.startswith("won")


def test_the_narrowest_row_is_proved(run: Run) -> None:
    deal = run("generate", "marriage", "--seed", 1).stdout
    plain = json.loads(run("solve", "-", "--json", stdin=deal).stdout)
    best = json.loads(run("solve", "-", "--json", "--best", "row", stdin=deal).stdout)
    row = best["measures"]["row"]
    assert row["value"] == row["at_least"] == row["at_most"] <= plain["measures"]["row"]["value"]


def test_deals_with_a_wanted_narrowest_row(run: Run) -> None:
    made = run("generate", "marriage", "--seed", 1, "--where", "row=6", "--count", 2, "--json")
    assert [json.loads(line)["measures"]["row"]["value"] for line in made.stdout.splitlines()] == [6, 6]


def test_a_game_in_progress_goes_on_after_a_log(run: Run, tmp_path: Path) -> None:
    deal, log = tmp_path / "deal.txt", tmp_path / "log.txt"
    deal.write_text(IN_PROGRESS, encoding="utf-8")
    log.write_text("pair 4S TS\ndeal 7D\n", encoding="utf-8")
    shown = run("show", deal, "--after", log, "--text").stdout
    assert "row: QH 4C 7D\nstock: 9C 3H KH\n" in shown
    assert "#   deal 9C" in shown
    solved = run("solve", deal, "--after", log)
    assert solved.exit_code == 0
    assert "pair" not in solved.stdout


def test_a_lost_position(run: Run) -> None:
    lost = run("solve", "-", stdin=LOST)
    assert lost.exit_code == 10
    assert lost.stdout.startswith("# unsolvable")


def test_an_illegal_log_is_told_in_a_sentence(run: Run, tmp_path: Path) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(IN_PROGRESS, encoding="utf-8")
    checked = run("verify", deal, "-", stdin="pair 4C 4S\n")
    assert checked.exit_code == 10
    assert "4C and 4S became neighbours because a gap closed" in checked.stdout


def test_the_rules_page(run: Run) -> None:
    page = run("rules", "marriage")
    assert page.exit_code == 0
    assert "compulsory" in page.stdout
