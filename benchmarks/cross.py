"""How fast Vanishing Cross is decided, and how many reshuffles its deals need.

    python benchmarks/cross.py [batch|anytime|distribution|book] [--deals N] [--first SEED] [--limit SECONDS]

batch         times for random deals with the default rules (default: 1,000 deals)
anytime       the same with fill: anytime, each within a limit (100 deals, 60 seconds)
book          the same with fill: anytime and choice: book (20 deals, 60 seconds)
distribution  the fewest reshuffles of random deals with the default rules, with 95 % intervals (5,000 deals)

Without a word: batch and anytime. The deals are those of `patience-solver generate cross`, seeds 0, 1, …. Times are
processor seconds of deciding, without the referee's replay; the limit is of wall-clock time.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from math import sqrt
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout that is not installed

from solver.outcome import Bounds, Budget, Limits  # noqa: E402
from solver.patiences.cross import PATIENCE  # noqa: E402
from solver.patiences.cross.engine import solve  # noqa: E402


@dataclass(frozen=True)
class Run:
    """One deal: its seed, processor seconds, positions searched, and the bounds of the fewest reshuffles."""

    seed: int
    seconds: float
    positions: int
    bounds: Bounds


def runs(seeds: Iterable[int], options: dict[str, str], limits: Limits) -> Iterator[Run]:
    """Decide random deals."""
    complete = PATIENCE.defaults | options
    for seed in seeds:
        position = PATIENCE.start(PATIENCE.random_deal(seed, complete))
        started = time.process_time()
        budget = Budget(limits)
        outcome = solve(position, budget)
        yield Run(seed, time.process_time() - started, budget.positions, outcome.measures["reshuffles"])


def times(title: str, found: list[Run]) -> None:
    """Print a table of times, and the deals that took longest."""
    ordered = sorted(found, key=lambda run: run.seconds)
    seconds = [run.seconds for run in ordered]
    count = len(seconds)
    decided = sum(run.bounds.proved for run in found)
    print(f"{title}: {count:,} deals, {decided:,} decided exactly ({decided / count:.1%})")
    print("     mean   median      p90      p99      max   positions")
    marks = (sum(seconds) / count, *(seconds[min(count - 1, count * per // 100)] for per in (50, 90, 99)), seconds[-1])
    print(" ".join(f"{mark:8.4f}" for mark in marks), f"{sum(run.positions for run in found):11,}")
    for run in ordered[: -4 if count > 3 else None : -1]:
        print(f"  seed {run.seed}: {run.seconds:.2f} s, {run.positions:,} positions, reshuffles {run.bounds}")


def counts(found: list[Run]) -> None:
    """Print how many deals need how many reshuffles."""
    total = len(found)
    for bounds, count in sorted(Counter(str(run.bounds) for run in found).items()):
        share = count / total
        margin = 1.96 * sqrt(share * (1 - share) / total)
        print(f"  {bounds} reshuffles: {count:6,} deals, {share:6.2%} ± {margin:.2%}")


def main() -> None:
    """Run the benchmarks that the command line names."""
    parser = argparse.ArgumentParser(description="Times and distribution of Vanishing Cross.")
    parser.add_argument("what", nargs="*", choices=["batch", "anytime", "book", "distribution"])
    parser.add_argument("--deals", type=int, help="how many deals")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal (default 0)")
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a deal with fill: anytime (default 60)")
    arguments = parser.parse_args()
    sizes = {"batch": 1_000, "distribution": 5_000, "anytime": 100, "book": 20}
    for what in arguments.what or ["batch", "anytime"]:
        deals = arguments.deals or sizes[what]
        seeds = range(arguments.first, arguments.first + deals)
        options = {"fill": "anytime"} if what in ("anytime", "book") else {}
        if what == "book":
            options["choice"] = "book"
        limits = Limits(seconds=arguments.limit) if options else Limits()
        found = list(runs(seeds, options, limits))
        times(" ".join(f"{name}: {value}" for name, value in options.items()) or "default rules", found)
        counts(found)


if __name__ == "__main__":
    main()
