"""Golf: the referee. Positions and moves by the rules of `rules.md` beside this file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from patience_golf.notation import COLUMNS, DealCard, Layout, Move, Play
from solver.cards import CARDS, Card, Rank, deck_faults, miscounts
from solver.errors import IllegalMove

ROWS = 5
LAID_OUT = ROWS * COLUMNS


def deal(deck: Sequence[Card], *, open_kings: bool) -> Position:
    """Lay out a whole deck. Raises ValueError with all faults of the deck."""
    faults = deck_faults(deck, dict.fromkeys(CARDS, 1))
    if faults:
        raise ValueError("\n".join(faults))
    columns = tuple(tuple(deck[number:LAID_OUT:COLUMNS]) for number in range(COLUMNS))
    return Position(open_kings, columns, deck[LAID_OUT], tuple(deck[LAID_OUT + 1 :]))


@dataclass(frozen=True, slots=True)
class Position(Layout):
    """A layout under the rules: what can be played, and what is wrong with it."""

    @property
    def is_won(self) -> bool:
        """All columns are empty."""
        return not any(self.columns)

    def takes(self, card: Card) -> bool:
        """Whether the waste takes a card."""
        if self.waste.rank is Rank.KING and not self.open_kings:
            return False
        return abs(card.rank - self.waste.rank) == 1

    def plays(self) -> Iterator[Play]:
        """All plays, by columns from the left."""
        return (Play(column[-1]) for column in self.columns if column and self.takes(column[-1]))

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: plays, then the deal."""
        return (*self.plays(), DealCard()) if self.stock else tuple(self.plays())

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        if isinstance(move, DealCard):
            return None if self.stock else "the stock is empty"
        if all(column[-1:] != (move.card,) for column in self.columns):
            covered = any(move.card in column for column in self.columns)
            return (
                f"{move.card} is {'covered' if covered else 'in no column'}; only the last card of a column is played"
            )
        if self.takes(move.card):
            return None
        if self.waste.rank is Rank.KING and not self.open_kings:
            return f"nothing goes onto a king, and {self.waste} is on top of the waste"
        return f"{move.card} is not one rank higher or lower than {self.waste}, the top of the waste"

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        if isinstance(move, DealCard):
            return Position(self.open_kings, self.columns, self.stock[0], self.stock[1:])
        columns = tuple(column[:-1] if column[-1:] == (move.card,) else column for column in self.columns)
        return Position(self.open_kings, columns, move.card, self.stock)

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position, a sentence each; none when it is sound."""
        found = [
            f"column {number} has {len(column)} cards; {ROWS} are dealt"
            for number, column in enumerate(self.columns, 1)
            if len(column) > ROWS
        ]
        spots = {f"column {number}": column for number, column in enumerate(self.columns, 1)}
        spots |= {"waste": (self.waste,), "stock": self.stock}
        lying = ((card, spot) for spot, cards in spots.items() for card in cards)
        return (*found, *miscounts(lying, {}, dict.fromkeys(CARDS, 1)))
