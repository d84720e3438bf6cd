"""How long a hint takes: fresh deals of each patience, all legal moves judged and the ways to win counted.

The goal is a second for a fresh deal of the gallery with native searches. Times are processor time of this process.
"""

from __future__ import annotations

import time

import solver
from benchmarks import common
from solver import Limits, native
from solver.hinting import hint
from solver.outcome import Verdict
from solver.registry import games


def main() -> None:
    """Print a table of times."""
    parser = common.parser(__doc__)
    parser.add_argument("--deals", type=int, default=100, help="deals of each patience (seeds 1, 2, …)")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE", help="where a patience has it")
    parser.add_argument("games", nargs="*", default=list(games()))
    asked = parser.parse_args()
    print(native.words())
    print(common.heading("a hint", "undecided"))
    for game in asked.games:
        seconds, undecided = [], 0
        for seed in range(1, asked.deals + 1):
            position = solver.random_deal(game, seed, **dict(rule.split("=") for rule in asked.rule))
            started = time.process_time()
            found = hint(position, Limits(seconds=60), jobs=1)
            seconds.append(time.process_time() - started)
            undecided += any(choice.verdict is Verdict.UNDECIDED for choice in found.choices)
        print(common.row(game, seconds, str(undecided)))


if __name__ == "__main__":
    main()
