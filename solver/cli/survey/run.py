"""`patience-solver survey run`."""

from __future__ import annotations

from contextlib import closing, nullcontext
from pathlib import Path

import click

from solver.cli.codes import DONE, ERROR
from solver.cli.params import JOBS, LAST_SEED, NUMBER, SEED, Width, game_argument, limit_options, rule_option
from solver.cli.progress import Display
from solver.limits import Limits
from solver.options import read_options
from solver.outcome import Verdict
from solver.patience import AnyPatience
from solver.surveying import executors
from solver.surveying.database import Database
from solver.surveying.deciding import Asked
from solver.surveying.running import Plan, Status, check
from solver.surveying.running import run as run_survey
from solver.words import plural
from solver.workers import processors


@click.command()
@game_argument
@click.option("--deals", type=NUMBER, metavar="N", help="How many deals.")
@click.option(
    "--seed",
    type=SEED,
    metavar="N",
    default=0,
    show_default=True,
    help="Seed of the first deal.",
)
@click.option(
    "--db",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    required=True,
    help="The file of surveys; made if it is not there, else gone on with.",
)
@rule_option
@click.option("--best", metavar="MEASURE", help="Find and prove the smallest value of a measure of every deal, too.")
@click.option("--engine", metavar="ENGINE", default="auto", show_default=True, help="The engine that decides.")
@limit_options
@click.option("--jobs", type=JOBS, metavar="N", help="Processes to use.  [default: all processors]")
@click.option("--sequential", is_flag=True, help="Stop as soon as the interval is as narrow as --width.")
@click.option(
    "--width",
    type=Width(),
    metavar=Width.name,
    help="With --sequential: from end to end of the interval, as in 0.002.",
)
@click.option(
    "--cluster", metavar="ADDRESS", help="Let the workers of a Dask scheduler decide; local starts some here."
)
@click.pass_context
def command(
    ctx: click.Context,
    /,
    game: AnyPatience,
    deals: int | None,
    seed: int,
    db: Path,
    rule: tuple[tuple[str, str], ...],
    best: str | None,
    engine: str,
    limits: Limits,
    jobs: int | None,
    sequential: bool,
    width: float | None,
    cluster: str | None,
) -> int:
    """Decide the random deals of seeds N, N+1, … and record each in a file of surveys.

    The same command again goes on where it was stopped, and takes up deals that a limit left open when the limit is
    higher now. Several may write to one file at once. The file may hold surveys of several patiences and rules.

    \b
    Examples:
      patience-solver survey run gallery --deals 1000000 --db gallery.db
      patience-solver survey run gallery --rule order=free --deals 10000 --db gallery.db
      patience-solver survey run cross --sequential --width 0.01 --db cross.db
      patience-solver survey run gallery --deals 1000000 --db gallery.db --cluster tcp://scheduler:8786
    """
    if sequential != (width is not None):
        raise click.UsageError("--sequential and --width go together", ctx)
    if deals is None and not sequential:
        raise click.UsageError("expected --deals, or --sequential and --width", ctx)
    asked = Asked(game.game, read_options(game.options, dict(rule)), (best or game.deciding.best or "").lower() or None)
    seeds = range(seed, seed + (LAST_SEED if deals is None else deals))
    plan = Plan(asked, seeds, engine.lower(), limits, width)
    workers = jobs or processors()
    opened = nullcontext(executors.local(workers)) if cluster is None else executors.cluster(cluster, workers)
    status = None
    code = DONE
    check(plan)
    with opened as executor, Database(db, create=True) as database:
        try:
            with (
                closing(run_survey(database, plan, executor)) as statuses,
                Display(deals, "deals") as display,
            ):
                before = 0
                for status in statuses:
                    done = sum(status.counts.values())
                    display.advance(done - before)
                    display.describe(_progress(status))
                    before = done
        except KeyboardInterrupt:
            code = ERROR
    if status is not None:
        click.echo(_result(status), nl=False)
    if code == ERROR:
        click.echo("interrupted; the same command goes on from here", err=True)
    return code


def _progress(status: Status) -> str:
    rate = status.decided / status.seconds if status.seconds else 0.0
    return f"{rate:,.0f} a second, can be won: {status.share.words()}"


def _result(status: Status) -> str:
    counts = ", ".join(f"{status.counts[verdict]:,} {verdict}" for verdict in Verdict)
    lines = [f"{plural(status.share.total, 'deal')}, {status.decided:,} of them decided now: {counts}"]
    lines.append(f"can be won: {status.share.words()}")
    if status.sequence is not None:
        lines.append(f"the first {plural(status.sequence.total, 'deal')} are enough for the width wanted")
    return "".join(f"{line}\n" for line in lines)
