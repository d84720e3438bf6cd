"""What `odds` and `rate` say of how likely a win is, and how hard."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta

from solver.cli.records.common import (
    LEVELS,
    Assumed,
    File,
    Key,
    Level,
    LimitName,
    Measure,
    Moves,
    Name,
    Options,
    PySol,
    Record,
    Seed,
    Text,
    Warnings,
    WithInterval,
    assumed,
    key,
    level,
    limit_name,
    measures,
    share,
)
from solver.collection import Known
from solver.deal_files import DealFile
from solver.outcome import Verdict

if TYPE_CHECKING:
    from solver.odds import Odds
    from solver.rating import Rating
    from solver.seeing import Seen


class Weighed(Record, frozen=True):
    """What `odds` says of a position with unknown cards."""

    file: File
    game: str
    options: Options
    unknown: Annotated[tuple[str, ...], Meta(description="the unknown cards together, sorted")]
    whole: Annotated[bool, Meta(description="all different orders of the cards have been looked at")]
    verdict: Annotated[Verdict | None, Meta(description="what holds whatever lies where; null when that is not shown")]
    winnable: Annotated[WithInterval, Meta(description="can be won by someone who sees all cards")]
    fair: Annotated[WithInterval | None, Meta(description="won without peeking")]
    advised: Annotated[
        str | None,
        Meta(description="the move that does best in play-outs without peeking, or keeps the win most often"),
    ]
    moves: Annotated[dict[str, WithInterval], Meta(description="for each legal move, in which the win is kept")]
    limit: Annotated[LimitName | None, Meta(description="what stopped the looking before all samples were looked at")]
    assumed: Assumed
    warnings: Warnings


class BestBounds(Record, frozen=True):
    """The bounds of a best value, equal when it is proved."""

    at_least: int
    at_most: int | None


class FirstChoice(Record, frozen=True):
    """The first choice of a game; moves that are alike count once."""

    after: Annotated[int, Meta(description="moves before it, which cannot hurt or are forced")]
    moves: int
    lose: Annotated[int, Meta(description="those after which the game cannot be won as counted")]
    undecided: int


class Rated(Record, frozen=True):
    """What `rate` says of a deal: an entry of a collection, which commands read again."""

    file: File
    name: Name
    game: str
    options: Options
    position: Text
    seed: Seed
    pysol: PySol
    verdict: Verdict
    difficulty: Annotated[Level | None, Meta(description="null when the verdict is open or no levels are measured")]
    levels: Annotated[tuple[Level, ...], Meta(description="all that the interval allows, easy ones first")]
    share: Annotated[WithInterval | None, Meta(description="games by careful chance that were won; null without games")]
    within: Annotated[dict[Key, int], Meta(description="the measure that a game must not exceed to count as won")]
    samples_seed: Annotated[int, Meta(description="the seed of the games")]
    measures: Annotated[dict[Key, Measure], Meta(description="of the winning moves, with bounds of the best values")]
    decisions: Annotated[BestBounds | None, Meta(description="how few of them win; null when that was not found out")]
    first_choice: Annotated[FirstChoice | None, Meta(description="null where there is none, or it was not found out")]
    moves: Annotated[Moves, Meta(description="winning moves; none unless solvable")]
    limit: Annotated[LimitName | None, Meta(description="what stopped the rating, or the proof of a fact")]
    assumed: Annotated[dict[Key, str], Meta(description="what the deal does not say and the answer depends on")]
    warnings: Warnings


def weighed(file: str, deal: DealFile, seen: Seen[Any, Any], odds: Odds) -> Weighed:
    """How likely a win is."""
    return Weighed(
        file=file,
        game=deal.patience.game,
        options=dict(deal.options),
        unknown=tuple(map(str, seen.cards)),
        whole=odds.whole,
        verdict=odds.fact,
        winnable=share(odds.winnable),
        fair=None if odds.fair is None else share(odds.fair),
        advised=odds.best,
        moves={move: share(kept) for move, kept in odds.moves.items()},
        limit=limit_name(odds.limit),
        assumed=assumed(deal.relied_on_unseen()),
        warnings=deal.warnings,
    )


def rated(file: str, name: str | None, deal: DealFile, known: Known, rating: Rating, seed: int) -> Rated:
    """How hard a deal is; known: what a collection says of it; seed: of the games."""
    outcome, first = rating.outcome, rating.first
    values = {**rating.measures, **outcome.measures}
    return Rated(
        file=file,
        name=name,
        game=deal.patience.game,
        options=dict(deal.options),
        position=str(deal.position),
        seed=known.seed,
        pysol=known.pysol,
        verdict=rating.verdict,
        difficulty=level(rating.level),
        levels=tuple(LEVELS[one] for one in rating.levels),
        share=None if rating.share is None else share(rating.share, rating.interval),
        within={} if rating.within is None else {key(rating.within[0]): rating.within[1]},
        samples_seed=seed,
        measures=measures(outcome.values, values),
        decisions=None
        if rating.decisions is None
        else BestBounds(at_least=rating.decisions.low, at_most=rating.decisions.high),
        first_choice=None
        if first is None
        else FirstChoice(after=first.after, moves=first.moves, lose=first.lose, undecided=first.undecided),
        moves=tuple(map(str, outcome.moves)),
        limit=limit_name(rating.limit),
        assumed=assumed(deal.relied_on(outcome)),
        warnings=deal.warnings,
    )
