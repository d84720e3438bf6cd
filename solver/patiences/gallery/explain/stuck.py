"""Cards that wait for one another: what stays stuck even if everything else were open.

Piles that have had their turn to be redealt are stacks for ever; the cards of all other piles are taken to lie open. A
set of cards *blocks itself* if none of it can be played before another of it has been. If the set is not empty the
position is lost: all its cards have to be played, and none of them can be the first.
"""

from __future__ import annotations

import random
from collections.abc import Collection, Iterator
from itertools import chain

from solver.patiences.gallery.explain.facts import Cause, Wait
from solver.patiences.gallery.packed import ROWS, Packed, base_cards, copies_by_kind, predecessor


class _WaitTable:
    """What each card waits for: groups of cards, from each of which one must have been played, as far as is known."""

    def __init__(self, packed: Packed) -> None:
        copies = copies_by_kind(packed.kinds)
        strangers = [frozenset(row) for row in packed.rows]
        self.waits: list[list[Wait]] = [[] for _ in packed.kinds]
        for cards in (pile for p, pile in enumerate(packed.piles) if packed.done >> p & 1):
            for height, card in enumerate(cards):
                self.waits[card] += (Wait(Cause.UNDER, (card,), 0, (high,), 1) for high in cards[height + 1 :])
        for kind, cards in enumerate(copies):
            lower = predecessor(kind)
            if lower is not None and len(copies[lower]) == len(cards):
                for card in cards:
                    self.waits[card].append(Wait(Cause.NEEDS, (card,), 0, copies[lower], 1))
        for row in range(ROWS):
            if strangers[row] and not packed.empty_places[row]:
                for card in base_cards(packed.kinds, row):
                    self.waits[card].append(Wait(Cause.PLACE, (card,), 0, packed.rows[row], 1))
        self._awaited = [[frozenset(wait.awaited) for wait in waits] for waits in self.waits]
        self._waiting: list[set[int]] = [set() for _ in packed.kinds]
        for card, groups in enumerate(self._awaited):
            for awaited in frozenset().union(*groups):
                self._waiting[awaited].add(card)

    def blocked(self, cards: Collection[int]) -> frozenset[int]:
        """The largest part of the cards that blocks itself: what is left when all others have been played.

        A wait for cards of which one is not in the part holds nothing back.
        """
        left = asked = set(cards)
        while free := {card for card in asked if not any(awaited <= left for awaited in self._awaited[card])}:
            left = left - free
            asked = left.intersection(chain.from_iterable(self._waiting[card] for card in free))
        return frozenset(left)


def smallest_blocked(packed: Packed, tries: int = 8) -> frozenset[int]:
    """A set of cards that blocks itself and has no smaller one in it; empty if there is none.

    Cards are taken away in turn, with all that this sets free, unless nothing would be left; the smallest result of
    some random orders (the same ones every time) is taken.
    """
    table = _WaitTable(packed)
    largest = table.blocked(range(len(packed.kinds)))
    best = largest
    for seed in range(tries):
        order = sorted(largest)
        random.Random(seed).shuffle(order)
        left = largest
        for card in order:
            if card in left:
                left = table.blocked(left - {card}) or left
        if len(left) < len(best):
            best = left
    return best


def is_smallest(packed: Packed, cards: frozenset[int]) -> bool:
    """Whether the set blocks itself, and nothing is left of it when any one of its cards is played."""
    table = _WaitTable(packed)
    return table.blocked(cards) == cards and not any(table.blocked(cards - {card}) for card in cards)


def reasons(packed: Packed, cards: frozenset[int]) -> Iterator[Wait]:
    """For a set that blocks itself the waits that say so, alike ones as one, each card in one of them.

    Cards that need a place of a row come first, then those that need another card, then those that lie under one.
    """
    table = _WaitTable(packed)
    groups: dict[tuple[Cause, tuple[int, ...], int], list[int]] = {}
    for card in sorted(cards):
        holding = [wait for wait in table.waits[card] if cards.issuperset(wait.awaited)]
        wait = min(holding, key=lambda wait: _PREFERENCE.index(wait.reason))
        kind = packed.kinds[card] if wait.reason is Cause.NEEDS else card if wait.reason is Cause.UNDER else -1
        groups.setdefault((wait.reason, wait.awaited, kind), []).append(card)
    for (reason, awaited, _), waiting in sorted(groups.items(), key=lambda item: _PREFERENCE.index(item[0][0])):
        yield Wait(reason, tuple(waiting), 0, awaited, 1)


_PREFERENCE = (Cause.PLACE, Cause.NEEDS, Cause.UNDER)
