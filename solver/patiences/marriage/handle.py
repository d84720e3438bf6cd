"""Royal Marriage in a player's hands: cards are dealt, chosen and put aside."""

from __future__ import annotations

from collections.abc import Sequence

from solver.handling import Action, Chosen
from solver.patiences.marriage.draw import ASIDE, ROW, STOCK
from solver.patiences.marriage.notation import DealCard, Drop, Move, Pair, Pairs
from solver.patiences.marriage.rules import Position


class MarriageHandling:
    """Buttons to deal, to drop what is chosen and to pair it."""

    def actions(self, position: Position, chosen: Sequence[Chosen]) -> tuple[Action[Move], ...]:
        """Deal, drop, and pair where there are pairs."""
        cards = {one.card for one in chosen if one.slot == ROW}
        ordered = tuple(card for card in position.row if card in cards)
        deal: Action[Move] = Action("deal", "Deal", missing="the deck is dealt out")
        if position.stock:
            deal = Action("deal", "Deal", DealCard(position.stock[0]))
        drop: Action[Move] = Action("drop", "Drop", missing="choose one card or two neighbours of the row first")
        if ordered:
            drop = Action("drop", "Drop", Drop(ordered))
        pair: Action[Move] = Action("pair", "Pair", missing="choose two neighbours of the row first")
        if len(ordered) == 2:
            pair = Action("pair", "Pair", Pair(*ordered))
        return (deal, drop) if position.pairs is Pairs.OFF else (deal, drop, pair)

    def carried(self, position: Position, taken: Chosen, target: str) -> Move | str:
        """A card of the row is dropped aside; the top of the stock is dealt to the row."""
        if taken.card is not None and (taken.slot, target) == (ROW, ASIDE):
            return Drop((taken.card,))
        if position.stock and (taken.slot, target) == (STOCK, ROW):
            return DealCard(position.stock[0])
        return "cards go from the stock to the row and from the row aside"
