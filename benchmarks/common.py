"""What the benchmarks share: deals with known verdicts, quantiles, shares, and tables of times."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from solver.deal_files import read_deal
from solver.outcome import Verdict
from solver.shares import Share
from tests.data_files import load


@dataclass(frozen=True)
class Deal:
    """A deal by name, with its position at the start and the verdict that is known of it, if one is."""

    name: str
    position: Any
    verdict: str | None = None

    def check(self, found: Verdict) -> None:
        """End the program if a verdict contradicts the known one."""
        if self.verdict is not None and found is not Verdict.UNDECIDED and str(found) != self.verdict:
            raise SystemExit(f"{self.name}: found {found}, known to be {self.verdict}")


def known_deals(name: str, **freer: str) -> Iterator[Deal]:
    """The deals of tests/data/NAME.jsonl.

    freer: rule options that allow more than a deal's own; under them a deal that can be won can still be won, and of
    the others nothing is known.
    """
    for case in load(name):
        position = read_deal(case.text, case.name, overrides=freer).position
        verdict = case.known["verdict"]
        same = all(case.position.options[option] == value for option, value in freer.items())
        yield Deal(case.name, position, verdict if same or verdict == str(Verdict.SOLVABLE) else None)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which a share of the values lies, interpolated between the two nearest; 0.5 is the median."""
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (place - below) * (ordered[above] - ordered[below])


def share(count: int, total: int, digits: int = 2) -> str:
    """A share in percent, and its 95 % interval."""
    return f"{count:,} of {total:,} = {Share(count, total).words(digits)}"


# --- tables ------------------------------------------------------------------------------------------------


def duration(seconds: float) -> str:
    """A time in seconds or milliseconds."""
    return f"{seconds:.2f} s" if seconds >= 1 else f"{seconds * 1000:.2f} ms"


def _line(title: str, cells: Sequence[str]) -> str:
    return f"{title:<22}" + "".join(f" {cell:>11}" for cell in cells)


def heading(title: str, *further: str) -> str:
    """The heads of a table whose lines are those of `row`."""
    return _line(title, ("deals", "mean", "median", "p90", "p99", "max", *further))


def row(title: str, seconds: Sequence[float], *further: str) -> str:
    """A line of a table: how many times, their mean, median, quantiles 0.9 and 0.99 and maximum, and what else."""
    marks = (sum(seconds) / len(seconds), *(quantile(seconds, part) for part in (0.5, 0.9, 0.99)), max(seconds))
    return _line(title, (f"{len(seconds):,}", *(duration(mark) for mark in marks), *further))


def parser(doc: str | None) -> argparse.ArgumentParser:
    """A parser of the command line whose help begins with a benchmark's docstring."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
