"""Unknown cards of a game that is played at a real table: which of them a move brings to light, and what they are then.

Cards come to light from the top of what lies hidden: of a pile, or of a stock that is dealt. So of each region it is
enough to count how many of its hidden cards are still hidden.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

from solver.cards import Card
from solver.deal_files import DealFile, read_deal
from solver.errors import CardError, InputError
from solver.letters import Letters, in_letters
from solver.seeing import Seen, Slot, Slots
from solver.table import Drawing
from solver.unknown_cards import seen_text
from solver.words import plural

Order = Mapping[str, tuple[Slot, ...]]
"""The hidden slots of each region in the order in which their cards come to light."""


def order_of(drawing: Drawing[Any, Any], seen: Seen[Any, Any]) -> Order:
    """The hidden slots of what is seen, the top ones as drawn first."""
    return {
        key: tuple(
            sorted(
                (slot for slot in seen.slots if slot[0] == key),
                key=lambda slot: drawing.hidden_at(seen.sample, *slot)[1],
                reverse=True,
            )
        )
        for key in seen.seeing.keys
    }


def uncovered(order: Order, before: Slots, after: Slots) -> tuple[Slot, ...]:
    """The slots, of those in order, whose cards come to light when these hidden slots become those."""
    found: list[Slot] = []
    for key, slots in order.items():
        gone = len(slots) - _count(key, before)
        found += slots[gone : len(slots) - _count(key, after)]
    return tuple(found)


def is_blind(order: Order, before: Slots, after: Slots) -> bool:
    """Whether cards that were seen are hidden anew, so that nothing is known of where each of them lies then."""
    return any(_count(key, after) > _count(key, before) for key in order)


def _count(key: str, slots: Slots) -> int:
    return sum(slot[0] == key for slot in slots)


def read_cards(words: Iterable[str], seen: Seen[Any, Any], count: int, letters: Letters) -> tuple[Card, ...]:
    """So many cards that came to light, in the letters of the deal. Raises InputError for any that cannot be there."""
    try:
        found = tuple(letters.card(word) for text in words for word in text.split())
    except CardError as error:
        raise InputError(str(error)) from None
    if len(found) != count:
        raise InputError(f"{plural(count, 'card')} came to light, and {len(found)} are named")
    surplus = Counter(found) - Counter(seen.cards)
    if surplus:
        named = in_letters(" ".join(map(str, sorted(surplus.elements()))), letters)
        raise InputError(f"{named} cannot lie there: the others of this kind are seen or gone")
    return found


def filled(deal: DealFile, slots: Iterable[Slot], cards: Iterable[Card]) -> tuple[str, DealFile]:
    """The deal, as a file and as it is read, when these cards lie in these slots of those that were unknown."""
    seen: Seen[Any, Any] = deal.position
    named = dict(zip(slots, cards, strict=True))
    rest = iter(sorted((Counter(seen.cards) - Counter(named.values())).elements()))
    complete = seen.completed([named[slot] if slot in named else next(rest) for slot in seen.slots])
    text = deal.text(seen_text(seen.seeing.seen(complete, seen.hidden - named.keys())))
    return text, replace(read_deal(text, unknown=True), said=deal.said)
