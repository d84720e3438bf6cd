"""Careful play by chance: how a deal meets a player who makes no plain mistake and sees nothing coming.

Every move that cannot hurt is made at once; among the others one is drawn, each as likely as the next. Nothing that
lies face down is looked at, as nothing is looked at but what can be played. How often such games are won says how hard
a deal is to a player; how few *decisions* win it says how much there is to get right.

A decision is a choice between moves of which at least two lead to different games, when all moves that cannot hurt have
been made. What differs only by the names of places is the same game.

A patience may bring a quicker table for such games than its positions are, and say which of its moves cannot hurt, by
its role `CarefulPlay`; any other is played on its positions (`solver.careful_positions`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, Self, TypeVar

from solver.bounds import Bounds
from solver.limits import Budget

P = TypeVar("P")
M = TypeVar("M")

MOST_MOVES = 3000
"""A game of more draws is given up as not won: games with reshuffles without end need not end."""


class Level(Enum):
    """How hard a deal is: quarters of the deals that can be won, by how often careful play by chance wins them."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"
    BRUTAL = "brutal"
    UNWINNABLE = "unwinnable"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Levels:
    """Where the levels of a patience begin.

    options: the rule options under which they were measured, every one; medium, hard, brutal: a deal is of this level,
    or a harder one, when the share of games won is below this.
    """

    options: Mapping[str, str]
    medium: float
    hard: float
    brutal: float

    def level(self, share: float) -> Level:
        """The level of a share of games won."""
        if share < self.brutal:
            return Level.BRUTAL
        if share < self.hard:
            return Level.HARD
        return Level.MEDIUM if share < self.medium else Level.EASY


@dataclass(frozen=True, slots=True)
class Games:
    """What came of some games: how many were won, and the fewest decisions of one that was; None where none was."""

    won: int = 0
    fewest: int | None = None

    def __add__(self, other: Games) -> Games:
        fewest = [games.fewest for games in (self, other) if games.fewest is not None]
        return Games(self.won + other.won, min(fewest, default=None))


class CarefulPlayer(Protocol):
    """Careful play of one position, any number of times. Spends a position of the budget for each game or table."""

    @property
    def at_least(self) -> int:
        """So many decisions are needed to win, as far as `fewest_decisions` has come, also when a limit stopped it."""

    def games(self, seed: int, first: int, count: int) -> Games:
        """Play the games with the numbers from `first` on; a game depends on seed (below 2⁶⁴) and number alone."""

    def fewest_decisions(self, most: int) -> Bounds:
        """How few decisions win, as far as looking at `most` tables tells; a lower bound where none is known to win."""


@dataclass(frozen=True)
class CarefulPlay(Generic[P, M]):
    """How a patience is played with care and by chance.

    play: careful play of a position; free: moves from a position that cannot hurt, one after the other, until there is
    none; games: how many are played for a rating unless something else is asked; tables: how many are looked at for the
    fewest decisions; levels: those that have been measured; within: where every game is won in the end, the position
    under rules that let only those be won that have this value of the patience's own measure, and None elsewhere.
    """

    play: Callable[[P, Budget], CarefulPlayer]
    free: Callable[[P], Iterable[M]]
    games: int = 1000
    tables: int = 2000
    levels: tuple[Levels, ...] = ()
    within: Callable[[P, int], P | None] = field(default=lambda _position, _value: None)

    def levels_of(self, options: Mapping[str, str]) -> Levels | None:
        """The levels under rule options; None where none have been measured."""
        return next((levels for levels in self.levels if dict(levels.options) == dict(options)), None)


# --- play on a table -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choices:
    """How many moves there are to choose from, and from how many of them, the first ones, chance draws."""

    count: int
    drawn: int


class CarefulTable(Protocol):
    """A game in progress that is played on where it lies."""

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""

    def copy(self) -> Self:
        """Another table like this one, with the same choices."""

    def advance(self) -> Choices:
        """Make every move that cannot hurt; then what there is to choose from, none at the end of the game."""

    def make(self, number: int) -> None:
        """Make the choice of this number, of those that `advance` counted last."""

    def key(self) -> Hashable:
        """The same for tables from which the same can be won."""


T = TypeVar("T", bound=CarefulTable)

Draw = Callable[[int], int]
"""Draws a number from 0 up to but not including another."""


def dice(seed: int, number: int) -> Draw:
    """The draws of a game."""
    import random  # takes a while, and searches do without it

    unit = random.Random(f"{seed}/{number}").random
    return lambda below: int(unit() * below)


class PlayOn(Generic[T]):
    """Careful play on a table that is copied for each game. dice: the draws of a game, by seed and number."""

    def __init__(self, start: T, budget: Budget, dice: Callable[[int, int], Draw] = dice) -> None:
        self.start = start
        self.at_least = 0
        self._budget = budget
        self._dice = dice

    def games(self, seed: int, first: int, count: int) -> Games:
        """Play some games to their ends."""
        found = Games()
        for number in range(first, first + count):
            self._budget.spend()
            found += self._game(self._dice(seed, number))
        return found

    def _game(self, draw: Draw) -> Games:
        table = self.start.copy()
        decisions = 0
        for _ in range(MOST_MOVES):
            choices = table.advance()
            if choices.count == 0:
                break
            decisions += choices.count > 1
            table.make(draw(choices.drawn) if choices.drawn > 1 else 0)
        return Games(1, decisions) if table.is_won else Games()

    def fewest_decisions(self, most: int) -> Bounds:
        """Look at all tables after no decision, after one, after two, … until one is won.

        A choice all of whose moves come to the same is no decision.
        """
        start = self.start.copy()
        choices = start.advance()
        if start.is_won:
            return Bounds(0, 0)
        done: set[Hashable] = set()
        following = {start.key(): (start, choices)}
        made = self.at_least = 0
        while following:
            layer = list(following.items())
            following = {}
            is_won = False
            for key, place in layer:  # which grows while it is gone through
                if key in done:
                    continue
                done.add(key)
                most -= place[1].count
                if most < 0:
                    return Bounds(made, None)
                after = self._after(*place, made)
                if len(after) > 1:
                    is_won = is_won or any(table.is_won for table, _ in after.values())
                    for met, then in after.items():
                        following.setdefault(met, then)
                elif any(table.is_won for table, _ in after.values()):
                    return Bounds(made, made)
                else:
                    layer += after.items()
            made = self.at_least = made + 1
            if is_won:
                return Bounds(made, made)
        return Bounds(made, None)

    def _after(self, table: T, choices: Choices, made: int) -> dict[Hashable, tuple[T, Choices]]:
        """The tables after each choice, equal ones once, by their keys."""
        after: dict[Hashable, tuple[T, Choices]] = {}
        for number in range(choices.count):
            self._budget.spend(depth=made)
            then = table.copy()
            then.make(number)
            left = then.advance()
            after.setdefault(then.key(), (then, left))
        return after


AnyCarefulPlay = CarefulPlay[Any, Any]
"""The careful play of any patience."""
