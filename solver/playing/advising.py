"""What is known of a game that is being played, all its cards known: can it be won, what next, where it was lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from solver.hinting import hint
from solver.limits import Budget
from solver.outcome import Verdict
from solver.playing.game import Game
from solver.solving import solve


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of a position: a verdict, and moves that win if it is solvable; or that a limit was reached."""

    verdict: Verdict
    line: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class Lost:
    """Where a game was lost.

    after: the number of moves after which it could last be won for certain, None when the deal itself is lost; by: the
    number of the first move after which it is lost for certain, None when that is not known or it can still be won;
    open: whether a limit left something undecided.
    """

    after: int | None
    by: int | None
    open: bool = False


class Knowledge:
    """Verdicts of a game's positions, found by searches and drawn from each other."""

    def __init__(self) -> None:
        self._known: dict[Any, Known] = {}

    def of(self, position: Any) -> Known | None:
        """What is known of a position."""
        return self._known.get(position)

    def learn(self, position: Any, known: Known) -> None:
        """Keep what was found out."""
        self._known[position] = known

    def follow(self, game: Game) -> None:
        """Draw conclusions along a game: what is lost stays lost, and on a winning line it goes on to be won."""
        before = self.of(game.deal.position)
        for turn in game.turns:
            known = self.of(turn.position)
            if known is None or known.verdict is Verdict.UNDECIDED:
                if turn.position.is_won:
                    known = Known(Verdict.SOLVABLE)
                elif before is not None and before.verdict is Verdict.UNSOLVABLE:
                    known = before
                elif before is not None and before.line and before.line[0] == turn.move:
                    known = Known(Verdict.SOLVABLE, before.line[1:])
                if known is not None:
                    self.learn(turn.position, known)
            before = known


def decide(position: Any, budget: Budget) -> Known:
    """Search a position."""
    outcome = solve(position, budget=budget)
    return Known(outcome.verdict, outcome.moves)


def advised(position: Any, budget: Budget) -> Known:
    """What a hint says: a line that begins with the move after which most moves still keep the win."""
    outcome = hint(position, budget=budget).outcome
    return Known(outcome.verdict, outcome.moves)


def losing_move(positions: Sequence[Any], decided: Callable[[Any], Verdict]) -> Lost:
    """Where a game was lost that went through these positions, by asking for few of them.

    A lost game stays lost, so the last position that could be won is found by halving.
    """
    last = len(positions) - 1
    end = decided(positions[last])
    if end is not Verdict.UNSOLVABLE:
        return Lost(last if end is Verdict.SOLVABLE else 0, None, end is Verdict.UNDECIDED)
    low, high = -1, last  # could be won, is lost
    while high - low > 1:
        middle = (low + high) // 2
        verdict = decided(positions[middle])
        if verdict is Verdict.UNDECIDED:
            return Lost(max(low, 0), high, open=True)
        low, high = (middle, high) if verdict is Verdict.SOLVABLE else (low, middle)
    return Lost(None if low < 0 else low, high)
