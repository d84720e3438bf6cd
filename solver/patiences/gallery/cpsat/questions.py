"""What CP-SAT is asked: whether a position can be won, and with how few redeals.

CP-SAT looks at no budget while it searches and may take the whole process with it when memory runs out, so it works in
a process of its own (`workers`), which is killed when a limit is reached, an interrupt comes or any exception passes
through. docs/cpsat.md has the figures. Nothing here imports ortools: only `run` does, over there.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached
from solver.patiences.gallery.cpsat.request import Request, Response
from solver.patiences.gallery.found import Found, Method, by_model
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import Packed
from solver.worker_main import Raised
from solver.workers import CannotStart, Lost, Worker, processors

NAME = str(Method.CP_SAT)
"""What outcomes call CP-SAT."""

MOST_WORKERS = 8
"""More threads of CP-SAT bring memory, not speed."""


class CpSatFailed(Exception):
    """CP-SAT gave no answer: it failed, or its process was lost. The message is a sentence without a full stop.

    Nothing is known by it of the position, so another engine may be asked, or CP-SAT once more.
    """


def decide(packed: Packed, budget: Budget, workers: int | None = None, *, deterministic: float | None = None) -> Found:
    """Decide whether a position can be won, under all rule options.

    What is found counts variables, constraints, branches, conflicts and seconds (wall clock).

    Args:
        packed: the position.
        budget: its time and memory limits and interrupts are looked at; positions are none that it could spend.
        workers: threads of CP-SAT; all processors if left out, and in no case more than `MOST_WORKERS`.
        deterministic: the most work in CP-SAT's units, roughly seconds; with one worker every run then ends alike.

    Raises:
        LimitReached: undecided. `Limit.WORK` stands for the deterministic limit.
        CpSatFailed: undecided, and no limit's fault.
    """
    started = time.monotonic()
    if not packed.kinds:
        return by_model((), {})
    budget.tell(NAME)
    try:
        with Worker() as worker:
            answer = ask(worker, Request(packed, _threads(workers), None, deterministic), budget)
    except CannotStart as error:
        raise _not_started(error) from error
    return by_model(answer.plays, {**answer.stats, "seconds": round(time.monotonic() - started, 3)})


def fewest_redeals(
    packed: Packed,
    budget: Budget,
    workers: int | None = None,
    known: BestKnown | None = None,
    *,
    deterministic: float | None = None,
) -> Found:
    """The fewest redeals that win, proved, unless a limit is reached or CP-SAT fails: then what is known by then.

    Asks "with at most K redeals?" for K = 0, … (or the lower bound that is known). Each "no" raises the lower bound;
    the first "yes" is the answer.

    Args:
        packed: the position.
        budget: as for `decide`; its limits do not raise here. The bounds are told to it as they close.
        workers: as for `decide`.
        known: what is known of the position; what is found is added to it, and what others add is heeded.
        deterministic: the most work for each K, as for `decide`.
    """
    started = time.monotonic()
    known = known or BestKnown()
    if not packed.kinds:
        known.wins((), Method.CP_SAT)
    highest = packed.width - packed.done.bit_count()
    try:
        with Worker() as worker:

            def question(bounds: Bounds) -> Response:
                budget.tell(NAME, bounds)
                return ask(worker, Request(packed, _threads(workers), bounds.low, deterministic), budget)

            found = close_bounds(question, highest, known)
    except CannotStart as error:
        failure = "" if known.answered else str(_not_started(error))
        found = by_model(known.plays, {}, failure=failure, fewest=known.bounds)
    return replace(found, counts={**found.counts, "seconds": round(time.monotonic() - started, 3)})


def close_bounds(ask: Callable[[Bounds], Response], highest: int, known: BestKnown | None = None) -> Found:
    """The fewest redeals from answers to "can it be won with at most K redeals?", for K up to `highest`.

    `ask` gets what is known, and K is its lower bound. `LimitReached` and `CpSatFailed` raised by it end the search
    with what is known.
    """
    known = known or BestKnown()
    counts: dict[str, int | float] = {}
    limit, failure = None, ""
    try:
        while not known.answered:
            bounds = known.bounds
            assert bounds is not None  # nothing is answered
            if bounds.low > highest:
                known.nothing_wins(Method.CP_SAT)
                break
            answer = ask(bounds)
            _add(counts, answer.stats)
            if answer.plays is None:
                known.at_least(bounds.low + 1, Method.CP_SAT)
            else:
                known.wins(answer.plays, Method.CP_SAT)
    except LimitReached as reached:
        limit = None if known.answered else reached.limit
    except CpSatFailed as failed:
        failure = "" if known.answered else str(failed)
    plays = None if known.lost else known.plays
    return by_model(plays, counts, limit=limit, failure=failure, fewest=known.bounds)


def ask(worker: Worker, request: Request, budget: Budget) -> Response:
    """The answer to a request, from a worker that has no other.

    Raises:
        LimitReached: a limit of the budget, or the deterministic limit of the request (`Limit.WORK`).
        CpSatFailed: there was an error, or the worker was lost.
    """
    worker.call(answer_of, request)
    budget.check()
    while (result := worker.result()) is None:
        budget.check()
    if isinstance(result, Lost):
        raise CpSatFailed(f"{NAME} {result}")
    if isinstance(result, Raised):
        raise CpSatFailed(f"{NAME} failed ({result.line})") from result.error
    answer: Response = result.value
    if not answer.proved:
        if request.deterministic is None:
            raise CpSatFailed(f"{NAME} ended without a proof although nothing limited it")
        raise LimitReached(Limit.WORK, budget)
    return answer


def answer_of(request: Request) -> Response:
    """The answer to a request, found in the process that calls this."""
    from solver.patiences.gallery.cpsat import run  # ortools takes half a second to import

    return run.answer(request)


def _not_started(error: CannotStart) -> CpSatFailed:
    return CpSatFailed(f"{NAME} {error.lost}")


def _threads(workers: int | None) -> int:
    return min(workers or processors(), MOST_WORKERS)


def _add(stats: dict[str, int | float], more: Mapping[str, int]) -> None:
    """Variables and constraints are those of the largest model, the rest adds up."""
    for name, value in more.items():
        largest = name in ("variables", "constraints")
        stats[name] = max(stats.get(name, 0), value) if largest else stats.get(name, 0) + value
