"""How fast CP-SAT decides deals of the gallery, and proves the fewest redeals.

    python -m benchmarks.gallery_cpsat [--workers N] [--limit SECONDS] [--stalled N] [--hard N] [--anytime N] [--free N]
                                       [--fewest N]

Times are wall-clock seconds of a whole answer: start of the process, model, search. The counts say how many deals of
each kind are taken (0 leaves the kind out). Deals with free order are those of gallery.jsonl; the fewest redeals are
those of its solvable deals, without a known line.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice

from benchmarks.common import Deal, heading, known_deals, parser, row
from solver.limits import Budget, LimitReached, Limits
from solver.outcome import Verdict
from solver.patiences.gallery import cpsat
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack


@dataclass(frozen=True)
class Kind:
    """A line of the table: which deals, how many by default, and what is asked of each."""

    name: str
    count: int
    deals: Callable[[], Iterator[Deal]]
    ask: Callable[[Packed, Budget, int], Verdict]


def solvable(name: str) -> Iterator[Deal]:
    """The deals of a data file that can be won."""
    return (deal for deal in known_deals(name) if deal.verdict == str(Verdict.SOLVABLE))


def decide(packed: Packed, budget: Budget, workers: int) -> Verdict:
    """Whether a position can be won."""
    try:
        found = cpsat.decide(packed, budget, workers)
    except LimitReached:
        return Verdict.UNDECIDED
    return Verdict.UNSOLVABLE if found.plays is None else Verdict.SOLVABLE


def fewest(packed: Packed, budget: Budget, workers: int) -> Verdict:
    """Solvable if the fewest redeals are proved, undecided if only bounds are."""
    found = cpsat.fewest_redeals(packed, budget, workers)
    if found.bounds is None:
        return Verdict.UNSOLVABLE
    return Verdict.SOLVABLE if found.bounds.proved else Verdict.UNDECIDED


KINDS = (
    Kind("stalled", 100, lambda: known_deals("gallery"), decide),
    Kind("hard", 6, lambda: known_deals("gallery-hard"), decide),
    Kind("anytime", 40, lambda: known_deals("gallery-anytime"), decide),
    Kind("free", 20, lambda: known_deals("gallery", order="free"), decide),
    Kind("fewest", 20, lambda: solvable("gallery"), fewest),
)


def run(kind: Kind, count: int, workers: int, limit: float) -> str:
    """Ask about so many deals; the line of the table. A wrong verdict ends the program."""
    seconds = []
    undecided = 0
    for deal in islice(kind.deals(), count):
        packed = pack(deal.position)
        started = time.perf_counter()
        verdict = kind.ask(packed, Budget(Limits(seconds=limit)), workers)
        seconds.append(time.perf_counter() - started)
        deal.check(verdict)
        undecided += verdict is Verdict.UNDECIDED
    return row(kind.name, seconds, f"{undecided}")


def main() -> None:
    """Print the table."""
    arguments = parser(__doc__)
    arguments.add_argument("--workers", type=int, default=2, metavar="N", help="threads of CP-SAT (default 2)")
    arguments.add_argument("--limit", type=float, default=60.0, help="seconds for a deal (default 60)")
    for kind in KINDS:
        arguments.add_argument(f"--{kind.name}", type=int, default=kind.count, metavar="N")
    given = arguments.parse_args()
    print(heading(f"CP-SAT, {given.workers} workers", "undecided"))
    for kind in KINDS:
        count = getattr(given, kind.name)
        if count:
            print(run(kind, count, given.workers, given.limit), flush=True)


if __name__ == "__main__":
    main()
