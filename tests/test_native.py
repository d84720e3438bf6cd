"""Which twin searches: how it is chosen, said and switched off."""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from importlib import import_module
from pathlib import Path

import pytest

from solver import native

EXAMPLE = Path(__file__).parents[1] / "examples" / "gallery-solvable.txt"


def printed(*words: object, **environment: str) -> str:
    """What Python prints in a new process, where the choice is made anew; without a switch in the environment."""
    clean = {name: value for name, value in os.environ.items() if name != native.SWITCH}
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, env=clean | environment, capture_output=True, text=True, check=True).stdout


def solver(*words: object, **environment: str) -> str:
    """What the command prints in a new process."""
    return printed("-m", "solver", *words, **environment)


def test_the_switch_makes_plain_python_search() -> None:
    program = (
        "from solver.patiences.gallery.search import twins;"
        "print(twins.StandstillSearch.__module__, twins.DiscrepancySearch.__module__)"
    )
    folder = "solver.patiences.gallery.search"
    assert printed("-c", program, **{native.SWITCH: "1"}).split() == [f"{folder}.standstills", f"{folder}.discrepancy"]
    for value in ("", "0"):
        used = printed("-c", program, **{native.SWITCH: value}).split()
        assert all(module == "solver._native" for module in used) == native.BUILT


def test_version_and_statistics_say_what_searches() -> None:
    plain = solver("--version", **{native.SWITCH: "1"})
    reason = f"{native.SWITCH} is 1" if native.BUILT else "no native search was built"
    assert plain.endswith(f", plain Python searches ({reason})\n")
    assert f"; plain Python searches ({reason})\n" in solver("solve", EXAMPLE, **{native.SWITCH: "1"})


@pytest.mark.skipif(not native.BUILT, reason="no native search was built")
def test_both_ways_find_the_same_line_with_the_same_counts() -> None:
    assert solver("--version").endswith(", native search\n")
    ways = [solver("solve", EXAMPLE, **{native.SWITCH: switch}) for switch in ("0", "1")]
    moves = [[line for line in way.splitlines() if not line.startswith("#")] for way in ways]
    counts = [way[: way.index("; seconds")] for way in ways]
    assert "plain Python" not in ways[0]
    assert moves[0] == moves[1]
    assert counts[0] == counts[1]


@pytest.mark.parametrize("number", [None, native.INTERFACE + 1])
def test_a_module_of_another_version_is_refused_with_a_sentence(number: int | None, tmp_path: Path) -> None:
    stale = "" if number is None else f"INTERFACE = {number}\n"
    (tmp_path / "stale.py").write_text(
        f"import sys, types\nmodule = types.ModuleType('solver._native')\nexec({stale!r}, module.__dict__)\n"
        "sys.modules['solver._native'] = module\n"
        "from solver.cli import main\nmain()\n"
    )
    reason = f"with interface {number or 1} instead of {native.INTERFACE}: install again"
    said = printed(tmp_path / "stale.py", "--version")
    assert said.endswith(f", plain Python searches (the native search is of another version, {reason})\n")
    solved = printed(tmp_path / "stale.py", "solve", EXAMPLE)
    assert reason in solved
    assert solved.startswith("# solvable")


@pytest.mark.skipif(not native.BUILT, reason="no native search was built")
def test_the_types_name_what_the_module_offers() -> None:
    module = import_module("solver._native")
    types = ast.parse((Path(native.__file__).parent / "_native.pyi").read_text(encoding="utf-8"))
    named = {node.name for node in types.body if isinstance(node, ast.ClassDef | ast.FunctionDef)}
    assert named == {name for name in dir(module) if not name.startswith("_") and callable(getattr(module, name))}
