"""`patience-solver survey report`."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.outcome import Verdict
from solver.surveying.reporting import Distribution, SurveyReport, Values, reports
from solver.surveying.survey_file import SurveyFile
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records.surveys import Surveyed

_LABELS = {0.0: "least", 0.5: "median", 1.0: "most"}


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@reporting()
def command(file: Path, report: Reporter) -> None:
    """Say what the surveys of a file have found.

    Each share has a 95 % interval (Wilson's), in which deals that a limit left undecided count as lost for the lower
    end and as won for the upper end.

    \b
    Examples:
      patience-solver survey report gallery.db
      patience-solver survey report gallery.db --json
    """
    blank = ""
    with SurveyFile(file) as database:
        for found in reports(database):
            report.result(partial(_text, blank, found), partial(_record, found))
            blank = "\n"
    if not blank:
        report.note(f"{file_name(str(file))}: no survey is in it yet")


def _text(before: str, found: SurveyReport) -> str:
    return before + text(found)


def text(found: SurveyReport) -> str:
    """A report for people."""
    return "".join(f"{line}\n" for line in _lines(found))


def title(found: SurveyReport) -> str:
    """What a survey is of, in a line."""
    options = ", ".join(f"{name} {value}" for name, value in found.asked.options.items())
    best = f", best {found.asked.best}" if found.asked.best else ""
    return f"{found.asked.game}: {options}{best}" if options else f"{found.asked.game}{best}"


def _lines(found: SurveyReport) -> Iterator[str]:
    digits = 2 if found.share.total < 100_000 else 3
    yield title(found)
    seeds = ", ".join(f"{part.start:,} to {part[-1]:,}" for part in found.seeds[:3])
    more = f" and {len(found.seeds) - 3} ranges more" if len(found.seeds) > 3 else ""
    yield f"{plural(found.share.total, 'deal')}, seeds {seeds}{more}" if found.seeds else "no deals yet"
    if not found.seeds:
        return
    by = "; ".join(str(program) for program, _ in found.programs)
    yield f"decided by {by}"
    yield _replayed(found)
    yield ""
    for verdict in Verdict:
        yield f"  {verdict!s:<12}{found.counts[verdict]:>12,}"
    for reason, count in found.open.items():
        yield f"  left open: {reason} {count:,}"
    yield f"can be won: {found.share.words(digits)}"
    for stop in found.stops:
        low, high = stop.interval
        yield (
            f"sequential, {plural(stop.share.total, 'deal')} from seed {stop.first:,} for a width of {stop.width:g}:"
            f" {stop.share.words(digits, (low, high))}"
        )
    for values in found.values:
        yield ""
        yield from _measure(values, digits)
    yield ""
    yield f"{'':<12}" + "".join(f"{label:>11}" for label in ("mean", *map(_label, found.positions.quantiles)))
    yield _quantiles("positions", found.positions, 0)
    yield _quantiles("ms", found.seconds, 2, 1000)
    yield ""
    yield "slowest deals"
    for row in found.slowest:
        deal = row.deal
        yield f"  seed {deal.seed:<12} {deal.verdict!s:<12}{deal.seconds:>10.3f} s {deal.positions:>14,} positions"


def _replayed(found: SurveyReport) -> str:
    won = found.counts[Verdict.SOLVABLE]
    if found.replayed >= won:
        return "the referee has replayed every winning line"
    return f"the native referee has replayed every winning line, that in Python {found.replayed:,} of them at random"


def _measure(values: Values, digits: int) -> Iterator[str]:
    what = "best value" if values.best else "value of the line found, which need not be the best"
    yield f"{values.measure} ({what}; mean {values.mean:.3f}), shares of all deals"
    for value, share in values.shares.items():
        yield f"  {value:>4}  {share.words(digits)}"


def _label(share: float) -> str:
    return _LABELS.get(share, f"{100 * share:g} %")


def _quantiles(name: str, found: Distribution, digits: int, factor: float = 1.0) -> str:
    numbers = (found.mean, *found.quantiles.values())
    return f"{name:<12}" + "".join(f"{factor * number:>11,.{digits}f}" for number in numbers)


def _record(found: SurveyReport) -> Surveyed:
    from solver.cli.records import surveys

    return surveys.surveyed(found)
