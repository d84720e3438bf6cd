"""`patience-solver rate`."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain, islice, tee
from typing import TYPE_CHECKING, Any

import click

from solver.cli import codes
from solver.cli.codes import BadInput, first_of
from solver.cli.inputs import STDIN, Given, count_deals, deals_in, load
from solver.cli.params import JOBS, SEED, Width, after_option, limit_options, rule_option
from solver.cli.progress import Display
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import assumptions, best
from solver.deal_files import DealFile
from solver.deciding_many import spread
from solver.errors import EngineFault, InputError, OptionError, PatienceError, Unsupported
from solver.letters import in_letters
from solver.limits import Limit, Limits
from solver.outcome import Verdict
from solver.rating import FirstChoice, Rating, rate
from solver.words import one_of, plural
from solver.worker_main import Raised, Returned
from solver.workers import Result, processors

if TYPE_CHECKING:
    from solver.cli.records.chances import Rated


@dataclass(frozen=True)
class RatingTask:
    """How every deal shall be rated."""

    samples: int | None
    width: float | None
    seed: int
    limits: Limits


@click.command()
@click.argument("deals", metavar="DEAL...", nargs=-1, required=True)
@rule_option
@after_option
@click.option(
    "--samples",
    type=click.IntRange(1, 10**9),
    metavar="N",
    help="How many games to play.  [default: as the patience says, in the gallery 10000; with --width any number]",
)
@click.option(
    "--width",
    type=Width(),
    metavar=Width.name,
    help="Stop as soon as the 95 % interval is so narrow from end to end, as in 0.06.",
)
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Seed of the games.")
@limit_options
@click.option("--jobs", type=JOBS, metavar="N", help="Processes to use.  [default: all processors]")
@reporting()
@click.pass_context
def command(
    ctx: click.Context,
    /,
    deals: tuple[str, ...],
    rule: tuple[tuple[str, str], ...],
    after: str | None,
    jobs: int | None,
    report: Reporter,
    **values: Any,
) -> int:
    """Say how hard deals are to a player.

    Plays many games in which every move that cannot hurt is made and any other is drawn by chance, and says how many
    are won. easy, medium, hard and brutal are the quarters of the deals that can be won, by this share; a deal that
    cannot be won is unwinnable. The facts beside it are exact, or bounds: the best value of each measure, how few
    decisions win, how many moves of the first choice lose.

    DEAL is what solve takes. The time limit holds for each deal, the position limit for each fact. The same seed gives
    the same rating everywhere.

    \b
    Examples:
      patience-solver rate deal.txt
      patience-solver rate deal.txt --width 0.06
      patience-solver generate gallery --count 20 | patience-solver rate -
    """
    if deals.count(STDIN) > 1:
        raise click.UsageError("standard input can be read once only", ctx)
    task = RatingTask(**values)
    given = deals_in(deals)
    first = list(islice(given, 2))
    several = len(first) > 1
    if several and after is not None:
        raise click.UsageError("--after goes with one deal", ctx)
    total = count_deals(deals) if several else None
    read = map(partial(_read, report, rule, after), chain(first, given))
    with report.progress(total, "deals") as display:
        run = _RatingRun(task, report, display, jobs or processors(), several=several)
        return first_of(run.codes(read))


@dataclass(frozen=True)
class _ReadDeal:
    """A deal that has been read, or what was wrong with it."""

    given: Given
    deal: DealFile | None = None
    error: Exception | None = None


def _read(report: Reporter, rule: tuple[tuple[str, str], ...], after: str | None, given: Given) -> _ReadDeal:
    try:
        return _ReadDeal(given, load(report, given, rule, after))
    except (PatienceError, MemoryError, BadInput) as error:
        return _ReadDeal(given, error=error)


def _rated(task: RatingTask, position: Any) -> Rating:
    """Rate a position, in a worker."""
    return rate(position, task.limits, games=task.samples, width=task.width, seed=task.seed)


class _RatingRun:
    """Rates deals and reports each, in order; one that fails does not stop the others."""

    def __init__(self, task: RatingTask, report: Reporter, display: Display, jobs: int, *, several: bool) -> None:
        self._task = task
        self._report = report
        self._display = display
        self._jobs = jobs
        self._several = several
        self._width = 0

    def codes(self, deals: Iterable[_ReadDeal]) -> list[int]:
        """Rate and report: the exit code of each deal that was reached before an interrupt."""
        found: list[int] = []
        asked, reported = tee(deals)
        results = self._results(one.deal.position for one in asked if one.deal is not None)
        try:
            for one in reported:
                self._width = max(self._width, len(one.given.label))
                found.append(self._reported(one, None if one.deal is None else next(results)))
                self._display.advance()
                if found[-1] == codes.ERROR and self._is_interrupted:
                    raise KeyboardInterrupt
        except KeyboardInterrupt:
            self._report.note("interrupted; the deals that follow were not rated" if self._several else "interrupted")
            found.append(codes.ERROR)
        finally:
            results.close()
        return found

    _is_interrupted = False

    def _results(self, positions: Iterator[Any]) -> Generator[Result, None, None]:
        there = partial(_rated, self._task)
        jobs = self._jobs if self._several else 1
        return spread(self._here, there, positions, jobs)

    def _here(self, position: Any) -> Rating:
        """Rate a position in this process; a single one with the help of others."""
        task = self._task
        watched = replace(task.limits, positions=None)
        with self._report.searching(watched, self._display) as budget:
            rating = rate(
                position,
                games=task.samples,
                width=task.width,
                seed=task.seed,
                jobs=1 if self._several else self._jobs,
                budget=budget,
                positions=task.limits.positions,
            )
        self._is_interrupted = rating.limit is Limit.INTERRUPT
        return rating

    def _reported(self, asked: _ReadDeal, result: Result | None) -> int:
        """Report what came of a deal: its exit code."""
        given, deal = asked.given, asked.deal
        if deal is None or not isinstance(result, Returned):
            error = asked.error
            if isinstance(result, Raised):
                error = result.exception
            return self._failed(given, error or EngineFault(f"the process that rated it {result}"))
        rating: Rating = result.value

        def record() -> Rated:
            from solver.cli.records import chances

            return chances.rated(file_name(given.file), given.name, deal, given.entry.known, rating, self._task.seed)

        self._report.result(lambda: in_letters(self._text(given, deal, rating), deal.letters), record)
        return codes.ERROR if rating.limit is Limit.INTERRUPT else codes.DONE

    def _failed(self, given: Given, error: Exception) -> int:
        said = given.message(error) if str(error) else "there is not enough memory"
        named = isinstance(error, (InputError, BadInput)) or not self._several or given.name is not None
        self._report.failed(given.file, said if named else f"{given.label}: {said}", error, given.name)
        bad = isinstance(error, (InputError, OptionError, Unsupported, BadInput))
        return BadInput.exit_code if bad else codes.ERROR

    def _text(self, given: Given, deal: DealFile, rating: Rating) -> str:
        if self._several:
            return f"{given.label:<{self._width}}  {line(rating)}\n"
        return "".join(f"{words}\n" for words in (*text(rating), *assumptions(deal.relied_on(rating.outcome))))


# --- words -----------------------------------------------------------------------------------------------------------


def text(rating: Rating) -> list[str]:
    """A rating in lines, for people."""
    lines = [_heading(rating)]
    if len(rating.levels) > 1:
        lines.append(f"the interval allows {one_of([str(level) for level in rating.levels])}")
    elif rating.level is None and rating.verdict is Verdict.SOLVABLE and rating.share is not None:
        lines.append("no level: none have been measured under these rule options")
    lines += (f"{name}: {best(bounds)}" for name, bounds in rating.measures.items())
    if rating.decisions is not None:
        lines.append(f"decisions that win: {best(rating.decisions)}")
    if rating.first is not None:
        after = f" after {plural(rating.first.after, 'move')}" if rating.first.after else ""
        lines.append(f"first choice{after}: {_lose(rating.first)}")
    return [*lines, *_stopped(rating)]


def _heading(rating: Rating) -> str:
    if rating.verdict is Verdict.UNSOLVABLE:
        return f"{rating.level}: no game can be won"
    name = str(rating.level or rating.verdict)
    if rating.share is None:
        return f"{name}: no game was played"
    won = f"{name}: won {_share(rating)} of {plural(rating.share.total, 'game')} by careful chance"
    return won if rating.within is None else f"{won}, with {_within(rating)}"


def line(rating: Rating) -> str:
    """A rating in a line: the level, or the verdict where there is none, and what else is known."""
    words = [] if rating.share is None else [" with ".join(filter(None, (f"won {_share(rating)}", _within(rating))))]
    done = None if rating.within is None else rating.within[0]
    words += (f"{name} {bounds}" for name, bounds in rating.measures.items() if name != done)
    words += [] if rating.decisions is None else [f"decisions {rating.decisions}"]
    words += [] if rating.first is None else [f"first choice: {_lose(rating.first)}"]
    return f"{rating.level or rating.verdict!s:<10}  {'; '.join((*words, *_stopped(rating)))}".rstrip()


def _share(rating: Rating) -> str:
    return "" if rating.share is None else rating.share.words(2, rating.interval)


def _within(rating: Rating) -> str:
    """What a game had to keep to if it was to count as won."""
    return "" if rating.within is None else f"{rating.within[0]} {rating.within[1]}"


def _lose(first: FirstChoice) -> str:
    lose = f"{first.lose} of {plural(first.moves, 'move')} {'loses' if first.lose == 1 else 'lose'}"
    return f"{lose}, {first.undecided} undecided" if first.undecided else lose


def _stopped(rating: Rating) -> list[str]:
    """What left something open; of an interruption the reader knows, and is told on standard error."""
    return [] if rating.limit in (None, Limit.INTERRUPT) else [f"{rating.limit} reached"]
