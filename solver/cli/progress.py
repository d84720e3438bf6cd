"""What goes on meanwhile: one line on the terminal, for searching, many deals and generating alike."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Self

if TYPE_CHECKING:
    from rich.progress import Progress as Bar
    from rich.progress import TaskID

PERIOD = 0.1
"""Seconds between two drawings; nothing is drawn, and rich not imported, before the first."""


class Display:
    """One line on standard error, never wider than the terminal and only on one: how far the work has come.

    total: how many things there are to do (`k of n` and the time left are shown), or None; things: what they are.
    """

    def __init__(self, total: int | None = None, things: str = "") -> None:
        self._total = total
        self._things = things
        self._done = 0
        self._about = ""
        self._bar: tuple[Bar, TaskID] | None = None
        self._on = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._next = time.monotonic() + PERIOD

    @property
    def is_on(self) -> bool:
        """Whether anything is ever shown."""
        return self._on

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self._on = False
        self._hide()

    def expect(self, total: int | None) -> None:
        """Say how many things there are to do, before any is done."""
        self._total = total

    def describe(self, about: str) -> None:
        """Say what is being done."""
        self._about = about
        self._draw()

    def advance(self, things: int = 1) -> None:
        """Count one thing, or several, as done."""
        self._done += things
        if self._total is not None:
            self._draw()

    @contextmanager
    def hidden(self) -> Iterator[None]:
        """Take the line away while something else is printed."""
        self._hide()
        yield

    def _hide(self) -> None:
        if self._bar is not None:
            self._bar[0].stop()
            self._bar = None

    def _draw(self) -> None:
        now = time.monotonic()
        if not self._on or now < self._next or not (self._total or self._about):
            return
        self._next = now + PERIOD
        if self._bar is None:
            self._bar = self._started()
        bar, task = self._bar
        bar.update(task, description=self._about, completed=self._done)
        bar.refresh()

    def _started(self) -> tuple[Bar, TaskID]:
        from rich.console import Console
        from rich.progress import MofNCompleteColumn, Progress, ProgressColumn, TextColumn, TimeRemainingColumn
        from rich.table import Column

        about = Column(ratio=1, no_wrap=True, overflow="ellipsis")
        columns: list[ProgressColumn] = [TextColumn("{task.description}", markup=False, table_column=about)]
        if self._total is not None:
            one_line = {"no_wrap": True, "overflow": "ellipsis"}
            columns = [
                TextColumn(self._things, markup=False, table_column=Column(**one_line)),  # type: ignore[arg-type]
                MofNCompleteColumn(" of ", table_column=Column(**one_line)),  # type: ignore[arg-type]
                TimeRemainingColumn(compact=True, table_column=Column(**one_line)),  # type: ignore[arg-type]
                *columns,
            ]
        console = Console(stderr=True, highlight=False)
        bar = Progress(
            *columns,
            console=console,
            auto_refresh=False,
            transient=True,
            redirect_stdout=False,
            redirect_stderr=False,
            expand=True,
        )
        task = bar.add_task(self._about, total=self._total, completed=self._done)
        bar.start()
        return bar, task
