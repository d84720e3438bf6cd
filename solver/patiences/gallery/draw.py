"""Picture Gallery as it lies on the table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from solver.cards import Card, Rank, Suit
from solver.patiences.gallery.notation import OUT, PILE_KEYS, Move, Place, Redeal, Row, Spot
from solver.patiences.gallery.rules import Position
from solver.table import Face, Holding, Lying, Region, Shape, Slot, Spread, Table, TableLayout, TableSpot, in_words

_BUILT = Spread(dy=0.016)
_HEAP = Spread(dy=0.01)


class GalleryDrawing:
    """Three rows of places above the piles; beside them, or above on a narrow screen, the discarded aces."""

    def table(self, position: Position) -> Table:
        """The bare table: 8 or 4 places in a row, as many piles, and the heap of aces."""
        width = position.rules.width
        rows = (
            Region(
                f"{row.word.capitalize()} row",
                tuple(
                    Slot(str(Spot(row, number)), f"place {number + 1} of the {row.word} row", hint=row.base.letter)
                    for number in range(width)
                ),
                labelled=True,
            )
            for row in Row
        )
        piles = tuple(Slot(str(Spot(None, number)), f"pile {number + 1}", counted=True) for number in range(width))
        aces = Slot(str(OUT), "discarded aces", hint=Rank.ACE.letter, counted=True, heap=True)
        return Table(
            (*rows, Region("Piles", piles, labelled=True), Region("Discarded aces", (aces,), labelled=True)),
            {
                Shape.WIDE: _layout(width, 1.12, 1.23, aces_above=False),
                Shape.NARROW: _layout(width, 1.05, 1.28, aces_above=width > 4),
            },
        )

    def holdings(self, position: Position) -> Mapping[str, Holding]:
        """The rows, the piles (covered cards show themselves once they have been seen) and the discarded aces."""
        found = {
            str(Spot(row, number)): Holding.of(place.base_pile() or _cards(place), built=place.based)
            for row, places in zip(Row, position.rows, strict=True)
            for number, place in enumerate(places)
        }
        coming = None if position.rules.free_order else next(position.redeals(), None)
        for number, pile in enumerate(position.piles):
            cards = [Lying(card, Face.COVERED) for card in pile[:-1]] + [Lying(card) for card in pile[-1:]]
            note = "turn taken" if number in position.redealt else "next" if coming == Redeal(number) else ""
            found[str(Spot(None, number))] = Holding(tuple(cards), note=note)
        found[str(OUT)] = Holding.of(_discarded(position))
        return found

    def hidden_at(self, position: Position, key: str, number: int) -> tuple[str, int]:
        """Piles are drawn as they are written."""
        return str(Spot(None, PILE_KEYS.index(key))), number

    def heading(self, position: Position, move: Move, last: Move | None) -> str | None:
        """Each redeal begins a group."""
        return f"Redeal of pile {move.pile + 1}" if isinstance(move, Redeal) else None

    def spoken(self, position: Position, move: Move) -> str:
        """A play or redeal in words."""
        if isinstance(move, Redeal):
            return f"pile {move.pile + 1} is redealt"
        card = in_words(move.card)
        if move.target == OUT:
            return f"{card} from {move.source.words} is discarded"
        return f"{card} from {move.source.words} to {move.target.words}"

    def closing(self, position: Position) -> str:
        """What hangs in the gallery."""
        return "The gallery is complete: jacks above, queens in the middle, kings below."


def _layout(width: int, step: float, row_step: float, *, aces_above: bool) -> TableLayout:
    top = 0.2 + (row_step if aces_above else 0)
    spots = {
        str(Spot(row, number)): TableSpot(0.1 + number * step, top + row * row_step, _BUILT)
        for row in Row
        for number in range(width)
    }
    for number in range(width):
        y = top + len(Row) * row_step
        spots[str(Spot(None, number))] = TableSpot(0.1 + number * step, y, Spread(dy=0.22, room=2.8))
    right = 0.1 + width * step
    spots[str(OUT)] = TableSpot(0.1, 0.2, _HEAP) if aces_above else TableSpot(right + 0.2, 0.2, _HEAP)
    return TableLayout(right if aces_above else right + 1.32, spots)


def _cards(place: Place) -> list[Card]:
    return [] if place.card is None else [place.card]


def _discarded(position: Position) -> Iterator[Card]:
    """The aces that are not on the table any more."""
    there = Counter(card for card in position.cards() if card.rank is Rank.ACE)
    for suit in Suit:
        ace = Card(suit, Rank.ACE)
        for _ in range(position.rules.decks - there[ace]):
            yield ace
