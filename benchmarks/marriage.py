"""How fast Royal Marriage with pairs is decided in every variant, and how many of its deals can be won.

    python -m benchmarks.marriage [--deals N] [--first SEED] [--plain]

Random deals (default: 1,000) without and with --best row; --plain leaves the latter out. The deals are those of
`patience-solver generate marriage --verdict any`, seeds 0, 1, …. Times are processor seconds of deciding: the verdict
and, for a won deal, its moves. With the share come Wilson's 95 % intervals.
"""

from __future__ import annotations

import time
from collections import Counter

from benchmarks.common import heading, parser, row, share
from solver.limits import Budget
from solver.outcome import Verdict
from solver.patience import Question
from solver.patiences.marriage import PATIENCE
from solver.patiences.marriage.engine import solve
from solver.patiences.marriage.notation import Pairs


def measure(pairs: Pairs, request: Question, seeds: range) -> None:
    """Solve deals of one variant and print a line of the table, the share that can be won and the rows."""
    seconds: list[float] = []
    rows: Counter[int] = Counter()
    lost: list[int] = []
    for seed in seeds:
        start = PATIENCE.start(PATIENCE.random_deal(seed, pairs.options))
        begun = time.process_time()
        outcome = solve(start, request, Budget())
        seconds.append(time.process_time() - begun)
        if outcome.verdict is Verdict.SOLVABLE:
            rows[outcome.values["row"]] += 1
        else:
            lost.append(seed)
    slowest = seeds[max(range(len(seeds)), key=seconds.__getitem__)]
    print(row(f"{pairs.value}{' --best row' if request.best else ''}", seconds, f"seed {slowest}"))
    won = rows.total()
    print(f"  can be won: {share(won, len(seeds), digits=3)}")
    shares = ", ".join(f"{length}: {count / won:.2%}" for length, count in sorted(rows.items()))
    print(f"  longest row: mean {sum(rows.elements()) / won:.2f}; {shares}")
    if lost:
        print(f"  lost: seeds {', '.join(map(str, lost[:10]))}{', …' if len(lost) > 10 else ''}")


def main() -> None:
    """Print the table."""
    arguments = parser(__doc__)
    arguments.add_argument("--deals", type=int, default=1_000, metavar="N", help="how many deals (default 1,000)")
    arguments.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first deal (default 0)")
    arguments.add_argument("--plain", action="store_true", help="leave out --best row")
    given = arguments.parse_args()
    print(heading("marriage", "slowest"))
    for request in (Question(),) if given.plain else (Question(), Question(best="row")):
        for pairs in Pairs:
            measure(pairs, request, range(given.first, given.first + given.deals))


if __name__ == "__main__":
    main()
