"""Find the weights of the gallery's play-out policy anew, by the cross-entropy method (needs the native search).

    python -m benchmarks.gallery_policy --rounds 40 --deals 1500

Each round draws weights around the mean, lets each of them play out the same deals, and moves the mean and the spread
towards the best fifth. The weights in `solver.patiences.gallery.fair.policy` come from a search of this kind with
60 candidates a round. Prints the mean of each round that is done and the share of play-outs that it wins.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Sequence
from itertools import islice
from statistics import mean, pstdev

from solver.limits import NO_LIMITS, Budget
from solver.patiences.gallery import PATIENCE
from solver.patiences.gallery.fair.policy import Feature
from solver.patiences.gallery.fair.twins import FairSearch
from solver.patiences.gallery.notation import PILE_KEYS
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.seen import SEEING

CANDIDATES = 60
BEST = 12
KEPT = 0.4  # of the old mean and spread
LEAST = 0.02  # by which the spread is widened each round

Start = tuple[Packed, list[int]]


def start(seed: int) -> Start:
    """A random deal packed, and the ids of its hidden cards."""
    position = PATIENCE.start(PATIENCE.random_deal(seed, PATIENCE.defaults))
    packed = pack(position)
    return packed, [packed.piles[PILE_KEYS.index(key)][number] for key, number in SEEING.start(position).slots]


def wins(weights: Sequence[float], deals: Sequence[Start], seed: int) -> float:
    """The share of play-outs that are won, one from each first play of each deal."""
    count = won = 0
    for number, (packed, hidden) in enumerate(deals):
        for _, played, good, _ in FairSearch(packed, hidden, weights, seed + number, Budget(NO_LIMITS)).weigh(1):
            count += played
            won += good
    return won / count


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=40)
    parser.add_argument("--deals", type=int, default=1500, help="that each candidate plays out in a round")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    generator = random.Random(asked.seed)
    middle, spread = [0.0] * len(Feature), [1.0] * len(Feature)
    for number in range(asked.rounds):
        deals = [start(generator.randrange(10**9)) for _ in range(asked.deals)]
        drawn = [[generator.gauss(*around) for around in zip(middle, spread, strict=True)] for _ in range(CANDIDATES)]
        ranked = sorted(drawn, key=lambda weights: -wins(weights, deals, number))
        best = list(zip(*islice(ranked, BEST), strict=True))
        middle = [KEPT * old + (1 - KEPT) * mean(new) for old, new in zip(middle, best, strict=True)]
        spread = [KEPT * old + (1 - KEPT) * pstdev(new) + LEAST for old, new in zip(spread, best, strict=True)]
        print(f"round {number + 1}: {wins(middle, deals, 10**6 + number):.2%} of the play-outs won by the mean")
        print(", ".join(f"{weight:.3f}" for weight in middle), flush=True)


if __name__ == "__main__":
    main()
