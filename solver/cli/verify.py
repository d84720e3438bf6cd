"""`patience-solver verify`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from solver.careful import Level
from solver.cli.codes import DONE, NEGATIVE, BadInput, first_of
from solver.cli.inputs import STDIN, Given, deals_in, is_folder, load, one_deal, read_text, source
from solver.cli.logs import verdict_of
from solver.cli.params import rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import assumptions, illegal, now
from solver.collection import Known
from solver.deal_files import DealFile
from solver.errors import InputError, OptionError, Unsupported
from solver.letters import in_letters
from solver.move_logs import LogFile, read_log
from solver.outcome import Verdict
from solver.patience import Assumption
from solver.seeing import Seen
from solver.verifying import Report as Replay
from solver.verifying import Result, replay
from solver.words import plural

if TYPE_CHECKING:
    from solver.cli.records.games import Checked


@click.command()
@click.argument("deal", metavar="DEAL")
@click.argument("log", metavar="[LOG]", required=False)
@rule_option
@reporting()
@click.pass_context
def command(
    ctx: click.Context, /, deal: str, log: str | None, rule: tuple[tuple[str, str], ...], report: Reporter
) -> int:
    """Check a move log against the rules: won, unfinished, or illegal with the line, the move and the reason.

    DEAL and LOG are files; one of them may be - for standard input. At the first illegal move the check stops. Without
    LOG the deals are those of a collection (JSON Lines, or a folder of such files) and the moves those that it says win
    them; its verdicts and measures must agree with them.

    \b
    Examples:
      patience-solver verify deal.txt moves.txt
      patience-solver solve deal.txt | patience-solver verify deal.txt -
      patience-solver verify deals.jsonl
      patience-solver verify deals.jsonl logs/
    """
    if log is None:
        return first_of([_code_of(given, rule, report) for given in deals_in([deal])])
    if is_folder(log):
        return first_of([_code_in_folder(given, Path(log), rule, report) for given in deals_in([deal])])
    if deal == log == STDIN:
        raise click.UsageError("the deal and the log cannot both come from standard input", ctx)
    log_file = read_log(read_text(log), source(log))
    given = one_deal(deal)
    loaded = load(report, given, rule, log=log_file, unknown=True)
    found = replay(loaded.first, loaded.readers(log_file))
    checked = _Check(given, loaded, found, log, source(log), _illegal_line(log_file, found))
    return _reported(checked, report)


def _code_in_folder(given: Given, folder: Path, rule: tuple[tuple[str, str], ...], report: Reporter) -> int:
    """Check the log of a deal that a folder holds: the exit code."""
    name = str(folder / f"{given.entry.name}.log")
    try:
        if given.entry.error is not None:
            raise given.entry.error
        text = read_text(name)
        log = read_log(text, source(name))
        loaded = load(report, given, rule, log=log)
        found = replay(loaded.position, loaded.readers(log))
    except (InputError, OptionError, Unsupported) as error:
        report.failed(given.file, given.message(error), error, given.name)
        return BadInput.exit_code
    known = replace(given.entry.known, verdict=given.entry.known.verdict or verdict_of(text))
    return _reported(_one_of_several(given, loaded, found, log, known, name), report)


def _code_of(given: Given, rule: tuple[tuple[str, str], ...], report: Reporter) -> int:
    """Check the moves that a collection gives for a deal: the exit code."""
    known = given.entry.known
    try:
        loaded = load(report, given, rule)
        if known.moves is None and known.verdict is None:
            raise InputError(
                "no moves are given with the deal; expected LOG, or a collection that gives them",
                source=source(given.file),
                line=given.entry.line,
            )
        place = f"{source(given.file)}, line {given.entry.line}, moves"
        log = read_log("\n".join(known.moves or ()), place)
        found = replay(loaded.position, loaded.readers(log))
    except (InputError, OptionError, Unsupported) as error:
        report.failed(given.file, given.message(error), error, given.name)
        return BadInput.exit_code
    return _reported(_one_of_several(given, loaded, found, log, known), report)


def _one_of_several(
    given: Given, deal: DealFile, found: Replay[Any, Any], log: LogFile, known: Known, name: str | None = None
) -> _Check:
    """The game of one of several deals, beside what is known of it; name: the file of its log, where it has one."""
    unsolved = not log.lines and known.verdict not in (None, Verdict.SOLVABLE)
    return _Check(
        given,
        deal,
        None if unsolved else found,
        name,
        log.headers[0].source,
        _illegal_line(log, found),
        _contradiction(known, deal, found),
        known.verdict,
        of_several=True,
    )


def _illegal_line(log: LogFile, found: Replay[Any, Any]) -> int | None:
    """The line of the first illegal move."""
    return log.lines[found.played].line if found.result is Result.ILLEGAL else None


def _reported(checked: _Check, report: Reporter) -> int:
    """Say what came of a game: the exit code."""
    report.result(checked.text, checked.record)
    return checked.code


def _contradiction(known: Known, deal: DealFile, found: Replay[Any, Any]) -> str | None:
    """How what a collection says of a deal contradicts a game that is won, in a sentence; None if it does not."""
    if found.result is not Result.WON:
        return None
    for lost in (Verdict.UNSOLVABLE, Level.UNWINNABLE):
        if lost in (known.verdict, known.difficulty):
            return f"the moves win the deal, which is said to be {lost}"
    values = deal.patience.deciding.values(deal.position, found.moves)
    for name, said in known.measures.items():
        value = values.get(name, said)
        if value != said:
            return f"{name} is {value} with these moves and said to be {said}"
    return None


@dataclass(frozen=True)
class _Check:
    """A game that was checked.

    found: None when there are no moves to check; place: where the moves are; line: of the first illegal one; contrary:
    how the game contradicts what is said of the deal; verdict: what is said of it; of_several: of a collection.
    """

    given: Given
    deal: DealFile
    found: Replay[Any, Any] | None
    log: str | None
    place: str
    line: int | None = None
    contrary: str | None = None
    verdict: Verdict | None = None
    of_several: bool = False

    @property
    def code(self) -> int:
        """The exit code."""
        if self.found is None:
            return DONE
        return DONE if self.found.result is Result.WON and self.contrary is None else NEGATIVE

    @property
    def _possible(self) -> tuple[str, ...]:
        """What could be played now in an unfinished game."""
        if self.found is None or self.found.result is not Result.UNFINISHED:
            return ()
        seen = self.deal.position
        words = seen.played(seen.sample, self.found.moves).words if isinstance(seen, Seen) else str
        return tuple(map(words, self.found.position.moves()))

    @property
    def _assumed(self) -> tuple[Assumption, ...]:
        """What the deal does not say and the moves depend on."""
        return () if self.found is None else self.deal.relied_on_by(self.found.moves)

    def text(self) -> str:
        """What came of it, for people."""
        assumed = "" if self.of_several else "".join(f"{line}\n" for line in assumptions(self._assumed))
        return self._result() + in_letters(assumed, self.deal.letters)

    def _result(self) -> str:
        label = f"{self.given.label}  " if self.of_several else ""
        found = self.found
        if found is None:
            return f"{label}not checked: {self.verdict}, no moves are given\n"
        if self.line is not None:
            return label + illegal(self.place, self.line, found, self.deal.letters) + "\n"
        if self.contrary is not None:
            return f"{label}contradiction: {self.contrary}\n"
        if found.result is Result.WON:
            return f"{label}won: {plural(found.played, 'move')}\n"
        playable = "" if self.of_several else in_letters(now(False, self._possible), self.deal.letters)
        return f"{label}unfinished: {plural(found.played, 'move')} played\n{playable}"

    def record(self) -> Checked:
        """The same for programs."""
        from solver.cli.records.common import assumed
        from solver.cli.records.games import Checked

        found, line = self.found, self.line
        return Checked(
            file=file_name(self.given.file),
            name=self.given.name,
            log=None if self.log is None else file_name(self.log),
            game=self.deal.patience.game,
            options=dict(self.deal.options),
            result=None if found is None else found.result,
            played=0 if found is None else found.played,
            line=line,
            move=None if line is None or found is None else str(found.move),
            reason=None if line is None or found is None else found.reason,
            contradiction=self.contrary,
            assumed=assumed(self._assumed),
            warnings=self.deal.warnings,
            moves=self._possible,
        )
