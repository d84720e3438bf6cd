"""Reviews of a game that was played: where it was lost, or where its best end went out of reach. For any patience.

A position that is lost stays lost whatever is played, so between the start and the end of a log there is at most one
place where the win was lost, and bisection finds it with few questions. The same holds for the best value of a measure:
what can be reached at best through the first moves of a log gets no better by one more of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any, Generic

from solver.bounds import Bounds
from solver.errors import Unsupported
from solver.hinting import Choice, hint
from solver.knowledge import Knowledge
from solver.limits import Budget, Limit, Limits, one_budget
from solver.outcome import Outcome, Verdict, claim
from solver.patience import AnyPatience, M, Position
from solver.registry import patience
from solver.verifying import Report, Result, check_sound


class Mark(Enum):
    """What a move of a log did. Each value is its words on the screen."""

    KEEPS = "keeps the win"
    LOSES = "loses"
    OPEN = "undecided"
    AFTER = "lost already"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class Turn:
    """Where something that held at first ceased to hold, in numbers of moves.

    kept: after so many moves it still held, the latest such place that is known; None if none is known. lost: after so
    many it no longer did, the earliest such place; None if none is known.
    """

    kept: int | None
    lost: int | None

    @property
    def at(self) -> int | None:
        """The number of the move (from 1) that did it; None if none did, or if it is not known which."""
        return self.lost if self.lost and self.kept == self.lost - 1 else None

    def is_open(self, last: int) -> bool:
        """Whether it is not known which of the moves up to the last one did it, or whether one did."""
        return self.at is None and self.lost != 0 and self.kept != last

    def mark(self, number: int) -> Mark:
        """What the move of a number (from 1) did to a win."""
        if self.kept is not None and number <= self.kept:
            return Mark.KEEPS
        if number == self.at:
            return Mark.LOSES
        if self.lost is not None and number > self.lost:
            return Mark.AFTER
        return Mark.OPEN


@dataclass(frozen=True)
class MeasureReview(Generic[M]):
    """A measure of a game that was won, beside the best value.

    value: that of the game; best: the bounds of the best one from the start; turn: where the best went out of reach,
    None if it is the game's or not proved; rest: moves with which the best was still to be had after `turn.kept` moves.
    """

    name: str
    value: int
    best: Bounds
    turn: Turn | None = None
    rest: tuple[M, ...] = ()


@dataclass(frozen=True)
class Review(Generic[M]):
    """What is to be said of a game.

    report: the referee's, of its legal moves.
    turn: where the win was lost.
    choices: the moves that could be made where it could last be won, with what each does, the advised one first; none
    of a game that was won or could not be.
    rest: a winning line from there.
    measures: of a game that was won.
    limit: what left something open.
    stats: seconds by name.
    """

    report: Report[Any, M]
    turn: Turn
    choices: tuple[Choice[M], ...]
    rest: tuple[M, ...]
    measures: tuple[MeasureReview[M], ...]
    limit: Limit | None
    stats: dict[str, int | float]

    @property
    def answers(self) -> tuple[Outcome[M], ...]:
        """All that it says, as outcomes: what it depends on can be told from them."""
        said: list[Outcome[M]] = [claim(choice.verdict, choice.line) for choice in self.choices]
        for one in self.measures:
            said += claim(Verdict.UNDECIDED, least={one.name: one.best.low}), claim(Verdict.SOLVABLE, one.rest)
        if self.turn.lost is not None:
            said.append(claim(Verdict.UNSOLVABLE))
        return (*said, claim(Verdict.SOLVABLE, (*self.report.moves, *self.rest)))

    def marks(self) -> tuple[Mark, ...]:
        """What each move did."""
        return tuple(map(self.turn.mark, range(1, self.report.played + 1)))

    def remarks(self) -> dict[int, str]:
        """The moves of which there is something to say, by their numbers (from 1), in words."""
        said: dict[int, list[str]] = {}
        turn = self.turn
        if turn.at is not None:
            said[turn.at] = [f"loses; {self.rest[0]} would have kept the win" if self.rest else "loses"]
        elif turn.lost:
            said[turn.lost] = ["lost here or before"]
        for one in self.measures:
            if one.turn is not None and one.turn.at is not None:
                better = f"; {one.rest[0]} would have kept it" if one.rest else ""
                said.setdefault(one.turn.at, []).append(f"{one.name} {one.best} out of reach{better}")
        return {number: "; ".join(remarks) for number, remarks in said.items()}


def review(
    position: Position[Any],
    report: Report[Any, Any],
    limits: Limits | None = None,
    *,
    jobs: int | None = None,
    budget: Budget | None = None,
) -> Review[Any]:
    """Say where a game was lost, or where its best end went out of reach.

    position: where the game began; report: the referee's, of its moves. The limits are shared: each question gets an
    equal part of what is left, and what it does not use goes to those after it. limits, budget, jobs: as for `solve`.
    Raises what `solve` raises.
    """
    return _Reviewing(position, report, jobs, one_budget(limits, budget)).review()


class _Reviewing(Generic[M]):
    def __init__(self, position: Position[M], report: Report[Any, M], jobs: int | None, budget: Budget) -> None:
        check_sound(position)
        self._patience: AnyPatience = patience(position.game)
        self._report = report
        self._jobs = jobs
        self._budget = budget
        self._limit: Limit | None = None
        self._positions: list[Position[M]] = [position]
        for move in report.moves:
            self._positions.append(self._positions[-1].play(move))
        self._last = report.played

    def review(self) -> Review[M]:
        """The review."""
        if self._report.result is Result.WON:
            names = [measure.name for measure in self._patience.deciding.measures]
            found = [self._measure(name, len(names) - number) for number, name in enumerate(names)]
            measures = tuple(one for one in found if one is not None)
            return self._finished(Turn(self._last, None), measures=measures)
        knowledge = self._knowledge(self._patience.deciding.best)

        def can_win(number: int, questions: int) -> bool | None:
            known = knowledge.ask(self._positions[number], questions + 1)
            if known.verdict is Verdict.UNDECIDED:
                limits.append(known.limit)
                return None
            return known.verdict is Verdict.SOLVABLE

        limits: list[Limit | None] = []
        turn = turning_point(can_win, self._last)
        if limits and turn.is_open(self._last):
            self._limit = limits[-1]
        if turn.kept is None:
            return self._finished(turn)
        found_there = hint(self._positions[turn.kept], budget=self._budget, knowledge=knowledge)
        return self._finished(turn, found_there.choices, found_there.outcome.moves)

    def _finished(
        self,
        turn: Turn,
        choices: tuple[Choice[M], ...] = (),
        rest: tuple[M, ...] = (),
        measures: tuple[MeasureReview[M], ...] = (),
    ) -> Review[M]:
        limit = Limit.INTERRUPT if self._budget.reached is Limit.INTERRUPT else self._limit
        stats: dict[str, int | float] = {"seconds": round(self._budget.seconds, 4)}
        return Review(self._report, turn, choices, rest, measures, limit, stats)

    def _knowledge(self, best: str | None) -> Knowledge[Any, M]:
        return Knowledge(self._patience, self._budget, best=best, jobs=self._jobs)

    # --- measures --------------------------------------------------------------------------------------------

    def _measure(self, name: str, questions: int) -> MeasureReview[M] | None:
        """A measure beside its best value; None where that is not offered."""
        moves = self._report.moves
        value = self._value(name, moves)
        knowledge = self._knowledge(name)
        try:
            asked = knowledge.ask(self._positions[0], 2 * questions)
        except Unsupported:
            return None
        best = Bounds(0, value)
        if asked.best is not None:
            best = Bounds(asked.best.low, value if asked.best.high is None else min(asked.best.high, value))
        if not best.proved:
            self._limit = asked.limit
        if not best.proved or best.high == value:
            return MeasureReview(name, value, best)

        def in_reach(number: int, more: int) -> bool | None:
            if number in (0, self._last):
                return number == 0
            known = knowledge.ask(self._positions[number], more * questions)
            line = known.line
            if line is None and known.verdict is Verdict.SOLVABLE:
                line = knowledge.line(self._positions[number])
            if line is not None and self._value(name, (*moves[:number], *line)) == best.high:
                return True
            if known.best is not None and known.best.proved:
                return False
            self._limit = known.limit
            return None

        turn = turning_point(in_reach, self._last)
        return MeasureReview(name, value, best, turn, knowledge.line(self._positions[turn.kept or 0]))

    def _value(self, name: str, moves: tuple[M, ...]) -> int:
        value: int = self._patience.deciding.values(self._positions[0], moves)[name]
        return value


def turning_point(ask: Callable[[int, int], bool | None], last: int) -> Turn:
    """Where a question about the numbers from 0 to `last` ceases to be answered with yes, by bisection.

    ask: the answer for a number, and how many are still to be asked if all are answered; None where it stays open. Once
    it is no it is no for all numbers after. Numbers that stay open are left between the two of the turn.
    """
    low, high = -1, last + 1
    untried = list(range(last + 1))
    ends = [last, 0]
    while untried:
        number = ends.pop(0) if ends and ends[0] in untried else untried[len(untried) // 2]
        answer = ask(number, len(untried).bit_length())
        untried.remove(number)
        if answer is True:
            low = number
        elif answer is False:
            high = number
        untried = [other for other in untried if low < other < high]
        ends = [end for end in ends if end in untried]
    return Turn(None if low < 0 else low, None if high > last else high)
