"""Results in words: one place, so that every command says the same thing alike."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from solver import native
from solver.bounds import Bounds
from solver.files import DealFile
from solver.forced import Forced
from solver.limits import Limit
from solver.outcome import Outcome, Verdict
from solver.words import plural


def number(value: float) -> str:
    """A statistic for people."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def summary(outcome: Outcome[Any]) -> str:
    """An outcome in a line: verdict, length and measures of the line, what a limit left open."""
    words = [str(outcome.verdict)]
    if outcome.verdict is Verdict.SOLVABLE:
        words.append(plural(len(outcome.moves), "move"))
        words += (f"{name} {value}" for name, value in outcome.values.items() if name not in outcome.measures)
    words += (f"{name} {best(bounds)}" for name, bounds in outcome.measures.items())
    if outcome.limit is not None:
        words.append("interrupted" if outcome.limit is Limit.INTERRUPT else f"{outcome.limit} reached")
    return ": ".join((words[0], ", ".join(words[1:]))) if words[1:] else words[0]


def best(bounds: Bounds) -> str:
    """The bounds of a best value for people."""
    return f"{bounds} (proved)" if bounds.proved else str(bounds)


def statistics(outcome: Outcome[Any]) -> str:
    """Engine and statistics in a line, and what makes searches slow if they are."""
    words = [outcome.engine, *(f"{name} {number(value)}" for name, value in outcome.stats.items())]
    if not native.USED:
        words.append(native.words())
    return "; ".join(words)


def comments(lines: Iterable[str]) -> str:
    """Lines as comments of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def log_text(deal: DealFile, outcome: Outcome[Any]) -> str:
    """The move log of an outcome: verdict, notes and statistics as comments, then header and moves (to its end)."""
    text = comments((summary(outcome), *outcome.notes, statistics(outcome)))
    moves = outcome.moves if outcome.verdict is Verdict.SOLVABLE else outcome.end
    if moves is None:
        return text
    return text + "".join(f"{line}\n" for line in (*deal.log_header(), *moves))


def forced_text(forced: Forced[Any]) -> list[str]:
    """What every game begins with, in a line; none where there is a choice at once."""
    moves = forced.moves
    if not moves:
        return []
    if len(moves) == 1:
        return [f"forced: {moves[0]} is the only move"]
    order = "" if forced.ordered else ", in one order or another"
    return [f"forced: the next {len(moves)} moves{order}, up to {moves[-1]}"]


def now(won: bool, moves: Iterable[object]) -> str:
    """What can be played in a position, in lines."""
    lines = [f"  {move}" for move in moves]
    if won:
        return "won\n"
    return "can be played now:\n" + "\n".join(lines) + "\n" if lines else "no move is left\n"
