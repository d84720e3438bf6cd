"""Royal Marriage with pairs: deciding a position, and what is said of it."""

from __future__ import annotations

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached
from solver.outcome import Furthest, Outcome, Verdict
from solver.patience import Question
from solver.patiences.marriage.notation import DealCard, Move
from solver.patiences.marriage.packing import layout_of, moves_of
from solver.patiences.marriage.rules import Position
from solver.patiences.marriage.search.intervals import furthest
from solver.patiences.marriage.search.lines import Line
from solver.patiences.marriage.search.twins import narrowest, win

ENGINE = "intervals"
"""The engine's name, and what outcomes call it."""


def solve(position: Position, question: Question, budget: Budget) -> Outcome[Move]:
    """Decide a position by the interval programme; with `best` the longest row of the line is as short as can be.

    When a limit is reached after the verdict, the outcome has a winning line and bounds of the longest row.
    """
    layout = layout_of(position)
    line = None
    try:
        line = win(layout, position.pairs, budget)
        best = narrowest(layout, position.pairs, budget) if line is not None and question.best else None
    except LimitReached as reached:
        if line is None:
            return Outcome(Verdict.UNDECIDED, ENGINE, stats=_stats(budget), limit=reached.limit)
        bounds = Bounds(len(position.row), line.longest)
        return _solvable(position, line, budget, bounds, reached.limit)
    if line is None:
        return Outcome(Verdict.UNSOLVABLE, ENGINE, stats=_stats(budget))
    if best is None:
        return _solvable(position, line, budget)
    return _solvable(position, best, budget, Bounds(best.longest, best.longest))


def fewest_left(position: Position, budget: Budget) -> Furthest[Move]:
    """How far a position can be brought; when a limit is reached, by the first move that is legal, to the end."""
    try:
        line = furthest(layout_of(position), position.pairs, budget)
    except LimitReached as reached:
        moves: list[Move] = []
        while possible := position.moves():
            moves.append(possible[0])
            position = position.play(possible[0])
        left = cards_left(position)
        limit = reached.limit if left else None
        return Furthest(tuple(moves), Bounds(0, left), _stats(budget), limit)
    line_moves = moves_of(position, line)
    left = cards_left(position) - sum(len(move.cards) for move in line_moves if not isinstance(move, DealCard))
    return Furthest(line_moves, Bounds(left, left), _stats(budget))


def cards_left(position: Position) -> int:
    """The cards that have not been put aside, but for the queen and the king of hearts."""
    return len(position.row) + len(position.stock) - 2


def _solvable(
    position: Position, line: Line, budget: Budget, row: Bounds | None = None, limit: Limit | None = None
) -> Outcome[Move]:
    return Outcome(
        Verdict.SOLVABLE,
        ENGINE,
        moves=moves_of(position, line),
        stats=_stats(budget),
        values={"row": line.longest},
        measures={} if row is None else {"row": row},
        limit=limit,
    )


def _stats(budget: Budget) -> dict[str, int | float]:
    return {"intervals": budget.positions}
