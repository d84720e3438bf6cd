"""Hints: what each legal move of a position does, and which one is advised. For any patience."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Generic

from solver.bounds import Bounds
from solver.forced import Forced, forced_beginning
from solver.knowledge import Finding, Knowledge
from solver.limits import Budget, Limit, Limits, one_budget
from solver.outcome import Outcome, Verdict, claim
from solver.patience import AnyPatience, M, Position
from solver.registry import patience
from solver.verifying import check_sound

WAYS_POSITIONS = 2_000
"""Positions that each question may look at when the ways to win are counted: they only decide between good moves."""


@dataclass(frozen=True, slots=True)
class Ways:
    """How many of the moves after a move keep the win: `keep` of `moves` do, of `unknown` it is not known.

    Moves that are alike count once.
    """

    keep: int
    unknown: int
    moves: int


@dataclass(frozen=True)
class Choice(Generic[M]):
    """A move that can be chosen, with those that are like it.

    moves: all that lead to positions that are alike, in the referee's order.
    verdict: whether the game can be won after it.
    line: a winning line that begins with it, empty where none is known.
    best: the bounds of the patience's own measure for the lines that begin with it, where a line is known.
    ways: counted where the advice depends on it.
    limit: what stopped the search.
    """

    moves: tuple[M, ...]
    verdict: Verdict
    line: tuple[M, ...] = ()
    best: Bounds | None = None
    ways: Ways | None = None
    limit: Limit | None = None

    @property
    def move(self) -> M:
        """The move."""
        return self.moves[0]


@dataclass(frozen=True)
class Hint(Generic[M]):
    """What each move of a position does.

    outcome: the verdict of the position, with a line that begins with the advised move; choices: the moves, the advised
    one first, then those that keep the win, those that are open, those that lose; won: whether the game is won here;
    forced: what every game from here begins with.
    """

    outcome: Outcome[M]
    choices: tuple[Choice[M], ...]
    won: bool
    forced: Forced[M]

    @property
    def answers(self) -> tuple[Outcome[M], ...]:
        """All that it says, of the position and of each move, as outcomes: what it depends on can be told from them."""
        return (self.outcome, *(claim(choice.verdict, choice.line) for choice in self.choices))

    @property
    def advised(self) -> Choice[M] | None:
        """The move that is advised; None where none is known to win."""
        return self.choices[0] if self.choices and self.choices[0].verdict is Verdict.SOLVABLE else None


def hint(
    position: Position[Any],
    limits: Limits | None = None,
    *,
    jobs: int | None = None,
    budget: Budget | None = None,
    knowledge: Knowledge[Any, Any] | None = None,
) -> Hint[Any]:
    """Say what each move does: keeps the win, loses it, or undecided within the limits.

    The advised move keeps the win with the best value of the patience's own measure, where it has one (the fewest
    reshuffles). Among several such moves it is the one after which the most moves keep the win again, then the first in
    the referee's order. The limits are shared: each question gets an equal part of what is left, and what it does not
    use goes to the others; for counting it is WAYS_POSITIONS at most.

    limits, budget, jobs: as for `solve`; knowledge: what is known of the game already, about its patience's own measure
    and within the same budget. Raises what `solve` raises.
    """
    budget = one_budget(limits, budget)
    found = patience(position.game)
    return _Hinting(position, budget, knowledge or Knowledge(found, budget, best=found.deciding.best, jobs=jobs)).hint()


def distinct(position: Position[M], key: Callable[[Position[M]], Hashable]) -> tuple[tuple[M, ...], ...]:
    """The moves of a position, those that lead to positions with the same key together."""
    groups: dict[Hashable, list[M]] = {}
    for move in position.moves():
        groups.setdefault(key(position.play(move)), []).append(move)
    return tuple(map(tuple, groups.values()))


class _Hinting(Generic[M]):
    def __init__(self, position: Position[M], budget: Budget, knowledge: Knowledge[Any, M]) -> None:
        check_sound(position)
        self._patience: AnyPatience = patience(position.game)
        self._position = position
        self._budget = budget
        self._best = self._patience.deciding.best
        self._knowledge = knowledge

    def hint(self) -> Hint[M]:
        """The hint."""
        groups = () if self._position.is_won else distinct(self._position, self._knowledge.key)
        whole = self._knowledge.ask(self._position, 1 + len(groups))
        choices = [self._choice(moves, whole, len(groups) - number) for number, moves in enumerate(groups)]
        choices = sorted(self._counted(choices), key=self._rank)
        if choices and choices[0].verdict is Verdict.SOLVABLE and not choices[0].line:
            choices[0] = self._with_line(choices[0])
        forced = forced_beginning(self._patience, self._position)
        return Hint(self._outcome(whole, choices), tuple(choices), self._position.is_won, forced)

    def _choice(self, moves: tuple[M, ...], whole: Finding[M], questions: int) -> Choice[M]:
        if whole.verdict is Verdict.UNSOLVABLE:
            return Choice(moves, Verdict.UNSOLVABLE)
        if whole.line and whole.line[0] in moves:
            others = (move for move in moves if move != whole.line[0])
            moves = (whole.line[0], *others)
            return Choice(moves, Verdict.SOLVABLE, whole.line, whole.best, limit=whole.limit)
        known = self._knowledge.ask(self._position.play(moves[0]), questions)
        line = () if known.line is None else (moves[0], *known.line)
        return Choice(moves, known.verdict, line, self._whole_bounds(line, known, whole), limit=known.limit)

    def _whole_bounds(self, line: tuple[M, ...], known: Finding[M], whole: Finding[M]) -> Bounds | None:
        """The bounds of the measure for lines from the position, from those for the rest after a first move."""
        if self._best is None or known.best is None or not line:
            return None
        value: int = self._patience.deciding.values(self._position, line)[self._best]
        if known.best.proved:
            return Bounds(value, value)
        return Bounds(min(value, 0 if whole.best is None else whole.best.low), value)

    def _with_line(self, choice: Choice[M]) -> Choice[M]:
        """A move that is known to keep the win because a like one does, with a line of its own."""
        return replace(choice, line=(choice.move, *self._knowledge.line(self._position.play(choice.move))))

    # --- which one is advised --------------------------------------------------------------------------------

    def _counted(self, choices: Sequence[Choice[M]]) -> list[Choice[M]]:
        """The choices, with the ways to win counted of those between which they decide."""
        best = min((choice.best.high or 0 for choice in choices if choice.best is not None), default=0)
        rivals = [
            number
            for number, choice in enumerate(choices)
            if choice.verdict is Verdict.SOLVABLE and (choice.best is None or choice.best.high == best)
        ]
        counted = list(choices)
        if len(rivals) < 2:
            return counted
        after = {number: self._position.play(choices[number].move) for number in rivals}
        groups = {number: distinct(there, self._knowledge.key) for number, there in after.items() if not there.is_won}
        questions = sum(map(len, groups.values()))
        for number, moves in groups.items():
            keep = unknown = 0
            for group in moves:
                verdict = self._knowledge.ask(after[number].play(group[0]), questions, WAYS_POSITIONS).verdict
                questions -= 1
                keep += verdict is Verdict.SOLVABLE
                unknown += verdict is Verdict.UNDECIDED
            counted[number] = replace(choices[number], ways=Ways(keep, unknown, len(moves)))
        return counted

    def _rank(self, choice: Choice[M]) -> tuple[int, float, bool, int]:
        verdicts = (Verdict.SOLVABLE, Verdict.UNDECIDED, Verdict.UNSOLVABLE)
        value = float("inf") if choice.best is None or choice.best.high is None else choice.best.high
        wins = choice.verdict is Verdict.SOLVABLE and len(choice.line) == 1
        return verdicts.index(choice.verdict), value, not wins, -choice.ways.keep if choice.ways is not None else 0

    # --- the position itself ---------------------------------------------------------------------------------

    def _outcome(self, whole: Finding[M], choices: Sequence[Choice[M]]) -> Outcome[M]:
        """What is known of the position, from itself and from its moves."""
        verdict = whole.verdict
        verdicts = {choice.verdict for choice in choices}
        if verdict is Verdict.UNDECIDED and Verdict.SOLVABLE in verdicts:
            verdict = Verdict.SOLVABLE
        elif verdict is Verdict.UNDECIDED and verdicts == {Verdict.UNSOLVABLE}:
            verdict = Verdict.UNSOLVABLE
        stats: dict[str, int | float] = {
            "searches": self._knowledge.searched,
            "spared": self._knowledge.spared,
            "seconds": round(self._budget.seconds, 4),
        }
        limit = Limit.INTERRUPT if self._budget.reached is Limit.INTERRUPT else None
        if verdict is Verdict.UNSOLVABLE:
            return Outcome(verdict, whole.engine, stats=stats, limit=limit)
        if verdict is Verdict.UNDECIDED:
            return Outcome(verdict, whole.engine, stats=stats, limit=limit or whole.limit, notes=whole.notes)
        line, best = (choices[0].line, choices[0].best) if choices else ((), whole.best)
        return Outcome(
            verdict,
            whole.engine,
            line,
            stats,
            self._patience.deciding.values(self._position, line),
            {} if self._best is None or best is None else {self._best: best},
            limit or (None if best is None or best.proved else whole.limit),
        )
