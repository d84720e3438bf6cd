"""A soak: random deals of all patiences and options in one process, verdicts compared, memory watched.

`python -m tests.soak --minutes 60`. Ends with 1 when two engines disagree or the memory held grows.
"""

from __future__ import annotations

import gc
import random
import sys
import time
from collections import Counter

import click

import solver
from solver import Limits, Verdict
from solver.errors import Unsupported
from solver.limits import resident_memory
from tests.judges import dealing, plain

GROWTH = 1.25
"""How many times the memory after the first quarter may be held at the end."""

PERIOD = 1.0
"""Seconds between two looks at the memory: more of them would be what grows."""

DECIDED = {Verdict.SOLVABLE, Verdict.UNSOLVABLE}


def one_deal(game: str, seed: int, rng: random.Random) -> tuple[str, ...]:
    """Solve one deal and a position late in it; what became of it, in words to be counted.

    Raises AssertionError when two answers contradict each other.
    """
    position = dealing.start(dealing.deal(game, seed, rng.choice(dealing.all_options(game))))
    limits = Limits(positions=3000, seconds=5)
    outcome = solver.solve(position, limits, jobs=1)
    found = [str(outcome.verdict)]
    for engine in dealing.engines(game):
        if engine in ("auto", "both") or (engine == "cp-sat" and rng.random() < 0.98):  # its process takes a second
            continue
        try:
            other = solver.solve(position, limits, engine=engine, jobs=1)
        except Unsupported:
            continue
        verdicts = {outcome.verdict, other.verdict} & DECIDED
        assert len(verdicts) < 2, f"{outcome.engine}: {outcome.verdict}; {other.engine}: {other.verdict}\n{position}"
        found.append("compared with another engine")
    if outcome.moves:
        late = position
        for move in outcome.moves[: -rng.randint(1, 10)]:
            late = late.play(move)
        for _ in range(3):
            late = late.play(rng.choice(late.moves())) if late.moves() else late
        for _, can_win in plain.settled(lambda here: plain.winnable(here, 300), [late]):
            verdict = solver.solve(late, limits, jobs=1).verdict
            assert verdict is (Verdict.SOLVABLE if can_win else Verdict.UNSOLVABLE), f"plain search: {can_win}\n{late}"
            found.append("compared with plain search")
    return tuple(found)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--minutes", type=click.FloatRange(min=0), default=1, show_default=True, help="Stop after so long.")
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first deals.")
@click.option("--deals", type=int, help="Stop after so many deals.")
def main(minutes: float, seed: int, deals: int | None) -> None:
    """Solve random deals of all patiences in one process, compare verdicts, and watch the memory."""
    rng = random.Random(seed)
    counts: dict[str, Counter[str]] = {game: Counter() for game in dealing.GAMES}
    started = time.monotonic()
    end = started + 60 * minutes
    samples: list[tuple[float, int]] = []
    done = 0
    while time.monotonic() < end and (deals is None or done < deals):
        game = rng.choice(dealing.GAMES)
        counts[game].update(one_deal(game, seed + done, rng))
        done += 1
        gc.collect()
        if not samples or time.monotonic() - started >= samples[-1][0] + PERIOD:
            samples.append((time.monotonic() - started, resident_memory()))
    for game, counted in counts.items():
        print(f"{game}: " + ", ".join(f"{number} {what}" for what, number in sorted(counted.items())))
    if not samples:
        return
    megabytes = [memory / 2**20 for _, memory in samples]
    quarter = len(megabytes) // 4
    print(f"{done} deals in {samples[-1][0]:.0f} s")
    for part in (0, quarter, 2 * quarter, 3 * quarter, len(megabytes) - 1):
        print(f"  after {samples[part][0]:.0f} s: {megabytes[part]:.0f} MB")
    settled = max(megabytes[quarter : quarter + max(1, quarter // 2)])
    if megabytes[-1] > GROWTH * settled:
        print(f"memory grows: {settled:.0f} MB after the first quarter, {megabytes[-1]:.0f} MB at the end")
        sys.exit(1)


if __name__ == "__main__":
    main()
