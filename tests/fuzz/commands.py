"""Whole commands with random arguments in hostile surroundings: no traceback, honest exit codes and verdicts."""

from __future__ import annotations

import os
import random
import shlex
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass, field
from pathlib import Path

from solver import Verdict
from solver.registry import patience
from tests.fuzz.material import ODD, Known, known, spoilt
from tests.judges.dealing import GAMES

ROOT = Path(__file__).parents[2]
SECONDS = 120
"""After so long a command counts as hung; the limits given to it are far below."""

NO_ARGUMENT = {0: None}
"""The only character that no argument can hold."""

ENCODINGS = ("utf-8", "cp1252", "ascii", "latin-1", "cp437", "utf-16")


@dataclass
class Surroundings:
    """How a command is run.

    redirect: added by the shell; reader_gone: nobody reads its output; output_fails: some stream cannot be written, so
    that the code 1 is honest; interrupt: a signal and the seconds after which it comes.
    """

    redirect: str = ""
    reader_gone: bool = False
    output_fails: bool = False
    environment: dict[str, str] = field(default_factory=dict)
    interrupt: tuple[signal.Signals, float] | None = None


def surroundings(rng: random.Random) -> Surroundings:
    """Friendly ones in every third case."""
    found = Surroundings()
    if rng.random() < 0.35:
        found.redirect = rng.choice((">&-", "2>&-", "<&-", ">/dev/full", "2>/dev/full", ">&- 2>&-", ""))
        found.reader_gone = not found.redirect
        found.output_fails = found.redirect != "<&-"
    if rng.random() < 0.4:
        encoding = rng.choice(ENCODINGS)
        found.environment = {
            "PYTHONIOENCODING": encoding,
            "LC_ALL": "C",
            "PYTHONUTF8": "0",
            "COLUMNS": rng.choice("19"),
        }
    if rng.random() < 0.25:
        found.interrupt = rng.choice((signal.SIGINT, signal.SIGTERM)), rng.choice((0.02, 0.1, 0.3, 1.0)) * rng.random()
    return found


def arguments(rng: random.Random, folder: Path, case: Known) -> tuple[list[str], bool]:
    """The words of a command, and whether its exit code tells the verdict of the deal unspoilt."""
    deal, log = folder / "deal.txt", folder / "moves.log"
    sound = rng.random() < 0.6
    write(deal, case.text if sound else spoilt(case.text, rng))
    write(log, case.log if rng.random() < 0.6 else spoilt(case.log or "nothing", rng))
    option = rng.choice([*patience(case.game).options])
    rule = f"{option.name}={rng.choice((*option.values, '2', *ODD))}".translate(NO_ARGUMENT)
    limits = [
        *rng.choice(([], ["--position-limit", rng.choice(("1", "50", "1000", "0", "x"))])),
        "--time-limit",
        rng.choice(("0.01", "0.5", "2", "2")),
        *rng.choice(([], ["--memory-limit", rng.choice(("20M", "1500M", "1", "lots"))])),
    ]
    command = rng.choice(("solve", "solve", "solve", "verify", "show", "explain", "generate", "rules", "any"))
    more = rng.choice(([], [], ["--rule", rule], ["--json"], ["-q"], ["--after", str(log)], ["--nosuch"], ["-h"]))
    if command == "verify":
        return [command, str(deal), str(log), *more], False
    if command == "show":
        return [command, str(deal), *more], False
    if command == "rules":
        return [command, rng.choice((case.game, *ODD)).translate(NO_ARGUMENT), *more], False
    if command == "generate":
        tries = ["--tries", "3", "--position-limit", "100", "--jobs", "1", "--seed", str(rng.randrange(1000))]
        return [command, case.game, *tries, *more, *rng.choice(([], ["-o", str(folder / "out")]))], False
    if command == "any":
        return [
            rng.choice((*ODD, "solve", "--version", "", str(folder))).translate(NO_ARGUMENT) for _ in range(3)
        ], False
    files = [str(deal)] if rng.random() < 0.8 else [str(deal), str(folder), str(folder / "nosuch")]
    output = rng.choice(([], [], ["-o", str(folder / "out.log")], ["-o", "/dev/full"])) if command == "solve" else []
    words = [command, *files, *limits, *(["--jobs", "1"] if command == "solve" else []), *more, *output]
    return words, sound and not more and len(files) == 1


def write(path: Path, text: str) -> None:
    """Write a text, odd characters and all."""
    path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")


def run(number: int) -> None:
    """One case. Raises AssertionError with the command as it can be typed."""
    rng = random.Random(f"commands {number}")
    case = known(rng.choice(GAMES), rng.randrange(40))
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        words, tells = arguments(rng, folder, case)
        around = surroundings(rng)
        full = "/dev/full" in words
        status, errors = start(words, around)
        where = f"{shlex.join(words)[:500]} {around}: exit code {status}, stderr:\n{errors[:3000]}"
        check(status, errors, around, where, output_fails=around.output_fails or full)
        if tells and status in (0, 10) and case.verdict is not Verdict.UNDECIDED and not around.output_fails:
            assert (status == 0) == (case.verdict is Verdict.SOLVABLE), f"wrong verdict: {where}"


def start(words: list[str], around: Surroundings) -> tuple[int, str]:
    """Run a command; its exit code (128 + a signal's number when one ended it) and what it said on stderr."""
    process = subprocess.Popen(
        ["bash", "-c", f'exec "$@" {around.redirect}', "bash", sys.executable, "-m", "solver", *words],
        cwd=ROOT,
        env=os.environ | around.environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE if around.reader_gone else subprocess.DEVNULL,
        stderr=subprocess.PIPE,
    )
    if process.stdout is not None:
        process.stdout.close()
    if around.interrupt:
        kind, seconds = around.interrupt
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            process.send_signal(kind)
    try:
        _, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        raise AssertionError(f"{shlex.join(words)} {around} does not end") from None
    status = process.returncode
    return (128 - status if status < 0 else status), errors.decode("utf-8", "replace")


def check(status: int, errors: str, around: Surroundings, where: str, *, output_fails: bool) -> None:
    """What holds however a command ends."""
    allowed = {0, 2, 10, 20}
    if around.interrupt or output_fails:
        allowed.add(1)
    if around.interrupt and around.interrupt[0] is signal.SIGTERM:
        allowed.add(128 + signal.SIGTERM)
    if around.interrupt:
        allowed.add(128 + signal.SIGINT)  # before Python can listen
    if around.reader_gone:
        allowed.add(128 + signal.SIGPIPE)
    assert status in allowed, f"exit code: {where}"
    if not around.interrupt:  # an interrupt may come before there is anything to catch it
        assert "Traceback" not in errors, f"traceback: {where}"
    if around.environment.get("PYTHONIOENCODING") != "utf-16":
        assert all(one.isprintable() or one in "\n\t\ufffd" for one in errors), f"control characters: {where!r}"
    if status == 2 and not output_fails and "2>" not in around.redirect:
        assert errors.strip(), f"no message: {where}"
