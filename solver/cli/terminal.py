"""What the terminal at standard output can show."""

from __future__ import annotations

import os
import shutil
import sys

from solver.cli.streams import encoding_of
from solver.letters import Letters
from solver.page.terminal import Style


def style(letters: Letters) -> Style:
    """Signs and colour on a terminal that has them, plain letters elsewhere; no colour with NO_COLOR."""
    terminal = sys.stdout is not None and sys.stdout.isatty() and os.environ.get("TERM") != "dumb"
    signs = terminal and encoding_of(sys.stdout).startswith("utf")
    return Style(
        width=shutil.get_terminal_size().columns,
        signs=signs,
        colour=terminal and not os.environ.get("NO_COLOR"),
        letters=letters,
    )
