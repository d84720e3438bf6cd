"""Shuffling as Python's `random.Random` does it, which the rules name for every deal, in half the time."""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import TypeVar

T = TypeVar("T")


def shuffle(items: MutableSequence[T], seed: int | str) -> None:
    """Shuffle in place as `random.Random(seed).shuffle(items)` does: the same order on every machine."""
    import random  # takes a while, and a deal that lies in a file is not shuffled

    random_bits = random.Random(seed).getrandbits
    for last in range(len(items) - 1, 0, -1):
        bits = (last + 1).bit_length()
        other = random_bits(bits)
        while other > last:
            other = random_bits(bits)
        items[last], items[other] = items[other], items[last]
