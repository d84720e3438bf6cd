"""Careful play by chance of any patience, on nothing but its positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

from solver.careful import AnyCarefulPlay, CarefulPlay, Choices, PlayOn
from solver.limits import Budget
from solver.patience import AnyPatience, Position


class PositionTable:
    """A position that is played on. Moves made at once are those that its role `Seeing` calls careful."""

    def __init__(self, found: AnyPatience, position: Position[Any]) -> None:
        self._patience = found
        self._position = position
        self._moves: tuple[Any, ...] = ()

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self._position.is_won

    def copy(self) -> PositionTable:
        """Another table like this one, with the same choices."""
        copy = PositionTable(self._patience, self._position)
        copy._moves = self._moves
        return copy

    def advance(self) -> Choices:
        """Make the careful moves; then all legal moves."""
        for move in free_moves(self._patience, self._position):
            self._position = self._position.play(move)
        self._moves = () if self._position.is_won else self._position.moves()
        return Choices(len(self._moves), len(self._moves))

    def make(self, number: int) -> None:
        """Make a move."""
        self._position = self._position.play(self._moves[number])

    def key(self) -> Hashable:
        """The same for positions that are alike."""
        return self._patience.deciding.alike(self._position)


def free_moves(found: AnyPatience, position: Position[Any]) -> Iterator[Any]:
    """The moves from a position that never hurt, one after the other, as far as the patience's `Seeing` knows them."""
    careful = None if found.seeing is None else found.seeing.careful
    while careful is not None and not position.is_won:
        move = careful(position)
        if move is None:
            return
        yield move
        position = position.play(move)


def _play(found: AnyPatience, position: Position[Any], budget: Budget) -> PlayOn[PositionTable]:
    return PlayOn(PositionTable(found, position), budget)


def careful_play(found: AnyPatience) -> AnyCarefulPlay:
    """How a patience is played with care: as it says itself, or on its positions."""
    return found.careful or CarefulPlay(partial(_play, found), partial(free_moves, found))
