"""Surveys as a picture: the share against the number of deals, the effort, and the values of measures, side by side."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from importlib import import_module
from math import ceil, log10
from typing import Any

from solver.errors import Unsupported
from solver.outcome import Verdict
from solver.shares import Share
from solver.surveying.reporting import SurveyReport, Values
from solver.surveying.survey_file import SurveyFile

COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")
"""Of the surveys in turn: told apart by the colour-blind, too (M. Okabe, K. Ito)."""

POINTS = 160
"""Points of a curve against the number of deals."""

BINS_A_DECADE = 10
"""Bins of a histogram with a logarithmic scale for each factor of ten."""


@dataclass(frozen=True)
class Curve:
    """How the share came to be what it is: after so many deals, in the order of their seeds, the share then."""

    deals: tuple[int, ...]
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Histogram:
    """How many deals fall between one edge and the next; the edges are evenly spaced on a logarithmic scale."""

    edges: tuple[float, ...]
    counts: tuple[int, ...]


@dataclass(frozen=True)
class Drawn:
    """A survey as it is drawn, under a name."""

    name: str
    report: SurveyReport
    curve: Curve
    positions: Histogram
    milliseconds: Histogram


def drawn(database: SurveyFile, found: SurveyReport, name: str) -> Drawn:
    """What a picture needs of a survey."""
    milliseconds = (value / 1000 for value in database.ordered(found.number, "microseconds"))
    return Drawn(
        name,
        found,
        _curve(database.verdicts(found.number), found.share.total),
        _histogram(database.ordered(found.number, "positions"), 1.0),
        _histogram(milliseconds, 0.01),
    )


def _curve(verdicts: Iterable[Verdict], total: int) -> Curve:
    first = min(total, 10)
    wanted = {round(first * (total / first) ** (step / POINTS)) for step in range(POINTS + 1)} if total else set()
    counts = dict.fromkeys(Verdict, 0)
    deals, shares = [], []
    for number, verdict in enumerate(verdicts, 1):
        counts[verdict] += 1
        if number in wanted:
            deals.append(number)
            shares.append(Share(counts[Verdict.SOLVABLE], number, counts[Verdict.UNDECIDED]))
    return Curve(tuple(deals), tuple(shares))


def _histogram(ordered: Iterable[float], least: float) -> Histogram:
    """The histogram of numbers that come in their order; those below `least` are in the first bin."""
    counts: list[int] = []
    for value in ordered:
        place = 0 if value <= least else int(log10(value / least) * BINS_A_DECADE)
        counts += [0] * (place + 1 - len(counts))
        counts[place] += 1
    first = next((place for place, count in enumerate(counts) if count), 0)
    edges = tuple(least * 10 ** (place / BINS_A_DECADE) for place in range(first, len(counts) + 1))
    return Histogram(edges, tuple(counts[first:]))


# --- drawing ---------------------------------------------------------------------------------------------------------


def picture(surveys: Sequence[Drawn], kind: str) -> bytes:
    """A picture of surveys in one file format (`png`, `svg` or `pdf`). Raises Unsupported without the library."""
    try:
        matplotlib: Any = import_module("matplotlib")
        figures: Any = import_module("matplotlib.figure")
    except ImportError:
        raise Unsupported(
            'pictures need the library matplotlib; install it with: python -m pip install "patience-solver[plot]"'
        ) from None
    measures = list(dict.fromkeys(values.measure for survey in surveys for values in survey.report.values))
    panels = 3 + len(measures)
    style = {
        "font.size": 9,
        "axes.spines.top": False,
        "axes.spines.right": False,
        "axes.grid": True,
        "axes.axisbelow": True,
        "grid.color": "#e6e6e6",
        "svg.hashsalt": "patience-solver",
    }
    with matplotlib.rc_context(style):
        rows = ceil(panels / 2)
        figure = figures.Figure(figsize=(10, 3.4 * rows + 0.4 + 0.2 * len(surveys)), layout="constrained")
        axes = list(figure.subplots(rows, 2, squeeze=False).flat)
        _draw_curves(axes[0], surveys)
        _draw_effort(axes[1], [(survey, survey.positions) for survey in surveys], "positions")
        _draw_effort(axes[2], [(survey, survey.milliseconds) for survey in surveys], "milliseconds of processor time")
        for panel, measure in zip(axes[3:], measures, strict=False):
            _draw_measure(panel, surveys, measure)
        for panel in axes[panels:]:
            panel.axis("off")
        handles, labels = axes[0].get_legend_handles_labels()
        figure.legend(handles, labels, loc="outside upper left", frameon=False, ncols=1)
        target = io.BytesIO()
        metadata = {"svg": {"Date": None}, "pdf": {"CreationDate": None}}.get(kind)
        figure.savefig(target, format=kind, dpi=150, metadata=metadata)
    return target.getvalue()


def _log_scale(axes: Any) -> None:
    """A logarithmic scale along the bottom, with numbers as people write them at the powers of ten alone."""
    axes.set_xscale("log")
    axes.xaxis.set_major_formatter(lambda value, _place: _short(value))
    axes.xaxis.set_minor_formatter(lambda _value, _place: "")


def _short(value: float) -> str:
    """`0.1`, `10`, `10k`, `10M`."""
    for unit, letter in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if value >= unit:
            return f"{value / unit:g}{letter}"
    return f"{value:g}"


def _coloured(surveys: Sequence[Any]) -> Iterable[tuple[str, Any]]:
    return ((COLOURS[number % len(COLOURS)], survey) for number, survey in enumerate(surveys))


def _draw_curves(axes: Any, surveys: Sequence[Drawn]) -> None:
    for colour, survey in _coloured(surveys):
        curve = survey.curve
        digits = 2 if survey.report.share.total < 100_000 else 3
        label = f"{survey.name}: {survey.report.share.words(digits)}"
        middles = [100 * (share.least + share.most) / 2 for share in curve.shares]
        lows = [100 * share.interval[0] for share in curve.shares]
        highs = [100 * share.interval[1] for share in curve.shares]
        axes.fill_between(curve.deals, lows, highs, color=colour, alpha=0.2, linewidth=0)
        axes.plot(curve.deals, middles, color=colour, linewidth=1.2, label=label)
    _log_scale(axes)
    axes.set_title("share that can be won, with its 95 % interval", loc="left", fontsize=9)
    axes.set_xlabel("deals")
    axes.set_ylabel("%")


def _draw_effort(axes: Any, surveys: Sequence[tuple[Drawn, Histogram]], what: str) -> None:
    for colour, (survey, histogram) in _coloured(surveys):
        total = max(1, survey.report.share.total)
        shares = [100 * count / total for count in histogram.counts]
        axes.stairs(shares, histogram.edges, color=colour, linewidth=1.2, fill=False)
        axes.stairs(shares, histogram.edges, color=colour, alpha=0.15, fill=True)
    _log_scale(axes)
    axes.set_title(f"effort: {what} for a deal", loc="left", fontsize=9)
    axes.set_xlabel(what)
    axes.set_ylabel("% of deals")


def _draw_measure(axes: Any, surveys: Sequence[Drawn], measure: str) -> None:
    chosen: list[tuple[str, Values]] = [
        (colour, values)
        for colour, survey in _coloured(surveys)
        for values in survey.report.values
        if values.measure == measure
    ]
    width = 0.8 / len(chosen)
    for place, (colour, values) in enumerate(chosen):
        offset = (place - (len(chosen) - 1) / 2) * width
        xs = [value + offset for value in values.shares]
        heights = [100 * share.least for share in values.shares.values()]
        ends = [share.interval for share in values.shares.values()]
        below = [max(0.0, height - 100 * low) for height, (low, _) in zip(heights, ends, strict=True)]
        above = [max(0.0, 100 * high - height) for height, (_, high) in zip(heights, ends, strict=True)]
        axes.bar(xs, heights, width * 0.92, color=colour, alpha=0.55)
        axes.errorbar(xs, heights, (below, above), fmt="none", ecolor="#333333", elinewidth=0.8, capsize=2)
    best = all(values.best for _, values in chosen)
    axes.set_title(f"{measure}: {'best values' if best else 'of the lines found'}", loc="left", fontsize=9)
    axes.set_xlabel(measure)
    axes.set_ylabel("% of all deals")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.grid(visible=False, axis="x")
