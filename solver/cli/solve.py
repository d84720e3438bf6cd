"""`patience-solver solve`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from solver.cli.codes import BadInput, first_of
from solver.cli.inputs import STDIN, after_option, limit_options, limits, load, rule_option
from solver.cli.output import CODES, as_json, exit_code, log_text, outcome_json, summary, watched
from solver.notation import InputError
from solver.options import OptionError
from solver.outcome import Limit, Verdict
from solver.patience import Unsupported
from solver.solving import solve


@click.command()
@click.argument("deals", metavar="DEAL...", nargs=-1, required=True)
@rule_option
@after_option
@click.option(
    "--engine",
    metavar="ENGINE",
    default="auto",
    show_default=True,
    help="The engine that decides: auto, or one that the page `patience-solver rules GAME` names.",
)
@click.option("--best", metavar="MEASURE", help="Find a winning line with the smallest value of this measure.")
@limit_options
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processors to use.  [default: all]")
@click.option("-o", "--output", type=click.Path(path_type=Path), help="Write the log here; a folder for several deals.")
@click.option("--resume", is_flag=True, help="Skip the deals whose log is in the folder already.")
@click.option("--json", "json_", is_flag=True, help="Print an object for programs, one line a deal.")
@click.option("-q", "--quiet", is_flag=True, help="Print nothing: the exit code tells.")
@click.pass_context
def command(
    ctx: click.Context,
    deals: tuple[str, ...],
    rule: tuple[tuple[str, str], ...],
    after: str | None,
    engine: str,
    best: str | None,
    time_limit: float,
    position_limit: int | None,
    memory_limit: int,
    jobs: int | None,
    output: Path | None,
    resume: bool,
    json_: bool,
    quiet: bool,
) -> None:
    """Decide whether deals can be won, and print the winning moves.

    DEAL is a deal file, or - for standard input. The verdict is a comment line; what follows is a move log.

    \b
    Examples:
      patience-solver solve deal.txt
      patience-solver solve deal.txt --after moves-so-far.txt
      patience-solver solve deal.txt --rule redeal=anytime --best redeals
      patience-solver solve deals/*.txt -o logs/ --resume
    """
    several = len(deals) > 1
    if several and after is not None:
        raise click.UsageError("--after goes with one deal", ctx)
    if resume and output is None:
        raise click.UsageError("--resume needs a folder (-o)", ctx)
    if deals.count(STDIN) > 1:
        raise click.UsageError("standard input can be read once only", ctx)
    logs = _log_files(deals, output) if output is not None else {}
    bounds = limits(time_limit, position_limit, memory_limit)
    width = max(map(len, deals))
    codes = []
    for number, name in enumerate(deals, 1):
        if resume and (done := _verdict_in(logs[name])) is not None:
            codes.append(CODES[done])
            if several and not json_ and not quiet:
                click.echo(f"{name:<{width}}  {done}  (in {logs[name]} already)")
            continue
        label = f"deal {number:,} of {len(deals):,}: " if several else ""
        try:
            deal = load(name, rule, after)
            with watched(bounds, label) as budget:
                outcome = solve(deal.position, engine=engine, best=best, jobs=jobs, budget=budget)
        except (InputError, OptionError, Unsupported) as error:
            if not several:
                raise
            message = str(error) if isinstance(error, InputError) else f"{name}: {error}"
            click.echo(f"Error: {message}", err=True)
            codes.append(BadInput.exit_code)
            continue
        codes.append(exit_code(outcome))
        if name in logs:
            _write(logs[name], log_text(deal, outcome))
        if json_ and not quiet:
            head = {"file": name} if several else {}
            click.echo(as_json(head | outcome_json(deal.patience.game, outcome)))
        elif several and not quiet:
            click.echo(f"{name:<{width}}  {summary(outcome)}  ({outcome.stats['seconds']:.2f} s)")
        elif not quiet:
            click.echo(summary(outcome) if name in logs else log_text(deal, outcome).rstrip("\n"))
        if outcome.limit is Limit.INTERRUPT:
            break
    ctx.exit(first_of(codes))


def _verdict_in(log: Path) -> Verdict | None:
    """The verdict in the first line of a log that is there already; None when there is none or it was undecided."""
    try:
        with log.open(encoding="utf-8") as lines:
            word = lines.readline().removeprefix("# ").split(":")[0].strip()
    except (OSError, UnicodeDecodeError):
        return None
    return next((verdict for verdict in (Verdict.SOLVABLE, Verdict.UNSOLVABLE) if str(verdict) == word), None)


def _log_files(deals: Sequence[str], output: Path) -> dict[str, Path]:
    """Where each deal's log goes. Raises BadInput when two would go to one file."""
    if len(deals) == 1 and not output.is_dir():
        return {deals[0]: output}
    logs: dict[str, Path] = {}
    for name in dict.fromkeys(deals):
        log = output / f"{'stdin' if name == STDIN else Path(name).stem}.log"
        clash = next((other for other, path in logs.items() if path == log), None)
        if clash is not None:
            raise BadInput(f"the logs of {clash} and {name} would both be {log}; expected different file names")
        logs[name] = log
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{output}: cannot be made a folder: {error.strerror}") from None
    return logs


def _write(path: Path, text: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as error:
        raise BadInput(f"{path}: cannot be written: {error.strerror}") from None
