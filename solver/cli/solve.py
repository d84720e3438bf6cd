"""`patience-solver solve`."""

from __future__ import annotations

from pathlib import Path

import click

from solver.cli.codes import BadInput, OutputFailed, first_of
from solver.cli.inputs import STDIN, after_option, limit_options, limits, load, rule_option
from solver.cli.logs import answer_in, log_files, mark, write_log
from solver.cli.output import CODES, as_json, exit_code, log_text, measures_json, outcome_json, say, summary, watched
from solver.errors import InputError, OptionError, Unsupported
from solver.limits import Limit
from solver.solving import solve
from solver.words import plural


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
@click.option("--resume", is_flag=True, help="Skip deals whose log is there already and answers the same.")
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
    best = best and best.lower()
    logs = log_files(deals, output, [*deals, after or STDIN]) if output is not None else {}
    bounds = limits(time_limit, position_limit, memory_limit)
    width = max(map(len, deals))
    codes = []
    for number, name in enumerate(deals, 1):
        label = f"deal {number:,} of {len(deals):,}: " if several else ""
        head = {"file": name} if several else {}
        try:
            deal = load(name, rule, after)
            asked = mark(deal.position, best or deal.patience.default_best)
            done = answer_in(logs[name], asked, deal) if resume else None
            if done is not None:
                codes.append(CODES[done.verdict])
                if json_ and not quiet:
                    line = deal.patience.measure(deal.position, done.moves) if done.moves else {}
                    say(
                        as_json(
                            head
                            | {
                                "game": deal.patience.game,
                                "verdict": str(done.verdict),
                                "moves": [str(move) for move in done.moves],
                                "measures": measures_json(line, {}),
                                "log": str(logs[name]),
                            }
                        )
                    )
                elif not quiet:
                    say(f"{name:<{width}}  {done.summary}  (in {logs[name]} already)")
                continue
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
        if json_ and not quiet:
            say(as_json(head | outcome_json(deal.patience.game, outcome)))
        elif several and not quiet:
            say(f"{name:<{width}}  {summary(outcome)}  ({outcome.stats['seconds']:.2f} s)")
        elif not quiet:
            say(summary(outcome) if name in logs else log_text(deal, outcome).rstrip("\n"))
        if name in logs:
            try:
                write_log(logs[name], log_text(deal, outcome), asked, deal, outcome.limit is None)
            except OutputFailed as error:
                click.echo(f"Error: {error.format_message()}", err=True)
                codes.append(error.exit_code)
        if outcome.limit is Limit.INTERRUPT:
            if number < len(deals):
                click.echo(f"interrupted; {plural(len(deals) - number, 'deal')} not searched", err=True)
            break
    ctx.exit(first_of(codes))
