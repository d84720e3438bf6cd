"""Which twin searches: the native one where the extension module has been built, unless the environment says no.

Everything that has a native twin asks here; see docs/native.md.
"""

from __future__ import annotations

import os
from importlib import import_module

SWITCH = "PATIENCE_SOLVER_PURE"
"""The environment variable that switches the native searches off when it is `1`."""

INTERFACE = 5
"""The number of what the extension module offers and how it is called (`kInterface` in native/module.cpp)."""


def _look() -> tuple[bool, str]:
    """Whether the extension module `solver._native` can be used, and why not, in a few words."""
    try:
        module = import_module("solver._native")
    except ImportError:
        return False, "no native search was built"
    found = getattr(module, "INTERFACE", 1)
    if found == INTERFACE:
        return True, ""
    return (
        False,
        f"the native search is of another version, with interface {found} instead of {INTERFACE}: install again",
    )


BUILT, _REASON = _look()
"""Whether the extension module `solver._native` is there, and is the one that belongs to these modules."""

USED = BUILT and os.environ.get(SWITCH) != "1"
"""Whether native searches are used; settled when the program starts."""


def words() -> str:
    """What searches, in a few words for `--version` and statistics."""
    if USED:
        return "native search"
    return f"plain Python searches ({f'{SWITCH} is 1' if BUILT else _REASON})"
