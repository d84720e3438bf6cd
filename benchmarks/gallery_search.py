"""How fast the depth-first search decides the gallery's deals of tests/data, and finds the fewest redeals that win.

    python benchmarks/gallery_search.py [--limit SECONDS]

The times are processor seconds of deciding alone. The peak is the most memory that Python objects of the search held,
measured in a second run, for it slows the search down several times.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
import tracemalloc
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout that is not installed

from solver.files import read_deal  # noqa: E402
from solver.outcome import Budget, LimitReached, Limits, Verdict  # noqa: E402
from solver.patiences.gallery.fewest import fewest_redeals  # noqa: E402
from solver.patiences.gallery.kernel import Search  # noqa: E402
from solver.patiences.gallery.packed import Packed  # noqa: E402
from solver.patiences.gallery.plays import pack  # noqa: E402


@dataclass(frozen=True)
class Run:
    """What deciding one deal took: processor seconds, positions, standstills, positions remembered."""

    verdict: Verdict
    seconds: float
    positions: int
    standstills: int
    remembered: int


def load(name: str) -> list[tuple[str, str, Packed]]:
    """Name, known verdict and position of each deal of a data file."""
    deals = []
    for line in (ROOT / "tests" / "data" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        position = read_deal(f"game: gallery\ndeck: {case['deck']}\n", case["name"]).position
        deals.append((case["name"], case["verdict"], pack(position)))
    return deals


def decide(packed: Packed, limits: Limits) -> Run:
    """Search once."""
    started = time.process_time()
    search = Search(packed, Budget(limits))
    try:
        verdict = Verdict.UNSOLVABLE if search.run().plays is None else Verdict.SOLVABLE
    except LimitReached:
        verdict = Verdict.UNDECIDED
    seconds = time.process_time() - started
    return Run(verdict, seconds, search.positions, search.standstills, search.remembered)


def peak(packed: Packed, limits: Limits) -> float:
    """The most megabytes that the search's objects hold."""
    tracemalloc.start()
    decide(packed, limits)
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return most / 1e6


def spread(times: list[float]) -> str:
    """Count, mean, median, nine tenths and maximum of sorted times."""
    count = len(times)
    median = (times[(count - 1) // 2] + times[count // 2]) / 2
    return f"{count:4}{sum(times) / count:8.4f}s{median:9.4f}s{times[count * 9 // 10]:9.4f}s{times[-1]:9.4f}s"


def table(deals: list[tuple[str, str, Packed]]) -> None:
    """Times over many deals, and apart for each verdict."""
    runs = []
    for name, known, packed in deals:
        run = decide(packed, Limits())
        if str(run.verdict) != known:
            sys.exit(f"{name}: found {run.verdict}, known to be {known}")
        runs.append(run)
    most = max(peak(packed, Limits()) for _, _, packed in deals)
    print("deals              mean    median       p90       max   positions  positions/s  standstills")
    for title, chosen in (
        ("all", runs),
        ("solvable", [run for run in runs if run.verdict is Verdict.SOLVABLE]),
        ("unsolvable", [run for run in runs if run.verdict is Verdict.UNSOLVABLE]),
    ):
        times = sorted(run.seconds for run in chosen)
        positions = sum(run.positions for run in chosen)
        total = sum(times)
        print(
            f"{title:11}{spread(times)}{positions:12,}"
            f"{positions / total:13,.0f}{sum(run.standstills for run in chosen):13,}"
        )
    print(f"peak memory of a search: {most:.1f} MB")


def fewest(deals: list[tuple[str, str, Packed]]) -> None:
    """Times of proving the fewest redeals of the deals that can be won, and how the fewest are distributed."""
    times = []
    positions = 0
    answers: Counter[int] = Counter()
    for name, known, packed in deals:
        if known != str(Verdict.SOLVABLE):
            continue
        started = time.process_time()
        found = fewest_redeals(packed, Budget())
        times.append(time.process_time() - started)
        positions += found.positions
        if found.bounds is None or not found.bounds.proved:
            sys.exit(f"{name}: no fewest redeals found, known to be {known}")
        answers[found.bounds.low] += 1
    times.sort()
    print("fewest redeals     mean    median       p90       max   positions  positions/s")
    print(f"{'solvable':11}{spread(times)}{positions:12,}{positions / sum(times):13,.0f}")
    print("deals by fewest redeals: " + ", ".join(f"{redeals}: {answers[redeals]}" for redeals in sorted(answers)))


def lines(deals: list[tuple[str, str, Packed]], limits: Limits) -> None:
    """A line for each deal."""
    print("deal                 verdict       seconds  positions  standstills  remembered     peak")
    for name, known, packed in deals:
        run = decide(packed, limits)
        if str(run.verdict) not in (known, "undecided"):
            sys.exit(f"{name}: found {run.verdict}, known to be {known}")
        print(
            f"{name:21}{run.verdict!s:12}{run.seconds:9.3f}{run.positions:11,}{run.standstills:13,}"
            f"{run.remembered:12,}{peak(packed, Limits(positions=run.positions)):6.1f} MB"
        )


def main() -> None:
    """Print the tables of the 100 deals and a line for each hard one."""
    parser = argparse.ArgumentParser(description="Times of the gallery's depth-first search.")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for each hard deal (default 60)")
    deals = load("gallery")
    table(deals)
    print()
    fewest(deals)
    print()
    lines(load("gallery-hard"), Limits(seconds=parser.parse_args().limit))


if __name__ == "__main__":
    main()
