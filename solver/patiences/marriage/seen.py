"""What a player sees of the marriage: the row, the cards put aside, and that the king of hearts comes last."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from solver.cards import CARDS, Card
from solver.errors import Unsupported
from solver.options import Options
from solver.patiences.marriage.notation import DealCard, Move, Pairs
from solver.patiences.marriage.rules import Position
from solver.seeing import Seeing, Slot, Slots

STOCK = "stock"
"""The key of the one region where cards lie face down."""


def _relaid(position: Position, regions: Mapping[str, tuple[Card, ...]]) -> Position:
    return replace(position, stock=regions[STOCK])


def _last(position: Position) -> Slots:
    return frozenset({(STOCK, len(position.stock) - 1)}) if position.stock else frozenset()


def _at_start(position: Position) -> Slots:
    if len(position.stock) != len(CARDS) - 1:
        raise Unsupported("what has been seen is known only of a deal at its start; this game is in progress")
    return frozenset((STOCK, number) for number in range(len(position.stock))) - _last(position)


def _after(_before: Position, move: Move, _after_it: Position, hidden: Slots) -> Slots:
    if not isinstance(move, DealCard):
        return hidden
    return frozenset((key, number - 1) for key, number in hidden if number)


def _dealt(number: int, _options: Options) -> Slot | None:
    return (STOCK, number - 1) if number else None


def _words(move: Move, hidden: Slots) -> str:
    return "deal" if isinstance(move, DealCard) and (STOCK, 0) in hidden else str(move)


def _careful(position: Position) -> Move | None:
    """The deal, unless it may force a pair: it shows more.

    Without pairs it takes no discard away. Where they are optional this is a rule of thumb: dealt later, the card may
    have made a pair.
    """
    if position.stock and position.pairs is not Pairs.COMPULSORY:
        return DealCard(position.stock[0])
    return None


SEEING: Seeing[Position, Move] = Seeing(
    keys=(STOCK,),
    regions=lambda position: {STOCK: position.stock},
    relaid=_relaid,
    packs=lambda _position: Counter(CARDS),
    lying=lambda position: (*position.row, *position.stock),
    open=_last,
    at_start=_at_start,
    after=_after,
    dealt=_dealt,
    words=_words,
    gone="aside",
    careful=_careful,
)
