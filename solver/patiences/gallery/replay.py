"""Replaying a line of play by the native referee, which knows the rules by itself and shares nothing with the searches.

It says which moves of a line are legal and whether these win; why a move is not is said by the referee in Python
(`rules`), whose twin it is.
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


FOLLOWED: Callable[[Position, Sequence[Move]], tuple[tuple[Move, ...], bool]] | None = None
"""`patience.Deciding.followed`; None without the native referee."""

if native.USED:
    from solver import _native

    def followed(position: Position, moves: Sequence[Move]) -> tuple[tuple[Move, ...], bool]:
        """Of some moves those that are legal when their turn comes from a sound position, and whether these win."""
        done = sum(1 << pile for pile in position.redealt)
        rules = position.rules
        left_out, won = _native.follow_line(table_of(position), done, rules.anytime, rules.free_order, bytes_of(moves))
        if not left_out:
            return tuple(moves), won
        missing = set(left_out)
        return tuple(move for number, move in enumerate(moves) if number not in missing), won

    FOLLOWED = followed
