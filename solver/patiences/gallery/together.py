"""The search and CP-SAT on one position together, for some positions are hard for either: the engine `auto`.

Both add to what is known (`BestKnown`) and heed what the other has added, so bounds only close. With several processors
they work side by side, with one by turns that double in length, so that neither takes more than a few times as long
as it would alone. A limit stops both, but where memory runs out one of them goes on alone.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Protocol

from solver.limits import Budget, Limit, LimitReached, Limits, give_back_memory
from solver.outcome import Verdict
from solver.patience import Question
from solver.patiences.gallery import cpsat
from solver.patiences.gallery.found import Found, by_discrepancies, by_model, by_standstills
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.search import fewest, twins
from solver.workers import processors

QUICK_POSITIONS = 2_000
"""Positions that are searched before anything is prepared for CP-SAT: most deals take fewer."""

SEARCH_POSITIONS = 100_000
"""Positions that are searched before CP-SAT is asked, too: a few seconds in Python."""

FIRST_TURN = 2.0
"""Seconds of CP-SAT's first turn, at least: its process takes one of them to start."""

LOOK = 0.05
"""Seconds between two looks at how far the search has come."""

REPEATABLE_WORK = 20.0
"""CP-SAT's limit in its own units (seconds, roughly) where clocks must not decide."""


class Searcher(Protocol):
    """A search that ends with what it found, also at a limit; run again it goes on with what it remembers."""

    def run(self) -> Found:
        """Search on."""

    def release(self) -> None:
        """Give up what is remembered; it is not run again."""


class _Standstills:
    """Whether a position can be won, with `redeal: stalled`."""

    def __init__(self, packed: Packed, budget: Budget, known: BestKnown) -> None:
        self._search = twins.StandstillSearch(packed, budget)
        self._known = known

    def run(self) -> Found:
        try:
            return _noted(self._known, self._search.run())
        except LimitReached as reached:
            return by_standstills(self._search, None, reached.limit)

    def release(self) -> None:
        del self._search


class _Discrepancies:
    """Whether a position can be won, with `redeal: anytime`, also where the fewest redeals are sought."""

    def __init__(self, packed: Packed, budget: Budget, known: BestKnown) -> None:
        self._search = twins.DiscrepancySearch(packed, budget)
        self._known = known

    def run(self) -> Found:
        try:
            return _noted(self._known, self._search.run())
        except LimitReached as reached:
            return by_discrepancies(self._search, None, reached.limit)

    def release(self) -> None:
        del self._search


def _noted(known: BestKnown, found: Found) -> Found:
    """What was found, added to what is known."""
    if found.plays is not None:
        known.wins(found.plays, found.method)
    elif found.decided:
        known.nothing_wins(found.method)
    return found


def searcher(packed: Packed, budget: Budget, known: BestKnown) -> Searcher:
    """The search for what is asked of a position."""
    if packed.anytime:
        return _Discrepancies(packed, budget, known)
    if known.bounds is not None:
        return fewest.FewestSearch(packed, budget, known)
    return _Standstills(packed, budget, known)


def ask_model(packed: Packed, question: Question, budget: Budget, known: BestKnown) -> Found:
    """What CP-SAT finds of what is asked of a position."""
    workers = 1 if question.repeatable else question.jobs
    work = REPEATABLE_WORK if question.repeatable else None
    if known.bounds is not None:
        return cpsat.fewest_redeals(packed, budget, workers, known, deterministic=work)
    try:
        return _noted(known, cpsat.decide(packed, budget, workers, deterministic=work))
    except LimitReached as reached:
        return by_model(None, {}, limit=reached.limit)
    except cpsat.CpSatFailed as failed:
        return by_model(None, {}, failure=str(failed))


def together(packed: Packed, question: Question, budget: Budget) -> Found:
    """Search, and if that is not done soon ask CP-SAT, too."""
    known = BestKnown(fewest=question.best is not None)
    part = budget.part(Limits(positions=SEARCH_POSITIONS if question.repeatable else QUICK_POSITIONS))
    search = searcher(packed, part, known)
    first = search.run()
    if known.answered or (not first.finished and part.reached is None):
        return _joined(budget, known, first)
    jobs = question.jobs or processors()

    def model(within: Budget, workers: int = 1) -> Found:
        return ask_model(packed, replace(question, jobs=workers), within, known)

    if question.repeatable or first.finished:  # the search has found its line, and there are fewer redeals to be sought
        return _joined(budget, known, first, model(budget, jobs))
    if jobs == 1:
        return _by_turns(search, part, model, budget, known)
    return _side_by_side(search, part, lambda within: model(within, jobs - 1), budget, known)


Model = Callable[[Budget], Found]
"""CP-SAT asked about one position, within a budget."""


def _side_by_side(search: Searcher, searching: Budget, model: Model, budget: Budget, known: BestKnown) -> Found:
    """The search in this thread, and from `SEARCH_POSITIONS` on CP-SAT in its process: its thread here only waits."""
    searching.extend(Limits())
    modelling = budget.part(Limits())
    over, searched_all = Event(), Event()

    def ask() -> Found | None:
        while searching.positions < SEARCH_POSITIONS and not searched_all.is_set():
            if over.wait(LOOK):
                return None
        found = model(modelling)
        if known.answered:
            searching.interrupt()
        return found

    from concurrent.futures import ThreadPoolExecutor  # takes a while, and few positions come here

    with ThreadPoolExecutor(1) as pool:
        asked = pool.submit(ask)
        try:
            searched = search.run()
            if searched.finished and not known.answered:
                searched_all.set()
                asked.result()
        finally:
            over.set()
            modelling.interrupt()
        modelled = asked.result()
    if searched.limit is Limit.MEMORY and searching.reached is None and not known.answered:
        if modelled is not None:  # its process has given back its memory
            searched = search.run()
        if searched.limit is Limit.MEMORY and not known.answered:
            search.release()
            give_back_memory()
            modelled = model(budget.part(Limits()))
    return _joined(budget, known, searched, modelled)


def _by_turns(search: Searcher, searching: Budget, model: Model, budget: Budget, known: BestKnown) -> Found:
    """The search and CP-SAT by turns, on one processor. CP-SAT begins anew each time, the search goes on."""
    goes_on = True
    share = Limits(positions=max(0, SEARCH_POSITIONS - searching.positions))
    modelled: Found | None = None
    turn = FIRST_TURN
    while True:
        if goes_on:
            searching.extend(share)
            searched = search.run()
            if known.answered or (searching.reached is None and searched.limit not in (None, Limit.MEMORY)):
                break
            if searching.reached is None:  # it has found its line or run out of memory
                goes_on = False
                search.release()
                give_back_memory()
        if modelled is None or not modelled.failure:
            part = budget.part(Limits(seconds=max(turn, searching.seconds) if goes_on else None))
            modelled = model(part)
            if known.answered or not goes_on:
                break
            if part.reached is None and modelled.limit not in (None, Limit.MEMORY):
                break
            if modelled.limit is Limit.MEMORY:
                modelled = replace(modelled, limit=None, failure=f"{modelled.method} ran out of memory")
        elif not goes_on:
            break
        turn *= 2
        share = Limits(seconds=None if modelled.failure else turn)
    return _joined(budget, known, searched, modelled)


def _joined(budget: Budget, known: BestKnown, searched: Found, modelled: Found | None = None) -> Found:
    """What the engines know together, with the counts of the one that found it."""
    if known.answered:
        verdict = Verdict.UNSOLVABLE if known.lost else Verdict.SOLVABLE
        limit, failure = None, ""
    else:
        verdict = Verdict.UNDECIDED if known.plays is None else Verdict.SOLVABLE
        limit = budget.reached or (modelled and modelled.limit) or searched.limit
        failure = modelled.failure if modelled is not None else ""
    found, notes = searched, []
    if modelled is not None:
        if searched.counts["positions"] > SEARCH_POSITIONS:
            notes.append(f"{searched.method} had not decided after {SEARCH_POSITIONS:,} positions")
        if known.answered and modelled.failure:
            notes.append(modelled.failure)
        if known.by is modelled.method:
            found = modelled
    plays = None if known.lost else known.plays
    return Found(found.method, verdict, plays, known.bounds, found.counts, found.rounds, limit, failure, tuple(notes))
