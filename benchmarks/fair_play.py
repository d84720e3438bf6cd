"""How good play without peeking is: random deals played at random, by rule of thumb, by play-outs, and the verdict.

    python -m benchmarks.fair_play gallery --count 200 --width 100

The figures are in docs/at-the-table.md.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from benchmarks.common import share
from solver.fair_play import MOST_MOVES, play_fairly
from solver.limits import Budget, Limits
from solver.options import read_options
from solver.outcome import Verdict
from solver.patience import AnyPatience
from solver.registry import patience
from solver.seeing import Seen
from solver.solving import solve


def by_chance(position: Any, seen: Seen[Any, Any], seed: int) -> bool:
    """Whether a game is won in which careful moves are made at once and all others at random."""
    generator = random.Random(seed)
    careful = seen.seeing.careful
    for _ in range(MOST_MOVES):
        moves = position.moves()
        if position.is_won or not moves:
            break
        move = None if careful is None else careful(position)
        position = position.play(move or generator.choice(moves))
    won: bool = position.is_won
    return won


def gallery_by_chance(position: Any, seen: Seen[Any, Any], seed: int) -> bool:
    """The same in the gallery, with free cards played at once."""
    from solver.patiences.gallery.fair.policy import Feature, play_out
    from solver.patiences.gallery.fair.table import Dice, Table
    from solver.patiences.gallery.packing import pack

    return play_out(Table.of(pack(position), frozenset()), (0.0,) * len(Feature), Dice(seed)) == 0


def main() -> None:
    """Play and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="?", default="gallery")
    parser.add_argument("--count", type=int, default=200, help="deals")
    parser.add_argument("--first", type=int, default=0, help="seed of the first deal")
    parser.add_argument("--width", type=int, default=100, help="play-outs for each move at every decision")
    parser.add_argument("--rule", action="append", default=[], metavar="NAME=VALUE")
    asked = parser.parse_args()
    found: AnyPatience = patience(asked.game)
    options = read_options(found.options, dict(rule.split("=", 1) for rule in asked.rule))
    assert found.seeing is not None
    chance = gallery_by_chance if asked.game == "gallery" else by_chance
    players: dict[str, Callable[[Any, Seen[Any, Any], int], bool]] = {
        "at random": chance,
        "rule of thumb": lambda *given: bool(play_fairly(given[0], given[1], 0, given[2], Budget(Limits(60))).won),
        f"{asked.width} play-outs a move": lambda *given: bool(
            play_fairly(given[0], given[1], asked.width, given[2], Budget(Limits(3600))).won
        ),
        "all cards seen": lambda position, _seen, _seed: solve(position, Limits(60)).verdict is Verdict.SOLVABLE,
    }
    won = dict.fromkeys(players, 0)
    spent = dict.fromkeys(players, 0.0)
    for number in range(1, asked.count + 1):
        seed = asked.first + number - 1
        position = found.start(found.random_deal(seed, options))
        seen = found.seeing.start(position)
        for name, play in players.items():
            started = time.process_time()
            won[name] += play(position, seen, seed)
            spent[name] += time.process_time() - started
        if number % 50 == 0 or number == asked.count:
            print(f"{number} deals", flush=True)
            for name in players:
                print(
                    f"  {name:<24} {share(won[name], number, 1)}  {1000 * spent[name] / number:,.0f} ms a deal",
                    flush=True,
                )


if __name__ == "__main__":
    main()
