"""The start of the command `patience-solver`, which `python -m solver` is too."""

from __future__ import annotations

import sys
import warnings
from typing import NoReturn

from solver.interrupting import ending_at_once


def run() -> NoReturn:
    """Run the command. Python's warnings, which are for developers, are shown with `python -W` alone."""
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
    with ending_at_once():
        from solver.cli import main
    main.main()


if __name__ == "__main__":
    run()
