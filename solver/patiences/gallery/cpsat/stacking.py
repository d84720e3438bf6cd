"""Stacking: a card is played only when all cards above it in its pile have been.

Let l be a place and u the place above it in the same group, or the lowest place of a later group of the pile, born at
round b. If l is not carried away by a redeal of its pile and is there together with u, then u is earlier:

    same group:                     ¬survives(l) ⇒ T(u) < T(l),
    later group born at round b:    ¬survives(l) ∧ T(l) ≥ end(b − 1) ⇒ T(u) < T(l).

(If l survives, it is its next place that matters. Empty places have times that fall from bottom to top and are lower
than those of cards, so nothing is asked of them.) By induction from l upwards all cards above l are earlier: if T(u) <
T(l) then u does not survive either, for it would have the later time.
Implied, and kept because it saves a third of the conflicts: at every round end r at which both lie there, if u is
unplayed so is l. With unplayed(l, r) ⇔ T(l) ≥ end(r) and for every r from the birth b of u on, up to the redeal of the
pile if it carries them away,

    same group:                     unplayed(u, r) ⇒ unplayed(l, r),
    later group born at round b:    unplayed(u, r) ∧ unplayed(l, b − 1) ⇒ unplayed(l, r).

With free order nobody knows when the pile is redealt, and this is left out.
"""

from __future__ import annotations

from solver.patiences.gallery.cpsat.flow import Flow
from solver.patiences.gallery.cpsat.order import Order
from solver.patiences.gallery.cpsat.piles import PilePlace, Piles
from solver.patiences.gallery.cpsat.times import Times, negation


def add_stacking(times: Times, order: Order, piles: Piles, flow: Flow) -> None:
    """Cards lying above are played first."""
    for pile, places in enumerate(piles.places):
        for k, low in enumerate(places):
            stays = negation(flow.survives[pile][k])
            for upper, high in enumerate(places[k + 1 :], k + 1):
                if high.born == low.born:
                    if upper != k + 1:
                        continue
                    times.before(high.time, low.time, stays)
                elif high.born == places[upper - 1].born or _parted(order, pile, low.born, high.born):
                    continue
                else:
                    times.before(high.time, low.time, stays, times.unplayed(low.time, high.born - 1))
                if not times.packed.free_order:
                    _add_round_ends(times, order, pile, low, high)


def _add_round_ends(times: Times, order: Order, pile: int, low: PilePlace, high: PilePlace) -> None:
    """The implied clauses for two places, the higher one next in the group or the lowest of its group."""
    carried_away = next((r for r in range(low.born, times.redeals) if order.turns[r][pile] is True), times.redeals)
    for r in range(high.born, min(carried_away + 1, times.redeals)):
        there_with_it = True if high.born == low.born else times.unplayed(low.time, high.born - 1)
        times.clause(negation(times.unplayed(high.time, r)), negation(there_with_it), times.unplayed(low.time, r))


def _parted(order: Order, pile: int, low: int, high: int) -> bool:
    """Whether the pile is surely redealt after the lower group comes and before or when the higher one does."""
    return any(order.turns[r][pile] is True for r in range(low, high))
