"""`patience-solver review`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.inputs import STDIN, load, read_text, source
from solver.cli.params import Output, force_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import assumptions, choice_lines
from solver.cli.writing import Target, check, write_whole
from solver.deal_files import DealFile
from solver.letters import in_letters
from solver.limits import Limit, Limits
from solver.move_logs import LogFile, read_log
from solver.printing import MARK
from solver.reviewing import MeasureReview, Review, review
from solver.verifying import Result, replay
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records.games import Reviewed


@click.command()
@click.argument("deal", metavar="DEAL")
@click.argument("log", metavar="LOG")
@rule_option
@click.option("--all", "every", is_flag=True, help="Say of each move what it did.")
@click.option(
    "-o", "--output", type=Output(), metavar="FILE", help="Write the moves that would have won from there here."
)
@limit_options
@force_option
@reporting()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    deal: str,
    log: str,
    rule: tuple[tuple[str, str], ...],
    every: bool,
    output: Target | None,
    limits: Limits,
    force: bool,
    report: Reporter,
) -> int:
    """Say where a game was lost: the move that did it, and what would have kept the win.

    DEAL and LOG are files; one of them may be - for standard input. Of a game that was won: its measures beside the
    best ones, and the move that put the best out of reach. The limits hold for all questions together.

    \b
    Examples:
      patience-solver review deal.txt moves.txt
      patience-solver review deal.txt moves.txt --all -o rest.log
    """
    if deal == log == STDIN:
        raise click.UsageError("the deal and the log cannot both come from standard input", ctx)
    if output is not None:
        check(output.path, force=force)
    log_file = read_log(read_text(log), source(log))
    loaded = load(report, deal, rule, log=log_file)
    played = replay(loaded.position, loaded.readers(log_file))
    with report.progress() as display, report.searching(limits, display) as budget:
        found = review(loaded.position, played, budget=budget)
    shown = _ShownReview(deal, log, loaded, log_file, found, output, every)
    if output is not None:
        if shown.rest is None:
            report.note(f"{file_name(str(output.path))}: not written, for there is no better way to go on")
        else:
            write_whole(output.path, shown.rest, force=force)
    report.result(shown.text, shown.record)
    if found.limit is Limit.INTERRUPT:
        return codes.ERROR
    return codes.NEGATIVE if played.result is Result.ILLEGAL else codes.DONE


@dataclass(frozen=True)
class _ShownReview:
    """A review as it is reported."""

    deal: str
    log: str
    loaded: DealFile
    log_file: LogFile
    found: Review[Any]
    output: Target | None
    every: bool

    # --- the rest of a better game ---------------------------------------------------------------------------

    @property
    def _better(self) -> tuple[int, tuple[Any, ...]] | None:
        """How many moves of the log are kept, and the better ones after them; None where there are none."""
        if self.found.rest and self.found.turn.kept is not None:
            return self.found.turn.kept, self.found.rest
        first = self.loaded.patience.deciding.best
        missed = sorted((one for one in self.found.measures if one.turn), key=lambda one: one.name != first)
        for one in missed:
            if one.turn is not None and one.turn.kept is not None and one.rest:
                return one.turn.kept, one.rest
        return None

    @property
    def rest(self) -> str | None:
        """The log of the rest of a better game; None where there is none."""
        if self._better is None:
            return None
        kept, moves = self._better
        head = f"goes on after {self._after(kept)} and wins"
        return self.loaded.log(moves, (head, MARK.removeprefix("# ") + "the rest of a game"))

    def _after(self, kept: int) -> str:
        if kept == 0:
            return "the start"
        return f"move {kept} ({source(self.log)}, line {self.log_file.lines[kept - 1].line})"

    # --- for people ------------------------------------------------------------------------------------------

    def text(self) -> str:
        """The review in lines."""
        return in_letters("".join(f"{line}\n" for line in self._lines()), self.loaded.letters)

    def _lines(self) -> Iterator[str]:
        played = self.found.report
        yield f"{played.result}: {plural(played.played, 'move')} played"
        yield from assumptions(self.loaded.relied_on(*self.found.answers))
        if played.result is Result.ILLEGAL:
            yield f"illegal: {source(self.log)}, line {self.log_file.lines[played.played].line}: {played.move}"
            yield played.reason
        if played.result is Result.WON:
            for one in self.found.measures:
                yield from self._measure(one)
        else:
            yield from self._turn()
        if self.every:
            yield from self._every()
        if self.found.limit is not None:
            stopped = "interrupted" if self.found.limit is Limit.INTERRUPT else f"{self.found.limit} reached"
            yield f"{stopped}: the rest is left open"

    def _turn(self) -> Iterator[str]:
        turn, last = self.found.turn, self.found.report.played
        if turn.lost == 0:
            yield "the game could not be won from the start"
            return
        if turn.kept == last:
            yield "the game can still be won"
        elif turn.at is not None:
            yield f"lost with {self._move(turn.at)}"
        elif turn.lost is not None:
            since = (
                ""
                if turn.kept is None
                else f"after {self._move(turn.kept)} and "
                if turn.kept
                else "after the start and "
            )
            yield f"lost {since}not later than with {self._move(turn.lost)}; it is not known which move did it"
        elif turn.kept is not None:
            yield f"the game could be won after {self._after(turn.kept)}; of what came later it is not known"
        else:
            yield "it is not known whether the game could be won"
        if self.found.choices and turn.kept is not None:
            yield (
                "what can be played now:"
                if turn.kept == last
                else f"what could be played after {self._after(turn.kept)}:"
            )
            yield from choice_lines(self.found.choices, self.loaded.patience.deciding.best)

    def _measure(self, one: MeasureReview[Any]) -> Iterator[str]:
        if one.best.high == one.value and one.best.proved:
            yield f"{one.name} {one.value}, which is the best"
            return
        if not one.best.proved:
            yield f"{one.name} {one.value}; the best is {one.best}"
            return
        yield f"{one.name} {one.value}; the best was {one.best}"
        turn = one.turn
        if turn is None or turn.lost is None:
            return
        if turn.at is not None:
            better = f"; {one.rest[0]} would have kept it" if one.rest else ""
            yield f"  out of reach with {self._move(turn.at)}{better}"
        else:
            kept = self._after(turn.kept or 0)
            yield f"  in reach after {kept}, out of it not later than with {self._move(turn.lost)}"

    def _move(self, number: int) -> str:
        """A move of the log by its number."""
        line = self.log_file.lines[number - 1].line
        return f"move {number} ({source(self.log)}, line {line}): {self.found.report.moves[number - 1]}"

    def _every(self) -> Iterator[str]:
        moves = self.found.report.moves
        width = max((len(str(move)) for move in moves), default=0)
        digits = len(str(len(moves)))
        for number, (move, mark) in enumerate(zip(moves, self.found.marks(), strict=True), 1):
            measures = (one for one in self.found.measures if one.turn is not None and one.turn.at == number)
            missed = "".join(f"; {one.name} {one.best} out of reach" for one in measures)
            yield f"{number:>{digits}}. {move!s:<{width}}  {mark}{missed}"

    # --- for programs ----------------------------------------------------------------------------------------

    def record(self) -> Reviewed:
        """The same for programs."""
        from solver.cli.records import games

        written = None if self.output is None or self._better is None else file_name(str(self.output.path))
        lines = [line.line for line in self.log_file.lines]
        files = file_name(self.deal), file_name(self.log), written
        return games.reviewed(files, self.loaded, self.found, lines, every=self.every)
