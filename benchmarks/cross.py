"""How fast Vanishing Cross is decided, and how many reshuffles its deals need.

    python -m benchmarks.cross [batch|anytime|book|distribution|twins] [--deals N] [--first SEED] [--limit SECONDS]

batch         times for random deals with the default rules (default: 1,000 deals)
anytime       the same with fill: anytime, each within a limit (100 deals, 60 seconds)
book          the same with fill: anytime and choice: book (25 deals, 60 seconds)
distribution  the fewest reshuffles of random deals with the default rules (5,000 deals)
twins         the same as batch, deal by deal in turn with the native searches and in plain Python (200 deals)

Without a word: batch and anytime. The deals are those of `patience-solver generate cross`, seeds 0, 1, …. Times are
processor seconds of deciding, without the referee's replay; the limit is of wall-clock time. With the shares come
Wilson's 95 % intervals.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass
from unittest.mock import patch

from benchmarks.common import duration, heading, parser, row, share
from solver import native
from solver.bounds import Bounds
from solver.limits import Budget, Limits
from solver.patiences.cross import PATIENCE, engine, packing
from solver.patiences.cross.engine import solve
from solver.patiences.cross.search import fewest, layout

BOOK = "book reshuffles"


@dataclass(frozen=True)
class Run:
    """One deal: its seed, processor seconds, positions searched, bounds of the fewest reshuffles; the book player's."""

    seed: int
    seconds: float
    positions: int
    bounds: Bounds
    book: int | None


def runs(seeds: Iterable[int], options: dict[str, str], limits: Limits) -> Iterator[Run]:
    """Decide random deals."""
    complete = PATIENCE.defaults | options
    for seed in seeds:
        position = PATIENCE.start(PATIENCE.random_deal(seed, complete))
        started = time.process_time()
        budget = Budget(limits)
        outcome = solve(position, budget)
        seconds = time.process_time() - started
        book = int(outcome.stats[BOOK]) if BOOK in outcome.stats else None
        yield Run(seed, seconds, budget.positions, outcome.measures["reshuffles"], book)


def pure() -> AbstractContextManager[object]:
    """While it lasts plain Python searches, whatever has been built."""
    stack = ExitStack()
    twins = (
        (engine, "FewestReshuffles", fewest.FewestReshuffles),
        (engine, "follow_book", fewest.follow_book),
        (engine, "shuffled", layout.shuffled),
        (packing, "replayed", layout.replayed),
    )
    for module, name, python in twins:
        stack.enter_context(patch.object(module, name, python))
    return stack


def compare(seeds: Iterable[int]) -> None:
    """Print times of the same deals with the twins that are used and in plain Python, in turn."""
    used: list[Run] = []
    plain: list[Run] = []
    for seed in seeds:
        used += runs([seed], {}, Limits())
        with pure():
            plain += runs([seed], {}, Limits())
    times(native.words(), used)
    times("plain Python", plain)
    ratio = sum(run.seconds for run in plain) / sum(run.seconds for run in used)
    print(f"  {ratio:.0f} times as fast")


def times(title: str, found: list[Run]) -> None:
    """Print a line of times, and the deals that took longest."""
    positions = f"{sum(run.positions for run in found):,}"
    print(heading("cross", "positions"))
    print(row(title, [run.seconds for run in found], positions))
    for run in sorted(found, key=lambda run: -run.seconds)[:3]:
        print(f"  seed {run.seed}: {duration(run.seconds)}, {run.positions:,} positions, reshuffles {run.bounds}")


def counts(found: list[Run]) -> None:
    """Print how many deals need how many reshuffles, and how many the player who follows the book needs."""
    total = len(found)
    print(f"  decided exactly: {share(sum(run.bounds.proved for run in found), total)}")
    for bounds, count in sorted(Counter(str(run.bounds) for run in found).items()):
        print(f"  {bounds} reshuffles: {share(count, total)}")
    for book, count in sorted(Counter(run.book for run in found if run.book is not None).items()):
        print(f"  {book} by the book: {share(count, total)}")


def main() -> None:
    """Run the benchmarks that the command line names."""
    arguments = parser(__doc__)
    arguments.add_argument("what", nargs="*", choices=["batch", "anytime", "book", "distribution", "twins"])
    arguments.add_argument("--deals", type=int, metavar="N", help="how many deals")
    arguments.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first deal (default 0)")
    arguments.add_argument("--limit", type=float, default=60.0, help="seconds a deal with fill: anytime (default 60)")
    given = arguments.parse_args()
    sizes = {"batch": 1_000, "distribution": 5_000, "anytime": 100, "book": 25, "twins": 200}
    for what in given.what or ["batch", "anytime"]:
        seeds = range(given.first, given.first + (given.deals or sizes[what]))
        if what == "twins":
            compare(seeds)
            continue
        options = {"fill": "anytime"} if what in ("anytime", "book") else {}
        if what == "book":
            options["choice"] = "book"
        found = list(runs(seeds, options, Limits(seconds=given.limit) if options else Limits()))
        times(what, found)
        counts(found)


if __name__ == "__main__":
    main()
