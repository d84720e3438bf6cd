from __future__ import annotations

import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from solver.registry import games
from tests.conftest import Run
from tests.loading import assert_none_loads

ROOT = Path(__file__).parents[2]
COMMANDS = ("solve", "explain", "show", "replay", "play", "verify", "generate", "survey", "rules")


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
    assert "No such command 'slove'. Did you mean 'solve'?" in result.stderr


@pytest.mark.parametrize("game", games())
def test_rules_are_a_page_with_every_option_and_measure(run: Run, game: str) -> None:
    from solver.registry import patience

    result = run("rules", game)
    assert result.exit_code == 0
    found = patience(game)
    assert result.stdout.startswith(f"# {found.title}")
    measures, engines = found.deciding.measures, found.deciding.engines
    named = [*(measure.name for measure in measures), *(engine.name for engine in engines)]
    for option in found.options:
        assert f"`{option.name}`" in result.stdout
        assert all(f"`{value}`" in result.stdout for value in option.values)
    assert all(f"`{word}`" in result.stdout for word in named)


def test_version(run: Run) -> None:
    assert run("--version").stdout.startswith("patience-solver ")


def test_heavy_libraries_stay_away() -> None:
    commands = ("--help", "rules gallery", "solve --help", "solve examples/gallery-solvable.txt")
    slow = ("ortools", "numpy", "pandas", "multiprocessing", "msgspec", "rich", "sqlite3", "distributed")
    assert_none_loads(commands, (*slow, "starlette", "uvicorn"), ROOT)


def test_a_quick_answer_loads_its_own_patience_alone() -> None:
    outside = ("importlib.metadata", "concurrent.futures", "psutil", "json", "random", "subprocess")
    own = ("solver.hinting", "solver.patiences.marriage", "solver.patiences.cross")
    assert_none_loads(["solve examples/gallery-solvable.txt"], (*outside, *own), ROOT)


def test_python_m_solver() -> None:
    run = subprocess.run([sys.executable, "-m", "solver", "--version"], capture_output=True, text=True, check=True)
    assert run.stdout.startswith("patience-solver ")


def shell(command: str) -> subprocess.CompletedProcess[str]:
    program = f'patience-solver() {{ {shlex.quote(sys.executable)} -m solver "$@"; }}; {command}'
    return subprocess.run(["bash", "-c", program], capture_output=True, text=True, check=False)


def test_output_that_cannot_be_written_is_said_in_a_line() -> None:
    run = shell("patience-solver rules gallery > /dev/full")
    assert run.returncode == 1
    assert run.stderr == "Error: the output cannot be written: No space left on device\n"


def test_a_closed_input_is_bad_input() -> None:
    run = shell("patience-solver show - <&-")
    assert run.returncode == 2
    assert run.stderr == "Error: standard input: is closed; expected a file on it\n"


def test_a_reader_that_has_seen_enough_ends_the_output_quietly() -> None:
    run = shell("for i in 1 2 3; do patience-solver rules gallery; done | head -1")
    assert run.stdout == "# Picture Gallery (`gallery`)\n"
    assert "Traceback" not in run.stderr
