"""The gallery's engines under one roof: which one decides a position, and what is said of it.

dfs       depth-first search: over standstills (`kernel`) for `redeal: stalled`, by limited discrepancy
          (`discrepancy`) for `redeal: anytime`; both know `order: fixed` only
cp-sat    the exact model of the whole game (`cpsat`), for all rule options
both      one after the other; they must agree
auto      dfs for so many positions, then cp-sat
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, field, replace

from solver.outcome import Budget, EnginesDisagree, Limit, LimitReached, Limits, Outcome, Verdict
from solver.patience import Request, Unsupported
from solver.patiences.gallery import cpsat, kernel
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.plays import moves_of, pack
from solver.patiences.gallery.rules import Move, Position

DFS = "depth-first search"
DISCREPANCY = "limited discrepancy search"
CP_SAT = "CP-SAT"

STALLED_POSITIONS = 40_000
"""Positions that `auto` searches before it turns to CP-SAT, with `redeal: stalled` …"""

ANYTIME_POSITIONS = 40_000
"""… and with `redeal: anytime`."""

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
        return f"{self.engine} says {self.verdict}"


def solve(position: Position, request: Request, budget: Budget) -> Outcome[Move]:
    """Decide a position. Raises Unsupported for rule options that the engine does not know, EnginesDisagree."""
    packed = pack(position)
    if request.best is not None:
        return _fewest(position, packed, request, budget)
    return _outcome(position, _ENGINES[request.engine](packed, request, budget))


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


def _depth_first(packed: Packed, _request: Request, budget: Budget) -> Attempt:
    if packed.free_order:
        raise Unsupported("depth-first search knows order: fixed only; expected the engine auto or cp-sat")
    if packed.anytime:
        raise Unsupported("depth-first search knows redeal: stalled only; expected the engine auto or cp-sat")
    search = kernel.Search(packed, budget)
    plays, limit = None, None
    try:
        plays = search.run().plays
    except LimitReached as reached:
        limit = reached
    stats: dict[str, int | float] = {
        "positions": search.positions,
        "standstills": search.standstills,
        "remembered": search.remembered,
    }
    return _attempt(DFS, plays, stats, limit)


def _cp_sat(packed: Packed, request: Request, budget: Budget) -> Attempt:
    try:
        found = cpsat.decide(packed, budget, _workers(request), deterministic=_work(request))
    except LimitReached as reached:
        return Attempt(CP_SAT, Verdict.UNDECIDED, limit=reached)
    return _attempt(CP_SAT, found.plays, dict(found.stats))


def _attempt(
    name: str, plays: tuple[int, ...] | None, stats: dict[str, int | float], limit: LimitReached | None = None
) -> Attempt:
    if limit is not None:
        return Attempt(name, Verdict.UNDECIDED, stats=stats, limit=limit)
    if plays is None:
        return Attempt(name, Verdict.UNSOLVABLE, stats=stats)
    return Attempt(name, Verdict.SOLVABLE, plays, stats | {"redeals": cpsat.count_redeals(plays)})


def _workers(request: Request) -> int:
    return 1 if request.repeatable else request.jobs or os.cpu_count() or 1


def _work(request: Request) -> float | None:
    return REPEATABLE_WORK if request.repeatable else None


# --- several engines -------------------------------------------------------------------------------------------------


def _auto(packed: Packed, request: Request, budget: Budget) -> Attempt:
    if packed.free_order or packed.anytime:
        return _cp_sat(packed, request, budget)
    if request.repeatable and budget.limits.positions is not None:
        return _depth_first(packed, request, budget)
    positions = ANYTIME_POSITIONS if packed.anytime else STALLED_POSITIONS
    part = budget.part(Limits(positions=positions))
    first = _depth_first(packed, request, part)
    if first.limit is None or first.limit.budget is not part:
        return first
    second = _cp_sat(packed, request, budget)
    return replace(second, notes=(f"{first.engine} gave up after {positions:,} positions",))


def _both(packed: Packed, request: Request, budget: Budget) -> Attempt:
    left = budget.seconds_left()
    half = Limits(None if left is None else left / 2, budget.limits.positions and budget.limits.positions - 1)
    first = _depth_first(packed, request, budget.part(half))
    if first.limit is not None and first.limit.limit in (Limit.INTERRUPT, Limit.MEMORY):
        return first
    second = _cp_sat(packed, request, budget)
    if first.decided and second.decided:
        if first.verdict is not second.verdict:
            raise EnginesDisagree(
                f"the engines disagree, which is a fault of the program: {first.words}, {second.words}"
            )
        notes = [f"{first.engine} and {second.engine} agree"]
    else:
        notes = [first.words, second.words]
    best = second if second.decided and not first.decided else first
    return replace(best, limit=None if best.decided else second.limit, notes=tuple(notes))


_ENGINES: dict[str, Callable[[Packed, Request, Budget], Attempt]] = {
    "auto": _auto,
    "dfs": _depth_first,
    "cp-sat": _cp_sat,
    "both": _both,
}
ENGINES = tuple(_ENGINES)


# --- the fewest redeals ----------------------------------------------------------------------------------------------


def _fewest(position: Position, packed: Packed, request: Request, budget: Budget) -> Outcome[Move]:
    if request.engine not in ("auto", "cp-sat"):
        raise Unsupported(f"the engine {request.engine} does not look for fewest redeals; expected auto or cp-sat")
    known: tuple[int, ...] | None = None
    if request.engine == "auto" and not (packed.free_order or packed.anytime):
        part = budget.part(Limits(positions=ANYTIME_POSITIONS if packed.anytime else STALLED_POSITIONS))
        first = _depth_first(packed, request, part)
        if first.verdict is Verdict.UNSOLVABLE or (first.limit is not None and first.limit.budget is not part):
            return _outcome(position, first)
        known = first.plays if first.decided else None
    found = cpsat.fewest_redeals(packed, budget, _workers(request), known, deterministic=_work(request))
    stats = dict(found.stats)
    if found.bounds is None:
        return Outcome(Verdict.UNSOLVABLE, CP_SAT, stats=stats)
    measures = {"redeals": found.bounds}
    if found.plays is None:
        return Outcome(Verdict.UNDECIDED, CP_SAT, stats=stats, measures=measures, limit=found.limit)
    moves = moves_of(position, found.plays)
    return Outcome(Verdict.SOLVABLE, CP_SAT, moves, stats, measures=measures, limit=found.limit)
