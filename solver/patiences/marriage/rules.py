"""Royal Marriage with pairs: the referee. Positions and moves by the rules alone; nothing here knows of search.

The rules are those of `rules.md` beside this file.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Self

from solver.cards import KINDS, Card, miscounts
from solver.errors import IllegalMove
from solver.letters import card
from solver.notation import Document, Section, Word
from solver.options import Options, RuleOption
from solver.patience import card_lines, header
from solver.words import plural

GAME = "marriage"
QUEEN, KING = card("QH"), card("KH")


class Pairs(Enum):
    """The rule option `pairs`: whether two matching neighbours may, must or cannot be discarded together."""

    OPTIONAL = "optional"
    COMPULSORY = "compulsory"
    OFF = "off"

    @property
    def options(self) -> dict[str, str]:
        """The rule options as words."""
        return {"pairs": self.value}

    @classmethod
    def of(cls, options: Options) -> Pairs:
        """The rule that complete rule options name."""
        return cls(options["pairs"])


OPTIONS = (RuleOption("pairs", tuple(pairs.value for pairs in Pairs)),)
DEFAULTS = {option.name: option.default for option in OPTIONS}


class Link(Enum):
    """How two neighbours came together: the right one was dealt next to the left one, or a gap between them closed.

    The value is what stands between the two cards in a deal file.
    """

    DEALT = " "
    JOINED = "="


@dataclass(frozen=True, slots=True)
class DealCard:
    """The next card of the stock goes to the right end of the row. `str` is its line in a log, `deal TS`."""

    card: Card

    def __str__(self) -> str:
        return f"deal {self.card}"


@dataclass(frozen=True, slots=True)
class Drop:
    """One or two separators (in row order) are put aside. `str` is its line in a log, `drop 7D` or `drop 7D TS`."""

    cards: tuple[Card, ...]

    def __str__(self) -> str:
        return f"drop {' '.join(str(card) for card in self.cards)}"


@dataclass(frozen=True, slots=True)
class Pair:
    """Two neighbours (in row order) are put aside together. `str` is its line in a log, `pair 4S TS`."""

    left: Card
    right: Card

    @property
    def cards(self) -> tuple[Card, Card]:
        """Both cards, in row order."""
        return (self.left, self.right)

    def __str__(self) -> str:
        return f"pair {self.left} {self.right}"


Move = DealCard | Drop | Pair


def match(one: Card, other: Card) -> bool:
    """Whether two cards have the same suit or the same rank."""
    return one.suit is other.suit or one.rank is other.rank


@dataclass(frozen=True, slots=True)
class Position:
    """A position of the marriage.

    row: from left to right; links: between each card of the row and its right neighbour; stock: next card first.
    Cards in neither have been put aside.
    """

    pairs: Pairs
    row: tuple[Card, ...]
    links: tuple[Link, ...]
    stock: tuple[Card, ...]

    @property
    def game(self) -> str:
        """The name in the registry."""
        return GAME

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force, as words."""
        return self.pairs.options

    @property
    def is_won(self) -> bool:
        """The deck is dealt out and the row is `QH KH`."""
        return not self.stock and self.row == (QUEEN, KING)

    # --- moves -----------------------------------------------------------------------------------------------

    def _is_pair(self, left: int) -> bool:
        """Whether the card at `left` and its right neighbour match, were brought together by the deal and may leave."""
        one, other = self.row[left], self.row[left + 1]
        return self.links[left] is Link.DEALT and match(one, other) and one != QUEEN and other != KING

    def compulsory_pair(self) -> Pair | None:
        """The pair at the row's end that must go before any other move, if there is one."""
        last = len(self.row) - 2
        if self.pairs is Pairs.COMPULSORY and last >= 0 and self._is_pair(last):
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
                if self._is_pair(left):
                    yield Pair(*self.row[left : left + 2])

    def moves(self) -> tuple[Move, ...]:
        """All legal moves: discards first, then the deal."""
        discards = tuple(self.discards())
        if self.stock and self.compulsory_pair() is None:
            return (*discards, DealCard(self.stock[0]))
        return discards

    def objection(self, move: Move) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""
        due = self.compulsory_pair()
        if due is not None and move != due:
            return f"{due.left} and {due.right} match and lie side by side as dealt, so this pair must go first"
        if isinstance(move, DealCard):
            return self._deal_objection(move.card)
        absent = self._absence(move)
        if absent is not None:
            return absent
        return self._drop_objection(move) if isinstance(move, Drop) else self._pair_objection(move)

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

    def _drop_objection(self, drop: Drop) -> str | None:
        left = self.row.index(drop.cards[0]) - 1
        right = left + len(drop.cards) + 1
        named = " and ".join(str(card) for card in drop.cards)
        lies = "lies" if len(drop.cards) == 1 else "lie"
        if right == len(self.row):
            return f"{named} {lies} at the end of the row, not between two cards that match"
        if not match(self.row[left], self.row[right]):
            return (
                f"{named} {lies} between {self.row[left]} and {self.row[right]}, "
                "which have neither the suit nor the rank in common"
            )
        return None

    def _pair_objection(self, pair: Pair) -> str | None:
        if self.pairs is Pairs.OFF:
            return "pairs are not discarded under the rule pairs: off"
        if not match(pair.left, pair.right):
            return f"{pair.left} and {pair.right} have neither the suit nor the rank in common"
        if self.links[self.row.index(pair.left)] is Link.JOINED:
            return (
                f"{pair.left} and {pair.right} became neighbours because a gap closed; "
                "only neighbours that the deal brought together go as a pair"
            )
        return None

    def play(self, move: Move) -> Self:
        """The position after a move. Raises IllegalMove with the reason."""
        reason = self.objection(move)
        if reason is not None:
            raise IllegalMove(reason)
        if isinstance(move, DealCard):
            return replace(self, row=(*self.row, move.card), links=(*self.links, Link.DEALT), stock=self.stock[1:])
        first = self.row.index(move.cards[0])
        after = first + len(move.cards)
        # At the row's end no gap closes, so no link takes the place of those that go.
        closed = (Link.JOINED,) if after < len(self.row) else ()
        return replace(
            self, row=self.row[:first] + self.row[after:], links=self.links[: first - 1] + closed + self.links[after:]
        )

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
        every = dict.fromkeys(KINDS, 1)
        found += miscounts((*self.row, *self.stock), {QUEEN: 1, KING: 1}, every)
        if self.pairs is Pairs.COMPULSORY and len(self.links) == len(self.row) - 1:
            found += (
                f"{self.row[left]} and {self.row[left + 1]} match and lie side by side as dealt within the row; with "
                "pairs: compulsory they went at once (write = between them if a gap closed)"
                for left in range(len(self.row) - 2)
                if self._is_pair(left)
            )
        return tuple(found)

    # --- printing --------------------------------------------------------------------------------------------

    def __str__(self) -> str:
        """The deal file with the layout; `read_layout` reads it back."""
        row = "".join(f"{link.value}{card}" for link, card in zip((Link.JOINED, *self.links), self.row, strict=True))
        lines = header(GAME, self.options, DEFAULTS)
        lines.append(card_lines("row", row.removeprefix(Link.JOINED.value).split()))
        lines.append(card_lines("stock", self.stock).rstrip())
        return "\n".join((*lines, ""))


def royal_deck(cards: Sequence[Card]) -> tuple[Card, ...]:
    """A deck in the order of some cards, but with the queen and king of hearts first and last."""
    return (QUEEN, *(other for other in cards if other not in (QUEEN, KING)), KING)


def deal(deck: Sequence[Card], pairs: Pairs = Pairs.OPTIONAL) -> Position:
    """The start with a whole deck in dealing order. Raises ValueError with all faults of the deck."""
    every = dict.fromkeys(KINDS, 1)
    faults = list(miscounts(deck, every, every))
    if len(deck) != len(KINDS):
        faults.insert(0, f"the deck has {plural(len(deck), 'card')}; there must be {len(KINDS)}")
    faults += (
        f"the deck {verb} with {deck[at]}; it must {verb[:-1]} with {wanted}"
        for verb, at, wanted in (("begins", 0, QUEEN), ("ends", -1, KING))
        if deck and deck[at] != wanted
    )
    if faults:
        raise ValueError("\n".join(faults))
    return Position(pairs, tuple(deck[:1]), (), tuple(deck[1:]))


# --- reading ---------------------------------------------------------------------------------------------

LAYOUT_KEYS = ("row", "stock")


def read_layout(document: Document, pairs: Pairs) -> Position:
    """The position that a layout describes. Raises InputError: for a word at once, for the cards with all faults."""
    section = document.sections.get("row")
    if section is None:
        raise document.error('the "row:" is missing; expected the cards of the row from left to right, QH first')
    row, links = _read_row(document, section)
    position = Position(pairs, row, links, document.cards("stock"))
    faults = position.faults()
    if faults:
        raise document.error("\n".join(("the layout is not sound:", *(f"  {fault}" for fault in faults))))
    return position


def _read_row(document: Document, section: Section) -> tuple[tuple[Card, ...], tuple[Link, ...]]:
    row: list[Card] = []
    links: list[Link] = []
    joining: Word | None = None
    for word in section.words:
        for number, piece in enumerate(word.text.split(Link.JOINED.value)):
            if number:
                if joining is not None or not row:
                    raise document.error(f'"{word.text}": "=" must stand between two cards, as in "4C=4S"', word)
                joining = word
            if piece:
                if row:
                    links.append(Link.DEALT if joining is None else Link.JOINED)
                row.append(document.card(word, piece))
                joining = None
    if joining is not None:
        raise document.error(f'"{joining.text}": "=" must stand between two cards, as in "4C=4S"', joining)
    return tuple(row), tuple(links)


def read_move(words: Sequence[Word], document: Document) -> Move:
    """The move that a line of a log writes. Raises InputError when it is no move."""
    verb = words[0].text.lower()
    if verb in ("deal", "drop", "pair"):
        cards = tuple(document.card(word) for word in words[1:])
        if verb == "deal" and len(cards) == 1:
            return DealCard(*cards)
        if verb == "drop" and len(cards) in (1, 2):
            return Drop(cards)
        if verb == "pair" and len(cards) == 2:
            return Pair(*cards)
    line = " ".join(word.text for word in words)
    raise document.error(
        f'"{line}" is no move; expected deal CARD, drop CARD, drop CARD CARD or pair CARD CARD, as in "drop 7D"',
        words[0],
    )
