"""Between the referee's positions and the engine's small integers: packing a position, and lines turned into moves."""

from __future__ import annotations

from solver.patiences.marriage.notation import DealCard, Drop, Link, Move, Pair
from solver.patiences.marriage.rules import Position
from solver.patiences.marriage.search.intervals import PackedPosition
from solver.patiences.marriage.search.lines import Line


def layout_of(position: Position) -> PackedPosition:
    """A position on the engine's small integers."""
    cards = [4 * card.rank + card.suit for card in (*position.row, *position.stock)]
    joined = sum(1 << j for j, link in enumerate(position.links, 1) if link is Link.JOINED)
    return PackedPosition(cards, len(position.row), joined)


def moves_of(position: Position, line: Line) -> tuple[Move, ...]:
    """A line of the engine as moves from its position."""
    cards = (*position.row, *position.stock)
    moves: list[Move] = []
    for number, batch in enumerate(line.batches):
        if number:
            moves.append(DealCard(position.stock[number - 1]))
        for discard in batch:
            leaving = tuple(cards[k] for k in discard.cards)
            moves.append(Pair(*leaving) if discard.pair else Drop(leaving))
    return tuple(moves)
