"""What a drawn table is: where each card of a position lies, in card units, for any patience.

x counts card widths and y card heights, from the table's upper left corner to a card's; a card is `HEIGHT` times as
high as it is wide. Nothing here draws: the terminal, the picture and the page do, and know no patience by name.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol, TypeVar

from solver.cards import Card

HEIGHT = 1.4
"""A card's height in card widths."""

P_contra = TypeVar("P_contra", contravariant=True)
M_contra = TypeVar("M_contra", contravariant=True)


class Shape(Enum):
    """For what kind of screen a table is laid: a wide one, or one as narrow as a telephone."""

    WIDE = "wide"
    NARROW = "narrow"


class Face(Enum):
    """How a card shows itself: face up; face down; or covered, which is face up only if it has lain face up before."""

    UP = "up"
    DOWN = "down"
    COVERED = "covered"


@dataclass(frozen=True, slots=True)
class Lying:
    """A card as it lies, or None for one that nobody has seen; `joined`: it came together with the one before it."""

    card: Card | None
    face: Face = Face.UP
    joined: bool = False


@dataclass(frozen=True, slots=True)
class Holding:
    """What lies in a slot, bottom card first.

    built: it is a pile that is being built up (a base pile or series); note: a word about the slot just now.
    """

    cards: tuple[Lying, ...] = ()
    built: bool = False
    note: str = ""

    @classmethod
    def of(cls, cards: Iterable[Card | None], face: Face = Face.UP, *, built: bool = False, note: str = "") -> Holding:
        """Cards that all lie alike."""
        return cls(tuple(Lying(card, face) for card in cards), built, note)


EMPTY = Holding()
"""A slot in which nothing lies."""


@dataclass(frozen=True, slots=True)
class Slot:
    """A place where cards lie.

    label: its name in logs and on the table, such as T1 or C4, unique on the table; name: the same in words that can be
    spoken; hint: what an empty slot waits for, in a few letters; counted: the number of its cards is shown; every: all
    its cards matter, not only the last; heap: the order of its cards means nothing.
    """

    label: str
    name: str
    hint: str = ""
    counted: bool = False
    every: bool = False
    heap: bool = False


@dataclass(frozen=True, slots=True)
class Region:
    """Slots that belong together, such as a row of places. `labelled`: each slot's label is shown beside it."""

    title: str
    slots: tuple[Slot, ...]
    labelled: bool = False


@dataclass(frozen=True, slots=True)
class Spread:
    """How the cards of a slot lie on each other: steps from one to the next.

    room: how far the last may lie from the first along y, at most; steps shrink to fit. per_line: after so many cards
    a new line begins, `line` further down.
    """

    dx: float = 0.0
    dy: float = 0.0
    room: float | None = None
    per_line: int | None = None
    line: float = 0.0

    def offsets(self, count: int) -> Iterator[tuple[float, float]]:
        """Where each of `count` cards lies, seen from the first."""
        shrink = 1.0
        if self.room is not None and count > 1:
            shrink = min(1.0, self.room / (abs(self.dy) * (count - 1)))
        for at in range(count):
            line, place = divmod(at, self.per_line) if self.per_line else (0, at)
            yield place * self.dx * shrink, place * self.dy * shrink + line * self.line


@dataclass(frozen=True, slots=True)
class TableSpot:
    """Where a slot's first card lies, and how the others lie on it."""

    x: float
    y: float
    spread: Spread = field(default_factory=Spread)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """A table laid for a shape of screen: its width, and each slot's spot by label."""

    width: float
    spots: Mapping[str, TableSpot]


@dataclass(frozen=True, slots=True)
class Table:
    """A bare table: its regions in the order in which they are read out, and a layout for each shape."""

    regions: tuple[Region, ...]
    layouts: Mapping[Shape, TableLayout]

    @property
    def slots(self) -> tuple[Slot, ...]:
        """All slots, region by region."""
        return tuple(slot for region in self.regions for slot in region.slots)


class Drawing(Protocol[P_contra, M_contra]):
    """How a patience is drawn: the role by which the terminal, the picture and the page show it."""

    def table(self, position: P_contra) -> Table:
        """The bare table of a position's game: the same for all positions that moves lead to."""

    def holdings(self, position: P_contra) -> Mapping[str, Holding]:
        """What lies in each slot, by label. Every card of the packs lies in one, those out of the game too."""

    def hidden_at(self, position: P_contra, key: str, number: int) -> tuple[str, int]:
        """Where the card of a slot of `solver.seeing` is drawn: a label, and the index there, bottom card first."""

    def heading(self, position: P_contra, move: M_contra, last: M_contra | None) -> str | None:
        """The title of the group of moves that begins with this move from a position; None when none begins.

        last: the move before it, if there was one.
        """

    def spoken(self, position: P_contra, move: M_contra) -> str:
        """A move from a position in words that can be spoken."""

    def closing(self, position: P_contra) -> str:
        """A sentence about the picture that a won game shows; empty when there is nothing to say."""


def in_words(card: Card) -> str:
    """A card in words that can be spoken: `ace of spades`."""
    return f"{card.rank.english} of {card.suit.english}"
