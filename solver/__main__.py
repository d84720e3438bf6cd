"""The start of the command `patience-solver`, which `python -m solver` is too."""

from __future__ import annotations

import sys
import warnings
from typing import NoReturn

from solver.interrupting import ending_at_once, raised_in_vain


def run() -> NoReturn:
    """Run the command.

    Python's warnings and its words about errors in destructors are for developers: `python -W default` shows them.
    """
    if not sys.warnoptions:
        warnings.simplefilter("ignore")
        sys.unraisablehook = raised_in_vain
    with ending_at_once():
        from solver.cli import main
    main.main()


if __name__ == "__main__":
    run()
