"""How the gallery is played with care and by chance, and its levels. The table is in `fair.careful`."""

from __future__ import annotations

from solver import native
from solver.careful import CarefulPlay, CarefulPlayer, Levels
from solver.limits import Budget
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.rules import Position


def _play(position: Position, budget: Budget) -> CarefulPlayer:
    if native.USED:
        from solver import _native

        return _native.PackedPlay(pack(position), budget)
    from solver.patiences.gallery.fair import careful  # only ratings need it

    return careful.PackedPlay(pack(position), budget)


def _free(position: Position) -> tuple[Move, ...]:
    from solver.patiences.gallery.fair.player import moves_of
    from solver.patiences.gallery.fair.table import Table

    played: list[int] = []
    Table.of(pack(position), frozenset()).play_free(played)
    return moves_of(position, played)


LEVELS = (
    Levels({"redeal": "stalled", "order": "fixed", "decks": "2"}, medium=0.065, hard=0.018, brutal=0.0027),
    Levels({"redeal": "stalled", "order": "fixed", "decks": "1"}, medium=1.0, hard=0.5, brutal=0.25),
    Levels({"redeal": "stalled", "order": "free", "decks": "2"}, medium=0.066, hard=0.028, brutal=0.0088),
)
"""Measured by `python -m benchmarks.difficulty gallery`: 600 deals, 250 with one pack, 300 with free order."""

CAREFUL: CarefulPlay[Position, Move] = CarefulPlay(_play, _free, games=10_000, tables=200_000, levels=LEVELS)
