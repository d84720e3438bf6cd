"""Deciding a position of any patience: the engine of its folder, its line replayed by the referee."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from solver.bounds import Bounds
from solver.errors import EngineFault, EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, Limits, give_back_memory, one_budget
from solver.outcome import LEFT, Furthest, Outcome, Verdict
from solver.patience import AnyPatience, Engine, Explanation, Leaving, Position, Question
from solver.registry import patience_of
from solver.verifying import Result, verify
from solver.words import plural, unknown

LONG = 1.0
"""Seconds after which a search may have used so much memory that giving it back is worth its hundredths of a second."""

FIRST_LOOK = 300
"""Positions that are searched for a good end where that was not asked for, or a limit has stopped the search before."""


def solve(
    position: Position[Any],
    limits: Limits | None = None,
    *,
    engine: str = "auto",
    best: str | None = None,
    jobs: int | None = None,
    repeatable: bool = False,
    budget: Budget | None = None,
    second_referee: bool = False,
) -> Outcome[Any]:
    """Decide a position; a solvable outcome has the winning moves, checked by the referee.

    limits: what the search may spend (`budget`, if given, stands for them and can be watched and interrupted);
    engine: one of the patience's; best: a measure to be made smallest; jobs: processors that may be used (None: all);
    repeatable: use no clocks, so that the answer is the same on every machine. With the measure `left` a position that
    is not won has an `end`: the moves to the best end that is known, checked by the referee too. second_referee: let
    the quicker one check a winning line in place of the first, where the patience has one.

    Raises Unsupported for an engine, a measure or rule options that are not offered, ValueError for a position that is
    not sound, EngineFault or EnginesDisagree for faults of the program.
    """
    found = patience_of(position)
    question = Question(engine, best or found.deciding.best, jobs, repeatable)
    chosen = _engine(found, position, question)
    budget = one_budget(limits, budget)
    leaving = found.deciding.leaving
    if best != LEFT or leaving is None:
        outcome = chosen.solve(position, question, budget)
        return checked(found, position, outcome, budget, second_referee=second_referee)
    outcome = chosen.solve(position, replace(question, best=found.deciding.best), budget)
    return checked(found, position, _brought(position, leaving, outcome, budget), budget)


def first_look(position: Position[Any]) -> str:
    """How far a short search brings a position that is lost, in a sentence; empty where that is not offered."""
    found = patience_of(position)
    if found.deciding.leaving is None:
        return ""
    furthest = found.deciding.leaving.fewest(position, Budget(Limits(positions=FIRST_LOOK)))
    _check_end(found, position, furthest.moves, furthest.bounds.high)
    cards = plural(furthest.bounds.high or 0, "card")
    if furthest.bounds.proved:
        return f"it can be brought to {cards} left and no further (proved)"
    return f"it can be brought to {cards} left; that fewer cannot be is not proved (--best {LEFT} looks for the fewest)"


def _brought(
    position: Position[Any], leaving: Leaving[Any, Any], outcome: Outcome[Any], budget: Budget
) -> Outcome[Any]:
    """An outcome with how far the position can be brought."""
    if outcome.verdict is Verdict.SOLVABLE:
        return replace(outcome, measures={**outcome.measures, LEFT: Bounds(0, 0)})
    if outcome.limit is Limit.INTERRUPT:
        return outcome
    verdict = outcome.verdict
    # What stopped an undecided search would stop this, too.
    part = budget if verdict is Verdict.UNSOLVABLE else Budget(Limits(positions=FIRST_LOOK))
    furthest: Furthest[Any] = leaving.fewest(position, part)
    low, high = furthest.bounds.low, furthest.bounds.high
    if high == 0:
        if verdict is Verdict.UNSOLVABLE:
            raise EnginesDisagree(f"{outcome.engine} is wrong: a line leaves no card")
        return replace(
            outcome, verdict=Verdict.SOLVABLE, moves=furthest.moves, measures={LEFT: furthest.bounds}, limit=None
        )
    if low > 0:
        verdict = Verdict.UNSOLVABLE
    elif verdict is Verdict.UNSOLVABLE:
        low = 1
    return replace(
        outcome,
        verdict=verdict,
        end=furthest.moves,
        measures={LEFT: Bounds(low, high)},
        stats={**outcome.stats, **furthest.stats},
        limit=None if low == high else furthest.limit if part is budget else outcome.limit,
    )


def explain(position: Position[Any], limits: Limits | None = None, *, budget: Budget | None = None) -> Explanation[Any]:
    """Say why a position is lost, with its outcome. Raises what `solve` raises; Unsupported where it is not offered."""
    found = patience_of(position)
    question = Question()
    if found.deciding.explain is None:
        raise Unsupported(f"{found.title} offers no explanation of lost deals")
    _engine(found, position, question)
    budget = one_budget(limits, budget)
    explanation = found.deciding.explain(position, question, budget)
    return replace(explanation, outcome=checked(found, position, explanation.outcome, budget))


def _engine(found: AnyPatience, position: Position[Any], question: Question) -> Engine[Any, Any]:
    """The engine that is asked. Raises Unsupported for an engine or measure, ValueError for an unsound position."""
    engine = found.deciding.engine(question.engine)
    if engine is None:
        raise Unsupported(unknown("engine", question.engine, (engine.name for engine in found.deciding.engines)))
    if question.best is not None and question.best not in found.deciding.counted:
        raise Unsupported(unknown("measure", question.best, found.deciding.counted))
    check_sound(position)
    return engine


def check_sound(position: Position[Any]) -> None:
    """Raise ValueError with all that is wrong with a position, if anything is."""
    faults = position.faults()
    if faults:
        raise ValueError("\n".join(faults))


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
        left = _check_end(found, position, outcome.end, outcome.measures[LEFT].high)
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


def _check_end(found: AnyPatience, position: Position[Any], moves: Sequence[Any], left: int | None) -> int:
    """The cards left at the end of a line. Raises EngineFault when it is illegal or comes to another number."""
    report = verify(position, moves)
    counted = -1 if found.deciding.leaving is None else found.deciding.leaving.of(report.position)
    if report.result is Result.ILLEGAL or counted != left:
        what = f"move {report.played + 1}, {report.move}: {report.reason}" if report.reason else f"{counted} are left"
        raise EngineFault(f"the line to an end with {left} cards left is not sound: {what}")
    return counted
