"""Which twin searches: the native one where the extension module has been built, unless the environment says no.

Everything that has a native twin asks here; see docs/native.md.
"""

from __future__ import annotations

import os
from importlib import import_module

SWITCH = "PATIENCE_SOLVER_PURE"
"""The environment variable that switches the native searches off when it is `1`."""

try:
    import_module("solver._native")
except ImportError:
    BUILT = False
else:
    BUILT = True
"""Whether the extension module `solver._native` is there."""

USED = BUILT and os.environ.get(SWITCH) != "1"
"""Whether native searches are used; settled when the program starts."""


def words() -> str:
    """What searches, in a few words for `--version` and statistics."""
    if USED:
        return "native search"
    return f"plain Python searches ({SWITCH} is 1)" if BUILT else "plain Python searches (no native search was built)"
