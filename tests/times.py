"""How long tests wait: no test may hang on how fast a machine is, nor on where it stops for a while."""

from __future__ import annotations

import time
from collections.abc import Callable

from solver.limits import Limits

AT_ONCE = 30.0
"""Seconds that "at once" may take on a slow and busy machine; what is not at once takes minutes."""

LONG = 600.0
"""Seconds that never pass: of a sleep that is broken off, of a wait for what is sure to come."""

AMPLE = Limits(seconds=LONG)
"""Limits of a search that is to decide: they only end a test that would never end."""


def wait_for(condition: Callable[[], object], seconds: float = LONG) -> bool:
    """Whether the condition comes true in time."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.01)
    return True
