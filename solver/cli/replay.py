"""`patience-solver replay`."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.inputs import STDIN, load, read_text, source
from solver.cli.params import Output, force_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.terminal import style
from solver.cli.texts import assumptions, summary
from solver.cli.writing import Target, check, write_whole
from solver.deal_files import DealFile
from solver.letters import in_letters
from solver.limits import Limits
from solver.move_logs import read_log
from solver.outcome import Outcome, Verdict
from solver.page.replay_page import replay_page
from solver.page.transcript import transcript
from solver.patience import Assumption
from solver.replaying import Replay, hidden_in, told
from solver.reviewing import review
from solver.solving import solve
from solver.verifying import Report, Result, replay, verify
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records import games, solved


@click.command()
@click.argument("deal", metavar="DEAL")
@click.argument("log", metavar="[LOG]", required=False)
@rule_option
@click.option("-o", "--output", type=Output(), metavar="FILE", help="Write a page that plays the game through here.")
@click.option("--text", is_flag=True, help="Print the game as a text that is a move log too.  [default without -o]")
@click.option(
    "--review", "reviewing", is_flag=True, help="Remark the move that lost the game, or put the best out of reach."
)
@limit_options
@force_option
@reporting()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    deal: str,
    log: str | None,
    rule: tuple[tuple[str, str], ...],
    output: Target | None,
    text: bool,
    reviewing: bool,
    limits: Limits,
    force: bool,
    report: Reporter,
) -> int:
    """Play a game through: as a page for the browser (-o), or as a text to follow at the table (--text).

    DEAL and LOG are files; one of them may be - for standard input. Without LOG the deal is solved first. The page is
    one file that needs no network. The text numbers the moves and draws the table where each redeal, row or round
    begins; `verify` reads it.

    \b
    Examples:
      patience-solver replay deal.txt -o game.html
      patience-solver replay deal.txt moves.txt -o game.html
      patience-solver replay deal.txt moves.txt --text
      patience-solver replay deal.txt moves.txt --review -o game.html
    """
    if deal == log == STDIN:
        raise click.UsageError("the deal and the log cannot both come from standard input", ctx)
    if output is not None:
        check(output.path, force=force)
    if log is None:
        loaded = load(report, deal, rule)
        with report.progress() as display, report.searching(limits, display) as budget:
            outcome = solve(loaded.position, budget=budget)
        if outcome.verdict is not Verdict.SOLVABLE:
            _report_no_game(report, deal, loaded, outcome)
            return codes.of_outcome(outcome)
        played = verify(loaded.position, outcome.moves)
    else:
        log_file = read_log(read_text(log), source(log))
        loaded = load(report, deal, rule, log=log_file, unknown=not reviewing)
        played = replay(loaded.first, loaded.readers(log_file))
        if played.result is Result.ILLEGAL:
            line = log_file.lines[played.played].line
            said = in_letters(f"{played.move}: {played.reason}", loaded.letters)
            report.note(f"illegal: {source(log)}, line {line}: {said}")
    marks = _remarks(report, loaded, played, limits) if reviewing else {}
    game = told(loaded.patience, loaded.first, played, marks, hidden_in(loaded.position))
    if output is not None:
        name = "" if deal == STDIN else file_name(Path(deal).stem)
        write_whole(output.path, replay_page(game, name, loaded.document.letters), force=force)
    assumed = loaded.relied_on_by(played.moves)
    shown = _ShownGame(deal, log, loaded, game, assumed, output, as_text=text or output is None)
    report.result(shown.text, shown.record, coloured=shown.as_text)
    return codes.NEGATIVE if game.result is Result.ILLEGAL else codes.DONE


@dataclass(frozen=True)
class _ShownGame:
    """A game that was played through, as it is reported."""

    deal: str
    log: str | None
    loaded: DealFile
    game: Replay
    assumed: tuple[Assumption, ...]
    output: Target | None
    as_text: bool

    def text(self) -> str:
        """The transcript, or that the page has been written."""
        assumed = [in_letters(line, self.loaded.letters) for line in assumptions(self.assumed)]
        if not self.as_text and self.output is not None:
            moves = plural(len(self.game.steps), "move")
            return "\n".join((f"{self.game.result}: {moves}, in {file_name(str(self.output.path))}", *assumed, ""))
        letters = self.loaded.document.letters
        header = (*(f"# {line}" for line in assumed), *self.loaded.log_header())
        return "\n".join(transcript(self.game, header, style(letters))) + "\n"

    def record(self) -> games.Replayed:
        """The same for programs."""
        from solver.cli.records import common, games

        return games.Replayed(
            file=file_name(self.deal),
            log=None if self.log is None else file_name(self.log),
            game=self.game.game,
            options=dict(self.loaded.options),
            result=self.game.result,
            moves=tuple(step.move for step in self.game.steps),
            reason=self.game.reason or None,
            remarks={str(number): said for number, said in self.game.marks.items()},
            measures=common.measures(self.game.measures, {}),
            assumed=common.assumed(self.assumed),
            warnings=self.loaded.warnings,
            page=None if self.output is None else file_name(str(self.output.path)),
        )


def _remarks(report: Reporter, loaded: DealFile, played: Report[Any, Any], limits: Limits) -> dict[int, str]:
    """The remarks of a review, by the numbers of the moves, in the deal's letters."""
    with report.progress() as display, report.searching(limits, display) as budget:
        found = review(loaded.position, played, budget=budget)
    if found.limit is not None:
        report.note(f"the review left something open: {found.limit} reached")
    return {number: in_letters(said, loaded.document.letters) for number, said in found.remarks().items()}


def _report_no_game(report: Reporter, deal: str, loaded: DealFile, outcome: Outcome[Any]) -> None:
    """Say that a deal has no winning game that could be shown."""

    def record() -> solved.Answer:
        from solver.cli.records import solved

        return solved.answer(file_name(deal), loaded, outcome)

    report.result(lambda: f"{summary(outcome)}; there is no winning game to show\n", record)
