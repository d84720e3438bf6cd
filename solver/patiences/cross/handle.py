"""Vanishing Cross in a player's hands: cards are carried to the series; the stock is dealt by buttons."""

from __future__ import annotations

from collections.abc import Sequence

from solver.handling import Action, Chosen
from solver.patiences.cross.draw import column_label, series_label
from solver.patiences.cross.notation import DealRow, Direction, Fill, Move, Play, Reshuffle
from solver.patiences.cross.rules import Position


class CrossHandling:
    """Buttons to fill, to deal a row and to reshuffle."""

    def actions(self, position: Position, chosen: Sequence[Chosen]) -> tuple[Action[Move], ...]:
        """Fill (one column, where columns are filled singly), row and reshuffle."""
        return (
            self._fill(position, chosen),
            Action("row", "New row", DealRow()),
            Action("reshuffle", "Reshuffle", Reshuffle()),
        )

    def _fill(self, position: Position, chosen: Sequence[Chosen]) -> Action[Move]:
        if not position.rules.anytime:
            return Action("fill", "Fill", Fill())
        labels = {one.slot for one in chosen}
        wanted = [number for number in range(position.rules.columns) if column_label(number) in labels]
        if len(wanted) != 1:
            return Action("fill", "Fill", missing="choose the empty column that shall be filled first")
        return Action("fill", f"Fill column {wanted[0] + 1}", Fill(wanted[0]))

    def carried(self, position: Position, taken: Chosen, target: str) -> Move | str:
        """A play of a column's card onto a series."""
        columns = {column_label(number): number for number in range(position.rules.columns)}
        if taken.card is None or taken.slot not in columns:
            return "only cards of the columns are played"
        if target in columns:
            return "no card is put on a column"
        for direction in Direction:
            if target == series_label(taken.card.suit, direction):
                return Play(taken.card, columns[taken.slot], direction)
        return f"{taken.card} goes only onto a series of {taken.card.suit.english}"
