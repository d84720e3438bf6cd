"""Hostile surroundings for a command: its streams, terminal, folder, environment, resources and interrupts."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import shlex
import signal
import struct
import subprocess
import sys
import termios
import threading
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import psutil

from tests.times import AT_ONCE, LONG

ROOT = Path(__file__).parents[2]
SECONDS = LONG
"""After so long a command counts as hung; the limits given to it are far below."""

AGAIN = 30
"""Seconds after which an interrupt without effect is repeated."""

ORPHANED = AT_ONCE
"""Seconds after which no process that a command has started may be left."""

ENCODINGS = ("utf-8", "cp1252", "ascii", "latin-1", "cp437", "utf-16", "koi8-r")
NOBODY = 65534

_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


@dataclass
class Surroundings:
    """How a command is run.

    stdin: the file that it can read there; redirect: added by the shell; reader_gone: nobody reads its output;
    terminal: the columns of the terminal that its output and errors go to, 0 for none; limits: of resources, set by the
    shell; folder: what is wrong with the working folder ("", "read-only", "deleted"); interrupt: a signal and the
    seconds after which it comes; output_fails: some stream or file cannot be written, so that the code 1 is honest.
    """

    stdin: str = os.devnull
    redirect: str = ""
    reader_gone: bool = False
    terminal: int = 0
    environment: dict[str, str] = field(default_factory=dict)
    limits: str = ""
    folder: str = ""
    interrupt: tuple[signal.Signals, float] | None = None
    output_fails: bool = False


@dataclass(frozen=True)
class Ended:
    """How a command ended: its code (128 + the number of a signal that ended it), its output and its errors.

    On a terminal these two are one.
    """

    status: int
    output: str
    errors: str


def surroundings(rng: random.Random) -> Surroundings:
    """Friendly ones in every fourth case."""
    found = Surroundings(stdin=rng.choice((os.devnull, "deal.txt", "deals.jsonl", "moves.log")))
    if rng.random() < 0.25:
        found.redirect = rng.choice((">&-", "2>&-", "<&-", ">/dev/full", "2>/dev/full", ">&- 2>&-", ""))
        found.reader_gone = not found.redirect
        found.output_fails = found.redirect != "<&-"
    elif rng.random() < 0.3:
        found.terminal = rng.choice((1, 2, 10, 20, 40, 40, 80, 200, rng.randint(1, 300)))
    if rng.random() < 0.35:
        encoding = rng.choice(ENCODINGS)
        found.environment = {"PYTHONIOENCODING": encoding, "LC_ALL": "C", "PYTHONUTF8": "0"}
        if not found.terminal:
            found.environment["COLUMNS"] = rng.choice("19")
    if rng.random() < 0.2:
        found.limits = rng.choice(
            (
                f"ulimit -v {rng.choice((100_000, 150_000, 300_000, 600_000))}",
                f"ulimit -n {rng.choice((5, 6, 8, 10, 16))}",
                f"ulimit -f {rng.choice((0, 1))}",
                f"ulimit -c 0; ulimit -s {rng.choice((256, 1024))}",
            )
        )
        found.output_fails = True
    if rng.random() < 0.12:
        found.folder = rng.choice(("read-only", "deleted"))
        found.output_fails = True
    if rng.random() < 0.25:
        found.interrupt = (
            rng.choice((signal.SIGINT, signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGKILL)),
            rng.choice((0.1, 0.3, 1.0, 2.0)) * rng.random(),
        )
    return found


@cache
def can_be_nobody() -> bool:
    """Whether the superuser runs this, who may write everywhere, and can run the program as somebody else."""
    if os.geteuid() != 0:
        return False
    words = [sys.executable, "-c", "import solver.cli.commands"]
    try:
        return (
            subprocess.run(words, cwd="/", user=NOBODY, group=NOBODY, capture_output=True, check=False).returncode == 0
        )
    except OSError:
        return False


def start(words: list[str], around: Surroundings, folder: Path) -> Ended:
    """Run a command in a folder to its end. Raises AssertionError when it hangs or leaves processes behind."""
    script = f'{around.limits or ":"}; exec "$@" {around.redirect}'
    user = None
    if around.folder == "deleted":
        script = f"mkdir gone; cd gone; rmdir ../gone; {script}"
    elif around.folder == "read-only":
        for path in (folder, *folder.iterdir()):
            path.chmod(0o555 if path.is_dir() else 0o444)
        user = NOBODY if can_be_nobody() else None
    output, errors = _Read(*(_terminal(around.terminal) if around.terminal else os.pipe())), None
    if not around.terminal:
        errors = _Read(*os.pipe())
    stdin = (folder / around.stdin).open("rb")
    process = subprocess.Popen(
        ["bash", "-c", script, "bash", sys.executable, "-P", "-m", "solver", *words],
        cwd=folder,
        env=os.environ | {"TERM": "xterm", "HOME": str(folder), "PYTHONFAULTHANDLER": "1"} | around.environment,
        stdin=stdin,
        stdout=output.end,
        stderr=(errors or output).end,
        start_new_session=True,
        user=user,
        group=user,
    )
    stdin.close()
    for one in filter(None, (output, errors)):
        one.begin(gone=around.reader_gone and one is output)
    hung = False
    try:
        _wait(process, around)
    except subprocess.TimeoutExpired:
        hung = True
        process.send_signal(signal.SIGABRT)  # Python says then where it was
    finally:
        _end_session(process, hung=hung)
    encoding = around.environment.get("PYTHONIOENCODING", "utf-8")
    status = process.returncode
    said = output.text(encoding)
    if hung:
        raise AssertionError(f"{shlex.join(words)} {around} does not end:\n{said}\n{errors and errors.text(encoding)}")
    return Ended(128 - status if status < 0 else status, said, said if errors is None else errors.text(encoding))


def without_sequences(text: str) -> str:
    """What was printed to a terminal, without the codes for colours and for drawing a line again."""
    return _SEQUENCE.sub("", text).replace("\r", "")


class _Read:
    """Reads what comes through a pipe or to a terminal until the last process has closed it.

    end: where it is written.
    """

    def __init__(self, reading: int, end: int) -> None:
        self.end = end
        self._reading = reading
        self._parts: list[bytes] = []
        self._thread = threading.Thread(target=self._read, daemon=True)

    def begin(self, *, gone: bool) -> None:
        """Read from now on, or never, when the reader is gone."""
        os.close(self.end)
        if gone:
            os.close(self._reading)
        else:
            self._thread.start()

    def _read(self) -> None:
        with contextlib.suppress(OSError):
            while part := os.read(self._reading, 65536):
                self._parts.append(part)
        os.close(self._reading)

    def text(self, encoding: str) -> str:
        """All that came."""
        if self._thread.ident is not None:
            self._thread.join(ORPHANED)
        return b"".join(self._parts).decode(encoding, "replace")


def _terminal(columns: int) -> tuple[int, int]:
    """A terminal so wide: its two ends."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    return master, slave


def _wait(process: subprocess.Popen[bytes], around: Surroundings) -> None:
    """Wait for the end; an interrupt is repeated after a while, for one may get lost in a callback of Python's."""
    if around.interrupt:
        kind, seconds = around.interrupt
        for patience in (seconds, AGAIN):
            try:
                process.wait(patience)
            except subprocess.TimeoutExpired:
                process.send_signal(kind)
    process.wait(SECONDS)


def _end_session(process: subprocess.Popen[bytes], *, hung: bool) -> None:
    """See that no process of the command's session is left. Raises AssertionError, and ends those that are."""
    end = time.monotonic() + (2 if hung else ORPHANED)
    while (left := _session(process.pid)) and time.monotonic() < end:
        time.sleep(0.05)
    for one in left:
        with contextlib.suppress(psutil.Error):
            one.kill()
    process.wait()
    assert hung or not left, f"processes are left behind: {left}"


def _session(number: int) -> list[psutil.Process]:
    found = []
    for one in psutil.process_iter():
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            if os.getsid(one.pid) == number and one.status() != psutil.STATUS_ZOMBIE:
                found.append(one)
    return found
