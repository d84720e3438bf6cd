"""`patience-solver generate`."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.careful import Level
from solver.careful_positions import levels_under
from solver.cli.codes import DONE, ERROR, UNDECIDED, OutputFailed
from solver.cli.params import (
    JOBS,
    NUMBER,
    SEED,
    MeasureRange,
    Output,
    PySolNumber,
    force_option,
    game_argument,
    rule_option,
)
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import best
from solver.cli.writing import Target, make_folder, write_whole
from solver.errors import Unsupported
from solver.generating import Candidate, Condition, Wanted, candidates
from solver.options import Options, read_options
from solver.outcome import Verdict
from solver.patience import AnyPatience
from solver.printing import MARK, comments, deal_text, header, log_text
from solver.shares import Share
from solver.unknown_cards import deal_as_seen
from solver.words import plural, unknown

if TYPE_CHECKING:
    from solver.cli.records.deals import Entry

POSITION_LIMIT = 100_000
"""Positions of a candidate: no clock, so that a seed gives the same deals everywhere."""

LEVELS = ("easy", "medium", "hard", "brutal")
"""The levels of deals that can be won."""


@dataclass
class CandidateTally:
    """What has become of the candidates: how many were tried, kept, and left open by a limit."""

    tried: int = 0
    kept: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        """The share of kept deals with its interval, in which those left open may or may not be of the kind."""
        words = f"kept {self.kept:,} of {plural(self.tried, 'deal')}"
        if not self.tried:
            return words
        words += f", {Share(self.kept, self.tried, self.skipped).words(1)}"
        return f"{words}; {self.skipped:,} skipped at a limit" if self.skipped else words


@click.command()
@game_argument
@click.option("--seed", type=SEED, metavar="N", help="Seed of the first candidate.  [default: random]")
@click.option(
    "--pysol",
    type=PySolNumber(),
    metavar=PySolNumber.name,
    help="Deal as PySolFC numbers its games, from N on; msN: as Microsoft's numbers.",
)
@click.option(
    "--count",
    "wanted_count",
    type=NUMBER,
    metavar="N",
    default=1,
    show_default=True,
    help="How many deals to keep.",
)
@click.option(
    "--verdict",
    type=click.Choice(["solvable", "unsolvable", "any"], case_sensitive=False),
    help="Which deals to keep.  [default: solvable; any with --pysol]",
)
@click.option(
    "--where",
    type=MeasureRange(),
    metavar=MeasureRange.name,
    multiple=True,
    help="Keep only deals whose best value of a measure is N, or as in =5..7, <=6, >3; repeatable.",
)
@click.option(
    "--difficulty",
    type=click.Choice(LEVELS, case_sensitive=False),
    multiple=True,
    help="Keep only deals of a level (see rate); repeatable, for any of several.",
)
@rule_option
@click.option(
    "-o",
    "--output",
    type=Output(),
    metavar="FOLDER",
    help="Write each deal to a file in this folder.",
)
@force_option
@click.option("--with-solution", is_flag=True, help="Write the winning moves beside each deal.")
@click.option("--as-seen", is_flag=True, help="Write what a player sees at the start: cards that lie face down are ?.")
@click.option(
    "--tries",
    type=NUMBER,
    metavar="N",
    default=10_000,
    show_default=True,
    help="Give up after so many candidates.",
)
@click.option(
    "--position-limit",
    type=NUMBER,
    metavar="N",
    default=POSITION_LIMIT,
    show_default=True,
    help="Skip a candidate after searching so many positions.",
)
@click.option("--jobs", type=JOBS, metavar="N", help="Processes to use.  [default: all processors]")
@reporting()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: AnyPatience,
    seed: int | None,
    pysol: tuple[int, bool] | None,
    wanted_count: int,
    verdict: str | None,
    where: tuple[Condition, ...],
    difficulty: tuple[str, ...],
    rule: tuple[tuple[str, str], ...],
    output: Target | None,
    force: bool,
    with_solution: bool,
    as_seen: bool,
    tries: int,
    position_limit: int,
    jobs: int | None,
    report: Reporter,
) -> int:
    """Deal at random and keep the deals of a wanted kind.

    The candidates are the random deals of seeds N, N+1, …, so the same seed gives the same deals everywhere. If no
    candidate is skipped, those that are kept are uniform among all deals of their kind; a candidate that reaches the
    position limit is left out, and hard deals do so more often than easy ones.

    \b
    Examples:
      patience-solver generate gallery --seed 1
      patience-solver generate gallery --seed 1 --count 20 --verdict unsolvable -o deals/
      patience-solver generate gallery --where redeals=6 --with-solution -o deals/
      patience-solver generate marriage --where "row>=7" --where "row<=9"
      patience-solver generate gallery --difficulty hard --count 5 -o deals/
      patience-solver generate marriage --pysol 12345 | patience-solver solve -
    """
    numbered = pysol is not None
    options = read_options(game.options, {**(game.pysol.options if numbered else {}), **dict(rule)})
    _check(ctx, game, seed, pysol, verdict, where)
    if with_solution and output is None and not report.prints_records:
        raise click.UsageError("--with-solution needs a folder (-o) or --json", ctx)
    if with_solution and as_seen:
        raise click.UsageError("--as-seen hides the cards that --with-solution would name", ctx)
    if as_seen and game.seeing is None:
        raise Unsupported(f"no card is hidden in {game.title}")
    first, microsoft = pysol or (secrets.randbelow(10**9) if seed is None else seed, False)
    wanted = Wanted(
        game.game,
        options,
        _verdict_wanted(verdict, numbered),
        where,
        _levels_wanted(ctx, game, options, difficulty, verdict),
        position_limit,
        numbered,
        microsoft,
    )
    if output is not None:
        make_folder(output.path)
    kept = _Kept(game, wanted, None if output is None else output.path, with_solution, as_seen, force, report)
    tally = CandidateTally()
    source = candidates(wanted, first, tries, jobs)
    code = DONE
    stopped = ""
    try:
        with report.progress(wanted_count, "deals kept") as display:
            for candidate in source:
                tally.tried += 1
                tally.skipped += candidate.is_open(wanted)
                display.describe(f"{tally.tried:,} tried")
                if candidate.failure:
                    report.note(f"seed {candidate.seed}: {candidate.failure}")
                if candidate.is_wanted(wanted):
                    kept.hand_out(candidate)
                    tally.kept += 1
                    display.advance()
                if tally.kept == wanted_count:
                    break
    except KeyboardInterrupt:
        code, stopped = ERROR, "interrupted"
    except OutputFailed as error:
        tally.tried -= 1
        code, stopped = ERROR, f"Error: {error.format_message()}"
    finally:
        source.close()
    report.note(f"{game.game}: {tally}")
    if stopped:
        option = f"--pysol {'ms' if microsoft else ''}" if numbered else "--seed "
        report.note(f"{stopped}; {option}{first + tally.tried} goes on from here")
    elif tally.kept < wanted_count:
        missing = plural(wanted_count - tally.kept, "deal")
        report.note(f"the {plural(tries, 'candidate')} ran out; {missing} less than wanted")
        code = UNDECIDED
    return code


def _verdict_wanted(word: str | None, numbered: bool) -> Verdict | None:
    """A numbered deal is wanted whatever it is, unless something is said."""
    word = (word or "").lower() or ("any" if numbered else "solvable")
    return None if word == "any" else Verdict(word)


def _levels_wanted(
    ctx: click.Context, found: AnyPatience, options: Options, words: tuple[str, ...], verdict: str | None
) -> tuple[Level, ...]:
    """The levels of some words. Raises Unsupported where none have been measured."""
    if words and verdict is not None and verdict.lower() == "unsolvable":
        raise click.UsageError("--difficulty is of deals that can be won; expected --verdict solvable or any", ctx)
    if words:
        levels_under(found, options)
    return tuple(Level(word.lower()) for word in words)


def _check(
    ctx: click.Context,
    found: AnyPatience,
    seed: int | None,
    pysol: tuple[int, bool] | None,
    verdict: str | None,
    where: tuple[Condition, ...],
) -> None:
    if seed is not None and pysol is not None:
        raise click.UsageError("--seed and --pysol exclude each other", ctx)
    measures = [measure.name for measure in found.deciding.measures]
    for condition in where:
        if condition.measure not in measures:
            raise Unsupported(unknown("measure", condition.measure, measures))
    if where and verdict is not None and verdict.lower() == "unsolvable":
        raise click.UsageError("--where looks at winning lines; expected --verdict solvable or any", ctx)


@dataclass(frozen=True)
class _Kept:
    """Hands out the deals that are kept: into files of a folder, or printed."""

    game: AnyPatience
    wanted: Wanted
    folder: Path | None
    with_solution: bool
    as_seen: bool
    force: bool
    report: Reporter

    def hand_out(self, candidate: Candidate) -> None:
        """Write or print a deal. Raises OutputFailed."""
        about = [self._origin(candidate), _verdict(candidate)]
        text, deck = str(candidate.deal), list(map(str, candidate.deal.deck.cards))
        if self.as_seen:
            text, deck = deal_as_seen(self.game, candidate.deal)
        text = deal_text(text, [f"name: {self._name(candidate)}"])
        deal = log = None
        if self.folder is not None:
            deal = self.folder / f"{self._name(candidate)}.txt"
            about.append(MARK.removeprefix("# ") + "generated")
            write_whole(deal, comments(about) + text, force=self.force)
            if self.with_solution and candidate.verdict is Verdict.SOLVABLE:
                log = deal.with_suffix(".log")
                head = header(self.game.game, self.wanted.options, self.game.defaults)
                write_whole(log, log_text(head, candidate.moves, about), force=self.force)
        self.report.result(
            lambda: comments(about) + text if deal is None else "", lambda: self._record(candidate, deck, deal, log)
        )

    def _name(self, candidate: Candidate) -> str:
        options = self.wanted.options.items()
        chosen = [f"{key}-{value}" for key, value in options if self.game.defaults[key] != value]
        program = ["pysol"] if self.wanted.numbered else []
        return "-".join((self.game.game, *chosen, *program, self._number(candidate)))

    def _number(self, candidate: Candidate) -> str:
        """The seed or the number, as the options take it."""
        return f"ms{candidate.seed}" if self.wanted.microsoft else str(candidate.seed)

    def _origin(self, candidate: Candidate) -> str:
        if self.wanted.numbered:
            return f"{self.game.game}: PySolFC deal {self._number(candidate)} ({self.game.pysol.about})"
        return f"{self.game.game}: random deal of seed {candidate.seed}"

    def _record(self, candidate: Candidate, deck: list[str], deal: Path | None, log: Path | None) -> Entry:
        from solver.cli.records import common, deals

        numbered = self.wanted.numbered
        dealt = deals.Dealt(
            file=None if deal is None else file_name(str(deal)),
            log=None if log is None else file_name(str(log)),
            name=self._name(candidate),
            game=self.game.game,
            seed=None if numbered else candidate.seed,
            pysol=self._number(candidate) if numbered else None,
            verdict=candidate.verdict,
            difficulty=common.level(candidate.difficulty),
            deck=" ".join(deck),
            measures=common.measures(candidate.values, candidate.measures),
            moves=candidate.moves if self.with_solution else None,
        )
        numbers = common.numbers({} if self.as_seen else candidate.deal.deck.numbers)
        return deals.Entry(dealt, {**self.wanted.options, **numbers})


def _verdict(candidate: Candidate) -> str:
    words = [f"{name} {best(bounds)}" for name, bounds in candidate.measures.items()]
    words += [] if candidate.difficulty is None else [f"difficulty {candidate.difficulty}"]
    return f"{candidate.verdict}: {', '.join(words)}" if words else str(candidate.verdict)
