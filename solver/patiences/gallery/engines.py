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
from dataclasses import dataclass, field, replace
from threading import Event

from solver.bounds import Bounds
from solver.errors import EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Outcome, Verdict
from solver.patience import Question
from solver.patiences.gallery import cpsat
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search import fewest, twins
from solver.workers import processors

DFS = "depth-first search"
DISCREPANCY = "limited discrepancy search"
CP_SAT = "CP-SAT"

QUICK_POSITIONS = 2_000
"""Positions that `auto` searches before it prepares to ask CP-SAT: most deals take fewer."""

SEARCH_POSITIONS = 100_000
"""Positions that `auto` searches before it asks CP-SAT, too: a few seconds in Python."""

LOOK = 0.05
"""Seconds between two looks at how far the search has come."""

REPEATABLE_WORK = 20.0
"""CP-SAT's limit in its own units (seconds, roughly) where clocks must not decide."""


@dataclass(frozen=True)
class Attempt:
    """What one engine made of a position: plays when it can be won; the limit when it was stopped."""

    engine: str
    verdict: Verdict
    plays: tuple[int, ...] = ()
    stats: dict[str, int | float] = field(default_factory=dict)
    limit: LimitReached | None = None
    notes: tuple[str, ...] = ()

    @property
    def decided(self) -> bool:
        """Whether the engine came to a verdict."""
        return self.verdict is not Verdict.UNDECIDED

    @property
    def words(self) -> str:
        """The attempt in a few words."""
        if self.limit is not None:
            return f"{self.engine} reached its {self.limit.limit}"
        if not self.decided:
            return "; ".join(self.notes)
        return f"{self.engine} says {self.verdict}"


def solve(position: Position, question: Question, budget: Budget) -> Outcome[Move]:
    """Decide a position. Raises Unsupported for a question that the engine does not answer, EnginesDisagree."""
    packed = pack(position)
    if question.best is not None:
        return _fewest(position, packed, question, budget)
    return _outcome(position, _ENGINES[question.engine](packed, question, budget))


def _outcome(position: Position, attempt: Attempt) -> Outcome[Move]:
    return Outcome(
        attempt.verdict,
        attempt.engine,
        moves_of(position, attempt.plays),
        attempt.stats,
        limit=None if attempt.limit is None else attempt.limit.limit,
        notes=attempt.notes,
    )


# --- one engine ------------------------------------------------------------------------------------------------------


def _depth_first(packed: Packed, _question: Question, budget: Budget) -> Attempt:
    plays, limit = None, None
    search: twins.Standstills | twins.Discrepancy
    limited: twins.Discrepancy | None = None
    if packed.anytime:
        name = DISCREPANCY
        search = limited = twins.DiscrepancySearch(packed, budget)
    else:
        name, search = DFS, twins.StandstillSearch(packed, budget)
    try:
        plays = search.run().plays
    except LimitReached as reached:
        limit = reached
    stats: dict[str, int | float] = {
        "positions": search.positions,
        "standstills": search.standstills,
        "remembered": search.remembered,
    }
    if limited is not None:
        stats["discrepancies"] = limited.level
    return _attempt(name, plays, stats, limit)


def _cp_sat(packed: Packed, question: Question, budget: Budget) -> Attempt:
    try:
        found = cpsat.decide(packed, budget, _workers(question), deterministic=_work(question))
    except LimitReached as reached:
        return Attempt(CP_SAT, Verdict.UNDECIDED, limit=reached)
    except cpsat.CpSatFailed as failed:
        return Attempt(CP_SAT, Verdict.UNDECIDED, notes=(str(failed),))
    return _attempt(CP_SAT, found.plays, dict(found.stats))


def _attempt(
    name: str, plays: tuple[int, ...] | None, stats: dict[str, int | float], limit: LimitReached | None = None
) -> Attempt:
    if limit is not None:
        return Attempt(name, Verdict.UNDECIDED, stats=stats, limit=limit)
    if plays is None:
        return Attempt(name, Verdict.UNSOLVABLE, stats=stats)
    return Attempt(name, Verdict.SOLVABLE, plays, stats | {"redeals": cpsat.count_redeals(plays)})


def _workers(question: Question) -> int | None:
    return 1 if question.repeatable else question.jobs


def _work(question: Question) -> float | None:
    return REPEATABLE_WORK if question.repeatable else None


# --- several engines -------------------------------------------------------------------------------------------------


def _auto(packed: Packed, question: Question, budget: Budget) -> Attempt:
    if question.repeatable:
        return _depth_first(packed, question, budget)
    part = budget.part(Limits(positions=QUICK_POSITIONS))
    first = _depth_first(packed, question, part)
    if first.limit is None or first.limit.budget is not part:
        return first
    return _side_by_side(packed, question, budget)


def _side_by_side(packed: Packed, question: Question, budget: Budget) -> Attempt:
    """Search, and from `SEARCH_POSITIONS` on CP-SAT too, until one of them decides: some deals are hard for either.

    CP-SAT has a process of its own, so both run even where this one has a single processor; the thread only waits. It
    leaves the search a processor if there are several. What stops the search stops both, but the search goes on when
    CP-SAT breaks down or needs too much memory.
    """
    searching, modelling = budget.part(Limits()), budget.part(Limits())
    done = Event()
    beside = replace(question, jobs=max(1, (question.jobs or processors()) - 1))

    def ask() -> Attempt | None:
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
    note = f"{searched.engine} had not decided after {SEARCH_POSITIONS:,} positions"
    if model.decided and not searched.decided:
        return replace(model, notes=(note, *model.notes))
    return replace(searched, notes=(note, *searched.notes, *model.notes))


def _both(packed: Packed, question: Question, budget: Budget) -> Attempt:
    left = budget.seconds_left()
    half = Limits(None if left is None else left / 2, budget.limits.positions)
    first = _depth_first(packed, question, budget.part(half))
    if first.limit is not None and first.limit.limit in (Limit.INTERRUPT, Limit.MEMORY):
        return first
    second = _cp_sat(packed, question, budget)
    if first.decided and second.decided:
        if first.verdict is not second.verdict:
            raise EnginesDisagree(
                f"the engines disagree, which is a fault of the program: {first.words}, {second.words}"
            )
        notes = [f"{first.engine} and {second.engine} agree"]
    else:
        notes = [first.words, second.words]
    best = second if second.decided and not first.decided else first
    return replace(best, limit=None if best.decided else second.limit or first.limit, notes=tuple(notes))


_ENGINES: dict[str, Callable[[Packed, Question, Budget], Attempt]] = {
    "auto": _auto,
    "dfs": _depth_first,
    "cp-sat": _cp_sat,
    "both": _both,
}
ENGINES = tuple(_ENGINES)


# --- the fewest redeals ----------------------------------------------------------------------------------------------


def _fewest(position: Position, packed: Packed, question: Question, budget: Budget) -> Outcome[Move]:
    if question.engine == "both":
        raise Unsupported("the engine both does not look for fewest redeals; expected auto, dfs or cp-sat")
    if question.engine == "dfs" and packed.anytime:
        raise Unsupported("depth-first search finds fewest redeals with redeal: stalled only; expected auto or cp-sat")
    known, at_least = None, 0
    if question.engine != "cp-sat" and not packed.anytime:
        whole = question.engine == "dfs" or question.repeatable
        part = budget if whole else budget.part(Limits(positions=SEARCH_POSITIONS))
        found = fewest.fewest_redeals(packed, part)
        if found.limit is None or found.limit.budget is not part or whole:
            stats: dict[str, int | float] = {
                "positions": found.positions,
                "standstills": found.standstills,
                "remembered": found.remembered,
            }
            limit = None if found.limit is None else found.limit.limit
            return _fewest_outcome(position, DFS, found.bounds, found.plays, stats, limit)
        known = found.plays
        at_least = found.bounds.low if found.bounds is not None else 0
    elif question.engine != "cp-sat":
        part = budget.part(Limits(positions=SEARCH_POSITIONS))
        first = _depth_first(packed, question, part)
        if first.verdict is Verdict.UNSOLVABLE or (first.limit is not None and first.limit.budget is not part):
            return _outcome(position, first)
        known = first.plays if first.decided else None
    proof = cpsat.fewest_redeals(packed, budget, _workers(question), known, at_least, deterministic=_work(question))
    outcome = _fewest_outcome(position, CP_SAT, proof.bounds, proof.plays, dict(proof.stats), proof.limit)
    return outcome if proof.failure is None else replace(outcome, notes=(proof.failure,))


def _fewest_outcome(
    position: Position,
    engine: str,
    bounds: Bounds | None,
    plays: tuple[int, ...] | None,
    stats: dict[str, int | float],
    limit: Limit | None,
) -> Outcome[Move]:
    if bounds is None:
        return Outcome(Verdict.UNSOLVABLE, engine, stats=stats)
    measures = {"redeals": bounds}
    if plays is None:
        return Outcome(Verdict.UNDECIDED, engine, stats=stats, measures=measures, limit=limit)
    stats["redeals"] = cpsat.count_redeals(plays)
    return Outcome(Verdict.SOLVABLE, engine, moves_of(position, plays), stats, measures=measures, limit=limit)
