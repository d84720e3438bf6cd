from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.conftest import Run


@pytest.fixture
def deal(run: Run, tmp_path: Path) -> Path:
    path = tmp_path / "deal.txt"
    path.write_text(run("generate", "cross", "--seed", 5, "--count", 1).stdout, encoding="utf-8")
    return path


def test_a_generated_deal_is_solved_and_its_log_verified(run: Run, deal: Path) -> None:
    solved = run("solve", deal)
    assert solved.exit_code == 0
    assert "reshuffles 2" in solved.stdout
    assert "# a player who follows the book needs 3 reshuffles" in solved.stdout
    verified = run("verify", deal, "-", stdin=solved.stdout)
    assert verified.exit_code == 0
    assert verified.stdout.startswith("won")


def test_a_log_carries_its_options_along(run: Run, deal: Path) -> None:
    solved = run("solve", deal, "--rule", "fill=anytime")
    assert "fill: anytime" in solved.stdout
    assert run("verify", deal, "-", stdin=solved.stdout).exit_code == 0
    without = "\n".join(line for line in solved.stdout.splitlines() if not line.startswith("fill:"))
    refused = run("verify", deal, "-", stdin=without)
    assert refused.exit_code == 10
    assert "with fill: batch all empty columns are filled at once" in refused.stdout


def test_the_number_of_reshuffles_allowed_decides(run: Run, deal: Path) -> None:
    assert run("solve", deal, "--quiet", "--rule", "reshuffles=2").exit_code == 0
    assert run("solve", deal, "--quiet", "--rule", "reshuffles=1").exit_code == 10


def test_bounds_are_printed_when_a_limit_is_reached(run: Run, deal: Path) -> None:
    solved = run("solve", deal, "--position-limit", 5, "--json")
    values = json.loads(solved.stdout)
    assert solved.exit_code == 0
    assert values["verdict"] == "solvable"
    assert values["measures"]["reshuffles"] == {"value": 3, "at_least": 0, "at_most": 3}


def test_deals_of_a_wanted_difficulty_are_generated(run: Run) -> None:
    generated = run("generate", "cross", "--seed", 1, "--count", 2, "--where", "reshuffles=1", "--jobs", 1)
    assert generated.exit_code == 0
    assert generated.stdout.count("reshuffles 1") == 2


def test_a_position_in_progress_is_shown_and_solved(run: Run, deal: Path, tmp_path: Path) -> None:
    lines = [line for line in run("solve", deal).stdout.splitlines() if not line.startswith("#")]
    log = tmp_path / "log.txt"
    log.write_text("\n".join(lines[: lines.index("reshuffle") + 1]), encoding="utf-8")
    shown = run("show", deal, "--after", log, "--text")
    assert "reshuffled: 1" in shown.stdout
    assert "reshuffle seed: 5" in shown.stdout
    again = tmp_path / "again.txt"
    again.write_text(shown.stdout, encoding="utf-8")
    solved = run("solve", again)
    assert "reshuffles 1" in solved.stdout
    assert run("verify", again, "-", stdin=solved.stdout).exit_code == 0


def test_the_rules_are_printed(run: Run) -> None:
    page = run("rules", "cross").stdout
    for word in ("Vanishing Cross", "fill", "book", "unlimited", "reshuffle seed", "`row`"):
        assert word in page
