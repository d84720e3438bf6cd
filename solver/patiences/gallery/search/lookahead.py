"""A look at the next redeal: can the table be cleared with any number of cards that it may find in its pile?

The closure of the rest of the game takes all cards of piles that are still to be redealt for open, so it sees nothing
of what the next redeal covers. But plays take cards off the top of a pile, so of the next one its n lowest cards are
left, for some n, and where they come to lie depends on n alone. A line that redeals the pile with n cards

- plays, before that, only what the closure of this round reaches, in which the n cards are not played; it must reach
  all others of the pile;
- finds the n cards then on the settled piles, in dealing order, on whatever is left there: at least on what this
  closure has not reached;
- and plays the rest in the closure after it, in which all cards in piles whose turn comes later count as open, and so
  do the cards that are dealt onto them.

If for no n both closures together clear the table, no line wins. Both only grow with what has been played before,
therefore to suppose that all is played that can be supposes nothing too little. A pile that is emptied before its turn
is passed over, which is n = 0. Once the cards above the n lowest cannot be played while those stay, fewer cannot be
left either: whatever uncovers them lies above them. With no pile left to be redealt the closure of this round remains.

With `order: free` any pile may come next, and an empty one may come later: there is no such look.
"""

from __future__ import annotations

from solver.patiences.gallery.search.cardsets import CARD, Layout
from solver.patiences.gallery.search.closure import Relaxed


def clears(relaxed: Relaxed, layout: Layout, done: int, left: int, slots: int, open_: int, kept: int) -> bool:
    """Whether the closures before and after the next redeal clear the table; if not, no line wins.

    Args:
        relaxed: the relaxations of the position.
        layout: the piles at the start of the round.
        done: the piles that have had their turn: the first ones, as the order is fixed.
        left: the unplayed cards.
        slots: the cards that have a slot now.
        open_: the unplayed cards that nothing covers.
        kept: cards that are not played before their pile is redealt.
    """
    piles, sets, under = layout.piles, layout.sets, layout.under
    width = len(piles)
    next_ = next((pile for pile in range(width) if not done >> pile & 1 and sets[pile] & left), width)
    if next_ == width:
        return relaxed.closure(slots, open_, under, layout.covers) == left
    settled = sum(sets[:next_])
    loose = sum(sets[next_ + 1 :])
    redealt = sets[next_] & left
    stay = redealt
    for survivors in range(redealt.bit_count(), -1, -1):
        before = relaxed.closure(slots, open_, under, layout.covers, kept | stay)
        if redealt & ~(stay | before):
            return False
        rest = left & ~before
        sizes = [(sets[pile] & rest).bit_count() for pile in range(next_)]
        tops = [CARD[piles[pile][size - 1]] if size else 0 for pile, size in enumerate(sizes)]
        tops.append(0)
        dealt = dict(under)
        covers = layout.covers & settled
        free = rest & (relaxed.strangers | loose)
        for step, index in enumerate(reversed(piles[next_][:survivors]), 1):
            card = CARD[index]
            target = (next_ + step) % width
            if target > next_:
                free |= card
            else:
                dealt[card] = tops[target]
                covers |= card
                tops[target] = card
        if before | relaxed.closure(relaxed.opened(slots, before), free | sum(tops), dealt, covers) == left:
            return True
        if not survivors or kept & CARD[piles[next_][survivors - 1]]:
            return False
        stay ^= CARD[piles[next_][survivors - 1]]
    raise AssertionError("the loop ends with no survivors")
