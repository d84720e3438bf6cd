"""What a patience is: its positions and moves (the referee), and the roles that it is composed of.

A patience is *declared*: a `Patience` is put together from small frozen objects, one for each role.

    Notation    reads deals and moves; `str` of a position or a move prints them
    Dealing     deals: at random, by the numbers of PySolFC, and from a deck to the first position
    Deciding    engines by name, measures of a line, how far lost positions can be brought, an explainer of them
    Drawing     says where each card lies on the table (`solver.table`)
    Seeing      says which cards lie face down, and how they come to be seen (`solver.seeing`)
    Handling    says which moves buttons and carried cards mean (`solver.handling`)
    CarefulPlay says which moves cannot hurt, and how hard deals are (`solver.careful`)

What only some patiences offer is None where it is not offered. `solver.registry` finds the patiences, those of other
packages too.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Protocol, Self, TypeVar

from solver.cards import Card, card_of
from solver.careful import CarefulPlay
from solver.document import Document, Word
from solver.errors import OptionError, Unsupported, expect
from solver.handling import Handling
from solver.limits import Budget
from solver.options import Options, RuleOption
from solver.outcome import LEFT, Furthest, Outcome
from solver.printing import header, section_text
from solver.seeing import Seeing
from solver.table import Drawing
from solver.words import shortened, unknown

if TYPE_CHECKING:  # `Position` annotates without arguments, too
    from typing_extensions import TypeVar as TypeVarWithDefault

    M = TypeVarWithDefault("M", default=Any)
else:
    M = TypeVar("M")


class Position(Protocol[M]):
    """A position of a game: immutable, equal when the table is equal. `str` is a deal file that reads back the same."""

    @property
    def game(self) -> str:
        """The patience's name in the registry."""

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force, as words."""

    @property
    def is_won(self) -> bool:
        """Whether the game is won here."""

    def moves(self) -> tuple[M, ...]:
        """All legal moves, in a fixed order."""

    def objection(self, move: M) -> str | None:
        """Why the rules forbid a move, in a sentence for the player; None when it is legal."""

    def play(self, move: M) -> Self:
        """The position after a move. Raises IllegalMove."""

    def faults(self) -> tuple[str, ...]:
        """All that is wrong with the position (cards that do not add up, …), a sentence each."""


LAST_SEED = 10**100 - 1
"""Seeds, of deals and of reshuffles, are whole numbers from 0 to this one: as many digits as a deal file may have."""

P = TypeVar("P", bound=Position[Any])


# --- dealing ---------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Deck:
    """A whole deck in dealing order, and the numbers that belong to it by their keys in a file (a reshuffle seed)."""

    cards: tuple[Card, ...]
    numbers: Mapping[str, int] = field(default_factory=dict)

    def __reduce__(self) -> tuple[Callable[..., Deck], tuple[bytes, Mapping[str, int]]]:
        """Pickled in one piece, as workers hand decks over: card by card it would take ten times as long."""
        return _deck_of, (bytes([card.kind for card in self.cards]), self.numbers)


def _deck_of(kinds: bytes, numbers: Mapping[str, int]) -> Deck:
    """A deck of cards of these kinds."""
    return Deck(tuple(map(card_of, kinds)), numbers)


@dataclass(frozen=True)
class Deal:
    """A deck dealt under rule options. `str` is the deal file with `deck:`.

    options: every rule option in force; defaults: those that a file may leave out.
    """

    game: str
    options: Options
    deck: Deck
    defaults: Options = field(default_factory=dict)

    def __str__(self) -> str:
        numbers = (f"{key}: {number}" for key, number in self.deck.numbers.items())
        return "\n".join(
            (*header(self.game, self.options, self.defaults), *numbers, section_text("deck", self.deck.cards), "")
        )


@dataclass(frozen=True)
class PySolDeals:
    """The deals that PySolFC numbers.

    about: what such a deal is here, in a few words; deck: the deck of a number under rule options (raises Unsupported
    when PySolFC has none); options: the rule options under which PySolFC plays the game, where they are not the
    defaults; microsoft: the deck of an `ms` number, shuffled as Microsoft's, where it plays this game, with one pack.
    """

    about: str
    deck: Callable[[int, Options], Deck]
    options: Options = field(default_factory=dict)
    microsoft: Callable[[int, Options], Deck] | None = None


@dataclass(frozen=True)
class Dealing(Generic[P]):
    """How a patience is dealt.

    shuffle: the deck of a seed, the same on every machine; lay_out: the position at the start with a deck (raises
    ValueError with all faults of the deck); pysol: deals numbered as in PySolFC, where there are some.
    """

    shuffle: Callable[[int, Options], Deck]
    lay_out: Callable[[Deck, Options], P]
    pysol: PySolDeals | None = None


# --- notation --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Assumption:
    """What a file leaves out: the key, the value that is taken for it, and what that means, in a few words."""

    key: str
    value: str
    about: str = ""

    def __str__(self) -> str:
        return f"{self.key}: {self.value}"


def _nothing_assumed(_position: Any, _keys: frozenset[str]) -> tuple[Assumption, ...]:
    return ()


def _nothing_doubted(_position: Any, _keys: frozenset[str]) -> tuple[str, ...]:
    return ()


def _nothing_relied_on(_position: Any, _outcome: Any) -> frozenset[str]:
    return frozenset()


@dataclass(frozen=True)
class Notation(Generic[P, M]):
    """How a patience is written.

    layout_keys: the keys of a layout in its deal files, none of which goes with `deck:`; read_layout: the position of a
    deal file without `deck:`, its faults not yet looked at; read_move: the move that a line of a log writes in a
    position (both raise InputError); deck_numbers: further keys of a deal, each with a whole number and what it is when
    it is left out. They go with a layout too. assumed: what a file with these keys leaves out of the position and is
    taken for; doubts: why no game can lead to a layout that was written with these keys, a sentence each (conditions
    that every game meets, not all that there are).
    """

    layout_keys: tuple[str, ...]
    read_layout: Callable[[Document, Options], P]
    read_move: Callable[[Sequence[Word], Document, P], M]
    deck_numbers: Mapping[str, int] = field(default_factory=dict)
    assumed: Callable[[P, frozenset[str]], tuple[Assumption, ...]] = _nothing_assumed
    doubts: Callable[[P, frozenset[str]], tuple[str, ...]] = _nothing_doubted


# --- deciding --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Question:
    """How a position shall be solved.

    engine: the name of one of the patience's engines; best: a measure to be made smallest, or None; jobs: processors
    that an engine may use (None: all); repeatable: the same answer on every machine (no clocks), for the generator.
    """

    engine: str = "auto"
    best: str | None = None
    jobs: int | None = None
    repeatable: bool = False


@dataclass(frozen=True)
class Engine(Generic[P, M]):
    """A way to decide positions.

    name: its word on the command line; solve: decides a position, a limit giving an undecided outcome, never an
    exception (raises Unsupported for a measure or rule options that are not offered); labels: what outcomes call it,
    for people, where that is not its name.
    """

    name: str
    solve: Callable[[P, Question, Budget], Outcome[M]]
    labels: tuple[str, ...] = ()


@dataclass(frozen=True)
class Measure(Generic[P, M]):
    """What can be counted of a winning line: name, what it counts, and its value for a legal line from a position.

    A line with the smallest value still has it with a move before it, among all that begin with this move: the value is
    a sum over the moves, or the largest of something over the positions. Hints and reviews rely on it.
    """

    name: str
    counts: str
    of: Callable[[P, Sequence[M]], int]


@dataclass(frozen=True)
class Leaving(Generic[P, M]):
    """The measure `left`, which lost positions have too.

    counts: what it counts; of: its value in a position, 0 just when that is won; fewest: looks for the end with the
    fewest such cards, from any position; a limit gives bounds, never an exception.
    """

    counts: str
    of: Callable[[P], int]
    fewest: Callable[[P, Budget], Furthest[M]]


@dataclass(frozen=True)
class Explanation(Generic[M]):
    """Why a position is lost, or that it is not. `lines` is a text for people, `facts` the same for programs."""

    outcome: Outcome[M]
    kind: str = ""
    lines: tuple[str, ...] = ()
    facts: tuple[Mapping[str, object], ...] = ()


def itself(position: Any) -> Hashable:
    """A position told apart from all others."""
    key: Hashable = position
    return key


@dataclass(frozen=True)
class Deciding(Generic[P, M]):
    """How a patience is decided.

    engines: the first one is asked when none is named; best: the measure that is made smallest unasked; explain: says
    why a position is lost, where that is offered; leaving: the measure `left`, where that is offered; alike: equal for
    positions from which the same can be played and won up to the names of places, with lines of the same measures, and
    hashable. Moves that lead to such positions are one to a player, and they are searched once; the position itself is
    always right; followed: a second referee, quicker than the first, where there is one: of some moves those that are
    legal when their turn comes, from a sound position, and whether these win; relies_on: the keys of a deal without
    which an outcome could be another one, of those that files may leave out.
    """

    engines: tuple[Engine[P, M], ...]
    measures: tuple[Measure[P, M], ...] = ()
    best: str | None = None
    explain: Callable[[P, Question, Budget], Explanation[M]] | None = None
    leaving: Leaving[P, M] | None = None
    alike: Callable[[P], Hashable] = itself
    followed: Callable[[P, Sequence[M]], tuple[tuple[M, ...], bool]] | None = None
    relies_on: Callable[[P, Outcome[M]], frozenset[str]] = _nothing_relied_on

    def wins(self, position: P, moves: Sequence[M]) -> bool | None:
        """Whether moves, all of them legal, win from a sound position, says the second referee; None without one."""
        return None if self.followed is None else self.followed(position, moves) == (tuple(moves), True)

    def engine_for(self, question: Question) -> Engine[P, M]:
        """The engine that a question names. Raises Unsupported for an engine or a measure that is not offered."""
        named = {engine.name: engine for engine in self.engines}
        if question.engine not in named:
            raise Unsupported(unknown("engine", question.engine, named))
        if question.best is not None and question.best not in self.counted:
            raise Unsupported(unknown("measure", question.best, self.counted))
        return named[question.engine]

    def name_of(self, label: str) -> str:
        """The name of the engine that an outcome calls so."""
        return next((engine.name for engine in self.engines if label in engine.labels), label)

    @property
    def counted(self) -> dict[str, str]:
        """What can be made smallest: the measures of a line and `left`, by name with what they count."""
        counted = {measure.name: measure.counts for measure in self.measures}
        return counted if self.leaving is None else {**counted, LEFT: self.leaving.counts}

    def values(self, position: P, moves: Sequence[M]) -> dict[str, int]:
        """The value of each measure for a line of play from a position (the line is legal)."""
        return {measure.name: measure.of(position, moves) for measure in self.measures}


# --- the whole -------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Patience(Generic[P, M]):
    """A patience.

    game: its name in files and commands; title: its name for people; rules_file: the page of rules and options
    (Markdown).
    """

    game: str
    title: str
    options: tuple[RuleOption, ...]
    rules_file: Path
    notation: Notation[P, M]
    dealing: Dealing[P]
    deciding: Deciding[P, M]
    drawing: Drawing[P, M] | None = None
    seeing: Seeing[P, M] | None = None
    handling: Handling[P, M] | None = None
    careful: CarefulPlay[P, M] | None = None

    @property
    def defaults(self) -> dict[str, str]:
        """Every rule option's default."""
        return {option.name: option.default for option in self.options}

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of its deal files."""
        options = (option.name for option in self.options)
        gone = () if self.seeing is None or self.seeing.gone is None else (self.seeing.gone,)
        return ("game", *options, "deck", *self.notation.deck_numbers, *self.notation.layout_keys, *gone)

    def random_deal(self, seed: int, options: Options) -> Deal:
        """The random deal of a seed: the same on every machine.

        Raises TypeError for a seed that is no whole number, OptionError for one that is not from 0 to `LAST_SEED`.
        """
        expect(seed, int, "a seed")
        if isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
            raise OptionError(f"a seed is a whole number from 0 to 10^100 - 1, found {shortened(str(seed))}")
        return Deal(self.game, options, self.dealing.shuffle(seed, options), self.defaults)

    def pysol_deal(self, number: int, options: Options, *, microsoft: bool = False) -> Deal:
        """The deal that PySolFC numbers so (`microsoft`: with `ms`). Raises Unsupported where there is none."""
        deck = self.pysol.microsoft if microsoft else self.pysol.deck
        if deck is None:
            raise Unsupported(f"{self.title} has no deals with Microsoft's numbers; expected one without ms")
        return Deal(self.game, options, deck(number, options), self.defaults)

    @property
    def hiding(self) -> Seeing[P, M]:
        """What can lie face down. Raises Unsupported where no card is ever hidden."""
        if self.seeing is None:
            raise Unsupported(f"no card is hidden in {self.title}")
        return self.seeing

    @property
    def pysol(self) -> PySolDeals:
        """The deals that PySolFC numbers. Raises Unsupported where there are none."""
        if self.dealing.pysol is None:
            raise Unsupported(f"{self.title} has no deals numbered as in PySolFC")
        return self.dealing.pysol

    def start(self, deal: Deal) -> P:
        """The position at the start of a deal. Raises ValueError with all faults when the deck is not sound."""
        return self.dealing.lay_out(deal.deck, deal.options)


AnyPatience = Patience[Any, Any]
"""A patience of any positions and moves."""
