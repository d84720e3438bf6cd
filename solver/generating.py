"""Random deals of a wanted kind: the same for a seed on every machine and with any number of processes."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field
from functools import partial

from solver.bounds import Bounds
from solver.deciding_many import spread
from solver.limits import Limits
from solver.options import Options
from solver.outcome import Verdict
from solver.patience import Deal
from solver.registry import patience
from solver.solving import solve
from solver.worker_main import Raised, Returned
from solver.workers import Result, processors

INLINE_SECONDS = 1.0
"""Candidates are decided in this process for so long before others are started, which takes a while itself."""


@dataclass(frozen=True)
class Wanted:
    """Which deals are kept.

    game, options: the patience and its (complete) rule options; verdict: solvable, unsolvable, or None for either;
    best: a measure and the best value it must have, or None; positions: a candidate's limit; numbered: candidates are
    the deals that PySolFC numbers so, not the random deals of their seeds.
    """

    game: str
    options: Options
    verdict: Verdict | None = Verdict.SOLVABLE
    best: tuple[str, int] | None = None
    positions: int | None = None
    numbered: bool = False


@dataclass(frozen=True)
class Candidate:
    """A deal that has been decided: by its seed (or PySolFC number), with the lines of the log that wins it.

    failure: why nothing is known of it although no limit was reached, as a sentence without a full stop; else empty.
    """

    seed: int
    deal: Deal
    verdict: Verdict
    moves: tuple[str, ...] = ()
    values: Mapping[str, int] = field(default_factory=dict)
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    failure: str = ""

    def is_wanted(self, wanted: Wanted) -> bool:
        """Whether the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED or wanted.verdict not in (None, self.verdict):
            return False
        if wanted.best is None:
            return True
        measure, value = wanted.best
        bounds = self.measures.get(measure)
        return bounds is not None and bounds.proved and bounds.low == value

    def is_open(self, wanted: Wanted) -> bool:
        """Whether a limit left open if the deal is one of the wanted kind."""
        if self.verdict is Verdict.UNDECIDED:
            return True
        if wanted.best is None or self.verdict is Verdict.UNSOLVABLE:
            return False
        bounds = self.measures.get(wanted.best[0])
        return bounds is None or not bounds.proved


def deal_of(wanted: Wanted, seed: int) -> Deal:
    """The deal of a candidate's seed or number."""
    found = patience(wanted.game)
    return found.pysol_deal(seed, wanted.options) if wanted.numbered else found.random_deal(seed, wanted.options)


def decide(wanted: Wanted, seed: int) -> Candidate:
    """Deal and decide one candidate: a function of its arguments alone."""
    deal = deal_of(wanted, seed)
    outcome = solve(
        patience(wanted.game).start(deal),
        Limits(positions=wanted.positions),
        best=wanted.best[0] if wanted.best else None,
        jobs=1,
        repeatable=True,
    )
    stopped = outcome.verdict is Verdict.UNDECIDED and outcome.limit is None
    return Candidate(
        seed,
        deal,
        outcome.verdict,
        tuple(map(str, outcome.moves)),
        dict(outcome.values),
        dict(outcome.measures),
        "; ".join(outcome.notes) if stopped else "",
    )


def candidates(wanted: Wanted, seed: int, tries: int, jobs: int | None = None) -> Generator[Candidate, None, None]:
    """The candidates of seeds `seed`, `seed + 1`, … in order, decided by `jobs` processes (None: all processors)."""
    decided = partial(decide, wanted)
    seeds = range(seed, seed + tries)
    results = spread(decided, decided, seeds, jobs or processors(), seconds=INLINE_SECONDS)
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
        error = result.error or RuntimeError(result.line)
        if result.trace:
            error.add_note(f"in a worker, at seed {seed}:\n{result.trace}")
        raise error
    return Candidate(seed, deal_of(wanted, seed), Verdict.UNDECIDED, failure=f"the process that searched it {result}")
