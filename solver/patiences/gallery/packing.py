"""Between the referee's positions and the engines' small integers: packing a position, and plays turned into moves."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from solver.cards import CARDS
from solver.patiences.gallery.notation import (
    MOST_PILES,
    OUT,
    PILE_SPOTS,
    PLACE_SPOTS,
    Move,
    Place,
    Play,
    Redeal,
)
from solver.patiences.gallery.packed import FIRST_BUILT_RANK, RANKS, ROWS, Packed, dealt_out, redealt_pile
from solver.patiences.gallery.rules import Position


def pack(position: Position) -> Packed:
    """A position as the engines search it. Ids count the strangers row by row, then the piles from the bottom up."""
    kinds: list[int] = []
    groups: list[tuple[int, ...]] = []
    strangers = [[place.card for place in row if place.card is not None and not place.based] for row in position.rows]
    for cards in (*strangers, *position.piles):
        groups.append(tuple(range(len(kinds), len(kinds) + len(cards))))
        kinds += [card.kind for card in cards]
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


def moves_of(position: Position, plays: Iterable[int], packed: Packed | None = None) -> tuple[Move, ...]:
    """The moves for an engine's plays from a position: a card goes to the leftmost place that takes it.

    packed: the position, if it has been packed. Whether the moves are legal is the referee's business. Raises
    LookupError when a card cannot be where the plays want it, which is an engine's fault.
    """
    packed = packed or pack(position)
    kinds = packed.kinds
    piles = list(packed.piles)
    on_top = _on_top(piles)
    strangers = {
        card: spot
        for cards, places, spots in zip(packed.rows, position.rows, _PLACES, strict=True)
        for card, spot in zip(cards, _strangers(places, spots), strict=True)
    }
    tops = [[_top(place) for place in places] for places in position.rows]
    moves: list[Move] = []
    for play in plays:
        if play < 0:
            number = redealt_pile(play)
            piles = dealt_out(piles, number)
            on_top = _on_top(piles)
            moves.append(Redeal(number))
            continue
        if play in strangers:
            source = strangers[play]
            tops[source // MOST_PILES][source % MOST_PILES] = _NO_CARD
        elif play in on_top:
            number = on_top.pop(play)
            pile = piles[number] = piles[number][:-1]
            if pile:
                on_top[pile[-1]] = number
            source = _FIRST_PILE + number
        else:
            raise LookupError(f"card {play} is on top of no pile")
        kind = kinds[play]
        code = (kind * len(_SPOTS) + source) * len(_SPOTS) + _put(kind, tops)
        if code not in _plays:
            _plays[code] = _play(code)
        moves.append(_plays[code])
    return tuple(moves)


def _on_top(piles: Sequence[Sequence[int]]) -> dict[int, int]:
    """The piles by the cards on top of them."""
    return {pile[-1]: number for number, pile in enumerate(piles) if pile}


_SPOTS = (*(spot for row in PLACE_SPOTS for spot in row), *PILE_SPOTS, OUT)
_PLACES = tuple(range(MOST_PILES * row, MOST_PILES * (row + 1)) for row in range(ROWS))
_FIRST_PILE = MOST_PILES * ROWS
_OUT = len(_SPOTS) - 1

_plays: dict[int, Play] = {}
"""The plays that have come, by card, source and target as one number: they are made once, and are not many."""


def _play(code: int) -> Play:
    rest, target = divmod(code, len(_SPOTS))
    kind, source = divmod(rest, len(_SPOTS))
    return Play(CARDS[kind], _SPOTS[source], _SPOTS[target])


_NO_CARD = -1
_STRANGER = -2


def _strangers(places: Sequence[Place], spots: Sequence[int]) -> Iterator[int]:
    """The spots where the strangers of a row lie, as indices of `_SPOTS`."""
    return (spot for place, spot in zip(places, spots, strict=False) if place.stranger is not None)


def _top(place: Place) -> int:
    """The kind on top of a place's base pile, `_NO_CARD` or `_STRANGER`."""
    if place.card is None:
        return _NO_CARD
    return place.card.kind if place.based else _STRANGER


def _put(kind: int, tops: list[list[int]]) -> int:
    """Where a card goes, as an index of `_SPOTS`; it is noted in `tops` of the rows."""
    rank = kind % RANKS
    if rank == 0:
        return _OUT
    row = (rank - 1) % ROWS
    try:
        number = tops[row].index(_NO_CARD if rank < FIRST_BUILT_RANK else kind - 3)
    except ValueError:
        raise LookupError(f"no place takes {CARDS[kind]}") from None
    tops[row][number] = kind
    return MOST_PILES * row + number
