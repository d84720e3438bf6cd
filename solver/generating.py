"""Random deals of a wanted kind: the same for a seed on every machine and with any number of processes."""

from __future__ import annotations

import math
from collections.abc import Generator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial

from solver.bounds import Bounds
from solver.careful import Level
from solver.deciding_many import spread
from solver.limits import Limits
from solver.options import Options
from solver.outcome import Verdict
from solver.patience import Deal
from solver.rating import rate
from solver.registry import patience
from solver.solving import solve
from solver.worker_main import Raised, Returned
from solver.workers import Result, processors


@dataclass(frozen=True)
class Condition:
    """What the best value of a measure must be: at least `low`, at most `high` (None: whatever it is)."""

    measure: str
    low: int = 0
    high: int | None = None

    def holds(self, bounds: Bounds | None) -> bool | None:
        """Whether it holds for what is known of the best value; None where that does not tell."""
        if bounds is None:
            return None
        top = math.inf if self.high is None else self.high
        least, most = bounds.low, math.inf if bounds.high is None else bounds.high
        if self.low <= least and most <= top:
            return True
        return False if most < self.low or least > top else None


@dataclass(frozen=True)
class Wanted:
    """Which deals are kept.

    game, options: the patience and its (complete) rule options; verdict: solvable, unsolvable, or None for either;
    where: what the best values of measures must be; difficulty: the levels that are wanted, none for any; positions: a
    candidate's limit; numbered: candidates are the deals that PySolFC numbers so, not the random deals of their seeds.
    """

    game: str
    options: Options
    verdict: Verdict | None = Verdict.SOLVABLE
    where: tuple[Condition, ...] = ()
    difficulty: tuple[Level, ...] = ()
    positions: int | None = None
    numbered: bool = False
    microsoft: bool = False


@dataclass(frozen=True)
class Candidate:
    """A deal that has been decided: by its seed (or PySolFC number).

    moves: if it is wanted, the lines of a log that wins it.
    difficulty: its level, where levels are wanted and it has all else that is.
    failure: why nothing is known of it although no limit was reached, as a sentence without a full stop; else empty.
    """

    seed: int
    deal: Deal
    verdict: Verdict
    moves: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    failure: str = ""
    difficulty: Level | None = None

    def is_wanted(self, wanted: Wanted) -> bool:
        """Whether the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED or wanted.verdict not in (None, self.verdict):
            return False
        if wanted.where and not (self.verdict is Verdict.SOLVABLE and self._meets(wanted) is True):
            return False
        return not wanted.difficulty or self.difficulty in wanted.difficulty

    def is_open(self, wanted: Wanted) -> bool:
        """Whether a limit left open if the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED:
            return True
        return self.verdict is Verdict.SOLVABLE and self._meets(wanted) is None

    def _meets(self, wanted: Wanted) -> bool | None:
        """Whether all conditions hold; None where the limits left that open."""
        held = [condition.holds(self.measures.get(condition.measure)) for condition in wanted.where]
        return False if False in held else None if None in held else True


def deal_of(wanted: Wanted, seed: int) -> Deal:
    """The deal of a candidate's seed or number."""
    found = patience(wanted.game)
    if wanted.numbered:
        return found.pysol_deal(seed, wanted.options, microsoft=wanted.microsoft)
    return found.random_deal(seed, wanted.options)


def decide(wanted: Wanted, seed: int) -> Candidate:
    """Deal and decide one candidate: a function of its arguments alone."""
    deal = deal_of(wanted, seed)
    start = patience(wanted.game).start(deal)
    measures = dict.fromkeys(condition.measure for condition in wanted.where)
    asked: list[str | None] = [*measures] or [None]
    limits = Limits(positions=wanted.positions)
    outcome, *others = (solve(start, limits, best=best, jobs=1, repeatable=True) for best in asked)
    stopped = outcome.verdict is Verdict.UNDECIDED and outcome.limit is None
    bounds = dict(outcome.measures)
    for other in others:  # each measure is made smallest by a line of its own
        bounds |= other.measures
    candidate = Candidate(
        seed,
        deal,
        outcome.verdict,
        values=dict(outcome.values),
        measures=bounds,
        failure="; ".join(outcome.notes) if stopped else "",
    )
    if outcome.verdict is not Verdict.SOLVABLE or not candidate.is_wanted(replace(wanted, difficulty=())):
        return candidate
    if wanted.difficulty:
        candidate = replace(candidate, difficulty=rate(start, facts=False, outcome=outcome).level)
    return replace(candidate, moves=tuple(map(str, outcome.moves))) if candidate.is_wanted(wanted) else candidate


def candidates(wanted: Wanted, seed: int, tries: int, jobs: int | None = None) -> Generator[Candidate, None, None]:
    """The candidates of seeds `seed`, `seed + 1`, … in order, decided by `jobs` processes (None: all processors)."""
    decided = partial(decide, wanted)
    seeds = range(seed, seed + tries)
    results = spread(decided, decided, seeds, jobs or processors())
    try:
        for number, result in zip(seeds, results, strict=False):
            yield _candidate(wanted, number, result)
    finally:
        results.close()


def _candidate(wanted: Wanted, seed: int, result: Result) -> Candidate:
    """What a worker made of a candidate; an error that it met is raised here."""
    if isinstance(result, Returned):
        candidate: Candidate = result.value
        return candidate
    if isinstance(result, Raised):
        error = result.exception
        if result.trace:
            error.add_note(f"in a worker, at seed {seed}:\n{result.trace}")
        raise error
    return Candidate(seed, deal_of(wanted, seed), Verdict.UNDECIDED, failure=f"the process that searched it {result}")
