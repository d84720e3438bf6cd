"""Royal Marriage with pairs: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from solver.cards import CARDS, Card, Rank, Suit, add_up, deck_faults, miscounts
from solver.errors import IllegalMove
from solver.patiences.marriage.notation import DealCard, Drop, Layout, Link, Move, Pair, Pairs
from solver.words import plural

QUEEN, KING = Card(Suit.HEARTS, Rank.QUEEN), Card(Suit.HEARTS, Rank.KING)


def match(one: Card, other: Card) -> bool:
    """Whether two cards have the same suit or the same rank."""
    return one.suit is other.suit or one.rank is other.rank


def royal_deck(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A deck in the order of some cards, but with the queen and king of hearts first and last."""
    return (QUEEN, *(other for other in cards if other not in (QUEEN, KING)), KING)


def deal(deck: Sequence[Card], pairs: Pairs = Pairs.OPTIONAL) -> Position:
    """The start with a whole deck in dealing order. Raises ValueError with all faults of the deck."""
    every = dict.fromkeys(CARDS, 1)
    faults = list(deck_faults(deck, every))
    faults += (
        f"the deck {verb} with {deck[at]}; it must {verb[:-1]} with {wanted}"
        for verb, at, wanted in (("begins", 0, QUEEN), ("ends", -1, KING))
        if deck and deck[at] != wanted
    )
    if faults:
        raise ValueError("\n".join(faults))
    return Position(pairs, tuple(deck[:1]), (), tuple(deck[1:]))


@dataclass(frozen=True)
class Position(Layout):
    """A layout under the rules: what can be played, and what is wrong with it."""

    __slots__ = ()  # not by the decorator, whose second class would refuse a new attribute with a puzzling message

    @property
    def is_won(self) -> bool:
        """The deck is dealt out and the row is `QH KH`."""
        return not self.stock and self.row == (QUEEN, KING)

    # --- moves -----------------------------------------------------------------------------------------------

    def is_pair(self, left: int) -> bool:
        """Whether the card at `left` and its right neighbour match, were brought together by the deal and may leave."""
        one, other = self.row[left], self.row[left + 1]
        return self.links[left] is Link.DEALT and match(one, other) and one != QUEEN and other != KING

    def compulsory_pair(self) -> Pair | None:
        """The pair at the row's end that must go before any other move, if there is one."""
        if self.pairs is Pairs.COMPULSORY:
            last = len(self.row) - 2
            if last >= 0 and self.is_pair(last):
                return Pair(*self.row[last:])
        return None

    def discards(self) -> Iterator[Drop | Pair]:
        """All drops, one card before two and from left to right, then all pairs from left to right."""
        due = self.compulsory_pair()
        if due is not None:
            yield due
            return
        for count in (1, 2):
            for left in range(len(self.row) - count - 1):
                if match(self.row[left], self.row[left + count + 1]):
                    yield Drop(self.row[left + 1 : left + count + 1])
        if self.pairs is Pairs.OPTIONAL:
            for left in range(len(self.row) - 1):
                if self.is_pair(left):
                    yield Pair(*self.row[left : left + 2])

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: discards first, then the deal."""
        discards = tuple(self.discards())
        if self.stock and self.compulsory_pair() is None:
            return (*discards, DealCard(self.stock[0]))
        return discards

    def play(self, move: Move) -> Position:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        if isinstance(move, DealCard):
            return Position(self.pairs, (*self.row, move.card), (*self.links, Link.DEALT), self.stock[1:])
        first = self.row.index(move.cards[0])
        after = first + len(move.cards)
        # At the row's end no gap closes, so no link takes the place of those that go.
        closed = (Link.JOINED,) if after < len(self.row) else ()
        row, links = self.row[:first] + self.row[after:], self.links[: first - 1] + closed + self.links[after:]
        return Position(self.pairs, row, links, self.stock)

    # --- objections ------------------------------------------------------------------------------------------

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        due = self.compulsory_pair()
        if due is not None and move != due:
            return f"{due.left} and {due.right} match and lie side by side as dealt, so this pair must go first"
        if isinstance(move, DealCard):
            return self._deal_objection(move.card)
        first = self._place(move.cards)
        if first < 1 or KING in move.cards:
            absent = self._absence(move)
            if absent is not None:
                return absent
        return self._drop_objection(move, first) if isinstance(move, Drop) else self._pair_objection(move, first)

    def _place(self, cards: tuple[Card, ...]) -> int:
        """Where in the row one card or two neighbours begin; -1 when they do not lie there so."""
        if len(cards) not in (1, 2) or cards[0] not in self.row:
            return -1
        first = self.row.index(cards[0])
        return first if self.row[first : first + len(cards)] == cards else -1

    def _deal_objection(self, dealt: Card) -> str | None:
        if not self.stock:
            return "the deck is dealt out"
        if dealt != self.stock[0]:
            return f"the next card of the deck is {self.stock[0]}, not {dealt}"
        return None

    def _absence(self, move: Drop | Pair) -> str | None:
        if len(move.cards) not in (1, 2):
            return f"one card or two neighbours are dropped, not {len(move.cards)} cards"
        for leaving in move.cards:
            if leaving in (QUEEN, KING):
                return f"{leaving} never leaves the row"
            if leaving in self.stock:
                return f"{leaving} has not been dealt yet"
            if leaving not in self.row:
                return f"{leaving} has been put aside already"
        if len(move.cards) == 2:
            one, other = move.cards
            places = self.row.index(one), self.row.index(other)
            if places[1] == places[0] - 1:
                return f"{other} lies to the left of {one}; the two are named in row order"
            if places[1] != places[0] + 1:
                return f"{one} and {other} are not neighbours"
        return None

    def _drop_objection(self, drop: Drop, first: int) -> str | None:
        left, right = first - 1, first + len(drop.cards)
        if right < len(self.row) and match(self.row[left], self.row[right]):
            return None
        named = " and ".join(str(card) for card in drop.cards)
        lies = "lies" if len(drop.cards) == 1 else "lie"
        if right == len(self.row):
            return f"{named} {lies} at the end of the row, not between two cards that match"
        return (
            f"{named} {lies} between {self.row[left]} and {self.row[right]}, "
            "which have neither the suit nor the rank in common"
        )

    def _pair_objection(self, pair: Pair, first: int) -> str | None:
        if self.pairs is Pairs.OFF:
            return "pairs are not discarded under the rule pairs: off"
        if not match(pair.left, pair.right):
            return f"{pair.left} and {pair.right} have neither the suit nor the rank in common"
        if self.links[first] is Link.JOINED:
            return (
                f"{pair.left} and {pair.right} became neighbours because a gap closed; "
                "only neighbours that the deal brought together go as a pair"
            )
        return None

    # --- faults ----------------------------------------------------------------------------------------------

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position, a sentence each; none when it is sound."""
        found = []
        if len(self.links) != max(0, len(self.row) - 1):
            found.append(f"there are {len(self.links)} links between {len(self.row)} cards of the row")
        if self.row[:1] != (QUEEN,):
            found.append(f"the row begins with {self.row[0] if self.row else 'no card'}; it must begin with {QUEEN}")
        where, last = ("stock", self.stock) if self.stock else ("row", self.row)
        if last[-1:] != (KING,):
            ends = last[-1] if last else "no card"
            found.append(f"the {where} ends with {ends}; it must end with {KING}")
        least, most = {QUEEN: 1, KING: 1}, dict.fromkeys(CARDS, 1)
        if not add_up((*self.row, *self.stock), least, most):
            lying = [*((card, "row") for card in self.row), *((card, "stock") for card in self.stock)]
            found += miscounts(lying, least, most)
        if self.pairs is Pairs.COMPULSORY and len(self.links) == len(self.row) - 1:
            found += (
                f"{self.row[left]} and {self.row[left + 1]} match and lie side by side as dealt within the row; with "
                "pairs: compulsory they went at once (write = between them if a gap closed)"
                for left in range(len(self.row) - 2)
                if self.is_pair(left)
            )
        if found:
            found.append(
                f"{plural(len(self.aside), 'card')} put aside: as many lie neither in the row nor in the stock"
            )
        return tuple(found)
