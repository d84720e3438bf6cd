from __future__ import annotations

import subprocess
import sys

import pytest

from solver.registry import GAMES
from tests.conftest import Run

COMMANDS = ("solve", "explain", "show", "verify", "generate", "rules")


def test_help_lists_every_command(run: Run) -> None:
    result = run("--help")
    assert result.exit_code == 0
    assert all(f"  {command} " in result.stdout for command in COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_each_command_has_help_with_an_example(run: Run, command: str) -> None:
    result = run(command, "-h")
    assert result.exit_code == 0
    assert f"\n    patience-solver {command} " in result.stdout


def test_a_mistyped_command_comes_with_the_nearest_one(run: Run) -> None:
    result = run("slove")
    assert result.exit_code == 2
    assert 'unknown command "slove", did you mean "solve"?' in result.stderr


@pytest.mark.parametrize("game", GAMES)
def test_rules_are_a_page_with_every_option_and_measure(run: Run, game: str) -> None:
    from solver.registry import patience

    result = run("rules", game)
    assert result.exit_code == 0
    found = patience(game)
    assert result.stdout.startswith(f"# {found.title}")
    for option in found.options:
        assert f"`{option.name}`" in result.stdout
        assert all(f"`{value}`" in result.stdout for value in option.values)
    assert all(f"`{measure}`" in result.stdout for measure in found.measures)


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("patience-solver ")


@pytest.mark.parametrize("words", [["--help"], ["rules", "gallery"], ["solve", "--help"]])
def test_heavy_libraries_stay_away(words: list[str]) -> None:
    program = (
        "import sys; from solver.cli import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in ('ortools', 'numpy', 'pandas', 'psutil', 'multiprocessing') if name in sys.modules])"
    )
    run = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "[]"


def test_python_m_solver() -> None:
    run = subprocess.run([sys.executable, "-m", "solver", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("patience-solver ")
