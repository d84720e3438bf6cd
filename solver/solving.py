"""Deciding a position of any patience: the engine of its folder, its line replayed by the referee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from solver.errors import EngineFault, Unsupported
from solver.limits import NO_LIMITS, Budget, Limits, give_back_memory
from solver.outcome import Outcome, Verdict
from solver.patience import AnyPatience, Engine, Explanation, Position, Question
from solver.registry import patience
from solver.verifying import Result, verify
from solver.words import unknown

LONG = 1.0
"""Seconds after which a search may have used so much memory that giving it back is worth its hundredths of a second."""


def solve(
    position: Position[Any],
    limits: Limits = NO_LIMITS,
    *,
    engine: str = "auto",
    best: str | None = None,
    jobs: int | None = None,
    repeatable: bool = False,
    budget: Budget | None = None,
) -> Outcome[Any]:
    """Decide a position; a solvable outcome has the winning moves, checked by the referee.

    limits: what the search may spend (`budget`, if given, stands for them and can be watched and interrupted);
    engine: one of the patience's; best: a measure to be made smallest; jobs: processors that may be used (None: all);
    repeatable: use no clocks, so that the answer is the same on every machine.

    Raises Unsupported for an engine, a measure or rule options that are not offered, ValueError for a position that is
    not sound, EngineFault or EnginesDisagree for faults of the program.
    """
    found = patience(position.game)
    question = Question(engine, best or found.deciding.best, jobs, repeatable)
    chosen = _engine(found, position, question)
    budget = budget or Budget(limits)
    return checked(found, position, chosen.solve(position, question, budget), budget)


def explain(position: Position[Any], limits: Limits = NO_LIMITS, *, budget: Budget | None = None) -> Explanation[Any]:
    """Say why a position is lost, with its outcome. Raises what `solve` raises; Unsupported where it is not offered."""
    found = patience(position.game)
    question = Question()
    if found.deciding.explain is None:
        raise Unsupported(f"{found.title} offers no explanation of lost deals")
    _engine(found, position, question)
    budget = budget or Budget(limits)
    explanation = found.deciding.explain(position, question, budget)
    return replace(explanation, outcome=checked(found, position, explanation.outcome, budget))


def _engine(found: AnyPatience, position: Position[Any], question: Question) -> Engine[Any, Any]:
    """The engine that is asked. Raises Unsupported for an engine or measure, ValueError for an unsound position."""
    engine = found.deciding.engine(question.engine)
    if engine is None:
        raise Unsupported(unknown("engine", question.engine, (engine.name for engine in found.deciding.engines)))
    measures = [measure.name for measure in found.deciding.measures]
    if question.best is not None and question.best not in measures:
        raise Unsupported(unknown("measure", question.best, measures))
    faults = position.faults()
    if faults:
        raise ValueError("\n".join(faults))
    return engine


def checked(found: AnyPatience, position: Position[Any], outcome: Outcome[Any], budget: Budget) -> Outcome[Any]:
    """An outcome as it may be shown: its line replayed and measured. Raises EngineFault when the line does not win."""
    if budget.seconds > LONG:
        give_back_memory()
    stats = {**outcome.stats, "seconds": round(budget.seconds, 4)}
    if budget.peak_memory:
        stats["peak MB"] = round(budget.peak_memory / 2**20)
    if outcome.verdict is not Verdict.SOLVABLE:
        return replace(outcome, stats=stats)
    report = verify(position, outcome.moves)
    if report.result is not Result.WON:
        what = f"move {report.played + 1}, {report.move}: {report.reason}" if report.reason else "it does not win"
        raise EngineFault(f"the line of the engine {outcome.engine} is not sound: {what}")
    return replace(outcome, stats=stats, values=found.deciding.values(position, outcome.moves))
