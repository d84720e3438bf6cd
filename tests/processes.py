"""Looking at the worker processes that a test has started."""

from __future__ import annotations

import psutil


def workers_below(process: psutil.Process) -> list[psutil.Process]:
    """The workers among the processes that a process has started: fresh ones, and copies of it."""
    found = []
    copied = process.cmdline()
    for child in process.children(recursive=True):
        try:
            words = child.cmdline()
            if words == copied or any("worker_main" in word for word in words):
                found.append(child)
        except psutil.Error:  # gone, or a zombie without a command line
            continue
    return found


def is_gone(process: psutil.Process) -> bool:
    try:
        return not process.is_running() or process.status() == psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return True
