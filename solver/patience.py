"""What a patience is: its positions and moves (the referee), and what it offers to the commands.

A new patience is a folder in `solver/patiences` whose `PATIENCE` is a subclass of `Patience`, and one line in
`solver.registry`.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar

from solver.cards import Card
from solver.errors import Unsupported
from solver.limits import Budget
from solver.options import Options, RuleOption
from solver.outcome import Outcome
from solver.sections import Document, Word, header, section_text

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


P = TypeVar("P", bound=Position[Any])


@dataclass(frozen=True)
class Deal:
    """A whole deck for a patience. `str` is the deal file with `deck:`.

    options: every rule option in force; defaults: those that a file may leave out; extra: further sections, such as
    a reshuffle seed.
    """

    game: str
    options: Options
    deck: tuple[Card, ...]
    defaults: Options = field(default_factory=dict)
    extra: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        return "\n".join(
            (
                *header(self.game, self.options, self.defaults),
                *(f"{key}: {value}" for key, value in self.extra.items()),
                section_text("deck", self.deck),
                "",
            )
        )


@dataclass(frozen=True, slots=True)
class Request:
    """How a position shall be solved.

    engine: one of the patience's engines; best: a measure to be made smallest, or None; jobs: processors that an
    engine may use (None: all); repeatable: the same answer on every machine (no clocks), for the generator.
    """

    engine: str = "auto"
    best: str | None = None
    jobs: int | None = None
    repeatable: bool = False


@dataclass(frozen=True)
class Explanation(Generic[M]):
    """Why a position is lost, or that it is not. `lines` is a text for people, `facts` the same for programs."""

    outcome: Outcome[M]
    kind: str = ""
    lines: tuple[str, ...] = ()
    facts: tuple[Mapping[str, object], ...] = ()


class Patience(ABC, Generic[P, M]):
    """A patience: its words, its rules and its engines."""

    game: ClassVar[str]
    """Its name in files and commands."""
    title: ClassVar[str]
    """Its name for people."""
    options: ClassVar[tuple[RuleOption, ...]]
    measures: ClassVar[Mapping[str, str]]
    """What can be counted of a winning line: name and what it counts."""
    engines: ClassVar[tuple[str, ...]] = ("auto",)
    engine_options: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The engine's name on the command line, by what outcomes call it, where the two differ."""
    default_best: ClassVar[str | None] = None
    """The measure that `solve` makes smallest unasked."""
    pysol: ClassVar[str | None] = None
    """What a numbered PySolFC deal is here, in a few words; None where there is none."""
    pysol_options: ClassVar[Mapping[str, str]] = MappingProxyType({})
    """The rule options under which PySolFC plays the game, where they are not the defaults."""

    def engine_option(self, label: str) -> str:
        """What the command line calls an engine that an outcome names."""
        return self.engine_options.get(label, label)

    @property
    def defaults(self) -> dict[str, str]:
        """Every rule option's default."""
        return {option.name: option.default for option in self.options}

    @property
    @abstractmethod
    def rules_file(self) -> Path:
        """The page of rules and options (Markdown)."""

    # --- reading and dealing -------------------------------------------------------------------------------------

    layout_keys: ClassVar[tuple[str, ...]]
    """The keys of a layout in its deal files, none of which goes with `deck:`."""
    deck_keys: ClassVar[tuple[str, ...]] = ()
    """Further keys of a deal, besides `game`, the rule options and `deck`; they go with a layout too."""

    @property
    def keys(self) -> tuple[str, ...]:
        """All keys of its deal files."""
        return ("game", *(option.name for option in self.options), "deck", *self.deck_keys, *self.layout_keys)

    def read(self, document: Document, options: Options) -> P:
        """The position that a deal file describes, under these (complete) rule options. Raises InputError."""
        section = document.sections.get("deck")
        if section is None:
            position = self.read_layout(document, options)
            faults = position.faults()
            if faults:
                raise document.error("\n".join(("the layout is not sound:", *(f"  {fault}" for fault in faults))))
            return position
        for key in self.layout_keys:
            if key in document.sections:
                raise document.error(
                    f'"{key}:" does not go with "deck:"; expected one or the other', document.sections[key]
                )
        deal = Deal(self.game, options, document.cards("deck"), self.defaults, self.read_extra(document))
        try:
            return self.start(deal)
        except ValueError as error:
            raise document.error(str(error), section) from None

    def read_extra(self, document: Document) -> Mapping[str, str]:
        """What the `deck_keys` say, for `Deal.extra`. Raises InputError."""
        return {}

    @abstractmethod
    def read_layout(self, document: Document, options: Options) -> P:
        """The position of a deal file without `deck:`, its faults not yet looked at. Raises InputError."""

    @abstractmethod
    def read_move(self, words: Sequence[Word], document: Document) -> M:
        """The move that a line of a log writes, in the log's letters. Raises InputError when it is no move."""

    @abstractmethod
    def random_deal(self, seed: int, options: Options) -> Deal:
        """The random deal of a seed: the same on every machine."""

    def pysol_deal(self, number: int, options: Options) -> Deal:
        """The deal that PySolFC numbers so. Raises Unsupported where there is none."""
        raise Unsupported(f"{self.title} has no deals numbered as in PySolFC")

    @abstractmethod
    def start(self, deal: Deal) -> P:
        """The position at the start of a deal. Raises ValueError with all faults when the deck is not sound."""

    # --- deciding ------------------------------------------------------------------------------------------------

    @abstractmethod
    def solve(self, position: P, request: Request, budget: Budget) -> Outcome[M]:
        """Decide a position. Limits give an undecided outcome, never an exception.

        Raises Unsupported when the engine, the measure or the position's rule options are not offered.
        """

    @abstractmethod
    def measure(self, position: P, moves: Sequence[M]) -> dict[str, int]:
        """The value of each measure for a line of play from a position (the line is legal)."""

    def explain(self, position: P, request: Request, budget: Budget) -> Explanation[M]:
        """Why a position is lost. Raises Unsupported where no explanation is offered."""
        raise Unsupported(f"{self.title} offers no explanation of lost deals")


AnyPatience = Patience[Any, Any]
