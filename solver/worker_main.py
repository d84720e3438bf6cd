"""What runs in a worker process (see `workers`): it calls what it is told to and sends back what came of it.

Messages are pickled and go in frames, calls over standard input and results over the standard output of the start;
whatever a library prints goes to standard error. The worker ends at once, in the middle of a call too, when its input
ends or its parent is gone, however that ended.
"""

from __future__ import annotations

import os
import pickle
import queue
import select
import signal
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import IO, Any

from solver.errors import EngineFault

PARENT_LOOK = 0.25
"""Seconds between two looks at whether the parent is still there."""

_LENGTH = 8
"""Bytes before a frame that say how long it is."""


@dataclass(frozen=True)
class Returned:
    """The call returned this value."""

    value: Any


@dataclass(frozen=True)
class Raised:
    """The call raised an exception: it, or `None` if it cannot be pickled; its last line and all of its traceback."""

    error: Exception | None
    line: str
    trace: str

    @property
    def exception(self) -> Exception:
        """The exception, or one in place of what cannot be pickled."""
        return self.error or EngineFault(self.line)


def write_frame(stream: IO[bytes], content: bytes) -> None:
    """Send one message. Raises OSError when nobody reads any more."""
    stream.write(len(content).to_bytes(_LENGTH, "little"))
    stream.write(content)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next message; `None` at the end of the stream, also one in the middle of a message."""
    length = stream.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    content = stream.read(int.from_bytes(length, "little"))
    return content if len(content) == int.from_bytes(length, "little") else None


def _calls(source: IO[bytes], parent: int) -> Iterator[bytes]:
    """The calls as they come. Meanwhile, in the middle of a call too, a thread ends this process when no more can come.

    Where a thread can wait for nothing but the end of the input, the next call stays in the pipe until its turn comes,
    so that no thread wakes up for it and waits for the interpreter lock. Elsewhere a thread must read all that comes.
    """
    if hasattr(select, "poll"):
        threading.Thread(target=_watch, args=(source, parent), daemon=True).start()
        while (call := read_frame(source)) is not None:
            yield call
    else:
        calls: queue.SimpleQueue[bytes] = queue.SimpleQueue()
        threading.Thread(target=_listen, args=(source, calls), daemon=True).start()
        while True:
            yield calls.get()


def _watch(source: IO[bytes], parent: int) -> None:
    end = select.poll()
    end.register(source, 0)
    # A process forked from the parent may hold the other end of our input open after the parent's death; but then this
    # process is given another parent.
    while os.getppid() == parent and not end.poll(1000 * PARENT_LOOK):
        pass
    os._exit(0)


def _listen(source: IO[bytes], calls: queue.SimpleQueue[bytes]) -> None:
    while (call := read_frame(source)) is not None:
        calls.put(call)
    os._exit(0)


@lru_cache(maxsize=1)
def _function(pickled: bytes) -> Callable[..., object]:
    """The function of a call: mostly that of the call before."""
    function: Callable[..., object] = pickle.loads(pickled)
    return function


def _result_of(call: bytes) -> bytes:
    """What came of a call, pickled. Raises MemoryError, after which the process is not to be used any more."""
    try:
        pickled, arguments = pickle.loads(call)
        return pickle.dumps(Returned(_function(pickled)(*arguments)))
    except MemoryError:
        raise
    except Exception as error:
        import traceback  # takes a while, and most workers never need it

        line = "".join(traceback.format_exception_only(error)).strip()
        trace = traceback.format_exc()
        try:
            pickle.loads(content := pickle.dumps(Raised(error, line, trace)))
        except Exception:  # exceptions are free to be what they like
            return pickle.dumps(Raised(None, line, trace))
        return content


def main(parent: int) -> None:
    """Answer calls of the process `parent` until it ends or closes the input."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the parent's to handle
    # Not by `sys`: in a copy of the parent its streams hold what the parent has read or not yet written.
    source = os.fdopen(os.dup(0), "rb")
    results = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    for call in _calls(source, parent):
        write_frame(results, _result_of(call))
    os._exit(0)
