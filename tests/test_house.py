"""The house itself: imports point down, without circles, and no test module imports another."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).parents[1]


def modules(folder: str) -> dict[str, Path]:
    """The modules of a package of the repository by their names."""
    found = {}
    for path in sorted((ROOT / folder).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def imports(path: Path) -> tuple[ast.Import | ast.ImportFrom, ...]:
    """The import statements anywhere in a file."""
    nodes = statements(ast.parse(path.read_text(encoding="utf-8")))
    return tuple(node for node in nodes if isinstance(node, ast.Import | ast.ImportFrom))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """A statement or module with all statements in it, without a look into expressions, which hold none."""
    yield node
    for name in ("body", "orelse", "finalbody", "handlers", "cases"):
        for inner in getattr(node, name, ()):
            yield from statements(inner)


def imported(path: Path, known: dict[str, Path]) -> Iterator[str]:
    """The modules that a file imports anywhere, also late or for its annotations alone."""
    for node in imports(path):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names if name.name in known)
        elif node.module is not None:
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in known else node.module for name in inner if node.module in known)


def test_no_imports_run_in_a_circle() -> None:
    found = modules("solver")
    graph = {name: set(imported(path, found)) - {name} for name, path in found.items()}
    assert sum(map(len, graph.values())) > 500
    assert set(TopologicalSorter(graph).static_order()) == set(found)


def test_the_floors_do_not_know_who_stands_on_them() -> None:
    found = modules("solver")
    above = ("solver.cli", "solver.page", "solver.playing", "solver.surveying")
    patiences = {name: path for name, path in found.items() if name.startswith("solver.patiences.")}
    for name, path in patiences.items():
        own = ".".join(name.split(".")[:3])
        for other in imported(path, found):
            assert not other.startswith(above), f"{name} imports {other}"
            assert not other.startswith("solver.patiences.") or other.startswith(own), f"{name} imports {other}"
    for name in found.keys() - patiences.keys() - {"solver.patiences"}:
        for other in imported(found[name], found):
            assert not other.startswith("solver.patiences."), f"{name} imports {other}: ask the registry"
            assert not other.startswith("solver.cli") or name.startswith(("solver.cli", "solver.__main__")), name


def test_no_test_module_imports_another() -> None:
    found = modules("tests")
    for name, path in found.items():
        wrong = [other for other in imported(path, found) if other.rpartition(".")[2].startswith("test_")]
        assert not wrong, f"{name} imports {wrong}"
