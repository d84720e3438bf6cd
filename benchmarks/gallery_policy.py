"""Find the weights of the gallery's play-out policy anew, by policy gradients (needs the native search).

    python -m benchmarks.gallery_policy --steps 1500

Each step plays a hundred random deals out sixteen times each. What a play-out is worth beyond the others of its deal
says how far the chances of its plays should grow; Adam makes the steps:

    D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.

Prints, every fifty steps, the share of play-outs won since, and the weights.
"""

from __future__ import annotations

import argparse
import math
import random

from solver.limits import NO_LIMITS, Budget
from solver.patiences.gallery import PATIENCE
from solver.patiences.gallery.fair.advising import WORTHS
from solver.patiences.gallery.fair.policy import Feature
from solver.patiences.gallery.fair.twins import FairSearch
from solver.patiences.gallery.notation import PILE_KEYS
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.seen import SEEING

DEALS = 100
PLAYOUTS = 16
STEP = 0.03
LAST = 0.2  # the last step as a share of the first
SHOWN = 50


def start(seed: int) -> tuple[Packed, list[int]]:
    """A random deal packed, and the ids of its hidden cards."""
    position = PATIENCE.start(PATIENCE.random_deal(seed, PATIENCE.defaults))
    packed = pack(position)
    return packed, [packed.piles[PILE_KEYS.index(key)][number] for key, number in SEEING.start(position).slots]


class Adam:
    """The steps of the weights: along the mean of the latest gradients, measured by how much they vary."""

    def __init__(self, count: int) -> None:
        self._mean = [0.0] * count
        self._square = [0.0] * count
        self._steps = 0

    def step(self, weights: list[float], gradient: list[float], length: float) -> None:
        """Move the weights."""
        self._steps += 1
        for number, slope in enumerate(gradient):
            self._mean[number] += 0.1 * (slope - self._mean[number])
            self._square[number] += 0.01 * (slope * slope - self._square[number])
            mean = self._mean[number] / (1 - 0.9**self._steps)
            square = self._square[number] / (1 - 0.99**self._steps)
            weights[number] += length * mean / (math.sqrt(square) + 1e-9)


def main() -> None:
    """Search and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--steps", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    generator = random.Random(asked.seed)
    weights, adam = [0.0] * len(Feature), Adam(len(Feature))
    won = 0
    for number in range(1, asked.steps + 1):
        slope = [0.0] * len(Feature)
        for _ in range(DEALS):
            packed, hidden = start(generator.randrange(10**9))
            search = FairSearch(packed, hidden, weights, generator.randrange(10**9), Budget(NO_LIMITS))
            played = search.gradient(PLAYOUTS)
            won += sum(left == 0 for left, _ in played)
            total = sum(WORTHS[left] for left, _ in played)
            for left, gradient in played:
                others = (total - WORTHS[left]) / (PLAYOUTS - 1)
                for feature, part in enumerate(gradient):
                    slope[feature] += (WORTHS[left] - others) * part / (DEALS * PLAYOUTS)
        adam.step(weights, slope, STEP * (1 - (1 - LAST) * number / asked.steps))
        if number % SHOWN == 0:
            print(f"step {number}: {won / (SHOWN * DEALS * PLAYOUTS):.2%} of the play-outs won")
            print(", ".join(f"{weight:.3f}" for weight in weights), flush=True)
            won = 0


if __name__ == "__main__":
    main()
