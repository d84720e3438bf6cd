"""Picture Gallery in a player's hands: cards are carried to places, piles are redealt by a button."""

from __future__ import annotations

from collections.abc import Sequence

from solver.handling import Action, Chosen
from solver.patiences.gallery.notation import Move, Play, Redeal, read_spot
from solver.patiences.gallery.rules import Position


class GalleryHandling:
    """One button, which redeals the pile whose turn it is, or with free order the pile that is chosen."""

    def actions(self, position: Position, chosen: Sequence[Chosen]) -> tuple[Action[Move], ...]:
        """The redeal."""
        return (self._redeal(position, chosen),)

    def _redeal(self, position: Position, chosen: Sequence[Chosen]) -> Action[Move]:
        name, label = "redeal", "Redeal"
        if position.rules.free_order:
            piles = [spot.number for one in chosen if (spot := read_spot(one.slot)) and str(spot).startswith("P")]
            if len(piles) != 1:
                return Action(name, label, missing="choose the pile that shall be redealt first")
            return Action(name, f"Redeal pile {piles[0] + 1}", Redeal(piles[0]))
        coming = next(position.redeals(), None)
        if coming is None:
            return Action(name, label, missing="no pile is left to be redealt")
        return Action(name, f"Redeal pile {coming.pile + 1}", coming)

    def carried(self, position: Position, taken: Chosen, target: str) -> Move | str:
        """A play from place to place."""
        source, there = read_spot(taken.slot), read_spot(target)
        if taken.card is None or source is None or there is None:
            return "there is no card to be carried"
        return Play(taken.card, source, there)
