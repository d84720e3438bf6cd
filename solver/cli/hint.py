"""`patience-solver hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.inputs import load
from solver.cli.params import after_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import best, forced_text, summary
from solver.hinting import Choice, Hint, hint
from solver.limits import Limits
from solver.outcome import Verdict
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records import Hinted

LIKE = 3
"""So many moves that are like another are named beside it."""


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@limit_options
@reporting()
def command(deal: str, rule: tuple[tuple[str, str], ...], after: str | None, limits: Limits, report: Reporter) -> int:
    """Say what each legal move does: keeps the win, loses it, or undecided within the limits; the advised one first.

    DEAL is a deal file, or - for standard input. Among moves that keep the win with the best measure (the fewest
    reshuffles of the cross), the one is advised after which the most moves keep it again. Moves that lead to the same
    but for the names of places are one. The limits hold for all questions together.

    \b
    Examples:
      patience-solver hint deal.txt
      patience-solver hint deal.txt --after moves-so-far.txt
    """
    loaded = load(deal, rule, after)
    with report.progress() as display, report.searching(limits, display) as budget:
        found = hint(loaded.position, budget=budget)

    def record() -> Hinted:
        from solver.cli import records

        return records.hinted(file_name(deal), loaded.patience, loaded.options, found)

    report.result(lambda: _text(found, loaded.patience.deciding.best), record)
    return codes.of_outcome(found.outcome)


def _text(found: Hint[Any], measure: str | None) -> str:
    if found.won:
        return "won\n"
    lines = [summary(found.outcome), *found.outcome.notes, *forced_text(found.forced)]
    if not found.choices:
        lines.append("no move is left")
    width = max((len(str(choice.move)) for choice in found.choices), default=0)
    for choice in found.choices:
        mark = "*" if choice is found.advised else " "
        lines.append(f"{mark} {choice.move!s:<{width}}  {_effect(choice, measure)}")
    return "\n".join(lines) + "\n"


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
