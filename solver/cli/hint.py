"""`patience-solver hint`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.inputs import load
from solver.cli.params import after_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import assumptions, choice_lines, forced_text, summary
from solver.deal_files import DealFile
from solver.hinting import Hint, hint
from solver.letters import in_letters
from solver.limits import Limits
from solver.seeing import Seen

if TYPE_CHECKING:
    from solver.cli.records.choices import Hinted


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
    but for the names of places are one. The limits hold for all questions together. With unknown cards (?) the moves
    have odds instead, as `patience-solver odds` gives them.

    \b
    Examples:
      patience-solver hint deal.txt
      patience-solver hint deal.txt --after moves-so-far.txt
    """
    loaded = load(report, deal, rule, after, unknown=True)
    if isinstance(loaded.position, Seen):
        from solver.cli.odds import say  # with unknown cards a hint is what the odds say
        from solver.workers import processors

        return say(report, deal, loaded, limits, jobs=processors())
    with report.progress() as display, report.searching(limits, display) as budget:
        found = hint(loaded.position, budget=budget)

    def record() -> Hinted:
        from solver.cli.records import choices

        return choices.hinted(file_name(deal), loaded, found)

    report.result(lambda: in_letters(_text(found, loaded), loaded.letters), record)
    return codes.of_outcome(found.outcome)


def _text(found: Hint[Any], deal: DealFile) -> str:
    measure = deal.patience.deciding.best
    if found.won:
        return "won\n"
    lines = [
        summary(found.outcome),
        *assumptions(deal.relied_on(*found.answers)),
        *found.outcome.notes,
        *forced_text(found.forced),
    ]
    if not found.choices:
        lines.append("no move is left")
    lines += choice_lines(found.choices, measure)
    return "\n".join(lines) + "\n"
