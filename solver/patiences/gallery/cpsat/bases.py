"""Places of the rows: a base card needs an empty place of its row.

In each row let S be the strangers, B the unplayed base cards of the row's rank and e the places that are empty now;
the row is full of bases in the end, so |B| = e + |S|. The base cards can be played in the order of their times iff
they can be matched one to one with the places such that a base card matched with the place of stranger s comes after
T(s). So: Booleans x(b, s) and y(b), "b goes where s lies" and "b goes to a place empty now", with

    y(b) + Σₛ x(b, s) = 1 for every b,   Σ_b x(b, s) = 1 for every s,   x(b, s) ⇒ T(s) < T(b).

(Σ y(b) = e follows.) Implied, and kept because it speeds the proof: at every round's end at least as many base
cards as strangers are unplayed.
"""

from __future__ import annotations

from solver.patiences.gallery.cpsat.times import Times
from solver.patiences.gallery.packed import ROWS, base_cards


def add_bases(times: Times) -> None:
    """Every base card is played when a place of its row is empty."""
    model, time, packed = times.model, times.cards, times.packed
    for row in range(ROWS):
        bases, strangers = base_cards(packed.kinds, row), packed.rows[row]
        if not strangers:
            continue
        into = {(b, s): model.new_bool_var(f"base {b} for {s}") for b in bases for s in strangers}
        for b in bases:
            choices = [into[b, s] for s in strangers]
            if packed.empty_places[row]:
                model.add_at_most_one(choices)
            else:
                model.add_exactly_one(choices)
        for s in strangers:
            model.add_exactly_one(into[b, s] for b in bases)
        for (b, s), goes in into.items():
            times.before(time[s], time[b], goes)
        for round_ in range(times.redeals):
            bases_left = sum(times.unplayed(time[b], round_) for b in bases)
            strangers_left = sum(times.unplayed(time[s], round_) for s in strangers)
            model.add(bases_left >= strangers_left)
