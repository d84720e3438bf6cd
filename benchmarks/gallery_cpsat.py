"""How fast CP-SAT decides deals of the gallery, and proves the fewest redeals.

    python benchmarks/gallery_cpsat.py [--workers N] [--limit SECONDS] [--stalled N] [--hard N] [--anytime N] [--free N]
                                       [--fewest N]

Wall-clock seconds of a whole answer: start of the process, model, search. The counts say how many deals of each kind
are taken (0 leaves the kind out). Deals with free order are those of gallery.jsonl; the fewest redeals are those of its
solvable deals, without a known line.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))  # runs from a checkout that is not installed

from solver.files import read_deal  # noqa: E402
from solver.outcome import Budget, LimitReached, Limits  # noqa: E402
from solver.patiences.gallery import cpsat  # noqa: E402
from solver.patiences.gallery.packed import Packed  # noqa: E402
from solver.patiences.gallery.plays import pack  # noqa: E402


@dataclass(frozen=True)
class Deal:
    """A deal with its name and what is known of it."""

    name: str
    verdict: str
    packed: Packed


@dataclass(frozen=True)
class Kind:
    """A line of the table: which deals, how many by default, and what is asked of each."""

    name: str
    count: int
    deals: Callable[[], Iterator[Deal]]
    ask: Callable[[Packed, Budget, int], str]


def load(name: str) -> Iterator[Deal]:
    """The deals of a data file."""
    for line in (ROOT / "tests" / "data" / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        text = f"game: gallery\nredeal: {case.get('redeal', 'stalled')}\ndeck: {case['deck']}\n"
        yield Deal(case["name"], case["verdict"], pack(read_deal(text, case["name"]).position))


def free(name: str) -> Iterator[Deal]:
    """The deals of a data file with free order: a deal that can be won can still be won."""
    for deal in load(name):
        known = deal.verdict if deal.verdict == "solvable" else ""
        yield replace(deal, verdict=known, packed=replace(deal.packed, free_order=True))


def solvable(name: str) -> Iterator[Deal]:
    """The deals of a data file that can be won."""
    return (deal for deal in load(name) if deal.verdict == "solvable")


def decide(packed: Packed, budget: Budget, workers: int) -> str:
    """The verdict in its word."""
    try:
        found = cpsat.decide(packed, budget, workers)
    except LimitReached:
        return "undecided"
    return "unsolvable" if found.plays is None else "solvable"


def fewest(packed: Packed, budget: Budget, workers: int) -> str:
    """`solvable` if the fewest redeals are proved."""
    found = cpsat.fewest_redeals(packed, budget, workers)
    if found.bounds is None:
        return "unsolvable"
    return "solvable" if found.bounds.proved else "undecided"


KINDS = (
    Kind("stalled", 100, lambda: load("gallery"), decide),
    Kind("hard", 6, lambda: load("gallery-hard"), decide),
    Kind("anytime", 40, lambda: load("gallery-anytime"), decide),
    Kind("free", 20, lambda: free("gallery"), decide),
    Kind("fewest", 20, lambda: solvable("gallery"), fewest),
)


def run(kind: Kind, count: int, workers: int, limit: float) -> str:
    """Ask about so many deals; the line of the table. A wrong verdict ends the program."""
    seconds = []
    undecided = 0
    for deal in islice(kind.deals(), count):
        started = time.perf_counter()
        verdict = kind.ask(deal.packed, Budget(Limits(seconds=limit)), workers)
        seconds.append(time.perf_counter() - started)
        undecided += verdict == "undecided"
        if verdict != "undecided" and deal.verdict not in ("", verdict):
            raise SystemExit(f"{deal.name}: {verdict}, known to be {deal.verdict}")
    seconds.sort()
    return (
        f"{kind.name:8} {len(seconds):5} {undecided:9} {statistics.median(seconds):8.2f}"
        f" {seconds[(len(seconds) - 1) * 9 // 10]:8.2f} {seconds[-1]:8.2f}"
    )


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--limit", type=float, default=60.0, help="seconds for a deal")
    for kind in KINDS:
        parser.add_argument(f"--{kind.name}", type=int, default=kind.count, metavar="N")
    options = parser.parse_args()
    print(f"CP-SAT, {options.workers} workers, seconds")
    print(f"{'':8} {'deals':>5} {'undecided':>9} {'median':>8} {'p90':>8} {'max':>8}")
    for kind in KINDS:
        count = getattr(options, kind.name)
        if count:
            print(run(kind, count, options.workers, options.limit), flush=True)


if __name__ == "__main__":
    main()
