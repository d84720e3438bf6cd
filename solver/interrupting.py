"""Ctrl-C where Python alone would not heed it well: while modules are imported, and in destructors."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NoReturn

_SOON = 0.05
"""Seconds after which an interrupt that was lost comes again."""


@contextmanager
def ending_at_once() -> Iterator[None]:
    """Let Ctrl-C end the program at once with a word and the exit code 1, as modules are imported.

    There is nothing yet that would have to be cleaned up, and an interrupt raised in the middle of an import may end
    the program as if nobody had caught it. Without effect outside the main thread.
    """
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


def raised_in_vain(found: sys.UnraisableHookArgs) -> None:
    """Take note of an error that Python cannot raise, for a destructor or callback met it: an interrupt comes again.

    Others are without effect, and no business of the user's.
    """
    if issubclass(found.exc_type, KeyboardInterrupt):
        threading.Timer(_SOON, os.kill, (os.getpid(), signal.SIGINT)).start()
