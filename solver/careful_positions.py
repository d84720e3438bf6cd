"""How any patience is played with care and by chance: as it says itself, else on nothing but its positions."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import partial
from typing import Any

from solver.careful import AnyCarefulPlay, CarefulPlay, Choices, Levels, PlayOn
from solver.errors import Unsupported
from solver.limits import Budget
from solver.options import Options
from solver.patience import AnyPatience, Position
from solver.words import one_of


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


def levels_under(found: AnyPatience, options: Options) -> Levels:
    """The levels that have been measured under rule options.

    Raises Unsupported where there are none, which says under which rules there are some.
    """
    play = careful_play(found)
    levels = play.levels_of(options)
    if levels is None:
        rules = [" ".join(f"{key}={value}" for key, value in levels.options.items()) for levels in play.levels]
        under = f"; expected {one_of(rules)}" if rules else ""
        raise Unsupported(f"no levels of difficulty have been measured for {found.title} under these rules{under}")
    return levels
