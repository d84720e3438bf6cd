"""Redeal order: which pile is redealt at the end of which round.

turn(r, p) says that the redeal at the end of round r takes pile p. With fixed order these are known: the piles that
have not had their turn, left to right; if the pile is empty then, the redeal is none (passing over). With free order
they are Booleans with

    Σ_p turn(r, p) ≤ 1,   Σ_r turn(r, p) ≤ 1,   Σ_p turn(r, p) ≥ Σ_p turn(r + 1, p),

and turn(r, p) demands a card in p (stated with the redeal flow), as only non-empty piles may be picked. The last
inequality loses nothing: the redeals that are made are numbered without gaps.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from solver.patiences.gallery.cpsat.times import Literal, Times


def piles_to_come(done: int, width: int) -> list[int]:
    """The piles that have not had their turn, left to right."""
    return [pile for pile in range(width) if not done >> pile & 1]


@dataclass(frozen=True)
class Order:
    """turns[r][p]: the redeal at the end of round r takes pile p (`False` and `True` where known)."""

    turns: tuple[tuple[Literal, ...], ...]

    def rounds_of(self, pile: int) -> list[int]:
        """The rounds at whose end the pile may be redealt."""
        return [r for r, turn in enumerate(self.turns) if turn[pile] is not False]


def make_order(times: Times) -> Order:
    """The turns of the redeals in the model's rounds."""
    packed, model = times.packed, times.model
    waiting = piles_to_come(packed.done, packed.width)
    if not packed.free_order:
        return Order(
            tuple(
                tuple(r < len(waiting) and p == waiting[r] for p in range(packed.width)) for r in range(times.redeals)
            )
        )
    turns: list[tuple[Literal, ...]] = [
        tuple(model.new_bool_var(f"turn {r} {p}") if p in waiting else False for p in range(packed.width))
        for r in range(times.redeals)
    ]
    for turn in turns:
        model.add_at_most_one(turn)
    for pile in waiting:
        model.add_at_most_one(turn[pile] for turn in turns)
    for turn, following in pairwise(turns):
        model.add(sum(turn) >= sum(following))
    return Order(tuple(turns))
