"""How much of `redeal: anytime` limited discrepancy search decides by itself, and how fast.

    python -m benchmarks.gallery_anytime [--random N] [--order fixed|free] [--positions N] [--each]

The deals are those of tests/data/gallery-anytime.jsonl and the random deals of the seeds 0 to N - 1. Times are
processor seconds of deciding alone; a deal that reaches the position limit counts with the time until then.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from benchmarks.common import Deal, duration, heading, known_deals, parser, row
from solver import Budget, Limits, Verdict, random_deal
from solver.limits import LimitReached
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.search.discrepancy import Search


@dataclass(frozen=True)
class Run:
    """What deciding one deal took: processor seconds, positions, discrepancies allowed in the end."""

    verdict: Verdict
    seconds: float
    positions: int
    level: int


def decide(deal: Deal, positions: int) -> Run:
    """Search once."""
    started = time.process_time()
    search = Search(pack(deal.position), Budget(Limits(positions=positions)))
    try:
        verdict = Verdict.UNSOLVABLE if search.run().plays is None else Verdict.SOLVABLE
    except LimitReached:
        verdict = Verdict.UNDECIDED
    deal.check(verdict)
    return Run(verdict, time.process_time() - started, search.positions, search.level)


def line(title: str, runs: list[Run]) -> str:
    """A line of the table."""
    return row(title, [run.seconds for run in runs], f"{sum(run.positions for run in runs):,}")


def main() -> None:
    """Print the table, and with --each a line for each deal before it."""
    arguments = parser(__doc__)
    arguments.add_argument("--random", type=int, default=100, help="random deals beside those of the data file")
    arguments.add_argument("--order", choices=("fixed", "free"), default="fixed")
    arguments.add_argument("--positions", type=int, default=100_000, help="limit for a deal (default 100,000)")
    arguments.add_argument("--each", action="store_true", help="print a line for each deal, too")
    given = arguments.parse_args()
    deals = [*known_deals("gallery-anytime", order=given.order)]
    for seed in range(given.random):
        deals.append(Deal(f"seed {seed}", random_deal("gallery", seed, redeal="anytime", order=given.order)))
    runs = []
    for deal in deals:
        run = decide(deal, given.positions)
        runs.append(run)
        if given.each:
            print(f"{deal.name:<22} {run.verdict!s:<12} {duration(run.seconds):>11} {run.positions:>10,} positions")
    print(heading("limited discrepancies", "positions"))
    print(line("all", runs))
    print(line("decided", [run for run in runs if run.verdict is not Verdict.UNDECIDED]))
    for level in sorted({run.level for run in runs}):
        for verdict in Verdict:
            chosen = [run for run in runs if run.verdict is verdict and run.level == level]
            if chosen:
                print(line(f"{verdict}, {level} left", chosen))


if __name__ == "__main__":
    main()
