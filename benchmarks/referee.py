"""How fast deals are read and lines are replayed: `python -m benchmarks.referee`.

Each patience's winnable example is read and printed; the log beside it is read and replayed, and its moves are checked
once more without reading. The figures are the least processor time of several rounds.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import process_time
from timeit import repeat

from benchmarks.common import duration, parser
from solver.deal_files import DealFile, read_deal
from solver.move_logs import read_log
from solver.verifying import Result, replay, verify

EXAMPLES = Path(__file__).parent.parent / "examples"


def least(work: Callable[[], object], rounds: int) -> float:
    """The least seconds that a piece of work took."""
    return min(repeat(work, timer=process_time, number=10, repeat=rounds)) / 10


def replayed(deal: DealFile, log: str) -> Result:
    """What a log's moves come to, read and played."""
    return replay(deal.position, read_log(log).readers(deal.patience)).result


def main() -> None:
    """Time every patience that has an example."""
    options = parser(__doc__)
    options.add_argument("--rounds", type=int, default=50)
    rounds = options.parse_args().rounds
    print(f"{'deal':<20}{'moves':>6}{'read deal':>13}{'print':>13}{'check line':>13}{'read and check log':>20}")
    for example in sorted(EXAMPLES.glob("*-solvable.txt")):
        text, log = (path.read_text(encoding="utf-8") for path in (example, example.with_suffix(".log")))
        deal = read_deal(text)
        report = replay(deal.position, read_log(log).readers(deal.patience))
        works = (
            partial(read_deal, text),
            partial(str, deal.position),
            partial(verify, deal.position, report.moves),
            partial(replayed, deal, log),
        )
        read, printed, checked, both = (duration(least(work, rounds)) for work in works)
        print(f"{example.stem:<20}{report.played:>6}{read:>13}{printed:>13}{checked:>13}{both:>20}")


if __name__ == "__main__":
    main()
