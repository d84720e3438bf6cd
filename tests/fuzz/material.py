"""What the fuzzers feed: deals and logs of all registered patiences, and ways to spoil a text."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass
from functools import cache
from typing import Any

import solver
from solver import Limits, Verdict
from tests.judges import dealing

ODD = (
    "\x1b[31m",
    "\x00",
    "\x07",
    "\x85",
    "\u2028",
    "\u202e",
    "\ufeff",
    "\ufe0f",
    "é",
    "Т",
    "Ѕ",
    "٣",
    "１",
    "—",
    "--",
    "?",
    "?*9",
    "[8S]",
    "10♠",
    "#",
    ":",
    "=",
    "game:",
    "deck:",
    "letters: ru",
    "letters: xx",
    "-1",
    "9" * 40,
    "A" * 3000,
    "\r",
    "\t",
    "{",
)
"""Characters and words that have misled programs before."""

HUGE = (str(2**31), str(2**63 - 1), str(2**64), "9" * 30, "9" * 101, "9" * 5000, "-1", "0", "1e9", "nan", "0x10", "１")
"""Numbers that are too large or none."""


@dataclass(frozen=True)
class Known:
    """A deal file, a log that plays it as far as one is known, and its verdict."""

    game: str
    text: str
    log: str
    verdict: Verdict


@cache
def known(game: str, number: int) -> Known:
    """A deal or position of a game with its verdict, undecided where a short search does not tell."""
    rng = random.Random(f"{game} {number}")
    chosen = rng.choice(dealing.all_options(game))
    position: Any
    position, moves = dealing.winning_line(game, chosen) if number % 2 else (None, ())
    if moves:
        at = rng.randrange(len(moves))
        for move in moves[:at]:
            position = position.play(move)
        return Known(game, str(position), lines(moves[at:]), Verdict.SOLVABLE)
    deal = dealing.deal(game, number, chosen)
    position = dealing.start(deal)
    outcome = solver.solve(position, Limits(positions=1000, seconds=2), jobs=1)
    return Known(game, str(rng.choice((deal, position))), lines(outcome.moves), outcome.verdict)


def lines(moves: Any) -> str:
    """A log without a header."""
    return "".join(f"{move}\n" for move in moves)


def spoilt(text: str, rng: random.Random) -> str:
    """A text with a few things wrong: words or lines left out, twice, exchanged, odd, in another case."""
    for _ in range(rng.randint(1, 3)):
        how = rng.randrange(8)
        words = text.split(" ")
        at, other = rng.randrange(len(words)), rng.randrange(len(words))
        if how == 0:
            words[at] = rng.choice(ODD)
        elif how == 1:
            words[at], words[other] = words[other], words[at]
        elif how == 2:
            del words[at]
        elif how == 3:
            words.insert(at, words[other])
        if how < 4:
            text = " ".join(words)
            continue
        if how == 7:
            text = _with_a_huge_number(text, rng)
            continue
        rows = text.split("\n")
        at = rng.randrange(len(rows))
        if how == 4:
            rows.insert(at, rows[rng.randrange(len(rows))])
        elif how == 5:
            del rows[at]
        else:
            place = rng.randint(0, len(rows[at]))
            rows[at] = rows[at][:place] + rng.choice(ODD) + rows[at][place + rng.randint(0, 3) :]
        text = "\n".join(rows)
    return text if rng.random() < 0.9 else text.swapcase()


def _with_a_huge_number(text: str, rng: random.Random) -> str:
    """A text with one of its numbers, if there is one, exchanged for another that nobody means."""
    numbers = list(re.finditer(r"(?<=[ *.])[0-9]+(?![0-9A-Za-z♠♥♦♣])", text))
    if not numbers:
        return text
    found = rng.choice(numbers)
    return text[: found.start()] + rng.choice(HUGE) + text[found.end() :]
