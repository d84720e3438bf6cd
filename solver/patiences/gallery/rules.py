"""Picture Gallery: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file, in its order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from solver.cards import CARDS, Card, Rank, add_up, deck_faults, miscounts
from solver.errors import IllegalMove
from solver.patiences.gallery.notation import (
    EMPTY,
    OUT,
    PILE_SPOTS,
    PLACE_SPOTS,
    Layout,
    Move,
    Place,
    Play,
    Redeal,
    Row,
    Rules,
    Spot,
    dealt_place,
)
from solver.words import one_of, plural

T = TypeVar("T")

ROWS = tuple(Row)
"""The rows from the top."""

_ROW_OF = (None, None, *(ROWS[(rank - 2) % 3] for rank in range(2, 14)))


def row_of(rank: Rank) -> Row:
    """The row in which cards of a rank (not the ace) find their place."""
    row = _ROW_OF[rank]
    assert row is not None, "an ace has no place"
    return row


_ACES = tuple(card for card in CARDS if card.rank is Rank.ACE)
# What an empty place takes, by row; what a base pile takes, by the kind of its top card.
_BASES = tuple(tuple(card for card in CARDS if card.rank is row.base) for row in ROWS)
_NEXT = tuple((CARDS[card.kind + 3],) if Rank.TWO <= card.rank <= Rank.TEN else () for card in CARDS)


def takes(place: Place, row: Row) -> tuple[Card, ...]:
    """The cards that a place of a row takes: an empty one the bases, a base pile the next card, a stranger none."""
    if place.card is None:
        return _BASES[row]
    return _NEXT[place.card.kind] if place.based else ()


def deal(deck: Sequence[Card], rules: Rules) -> Position:
    """Lay out a whole deck: three rows, then the piles in turn. Raises ValueError with all faults of the deck."""
    hint = "; one pack is played with decks: 1" if len(deck) == 52 and rules.decks == 2 else ""
    faults = deck_faults(deck, dict.fromkeys(CARDS, rules.decks), hint)
    if faults:
        raise ValueError("\n".join(faults))
    width = rules.width
    rows = tuple(tuple(dealt_place(card, row) for card in deck[width * row : width * (row + 1)]) for row in ROWS)
    return Position(rules, rows, tuple(tuple(deck[3 * width + pile :: width]) for pile in range(width)))


@dataclass(frozen=True)
class Position(Layout):
    """A layout under the rules: what can be played, and what is wrong with it."""

    __slots__ = ()  # not by the decorator, whose second class would refuse a new attribute with a puzzling message

    @property
    def is_won(self) -> bool:
        """All aces are discarded and every place carries a complete base pile."""
        return not any(self.piles) and all(
            place.based and place.card is not None and place.card.rank >= Rank.JACK
            for row in self.rows
            for place in row
        )

    # --- moves -----------------------------------------------------------------------------------------------

    def playable(self) -> Iterator[tuple[Card, Spot]]:
        """The strangers and the top cards of the piles, with the spots where they lie."""
        for places, spots in zip(self.rows, PLACE_SPOTS, strict=True):
            for place, spot in zip(places, spots, strict=False):
                if place.card is not None and not place.based:
                    yield place.card, spot
        for pile, spot in zip(self.piles, PILE_SPOTS, strict=False):
            if pile:
                yield pile[-1], spot

    def openings(self) -> dict[Card, list[Spot]]:
        """Where each card goes that some place takes, from left to right; aces go out."""
        openings: dict[Card, list[Spot]] = {ace: [OUT] for ace in _ACES}
        for row, places, spots in zip(ROWS, self.rows, PLACE_SPOTS, strict=True):
            for place, spot in zip(places, spots, strict=False):
                for card in takes(place, row):
                    openings.setdefault(card, []).append(spot)
        return openings

    def plays(self) -> Iterator[Play]:
        """All plays of cards that are possible now: rows before piles, targets from left to right."""
        openings = self.openings()
        for card, source in self.playable():
            for target in openings.get(card, ()):
                yield Play(card, source, target)

    def redeals(self) -> Iterator[Redeal]:
        """The piles that may be redealt next, as far as their order goes (play may have to stall first)."""
        for number, pile in enumerate(self.piles):
            if pile and number not in self.redealt:
                yield Redeal(number)
                if not self.rules.free_order:
                    return

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: plays first, then redeals."""
        plays = tuple(self.plays())
        if plays and not self.rules.anytime:
            return plays
        return (*plays, *self.redeals())

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        return self._redeal(move.pile) if isinstance(move, Redeal) else self._play(move)

    def _play(self, play: Play) -> Position:
        rows, piles = self.rows, self.piles
        source, target = play.source, play.target
        if source.row is None:
            piles = _with(piles, source.number, piles[source.number][:-1])
        else:
            rows = _with(rows, source.row, _with(rows[source.row], source.number, EMPTY))
        if target.row is not None:
            rows = _with(rows, target.row, _with(rows[target.row], target.number, Place(play.card, based=True)))
        return Position(self.rules, rows, piles, self.redealt)

    def _redeal(self, number: int) -> Position:
        piles = [list(pile) for pile in self.piles]
        cards, piles[number] = piles[number], []
        for step, card in enumerate(reversed(cards), 1):
            piles[(number + step) % self.rules.width].append(card)
        turn = {number} if self.rules.free_order else range(number + 1)
        return Position(self.rules, self.rows, tuple(tuple(pile) for pile in piles), self.redealt.union(turn))

    # --- objections ------------------------------------------------------------------------------------------

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        return self._play_objection(move) if isinstance(move, Play) else self._redeal_objection(move)

    def _play_objection(self, play: Play) -> str | None:
        card, source, target = play.card, play.source, play.target
        if source.number < 0:
            return "a discarded card never comes back"
        for spot in (source, target):
            if spot.number >= self.rules.width:
                return f"there is no {spot.words} with one pack"
        if source.row is None:
            pile = self.piles[source.number]
            if not pile:
                return f"pile {source.number + 1} is empty"
            if pile[-1] is not card:
                where = "it lies further down" if card in pile else f"there is no {card} in this pile"
                top = f"pile {source.number + 1} has {pile[-1]} on top"
                return f"only the top card of a pile can be played; {top}, and {where}"
        else:
            place = self.rows[source.row][source.number]
            if place.card is None:
                return f"{source.words} is empty"
            if place.based:
                return f"{source.words} carries a base pile, and its cards stay there"
            if place.card is not card:
                return f"{source.words} holds {place.card}, not {card}"
        return self._target_objection(card, target)

    def _target_objection(self, card: Card, target: Spot) -> str | None:
        if card.rank is Rank.ACE:
            return None if target == OUT else "an ace can only be discarded (out)"
        if target.number < 0:
            return f"only aces are discarded, and {card} is none"
        if target.row is None:
            return "no card is put on a pile"
        row = row_of(card.rank)
        if target.row is not row:
            ranks = "-".join(rank.letter for rank in row.ranks)
            return f"{card} belongs in the {row.word} row ({ranks}), and {target} is in the {target.row.word} row"
        place = self.rows[row][target.number]
        if card in takes(place, row):
            return None
        if card.rank is row.base:
            return f"{card} needs an empty place, and {target} {_holds(place)}"
        return f"{card} needs a base pile with {CARDS[card.kind - 3]} on top, and {target} {_holds(place)}"

    def _redeal_objection(self, move: Redeal) -> str | None:
        number = move.pile
        if number >= self.rules.width:
            return f"there is no pile {number + 1} with one pack"
        if number in self.redealt:
            return f"pile {number + 1} has had its turn to be redealt"
        if not self.piles[number]:
            return f"pile {number + 1} is empty and cannot be redealt"
        allowed = list(self.redeals())
        if move not in allowed:
            return f"the piles are redealt from left to right, and pile {allowed[0].pile + 1} comes next"
        if not self.rules.anytime:
            play = next(self.plays(), None)
            if play is not None:
                return f"a pile is redealt only when no play is possible, and {play} is one"
        return None

    # --- faults ----------------------------------------------------------------------------------------------

    def lying(self) -> Iterator[tuple[Card, str]]:
        """Every card on the table, those on base piles included, with its place; discarded aces are not."""
        for row, places in zip(ROWS, self.rows, strict=True):
            for number, place in enumerate(places):
                for card in place.cards():
                    yield card, str(Spot(row, number))
        for number, pile in enumerate(self.piles):
            for card in pile:
                yield card, f"pile {number + 1}"

    def cards(self) -> Iterator[Card]:
        """Every card on the table, those on base piles included; discarded aces are not."""
        for row in self.rows:
            for place in row:
                yield from place.cards()
        for pile in self.piles:
            yield from pile

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position, a sentence each; none when it is sound."""
        width = self.rules.width
        found = []
        for row, places in zip(ROWS, self.rows, strict=True):
            if len(places) != width:
                found.append(f"the {row.word} row has {plural(len(places), 'place')}; there must be {width}")
            for number, place in enumerate(places):
                if place.based and (place.card is None or place.card.rank not in row.ranks):
                    fits = one_of([rank.letter for rank in row.ranks])
                    found.append(
                        f"{Spot(row, number)}: [{place.card}] is no base pile of the {row.word} row, only {fits} are"
                    )
                elif place.stranger is not None and place.stranger.rank is row.base:
                    found.append(f"{Spot(row, number)}: {place} is in place in the {row.word} row and no stranger")
        if len(self.piles) != width:
            found.append(f"there are {len(self.piles)} piles; there must be {width}")
        if not self.redealt <= set(range(width)):
            found.append(f"the piles that have been redealt must be among 1 to {width}")
        elif not self.rules.free_order and self.redealt != set(range(len(self.redealt))):
            found.append("with fixed order the piles that have been redealt must be the first ones")
        most = dict.fromkeys(CARDS, self.rules.decks)
        least = {card: 0 if card.rank is Rank.ACE else count for card, count in most.items()}
        wrong = () if add_up(self.cards(), least, most) else miscounts(self.lying(), least, most)
        return (*found, *wrong, *(self._slips(least, most) if wrong and not found else ()))

    def _slips(self, least: Mapping[Card, int], most: Mapping[Card, int]) -> Iterator[str]:
        """The one place that explains all cards that do not add up, if brackets or another top card do."""
        there = Counter(self.cards())
        for row, places in zip(ROWS, self.rows, strict=True):
            for number, place in enumerate(places):
                if place.card is None:
                    continue
                others = [Place(CARDS[place.card.kind - place.card.rank + rank], based=True) for rank in row.ranks[1:]]
                meant = [Place(place.card), *(other for other in others if place.based or other.card is place.card)]
                there.subtract(place.cards())
                for other in meant:
                    there.update(other.cards())
                    if other != place and all(least[card] <= there[card] <= most[card] for card in CARDS):
                        yield f"{other} at {Spot(row, number)}?"
                    there.subtract(other.cards())
                there.update(place.cards())


def _with(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """A tuple with another item in one place."""
    return (*items[:index], item, *items[index + 1 :])


def _holds(place: Place) -> str:
    if place.card is None:
        return "is empty"
    return f"holds the base pile with {place.card} on top" if place.based else f"holds the stranger {place.card}"
