"""How much quicker `solve` answers many deals with two jobs than with one.

    python -m benchmarks.many [--deals N] [--runs N] [--json | --logs] [--pure]

The command answers --deals random gallery deals (default 200) in a folder, --runs times (default 5) with one job and
with two in turn, each time in a process of its own: by the native searches, or with --pure by plain Python. Answers go
to standard output as text or (--json) as objects, or into logs (--logs). Printed are the medians of

    whole      the wall-clock time of the whole process, of which Python and its imports take a part with any jobs
    command    the wall-clock time from the end of the imports on
    processor  the processor time of all processes from there on, and what two idle processors would make of it

The first two mean something on an idle machine alone; the ratio of the last one is the most that can be reached.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.common import duration, parser
from solver import native
from solver.registry import patience

COMMAND = """
import resource, sys, time
import solver.cli.answering, solver.cli.solve, solver.patiences.gallery
from solver.cli import main
started, spent = time.monotonic(), time.process_time()
try:
    main.main(sys.argv[1:])
finally:
    below = resource.getrusage(resource.RUSAGE_CHILDREN)
    spent = time.process_time() - spent + below.ru_utime + below.ru_stime
    print(time.monotonic() - started, spent, file=sys.stderr)
"""
"""Runs a command and says to standard error how long it took, and how much processor time it and its workers."""


@dataclass(frozen=True)
class Taken:
    """The seconds that a run took: as a whole, from the imports on, and of processors."""

    whole: float
    command: float
    processor: float


def answered(folder: Path, jobs: int, form: list[str], *, pure: bool) -> Taken:
    """Run the command once."""
    environment = {**os.environ, "PATIENCE_SOLVER_PURE": "1" if pure else ""}
    words = [sys.executable, "-c", COMMAND, "solve", str(folder / "deals"), "--jobs", str(jobs), *form]
    started = time.monotonic()
    ended = subprocess.run(
        words, check=False, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    whole = time.monotonic() - started
    command, processor = map(float, ended.stderr.splitlines()[-1].split())
    return Taken(whole, command, processor)


def main() -> None:
    """Print the ratios."""
    arguments = parser(__doc__)
    arguments.add_argument("--deals", type=int, default=200)
    arguments.add_argument("--runs", type=int, default=5)
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
        for seed in range(chosen.deals):
            text = str(gallery.start(gallery.random_deal(seed, gallery.defaults)))
            (folder / "deals" / f"{seed}.txt").write_text(text, encoding="utf-8")
        form = ["--json"] if chosen.json else ["-o", str(folder / "logs")] if chosen.logs else []
        runs = [[answered(folder, jobs, form, pure=chosen.pure) for jobs in (1, 2)] for _ in range(chosen.runs)]
    print(f"{chosen.deals:,} deals, {'plain Python' if chosen.pure else 'native'}{'':5}one job   two jobs  ratio")
    for title, scale in (("whole", 1), ("command", 1), ("processor", 2)):
        one, two = ([getattr(pair[jobs], title) for pair in runs] for jobs in (0, 1))
        ratio = median(scale * before / after for before, after in zip(one, two, strict=True))
        print(f"{title:20}{duration(median(one)):>12}{duration(median(two)):>11}{ratio:>7.2f}")


if __name__ == "__main__":
    main()
