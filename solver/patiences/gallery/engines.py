"""The gallery's engines under one roof: which one decides a position, and what is said of it.

    dfs       depth-first search: over standstills (`standstills`) for `redeal: stalled`, by limited discrepancy
              (`discrepancy`) for `redeal: anytime`
    cp-sat    the exact model of the whole game (`cpsat`)
    both      one after the other; they must agree
    auto      dfs for so many positions, then dfs and cp-sat together (`together`)

The fewest redeals are found by depth-first search (`fewest`) for `redeal: stalled` and by CP-SAT, how far a position
can be brought by branch and bound (`furthest`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from solver.bounds import Bounds
from solver.errors import EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, Limits
from solver.outcome import Furthest, Outcome
from solver.patience import Question
from solver.patiences.gallery.found import Found
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search.furthest import furthest
from solver.patiences.gallery.together import ask_model, searcher, together


def solve(position: Position, question: Question, budget: Budget) -> Outcome[Move]:
    """Decide a position. Raises Unsupported for a question that the engine does not answer, EnginesDisagree."""
    packed = pack(position)
    return outcome_of(position, find(packed, question, budget), packed)


def find(packed: Packed, question: Question, budget: Budget) -> Found:
    """Decide a packed position. Raises as `solve` does."""
    if question.best is not None:
        if question.engine == "both":
            raise Unsupported("the engine both does not look for fewest redeals; expected auto, dfs or cp-sat")
        if question.engine == "dfs" and packed.anytime:
            raise Unsupported(
                "depth-first search finds fewest redeals with redeal: stalled only; expected auto or cp-sat"
            )
    return _ENGINES[question.engine](packed, question, budget)


def outcome_of(position: Position, found: Found, packed: Packed | None = None) -> Outcome[Move]:
    """What was found of a position, in the referee's terms. packed: the position, if it has been packed."""
    return Outcome(
        found.verdict,
        str(found.method),
        moves_of(position, found.plays or (), packed),
        found.counts,
        measures={} if found.bounds is None else {"redeals": found.bounds},
        limit=found.limit,
        notes=(*found.notes, *([found.failure] if found.failure else [])),
    )


def fewest_left(position: Position, budget: Budget) -> Furthest[Move]:
    """How far a position can be brought, by branch and bound; a limit gives bounds."""
    search, limit = furthest(pack(position), budget)
    return Furthest(
        moves_of(position, search.line()),
        Bounds(search.at_least, search.fewest),
        {"end positions": search.positions},
        limit,
    )


def cards_left(position: Position) -> int:
    """The cards that are neither on a base pile nor discarded."""
    strangers = sum(place.stranger is not None for row in position.rows for place in row)
    return strangers + sum(map(len, position.piles))


# --- one engine ------------------------------------------------------------------------------------------------------


def _depth_first(packed: Packed, question: Question, budget: Budget) -> Found:
    return searcher(packed, budget, BestKnown(fewest=question.best is not None)).run()


def _cp_sat(packed: Packed, question: Question, budget: Budget) -> Found:
    return ask_model(packed, question, budget, BestKnown(fewest=question.best is not None))


# --- several engines -------------------------------------------------------------------------------------------------


def _auto(packed: Packed, question: Question, budget: Budget) -> Found:
    if question.repeatable and not (packed.anytime and question.best is not None):
        return _depth_first(packed, question, budget)
    return together(packed, question, budget)


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
