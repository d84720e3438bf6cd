"""The gallery's engines under one roof: which one decides a position, and what is said of it.

dfs       depth-first search over standstills (`kernel`), for `redeal: stalled` with `order: fixed`
auto      the engine that is best for the position's options
"""

from __future__ import annotations

from dataclasses import dataclass, field

from solver.outcome import Budget, Limit, LimitReached, Outcome, Verdict
from solver.patience import Request, Unsupported
from solver.patiences.gallery.kernel import Search
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.plays import moves_of, pack
from solver.patiences.gallery.rules import Move, Position, Redeal

ENGINES = ("auto", "dfs")


@dataclass(frozen=True)
class Attempt:
    """What one engine made of a position: plays when it can be won, None otherwise; a limit when it was stopped."""

    engine: str
    verdict: Verdict
    plays: tuple[int, ...] = ()
    stats: dict[str, int | float] = field(default_factory=dict)
    limit: LimitReached | None = None


def solve(position: Position, request: Request, budget: Budget) -> Outcome[Move]:
    """Decide a position. Raises Unsupported for rule options that no engine knows."""
    packed = pack(position)
    attempt = depth_first(packed, budget)
    moves = moves_of(position, attempt.plays)
    stats = dict(attempt.stats)
    if attempt.verdict is Verdict.SOLVABLE:
        stats["redeals"] = sum(isinstance(move, Redeal) for move in moves)
    limit: Limit | None = None if attempt.limit is None else attempt.limit.limit
    return Outcome(attempt.verdict, attempt.engine, moves, stats, limit=limit)


def depth_first(packed: Packed, budget: Budget) -> Attempt:
    """The search over standstills. Raises Unsupported for other rule options than its own."""
    if packed.anytime or packed.free_order:
        raise Unsupported("the engine dfs decides redeal: stalled with order: fixed only")
    search = Search(packed, budget)
    verdict, plays, limit = Verdict.UNDECIDED, None, None
    try:
        plays = search.run().plays
        verdict = Verdict.UNSOLVABLE if plays is None else Verdict.SOLVABLE
    except LimitReached as reached:
        limit = reached
    stats: dict[str, int | float] = {
        "positions": search.positions,
        "standstills": search.standstills,
        "remembered": search.remembered,
    }
    return Attempt("depth-first search", verdict, plays or (), stats, limit)
