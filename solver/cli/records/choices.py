"""What `hint` says of the moves of a position."""

from __future__ import annotations

from typing import Annotated, Any

from msgspec import Meta

from solver import hinting
from solver.cli.records.common import (
    Assumed,
    File,
    Forced,
    Key,
    LimitName,
    Measure,
    Moves,
    Options,
    Record,
    Warnings,
    assumed,
    forced,
    key,
    limit_name,
    measures,
)
from solver.deal_files import DealFile
from solver.hinting import Hint
from solver.outcome import Verdict


class Ways(Record, frozen=True):
    """How many of the moves after a move keep the win; moves that are alike count once."""

    keep: int
    unknown: Annotated[int, Meta(description="of so many the limits left it open")]
    moves: int


class Choice(Record, frozen=True):
    """A legal move, with those that are like it."""

    move: str
    alike: Annotated[Moves, Meta(description="other moves that lead to the same but for the names of places")]
    verdict: Annotated[Verdict, Meta(description="of the position after it: unsolvable if it loses the win")]
    measures: Annotated[dict[Key, Measure], Meta(description="of lines that begin with it")]
    ways: Annotated[Ways | None, Meta(description="counted where the advice depends on it")]
    limit: LimitName | None


class Hinted(Record, frozen=True):
    """What `hint` says of a position."""

    file: File
    game: str
    options: Options
    verdict: Verdict
    won: Annotated[bool, Meta(description="the game is won here")]
    advised: Annotated[str | None, Meta(description="the advised move; null where none is known to win")]
    choices: Annotated[tuple[Choice, ...], Meta(description="all legal moves, the advised one first")]
    moves: Annotated[Moves, Meta(description="a winning line that begins with the advised move")]
    measures: dict[Key, Measure]
    forced: Forced
    stats: Annotated[dict[Key, int | float], Meta(description="counts, and seconds of wall-clock time")]
    limit: LimitName | None
    assumed: Assumed
    warnings: Warnings
    notes: Annotated[tuple[str, ...], Meta(description="further sentences")]


def hinted(file: str, deal: DealFile, hint: Hint[Any]) -> Hinted:
    """What each move of a position does."""
    outcome, name = hint.outcome, deal.patience.deciding.best or ""
    return Hinted(
        file=file,
        game=deal.patience.game,
        options=dict(deal.options),
        verdict=outcome.verdict,
        won=hint.won,
        advised=None if hint.advised is None else str(hint.advised.move),
        choices=tuple(choice_of(choice, name) for choice in hint.choices),
        moves=tuple(map(str, outcome.moves)),
        measures=measures(outcome.values, outcome.measures),
        forced=forced(hint.forced),
        stats={key(name): value for name, value in outcome.stats.items()},
        limit=limit_name(outcome.limit),
        assumed=assumed(deal.relied_on(*hint.answers)),
        warnings=deal.warnings,
        notes=outcome.notes,
    )


def choice_of(found: hinting.Choice[Any], measure: str) -> Choice:
    """What a move does; measure: the one whose best value was sought."""
    first, *others = map(str, found.moves)
    ways, best = found.ways, found.best
    return Choice(
        move=first,
        alike=tuple(others),
        verdict=found.verdict,
        measures={} if best is None or best.high is None else measures({measure: best.high}, {measure: best}),
        ways=None if ways is None else Ways(keep=ways.keep, unknown=ways.unknown, moves=ways.moves),
        limit=limit_name(found.limit),
    )
