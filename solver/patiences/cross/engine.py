"""Vanishing Cross: deciding a position with the fewest reshuffles, and what is said of it."""

from __future__ import annotations

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached
from solver.outcome import Furthest, Outcome, Verdict
from solver.patiences.cross.notation import Move
from solver.patiences.cross.packing import moves_of, pack
from solver.patiences.cross.rules import Position
from solver.patiences.cross.search.fewest import round_search
from solver.patiences.cross.search.furthest import FurthestEnd
from solver.patiences.cross.search.layout import RESHUFFLE, Reshuffles
from solver.patiences.cross.search.twins import FewestReshuffles, follow_book, shuffled

ENGINE = "rounds"
"""The engine's name, and what outcomes call it."""

BOOK_LIMIT = 100
"""A player who follows the book gives up after so many reshuffles."""


def solve(position: Position, budget: Budget) -> Outcome[Move]:
    """Decide a position, with a line of the fewest reshuffles if it can be won.

    A player who follows the book gives the first line. With `fill: anytime` a search with `fill: batch` may give a
    better one: its lines are allowed there too, and it is much faster. What remains is to search for less than the
    best known. When a limit is reached the outcome has the bounds proved so far.

    The outcome's stats say how many `book reshuffles` that player needs from here, unless the player gives up.
    """
    rules = position.rules
    dimensions, start = pack(position)
    reshuffles = Reshuffles(dimensions, position.seed, shuffled)
    allowed = None if rules.reshuffles is None else rules.reshuffles - position.reshuffled
    book = follow_book(dimensions, start, reshuffles, position.reshuffled, BOOK_LIMIT)
    by_book = None if book is None else book.count(RESHUFFLE)
    best = None if by_book is None or (allowed is not None and by_book > allowed) else book
    high = None if best is None else by_book
    least = ends = 0
    limit: Limit | None = None
    try:
        for anytime in (False, True) if rules.anytime else (False,):
            fewest = FewestReshuffles(
                dimensions, start, reshuffles, position.reshuffled, anytime=anytime, book=rules.book
            )
            try:
                while True:
                    if anytime == rules.anytime:
                        least = fewest.at_least
                    budget.tell(ENGINE, Bounds(least, high))
                    most = allowed if high is None else high - 1
                    if most is not None and fewest.at_least > most:
                        break
                    line = fewest.attempt(budget)
                    if line is not None:
                        best, high = line, fewest.at_least
            finally:
                ends += sum(fewest.ends)
    except LimitReached as reached:
        limit = reached.limit
    stats: dict[str, int | float] = {"positions": budget.positions, "round ends": ends}
    if by_book is not None:
        stats["book reshuffles"] = by_book
    notes = (_book_note(by_book, position.reshuffled),)
    if best is None or high is None:
        verdict = Verdict.UNSOLVABLE if limit is None else Verdict.UNDECIDED
        measures = {} if limit is None else {"reshuffles": Bounds(least, None)}
        return Outcome(verdict, ENGINE, stats=stats, measures=measures, limit=limit, notes=notes)
    return Outcome(
        Verdict.SOLVABLE,
        ENGINE,
        moves=moves_of(position, dimensions, start, reshuffles, best),
        stats=stats,
        values={"reshuffles": high},
        measures={"reshuffles": Bounds(least if limit else high, high)},
        limit=limit,
        notes=notes,
    )


def fewest_left(position: Position, budget: Budget) -> Furthest[Move]:
    """How far a position can be brought with the reshuffles that are allowed; a limit gives bounds.

    With `reshuffles: unlimited` as many are counted as a player who follows the book may need (`BOOK_LIMIT`).
    """
    rules = position.rules
    dimensions, start = pack(position)
    reshuffles = Reshuffles(dimensions, position.seed, shuffled)
    allowed = BOOK_LIMIT if rules.reshuffles is None else rules.reshuffles - position.reshuffled
    search = round_search(dimensions, anytime=rules.anytime, book=rules.book)
    end = FurthestEnd(search, start, reshuffles, position.reshuffled, allowed)
    limit = end.bring(budget)
    return Furthest(
        moves_of(position, dimensions, start, reshuffles, end.line),
        Bounds(end.at_least, end.fewest),
        {"positions": budget.positions},
        limit,
    )


def is_lost_in_any_order(position: Position) -> bool:
    """Whether it is proved that a position is lost, in whatever order its stock lies; False says nothing.

    No reshuffle is left, and the optimistic closure with all of the stock open (see `search.reductions`) does not
    complete the series.
    """
    rules = position.rules
    if rules.reshuffles is None or rules.reshuffles > position.reshuffled:
        return False
    dimensions, table = pack(position)
    return round_search(dimensions, anytime=rules.anytime, book=rules.book).least_left(table) > 0


def cards_left(position: Position) -> int:
    """The cards that are not on a series."""
    return len(position.stock) + sum(map(len, position.columns))


def _book_note(needed: int | None, made: int) -> str:
    who = "a player who follows the book"
    if needed is None:
        return f"{who} does not win with {_reshuffles(BOOK_LIMIT, made)}"
    return f"{who} needs {_reshuffles(needed, made)}"


def _reshuffles(count: int, made: int) -> str:
    words = [str(count) if count else "no", *(["more"] if made else []), "reshuffles" if count > 1 else "reshuffle"]
    return " ".join(words)
