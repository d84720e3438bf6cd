"""Between the referee's positions and the engines' small integers: packing a position, and plays turned into moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.cards import CARDS
from solver.patiences.gallery.notation import OUT, PILE_SPOTS, PLACE_SPOTS, Move, Place, Play, Redeal, Spot
from solver.patiences.gallery.packed import RANKS, ROWS, Packed, dealt_out, predecessor, redealt_pile
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
    """The moves for an engine's plays from a position: a card goes to the leftmost place that takes it.

    Whether they are legal is the referee's business. Raises LookupError when a card cannot be where the plays want it,
    which is an engine's fault.
    """
    packed = pack(position)
    piles = list(packed.piles)
    sources = {
        card: spot
        for cards, places, spots in zip(packed.rows, position.rows, PLACE_SPOTS, strict=True)
        for card, spot in zip(cards, _strangers(places, spots), strict=True)
    }
    tops = [[_top(place) for place in places] for places in position.rows]
    moves: list[Move] = []
    for play in plays:
        if play < 0:
            number = redealt_pile(play)
            piles = dealt_out(piles, number)
            moves.append(Redeal(number))
            continue
        source = sources.get(play)
        if source is not None and source.row is not None:
            tops[source.row][source.number] = _NO_CARD
        else:
            number = next((n for n, pile in enumerate(piles) if pile and pile[-1] == play), -1)
            if number < 0:
                raise LookupError(f"card {play} is on top of no pile")
            source = PILE_SPOTS[number]
            piles[number] = piles[number][:-1]
        kind = packed.kinds[play]
        moves.append(Play(CARDS[kind], source, _put(kind, tops)))
    return tuple(moves)


_NO_CARD = -1
_STRANGER = -2


def _strangers(places: Sequence[Place], spots: Sequence[Spot]) -> Iterator[Spot]:
    """The spots where the strangers of a row lie."""
    return (spot for place, spot in zip(places, spots, strict=False) if place.stranger is not None)


def _top(place: Place) -> int:
    """The kind on top of a place's base pile, `_NO_CARD` or `_STRANGER`."""
    if place.card is None:
        return _NO_CARD
    return place.card.kind if place.based else _STRANGER


def _put(kind: int, tops: list[list[int]]) -> Spot:
    """Where a card goes, which is noted in `tops` of the rows."""
    rank = kind % RANKS
    if rank == 0:
        return OUT
    row = (rank - 1) % ROWS
    under = predecessor(kind)
    try:
        number = tops[row].index(_NO_CARD if under is None else under)
    except ValueError:
        raise LookupError(f"no place takes {CARDS[kind]}") from None
    tops[row][number] = kind
    return PLACE_SPOTS[row][number]
