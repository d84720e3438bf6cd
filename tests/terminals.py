"""A terminal of a width to which a test lets something print."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from pathlib import Path

ROOT = Path(__file__).parents[1]

AGAIN = "\r\x1b[2K"
"""What takes the status line away, for another one or for good."""

_TAKEN = re.compile(r"\r(?:\x1b\[1A)?\x1b\[2K")
"""The same, or what takes the last line of a display away."""

_SHOWN = re.compile(r"\x1b\[\?25l.*?\x1b\[\?25h\r\x1b\[1A\x1b\[2K", re.DOTALL)
"""All that is drawn from the first status line until the last one is taken away."""

_SEQUENCE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """What came to a terminal, and a stream that writes to it."""

    def __init__(self, stream: TextIOWrapper) -> None:
        self.stream = stream
        self.parts: list[bytes] = []

    @property
    def text(self) -> str:
        """All that came so far."""
        return b"".join(self.parts).decode()

    def statuses(self) -> list[str]:
        """The status lines that were drawn, without codes for colours."""
        drawn = [one for shown in _SHOWN.findall(self.text) for one in _TAKEN.split(shown)[:-1]]
        return [_SEQUENCE.sub("", one).strip("\r\n") for one in drawn]

    def kept(self) -> str:
        """What remains on it when all status lines are taken away."""
        lasting = re.sub(
            r"\x1b\[\?25l[^\x1b]*(?:\x1b\[\d*m[^\x1b]*|\r\x1b\[2K[^\x1b]*)*\x1b\[\?25h\r\x1b\[1A\x1b\[2K", "", self.text
        )
        return lasting.replace("\r\n", "\n")


@contextmanager
def terminal(columns: int) -> Iterator[Terminal]:
    """A terminal so wide; when the context ends, all has been read."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with os.fdopen(slave, "w", encoding="utf-8") as stream:
        found = Terminal(stream)
        reader = threading.Thread(target=_read, args=(master, found.parts))
        reader.start()
        try:
            yield found
        finally:
            stream.close()
            reader.join()


def _read(master: int, parts: list[bytes]) -> None:
    try:
        while part := os.read(master, 65536):
            parts.append(part)
    except OSError:  # nobody writes any more
        pass
    os.close(master)


def run_at(columns: int, *words: str) -> tuple[int, Terminal]:
    """Run `patience-solver` at a terminal: the exit code and what came to it."""
    environment = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "COLUMNS")}
    environment |= {"TERM": "xterm"}
    with terminal(columns) as found:
        done = subprocess.run(
            [sys.executable, "-m", "solver", *words],
            stdin=subprocess.DEVNULL,
            stdout=found.stream,
            stderr=found.stream,
            cwd=ROOT,
            env=environment,
            check=False,
        )
    return done.returncode, found
