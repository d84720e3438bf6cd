"""What a search found, as it may be shown: its lines replayed by the referee, and measured."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from solver.errors import EngineFault
from solver.limits import Budget, give_back_memory
from solver.outcome import LEFT, Outcome, Verdict
from solver.patience import AnyPatience, Position
from solver.verifying import Result, verify

LONG = 1.0
"""Seconds after which a search may have used so much memory that giving it back is worth its hundredths of a second."""


def checked(
    found: AnyPatience,
    position: Position[Any],
    outcome: Outcome[Any],
    budget: Budget,
    *,
    second_referee: bool = False,
) -> Outcome[Any]:
    """An outcome as it may be shown: its line replayed and measured. Raises EngineFault when that is not sound."""
    if budget.seconds > LONG:
        give_back_memory()
    stats = {**outcome.stats, "seconds": round(budget.seconds, 4)}
    if budget.peak_memory:
        stats["peak MB"] = round(budget.peak_memory / 2**20)
    if outcome.end is not None:
        left = check_end(found, position, outcome.end, outcome.measures[LEFT].high)
        return replace(outcome, stats=stats, values={LEFT: left})
    if outcome.verdict is not Verdict.SOLVABLE:
        return replace(outcome, stats=stats)
    wins = found.deciding.wins(position, outcome.moves) if second_referee else None
    if not wins:
        report = verify(position, outcome.moves)
        if report.result is not Result.WON:
            what = f"move {report.played + 1}, {report.move}: {report.reason}" if report.reason else "it does not win"
            raise EngineFault(f"the line of the engine {outcome.engine} is not sound: {what}")
        if wins is not None:
            raise EngineFault(f"the referees do not agree on the line of the engine {outcome.engine}")
    return replace(outcome, stats=stats, values=found.deciding.values(position, outcome.moves))


def check_end(found: AnyPatience, position: Position[Any], moves: Sequence[Any], left: int | None) -> int:
    """The cards left at the end of a line. Raises EngineFault when it is illegal or comes to another number."""
    report = verify(position, moves)
    counted = -1 if found.deciding.leaving is None else found.deciding.leaving.of(report.position)
    if report.result is Result.ILLEGAL or counted != left:
        what = f"move {report.played + 1}, {report.move}: {report.reason}" if report.reason else f"{counted} are left"
        raise EngineFault(f"the line to an end with {left} cards left is not sound: {what}")
    return counted
