"""The gallery's engines under one roof: which one decides a position, and what is said of it.

    dfs       depth-first search: over standstills (`standstills`) for `redeal: stalled`, by limited discrepancy
              (`discrepancy`) for `redeal: anytime`
    cp-sat    the exact model of the whole game (`cpsat`)
    both      one after the other; they must agree
    auto      dfs for so many positions, then dfs and cp-sat side by side

The fewest redeals are found by depth-first search (`fewest`) for `redeal: stalled`, else by CP-SAT.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from threading import Event

from solver.errors import EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Outcome, Verdict
from solver.patience import Question
from solver.patiences.gallery import cpsat
from solver.patiences.gallery.found import Found, by_discrepancies, by_model, by_standstills
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search import fewest, twins
from solver.workers import processors

QUICK_POSITIONS = 2_000
"""Positions that `auto` searches before it prepares to ask CP-SAT: most deals take fewer."""

SEARCH_POSITIONS = 100_000
"""Positions that `auto` searches before it asks CP-SAT, too: a few seconds in Python."""

LOOK = 0.05
"""Seconds between two looks at how far the search has come."""

REPEATABLE_WORK = 20.0
"""CP-SAT's limit in its own units (seconds, roughly) where clocks must not decide."""


def solve(position: Position, question: Question, budget: Budget) -> Outcome[Move]:
    """Decide a position. Raises Unsupported for a question that the engine does not answer, EnginesDisagree."""
    return outcome_of(position, find(pack(position), question, budget))


def find(packed: Packed, question: Question, budget: Budget) -> Found:
    """Decide a packed position. Raises as `solve` does."""
    if question.best is not None:
        return _fewest(packed, question, budget)
    return _ENGINES[question.engine](packed, question, budget)


def outcome_of(position: Position, found: Found) -> Outcome[Move]:
    """What was found of a position, in the referee's terms."""
    return Outcome(
        found.verdict,
        str(found.method),
        moves_of(position, found.plays or ()),
        found.counts,
        measures={} if found.bounds is None else {"redeals": found.bounds},
        limit=found.limit,
        notes=(*found.notes, *([found.failure] if found.failure else [])),
    )


# --- one engine ------------------------------------------------------------------------------------------------------


def _depth_first(packed: Packed, _question: Question, budget: Budget) -> Found:
    if packed.anytime:
        limited = twins.DiscrepancySearch(packed, budget)
        try:
            return limited.run()
        except LimitReached as reached:
            return by_discrepancies(limited, None, reached.limit)
    search = twins.StandstillSearch(packed, budget)
    try:
        return search.run()
    except LimitReached as reached:
        return by_standstills(search, None, reached.limit)


def _cp_sat(packed: Packed, question: Question, budget: Budget) -> Found:
    try:
        return cpsat.decide(packed, budget, _workers(question), deterministic=_work(question))
    except LimitReached as reached:
        return by_model(None, {}, limit=reached.limit)
    except cpsat.CpSatFailed as failed:
        return by_model(None, {}, failure=str(failed))


def _workers(question: Question) -> int | None:
    return 1 if question.repeatable else question.jobs


def _work(question: Question) -> float | None:
    return REPEATABLE_WORK if question.repeatable else None


# --- several engines -------------------------------------------------------------------------------------------------


def _auto(packed: Packed, question: Question, budget: Budget) -> Found:
    if question.repeatable:
        return _depth_first(packed, question, budget)
    part = budget.part(Limits(positions=QUICK_POSITIONS))
    first = _depth_first(packed, question, part)
    if part.reached is None:
        return first
    return _side_by_side(packed, question, budget)


def _side_by_side(packed: Packed, question: Question, budget: Budget) -> Found:
    """Search, and from `SEARCH_POSITIONS` on CP-SAT too, until one of them decides: some deals are hard for either.

    CP-SAT has a process of its own, so both run even where this one has a single processor; the thread only waits. It
    leaves the search a processor if there are several. What stops the search stops both, but the search goes on when
    CP-SAT breaks down or needs too much memory.
    """
    searching, modelling = budget.part(Limits()), budget.part(Limits())
    done = Event()
    beside = replace(question, jobs=max(1, (question.jobs or processors()) - 1))

    def ask() -> Found | None:
        while searching.positions < SEARCH_POSITIONS:
            if done.wait(LOOK):
                return None
        attempt = _cp_sat(packed, beside, modelling)
        if attempt.decided:
            searching.interrupt()
        return attempt

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask)
        try:
            searched = _depth_first(packed, question, searching)
        finally:
            done.set()
            modelling.interrupt()
        model = asked.result()
    if model is None:
        return searched
    note = f"{searched.method} had not decided after {SEARCH_POSITIONS:,} positions"
    if model.decided and not searched.decided:
        return replace(model, notes=(note, *model.notes))
    return replace(searched, notes=(note, *searched.notes, *([model.failure] if model.failure else [])))


def _both(packed: Packed, question: Question, budget: Budget) -> Found:
    left = budget.seconds_left()
    half = Limits(None if left is None else left / 2, budget.limits.positions)
    first = _depth_first(packed, question, budget.part(half))
    if first.limit in (Limit.INTERRUPT, Limit.MEMORY):
        return first
    second = _cp_sat(packed, question, budget)
    if first.decided and second.decided:
        if first.verdict is not second.verdict:
            raise EnginesDisagree(
                f"the engines disagree, which is a fault of the program: {first.words}, {second.words}"
            )
        notes = [f"{first.method} and {second.method} agree"]
    else:
        notes = [first.words, second.words]
    if first.decided or second.decided:
        return replace(first if first.decided else second, notes=tuple(notes))
    return replace(first, limit=second.limit or first.limit, notes=tuple(notes))


_ENGINES: dict[str, Callable[[Packed, Question, Budget], Found]] = {
    "auto": _auto,
    "dfs": _depth_first,
    "cp-sat": _cp_sat,
    "both": _both,
}
ENGINES = tuple(_ENGINES)


# --- the fewest redeals ----------------------------------------------------------------------------------------------


def _fewest(packed: Packed, question: Question, budget: Budget) -> Found:
    if question.engine == "both":
        raise Unsupported("the engine both does not look for fewest redeals; expected auto, dfs or cp-sat")
    if question.engine == "dfs" and packed.anytime:
        raise Unsupported("depth-first search finds fewest redeals with redeal: stalled only; expected auto or cp-sat")
    known, at_least = None, 0
    if question.engine != "cp-sat":
        whole = not packed.anytime and (question.engine == "dfs" or question.repeatable)
        part = budget if whole else budget.part(Limits(positions=SEARCH_POSITIONS))
        if packed.anytime:
            found = _depth_first(packed, question, part)
            if found.verdict is Verdict.UNSOLVABLE or not (found.decided or part.reached):
                return found
        else:
            found = fewest.fewest_redeals(packed, part)
            if whole or part.reached is None:
                return found
        known = found.plays
        at_least = 0 if found.bounds is None else found.bounds.low
    return cpsat.fewest_redeals(packed, budget, _workers(question), known, at_least, deterministic=_work(question))
