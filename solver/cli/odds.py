"""`patience-solver odds`."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import click

from solver.cli import codes
from solver.cli.inputs import load
from solver.cli.params import JOBS, SEED, after_option, limit_options, rule_option
from solver.cli.reporter import Reporter, reporting
from solver.cli.streams import file_name
from solver.cli.texts import assumptions
from solver.deal_files import DealFile
from solver.letters import in_letters
from solver.limits import Limit, Limits
from solver.odds import Odds, odds
from solver.outcome import Verdict
from solver.seeing import Seen
from solver.shares import Share
from solver.words import plural
from solver.workers import processors

if TYPE_CHECKING:
    from solver.cli.records.chances import Weighed

SAMPLES = 500
"""Orders of the hidden cards that are looked at unasked."""

WIDTH = 4
"""Play-outs for each move of the games without peeking, unasked."""


@click.command()
@click.argument("deal", metavar="DEAL")
@rule_option
@after_option
@click.option("--as-seen", is_flag=True, help="Look at a known deal as a player who sees what lies face up.")
@click.option(
    "--samples",
    type=click.IntRange(1, 10**6),
    metavar="N",
    default=SAMPLES,
    show_default=True,
    help="How many orders of the hidden cards to look at.",
)
@click.option("--seed", type=SEED, metavar="N", default=0, show_default=True, help="Seed of the samples.")
@click.option(
    "--width",
    type=click.IntRange(0, 10**6),
    metavar="N",
    default=WIDTH,
    show_default=True,
    help="Play-outs for each move at every turn of the games played without peeking; 0 plays by rule of thumb.",
)
@limit_options
@click.option("--jobs", type=JOBS, metavar="N", help="Processes to use.  [default: all processors]")
@reporting()
def command(
    deal: str,
    rule: tuple[tuple[str, str], ...],
    after: str | None,
    as_seen: bool,
    samples: int,
    seed: int,
    width: int,
    limits: Limits,
    jobs: int | None,
    report: Reporter,
) -> int:
    """Say how likely a win is when cards are unknown (? in the deal file).

    Orders of the unknown cards are drawn, each equally likely. Of each it is found out whether it can be won by someone
    who sees all cards, and after which moves it still can; and a game is played by a player who does not peek and tries
    each move in play-outs. The shares have 95 % intervals. The time limit holds for all of it, the others for each
    search.

    \b
    Examples:
      patience-solver odds table.txt
      patience-solver odds deal.txt --as-seen --samples 2000
      patience-solver odds table.txt --width 100 --samples 50
    """
    loaded = load(report, deal, rule, after, unknown=True, as_seen=as_seen)
    if not as_seen and not isinstance(loaded.position, Seen) and loaded.patience.seeing is not None:
        report.note("no card of this deal is unknown; --as-seen looks at it as a player who sees what lies face up")
    return say(report, deal, loaded, limits, samples=samples, seed=seed, width=width, jobs=jobs or processors())


def say(
    report: Reporter,
    deal: str,
    loaded: DealFile,
    limits: Limits,
    *,
    samples: int = SAMPLES,
    seed: int = 0,
    width: int = WIDTH,
    jobs: int,
) -> int:
    """Find out and report the odds of a deal that has been read: the exit code."""
    seen = loaded.seen
    whole = replace(limits, positions=None)  # those are for each search
    with report.progress(samples, "orders") as display, report.searching(whole, display) as budget:
        found = odds(
            seen, samples=samples, seed=seed, width=width, limits=limits, jobs=jobs, budget=budget, each=display.advance
        )

    def record() -> Weighed:
        from solver.cli.records import chances

        return chances.weighed(file_name(deal), loaded, seen, found)

    def words() -> str:
        assumed = "".join(f"{line}\n" for line in assumptions(loaded.relied_on_unseen()))
        return in_letters(assumed + text(seen, found), loaded.letters)

    report.result(words, record)
    return codes.ERROR if found.limit is Limit.INTERRUPT else codes.DONE


def text(seen: Seen[object, object], found: Odds) -> str:
    """The odds for people."""
    total = found.winnable.total
    cards = plural(len(seen.cards), "card")
    shuffles = ", and how shuffles fall" if seen.numbers else ""
    lines = [f"unknown: {cards}{shuffles}; looked at {'all ' if found.whole else ''}{plural(total, 'order')}"]
    if found.fact is not None:
        lines.append(f"{'won' if found.fact is Verdict.SOLVABLE else 'lost'} whatever lies where (proved)")
    lines.append(f"could be won by someone who sees all: {_share(found, found.winnable)}")
    if found.fair is not None:
        lines.append(f"won without peeking: {found.fair.words(1)}")
    width = max(map(len, found.moves), default=0)
    for move in sorted(found.moves, key=lambda move: (move != found.best, -found.moves[move].count)):
        mark = "*" if move == found.best else " "
        lines.append(f"{mark} {move:<{width}}  keeps the win in {_share(found, found.moves[move])}")
    if found.limit is not None:
        lines.append("stopped before all samples were looked at")
    return "\n".join(lines) + "\n"


def _share(found: Odds, share: Share) -> str:
    """A share of completions: exact where all of them were looked at and decided."""
    return f"{share.count} of {share.total}" if found.whole and not share.undecided else share.words(1)
