"""What a player sees of the cross: all columns, covered cards too, and the series; not the order of the stock.

After a reshuffle it is known which cards remain, but not how they lie; so the reshuffle seed is hidden as well.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from solver.cards import Card
from solver.errors import Unsupported
from solver.options import Options
from solver.patiences.cross.notation import COLUMNS, SEED_KEY, Move, Play, Reshuffle
from solver.patiences.cross.rules import Position
from solver.seeing import Seeing, Seen, Slot, Slots

STOCK = "stock"
"""The key of the one region where cards lie face down."""

SHUFFLES: Slot = (SEED_KEY, 0)
"""The slot of the reshuffle seed."""


def _relaid(position: Position, regions: Mapping[str, tuple[Card, ...]]) -> Position:
    return replace(position, stock=regions[STOCK])


def _whole_stock(position: Position) -> Slots:
    return frozenset((STOCK, number) for number in range(len(position.stock)))


def _at_start(position: Position) -> Slots:
    if position.reshuffled or len(position.stock) != len(position.rules.deck()) - position.rules.columns:
        raise Unsupported("what has been seen is known only of a deal at its start; this game is in progress")
    return _whole_stock(position) | {SHUFFLES}


def _after(before: Position, move: Move, after: Position, hidden: Slots) -> Slots:
    if isinstance(move, Play):
        return hidden
    if isinstance(move, Reshuffle):
        # A player who knew the shuffles would know the new stock; otherwise it is hidden as at the start.
        return _whole_stock(after) | {SHUFFLES} if SHUFFLES in hidden else frozenset()
    dealt = len(before.stock) - len(after.stock)
    shifted = ((key, number - dealt) for key, number in hidden - {SHUFFLES})
    return frozenset(slot for slot in shifted if slot[1] >= 0) | (hidden & {SHUFFLES})


def _dealt(number: int, _options: Options) -> Slot | None:
    return (STOCK, number - COLUMNS) if number >= COLUMNS else None


def _lost(position: Position, _seen: Seen[Position, Move]) -> bool:
    from solver.patiences.cross.engine import is_lost_in_any_order  # only odds need it

    return is_lost_in_any_order(position)


SEEING: Seeing[Position, Move] = Seeing(
    keys=(STOCK,),
    regions=lambda position: {STOCK: position.stock},
    relaid=_relaid,
    packs=lambda position: Counter(position.rules.kinds * 2),
    lying=Position.cards,
    open=lambda _position: frozenset(),
    at_start=_at_start,
    after=_after,
    dealt=_dealt,
    lost=_lost,
    numbers={SEED_KEY: lambda position, seed: replace(position, seed=seed)},
)
