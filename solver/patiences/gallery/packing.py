"""Between the referee's positions and the engines' small integers: packing a position, and plays turned into moves."""

from __future__ import annotations

from collections.abc import Iterable

from solver.cards import CARDS
from solver.patiences.gallery.notation import Move, Play, Redeal, Row, Spot
from solver.patiences.gallery.packed import Packed, dealt_out, redealt_pile
from solver.patiences.gallery.rules import Position


def pack(position: Position) -> Packed:
    """A position as the engines search it. Ids count the strangers row by row, then the piles from the bottom up."""
    kinds: list[int] = []
    groups: list[tuple[int, ...]] = []
    strangers = [[place.stranger for place in row if place.stranger is not None] for row in position.rows]
    for cards in (*strangers, *position.piles):
        groups.append(tuple(range(len(kinds), len(kinds) + len(cards))))
        kinds += (card.kind for card in cards)
    top, middle, bottom, *piles = groups
    return Packed(
        width=position.rules.width,
        kinds=tuple(kinds),
        rows=(top, middle, bottom),
        piles=tuple(piles),
        done=sum(1 << pile for pile in position.redealt),
        anytime=position.rules.anytime,
        free_order=position.rules.free_order,
    )


def moves_of(position: Position, plays: Iterable[int]) -> tuple[Move, ...]:
    """The referee's moves for an engine's plays from a position: a card goes to the leftmost place that takes it.

    Raises IllegalMove, or LookupError when a card cannot be where the plays want it: an engine's fault.
    """
    packed = pack(position)
    spots = {
        card: Spot(Row(row), number)
        for row, cards in enumerate(packed.rows)
        for card, number in zip(
            cards, (n for n, place in enumerate(position.rows[row]) if place.stranger is not None), strict=True
        )
    }
    piles = list(packed.piles)
    moves: list[Move] = []
    for play in plays:
        move: Move
        if play < 0:
            number = redealt_pile(play)
            move = Redeal(number)
            piles = dealt_out(piles, number)
        else:
            if play in spots:
                source = spots[play]
            else:
                number = next((n for n, pile in enumerate(piles) if pile and pile[-1] == play), -1)
                if number < 0:
                    raise LookupError(f"card {play} is on top of no pile")
                source = Spot(None, number)
                piles[number] = piles[number][:-1]
            face = CARDS[packed.kinds[play]]
            target = next(position.targets(face), None)
            if target is None:
                raise LookupError(f"no place takes {face}")
            move = Play(face, source, target)
        moves.append(move)
        position = position.play(move)
    return tuple(moves)
