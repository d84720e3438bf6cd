"""Whole commands with random arguments in hostile surroundings: no traceback, honest exit codes and verdicts."""

from __future__ import annotations

import json
import random
import shlex
import shutil
import signal
import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import solver
from solver import Verdict
from tests.fuzz.arguments import Arguments, Asked
from tests.fuzz.material import known
from tests.fuzz.surroundings import Ended, Surroundings, start, surroundings, without_sequences
from tests.judges.dealing import GAMES

LINES = 150
"""No more lines than these are said on stderr, whatever is wrong with a few deals."""

MARK = "# patience-solver: "
"""What marks a file that the program has written."""


def run(number: int) -> None:
    """One case. Raises AssertionError with the command as it can be typed."""
    rng = random.Random(f"commands {number}")
    case = known(rng.choice(GAMES), rng.randrange(40))
    folder = Path(tempfile.mkdtemp())
    folder.chmod(0o755)
    try:
        asked = Arguments(rng, folder, case).draw()
        around = surroundings(rng)
        if asked.serves:
            around.interrupt = around.interrupt or (signal.SIGINT, 1 + 4 * rng.random())
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        ended = start(asked.words, around, folder)
        where = f"{shlex.join(asked.words)[:500]} {around}: exit code {ended.status}, stderr:\n{ended.errors[:3000]}"
        check(asked, ended, around, where)
        check_files(folder, before, around, where)
        if (
            asked.tells
            and ended.status in (0, 10)
            and case.verdict is not Verdict.UNDECIDED
            and not around.output_fails
        ):
            assert (ended.status == 0) == (case.verdict is Verdict.SOLVABLE), f"wrong verdict: {where}"
    finally:
        shutil.rmtree(folder)


def check(asked: Asked, ended: Ended, around: Surroundings, where: str) -> None:
    """What holds however a command ends."""
    status = ended.status
    words = {str(Path(word)) for word in asked.words if word}
    full = bool(
        words & {"/dev/full", "/proc/out", "/proc/x", "\x1b[31m", "ü", "\udcff", "x" * 251, "x" * 300, "a/b/out"}
    )
    assert status in allowed(around, output_fails=around.output_fails or full), f"exit code: {where}"
    said = without_sequences(ended.errors) if around.terminal else ended.errors
    ended_early = around.interrupt is not None and around.interrupt[0] is not signal.SIGINT
    if not (around.interrupt or around.limits.startswith(("ulimit -v", "ulimit -n"))):
        # an interrupt may come, and memory run out, before there is anything to catch it
        assert "Traceback" not in said, f"traceback: {where}"
    if around.environment.get("PYTHONIOENCODING") != "utf-16":
        assert all(one.isprintable() or one in "\n\t\ufffd" for one in said), f"control characters: {where!r}"
    if not around.terminal:
        assert len(said.splitlines()) <= LINES, f"too many words: {where}"
    if status == 2 and "2>" not in around.redirect:
        assert said.strip(), f"no message: {where}"
    silent = around.terminal or around.output_fails or ended_early or around.interrupt or "-h" in asked.words
    if "--json" in asked.words and not silent and "--help" not in asked.words and status != 2:
        for line in ended.output.splitlines():
            assert isinstance(json.loads(line), dict), f"no object: {where}\n{line}"


def allowed(around: Surroundings, *, output_fails: bool) -> set[int]:
    """The exit codes that a command may have."""
    codes = {0, 2, 10, 20}
    if around.interrupt or output_fails:
        codes.add(1)
    if around.interrupt:
        codes |= {128 + around.interrupt[0], 128 + signal.SIGINT}  # the latter before Python can listen
    if around.reader_gone:
        codes.add(128 + signal.SIGPIPE)
    return codes


def check_files(folder: Path, before: dict[Path, bytes], around: Surroundings, where: str) -> None:
    """Whatever was written is whole, nothing of somebody else's is gone, and no draft is left.

    A killed program may leave a draft behind, for it cannot clean up.
    """
    killed = around.interrupt is not None and around.interrupt[0] is not signal.SIGINT
    for path, data in before.items():
        forced = "--force" in where or path.name == "survey.db"
        assert forced or path.read_bytes() == data, f"{path.name} was changed: {where}"
    for path in folder.rglob("*"):
        if path.is_dir() or path in before or {".cache", ".config"} & set(path.parts):  # a library's own files
            continue
        if path.name.startswith((".patience-solver-", ".draft-")) or path.parent.name.startswith(".patience-solver-"):
            assert killed, f"a draft is left, {path}: {where}"
            continue
        just_made = where.startswith("survey run ") and path.stat().st_size == 0  # nothing has been recorded yet
        assert just_made or is_whole(path), f"half written, {path}: {where}"


def is_whole(path: Path) -> bool:
    """Whether a file that a command has written is so to its end."""
    if path.name.endswith((".db-wal", ".db-shm", ".db-journal")):
        return True
    data = path.read_bytes()
    if data.startswith(b"SQLite format 3"):
        with closing(sqlite3.connect(path)) as database:
            return bool(database.execute("pragma integrity_check").fetchone() == ("ok",))
    text = data.decode()
    if "<svg" in text[:200]:
        return text.endswith("</svg>\n")
    if "<!doctype html>" in text[:200].lower():
        return text.rstrip().endswith("</html>")
    if MARK in text and "game:" in text:
        return _is_read(text)
    return text.endswith("\n")


def _is_read(text: str) -> bool:
    """Whether a text is a deal or a log."""
    keys = ("deck:", "row:", "top:", "column 1:", "stock:", "up:")
    if any(line.startswith(keys) for line in text.splitlines()):
        return bool(solver.deal_files.read_deal(text, unknown=True))
    return bool(solver.move_logs.read_log(text).headers)
