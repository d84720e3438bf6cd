"""What the surveys of a file say: shares with their intervals, distributions, and the deals that took longest."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from math import ceil

from solver.bounds import Bounds
from solver.outcome import Verdict
from solver.shares import Always, Share
from solver.surveying.deciding import Asked, Program
from solver.surveying.running import share_of
from solver.surveying.survey_file import RecordedDeal, SurveyFile

QUANTILES = (0.0, 0.25, 0.5, 0.75, 0.9, 0.99, 0.999, 1.0)
"""The quantiles of distributions that a report has."""

SLOWEST = 10
"""So many of the slowest deals are in a report."""


@dataclass(frozen=True)
class Distribution:
    """A number that every deal has: its mean, and its quantiles by the shares of deals that are not above them."""

    mean: float
    quantiles: Mapping[float, float]


@dataclass(frozen=True)
class Values:
    """The values of a measure.

    best: whether they are the best ones, which were sought, or those of the lines that were found; shares: for each
    value the share of all deals that can be won and have it; mean: of the deals whose value is known.
    """

    measure: str
    best: bool
    shares: Mapping[int, Share]
    mean: float


@dataclass(frozen=True)
class Stop:
    """Where a sequential survey stopped: its deals from the first seed on, the width that it wanted, its interval."""

    first: int
    width: float
    share: Share
    interval: tuple[float, float]


@dataclass(frozen=True)
class SurveyReport:
    """What a survey says; nothing but `asked` and the share when it has no deals yet.

    replayed: how many winning lines the first referee has replayed; the others a second one alone.
    """

    number: int
    asked: Asked
    seeds: tuple[range, ...]
    counts: Mapping[Verdict, int]
    open: Mapping[str, int]
    positions: Distribution
    seconds: Distribution
    values: tuple[Values, ...]
    slowest: tuple[RecordedDeal, ...]
    programs: tuple[tuple[Program, int], ...]
    stops: tuple[Stop, ...]
    replayed: int

    @property
    def share(self) -> Share:
        """The share of deals that can be won."""
        return share_of(self.counts)


def reports(database: SurveyFile) -> Iterator[SurveyReport]:
    """A report of each survey of a file."""
    for number, asked in database.surveys():
        counts = database.counts(number)
        total = sum(counts.values())
        yield SurveyReport(
            number,
            asked,
            tuple(database.seeds(number)),
            counts,
            database.open_deals(number),
            _distribution(database.ordered(number, "positions"), total),
            _distribution((value / 1e6 for value in database.ordered(number, "microseconds")), total),
            tuple(_values(database.measured(number), counts)),
            tuple(database.slowest(number, SLOWEST)),
            tuple(database.programs(number)),
            tuple(_stop(database, number, *stop) for stop in database.stops(number)),
            database.replayed(number),
        )


def _distribution(ordered: Iterable[float], total: int) -> Distribution:
    """The distribution of so many numbers that come in their order."""
    places = {max(0, ceil(share * total) - 1): share for share in reversed(QUANTILES)}
    found: dict[float, float] = {}
    in_all = 0.0
    for place, value in enumerate(ordered):
        in_all += value
        if place in places:
            found[places[place]] = value
    if total:
        for share in QUANTILES:  # in a short survey several shares have one place
            place = max(0, ceil(share * total) - 1)
            found[share] = found[places[place]]
    return Distribution(in_all / total if total else 0.0, dict(sorted(found.items())))


def _values(
    measured: Iterable[tuple[str, int | None, Bounds | None, int]], counts: Mapping[Verdict, int]
) -> Iterator[Values]:
    """The values of each measure. A deal that was left open may have any value that its bounds allow."""
    by_measure: dict[str, list[tuple[int | None, Bounds | None, int]]] = {}
    for name, value, bounds, count in measured:
        by_measure.setdefault(name, []).append((value, bounds, count))
    for name, rows in by_measure.items():
        best = any(bounds is not None for _, bounds, _ in rows)
        known: Counter[int] = Counter()
        between: list[tuple[int, int | None, int]] = []
        for value, bounds, count in rows:
            if not best and value is not None:
                known[value] += count
            elif bounds is not None and bounds.high is not None and bounds.proved:
                known[bounds.low] += count
            else:
                between.append((0, value, count) if bounds is None else (bounds.low, bounds.high, count))
        unbounded = counts[Verdict.UNDECIDED] - sum(count for _, high, count in between if high is None)
        total = sum(counts.values())
        shares = {
            value: Share(
                known[value],
                total,
                max(0, unbounded)
                + sum(count for low, high, count in between if low <= value and (high is None or value <= high)),
            )
            for value in (range(min(known), max(known) + 1) if known else ())
        }
        mean = sum(value * count for value, count in known.items()) / max(1, sum(known.values()))
        yield Values(name, best, shares, mean)


def _stop(database: SurveyFile, survey: int, first: int, width: float, deals: int) -> Stop:
    share = share_of(database.counts(survey, range(first, first + deals)))
    return Stop(first, width, share, Always.for_width(width).interval(share))
