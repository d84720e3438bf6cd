"""Every command on every patience: what it prints can be read by the next one, and exit codes tell."""

from __future__ import annotations

import json
from pathlib import Path

from solver.registry import patience
from tests.conftest import Run
from tests.judges import dealing

CODES = {0, 10, 20}


def test_rules(run: Run, game: str) -> None:
    result = run("rules", game)
    assert result.exit_code == 0
    assert patience(game).title in result.stdout
    for option in patience(game).options:
        assert option.name in result.stdout
        assert all(value in result.stdout for value in option.values)


def test_deals_are_generated_shown_solved_and_verified(run: Run, game: str, tmp_path: Path) -> None:
    generated = run("generate", game, "--seed", 1, "--tries", 30, "--position-limit", 5000, "--jobs", 1)
    assert generated.exit_code == 0, generated.stderr
    deal = tmp_path / "deal.txt"
    deal.write_text(generated.stdout, encoding="utf-8")
    shown = run("show", deal, "--text")
    assert shown.exit_code == 0
    again = run("show", "-", "--text", stdin=shown.stdout)
    assert (again.exit_code, again.stdout) == (0, shown.stdout)
    solved = run("solve", deal, "--position-limit", 20_000, "--jobs", 1)
    assert solved.exit_code == 0
    log = tmp_path / "deal.log"
    log.write_text(solved.stdout, encoding="utf-8")
    verified = run("verify", deal, log)
    assert verified.exit_code == 0
    assert verified.stdout.startswith("won")
    moves = [line for line in solved.stdout.splitlines() if ":" not in line and not line.startswith("#")]
    half = tmp_path / "half.log"
    half.write_text("\n".join(moves[: len(moves) // 2]), encoding="utf-8")
    assert run("verify", deal, half).exit_code == 10
    assert run("show", deal, "--after", half).exit_code == 0
    assert run("solve", deal, "--after", half, "-q", "--position-limit", 20_000, "--jobs", 1).exit_code in CODES
    log.write_text("\n".join(moves[:1] * 3), encoding="utf-8")
    assert run("verify", deal, log).exit_code == 10


def test_json_of_every_command(run: Run, game: str, tmp_path: Path) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(str(dealing.start(dealing.deal(game, 1, dealing.all_options(game)[0]))), encoding="utf-8")
    log = tmp_path / "empty.log"
    log.write_text("", encoding="utf-8")
    for words in (
        ("show", deal),
        ("solve", deal, "--position-limit", 1, "--jobs", 1),
        ("hint", deal, "--position-limit", 1),
        ("verify", deal, log),
        ("rate", deal, "--samples", 2, "--position-limit", 1, "--jobs", 1),
    ):
        result = run(*words, "--json")
        assert result.exit_code in CODES
        assert json.loads(result.stdout)["game"] == game


def test_every_option_can_be_given(run: Run, game: str, tmp_path: Path) -> None:
    for option in patience(game).options:
        for value in dealing.values(option):
            deal = tmp_path / "deal.txt"
            chosen = {other.name: other.default for other in patience(game).options} | {option.name: value}
            deal.write_text(str(dealing.start(dealing.deal(game, 1, chosen))), encoding="utf-8")
            rule = f"{option.name}={value}"
            assert run("show", deal, "--rule", rule).exit_code == 0
            assert (
                run(
                    "solve", deal, "--rule", rule, "--position-limit", 1, "--time-limit", 0.5, "-q", "--jobs", 1
                ).exit_code
                in CODES
            )
        wrong = run("show", deal, "--rule", f"{option.name}=nosuch")
        assert wrong.exit_code == 2
        assert option.name in wrong.stderr


def test_an_explanation_or_a_sentence(run: Run, game: str, tmp_path: Path) -> None:
    deal = tmp_path / "deal.txt"
    deal.write_text(str(dealing.start(dealing.deal(game, 1, dealing.all_options(game)[0]))), encoding="utf-8")
    result = run("explain", deal, "--position-limit", 1, "--time-limit", 1)
    assert result.exit_code in CODES | {2}
    assert "Traceback" not in result.stderr
