"""How fast the depth-first search decides the gallery's deals of tests/data, and finds the fewest redeals that win.

    python -m benchmarks.gallery_search [--limit SECONDS]

Two tables for the deals of gallery.jsonl, and a line for each deal of gallery-hard.jsonl (default: 60 seconds a deal).
Times are processor seconds of deciding; the limit is of wall-clock time. The peak is the most memory that Python
objects of the search held, measured in a second run, for it slows the search down several times.
"""

from __future__ import annotations

import time
import tracemalloc
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from benchmarks.common import Deal, duration, heading, known_deals, parser, row
from solver.limits import Budget, LimitReached, Limits
from solver.outcome import Verdict
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.search.fewest import fewest_redeals
from solver.patiences.gallery.search.standstills import Search


@dataclass(frozen=True)
class Run:
    """What deciding one deal took: processor seconds, positions, standstills, positions remembered."""

    verdict: Verdict
    seconds: float
    positions: int
    standstills: int
    remembered: int


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


def table(deals: Sequence[Deal]) -> None:
    """Times over many deals, and apart for each verdict."""
    runs = []
    for deal in deals:
        run = decide(pack(deal.position), Limits())
        deal.check(run.verdict)
        runs.append(run)
    most = max(peak(pack(deal.position), Limits()) for deal in deals)
    print(heading("verdict", "positions", "a second", "standstills"))
    for title, chosen in (
        ("all", runs),
        *((str(verdict), [run for run in runs if run.verdict is verdict]) for verdict in Verdict),
    ):
        if chosen:
            seconds = [run.seconds for run in chosen]
            positions = sum(run.positions for run in chosen)
            standstills = sum(run.standstills for run in chosen)
            print(row(title, seconds, f"{positions:,}", f"{positions / sum(seconds):,.0f}", f"{standstills:,}"))
    print(f"peak memory of a search: {most:.1f} MB")


def fewest(deals: Sequence[Deal]) -> None:
    """Times of proving the fewest redeals of the deals that can be won, and how the fewest are distributed."""
    seconds = []
    positions = 0
    answers: Counter[int] = Counter()
    for deal in deals:
        if deal.verdict != str(Verdict.SOLVABLE):
            continue
        packed = pack(deal.position)
        started = time.process_time()
        found = fewest_redeals(packed, Budget())
        seconds.append(time.process_time() - started)
        positions += int(found.counts["positions"])
        if found.bounds is None or not found.bounds.proved:
            raise SystemExit(f"{deal.name}: no fewest redeals found, known to be {deal.verdict}")
        answers[found.bounds.low] += 1
    print(heading("fewest redeals", "positions", "a second"))
    print(row("solvable", seconds, f"{positions:,}", f"{positions / sum(seconds):,.0f}"))
    print("deals by fewest redeals: " + ", ".join(f"{redeals}: {answers[redeals]}" for redeals in sorted(answers)))


def lines(deals: Sequence[Deal], limits: Limits) -> None:
    """A line for each deal."""
    print(f"{'deal':<21}{'verdict':12}{'time':>11}  positions  standstills  remembered     peak")
    for deal in deals:
        packed = pack(deal.position)
        run = decide(packed, limits)
        deal.check(run.verdict)
        print(
            f"{deal.name:21}{run.verdict!s:12}{duration(run.seconds):>11}{run.positions:11,}{run.standstills:13,}"
            f"{run.remembered:12,}{peak(packed, Limits(positions=run.positions)):6.1f} MB"
        )


def main() -> None:
    """Print the tables of the 100 deals and a line for each hard one."""
    arguments = parser(__doc__)
    arguments.add_argument("--limit", type=float, default=60.0, help="seconds for each hard deal (default 60)")
    limits = Limits(seconds=arguments.parse_args().limit)
    deals = tuple(known_deals("gallery"))
    table(deals)
    print()
    fewest(deals)
    print()
    lines(tuple(known_deals("gallery-hard")), limits)


if __name__ == "__main__":
    main()
