"""Royal Marriage as it lies on the table."""

from __future__ import annotations

from collections.abc import Mapping

from solver.patiences.marriage.notation import DealCard, Link, Move, Pair
from solver.patiences.marriage.rules import Position
from solver.table import Face, Holding, Lying, Region, Shape, Slot, Spread, Table, TableLayout, TableSpot, in_words

ROW, STOCK, ASIDE = "row", "stock", "aside"
_STEP = 1.08
_THIN = Spread(dx=0.0015, dy=0.0015)


class MarriageDrawing:
    """Stock and heap above, the row below, broken into lines where it is longer than the screen is wide."""

    def table(self, position: Position) -> Table:
        """The bare table."""
        return Table(
            (
                Region("Row", (Slot(ROW, "row", every=True),)),
                Region("Stock", (Slot(STOCK, "stock", counted=True),), labelled=True),
                Region("Put aside", (Slot(ASIDE, "cards put aside", counted=True, heap=True),), labelled=True),
            ),
            {Shape.WIDE: _layout(10), Shape.NARROW: _layout(6)},
        )

    def holdings(self, position: Position) -> Mapping[str, Holding]:
        """The row with what is joined in it, the stock face down, and the cards in neither."""
        links = (Link.DEALT, *position.links)
        row = (Lying(card, joined=link is Link.JOINED) for card, link in zip(position.row, links, strict=True))
        return {
            ROW: Holding(tuple(row)),
            STOCK: Holding.of(reversed(position.stock), Face.DOWN),
            ASIDE: Holding.of(position.aside),
        }

    def hidden_at(self, position: Position, key: str, number: int) -> tuple[str, int]:
        """The stock is drawn with its next card on top."""
        return STOCK, len(position.stock) - 1 - number

    def heading(self, position: Position, move: Move, last: Move | None) -> str | None:
        """A card that is dealt after a discard begins a group."""
        if not isinstance(move, DealCard) or last is None or isinstance(last, DealCard):
            return None
        return f"Dealing on, row of {len(position.row)}"

    def spoken(self, position: Position, move: Move) -> str:
        """A move in words."""
        if isinstance(move, DealCard):
            return f"{in_words(move.card)} is dealt"
        cards = " and ".join(in_words(card) for card in move.cards)
        if isinstance(move, Pair):
            return f"the pair {cards} goes aside"
        at = position.row.index(move.cards[0]) - 1
        left, right = position.row[at], position.row[at + len(move.cards) + 1]
        goes = "goes" if len(move.cards) == 1 else "go"
        return f"{cards} {goes} aside; {in_words(left)} and {in_words(right)} are joined"

    def closing(self, position: Position) -> str:
        """Who has found whom."""
        return "The queen and the king of hearts are married."


def _layout(per_line: int) -> TableLayout:
    width = 0.2 + per_line * _STEP
    row = Spread(dx=_STEP, per_line=per_line, line=1.12)
    return TableLayout(
        width,
        {
            STOCK: TableSpot(0.1, 0.25, _THIN),
            ASIDE: TableSpot(width - 1.3, 0.25, _THIN),
            ROW: TableSpot(0.14, 1.45, row),
        },
    )
