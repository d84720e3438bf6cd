"""What `survey report` says of a survey."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from msgspec import Meta

from solver.cli.records.common import Key, Options, Record, WithInterval, share
from solver.outcome import Verdict

if TYPE_CHECKING:
    from solver.surveying.reporting import Distribution, SurveyReport


class ValueShare(Record, frozen=True):
    """The share of all deals that can be won and have this value of a measure."""

    value: int
    share: WithInterval


class Values(Record, frozen=True):
    """The values of a measure."""

    measure: Key
    best: Annotated[bool, Meta(description="whether these are best values, or those of the lines that were found")]
    mean: float
    shares: tuple[ValueShare, ...]


class Distributed(Record, frozen=True):
    """How a number is distributed over the deals."""

    mean: float
    quantiles: Annotated[tuple[tuple[float, float], ...], Meta(description="pairs: share of the deals, value")]


class SlowDeal(Record, frozen=True):
    """A deal that took long."""

    seed: int
    verdict: Verdict
    seconds: float
    positions: int


class Stopped(Record, frozen=True):
    """Where a sequential survey stopped; the interval holds at whatever moment one looks."""

    first: Annotated[int, Meta(description="the first seed")]
    width: Annotated[float, Meta(description="the width that was wanted")]
    winnable: WithInterval


class DecidedBy(Record, frozen=True):
    """What has decided deals."""

    version: str
    python: str
    native: Annotated[bool, Meta(description="whether its searches are native")]
    deals: int


class Surveyed(Record, frozen=True):
    """What `survey report` says of a survey."""

    game: str
    options: Options
    best: Annotated[Key | None, Meta(description="the measure whose best value was sought")]
    seeds: Annotated[tuple[tuple[int, int], ...], Meta(description="ranges of seeds, the first and the last of each")]
    solvable: int
    unsolvable: int
    undecided: int
    left_open: Annotated[dict[Key, int], Meta(description="deals left open, by what left them so")]
    winnable: WithInterval
    sequential: tuple[Stopped, ...]
    measures: tuple[Values, ...]
    positions: Distributed
    seconds: Distributed
    slowest: tuple[SlowDeal, ...]
    programs: tuple[DecidedBy, ...]
    replayed: Annotated[int, Meta(description="winning lines that the referee in Python replayed; the rest natively")]


def surveyed(found: SurveyReport) -> Surveyed:
    """What a survey has found."""
    return Surveyed(
        game=found.asked.game,
        options=dict(found.asked.options),
        best=found.asked.best,
        seeds=tuple((part.start, part.stop - 1) for part in found.seeds),
        solvable=found.counts[Verdict.SOLVABLE],
        unsolvable=found.counts[Verdict.UNSOLVABLE],
        undecided=found.counts[Verdict.UNDECIDED],
        left_open=dict(found.open),
        winnable=share(found.share),
        sequential=tuple(
            Stopped(first=stop.first, width=stop.width, winnable=share(stop.share, stop.interval))
            for stop in found.stops
        ),
        measures=tuple(
            Values(
                measure=values.measure,
                best=values.best,
                mean=values.mean,
                shares=tuple(ValueShare(value=value, share=share(part)) for value, part in values.shares.items()),
            )
            for values in found.values
        ),
        positions=_distribution(found.positions),
        seconds=_distribution(found.seconds),
        slowest=tuple(
            SlowDeal(
                seed=row.deal.seed, verdict=row.deal.verdict, seconds=row.deal.seconds, positions=row.deal.positions
            )
            for row in found.slowest
        ),
        programs=tuple(
            DecidedBy(version=program.version, python=program.python, native=program.native, deals=count)
            for program, count in found.programs
        ),
        replayed=found.replayed,
    )


def _distribution(found: Distribution) -> Distributed:
    return Distributed(mean=found.mean, quantiles=tuple((share, value) for share, value in found.quantiles.items()))
