"""The status line on a terminal: one line, never wider than the terminal, gone before anything else is printed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from solver.bounds import Bounds
from solver.cli import main, progress, reporter
from solver.cli.reporter import Form, Reporter
from solver.limits import Limits, Progress
from tests.terminals import AGAIN, Terminal, run_at, terminal


@contextmanager
def at(columns: int) -> Iterator[Terminal]:
    """A terminal so wide on which what is shown is drawn at once."""
    with pytest.MonkeyPatch.context() as patched, terminal(columns) as found:
        patched.setattr(progress, "PERIOD", 0.0)
        patched.setenv("COLUMNS", str(columns))
        patched.setenv("TERM", "xterm")
        patched.delenv("NO_COLOR", raising=False)
        patched.setattr(sys, "stdout", found.stream)
        patched.setattr(sys, "stderr", found.stream)
        yield found


def drawn(columns: int, steps: list[Progress], total: int | None) -> Terminal:
    """A terminal on which a search has shown its progress."""
    with at(columns) as found:
        report = Reporter(Form.TEXT)
        with report.progress(total, "deals") as display, report.searching(Limits(), display):
            for step in steps:
                display.describe(reporter._words(step))
            display.advance()
    return found


STEPS = [
    Progress(10**number, 7, 93 << 20, 3.25 * number, engine, Bounds(2, 7))
    for number, engine in enumerate(("depth-first search", "limited discrepancy search", "CP-SAT"), 3)
]


@pytest.mark.parametrize("total", [None, 30])
@pytest.mark.parametrize("columns", [5, 20, 40, 80, 200])
def test_the_status_never_scrolls(columns: int, total: int | None) -> None:
    found = drawn(columns, STEPS * 3, total)
    statuses = found.statuses()
    assert len(statuses) >= len(STEPS) * 3
    assert all(len(one) <= columns for one in statuses)
    assert found.text.count("\n") == 1  # before it is taken away
    assert found.text.endswith("\n\x1b[?25h\r\x1b[1A\x1b[2K")
    assert found.kept() == ""


def test_the_status_shows_the_engine_at_work_its_bounds_and_its_memory() -> None:
    cp_sat = Progress(0, 0, 93 << 20, 3.25, "CP-SAT", Bounds(2, 7))
    found = drawn(60, [STEPS[0], cp_sat], None)
    assert list(dict.fromkeys(one.rstrip() for one in found.statuses())) == [
        "depth-first search, 1,000 positions, depth 7, solvable, bet…",
        "CP-SAT, solvable, between 2 and 7, 93 MB, 3.2 s",
    ]


def test_deals_that_are_generated_are_printed_below_no_bar() -> None:
    words = ("generate", "gallery", "--seed", "44", "--where", "redeals=6", "--jobs", "1")
    with at(40) as found, pytest.raises(SystemExit) as ended:
        main(words)
    assert ended.value.code == 0
    assert found.statuses(), "nothing was shown"
    assert all(len(one.splitlines()[-1]) <= 40 for one in found.statuses())  # one may come after the deal
    assert found.kept().startswith("# gallery: random deal of seed 45\n# solvable: redeals 6 (proved)\ngame: gallery\n")
    assert found.kept().endswith("\ngallery: kept 1 of 2 deals, 50.0 % (9.5 % to 90.5 %)\n")


@pytest.mark.slow
def test_cp_sat_says_at_a_terminal_how_far_it_has_come() -> None:
    words = ("solve", "examples/gallery-solvable.txt", "--engine", "cp-sat", "--best", "redeals", "--time-limit", "5")
    code, found = run_at(80, *words)
    assert code in (0, 20)
    assert any(one.startswith("CP-SAT, ") and " MB, " in one for one in found.statuses())
    assert found.text.rindex(AGAIN) < found.text.index("# CP-SAT; ")
