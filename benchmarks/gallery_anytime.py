"""How fast limited discrepancy search decides the gallery with `redeal: anytime`.

    python benchmarks/gallery_anytime.py [--random N] [--order fixed|free] [--positions N] [--each]

The deals are those of tests/data/gallery-anytime.jsonl and the random deals of the seeds 0 to N - 1. The times are
processor seconds of deciding alone; a deal that reaches the position limit counts with the time until then.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout that is not installed

from solver.files import read_deal  # noqa: E402
from solver.outcome import Budget, LimitReached, Limits, Verdict  # noqa: E402
from solver.patiences.gallery import PATIENCE  # noqa: E402
from solver.patiences.gallery.discrepancy import Search  # noqa: E402
from solver.patiences.gallery.packed import Packed  # noqa: E402
from solver.patiences.gallery.plays import pack  # noqa: E402


@dataclass(frozen=True)
class Run:
    """What deciding one deal took: processor seconds, positions, those remembered, discrepancies allowed in the end."""

    name: str
    verdict: Verdict
    seconds: float
    positions: int
    remembered: int
    level: int


def known_deals(order: str) -> Iterator[tuple[str, str | None, Packed]]:
    """Name, known verdict and position of each deal of the data file; with free order nothing lost is known."""
    for line in (ROOT / "tests" / "data" / "gallery-anytime.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        text = f"game: gallery\nredeal: anytime\norder: {order}\ndeck: {case['deck']}\n"
        verdict = case["verdict"] if order == "fixed" or case["verdict"] == "solvable" else None
        yield case["name"], verdict, pack(read_deal(text, case["name"]).position)


def random_deals(count: int, order: str) -> Iterator[tuple[str, str | None, Packed]]:
    """The random deals that `generate` would name by the seeds from 0."""
    options = {"redeal": "anytime", "order": order, "decks": "2"}
    for seed in range(count):
        yield f"random {seed}", None, pack(PATIENCE.start(PATIENCE.random_deal(seed, options)))


def decide(name: str, packed: Packed, positions: int) -> Run:
    """Search once."""
    started = time.process_time()
    search = Search(packed, Budget(Limits(positions=positions)))
    try:
        verdict = Verdict.UNSOLVABLE if search.run().plays is None else Verdict.SOLVABLE
    except LimitReached:
        verdict = Verdict.UNDECIDED
    seconds = time.process_time() - started
    return Run(name, verdict, seconds, search.positions, search.remembered, search.level)


def row(title: str, runs: Sequence[Run], total: int) -> None:
    """A line of the table."""
    if not runs:
        return
    times = sorted(run.seconds for run in runs)
    count = len(times)
    median = (times[(count - 1) // 2] + times[count // 2]) / 2
    positions = sum(run.positions for run in runs)
    print(
        f"{title:22}{count:5}{count / total:8.1%}{median:9.3f}s{times[count * 9 // 10]:9.3f}s{times[-1]:9.3f}s"
        f"{positions // count:12,}{positions / sum(times):14,.0f}"
    )


def main() -> None:
    """Print the table, and with --each a line for each deal before it."""
    parser = argparse.ArgumentParser(description="Times of the gallery's limited discrepancy search.")
    parser.add_argument("--random", type=int, default=100, help="random deals beside those of the data file")
    parser.add_argument("--order", choices=("fixed", "free"), default="fixed")
    parser.add_argument("--positions", type=int, default=40_000, help="position limit for a deal (default 40,000)")
    parser.add_argument("--each", action="store_true", help="print a line for each deal, too")
    given = parser.parse_args()
    runs = []
    for name, known, packed in (*known_deals(given.order), *random_deals(given.random, given.order)):
        run = decide(name, packed, given.positions)
        if known is not None and str(run.verdict) not in (known, "undecided"):
            sys.exit(f"{name}: found {run.verdict}, known to be {known}")
        if given.each:
            print(
                f"{name:21}{run.verdict!s:12}{run.seconds:9.3f}s{run.positions:10,} positions{run.remembered:9,} "
                f"remembered, discrepancies {run.level}"
            )
        runs.append(run)
    decided = [run for run in runs if run.verdict is not Verdict.UNDECIDED]
    print("deals                         share    median       p90       max   positions   positions/s")
    row("all", runs, len(runs))
    row("decided", decided, len(runs))
    for level in sorted({run.level for run in runs}):
        for verdict in Verdict:
            chosen = [run for run in runs if run.verdict is verdict and run.level == level]
            row(f"{verdict}, {level} left", chosen, len(runs))


if __name__ == "__main__":
    main()
