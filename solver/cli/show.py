"""`patience-solver show`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from solver.cli.codes import DONE, BadInput, first_of
from solver.cli.inputs import Given, deals_in, load, several_deals, source
from solver.cli.params import Output, after_option, force_option, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.terminal import style
from solver.cli.texts import now
from solver.cli.writing import Target, check, write_whole
from solver.deal_files import DealFile
from solver.errors import InputError, OptionError, Unsupported
from solver.letters import in_letters
from solver.page.terminal import board
from solver.printing import comments
from solver.replaying import drawing_of, hidden_in
from solver.scenes import Scene, opening
from solver.seeing import Seen
from solver.unknown_cards import seen_text
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records import deals


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@click.option("--text", is_flag=True, help="Print the position as a deal file, which reads back the same.")
@click.option("--as-seen", is_flag=True, help="Show what a player sees: cards that lie face down are unknown (?).")
@click.option("--svg", type=Output(), metavar="FILE", help="Write a picture of the table here, and print nothing.")
@force_option
@reporting()
def command(
    deal: str,
    rule: tuple[tuple[str, str], ...],
    after: str | None,
    text: bool,
    as_seen: bool,
    svg: Target | None,
    force: bool,
    report: Reporter,
) -> int:
    """Check a deal and draw its table, with what can be played now.

    DEAL is a file with a deal or with several, a folder of such files, or - for standard input. On a terminal the table
    has suit signs and colours; it fits the terminal's width. Unknown cards are drawn as ?.

    \b
    Examples:
      patience-solver show deal.txt
      patience-solver show deal.txt --svg table.svg
      patience-solver show deal.txt --as-seen --text > table.txt
      patience-solver show deal.txt --after moves-so-far.txt --text > position.txt
    """
    given = deals_in([deal])
    first = list(islice(given, 2))
    if len(first) > 1 and (svg is not None or after is not None):
        raise several_deals(deal, *first)
    shown = _Showing(report, rule, after, text, as_seen, svg, force)
    if len(first) == 1:
        shown.show(first[0])
        return DONE
    return first_of([shown.code_of(one) for one in chain(first, given)])


@dataclass(frozen=True)
class _Showing:
    """How deals shall be shown."""

    report: Reporter
    rule: tuple[tuple[str, str], ...]
    after: str | None
    text: bool
    as_seen: bool
    svg: Target | None
    force: bool

    def code_of(self, given: Given) -> int:
        """Show one of several deals: its exit code. One that cannot be shown does not stop the others."""
        try:
            self.show(given)
        except (InputError, OptionError, Unsupported) as error:
            self.report.failed(given.file, given.message(error), error, given.name)
            return BadInput.exit_code
        return DONE

    def show(self, given: Given) -> None:
        """Show a deal. Raises InputError, OptionError, Unsupported or IllegalLog."""
        svg, text = self.svg, self.text
        loaded = load(self.report, given, self.rule, self.after, unknown=True, as_seen=self.as_seen)
        position = loaded.first
        seen = loaded.position if isinstance(loaded.position, Seen) else None
        moves = tuple(map(str if seen is None else seen.words, position.moves()))
        written = str(position) if seen is None else seen_text(seen)
        if svg is not None:
            _write_picture(loaded, source(given.file), svg, force=self.force)

        def record() -> deals.Shown:
            from solver.cli.records import common, deals

            return deals.Shown(
                file=file_name(given.file),
                name=given.name,
                game=loaded.patience.game,
                options=dict(loaded.options),
                position=written,
                moves=moves,
                won=position.is_won,
                assumed=common.assumed(loaded.assumed),
                warnings=loaded.warnings,
            )

        heading = f"{given.name}: " if given.name is not None else ""

        def words() -> str:
            if text or (svg is None and loaded.patience.drawing is None):  # what is not drawn is written
                playable = in_letters(now(position.is_won, moves), loaded.letters)
                return loaded.text(written) + comments(playable.splitlines())
            return "" if svg is not None else heading + _drawn(loaded, moves)

        self.report.result(words, record, coloured=not text)


def _drawn(deal: DealFile, moves: tuple[str, ...]) -> str:
    """The table and what can be played, in the letters of the deal."""
    letters = deal.letters
    options = ", ".join(f"{name}: {value}" for name, value in deal.options.items())
    table = "\n".join(board(_scene(deal), style(letters)))
    playable = in_letters(now(deal.first.is_won, moves), letters)
    assumed = "".join(f"{line}\n" for line in (*_assumed(deal), *_unknown(deal)))
    return f"{deal.patience.title} ({options})\n{assumed}\n{table}\n\n{playable}"


def _assumed(deal: DealFile) -> list[str]:
    """A line with what the deal leaves out beside rule options, which are all named: what it is taken for."""
    left_out = ", ".join(map(str, deal.assumed))
    return [f"assumed: {in_letters(left_out, deal.letters)}"] if left_out else []


def _unknown(deal: DealFile) -> list[str]:
    """A line that says how many cards are unknown, if any are."""
    count = len(hidden_in(deal.position) or ())
    return [f"unknown (?): {plural(count, 'card')}"] if count else []


def _scene(deal: DealFile) -> Scene:
    """The table; unknown cards lie face down."""
    return opening(drawing_of(deal.patience), deal.first, hidden_in(deal.position))


def _write_picture(deal: DealFile, name: str, target: Target, *, force: bool) -> None:
    from solver.page.picture import picture

    check(target.path, force=force)
    write_whole(target.path, picture(_scene(deal), f"{deal.patience.title}: {name}", deal.letters), force=force)
