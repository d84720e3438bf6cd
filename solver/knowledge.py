"""What is known of the positions of one game: many questions about them, each asked once, within one budget.

Hints and reviews ask of dozens of positions that are near to each other. Three things make that quick: positions that
are alike (`Deciding.alike`) are searched once; a winning line that is known is tried from a new position first, for
most lines still win when one of their moves was made early; and what a question does not use of its share of the budget
is there for those after it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field, replace
from typing import Any, Generic

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Verdict
from solver.patience import AnyPatience, M, P, Position
from solver.solving import solve

LINES = 3
"""So many winning lines are tried from a new position, the latest ones."""


@dataclass(frozen=True, slots=True)
class Finding(Generic[M]):
    """What is known of a position.

    line: wins from it; None where no line is known, as of a position that is only known to be like another one; best:
    the bounds of the measure that is asked for; limit: what stopped the search; engine: what decided, for people;
    notes: what it says besides.
    """

    verdict: Verdict
    line: tuple[M, ...] | None = None
    best: Bounds | None = None
    limit: Limit | None = None
    engine: str = ""
    notes: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        """Whether more searching could say more."""
        return self.limit is not None or self.verdict is Verdict.UNDECIDED


@dataclass(slots=True)
class _Remembered:
    known: Finding[Any]
    most: float
    position: Position[Any] = field(repr=False)


class Knowledge(Generic[P, M]):
    """Answers questions about positions of one game.

    best: a measure to be made smallest in each, or None; jobs: processors that a search may use (None: all);
    repeatable: whether searches use no clocks, so that answers are the same on every machine; second_referee: whether
    the quicker referee checks lines in place of the first, where the patience has one. `searched` and `spared` count
    the questions that were searched, and those that needed no search.
    """

    def __init__(
        self,
        found: AnyPatience,
        budget: Budget,
        *,
        best: str | None,
        jobs: int | None = None,
        repeatable: bool = False,
        second_referee: bool = False,
    ) -> None:
        self._patience = found
        self._budget = budget
        self._best = best
        self._jobs = jobs
        self._repeatable = repeatable
        self._second_referee = second_referee
        self._remembered: dict[Hashable, _Remembered] = {}
        self._lines: deque[tuple[M, ...]] = deque(maxlen=LINES)
        self.searched = 0
        self.spared = 0

    def key(self, position: P) -> Hashable:
        """The same for positions that are alike."""
        return self._patience.deciding.alike(position)

    def ask(self, position: P, questions: int = 1, most: int | None = None) -> Finding[M]:
        """What is known of a position, after a search if need be.

        questions: how many are still to be asked, this one included; it gets an equal share of what is left of the
        budget. most: positions that the search may look at besides. An open answer is given again unless this one may
        look at more. Raises what `solve` raises.
        """
        key = self.key(position)
        bound = float("inf") if most is None else most
        remembered = self._remembered.get(key)
        if remembered is not None and not (remembered.known.is_open and remembered.most < bound):
            self.spared += 1
            return self._as_of(position, remembered)
        known = self._without_search(position)
        if known is None:
            known = self._search(position, questions, most)
        else:
            self.spared += 1
        if known.limit is not Limit.INTERRUPT:
            self._remembered[key] = _Remembered(known, bound, position)
        return known

    def line(self, position: P) -> tuple[M, ...]:
        """A winning line from a position that is known to be won; it is searched for if only a like one has a line.

        Empty where none is found within the budget.
        """
        known = self.ask(position)
        if known.line is None:
            known = self._without_search(position) or self._search(position, 1, None)
        return known.line or ()

    def _as_of(self, position: P, remembered: _Remembered) -> Finding[M]:
        """What is remembered of a like position; its line only if it wins from this one, too."""
        known: Finding[M] = remembered.known
        if known.line is None or remembered.position == position:
            return known
        return replace(known, line=self._followed(position, known.line))

    def _without_search(self, position: P) -> Finding[M] | None:
        if position.is_won:
            best = None if self._best is None else self._value(position, ())
            return Finding(Verdict.SOLVABLE, (), best)
        if not position.moves():
            return Finding(Verdict.UNSOLVABLE)
        if self._best is not None:
            return None
        for line in self._lines:
            played = self._followed(position, line)
            if played is not None:
                return Finding(Verdict.SOLVABLE, played)
        return None

    def _followed(self, position: P, line: tuple[M, ...]) -> tuple[M, ...] | None:
        quickly = self._patience.deciding.followed if self._second_referee else None
        if quickly is None:
            return followed(position, line)
        played, wins = quickly(position, line)
        return played if wins else None

    def _value(self, position: P, moves: tuple[M, ...]) -> Bounds | None:
        value = self._patience.deciding.values(position, moves).get(self._best or "")
        return None if value is None else Bounds(value, value)

    def _search(self, position: P, questions: int, most: int | None) -> Finding[M]:
        try:
            self._budget.check()
        except LimitReached as reached:
            return Finding(Verdict.UNDECIDED, limit=reached.limit)
        self.searched += 1
        part = self._budget.part(self._share(questions, most))
        outcome = solve(
            position,
            best=self._best,
            jobs=self._jobs,
            repeatable=self._repeatable,
            budget=part,
            second_referee=self._second_referee,
        )
        best = outcome.measures.get(self._best or "")
        if outcome.verdict is not Verdict.SOLVABLE:
            return Finding(outcome.verdict, None, best, outcome.limit, outcome.engine, outcome.notes)
        self._lines.appendleft(outcome.moves)
        return Finding(Verdict.SOLVABLE, outcome.moves, best, outcome.limit, outcome.engine, outcome.notes)

    def _share(self, questions: int, most: int | None) -> Limits:
        """An equal share of what is left of the budget, but no more than so many positions."""
        left = self._budget.seconds_left()
        seconds = None if left is None else left / questions
        positions = self._budget.limits.positions
        if positions is not None:
            positions = max(0, positions - self._budget.positions) // questions
        if most is not None:
            positions = most if positions is None else min(positions, most)
        return Limits(seconds, positions)


def followed(position: P, line: tuple[M, ...]) -> tuple[M, ...] | None:
    """The moves of a line that are legal one after the other from a position, if they win; else None.

    A move that is not legal where its turn comes is left out: it may have been made already.
    """
    played = []
    for move in line:
        if position.objection(move) is None:
            position = position.play(move)
            played.append(move)
    return tuple(played) if position.is_won else None
