"""Run the fuzzers for some minutes, or one case alone."""

from __future__ import annotations

import itertools
import signal
import sys
import time
import traceback
from collections import Counter

import click

from tests.fuzz import commands, library, serving

KINDS = {
    "library": library.run,
    "commands": commands.run,
    "requests": serving.requests,
    "killed": serving.killed,
}

QUICK = {"library": 20}
"""How many cases of a kind are run for one of the others."""


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option("--minutes", type=click.FloatRange(min=0), default=1, show_default=True, help="Stop after so long.")
@click.option("--seed", type=int, default=1, show_default=True, help="Number of the first case.")
@click.option("--kind", type=click.Choice(list(KINDS)), multiple=True, help="Only this kind; repeatable.")
@click.option("--case", type=int, help="Run this case alone.")
def main(minutes: float, seed: int, kind: tuple[str, ...], case: int | None) -> None:
    """Feed deals, logs, options and commands at random; print every case that fails, with its kind and number."""
    for interrupt in (signal.SIGINT, signal.SIGHUP, signal.SIGQUIT):
        signal.signal(interrupt, signal.default_int_handler)  # a run in the background would hand on that it is ignored
    kinds = kind or tuple(KINDS)
    end = time.monotonic() + 60 * minutes
    done: Counter[str] = Counter()
    failed: list[str] = []
    for number in itertools.count(seed) if case is None else [case]:
        if case is None and time.monotonic() >= end:
            break
        for name in kinds:
            times = 1 if case is not None else QUICK.get(name, 1)
            for one in range(times * number, times * (number + 1)):
                done[name] += 1
                try:
                    KINDS[name](one)
                except Exception:
                    failed.append(f"--kind {name} --case {one}")
                    print(f"\n== {failed[-1]}", traceback.format_exc(), sep="\n", flush=True)
    print(", ".join(f"{count} cases of {name}" for name, count in done.items()), f"{len(failed)} failed", sep="; ")
    for words in failed:
        print(f"  python -m tests.fuzz {words}")
    sys.exit(1 if failed else 0)


main()
