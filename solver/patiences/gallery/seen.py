"""What a player sees of the gallery: all but what lies under the top cards of the piles as dealt at the start.

A card that was uncovered once, or dealt out in a redeal, stays seen wherever it lies: the cards of a pile overlap.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace

from solver.cards import Card, packs
from solver.errors import Unsupported
from solver.limits import Budget
from solver.options import Options
from solver.patiences.gallery.notation import PILE_KEYS, Move, Play, Rules
from solver.patiences.gallery.rules import ROWS, Position
from solver.seeing import Seeing, Seen, Slot, Slots

_DEALT = 10
"""Cards of each pile at the start."""


def _regions(position: Position) -> Mapping[str, tuple[Card, ...]]:
    return dict(zip(PILE_KEYS, position.piles, strict=False))


def _relaid(position: Position, regions: Mapping[str, tuple[Card, ...]]) -> Position:
    return replace(position, piles=tuple(regions[key] for key in PILE_KEYS[: position.rules.width]))


def _tops(position: Position) -> Slots:
    return frozenset((key, len(pile) - 1) for key, pile in _regions(position).items() if pile)


def _at_start(position: Position) -> Slots:
    built = any(
        place.based and place.card and place.card.rank > row.base
        for row, places in zip(ROWS, position.rows, strict=True)
        for place in places
    )
    if position.redealt or built or any(len(pile) != _DEALT for pile in position.piles):
        raise Unsupported("what has been seen is known only of a deal at its start; this game is in progress")
    slots = frozenset((key, number) for key, pile in _regions(position).items() for number in range(len(pile)))
    return slots - _tops(position)


def _after(_before: Position, move: Move, after: Position, hidden: Slots) -> Slots:
    if not hidden:
        return hidden
    if isinstance(move, Play):
        turned_up = hidden.intersection((key, len(pile) - 1) for key, pile in zip(PILE_KEYS, after.piles, strict=False))
        return hidden - turned_up if turned_up else hidden
    return frozenset(slot for slot in hidden if slot[0] != PILE_KEYS[move.pile])


def _dealt(number: int, options: Options) -> Slot | None:
    width = Rules.of(options).width
    step = number - 3 * width
    return None if step < 0 else (PILE_KEYS[step % width], step // width)


def _fair(position: Position, seen: Seen[Position, Move], width: int, seed: int, budget: Budget) -> Iterable[Move]:
    from solver.patiences.gallery.fair.player import game  # only odds need it

    return game(position, seen, width, seed, budget)


def _advised(position: Position, seen: Seen[Position, Move], seed: int, budget: Budget) -> Move | None:
    from solver.patiences.gallery.fair.player import advised  # only odds need it

    return advised(position, seen, seed, budget)


def _lost(position: Position, seen: Seen[Position, Move]) -> bool:
    from solver.patiences.gallery.fair.player import is_lost  # only odds need it

    return is_lost(position, seen)


SEEING: Seeing[Position, Move] = Seeing(
    keys=PILE_KEYS,
    regions=_regions,
    relaid=_relaid,
    packs=lambda position: Counter(packs(position.rules.decks)),
    lying=Position.cards,
    open=_tops,
    at_start=_at_start,
    after=_after,
    dealt=_dealt,
    gone="out",
    fair=_fair,
    advised=_advised,
    lost=_lost,
)
