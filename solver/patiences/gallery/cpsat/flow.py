"""Redeal flow: which times come to which places when a pile is redealt.

For a place l of pile p let survives(l) say that a card lies there when p is redealt:

    turn(r, p) ⇒ (survives(l) ⇔ T(l) ≥ end(r)) if l is born at round r or before, ¬survives(l) otherwise,
    no turn of p ⇒ ¬survives(l).

Going through the places of p from top to bottom, with above(l, i) for "at least i of those above l survive":

    above(l′, i) ⇔ above(l, i) ∨ (above(l, i − 1) ∧ survives(l))    for the place l′ below l,
    moves(l, i)  ⇔ survives(l) ∧ above(l, i) ∧ ¬above(l, i + 1)     "the card of l is the i-th dealt, i = 0, 1, …",
    moves(l, i)  ⇒ T(dealt i) = T(l),
    used(i)      ⇔ T(dealt i) ≥ 0  ⇔  at least i + 1 places survive.

Only times flow, so which card lies where after a redeal is known by its time alone.
Implied and kept: a surviving place moves to exactly one i, each used i gets exactly one place; and in a group, whose
cards come together, a card survives only if the one below it does.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from solver.patiences.gallery.cpsat.order import Order
from solver.patiences.gallery.cpsat.piles import Piles
from solver.patiences.gallery.cpsat.times import Literal, Times, negation


@dataclass(frozen=True)
class Flow:
    """The literals of the redeals.

    survives[p][l]: place l of pile p holds a card when p is redealt.
    moves[p][l]: i ↦ "that card is the i-th dealt".
    happens[r]: a pile with cards is redealt at the end of round r.
    """

    survives: tuple[tuple[Literal, ...], ...]
    moves: tuple[tuple[dict[int, Literal], ...], ...]
    happens: tuple[Literal, ...]


def add_flow(times: Times, order: Order, piles: Piles) -> Flow:
    """Tie the places of each pile to the cards of its redeal."""
    survives, moves, used = [], [], []
    for pile in range(times.packed.width):
        survives.append(_survivors(times, order, piles, pile))
        pile_moves, pile_used = _deal_out(times, piles, pile, survives[-1])
        moves.append(pile_moves)
        used.append(pile_used)
    happens: list[Literal] = []
    for turn in order.turns:
        for pile, literal in enumerate(turn):
            if literal is True:
                happens.append(used[pile][0] if used[pile] else False)
            elif literal is not False:
                times.clause(negation(literal), used[pile][0] if used[pile] else False)
        if not any(literal is True for literal in turn):
            some = times.model.new_bool_var("redeal")
            times.model.add(sum(literal for literal in turn if literal is not False) == some)
            happens.append(some)
    return Flow(tuple(survives), tuple(moves), tuple(happens))


def _survivors(times: Times, order: Order, piles: Piles, pile: int) -> tuple[Literal, ...]:
    rounds = order.rounds_of(pile)
    survives: list[Literal] = []
    for place in piles.places[pile]:
        if len(rounds) == 1 and order.turns[rounds[0]][pile] is True:
            survives.append(times.unplayed(place.time, rounds[0]) if place.born <= rounds[0] else False)
            continue
        if not any(place.born <= r for r in rounds):
            survives.append(False)
            continue
        literal = times.model.new_bool_var(f"{place.time.name} survives")
        survives.append(literal)
        turns = [order.turns[r][pile] for r in rounds]
        times.clause(~literal, *turns)
        for r, turn in zip(rounds, turns, strict=True):
            if place.born <= r:
                there = times.unplayed(place.time, r)
                times.clause(negation(turn), ~literal, there)
                times.clause(negation(turn), literal, negation(there))
            else:
                times.clause(negation(turn), ~literal)
    for (low, low_there), (high, high_there) in pairwise(zip(piles.places[pile], survives, strict=True)):
        if low.born == high.born:
            times.clause(negation(high_there), low_there)
    return tuple(survives)


def _deal_out(
    times: Times, piles: Piles, pile: int, survives: tuple[Literal, ...]
) -> tuple[tuple[dict[int, Literal], ...], tuple[Literal, ...]]:
    dealt = piles.dealt[pile]
    moves: list[dict[int, Literal]] = [{} for _ in survives]
    above: list[Literal] = [True]  # above[i]: at least i survive above the place looked at
    for k in reversed(range(len(survives))):
        place, there = piles.places[pile][k], survives[k]
        if there is False:
            continue
        for i, at_least in enumerate(above):
            if i == len(dealt):
                # The capacity says that this does not happen.
                times.clause(negation(at_least), negation(there))
                continue
            more = above[i + 1] if i + 1 < len(above) else False
            goes = _all_of(times, f"{place.time.name} dealt {i}", there, at_least, negation(more))
            moves[k][i] = goes
            times.equal(dealt[i], place.time, goes)
        times.clause(negation(there), *moves[k].values())
        above = [True] + [
            _either_or_both(times, above[i] if i < len(above) else False, above[i - 1], there)
            for i in range(1, min(len(above), len(dealt)) + 1)
        ]
    used: list[Literal] = []
    for i, time in enumerate(dealt):
        literal = above[i + 1] if i + 1 < len(above) else False
        used.append(literal)
        if literal is False:
            times.model.add(time < 0)
        else:
            times.model.add(time >= 0).only_enforce_if(literal)
            times.model.add(time < 0).only_enforce_if(negation(literal))
            times.model.add_exactly_one(
                [goes[i] for goes in moves if goes.get(i, False) is not False] + [negation(literal)]
            )
    return tuple(moves), tuple(used)


def _all_of(times: Times, name: str, *literals: Literal) -> Literal:
    """A literal for the conjunction."""
    if any(literal is False for literal in literals):
        return False
    open_ = [literal for literal in literals if literal is not True]
    if len(open_) == 1:
        return open_[0]
    both = times.model.new_bool_var(name)
    for literal in open_:
        times.clause(~both, literal)
    times.clause(both, *(negation(literal) for literal in open_))
    return both


def _either_or_both(times: Times, always: Literal, first: Literal, second: Literal) -> Literal:
    """A literal for always ∨ (first ∧ second)."""
    both = _all_of(times, "", first, second)
    if always is False:
        return both
    literal = times.model.new_bool_var("")
    times.clause(~literal, always, both)
    times.clause(literal, negation(always))
    times.clause(literal, negation(both))
    return literal
