"""How long `solve` takes as a player calls it: the engine `auto` with all processors, under every pair of rule options.

    python -m benchmarks.gallery_auto [--deals N] [--first SEED] [--limit SECONDS] [REDEAL-ORDER…]

REDEAL-ORDER is one of stalled-fixed, stalled-free, anytime-fixed and anytime-free (all, if none is named). The deals
are those of `patience-solver generate gallery`, seeds 0, 1, …. Times are those of a whole answer: on the clock, and of
the processors, CP-SAT's process included, which other work on the machine hardly changes.
"""

from __future__ import annotations

import os
import time
from collections import Counter

from benchmarks.common import heading, parser, row
from solver import Limits, Verdict, random_deal, solve

KINDS = ("stalled-fixed", "anytime-fixed", "stalled-free", "anytime-free")


def processor_seconds() -> float:
    """The processor time of this process and of those that it started and that have ended."""
    spent = os.times()
    return time.process_time() + spent.children_user + spent.children_system


def main() -> None:
    """Decide the deals and print a table."""
    arguments = parser(__doc__)
    arguments.add_argument("kinds", nargs="*", metavar="REDEAL-ORDER", choices=[*KINDS, []], help="rule options")
    arguments.add_argument("--deals", type=int, default=100, help="how many deals of each kind (default 100)")
    arguments.add_argument("--first", type=int, default=0, metavar="SEED", help="seed of the first deal (default 0)")
    arguments.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for each deal (default 60)")
    given = arguments.parse_args()
    print(heading("auto", "positions"))
    for kind in given.kinds or KINDS:
        redeal, order = kind.split("-")
        outcomes, processor = [], []
        for seed in range(given.first, given.first + given.deals):
            position = random_deal("gallery", seed, redeal=redeal, order=order)
            before = processor_seconds()
            outcomes.append(solve(position, Limits(seconds=given.limit)))
            processor.append(processor_seconds() - before)
        seconds = [float(outcome.stats["seconds"]) for outcome in outcomes]
        positions = sum(int(outcome.stats.get("positions", 0)) for outcome in outcomes)
        print(row(kind, seconds, f"{positions:,}"))
        print(row("  processor time", processor, ""))
        verdicts = Counter(outcome.verdict for outcome in outcomes)
        by = Counter(outcome.engine for outcome in outcomes if outcome.verdict is not Verdict.UNDECIDED)
        print("  " + ", ".join(f"{verdict} {verdicts[verdict]}" for verdict in Verdict), end="; decided by ")
        print(", ".join(f"{engine} {number}" for engine, number in by.items()))
        left_open = [
            str(seed) for seed, outcome in enumerate(outcomes, given.first) if outcome.verdict is Verdict.UNDECIDED
        ]
        if left_open:
            print("  undecided seeds: " + ", ".join(left_open))


if __name__ == "__main__":
    main()
