"""How fast the gallery's native searches are, and how many times as fast as plain Python on the same deals.

    python -m benchmarks.native [PART …] [--deals N] [--stalled N] [--limit SECONDS]

Parts (all, if none is named):

    known      the deals of gallery.jsonl, native and plain Python in turn: deciding, and the fewest redeals
    hard       a line for each deal of gallery-hard.jsonl and gallery-special.jsonl
    stalled    random deals (--stalled, default 100,000)
    free       the deals of gallery-free.jsonl, and random deals (--deals) with order: free
    anytime    random deals (--deals, default 1,000) with redeal: anytime in either order
    whole      the deals of gallery.jsonl by solver.solve, replay included

Times are processor seconds, of deciding a packed position unless the part says otherwise; no deal takes longer than
--limit seconds (default 60; of the wall clock).
"""

from __future__ import annotations

import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from benchmarks.common import duration, heading, known_deals, parser, row
from solver import native, registry, solving
from solver.limits import Budget, LimitReached, Limits
from solver.outcome import Verdict
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.search import fewest, standstills, twins


@dataclass(frozen=True)
class Run:
    """What deciding one deal took."""

    name: str
    verdict: Verdict
    seconds: float


def decide(search_type: Callable[[Packed, Budget], Any], name: str, packed: Packed, limits: Limits) -> Run:
    """Search once."""
    started = time.process_time()
    search = search_type(packed, Budget(limits))
    try:
        verdict = Verdict.UNSOLVABLE if search.run().plays is None else Verdict.SOLVABLE
    except LimitReached:
        verdict = Verdict.UNDECIDED
    return Run(name, verdict, time.process_time() - started)


def report(title: str, runs: Iterable[Run]) -> None:
    """A table of times by verdict, and which deal took longest."""
    runs = list(runs)
    print(heading(title))
    for name, chosen in (("all", runs), *((str(v), [run for run in runs if run.verdict is v]) for v in Verdict)):
        if chosen:
            print(row(name, [run.seconds for run in chosen]))
    slowest = max(runs, key=lambda run: run.seconds)
    print(f"slowest: {slowest.name}, {slowest.verdict}, {duration(slowest.seconds)}\n")


def times(title: str, quick: list[float], slow: list[float]) -> None:
    """Native and plain Python on the same deals."""
    print(heading(title))
    print(row("native", quick))
    print(row("plain Python", slow))
    print(f"{sum(slow) / sum(quick):.1f} times as fast\n")


def known(limits: Limits) -> None:
    """The deals of gallery.jsonl, the twins in turn."""
    kinds = (twins.StandstillSearch, standstills.Search)
    seconds: list[list[float]] = [[], []]
    best: list[list[float]] = [[], []]
    for deal in known_deals("gallery"):
        packed = pack(deal.position)
        for kind, taken in zip(kinds, seconds, strict=True):
            run = decide(kind, deal.name, packed, limits)
            deal.check(run.verdict)
            taken.append(run.seconds)
        if deal.verdict == str(Verdict.SOLVABLE):
            for kind, taken in zip(kinds, best, strict=True):
                started = time.process_time()
                found = fewest.fewest_redeals(packed, Budget(), kind)
                taken.append(time.process_time() - started)
                if found.bounds is None or not found.bounds.proved:
                    raise SystemExit(f"{deal.name}: no fewest redeals found")
    times("known, deciding", *seconds)
    times("known, fewest", *best)


def hard(limits: Limits) -> None:
    """A line for each hard deal."""
    for deal in (*known_deals("gallery-hard"), *known_deals("gallery-special")):
        packed = pack(deal.position)
        run = decide(twins.StandstillSearch, deal.name, packed, limits)
        deal.check(run.verdict)
        started = time.process_time()
        found = fewest.fewest_redeals(packed, Budget(limits))
        print(
            f"{deal.name:22}{run.verdict!s:12}{duration(run.seconds):>11}; fewest redeals {found.bounds}:"
            f" {duration(time.process_time() - started)}"
        )
    print()


def random_deals(count: int, **options: str) -> Iterator[tuple[str, Packed]]:
    """Random deals by name."""
    gallery = registry.patience("gallery")
    chosen = {option.name: option.default for option in gallery.options} | options
    for seed in range(count):
        yield f"seed {seed}", pack(gallery.start(gallery.random_deal(seed, chosen)))


def stalled(count: int, limits: Limits) -> None:
    """Random deals under the book's rules."""
    runs = (decide(twins.StandstillSearch, name, packed, limits) for name, packed in random_deals(count))
    report("redeal: stalled", runs)


def free(count: int, limits: Limits) -> None:
    """The deals of gallery-free.jsonl, and random deals, where the player picks the pile."""
    runs = []
    for deal in known_deals("gallery-free"):
        runs.append(decide(twins.StandstillSearch, deal.name, pack(deal.position), limits))
        deal.check(runs[-1].verdict)
    report("gallery-free", runs)
    deals = random_deals(count, order="free")
    report("stalled, free", (decide(twins.StandstillSearch, name, packed, limits) for name, packed in deals))


def anytime(count: int, limits: Limits) -> None:
    """Random deals with redeals at any time, in either order."""
    for order in ("fixed", "free"):
        deals = random_deals(count, redeal="anytime", order=order)
        report(f"anytime, {order}", (decide(twins.DiscrepancySearch, name, packed, limits) for name, packed in deals))


def whole() -> None:
    """The whole way of a deal that is read already: deciding it and replaying the line."""
    seconds = []
    verdicts: Counter[Verdict] = Counter()
    for deal in known_deals("gallery"):
        started = time.process_time()
        verdicts[solving.solve(deal.position).verdict] += 1
        seconds.append(time.process_time() - started)
    print(heading("solver.solve"))
    print(row("all", seconds), "\n")


def main() -> None:
    """Print the parts that are asked for."""
    arguments = parser(__doc__)
    arguments.add_argument("parts", nargs="*", metavar="PART")
    arguments.add_argument("--deals", type=int, default=1000)
    arguments.add_argument("--stalled", type=int, default=100_000)
    arguments.add_argument("--limit", type=float, default=60.0)
    chosen = arguments.parse_args()
    if not native.USED:
        raise SystemExit(f"there is nothing to compare: {native.words()}")
    limits = Limits(seconds=chosen.limit)
    parts: dict[str, Callable[[], None]] = {
        "known": lambda: known(limits),
        "hard": lambda: hard(limits),
        "stalled": lambda: stalled(chosen.stalled, limits),
        "free": lambda: free(chosen.deals, limits),
        "anytime": lambda: anytime(chosen.deals, limits),
        "whole": whole,
    }
    unknown = set(chosen.parts) - set(parts)
    if unknown:
        arguments.error(f"no part {', '.join(sorted(unknown))}; expected {', '.join(parts)}")
    for part in chosen.parts or parts:
        parts[part]()
        sys.stdout.flush()


if __name__ == "__main__":
    main()
