"""How much quicker `solve` answers many deals, and `generate` finds them, with two jobs than with one.

    python -m benchmarks.many [--deals N] [--runs N] [--rule NAME=VALUE] [--json | --logs] [--pure]
    python -m benchmarks.many --generate "gallery --verdict unsolvable" [--deals N] [--runs N] [--pure]

The command answers --deals random gallery deals (default 200) in a folder, or keeps so many deals of the kind that
--generate names (candidates from seed 1 on), --runs times (default 9) with one job and with two in turn, each time in a
process of its own: by the native searches, or with --pure by plain Python. Answers go to standard output as text or
(--json) as objects, or into logs (--logs). Printed are the least of the runs of

    whole      the wall-clock time of the whole process, of which Python and its imports take a part with any jobs
    command    the wall-clock time from the end of the imports on
    processor  the processor time of all processes, of the whole and from the end of the imports on, and what two idle
               processors would make of the latter: of the start they make nothing

Times by the clock mean something on an idle machine alone; the ratios by processor time are the most that can be
reached.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from benchmarks.common import duration, parser
from solver import native
from solver.registry import patience

COMMAND = """
import importlib, resource, sys, time
import solver.cli.answering, solver.patiences.gallery
from solver.cli import main
importlib.import_module("solver.cli." + sys.argv[1])
def processor():
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    return time.process_time() + below.ru_utime + below.ru_stime
started, start = time.monotonic(), processor()
try:
    main.main(sys.argv[1:])
finally:
    print(time.monotonic() - started, processor(), processor() - start, file=sys.stderr)
"""
"""Runs a command and says to standard error how long it took without the start, and how much processor time it and its
workers took, with the start and without."""


@dataclass(frozen=True)
class Taken:
    """The seconds that a run took: by the clock and of processors, as a whole and from the end of the imports on."""

    whole: float
    command: float
    all_processors: float
    processors: float


def taken(words: Sequence[str], jobs: int, *, pure: bool) -> Taken:
    """Run the command once."""
    environment = {**os.environ, "PATIENCE_SOLVER_PURE": "1" if pure else ""}
    started = time.monotonic()
    ended = subprocess.run(
        [sys.executable, "-c", COMMAND, *words, "--jobs", str(jobs)],
        check=False,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    whole = time.monotonic() - started
    return Taken(whole, *map(float, ended.stderr.splitlines()[-1].split()))


def main() -> None:
    """Print the ratios."""
    arguments = parser(__doc__)
    arguments.add_argument("--deals", type=int, default=200)
    arguments.add_argument("--runs", type=int, default=9)
    arguments.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--generate", metavar="KIND")
    arguments.add_argument("--json", action="store_true")
    arguments.add_argument("--logs", action="store_true")
    arguments.add_argument("--pure", action="store_true")
    chosen = arguments.parse_args()
    if not native.USED and not chosen.pure:
        raise SystemExit(native.words())
    gallery = patience("gallery")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "deals").mkdir()
        words = ["solve", str(folder / "deals")]
        if chosen.generate:
            words = ["generate", *chosen.generate.split(), "--count", str(chosen.deals), "--seed", "1"]
        else:
            options = gallery.defaults | dict(rule.split("=", 1) for rule in chosen.rule)
            for seed in range(chosen.deals):
                text = str(gallery.start(gallery.random_deal(seed, options)))
                (folder / "deals" / f"{seed}.txt").write_text(text, encoding="utf-8")
        form = ["--json"] if chosen.json else ["-o", str(folder / "logs")] if chosen.logs else []
        runs = [[taken([*words, *form], jobs, pure=chosen.pure) for jobs in (1, 2)] for _ in range(chosen.runs)]
    print(f"{chosen.deals:,} deals, {'plain Python' if chosen.pure else 'native'}{'':5}one job   two jobs  ratio")
    one, two = ([pair[jobs] for pair in runs] for jobs in (0, 1))
    _print("whole", least := [min(run.whole for run in jobs) for jobs in (one, two)], least[1])
    _print("command", least := [min(run.command for run in jobs) for jobs in (one, two)], least[1])
    commands = [min(run.processors for run in jobs) for jobs in (one, two)]
    least = [min(run.all_processors for run in jobs) for jobs in (one, two)]
    _print("processor, whole", least, least[1] - commands[1] / 2)
    _print("processor, command", commands, commands[1] / 2)


def _print(title: str, times: Sequence[float], by_two: float) -> None:
    """Print a line: the times with one job and with two, and how much quicker two are if they end in `by_two`."""
    print(f"{title:20}{duration(times[0]):>12}{duration(times[1]):>11}{times[0] / by_two:>7.2f}")


if __name__ == "__main__":
    main()
