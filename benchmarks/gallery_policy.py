"""Learn the weights of the gallery's play-out policy anew (needs the native search and numpy).

    python -m benchmarks.gallery_policy --out weights.txt

Three rounds of 3,000 games, which take some ten minutes, made the weights that are there. `advising.TRUST` was 50
then, so the same command comes to somewhat other weights now.

Each round plays random deals by the policy so far, tries every play of each decision in play-outs, and lets the network
learn what each is worth beyond the others of its decision. Lessons of the round before are learned along. Adam makes
the steps:

    D. P. Kingma, J. Ba, "Adam: a method for stochastic optimization", ICLR 2015.

Prints how much of the differences the network explains, also of lessons that it has not learned; how many games the
policy wins then, `python -m benchmarks.fair_play gallery` says.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from solver.limits import NO_LIMITS, Budget
from solver.patiences.gallery import PATIENCE
from solver.patiences.gallery.fair.advising import Lesson
from solver.patiences.gallery.fair.policy import INPUTS, SCALE, UNITS, WORTH, Policy, learned
from solver.patiences.gallery.fair.twins import searching
from solver.patiences.gallery.notation import PILE_KEYS
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.seen import SEEING

Floats = NDArray[np.float32]

UNIT = WORTH / SCALE / SCALE
"""What the network learns of a worth of 1."""

BATCH = 64
HELD = 20
"""One lesson in so many is not learned, but tells how well the others were."""


def start(seed: int) -> tuple[Packed, list[int]]:
    """A random deal packed, and the ids of its hidden cards."""
    position = PATIENCE.start(PATIENCE.random_deal(seed, PATIENCE.defaults))
    packed = pack(position)
    return packed, [packed.piles[PILE_KEYS.index(key)][number] for key, number in SEEING.start(position).slots]


@dataclass(frozen=True)
class Example:
    """A lesson: for each play and input its amount, and for each play what it is worth beyond the mean."""

    amounts: NDArray[np.int8]
    worths: Floats

    @classmethod
    def of(cls, lesson: Lesson) -> Example:
        """A lesson in arrays."""
        common, tried = lesson
        amounts = np.zeros((len(tried), INPUTS), np.int8)
        for play, (inputs, _) in enumerate(tried):
            for number, amount in (*common, *inputs):
                amounts[play, number] += amount
        worths = np.array([worth for _, worth in tried], np.float32)
        return cls(amounts, (worths - worths.mean()) * np.float32(UNIT))


class Network:
    """The policy while it learns, in floating point."""

    def __init__(self, policy: Policy | None, seed: int) -> None:
        dice = np.random.default_rng(seed)
        if policy is None:
            units, linear, out = dice.normal(0, 0.1, (INPUTS, UNITS)), np.zeros(INPUTS), dice.normal(0, 0.2, UNITS)
        else:
            units, linear = np.array(policy.units) / SCALE, np.array(policy.linear) / SCALE / SCALE
            out = np.array(policy.out) / SCALE
        self.weights: list[Floats] = [part.astype(np.float32) for part in (units, linear, out)]
        self._mean = [np.zeros_like(part) for part in self.weights]
        self._square = [np.zeros_like(part) for part in self.weights]
        self._steps = 0

    def learn(self, examples: Sequence[Example], length: float) -> tuple[float, float]:
        """Make a step that brings the scores nearer to what the plays are worth.

        The squares of the differences that are left, and of all.
        """
        amounts, sums, surprise, worths = self._surprise(examples)
        active = np.maximum(sums, 0)
        back = np.outer(surprise, self.weights[2]) * (sums > 0)
        slopes = [amounts.T @ back, amounts.T @ surprise, active.T @ surprise]
        self._steps += 1
        for number, part in enumerate(self.weights):
            slope = slopes[number] / len(examples) - np.float32(1e-4) * part
            self._mean[number] += np.float32(0.1) * (slope - self._mean[number])
            self._square[number] += np.float32(0.001) * (slope * slope - self._square[number])
            mean = self._mean[number] / (1 - 0.9**self._steps)
            square = self._square[number] / (1 - 0.999**self._steps)
            self.weights[number] = (part + length * mean / (np.sqrt(square) + 1e-6)).astype(np.float32)
        return float((surprise**2).sum()), float((worths**2).sum())

    def explained(self, examples: Sequence[Example]) -> float:
        """The share of the differences that the scores explain."""
        _, _, surprise, worths = self._surprise(examples)
        return 1 - float((surprise**2).sum()) / float((worths**2).sum())

    def _surprise(self, examples: Sequence[Example]) -> tuple[Floats, Floats, Floats, Floats]:
        """Inputs, sums of the hidden units, what the plays are worth beyond their scores, and their worths."""
        units, linear, out = self.weights
        amounts = np.concatenate([example.amounts for example in examples]).astype(np.float32)
        worths = np.concatenate([example.worths for example in examples])
        sums = amounts @ units
        scores = amounts @ linear + np.maximum(sums, 0) @ out
        starts = np.cumsum([0, *(len(example.worths) for example in examples[:-1])])
        sizes = np.array([len(example.worths) for example in examples])
        means = np.add.reduceat(scores, starts) / sizes
        surprise = (worths - (scores - np.repeat(means, sizes))).astype(np.float32)
        return amounts, sums, surprise, worths

    def policy(self) -> Policy:
        """The weights as whole numbers."""
        units, linear, out = self.weights
        return Policy(
            np.rint(units * SCALE).astype(int).tolist(),
            np.rint(linear * SCALE * SCALE).astype(int).tolist(),
            np.rint(out * SCALE).astype(int).tolist(),
        )


def gathered(policy: Policy, first: int, games: int, playouts: int, slips: int) -> list[Example]:
    """The lessons of some games."""
    search = searching(policy)
    found: list[Example] = []
    for seed in range(first, first + games):
        packed, hidden = start(seed)
        found += map(Example.of, search(packed, hidden, seed, Budget(NO_LIMITS)).lessons(playouts, slips))
    return found


def taught(network: Network, examples: Sequence[Example], epochs: int, length: float, seed: int) -> None:
    """Let a network learn lessons, and print how well it did."""
    dice = np.random.default_rng(seed)
    held, learning = list(examples[::HELD]), [example for at, example in enumerate(examples) if at % HELD]
    batches = len(learning) // BATCH
    for epoch in range(epochs):
        order = dice.permutation(len(learning))
        left = whole = 0.0
        for batch in range(batches):
            share = (epoch + batch / batches) / epochs
            chosen = [learning[at] for at in order[batch * BATCH : (batch + 1) * BATCH]]
            one, other = network.learn(chosen, length * (1 - 0.95 * share))
            left, whole = left + one, whole + other
        print(f"  epoch {epoch}: explains {1 - left / whole:.4f}, of others {network.explained(held):.4f}", flush=True)


def written(policy: Policy, words: str) -> str:
    """The text of a file of weights."""
    rows = [" ".join(map(str, (*units, own))) for units, own in zip(policy.units, policy.linear, strict=True)]
    return "\n".join((f"# {words}", *rows, " ".join(map(str, policy.out)))) + "\n"


def main() -> None:
    """Learn and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", type=int, default=3000, help="games of a round")
    parser.add_argument("--playouts", type=int, default=16, help="play-outs of each play")
    parser.add_argument("--slips", type=int, default=10, help="decisions of a hundred in which any play is made")
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--first", type=int, default=10**6, help="seed of the first deal")
    parser.add_argument("--go-on", action="store_true", help="begin with the weights that are there")
    parser.add_argument("--out", type=Path, required=True)
    asked = parser.parse_args()
    policy = learned() if asked.go_on else Network(None, 0).policy()
    before: list[Example] = []
    for number in range(asked.rounds):
        started = time.process_time()
        first = asked.first + number * asked.games
        examples = gathered(policy, first, asked.games, asked.playouts, asked.slips)
        print(f"round {number}: {len(examples)} lessons, {time.process_time() - started:.0f} s", flush=True)
        network = Network(policy if number or asked.go_on else None, number)
        taught(network, before + examples, asked.epochs, 0.0015, number)
        policy, before = network.policy(), examples
        command = f"--rounds {asked.rounds} --games {asked.games} --playouts {asked.playouts}"
        asked.out.write_text(written(policy, f"python -m benchmarks.gallery_policy {command}"), "ascii")


if __name__ == "__main__":
    main()
