"""The whole game as one CP-SAT model: the constraint groups put together."""

from __future__ import annotations

from dataclasses import dataclass

from solver.patiences.gallery.cpsat.bases import add_bases
from solver.patiences.gallery.cpsat.flow import Flow, add_flow
from solver.patiences.gallery.cpsat.order import Order, make_order, piles_to_come
from solver.patiences.gallery.cpsat.piles import make_piles
from solver.patiences.gallery.cpsat.slots import add_slots
from solver.patiences.gallery.cpsat.stacking import add_stacking
from solver.patiences.gallery.cpsat.stall import add_stall_rule
from solver.patiences.gallery.cpsat.times import Times
from solver.patiences.gallery.packed import Packed


@dataclass(frozen=True)
class GameModel:
    """The model of a position: its times, the order of its redeals and their flow."""

    times: Times
    order: Order
    flow: Flow


def possible_redeals(packed: Packed) -> int:
    """How many redeals can still come at most: one for each pile that has not had its turn."""
    return len(piles_to_come(packed.done, packed.width))


def build(packed: Packed, most_redeals: int | None = None) -> GameModel:
    """The model whose solutions are the ways to win from the position, with at most so many redeals if that is given.

    With free order the redeals that are made come one after the other, so the model needs no more rounds than it may
    have redeals. With fixed order a turn may pass without a redeal, so all rounds stay and the redeals are counted.
    """
    rounds = possible_redeals(packed)
    if most_redeals is not None and packed.free_order:
        rounds = min(rounds, most_redeals)
    times = Times(packed, rounds)
    order = make_order(times)
    piles = make_piles(times, order)
    add_slots(times)
    add_bases(times)
    flow = add_flow(times, order, piles)
    add_stacking(times, order, piles, flow)
    if not packed.anytime:
        add_stall_rule(times, order, piles, flow)
    if most_redeals is not None and most_redeals < rounds:
        times.model.add(sum(flow.happens) <= most_redeals)
    return GameModel(times, order, flow)
