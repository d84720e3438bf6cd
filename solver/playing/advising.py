"""What is known of a game that is being played: can it be won, what next, where it was lost.

By one who knows every card, or by one who does not peek.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from solver.hinting import hint
from solver.limits import Budget, Limits
from solver.odds import Odds, odds
from solver.outcome import Verdict
from solver.playing.game import Game
from solver.reviewing import Turn, review
from solver.seeing import Seen
from solver.solving import solve
from solver.verifying import verify


@dataclass(frozen=True, slots=True)
class Standing:
    """What is known of a position: a verdict, and moves that win if it is solvable; or that a limit was reached."""

    verdict: Verdict
    line: tuple[Any, ...] = ()


@dataclass(frozen=True, slots=True)
class GameReview:
    """What a review says of the game so far.

    turn: where the win was lost; keeps: the moves that keep the win where it could last be won, the advised one first;
    remarks: what is to be said of moves, by their numbers (from 1), among them those of a game that
    was won which put its best end out of reach.
    """

    turn: Turn
    keeps: tuple[Any, ...] = ()
    remarks: Mapping[int, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class FairOdds:
    """What someone can say who does not peek: the odds from what is seen, and whether anything is hidden at all."""

    odds: Odds
    seen: Seen[Any, Any]


class Standings:
    """Verdicts of a game's positions, found by searches and drawn from each other."""

    def __init__(self) -> None:
        self._known: dict[Any, Standing] = {}

    def of(self, position: Any) -> Standing | None:
        """What is known of a position."""
        return self._known.get(position)

    def learn(self, position: Any, known: Standing) -> None:
        """Keep what was found out."""
        self._known[position] = known

    def follow(self, game: Game) -> None:
        """Draw conclusions along a known game: what is lost stays lost, on a winning line it goes on to be won."""
        if not game.is_known:
            return
        before = self.of(game.positions()[0])
        for turn in game.turns:
            known = self.of(turn.position)
            if known is None or known.verdict is Verdict.UNDECIDED:
                if turn.position.is_won:
                    known = Standing(Verdict.SOLVABLE)
                elif before is not None and before.verdict is Verdict.UNSOLVABLE:
                    known = before
                elif before is not None and before.line and before.line[0] == turn.move:
                    known = Standing(Verdict.SOLVABLE, before.line[1:])
                if known is not None:
                    self.learn(turn.position, known)
            before = known


def decide(position: Any, budget: Budget) -> Standing:
    """Search a position."""
    outcome = solve(position, budget=budget)
    return Standing(outcome.verdict, outcome.moves)


def advised(position: Any, budget: Budget) -> Standing:
    """What a hint says: a line that begins with the move after which most moves still keep the win."""
    outcome = hint(position, budget=budget).outcome
    return Standing(outcome.verdict, outcome.moves)


def where_lost(first: Any, moves: Sequence[Any], budget: Budget) -> GameReview:
    """Where a game was lost that went from a position by these moves, or where its best end went out of reach."""
    found = review(first, verify(first, moves), jobs=1, budget=budget)
    keeps = [choice.move for choice in found.choices if choice.verdict is Verdict.SOLVABLE]
    return GameReview(found.turn, tuple(keeps), found.remarks())


SAMPLES = 200
"""Orders of the hidden cards that are looked at."""

WIDTH = 4
"""Play-outs for each move of the games that are played without peeking."""

EACH = Limits(seconds=1.0)
"""The limits of each order: it is a search that ends before the next one is begun, so it must be short."""


def weighed(seen: Seen[Any, Any], budget: Budget, *, played: bool = True) -> FairOdds:
    """What can be said without peeking; `played`: games are played without peeking, too.

    Where a patience says nothing of how it is played so, these games are played by chance, which is quick.
    """
    width = None if not played else WIDTH if seen.seeing.fair is not None else 0
    return FairOdds(odds(seen, samples=SAMPLES, width=width, limits=EACH, budget=budget), seen)
