"""The simplest engine: plain search for any patience, through nothing but its positions' `moves` and `play`.

Depth first, every position once: a position that has been met is never gone into again, whether it lies above in the
line of play (a cycle) or was left behind without a win. So the search ends for every game with finitely many positions,
and when it ends without a win all that can be reached has been seen: the deal is lost. Positions are kept whole, so no
two are ever taken for one. It suits games of up to some million positions; others want a search of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from solver.errors import Unsupported
from solver.limits import Budget, LimitReached
from solver.outcome import Outcome, Verdict
from solver.patience import Engine, Position, Question

NAME = "plain"
"""The engine's name."""

LABEL = "plain search"
"""What outcomes call it."""


def solve(position: Position[Any], question: Question, budget: Budget) -> Outcome[Any]:
    """Decide a position. Raises Unsupported when a measure shall be made smallest: any win is taken."""
    if question.best is not None:
        raise Unsupported(f"{LABEL} finds any win, not one with the smallest {question.best}")
    seen = {position}
    line: list[Any] = []
    paths: list[tuple[Position[Any], Iterator[Any]]] = []
    try:
        budget.spend(depth=0)
        if not position.is_won:
            paths.append((position, iter(position.moves())))
        while paths:
            here, moves = paths[-1]
            move = next(moves, None)
            if move is None:
                paths.pop()
                if line:
                    line.pop()
                continue
            after = here.play(move)
            if after in seen:
                continue
            seen.add(after)
            budget.spend(depth=len(paths))
            line.append(move)
            if after.is_won:
                break
            paths.append((after, iter(after.moves())))
    except LimitReached as reached:
        return Outcome(Verdict.UNDECIDED, LABEL, stats={"positions": len(seen)}, limit=reached.limit)
    won = position.is_won or bool(paths)
    stats = {"positions": len(seen)}
    return Outcome(Verdict.SOLVABLE if won else Verdict.UNSOLVABLE, LABEL, tuple(line), stats)


PLAIN: tuple[Engine[Any, Any], ...] = (Engine("auto", solve), Engine(NAME, solve, (LABEL,)))
"""The engines of a patience that has no search of its own."""
