"""Results in words: one place, so that every command says the same thing alike."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from solver import native
from solver.bounds import Bounds
from solver.deal_files import DealFile
from solver.letters import Letters, in_letters
from solver.limits import Limit
from solver.outcome import Outcome, Verdict
from solver.printing import comments
from solver.words import plural

if TYPE_CHECKING:
    from solver.forced import Forced
    from solver.hinting import Choice
    from solver.patience import Assumption, Explanation
    from solver.verifying import Report


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


def answer_text(deal: DealFile, outcome: Outcome[Any]) -> str:
    """An outcome as a log: verdict, notes and statistics as comments, then its moves (to its end) if there are any."""
    about = (summary(outcome), *assumptions(deal.relied_on(outcome)), *outcome.notes, statistics(outcome))
    moves = outcome.moves if outcome.verdict is Verdict.SOLVABLE else outcome.end
    return in_letters(comments(about), deal.letters) if moves is None else deal.log(moves, about)


def explanation_text(deal: DealFile, forced: Forced[Any], explanation: Explanation[Any]) -> str:
    """The verdict and why the position is lost, in lines."""
    outcome = explanation.outcome
    lines = (summary(outcome), *assumptions(deal.relied_on(outcome)), *forced_text(forced), *explanation.lines, "")
    return in_letters("\n".join(lines), deal.letters)


def assumptions(found: Iterable[Assumption]) -> list[str]:
    """What an answer assumes, a sentence each."""
    return [
        f"assumes {assumption}, which the deal does not say" + (f": {assumption.about}" if assumption.about else "")
        for assumption in found
    ]


def answer_line(deal: DealFile, outcome: Outcome[Any]) -> str:
    """An outcome and what it assumes, in a line."""
    return ", ".join((summary(outcome), *(f"assuming {assumption}" for assumption in deal.relied_on(outcome))))


def illegal(log: str, line: int, report: Report[Any, Any], letters: Letters) -> str:
    """Which line of a log is illegal and why."""
    return f"illegal: {log}, line {line}: " + in_letters(f"{report.move}\n{report.reason}", letters)


LIKE = 3
"""So many moves that are like another are named beside it."""


def choice_lines(choices: Sequence[Choice[Any]], measure: str | None) -> list[str]:
    """What each move of a position does, a line each; the first one is marked as advised if it keeps the win.

    measure: the patience's own.
    """
    width = max((len(str(choice.move)) for choice in choices), default=0)
    lines = []
    for number, choice in enumerate(choices):
        mark = "*" if number == 0 and choice.verdict is Verdict.SOLVABLE else " "
        lines.append(f"{mark} {choice.move!s:<{width}}  {_effect(choice, measure)}")
    return lines


def _effect(choice: Choice[Any], measure: str | None) -> str:
    """What a move does, and which are like it."""
    effect = _verdict(choice)
    if choice.best is not None:
        effect += f" with {measure} {best(choice.best)}"
    if choice.ways is not None and choice.ways.moves:
        verb = "does" if choice.ways.keep == 1 else "do"
        effect += f"; {choice.ways.keep} of {plural(choice.ways.moves, 'move')} after it {verb}, too"
        if choice.ways.unknown:
            effect += f" ({choice.ways.unknown} undecided)"
    others = list(map(str, choice.moves[1:]))
    if not others:
        return effect
    more = f" or {len(others) - LIKE} more" if len(others) > LIKE else ""
    return f"{effect} (like {', '.join(others[:LIKE])}{more})"


def _verdict(choice: Choice[Any]) -> str:
    if choice.verdict is Verdict.SOLVABLE:
        return "wins" if len(choice.line) == 1 else "keeps the win"
    if choice.verdict is Verdict.UNSOLVABLE:
        return "loses"
    return "undecided" if choice.limit is None else f"undecided ({choice.limit} reached)"


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
