"""Time and outcome of random deals of Royal Marriage, in every variant.

    python -m benchmarks.marriage                      1,000 deals, without and with --best row
    python -m benchmarks.marriage --deals 100000 --plain

A deal's time is that of the engine: the verdict and, for a won deal, its moves. The deals are those of the seeds from
`--seed` on, so the slowest can be had again with `patience-solver generate marriage --verdict any --seed N`.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections import Counter
from math import sqrt

from solver.outcome import Budget, Verdict
from solver.patience import Request
from solver.patiences.marriage import PATIENCE
from solver.patiences.marriage.rules import Pairs


def wilson(won: int, tried: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    z = 1.959964
    share, weight = won / tried, z * z / tried
    middle = (share + weight / 2) / (1 + weight)
    half = z * sqrt(share * (1 - share) / tried + weight / (4 * tried)) / (1 + weight)
    return middle - half, middle + half


def measure(pairs: Pairs, request: Request, first: int, deals: int) -> None:
    """Solve deals of one variant and print a line of the table, the share that can be won and the rows."""
    seconds: list[float] = []
    rows: Counter[int] = Counter()
    lost: list[int] = []
    for seed in range(first, first + deals):
        start = PATIENCE.start(PATIENCE.random_deal(seed, {"pairs": pairs.value}))
        begun = time.process_time()
        outcome = PATIENCE.solve(start, request, Budget())
        seconds.append(time.process_time() - begun)
        if outcome.verdict is Verdict.SOLVABLE:
            rows[outcome.line["row"]] += 1
        else:
            lost.append(seed)
    slowest = max(range(deals), key=seconds.__getitem__)
    quantiles = statistics.quantiles(seconds, n=100)
    figures = (statistics.mean(seconds), statistics.median(seconds), quantiles[89], quantiles[98], seconds[slowest])
    name = f"{pairs.value}{' --best row' if request.best else ''}"
    print(f"{name:<22}" + "".join(f"{figure * 1000:>9.3f}" for figure in figures) + f"   seed {first + slowest}")
    low, high = wilson(rows.total(), deals)
    print(f"  can be won: {rows.total():,} of {deals:,} = {rows.total() / deals:.3%}, 95 %: {low:.3%} to {high:.3%}")
    shares = ", ".join(f"{row}: {count / rows.total():.2%}" for row, count in sorted(rows.items()))
    print(f"  longest row: mean {sum(rows.elements()) / rows.total():.2f}; {shares}")
    if lost:
        shown = ", ".join(map(str, lost[:10]))
        print(f"  lost: seeds {shown}{', …' if len(lost) > 10 else ''}")


def main() -> None:
    """Read the options and print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--deals", type=int, default=1000, metavar="N", help="how many deals (default 1000)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the first deal (default 0)")
    parser.add_argument("--plain", action="store_true", help="leave out --best row")
    options = parser.parse_args()
    print(f"{'milliseconds a deal':<22}" + "".join(f"{head:>9}" for head in ("mean", "median", "p90", "p99", "max")))
    for request in (Request(),) if options.plain else (Request(), Request(best="row")):
        for pairs in Pairs:
            measure(pairs, request, options.seed, options.deals)


if __name__ == "__main__":
    main()
