"""The start of the command `patience-solver`, which `python -m solver` is too."""

from __future__ import annotations

import os
import signal
from typing import NoReturn


def run() -> NoReturn:
    """Run the command. Ctrl-C while it is still being imported ends it with a word, not with a traceback."""
    before = signal.signal(signal.SIGINT, _end)
    from solver.cli import main

    signal.signal(signal.SIGINT, before)
    main.main()


def _end(*_: object) -> NoReturn:
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(1)


if __name__ == "__main__":
    run()
