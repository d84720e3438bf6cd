"""Copies and slots: a card of rank five or more goes onto its predecessor, three ranks lower in its suit.

With the copies a₁, a₂ of a kind and b₁, b₂ of its predecessor, those still unplayed, and with `left` from the rules:
every b that is played opens one slot for an a, and left(a) − left(b) slots are open now. All cards can be played in
the order of their times iff for every t at most as many a as slots are used up to t, i.e. iff

    the i-th last b is earlier than the i-th last a,   for i = 1 … left(b).

- left(b) = 0: nothing to ask.
- left(a) = left(b) = 1: T(b₁) < T(a₁).
- left(a) = 2, left(b) = 1: a Boolean m chooses the copy that waits: m ⇒ T(b₁) < T(a₁), ¬m ⇒ T(b₁) < T(a₂).
- left(a) = left(b) = 2: a Boolean m chooses the matching: m ⇒ T(b₁) < T(a₁) and T(b₂) < T(a₂), ¬m ⇒ crossed. The
  sorted orders satisfy the condition iff some matching does.
"""

from __future__ import annotations

from solver.patiences.gallery.cpsat.times import Times
from solver.patiences.gallery.packed import copies_by_kind, predecessor


def add_slots(times: Times) -> None:
    """Every built card is played after its predecessor, copies matched."""
    model, time = times.model, times.cards
    copies = copies_by_kind(times.packed.kinds)
    for kind, cards in enumerate(copies):
        below = predecessor(kind)
        if below is None or not copies[below]:
            continue
        if len(cards) == 1:
            times.before(time[copies[below][0]], time[cards[0]])
            continue
        straight = model.new_bool_var(f"kind {kind} straight")
        first, second = cards
        low = copies[below]
        times.before(time[low[0]], time[first], straight)
        times.before(time[low[0]], time[second], ~straight)
        if len(low) == 2:
            times.before(time[low[1]], time[second], straight)
            times.before(time[low[1]], time[first], ~straight)
        for round_ in range(times.redeals):
            high_left = sum(times.unplayed(time[card], round_) for card in cards)
            low_left = sum(times.unplayed(time[card], round_) for card in low)
            model.add(high_left >= low_left)
