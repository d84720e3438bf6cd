"""`patience-solver generate`."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.codes import DONE, ERROR, UNDECIDED, BadInput
from solver.cli.inputs import rule_option
from solver.cli.output import as_json, best, comments, measures_json, say, write_whole
from solver.errors import Unsupported
from solver.generating import Candidate, Wanted, candidates
from solver.options import read_options
from solver.outcome import Verdict
from solver.patience import AnyPatience, header
from solver.registry import GAMES, patience
from solver.words import plural, unknown

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

POSITION_LIMIT = 100_000
LAST_SEED = 10**18


def _where(value: str) -> tuple[str, int]:
    measure, _, number = value.partition("=")
    if not measure or not (number.isascii() and number.isdigit()) or len(number) > 9:
        raise click.BadParameter(f'found "{value}"; expected MEASURE=N, as in redeals=6')
    return measure.lower(), int(number)


@dataclass
class _Tally:
    """What has become of the candidates."""

    tried: int = 0
    kept: int = 0
    skipped: int = 0

    def __str__(self) -> str:
        share = f" ({self.kept / (self.tried - self.skipped):.1%})" if self.tried > self.skipped else ""
        open_ = f", {self.skipped:,} skipped at a limit" if self.skipped else ""
        return f"kept {self.kept:,} of {plural(self.tried - self.skipped, 'decided deal')}{share}{open_}"


@click.command()
@click.argument("game", metavar="GAME", type=click.Choice(GAMES, case_sensitive=False))
@click.option(
    "--seed", type=click.IntRange(0, LAST_SEED), metavar="N", help="Seed of the first candidate.  [default: random]"
)
@click.option("--pysol", type=click.IntRange(min=1), metavar="N", help="Deal as PySolFC numbers its games, from N on.")
@click.option(
    "--count",
    "wanted_count",
    type=click.IntRange(min=1),
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
@click.option("--where", type=_where, metavar="MEASURE=N", help="Keep only deals whose best value of a measure is N.")
@rule_option
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, file_okay=False),
    metavar="FOLDER",
    help="Write each deal to a file in this folder.",
)
@click.option("--with-solution", is_flag=True, help="Write the winning moves beside each deal.")
@click.option(
    "--tries",
    type=click.IntRange(min=1),
    metavar="N",
    default=10_000,
    show_default=True,
    help="Give up after so many candidates.",
)
@click.option(
    "--position-limit",
    type=click.IntRange(min=1),
    metavar="N",
    default=POSITION_LIMIT,
    show_default=True,
    help="Skip a candidate after searching so many positions.",
)
@click.option("--jobs", type=click.IntRange(min=1), metavar="N", help="Processes to use.  [default: all processors]")
@click.option("--json", "json_", is_flag=True, help="Print an object for programs, one line a deal.")
@click.pass_context
def command(
    ctx: click.Context,
    game: str,
    seed: int | None,
    pysol: int | None,
    wanted_count: int,
    verdict: str | None,
    where: tuple[str, int] | None,
    rule: tuple[tuple[str, str], ...],
    output: Path | None,
    with_solution: bool,
    tries: int,
    position_limit: int,
    jobs: int | None,
    json_: bool,
) -> None:
    """Deal at random and keep the deals of a wanted kind: gallery, marriage or cross.

    The candidates are the random deals of seeds N, N+1, …, so the same seed gives the same deals everywhere; those that
    are kept are uniform among all deals of their kind.

    \b
    Examples:
      patience-solver generate gallery --seed 1
      patience-solver generate gallery --seed 1 --count 20 --verdict unsolvable -o deals/
      patience-solver generate gallery --where redeals=6 --with-solution -o deals/
      patience-solver generate marriage --pysol 12345 | patience-solver solve -
    """
    found = patience(game)
    options = read_options(found.options, {**(found.pysol_options if pysol is not None else {}), **dict(rule)})
    _check(ctx, found, seed, pysol, verdict, where, output, with_solution, json_)
    first = pysol or (secrets.randbelow(10**9) if seed is None else seed)
    wanted = Wanted(
        game, options, _verdict_wanted(verdict, pysol is not None), where, position_limit, pysol is not None
    )
    if output is not None:
        _make_folder(output)
    tally = _Tally()
    source = candidates(wanted, first, tries, jobs)
    bar: ProgressBar[None] = click.progressbar(
        length=wanted_count,
        label="deals kept",
        file=sys.stderr,
        hidden=not sys.stderr.isatty(),
        show_pos=True,
        item_show_func=lambda _: f"{tally.tried:,} tried",
    )
    interrupted = False
    try:
        with bar:
            for candidate in source:
                tally.tried += 1
                tally.skipped += candidate.is_open(wanted)
                if candidate.is_wanted(wanted):
                    tally.kept += 1
                    _hand_out(found, wanted, candidate, output, with_solution, json_)
                    bar.update(1)
                elif tally.tried % 16 == 0:
                    bar.update(0)
                if tally.kept == wanted_count:
                    break
    except KeyboardInterrupt:
        interrupted = True
    finally:
        source.close()
    click.echo(f"{game}: {tally}", err=True)
    if interrupted:
        name = "pysol" if pysol is not None else "seed"
        click.echo(f"interrupted; --{name} {first + tally.tried} goes on from here", err=True)
        ctx.exit(ERROR)
    if tally.kept < wanted_count:
        click.echo(
            f"the {plural(tries, 'candidate')} ran out; {plural(wanted_count - tally.kept, 'deal')} less than wanted",
            err=True,
        )
        ctx.exit(UNDECIDED)
    ctx.exit(DONE)


def _verdict_wanted(word: str | None, numbered: bool) -> Verdict | None:
    """A numbered deal is wanted whatever it is, unless something is said."""
    word = (word or "").lower() or ("any" if numbered else "solvable")
    return None if word == "any" else Verdict(word)


def _check(
    ctx: click.Context,
    found: AnyPatience,
    seed: int | None,
    pysol: int | None,
    verdict: str | None,
    where: tuple[str, int] | None,
    output: Path | None,
    with_solution: bool,
    json_: bool,
) -> None:
    if seed is not None and pysol is not None:
        raise click.UsageError("--seed and --pysol exclude each other", ctx)
    if pysol is not None and found.pysol is None:
        raise Unsupported(f"{found.title} has no deals numbered as in PySolFC")
    if where is not None and where[0] not in found.measures:
        raise Unsupported(unknown("measure", where[0], found.measures))
    if where is not None and verdict is not None and verdict.lower() == "unsolvable":
        raise click.UsageError("--where looks at winning lines; expected --verdict solvable or any", ctx)
    if with_solution and output is None and not json_:
        raise click.UsageError("--with-solution needs a folder (-o) or --json", ctx)


def _make_folder(output: Path) -> None:
    try:
        output.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise BadInput(f"{output}: cannot be made a folder: {error.strerror}") from None


def _hand_out(
    found: AnyPatience, wanted: Wanted, candidate: Candidate, output: Path | None, with_solution: bool, json_: bool
) -> None:
    """Write or print a kept deal."""
    about = (_origin(found, wanted, candidate), _verdict(candidate))
    if output is not None:
        chosen = [f"{key}-{value}" for key, value in wanted.options.items() if found.defaults[key] != value]
        name = "-".join((wanted.game, *chosen, *(["pysol"] if wanted.numbered else []), str(candidate.seed)))
        files = {f"{name}.txt": comments(about) + str(candidate.deal)}
        if with_solution and candidate.verdict is Verdict.SOLVABLE:
            lines = (*header(wanted.game, wanted.options, found.defaults), *candidate.moves)
            files[f"{name}.log"] = comments(about) + "".join(f"{line}\n" for line in lines)
        for file, text in files.items():
            write_whole(output / file, text)
    if json_:
        say(as_json(_json(wanted, candidate, with_solution)))
    elif output is None:
        say(comments(about) + str(candidate.deal), nl=False)


def _origin(found: AnyPatience, wanted: Wanted, candidate: Candidate) -> str:
    if wanted.numbered:
        return f"{wanted.game}: PySolFC deal {candidate.seed} ({found.pysol})"
    return f"{wanted.game}: random deal of seed {candidate.seed}"


def _verdict(candidate: Candidate) -> str:
    values = ", ".join(f"{name} {best(bounds)}" for name, bounds in candidate.measures.items())
    return f"{candidate.verdict}: {values}" if values else str(candidate.verdict)


def _json(wanted: Wanted, candidate: Candidate, with_solution: bool) -> Mapping[str, object]:
    deal = candidate.deal
    values: dict[str, object] = {
        "game": wanted.game,
        "pysol" if wanted.numbered else "seed": candidate.seed,
        "verdict": str(candidate.verdict),
        "options": dict(wanted.options),
        **deal.extra,
        "deck": " ".join(map(str, deal.deck)),
        "measures": measures_json(candidate.line, candidate.measures),
    }
    if with_solution:
        values["moves"] = list(candidate.moves)
    return values
