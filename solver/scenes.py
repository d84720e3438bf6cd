"""Cards that keep their identity from position to position, so that one can see where each of them goes.

Two packs have equal cards, so positions alone do not tell which of two aces has moved. A scene numbers the cards of the
first position (their *tokens*) and follows them from one position to the next.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from solver.cards import Card
from solver.table import EMPTY, Drawing, Face, Holding, Lying, Table, TableLayout

Places = Mapping[str, tuple[int, ...]]
"""The tokens in each slot, bottom card first."""


@dataclass(frozen=True, slots=True)
class Scene:
    """A position as it is drawn.

    table: the bare table; cards: the card of each token, None for one that nobody has seen; holdings: what lies in each
    slot, in the order drawn; places: the tokens there; seen: the tokens that have lain face up; followed: the cards by
    which the tokens are followed, those of unknown ones being some completion's, which tells nothing.
    """

    table: Table
    cards: tuple[Card | None, ...]
    holdings: Mapping[str, Holding]
    places: Places
    seen: frozenset[int]
    followed: tuple[Card | None, ...]

    def is_up(self, token: int, face: Face) -> bool:
        """Whether a token that lies so shows its face."""
        return face is Face.UP or (face is Face.COVERED and token in self.seen)

    def slot_of(self) -> dict[int, str]:
        """The label of the slot in which each token lies."""
        return {token: label for label, tokens in self.places.items() for token in tokens}


@dataclass(frozen=True, slots=True)
class Placed:
    """A token's place in a layout: slot, index in it counted from the bottom, x and y, whether it shows its face."""

    token: int
    slot: str
    index: int
    x: float
    y: float
    up: bool
    joined: bool


def opening(drawing: Drawing[Any, Any], position: Any, hidden: Iterable[tuple[str, int]] | None = None) -> Scene:
    """The scene of a position from which a game is followed.

    hidden: the slots (of `solver.seeing`) whose cards nobody has seen, while all others are known; None when every card
    is known and what is covered has not been seen yet.
    """
    table = drawing.table(position)
    holdings = _in_order(table, drawing.holdings(position))
    places: dict[str, tuple[int, ...]] = {}
    followed: list[Card | None] = []
    for label, holding in holdings.items():
        places[label] = tuple(range(len(followed), len(followed) + len(holding.cards)))
        followed += (lying.card for lying in holding.cards)
    found = (drawing.hidden_at(position, key, number) for key, number in hidden or ())
    unknown = {places[label][index] for label, index in found}
    cards = tuple(None if token in unknown else card for token, card in enumerate(followed))
    seen = _seen(holdings, places) if hidden is None else frozenset(range(len(cards))) - unknown
    return Scene(table, cards, _shown(holdings, places, cards), places, seen, tuple(followed))


def following(scene: Scene, drawing: Drawing[Any, Any], position: Any) -> Scene:
    """The scene after a move. Raises ValueError when a card has come from nowhere or has gone.

    A card that can have stayed where it lies has stayed; the others go, top cards first, to where an equal card came.
    """
    holdings = dict(_in_order(scene.table, drawing.holdings(position)))
    for slot in scene.table.slots:
        if slot.heap:
            holdings[slot.label] = _heaped(holdings[slot.label], [scene.followed[t] for t in scene.places[slot.label]])
    places: dict[str, tuple[int, ...]] = {}
    changed: dict[str, list[int | None]] = {}
    leaving: dict[Card | None, deque[int]] = defaultdict(deque)
    for label, holding in holdings.items():
        tokens = places[label] = scene.places[label]
        before, now = [scene.followed[token] for token in tokens], [lying.card for lying in holding.cards]
        if before == now:  # as in most slots
            continue
        kept = _kept(before, now)
        changed[label] = [None if at is None else tokens[at] for at in kept]
        stayed = set(kept)
        for at in reversed(range(len(tokens))):
            if at not in stayed:
                leaving[before[at]].append(tokens[at])
    for label, now_there in changed.items():
        for at, stayed_token in enumerate(now_there):
            if stayed_token is None:
                card = holdings[label].cards[at].card
                if not leaving[card]:
                    raise ValueError(f"{card or 'an unknown card'} in {label} comes from nowhere")
                now_there[at] = leaving[card].popleft()
        places[label] = tuple(token for token in now_there if token is not None)
    gone = [str(card) for card, tokens in leaving.items() for _ in tokens]
    if gone:
        raise ValueError(f"cards have left the table: {' '.join(gone)}")
    shown = _shown(holdings, places, scene.cards)
    return replace(scene, holdings=shown, places=places, seen=scene.seen | _seen(holdings, places))


def learned(scene: Scene, start: Scene) -> Scene:
    """A later scene of a game when more of its cards are known: `start` is its opening with them.

    What is unknown has not moved, so every token lies where it lay.
    """
    holdings = dict(scene.holdings)
    for label, tokens in scene.places.items():
        if any(start.cards[token] != scene.cards[token] for token in tokens):
            lying = zip(holdings[label].cards, tokens, strict=True)
            cards = tuple(Lying(start.cards[token], one.face, one.joined) for one, token in lying)
            holdings[label] = replace(holdings[label], cards=cards)
    return replace(scene, cards=start.cards, holdings=holdings, seen=scene.seen | start.seen, followed=start.followed)


def travelled(before: Scene, after: Scene) -> tuple[int, ...]:
    """The tokens that went from one slot to another, in the order in which a hand takes them: top cards first."""
    now = after.slot_of()
    return tuple(token for label, tokens in before.places.items() for token in reversed(tokens) if now[token] != label)


def placed(scene: Scene, layout: TableLayout) -> list[Placed]:
    """Every card's place in a layout, in the order in which they are painted."""
    found = []
    for label, holding in scene.holdings.items():
        spot = layout.spots[label]
        offsets = spot.spread.offsets(len(holding.cards))
        for index, (lying, token, (dx, dy)) in enumerate(zip(holding.cards, scene.places[label], offsets, strict=True)):
            up = scene.is_up(token, lying.face)
            found.append(Placed(token, label, index, spot.x + dx, spot.y + dy, up, lying.joined))
    return found


def depth(scene: Scene, layout: TableLayout) -> float:
    """How far down the lowest card or empty slot of a scene reaches, in card heights."""
    return 1 + max((*(spot.y for spot in layout.spots.values()), *(one.y for one in placed(scene, layout))))


def _in_order(table: Table, holdings: Mapping[str, Holding]) -> Mapping[str, Holding]:
    return {slot.label: holdings.get(slot.label, EMPTY) for slot in table.slots}


def _shown(holdings: Mapping[str, Holding], places: Places, cards: Sequence[Card | None]) -> Mapping[str, Holding]:
    """The holdings without the faces that nobody has seen."""
    if None not in cards:
        return holdings
    shown = dict(holdings)
    for label, holding in holdings.items():
        known = [cards[token] is not None for token in places[label]]
        if not all(known):
            lying = zip(holding.cards, known, strict=True)
            there = tuple(one if is_known else Lying(None, one.face, one.joined) for one, is_known in lying)
            shown[label] = Holding(there, holding.built, holding.note)
    return shown


def _seen(holdings: Mapping[str, Holding], places: Places) -> frozenset[int]:
    return frozenset(
        token
        for label, holding in holdings.items()
        for lying, token in zip(holding.cards, places[label], strict=True)
        if lying.face is Face.UP
    )


def _heaped(now: Holding, before: list[Card | None]) -> Holding:
    """A heap with the cards that lay there before at the bottom, and those that have come on top."""
    lying = list(now.cards)
    ordered = []
    for card in before:
        at = next((at for at, one in enumerate(lying) if one.card == card), None)
        if at is not None:
            ordered.append(lying.pop(at))
    return Holding((*ordered, *lying), now.built, now.note)


def _kept(before: list[Card | None], now: list[Card | None]) -> list[int | None]:
    """For each card of a slot the index it had there before; None where a card has come.

    Cards are added to the end of a slot or taken from anywhere in it, so a card stays that is found in the old order.
    """
    kept: list[int | None] = []
    start = 0
    for card in now:
        at = next((at for at in range(start, len(before)) if before[at] == card), None)
        kept.append(at)
        if at is not None:
            start = at + 1
    return kept
