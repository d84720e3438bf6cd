"""Deciding a position of any patience: the engine of its folder, its line replayed by the referee."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from solver.bounds import Bounds
from solver.checking import check_end, checked
from solver.errors import EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, Limits, one_budget
from solver.outcome import LEFT, Furthest, Outcome, Verdict
from solver.patience import Explanation, Leaving, Position, Question
from solver.registry import patience_of
from solver.verifying import check_sound
from solver.words import plural

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
    check_sound(position)
    chosen = found.deciding.engine_for(question)
    budget = one_budget(limits, budget)
    leaving = found.deciding.leaving
    if best == LEFT and leaving is not None:
        outcome = chosen.solve(position, replace(question, best=found.deciding.best), budget)
        outcome = _brought(position, leaving, outcome, budget)
    else:
        outcome = chosen.solve(position, question, budget)
    return checked(found, position, outcome, budget, second_referee=second_referee)


def first_look(position: Position[Any]) -> str:
    """How far a short search brings a position that is lost, in a sentence; empty where that is not offered."""
    found = patience_of(position)
    if found.deciding.leaving is None:
        return ""
    furthest = found.deciding.leaving.fewest(position, Budget(Limits(positions=FIRST_LOOK)))
    check_end(found, position, furthest.moves, furthest.bounds.high)
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
    check_sound(position)
    found.deciding.engine_for(question)
    budget = one_budget(limits, budget)
    explanation = found.deciding.explain(position, question, budget)
    return replace(explanation, outcome=checked(found, position, explanation.outcome, budget))
