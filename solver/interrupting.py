"""Ctrl-C while modules are imported: it ends the program with a word.

An interrupt that is raised in the middle of an import may get lost in one of its callbacks, or end the program as if it
had not been caught; and there is nothing yet that would have to be cleaned up.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let Ctrl-C end the program at once with the exit code 1; without effect outside the main thread."""
    try:
        before = signal.signal(signal.SIGINT, _end)
    except ValueError:
        yield
        return
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _end(*_: object) -> NoReturn:
    try:
        os.write(2, b"\ninterrupted\n")
    finally:
        os._exit(1)
