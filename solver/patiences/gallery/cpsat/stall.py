"""Stall rule: with `redeal: stalled` a redeal happens only when no play is possible.

For every round end r at which a redeal happens, and every card exposed then, the card must not be *open*:

    ace: always open;   base card of a row: open ⇔ more bases than strangers of the row are unplayed
    (then a place is empty);   other kinds a on b: open ⇔ more copies of a than of b are unplayed.

A card is exposed if it is a stranger in a row, or lies on a place of a pile and no card lies above it. As places
do not know their cards, the flags open(l, r) of the later rounds flow with the times:

    moves(l, i) ∧ open(l, r) ⇒ open(dealt i, r),    turn(r′, p) ∧ open(dealt i, r) ⇒ open(its place, r),
    happens(r) ∧ exposed(l, r) ⇒ ¬open(l, r).

One direction is enough: open(l, r) can be made exactly true and never needs to be more than that. Within a group the
unplayed cards are the lowest ones, so "no card lies above l" looks at the next place of its group and at the
lowest place of every later group only.
"""

from __future__ import annotations

from itertools import combinations

from solver.patiences.gallery.cpsat.flow import Flow
from solver.patiences.gallery.cpsat.order import Order
from solver.patiences.gallery.cpsat.piles import Piles
from solver.patiences.gallery.cpsat.times import Literal, Times, negation
from solver.patiences.gallery.packed import RANKS, ROWS, base_cards, copies_by_kind, predecessor


def open_kinds(times: Times, round_: int) -> list[Literal]:
    """For each kind the literal "an unplayed card of it could be played at the end of the round, were it exposed"."""
    model, time, packed = times.model, times.cards, times.packed
    copies = copies_by_kind(packed.kinds)
    rows: list[Literal] = []
    for row in range(ROWS):
        if not packed.rows[row]:
            rows.append(True)
            continue
        empty = model.new_bool_var(f"row {row} has an empty place after {round_}")
        bases = sum(times.unplayed(time[card], round_) for card in base_cards(packed.kinds, row))
        strangers = sum(times.unplayed(time[card], round_) for card in packed.rows[row])
        model.add(bases <= strangers).only_enforce_if(~empty)
        model.add(bases > strangers).only_enforce_if(empty)
        rows.append(empty)
    kinds: list[Literal] = []
    for kind, cards in enumerate(copies):
        below = predecessor(kind)
        if below is None:
            kinds.append(True if kind % RANKS == 0 else rows[kind % RANKS - 1])
            continue
        high = [times.unplayed(time[card], round_) for card in cards]
        low = [times.unplayed(time[card], round_) for card in copies[below]]
        if not low or not high:
            kinds.append(True)
        elif len(high) == 1:
            kinds.append(negation(low[0]))
        else:
            literal = model.new_bool_var(f"kind {kind} open after {round_}")
            for count in range(1, len(high) + 1):
                for some_high in combinations(high, count):
                    # `count` unplayed copies are more than those of the predecessor if only count - 1 may be left.
                    for played in combinations(low, max(0, len(low) - count + 1)):
                        times.clause(literal, *(negation(there) for there in some_high), *played)
            kinds.append(literal)
    return kinds


def add_stall_rule(times: Times, order: Order, piles: Piles, flow: Flow) -> None:
    """At every redeal that happens no exposed card is open."""
    packed = times.packed
    opened = [open_kinds(times, r) for r in range(times.redeals)]
    for r, happens in enumerate(flow.happens):
        for row in packed.rows:
            for card in row:
                unplayed = times.unplayed(times.cards[card], r)
                times.clause(negation(happens), negation(unplayed), negation(opened[r][packed.kinds[card]]))
    flags: dict[tuple[int, int], Literal] = {}  # by the index of the time variable and the round

    def flag(time_index: int, r: int) -> Literal:
        if (time_index, r) not in flags:
            flags[time_index, r] = times.model.new_bool_var(f"open {time_index} after {r}")
        return flags[time_index, r]

    for card, time in enumerate(times.cards):
        for r in range(times.redeals):
            flags[time.index, r] = opened[r][packed.kinds[card]]
    for pile, places in enumerate(piles.places):
        rounds = order.rounds_of(pile)
        for k, place in enumerate(places):
            for i, goes in flow.moves[pile][k].items():
                for r in range(max(place.born, rounds[0]) + 1, times.redeals):
                    source, target = flag(place.time.index, r), flag(piles.dealt[pile][i].index, r)
                    times.clause(negation(goes), negation(source), target)
    for tie in piles.ties:
        for r in range(tie.redeal + 1, times.redeals):
            taken, source = order.turns[tie.redeal][tie.pile], flag(tie.dealt.index, r)
            times.clause(negation(taken), negation(source), flag(tie.place.index, r))
    for r, happens in enumerate(flow.happens):
        for pile, places in enumerate(piles.places):
            here = [_lies_here(times, order, piles, flow, pile, k, r) for k in range(len(places))]
            for k, place in enumerate(places):
                if here[k] is False:
                    continue
                above = [
                    here[u]
                    for u in range(k + 1, len(places))
                    if (u == k + 1 if places[u].born == place.born else places[u].born != places[u - 1].born)
                ]
                times.clause(negation(happens), negation(here[k]), *above, negation(flag(place.time.index, r)))


def _lies_here(times: Times, order: Order, piles: Piles, flow: Flow, pile: int, k: int, round_: int) -> Literal:
    """A card lies on the place at the end of the round, before the redeal."""
    place = piles.places[pile][k]
    if place.born > round_:
        return False
    unplayed = times.unplayed(place.time, round_)
    turns = [order.turns[r][pile] for r in range(place.born, round_)]
    turns = [turn for turn in turns if turn is not False]
    if not turns or flow.survives[pile][k] is False:
        return unplayed
    if any(turn is True for turn in turns):
        return False
    literal = times.model.new_bool_var(f"{place.time.name} lies there after {round_}")
    times.clause(~literal, unplayed)
    for turn in turns:
        times.clause(~literal, negation(turn))
    times.clause(literal, negation(unplayed), *turns)
    return literal
