"""Vanishing Cross as it lies on the table.

The aces begin as the upright beam and the kings as the crossbeam. Series that are complete end with the other: in a
game that is won the kings stand upright and the aces lie across, and the cross has changed places with itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from solver.cards import Card, Rank, Suit
from solver.patiences.cross.notation import DealRow, Direction, Fill, Move, Play, Reshuffle, Rules
from solver.patiences.cross.rules import Position
from solver.table import Face, Holding, Region, Shape, Slot, Spread, Table, TableLayout, TableSpot, in_words

_STOCK = "stock"
_STEP = 1.08
_THIN = Spread(dx=0.0012, dy=0.0012)
_SERIES = Spread(dx=0.002, dy=0.002)
_UPRIGHT = 2  # the column of the cross, counted from 0, in which the upright beam stands
_ACROSS = 1  # the line of the upright beam at which the crossbeam lies
_BEAM = (0, 1, 3, 4)  # the columns of the cross that the crossbeam takes


class CrossDrawing:
    """The cross above, with the stock beside it; the columns below, in two lines on a narrow screen."""

    def table(self, position: Position) -> Table:
        """The bare table."""
        rules = position.rules
        series = tuple(
            Slot(
                series_label(suit, direction),
                f"{direction.adjective} series of {suit.english}",
                hint=rules.ends[direction].letter,
                counted=False,
            )
            for direction in Direction
            for suit in _suits(rules)
        )
        columns = tuple(
            Slot(column_label(number), f"column {number + 1}", every=True) for number in range(rules.columns)
        )
        stock = Slot(_STOCK, "stock", counted=True)
        return Table(
            (
                Region("Cross", series),
                Region("Columns", columns, labelled=True),
                Region("Stock", (stock,), labelled=True),
            ),
            {Shape.WIDE: _layout(rules, rules.columns), Shape.NARROW: _layout(rules, (rules.columns + 1) // 2)},
        )

    def holdings(self, position: Position) -> Mapping[str, Holding]:
        """The eight series from their first card on, the columns, and the stock face down."""
        found = {
            series_label(suit, direction): Holding.of(_cards(position, suit, direction), built=True)
            for suit in _suits(position.rules)
            for direction in Direction
        }
        found |= {column_label(number): Holding.of(cards) for number, cards in enumerate(position.columns)}
        note = f"after reshuffle {position.reshuffled}" if position.reshuffled else ""
        return found | {_STOCK: Holding.of(reversed(position.stock), Face.DOWN, note=note)}

    def hidden_at(self, position: Position, key: str, number: int) -> tuple[str, int]:
        """The stock is drawn with its next card on top."""
        return _STOCK, len(position.stock) - 1 - number

    def heading(self, position: Position, move: Move, last: Move | None) -> str | None:
        """Each row, each reshuffle and each batch of fills begins a group."""
        match move:
            case DealRow():
                return "New row"
            case Reshuffle():
                return f"Reshuffle {position.reshuffled + 1}"
            case Fill() if not isinstance(last, Fill):
                return "Fill"
        return None

    def spoken(self, position: Position, move: Move) -> str:
        """A move in words."""
        match move:
            case Play():
                series = f"{move.direction.adjective} series of {move.card.suit.english}"
                return f"{in_words(move.card)} from column {move.column + 1} onto the {series}"
            case Fill(None):
                return "the empty columns are filled"
            case Fill(column):
                return f"column {(column or 0) + 1} is filled"
            case DealRow():
                return "a new row is dealt over the columns"
        return "the cards of the columns are reshuffled and laid out anew"

    def closing(self, position: Position) -> str:
        """What has become of the cross."""
        return "The kings stand upright and the aces lie across: the cross has changed places with itself."


def _suits(rules: Rules) -> list[Suit]:
    return list(Suit)[: rules.suits]


def series_label(suit: Suit, direction: Direction) -> str:
    """The label of a series' slot."""
    return f"{suit.letter} {direction.word}"


def column_label(number: int) -> str:
    """The label of a column's slot, counted from 0."""
    return f"C{number + 1}"


def _cards(position: Position, suit: Suit, direction: Direction) -> Iterator[Card]:
    first = position.rules.ends[direction]
    for rank in range(first, position.series(suit, direction) + direction.step, direction.step):
        yield Card(suit, Rank(rank))


def _layout(rules: Rules, per_line: int) -> TableLayout:
    width = 0.12 + max(6.2, per_line) * _STEP
    # The cross stands in the middle where the stock leaves room for that.
    left = max(0.1, (width - 5 * _STEP) / 2) if width > 8 else 0.1
    spots = {}
    for suit in _suits(rules):
        upright, across = left + _UPRIGHT * _STEP, left + _BEAM[suit] * _STEP
        spots[series_label(suit, Direction.UP)] = TableSpot(upright, 0.2 + suit * 1.06, _SERIES)
        spots[series_label(suit, Direction.DOWN)] = TableSpot(across, 0.2 + _ACROSS * 1.06, _SERIES)
    spots[_STOCK] = TableSpot(width - 1.15, 0.25, _THIN)
    for number in range(rules.columns):
        line, place = divmod(number, per_line)
        spots[column_label(number)] = TableSpot(0.1 + place * _STEP, 4.62 + line * 2.72, Spread(dy=0.23, room=1.5))
    return TableLayout(width, spots)
