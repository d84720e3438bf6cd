"""What a player sees of a table: some cards lie face down, and only which cards they are together is known.

A position of a patience is always fully known to its referee. A *seen position* is a type of its own: the cards that
everybody sees, the places of the hidden ones (slots), and the hidden cards as a sorted lot. Any order of the lot in the
slots is a *completion*, a position of the referee; all orders are equally likely. A patience that has hidden cards says
by its role `Seeing` where they lie and how more and more of them is seen as moves are made.

Numbers may be hidden too: the cross's reshuffle seed stands for shuffles that are still to come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import factorial, prod
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from solver.cards import CARDS, Card

if TYPE_CHECKING:
    import random

    from solver.limits import Budget
    from solver.options import Options

M = TypeVar("M")
P = TypeVar("P")

Slot: TypeAlias = tuple[str, int]
"""A place where a card can lie face down: the key of its region in a deal file, and its number there from 0.

The key of a hidden number with 0 is the slot of that number.
"""

Slots: TypeAlias = frozenset[Slot]
"""The slots whose cards are not seen."""

_LARGEST_NUMBER = 2**31
"""Hidden numbers are drawn below this."""


@dataclass(frozen=True)
class Seeing(Generic[P, M]):
    """What can lie face down in a patience, and what a player sees of it.

    keys: the keys of the regions where cards can lie face down, as in deal files; regions: their cards, by key;
    relaid: the position with other cards in its regions; packs: how often each card is in the game; lying: all cards
    on the table; open: the slots whose cards everybody knows, wherever they lie; at_start: the hidden slots at the
    start of a deal (raises Unsupported in a position that is no start); after: the hidden slots after a move, by the
    positions before and after it; dealt: the slot of a card by its number in the deck, None where it is dealt face
    up; words: how a player who has not seen some slots writes a move (the same for all completions); gone: the key
    under which a file lists the cards that have left the table, where there are such cards; numbers: hidden numbers
    by their keys in a deal file, each with what puts another number into a position. careful: a legal move that is
    made at once, without weighing it, if there is one: one that never hurts, or hardly ever; fair: the moves of a
    whole game played without peeking from a position, what is seen of it, play-outs for each move at a decision, a
    seed and a budget; it may stop where nothing is hidden any more; advised: the move of a completion that its player
    does best to make who sees this much, by a seed and a budget, if one is found; lost: whether it is proved, without
    looking at completions, that none can be won.
    """

    keys: tuple[str, ...]
    regions: Callable[[P], Mapping[str, tuple[Card, ...]]]
    relaid: Callable[[P, Mapping[str, tuple[Card, ...]]], P]
    packs: Callable[[P], Counter[Card]]
    lying: Callable[[P], Iterable[Card]]
    open: Callable[[P], Slots]
    at_start: Callable[[P], Slots]
    after: Callable[[P, M, P, Slots], Slots]
    dealt: Callable[[int, Options], Slot | None]
    words: Callable[[M, Slots], str] = lambda move, _hidden: str(move)
    gone: str | None = None
    numbers: Mapping[str, Callable[[P, int], P]] = field(default_factory=dict)
    careful: Callable[[P], M | None] | None = None
    fair: Callable[[P, Seen[P, M], int, int, Budget], Iterable[M]] | None = None
    advised: Callable[[P, Seen[P, M], int, Budget], M | None] | None = None
    lost: Callable[[P, Seen[P, M]], bool] | None = None

    def start(self, position: P) -> Seen[P, M]:
        """What a player sees of a deal at its start. Raises Unsupported in a position that is no start."""
        return self.seen(position, self.at_start(position))

    def seen(self, position: P, hidden: Slots) -> Seen[P, M]:
        """What is seen of a position with some slots hidden."""
        regions = {key: list(cards) for key, cards in self.regions(position).items()}
        slots = sorted(slot for slot in hidden if slot[0] in regions)
        for (key, number), card in zip(slots, sorted(regions[key][number] for key, number in slots), strict=True):
            regions[key][number] = card
        sample = self.relaid(position, {key: tuple(cards) for key, cards in regions.items()})
        for key, numbered in self.numbers.items():
            if (key, 0) in hidden:
                sample = numbered(sample, 0)
        return Seen(sample, hidden, self)

    def unsaid(self, keys: Iterable[str]) -> Slots:
        """The slots of the hidden numbers that a file with these keys does not name: what it names is known."""
        return frozenset((key, 0) for key in self.numbers.keys() - set(keys))

    def gone_cards(self, position: P) -> Counter[Card]:
        """The cards that have left the table."""
        return self.packs(position) - Counter(self.lying(position))


@dataclass(frozen=True)
class Seen(Generic[P, M]):
    """A position as a player sees it. Equal when the same is seen. Made by `Seeing.seen`, not directly.

    sample: the completion with the hidden cards in sorted order, which tells nothing; hidden: the slots whose cards are
    not seen.
    """

    sample: P
    hidden: Slots
    seeing: Seeing[P, M] = field(compare=False, repr=False)

    @property
    def slots(self) -> tuple[Slot, ...]:
        """The slots of hidden cards, sorted."""
        return tuple(sorted(slot for slot in self.hidden if slot[0] in self.seeing.keys))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The keys of hidden numbers."""
        return tuple(key for key in self.seeing.numbers if (key, 0) in self.hidden)

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hidden cards, sorted."""
        regions = self.seeing.regions(self.sample)
        return tuple(regions[key][number] for key, number in self.slots)

    def completed(self, cards: Sequence[Card], numbers: Mapping[str, int] | None = None) -> P:
        """The position with the hidden cards in this order in the sorted slots, and with these hidden numbers."""
        regions = {key: list(region) for key, region in self.seeing.regions(self.sample).items()}
        for (key, number), card in zip(self.slots, cards, strict=True):
            regions[key][number] = card
        position = self.seeing.relaid(self.sample, {key: tuple(region) for key, region in regions.items()})
        for key, value in (numbers or {}).items():
            position = self.seeing.numbers[key](position, value)
        return position

    def drawn(self, generator: random.Random) -> P:
        """A completion, each equally likely."""
        cards = list(self.cards)
        generator.shuffle(cards)
        return self.completed(cards, {key: generator.randrange(_LARGEST_NUMBER) for key in self.numbers})

    def completions(self, seed: int) -> Iterator[P]:
        """Completions without end, each drawn uniformly on its own; the same ones for a seed on every machine."""
        import random  # takes a while, and searches do without it

        number = 0
        while True:
            yield self.drawn(random.Random(f"{seed}/{number}"))
            number += 1

    @property
    def ways(self) -> int | None:
        """How many different completions there are; None when a number is hidden, which has no end of values."""
        if self.numbers:
            return None
        counts = Counter(self.cards)
        return factorial(counts.total()) // prod(map(factorial, counts.values()))

    def every_completion(self) -> Iterator[P]:
        """All different completions, each equally likely, in the order of their cards; no number may be hidden."""
        assert not self.numbers, "there is no end of numbers"
        for cards in _arrangements(Counter(self.cards)):
            yield self.completed(cards)

    def words(self, move: M) -> str:
        """A move of any completion as the player writes it who does not know the hidden cards."""
        return self.seeing.words(move, self.hidden)

    def after(self, before: P, move: M, after: P) -> Seen[P, M]:
        """What is seen after a move of a completion, by its positions before and after the move."""
        return self.seeing.seen(after, self.seeing.after(before, move, after, self.hidden))

    def played(self, position: Any, moves: Iterable[M]) -> Seen[P, M]:
        """What is seen after legal moves from a completion."""
        hidden = self.hidden
        for move in moves:
            following = position.play(move)
            hidden = self.seeing.after(position, move, following, hidden)
            position = following
        return self.seeing.seen(position, hidden)


def _arrangements(counts: Counter[Card]) -> Iterator[tuple[Card, ...]]:
    """All different orders of some cards, sorted."""
    left = [card for card in CARDS if counts[card]]
    if not left:
        yield ()
    for card in left:
        for rest in _arrangements(counts - Counter((card,))):
            yield (card, *rest)
