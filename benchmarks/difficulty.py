"""Where the levels of difficulty begin, and how stable ratings are: random deals that can be won, rated twice.

    python -m benchmarks.difficulty gallery --deals 2000 --again 500

Rates the first deals that can be won from a seed on, prints the quartiles of the share of games won, which are where
`medium`, `hard` and `brutal` begin, and rates some of them again with another seed: the rank correlation of both
ratings, and how many deals keep their level. `--rule` sets rule options. The
figures are in docs/difficulty.md.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from itertools import count, islice
from math import nan
from typing import Any

from benchmarks.common import heading, parser, quantile, row
from solver.careful import Levels
from solver.limits import Limits
from solver.options import read_options
from solver.outcome import Outcome, Verdict
from solver.patience import AnyPatience
from solver.rating import rate
from solver.registry import patience
from solver.solving import solve

POSITIONS = 100_000
"""As for `generate`: deals that are not decided within so many positions are left out."""


def winnable(found: AnyPatience, options: dict[str, str], seed: int) -> Iterator[tuple[Any, Outcome[Any]]]:
    """The random deals that can be won, from a seed on."""
    for number in count(seed):
        position = found.start(found.random_deal(number, options))
        outcome = solve(position, Limits(positions=POSITIONS), jobs=1, repeatable=True)
        if outcome.verdict is Verdict.SOLVABLE:
            yield position, outcome


def ranks(values: Sequence[float]) -> list[float]:
    """The rank of each value, from 1; equal ones share the mean of theirs."""
    order = sorted(range(len(values)), key=values.__getitem__)
    found = [0.0] * len(values)
    at = 0
    while at < len(order):
        end = at
        while end < len(order) and values[order[end]] == values[order[at]]:
            end += 1
        for place in order[at:end]:
            found[place] = (at + 1 + end) / 2
        at = end
    return found


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float:
    """Spearman's: the correlation of the ranks, with ties; nan where all of a side are equal."""
    first, second = ranks(one), ranks(other)
    mean = (len(one) + 1) / 2
    spread = sum((a - mean) ** 2 for a in first) * sum((b - mean) ** 2 for b in second)
    together = sum((a - mean) * (b - mean) for a, b in zip(first, second, strict=True))
    return float(together / spread**0.5) if spread else nan


def main() -> None:
    """Rate and print."""
    arguments = parser(__doc__)
    arguments.add_argument("game", nargs="?", default="gallery")
    arguments.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    arguments.add_argument("--deals", type=int, default=300, help="deals that can be won")
    arguments.add_argument("--again", type=int, default=100, help="of which so many are rated again")
    arguments.add_argument("--first", type=int, default=0, help="seed of the first deal")
    arguments.add_argument("--games", type=int, help="games for each rating")
    asked = arguments.parse_args()
    found = patience(asked.game)
    options = read_options(found.options, dict(rule.split("=", 1) for rule in asked.rule))
    shares: list[float] = []
    again: list[float] = []
    seconds: list[float] = []
    for number, (position, outcome) in enumerate(islice(winnable(found, options, asked.first), asked.deals)):
        for seed, into in ((0, shares), (1, again)):
            if seed and number >= asked.again:
                break
            started = time.process_time()
            rating = rate(position, games=asked.games, seed=seed, facts=False, outcome=outcome)
            seconds.append(time.process_time() - started)
            assert rating.share is not None, "the deal can be won"
            into.append(rating.share.least)
    brutal, hard, medium = (quantile(shares, part) for part in (0.25, 0.5, 0.75))
    levels = Levels(options, medium=medium, hard=hard, brutal=brutal)
    print(f"{asked.game} {options}: {len(shares)} deals, share won {sum(shares) / len(shares):.4f} in the mean")
    print("  quantiles", *(f"{part}: {quantile(shares, part):.4f}" for part in (0, 0.1, 0.25, 0.5, 0.75, 0.9, 1)))
    print(f"  Levels({options}, medium={medium:.4f}, hard={hard:.4f}, brutal={brutal:.4f})")
    if again:
        kept = sum(levels.level(a) is levels.level(b) for a, b in zip(shares, again, strict=False))
        correlation = rank_correlation(shares[: len(again)], again)
        print(f"  rated again: {len(again)}, rank correlation {correlation:.4f}, {kept} keep their level")
    print(heading("a rating"))
    print(row("", seconds), flush=True)


if __name__ == "__main__":
    main()
