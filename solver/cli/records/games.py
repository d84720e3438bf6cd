"""What `review`, `verify` and `replay` say of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal

from msgspec import Meta

from solver import reviewing
from solver.cli.records.choices import Choice, choice_of
from solver.cli.records.common import (
    Assumed,
    File,
    Key,
    LimitName,
    Measure,
    Moves,
    Name,
    Options,
    Record,
    Warnings,
    assumed,
    key,
    limit_name,
)
from solver.deal_files import DealFile
from solver.reviewing import Mark, Review
from solver.verifying import Result


class Turn(Record, frozen=True):
    """Where something ceased to hold, in numbers of moves of the log."""

    kept: Annotated[int | None, Meta(description="after so many moves it still held; null if it is not known where")]
    lost: Annotated[int | None, Meta(description="after so many moves it no longer did; null if none is known")]
    at: Annotated[int | None, Meta(description="the number of the move that did it, from 1; null if it is not known")]
    line: Annotated[int | None, Meta(description="the line of this move in the log, from 1")]
    move: str | None


class BestReview(Record, frozen=True):
    """A measure of a game that was won, beside the best value."""

    value: int
    at_least: Annotated[int, Meta(description="the best value is not lower")]
    at_most: Annotated[int, Meta(description="the best value is not higher")]
    turn: Annotated[Turn | None, Meta(description="where the best went out of reach; null if it did not, or is open")]
    rest: Annotated[Moves, Meta(description="the moves that still had the best after `kept` moves")]


class Marked(Record, frozen=True):
    """A move of a log, and what it did."""

    line: Annotated[int, Meta(description="in the log, from 1")]
    move: str
    mark: Literal["keeps", "loses", "undecided", "lost_already"]


class Reviewed(Record, frozen=True):
    """What `review` says of a game."""

    file: File
    log: File
    game: str
    options: Options
    result: Result
    played: Annotated[int, Meta(description="the number of legal moves")]
    line: Annotated[int | None, Meta(description="of the first illegal move")]
    reason: Annotated[str | None, Meta(description="why it is illegal")]
    turn: Annotated[Turn, Meta(description="where the win was lost")]
    choices: Annotated[tuple[Choice, ...], Meta(description="what could be played where the game could last be won")]
    rest: Annotated[Moves, Meta(description="winning moves from there")]
    measures: Annotated[dict[Key, BestReview], Meta(description="of a game that was won")]
    moves: Annotated[tuple[Marked, ...], Meta(description="all legal moves, with --all")]
    written: Annotated[str | None, Meta(description="the file that holds the rest")]
    stats: Annotated[dict[Key, int | float], Meta(description="seconds of wall-clock time")]
    limit: Annotated[LimitName | None, Meta(description="what left something open")]
    assumed: Assumed
    warnings: Warnings


class Checked(Record, frozen=True):
    """What `verify` says of a log."""

    file: File
    name: Name
    log: Annotated[File | None, Meta(description="null when a collection gives the moves")]
    game: str
    options: Options
    result: Annotated[Result | None, Meta(description="null when a collection gives no moves for an unsolved deal")]
    played: Annotated[int, Meta(description="the number of legal moves")]
    line: Annotated[int | None, Meta(description="of the first illegal move: in the log, or among the moves given")]
    move: Annotated[str | None, Meta(description="the first illegal move")]
    reason: Annotated[str | None, Meta(description="why it is illegal")]
    contradiction: Annotated[str | None, Meta(description="how the moves contradict what a collection says")]
    moves: Annotated[Moves, Meta(description="what could be played now in an unfinished game")]
    assumed: Assumed
    warnings: Warnings


class Replayed(Record, frozen=True):
    """A game that `replay` played through."""

    file: File
    log: Annotated[File | None, Meta(description="null when the deal was solved first")]
    game: str
    options: Options
    result: Result
    moves: Annotated[Moves, Meta(description="the legal moves, all of which are shown")]
    reason: Annotated[str | None, Meta(description="why the move after them is illegal")]
    remarks: Annotated[dict[str, str], Meta(description="with --review, by the number of the move from 1")]
    measures: dict[Key, Measure]
    page: Annotated[str | None, Meta(description="where the page was written")]
    assumed: Assumed
    warnings: Warnings


def turn(found: reviewing.Turn, moves: Sequence[object], lines: Sequence[int]) -> Turn:
    """Where something ceased to hold: moves and their lines in the log."""
    at = found.at
    return Turn(
        kept=found.kept,
        lost=found.lost,
        at=at,
        line=None if at is None else lines[at - 1],
        move=None if at is None else str(moves[at - 1]),
    )


def reviewed(
    files: tuple[str, str, str | None], deal: DealFile, found: Review[Any], lines: Sequence[int], *, every: bool
) -> Reviewed:
    """What is to be said of a game.

    files: the deal, the log, and what was written; lines: those of the moves in the log; every: whether each move gets
    its mark.
    """
    report, name = found.report, deal.patience.deciding.best or ""
    marks = zip(lines, report.moves, found.marks(), strict=False) if every else ()
    return Reviewed(
        file=files[0],
        log=files[1],
        game=deal.patience.game,
        options=dict(deal.options),
        result=report.result,
        played=report.played,
        line=lines[report.played] if report.result is Result.ILLEGAL else None,
        reason=report.reason or None,
        turn=turn(found.turn, report.moves, lines),
        choices=tuple(choice_of(choice, name) for choice in found.choices),
        rest=tuple(map(str, found.rest)),
        measures={
            key(one.name): BestReview(
                value=one.value,
                at_least=one.best.low,
                at_most=one.value if one.best.high is None else one.best.high,
                turn=None if one.turn is None else turn(one.turn, report.moves, lines),
                rest=tuple(map(str, one.rest)),
            )
            for one in found.measures
        },
        moves=tuple(Marked(line=line, move=str(move), mark=_MARKS[mark]) for line, move, mark in marks),
        written=files[2],
        stats={key(name): value for name, value in found.stats.items()},
        limit=limit_name(found.limit),
        assumed=assumed(deal.relied_on(*found.answers)),
        warnings=deal.warnings,
    )


_MARKS: Mapping[Mark, Literal["keeps", "loses", "undecided", "lost_already"]] = {
    Mark.KEEPS: "keeps",
    Mark.LOSES: "loses",
    Mark.OPEN: "undecided",
    Mark.AFTER: "lost_already",
}
