"""Replaying a line of play by the native referee, which knows the rules by itself and shares nothing with the searches.

It says how far a line is legal and whether it wins; why a move is not is said by the referee in Python (`rules`), whose
twin it is.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from solver import native
from solver.patiences.gallery.notation import Move, Place, Redeal, Spot
from solver.patiences.gallery.rules import Position

_EMPTY = 255
_BASED = 64
_OUT = 31
_FIRST_PILE = 32


def _place(place: Place) -> int:
    if place.card is None:
        return _EMPTY
    return place.card.kind + _BASED if place.based else place.card.kind


def _spot(spot: Spot) -> int:
    if spot.row is not None:
        return 8 * spot.row + spot.number
    return _OUT if spot.number < 0 else _FIRST_PILE + spot.number


def table_of(position: Position) -> bytes:
    """What lies on the table, as `native/gallery/referee.hpp` describes it."""
    table = [position.rules.width]
    for row in position.rows:
        table += map(_place, row)
    for pile in position.piles:
        table.append(len(pile))
        table += [card.kind for card in pile]
    return bytes(table)


def bytes_of(moves: Sequence[Move]) -> bytes:
    """Moves, as described there."""
    words: list[int] = []
    for move in moves:
        if isinstance(move, Redeal):
            words += (_EMPTY, move.pile, 0)
        else:
            source, target = move.source, move.target
            row = source.row
            words.append(move.card.kind)
            words.append(_FIRST_PILE + source.number if row is None else 8 * row + source.number)
            row = target.row
            words.append(_spot(target) if row is None else 8 * row + target.number)
    return bytes(words)


WINS: Callable[[Position, Sequence[Move]], bool] | None = None
"""Whether moves, all of them legal, win from a sound position; None without the native referee."""

if native.USED:
    from solver import _native

    def _wins(position: Position, moves: Sequence[Move]) -> bool:
        return played(position, moves) == (len(moves), True)

    def played(position: Position, moves: Sequence[Move]) -> tuple[int, bool]:
        """How many of some moves are legal one after the other from a sound position, and whether they win."""
        done = sum(1 << pile for pile in position.redealt)
        rules = position.rules
        return _native.play_line(table_of(position), done, rules.anytime, rules.free_order, bytes_of(moves))

    WINS = _wins
