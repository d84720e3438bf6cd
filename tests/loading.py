"""Which libraries commands load."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

_MARK = "loaded: "

_PROGRAM = f"""
import sys
from solver.cli import main
libraries, *commands = sys.argv[1:]
for command in commands:
    code = 0
    try:
        main(command.split())
    except SystemExit as end:
        code = end.code or 0
    print("{_MARK}" + command, code, [name for name in libraries.split() if name in sys.modules])
"""


def assert_none_loads(commands: Sequence[str], libraries: Sequence[str], folder: Path) -> None:
    """Each command succeeds and none loads one of the libraries: one after the other in one process, in a folder."""
    words = [sys.executable, "-c", _PROGRAM, " ".join(libraries), *commands]
    done = subprocess.run(words, capture_output=True, text=True, check=True, cwd=folder)
    told = [line for line in done.stdout.splitlines() if line.startswith(_MARK)]
    assert told == [f"{_MARK}{command} 0 []" for command in commands]
