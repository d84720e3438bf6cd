"""From the times of a solution to plays.

The cards are played in the order of their times (equal times in any order: see `times`), and before the first card of
each later round the redeals that the solution makes. Card ids are those of the position, so nothing has to be guessed:
only whether the pile of a fixed redeal is empty when its turn comes, and so passed over, is found by dealing.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.patiences.gallery.packed import Packed, redeal


def plays_of(packed: Packed, step_count: int, times: Sequence[int], turns: Sequence[int | None]) -> tuple[int, ...]:
    """The plays of a solution: `times` of the cards by id, `turns[r]` the pile taken at the end of round r.

    Piles that are empty at their turn give no play, and after the last card nothing is played.
    """
    piles = [list(pile) for pile in packed.piles]
    plays: list[int] = []
    round_ = 0
    for card in sorted(range(len(times)), key=lambda card: times[card]):
        while round_ < times[card] // step_count:
            pile = turns[round_]
            round_ += 1
            if pile is not None and piles[pile]:
                plays.append(redeal(pile))
                hand, piles[pile] = piles[pile], []
                for dealt, moved in enumerate(reversed(hand), pile + 1):
                    piles[dealt % packed.width].append(moved)
        for cards in piles:
            if cards and cards[-1] == card:
                cards.pop()
        plays.append(card)
    return tuple(plays)
