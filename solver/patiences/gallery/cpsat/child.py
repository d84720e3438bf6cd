"""The process in which CP-SAT runs: `python -m solver.patiences.gallery.cpsat.child`.

Reads pickled requests from standard input, writes pickled answers to standard output, and ends at once when its
input ends or its parent is gone, whatever CP-SAT is doing: so nothing outlives a killed parent.
"""

from __future__ import annotations

import os
import pickle
import queue
import signal
import sys
import threading
import time
import traceback
from typing import BinaryIO

from solver.patiences.gallery.cpsat.request import Answer, Failure, Request

PARENT_LOOK = 0.25
"""Seconds between two looks at whether the parent is still there."""


def _listen(source: BinaryIO, requests: queue.SimpleQueue[Request]) -> None:
    while True:
        try:
            requests.put(pickle.load(source))
        except Exception:  # the end of the input, or an input that breaks off
            os._exit(0)


def _watch_parent(parent: int) -> None:
    # A forked sibling may hold the other end of our input open after the parent's death; the parent's id changes then.
    while os.getppid() == parent:
        time.sleep(PARENT_LOOK)
    os._exit(0)


def _answer(request: Request) -> Answer | Failure:
    try:
        from solver.patiences.gallery.cpsat.run import answer

        return answer(request)
    except Exception:
        return Failure(traceback.format_exc())


def main() -> None:
    """Answer requests until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C reaches the parent, which ends this process
    # Answers have their channel to themselves: whatever a library prints goes to standard error.
    answers = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests: queue.SimpleQueue[Request] = queue.SimpleQueue()
    threading.Thread(target=_watch_parent, args=(os.getppid(),), daemon=True).start()
    threading.Thread(target=_listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    while True:
        pickle.dump(_answer(requests.get()), answers)
        answers.flush()


if __name__ == "__main__":
    main()
