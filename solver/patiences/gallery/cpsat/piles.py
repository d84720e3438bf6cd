"""The places of the piles: where a card may lie, from when on, and above which others.

A pile is a list of places from bottom to top. First the cards that lie there now (born 0); then for every redeal
that may bring cards, in order of rounds, the places they come to. The i-th card of a redeal of pile p, its top card
first (i = 0, 1, …), goes to pile p + 1 + i (mod w), so pile t gets the cards i ≡ t − p − 1 (mod w), the first of
them lowest. Places of one redeal fill from the first: if place i has a card, so has every smaller i.

**Capacities.** No card identities are kept after a redeal, only times, so there must be enough places: if pile p has
at most c(p) cards, its redeal brings at most ⌈(c(p) − d)/w⌉ cards to the pile d + 1 places on (d = 0 … w − 1), and
that grows with c(p). With fixed order c is computed along the known order; with free order for all piles alike, as the
most cards that a pile not redealt so far can have: the largest there now, plus ⌈c/w⌉ for each redeal.
"""

from __future__ import annotations

from dataclasses import dataclass

from ortools.sat.python import cp_model

from solver.patiences.gallery.cpsat.order import Order, piles_to_come
from solver.patiences.gallery.cpsat.times import Times, negation
from solver.patiences.gallery.packed import Packed


@dataclass(frozen=True)
class PilePlace:
    """A place of a pile.

    time: when the card that comes here is played; negative if none comes.
    born: the round at whose start a card comes here; 0 if it lies here now. Places of a pile with the same `born` are
        one *group*: their cards come together.
    card: the id of the card that lies here now.
    """

    time: cp_model.IntVar
    born: int
    card: int | None = None


@dataclass(frozen=True)
class Tie:
    """If the redeal at the end of round `redeal` takes `pile`, the card with time `dealt` comes to where `place` is."""

    redeal: int
    pile: int
    dealt: cp_model.IntVar
    place: cp_model.IntVar


@dataclass(frozen=True)
class Piles:
    """What lies where.

    places[t]: the places of pile t, lowest first.
    dealt[p][i]: the time of the i-th card of the redeal of pile p.
    ties: where the dealt cards come to, if that is not known (with a known order they share their variables).
    """

    places: tuple[tuple[PilePlace, ...], ...]
    dealt: tuple[tuple[cp_model.IntVar, ...], ...]
    ties: tuple[Tie, ...]


def share(count: int, width: int, offset: int) -> int:
    """How many of `count` cards dealt round `width` positions fall on the one `offset` after the first."""
    return max(0, -((offset - count) // width))


def capacities(packed: Packed, redeals: int) -> list[int]:
    """For each redeal that may come the most cards that it can deal."""
    width = packed.width
    sizes = [len(pile) for pile in packed.piles]
    waiting = piles_to_come(packed.done, width)
    limits = []
    if packed.free_order:
        largest = max((sizes[pile] for pile in waiting), default=0)
        for _ in range(redeals):
            limits.append(largest)
            largest += share(largest, width, 0)
        total = sum(sizes)
        return [min(limit, total) for limit in limits]
    for pile in waiting[:redeals]:
        count, sizes[pile] = sizes[pile], 0
        limits.append(count)
        for offset in range(width):
            sizes[(pile + 1 + offset) % width] += share(count, width, offset)
    return limits


def make_piles(times: Times, order: Order) -> Piles:
    """All places of all piles.

    With free order the places of a redeal are tied to the pile that is taken:
    turn(r, p) ⇒ time of place m of pile t = time of card (t − p − 1 mod w) + w·m of the redeal of p.
    """
    packed, model = times.packed, times.model
    width = packed.width
    limits = capacities(packed, times.redeals)
    rounds = [order.rounds_of(pile) for pile in range(width)]
    dealt = tuple(
        tuple(
            times.place(min(rounds[pile]) + 1, i // width, f"pile {pile} dealt {i}")
            for i in range(max(limits[r] for r in rounds[pile]))
        )
        if rounds[pile]
        else ()
        for pile in range(width)
    )
    ties: list[Tie] = []
    places = [[PilePlace(times.cards[card], 0, card) for card in pile] for pile in packed.piles]
    for r, turn in enumerate(order.turns):
        taken = next((pile for pile, literal in enumerate(turn) if literal is True), None)
        for target in range(width):
            if taken is not None:
                first = (target - taken - 1) % width
                places[target] += [PilePlace(time, r + 1) for time in dealt[taken][first::width]]
                continue
            for m in range(share(limits[r], width, 0)):
                time = times.place(r + 1, m, f"pile {target} round {r + 1} place {m}")
                places[target].append(PilePlace(time, r + 1))
                model.add(time < 0).only_enforce_if([negation(literal) for literal in turn if literal is not False])
                for pile, literal in enumerate(turn):
                    if literal is False:
                        continue
                    i = (target - pile - 1) % width + width * m
                    if i < len(dealt[pile]):
                        times.equal(dealt[pile][i], time, literal)
                        ties.append(Tie(r, pile, dealt[pile][i], time))
                    else:
                        model.add(time < 0).only_enforce_if(literal)
    return Piles(tuple(tuple(pile) for pile in places), dealt, tuple(ties))
