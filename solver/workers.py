"""Other processes that work for this one: stopped at any time, gone when this one is, and lost without harm.

A `Worker` is a fresh Python that calls functions of importable modules (`worker_main`). It does not hear Ctrl-C, not
even while it starts; to stop it is to kill it, which also gives back all its memory. When it is killed from outside,
crashes or runs out of memory, that is a result like any other: `Lost`.

A fresh Python takes as long to start and to import the package as to decide a hundred easy deals. So workers that are
started together are copies of this process (`os.fork`) where that is safe: on Linux, as long as it has one thread
alone, so that no lock is held by a thread that the copy does not have. A worker that takes a lost one's place is a
fresh Python.

Neither multiprocessing nor concurrent.futures does: their workers import the program's main module anew, import from
the working folder, hear Ctrl-C until they have started, and when one is killed all results of its pool are lost.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import queue
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, NoReturn, Self, TypeAlias

from solver.worker_main import Raised, Returned, main, read_frame, write_frame

if TYPE_CHECKING:
    import subprocess

LAST_WORDS = 4096
"""Bytes that are kept of what a worker writes to its standard error."""

LOOK = 0.05
"""Seconds that a wait for results lasts at most before signals are looked at."""

JOIN = 1.0
"""Seconds to wait for the end of a dead worker's streams, which a process that it has started may hold open."""

_MAIN = "import sys; sys.path.append(sys.argv[1]); from solver.worker_main import main; main(int(sys.argv[2]))"


class Loss(Enum):
    """How a worker was lost; each value is how a sentence about it goes on."""

    NOT_STARTED = "could not be started"
    KILLED = "was killed"
    MEMORY = "ran out of memory"
    CRASHED = "crashed"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Lost:
    """The process is gone, and with it what it was called for. `detail` is more for people, or empty."""

    loss: Loss
    detail: str = ""

    def __str__(self) -> str:
        return f"{self.loss} ({self.detail})" if self.detail else str(self.loss)


class CannotStart(Exception):
    """The system starts no further process; `lost` says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(f"no process can be started: {reason}")
        self.lost = Lost(Loss.NOT_STARTED, reason)


Result: TypeAlias = Returned | Raised | Lost
"""What comes of a call."""


def processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Keep an interrupt waiting; processes and threads that start meanwhile never hear it.

    They inherit that the signal is blocked. It may still come to another thread, and Python would then handle it in the
    main one: so there it is only noted, and raised again at the end.
    """
    heard: list[int] = []
    in_main = threading.current_thread() is threading.main_thread() and signal.getsignal(signal.SIGINT) is not None
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT}) if hasattr(signal, "pthread_sigmask") else None
    handler = signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number)) if in_main else None
    try:
        yield
    finally:
        if in_main:
            signal.signal(signal.SIGINT, handler)
        if mask is not None:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
        if heard:
            signal.raise_signal(signal.SIGINT)


class _Copy:
    """A copy of this process that works for it: as much of `subprocess.Popen` as a worker needs.

    The copy does nothing else than `worker_main.main`: it never returns to what this process is about to do.
    """

    def __init__(self) -> None:
        calls, results, errors = os.pipe(), os.pipe(), os.pipe()
        for stream in (sys.stdout, sys.stderr):  # what they hold is not written twice
            with contextlib.suppress(AttributeError, OSError, ValueError):
                stream.flush()
        parent = os.getpid()
        self.pid = os.fork()
        if self.pid == 0:
            _work((calls[0], results[1], errors[1]), parent)
        for end in (calls[0], results[1], errors[1]):
            os.close(end)
        self.stdin = os.fdopen(calls[1], "wb")
        self.stdout, self.stderr = (os.fdopen(ends[0], "rb") for ends in (results, errors))
        self._code: int | None = None
        self._lock = threading.Lock()

    def kill(self) -> None:
        with self._lock:
            if self._code is None:
                os.kill(self.pid, signal.SIGKILL)

    def wait(self) -> int:
        """The exit code when it has ended, below 0 the signal that has ended it."""
        with contextlib.suppress(ChildProcessError):  # another thread was first
            os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        with self._lock:
            if self._code is None:
                self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            return self._code


def _work(ends: tuple[int, int, int], parent: int) -> NoReturn:
    """Be a worker from here on, with these ends of pipes as the standard streams and no other file open."""
    try:
        gc.freeze()  # what the parent has thrown away is not ours to clean up
        above = [os.dup(end) for end in ends]  # none of them is one of the three that are replaced
        while min(above) <= 2:
            above = [os.dup(end) for end in above]
        for number, end in enumerate(above):
            os.dup2(end, number)
        for name in os.listdir("/proc/self/fd"):
            if int(name) > 2:
                with contextlib.suppress(OSError):
                    os.close(int(name))
        main(parent)
    except BaseException as error:
        os.write(2, f"{type(error).__name__}: {error}\n".encode(errors="replace"))
    finally:
        os._exit(1)


def is_safe_to_copy() -> bool:
    """Whether this is a system where a process with one thread alone may be copied, and it has only one."""
    if sys.platform != "linux":
        return False
    try:
        return len(os.listdir("/proc/self/task")) == 1
    except OSError:
        return False


def _fresh() -> subprocess.Popen[bytes]:
    """A fresh Python that works for this process."""
    import subprocess  # takes a while, and copies do without it

    package = str(Path(__file__).resolve().parents[1])
    return subprocess.Popen(
        # -P: the working folder is no place to import from.
        [sys.executable, "-P", "-c", _MAIN, package, str(os.getpid())],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )


class Worker:
    """A process that calls functions, one after the other.

    As a context it is started when the context is entered and gone when that is left, whatever interrupts either.

    results: where what comes of its calls is put together with itself, in the order of the calls; after a `Lost`
    nothing comes any more. Several workers may share a queue.
    """

    def __init__(self, results: queue.SimpleQueue[tuple[Worker, Result]] | None = None) -> None:
        self.results: queue.SimpleQueue[tuple[Worker, Result]] = queue.SimpleQueue() if results is None else results
        self._process: subprocess.Popen[bytes] | _Copy | None = None
        self._threads: list[threading.Thread] = []
        self._said = b""
        self._function: Callable[..., object] | None = None
        self._pickled_function = b""

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    @property
    def pid(self) -> int:
        """The id of the process, which has been started."""
        assert self._process is not None
        return self._process.pid

    def start(self) -> None:
        """Start the process. When an interrupt or an error passes through there is none.

        Raises:
            CannotStart: there is no room for another process, or no rights.
        """
        start_together([self], copies=False)

    def start_process(self, *, copied: bool) -> None:
        """Start the process, as a copy of this one or a fresh one, and not yet listen to it. Raises CannotStart."""
        try:
            self._process = _Copy() if copied else _fresh()
        except (OSError, MemoryError) as error:
            raise CannotStart(str(error) or "out of memory") from error

    def listen(self) -> None:
        """Take what the process sends from now on. Raises CannotStart."""
        assert self._process is not None
        for listen in (self._overhear, self._listen):
            thread = threading.Thread(target=listen, args=(self._process,), daemon=True)
            try:
                thread.start()
            except RuntimeError as error:  # no room for a thread
                raise CannotStart(str(error)) from error
            self._threads.append(thread)

    def kill(self) -> None:
        """Kill the process, whatever it is doing, and do not wait; nothing if it has not been started."""
        if self._process is not None:
            self._process.kill()

    def stop(self) -> None:
        """Kill the process and wait until it is gone; nothing if it has not been started."""
        if self._process is None:
            return
        self._process.kill()
        self._process.wait()
        for thread in self._threads:
            thread.join(JOIN)
        for stream in (self._process.stdin, self._process.stdout, self._process.stderr):
            assert stream is not None
            with contextlib.suppress(OSError):  # what was not written to a dead process
                stream.close()

    def call(self, function: Callable[..., object], *arguments: object) -> None:
        """Have a function called: one of an importable module, as it goes there by its name.

        One that is called again must not have changed.
        """
        assert self._process is not None
        assert self._process.stdin is not None
        if self._function is not function:
            self._function, self._pickled_function = function, pickle.dumps(function)
        content = pickle.dumps((self._pickled_function, arguments))
        with contextlib.suppress(OSError):  # the process has ended: `Lost` comes as the result
            write_frame(self._process.stdin, content)

    def result(self, timeout: float = LOOK) -> Result | None:
        """What came of the oldest call without a result; `None` if nothing has come in so many seconds."""
        try:
            return self.results.get(timeout=timeout)[1]
        except queue.Empty:
            return None

    def _listen(self, process: subprocess.Popen[bytes] | _Copy) -> None:
        assert process.stdout is not None
        while (content := read_frame(process.stdout)) is not None:
            self.results.put((self, _unpacked(content)))
        self._threads[0].join(JOIN)
        self.results.put((self, _lost(process.wait(), self._said.decode(errors="replace").strip())))

    def _overhear(self, process: subprocess.Popen[bytes] | _Copy) -> None:
        assert process.stderr is not None
        while said := os.read(process.stderr.fileno(), LAST_WORDS):
            self._said = (self._said + said)[-LAST_WORDS:]


def start_together(workers: Sequence[Worker], *, copies: bool) -> None:
    """Start workers together: all or, where an interrupt or an error passes through, none. Raises CannotStart."""
    try:
        with _deaf():
            for worker in workers:
                worker.start_process(copied=copies)
            for worker in workers:  # only now: a process with threads is not copied
                worker.listen()
    except BaseException:
        for worker in workers:
            worker.stop()
        raise


def _unpacked(content: bytes) -> Result:
    try:
        result: Result = pickle.loads(content)
    except Exception as error:  # a value may be pickled and yet not come back
        return Raised(None, f"{type(error).__name__}: {error}", "")
    return result


def _lost(code: int, said: str) -> Lost:
    """How a process was lost that ended with this exit code (below 0: by that signal), and wrote this to its errors."""
    if any(word in said for word in ("MemoryError", "bad_alloc", "allocate memory", "Out of memory")):
        return Lost(Loss.MEMORY)
    last = said.splitlines()[-1] if said else ""
    if code in (-signal.SIGTERM, -getattr(signal, "SIGKILL", signal.SIGTERM)):
        return Lost(
            Loss.KILLED, f"by signal {-code}" + (", as the system does when memory runs out" if code == -9 else "")
        )
    how = f"by signal {-code}" if code < 0 else f"exit code {code}"
    return Lost(Loss.CRASHED, f"{how}: {last}" if last else how)
