"""Facts about a position that keep it from being won, and their sentences.

A fact speaks of unplayed cards by their ids (`plays.pack`) and is true of a position by its layout and the rules alone.
Most are *waits*: so many of some cards must be played before more than so many of others can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from solver.cards import CARDS, Card, Rank
from solver.patiences.gallery.notation import Row, Spot
from solver.patiences.gallery.packed import ROWS, Packed, base_cards, copies_by_kind, predecessor
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.rules import Position

ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
"""Words for the places in an order, counted from 0."""

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight")
"""Words for small numbers."""


class Cause(Enum):
    """Why cards wait for others. The value is the word for programs."""

    UNDER = "under"
    """It lies under the other in a pile that will not be redealt any more."""
    NEEDS = "needs"
    """It goes onto the card three ranks lower in its suit: copies of it can follow no faster than those come."""
    PLACE = "place"
    """A base card goes to an empty place, and a stranger lies in each place of the row that is not empty or based."""


@dataclass(frozen=True, slots=True)
class Wait:
    """At most `free` of the cards `waiting` can be played before `count` of the cards `awaited` have been."""

    reason: Cause
    waiting: tuple[int, ...]
    free: int
    awaited: tuple[int, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Depth:
    """In a pile that is still to be redealt the card lies under `above` others (0: on top)."""

    card: int
    pile: int
    above: int


@dataclass(frozen=True, slots=True)
class Lies:
    """The card lies in a pile that will not be redealt any more: what is dealt onto the pile covers it."""

    card: int
    pile: int


Fact: TypeAlias = Wait | Depth | Lies
"""What is said to contradict a win."""


def under(low: int, high: int) -> Wait:
    """The fact that a card lies under another in a pile that will not be redealt any more."""
    return Wait(Cause.UNDER, (low,), 0, (high,), 1)


def waits(packed: Packed) -> Iterator[Wait]:
    """All waits of a position.

    **They are true in every line that wins.** All unplayed cards are played in it, each once; call the order in which
    that happens the line's order.

    - A pile that has had its turn to be redealt is a stack for ever: later redeals only put cards on it. So a card in
      it is played after every card that lies above it now.
    - A card of rank ≥ 5 goes onto a base pile whose top is its predecessor. Let b copies of the card and a of the
      predecessor be unplayed; b − a predecessors are tops of base piles now (all played predecessors that are not
      covered by a played copy of the card). Every play of the card uses one up, every play of the predecessor makes
      one. So when the (b − a + i)-th copy is played, the i-th predecessor has been.
    - A base card goes to an empty place of its row. Let e places be empty and s hold strangers; the others have bases,
      and as the row is full of bases in the end e + s base cards are unplayed. A place becomes empty only when its
      stranger leaves. So when the (e + i)-th base card is played, i strangers have left.
    """
    for pile, cards in enumerate(packed.piles):
        if packed.done >> pile & 1:
            for height, low in enumerate(cards):
                for high in cards[height + 1 :]:
                    yield under(low, high)
    copies = copies_by_kind(packed.kinds)
    for kind, cards in enumerate(copies):
        lower = predecessor(kind)
        if lower is not None:
            below = copies[lower]
            for count in range(1, len(below) + 1):
                yield Wait(Cause.NEEDS, cards, len(cards) - len(below) + count - 1, below, count)
    for row in range(ROWS):
        bases, strangers = base_cards(packed.kinds, row), packed.rows[row]
        for count in range(1, len(strangers) + 1):
            yield Wait(Cause.PLACE, bases, packed.empty_places[row] + count - 1, strangers, count)


def whereabouts(packed: Packed) -> Iterator[Depth | Lies]:
    """Where each card of the piles lies, as far as redeals to come make it matter."""
    for pile, cards in enumerate(packed.piles):
        for height, card in enumerate(cards):
            if packed.done >> pile & 1:
                yield Lies(card, pile)
            else:
                yield Depth(card, pile, len(cards) - 1 - height)


def cards_of(fact: Fact) -> tuple[int, ...]:
    """The cards that a fact speaks of."""
    return (*fact.waiting, *fact.awaited) if isinstance(fact, Wait) else (fact.card,)


class Names:
    """The words for the cards of a position: a copy is named by where it lies if there are two.

    packed: the position in small integers, whose card ids the facts use.
    """

    def __init__(self, position: Position) -> None:
        self.packed = pack(position)
        spots = [
            Spot(row, number)
            for row in Row
            for number, place in enumerate(position.rows[row])
            if place.stranger is not None
        ]
        spots += (Spot(None, number) for number, pile in enumerate(position.piles) for _ in pile)
        self.spots: Sequence[Spot] = spots

    def face(self, card: int) -> Card:
        """The card's suit and rank."""
        return CARDS[self.packed.kinds[card]]

    def place(self, card: int) -> str:
        """Where the card lies: `T4`, `pile 3`."""
        spot = self.spots[card]
        return spot.words if spot.row is None else str(spot)

    def in_pile(self, card: int) -> str:
        """The card where its pile is known: `5S`, or `the lower 5S` if the other lies there too."""
        other = self._other(card)
        if other is None or self.spots[other] != self.spots[card]:
            return str(self.face(card))
        return f"the {'lower' if card < other else 'upper'} {self.face(card)}"

    def name(self, card: int) -> str:
        """The card by itself: `5S`, or `5S in pile 3` if there are two."""
        if self._other(card) is None:
            return str(self.face(card))
        preposition = "in" if self.spots[card].row is None else "at"
        return f"{self.in_pile(card)} {preposition} {self.place(card)}"

    def listed(self, cards: Iterable[int], joint: str = "and") -> str:
        """Cards with their places: `5S (pile 3 and T4), 8H (T1)`."""
        places: dict[Card, list[str]] = {}
        for card in cards:
            places.setdefault(self.face(card), []).append(self.place(card))
        return ", ".join(f"{face} ({_joined(where, joint)})" for face, where in places.items())

    def as_data(self, card: int) -> dict[str, object]:
        """The card for programs: face, place as in a log, and in a pile its height, counted from the bottom, from 1."""
        spot = self.spots[card]
        data: dict[str, object] = {"card": str(self.face(card)), "place": str(spot)}
        if spot.row is None:
            data["height"] = self.packed.piles[spot.number].index(card) + 1
        return data

    def _other(self, card: int) -> int | None:
        kind = self.packed.kinds[card]
        return next((other for other, k in enumerate(self.packed.kinds) if k == kind and other != card), None)


def _joined(words: Sequence[str], joint: str) -> str:
    if len(set(words)) == 1:
        return f"both in {words[0]}" if len(words) > 1 else words[0]
    return f" {joint} ".join(words)


# --- sentences -------------------------------------------------------------------------------------------------------


def sentence(fact: Fact, names: Names) -> str:
    """A fact in words, without a full stop."""
    match fact:
        case Depth(card, pile, 0):
            return f"{names.in_pile(card)} is the top card of pile {pile + 1}"
        case Depth(card, pile, above):
            return f"{names.in_pile(card)} lies under {above} card{'s' if above > 1 else ''} in pile {pile + 1}"
        case Lies(card, pile):
            return f"{names.in_pile(card)} lies in pile {pile + 1}"
        case Wait(Cause.UNDER, (low,), _, (high,)):
            return f"{names.in_pile(low)} lies under {names.in_pile(high)} in {names.place(low)}"
        case Wait(Cause.NEEDS):
            return _needs(fact, names)
        case _:
            return _needs_place(fact, names)


def _needs(fact: Wait, names: Names) -> str:
    if len(fact.waiting) == 1:
        waiting = names.name(fact.waiting[0])
    else:
        face = names.face(fact.waiting[0])
        waiting = f"the {ORDINALS[fact.free]} {face} ({_places(fact.waiting, names, 'or')})"
    if len(fact.awaited) == 1:
        return f"{waiting} needs {names.name(fact.awaited[0])}"
    face = names.face(fact.awaited[0])
    if fact.count == 1:
        article = "an" if face.rank is Rank.EIGHT else "a"
        return f"{waiting} needs {article} {face} ({_places(fact.awaited, names, 'or')})"
    return f"{waiting} needs both {face} ({_places(fact.awaited, names, 'and')})"


def _places(cards: Iterable[int], names: Names, joint: str) -> str:
    return _joined([names.place(card) for card in cards], joint)


def _needs_place(fact: Wait, names: Names) -> str:
    row = Row(names.face(fact.waiting[0]).rank - 2)
    strangers = fact.awaited
    if len(fact.waiting) == 1:
        base = names.name(fact.waiting[0])
        if len(strangers) == 1:
            return f"{base} needs place {names.place(strangers[0])}, where {names.face(strangers[0])} lies"
    else:
        base = f"the {ORDINALS[fact.free]} of {names.listed(fact.waiting)} to be played"
    empty = fact.free - fact.count + 1
    room = f"the {row.word} row has {NUMBERS[empty]} empty place{'' if empty < 2 else 's'}"
    if len(strangers) == 1:
        leaves = f" until its stranger {names.listed(strangers)} leaves"
    elif fact.count == len(strangers):
        leaves = f", and all its strangers must leave first: {names.listed(strangers)}"
    elif fact.count == 1:
        leaves = f" until a stranger leaves: {names.listed(strangers)}"
    else:
        leaves = f", and {NUMBERS[fact.count]} strangers must leave first, of {names.listed(strangers)}"
    return f"{base} needs a place: {room}{leaves}"


def as_data(fact: Fact, names: Names) -> Mapping[str, object]:
    """A fact for programs.

    `fact` names its kind, `text` is its sentence. Waits: at most `free` of the cards `waiting` can be played before
    `count` of the cards `awaited` have been. Others: the `card`, and with `depth` how many lie `above` it.
    """
    match fact:
        case Wait():
            return {
                "fact": fact.reason.value,
                "waiting": [names.as_data(card) for card in fact.waiting],
                "free": fact.free,
                "awaited": [names.as_data(card) for card in fact.awaited],
                "count": fact.count,
                "text": sentence(fact, names),
            }
        case Depth(card, _, above):
            return {"fact": "depth", **names.as_data(card), "above": above, "text": sentence(fact, names)}
        case Lies(card, _):
            return {"fact": "lies", **names.as_data(card), "text": sentence(fact, names)}


def in_reading_order(facts: Sequence[Fact]) -> list[Fact]:
    """The facts so that one leads on to the next: each wait is followed by those of the cards that it waits for.

    The order depends on the facts alone, not on how they were found. Where cards lie comes last, pile by pile from the
    top down.
    """
    rest = [fact for fact in facts if isinstance(fact, Wait)]
    awaited = {card for fact in rest for card in fact.awaited}
    rest.sort(
        key=lambda fact: (
            fact.reason is Cause.UNDER,
            not awaited.isdisjoint(fact.waiting),
            len(fact.awaited),
            _READING.index(fact.reason),
            fact.waiting,
            fact.count,
        )
    )
    ordered: list[Fact] = []
    trail: list[Wait] = []
    while rest:
        following = None
        while trail and following is None:
            following = next((fact for fact in rest if set(fact.waiting) & set(trail[-1].awaited)), None)
            if following is None:
                trail.pop()
        following = following or rest[0]
        rest.remove(following)
        ordered.append(following)
        trail.append(following)
    lies = [fact for fact in facts if isinstance(fact, Lies)]
    depths = [fact for fact in facts if isinstance(fact, Depth)]
    lies.sort(key=lambda fact: (fact.pile, -fact.card))
    depths.sort(key=lambda fact: (fact.pile, fact.above))
    return [*ordered, *lies, *depths]


_READING = (Cause.PLACE, Cause.NEEDS, Cause.UNDER)
