"""The start of the command `patience-solver`, which `python -m solver` is too."""

from __future__ import annotations

import atexit
import gc
import sys
import warnings
from typing import NoReturn

from solver.interrupting import ending_at_once, raised_in_vain

YOUNG = 10_000
"""New objects after which garbage in cycles is looked for; Python's 700 are reached over and over during imports."""


def run() -> NoReturn:
    """Run the command.

    Python's warnings and its words about errors in destructors are for developers: `python -W default` shows them.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        sys.unraisablehook = raised_in_vain
    gc.set_threshold(YOUNG)
    atexit.register(gc.freeze)  # with the process all its memory goes: to look there for garbage first is in vain
    with ending_at_once():
        from solver.cli import main
    main.main()


if __name__ == "__main__":
    run()
