"""What `--json` prints, typed: a record for each kind of result. Imported only where records are wanted.

`python -m solver.cli.schema` prints the JSON Schema of these types, which docs/json-schema.json holds. Every
key is always there; what is not known, or does not apply, is null.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from msgspec import Meta, Struct, to_builtins

from solver import careful, hinting, reviewing
from solver import forced as forcing
from solver.bounds import Bounds
from solver.cli.streams import file_name
from solver.collection import Known
from solver.errors import InputError
from solver.files import DealFile
from solver.hinting import Hint
from solver.limits import Limit
from solver.outcome import Outcome, Verdict
from solver.patience import Assumption, Explanation
from solver.reviewing import Mark, Review
from solver.verifying import Result
from solver.words import visible

if TYPE_CHECKING:
    from solver.odds import Odds
    from solver.rating import Rating
    from solver.seeing import Seen
    from solver.shares import Share
    from solver.surveying.reporting import Distribution, Report

Key = Annotated[str, Meta(pattern="^[a-z][a-z0-9_]*$")]
"""A name that a patience or an engine gives: lower case, joined by underscores."""

File = Annotated[str, Meta(description="a file's name; - is standard input; bytes that are no UTF-8 look like \\xff")]
Name = Annotated[str | None, Meta(description="the deal's name, where it has one or the file holds several deals")]
Options = Annotated[dict[str, str], Meta(description="every rule option in force")]
Warnings = Annotated[tuple[str, ...], Meta(description="why no game leads to the deal as it was typed in")]
Assumed = Annotated[dict[Key, str], Meta(description="what the deal does not say and the answer depends on")]
Moves = Annotated[tuple[str, ...], Meta(description="moves as lines of a log")]
Level = Literal["easy", "medium", "hard", "brutal", "unwinnable"]
Text = Annotated[str, Meta(description="the text of a deal file")]
Seed = Annotated[int | None, Meta(description="of the random deal, where the collection says so")]
PySol = Annotated[str | None, Meta(description="the number of the deal in PySolFC, ms before one of Microsoft's")]
Difficulty = Annotated[Level | None, Meta(description="null when it is not known")]
LimitName = Literal["seconds", "positions", "memory", "work", "interrupt"]


NOTHING = Known()
"""What is known of a deal that no collection says anything of."""


class Record(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The base of all records."""


class Measure(Record, frozen=True):
    """A measure of a winning line."""

    value: Annotated[int | None, Meta(description="the value of the line that is given")]
    at_least: Annotated[int | None, Meta(description="the best value is not lower; null when it was not sought")]
    at_most: Annotated[int | None, Meta(description="the best value is not higher; null when no line is known")]


class Forced(Record, frozen=True):
    """What every game from a position begins with."""

    moves: Annotated[Moves, Meta(description="in one order; none where there is a choice")]
    ordered: Annotated[bool, Meta(description="whether there is no other order")]


class Reason(Record, frozen=True):
    """Why a position is lost."""

    kind: Annotated[str, Meta(description="facts, stuck or exhausted (gallery), intervals (marriage), covered (cross)")]
    text: Annotated[tuple[str, ...], Meta(description="lines for people")]
    facts: Annotated[tuple[dict[Key, Any], ...], Meta(description="the cards and places that the text names")]
    forced: Forced


class Answer(Record, frozen=True):
    """What `solve` and `explain` say of a deal: an entry of a collection, which commands read again."""

    file: File
    name: Name
    game: str
    options: Options
    position: Text
    seed: Seed
    pysol: PySol
    difficulty: Difficulty
    verdict: Verdict
    engine: Annotated[str | None, Meta(description="what decided, as --engine calls it; null for an old log's answer")]
    engine_label: Annotated[str | None, Meta(description="what decided, for people")]
    moves: Annotated[Moves, Meta(description="the winning moves; none unless solvable")]
    end: Annotated[Moves | None, Meta(description="with --best left: the moves to the best end known, unless solvable")]
    measures: dict[Key, Measure]
    stats: Annotated[dict[Key, int | float], Meta(description="counts, and seconds of wall-clock time")]
    limit: Annotated[LimitName | None, Meta(description="what stopped the search, or the proof of the best value")]
    assumed: Assumed
    warnings: Warnings
    notes: Annotated[tuple[str, ...], Meta(description="further sentences")]
    log: Annotated[str | None, Meta(description="the file that holds the log")]
    resumed: Annotated[bool, Meta(description="whether the log was there already and answered")]
    explanation: Annotated[Reason | None, Meta(description="from `explain`, of an unsolvable position")]


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


class WithInterval(Record, frozen=True):
    """How many of some deals, games or ways how unknown cards may lie are of a kind, with a 95 % interval."""

    count: Annotated[int, Meta(description="those that are of the kind")]
    total: Annotated[int, Meta(description="all of them")]
    undecided: Annotated[int, Meta(description="those that may be of the kind, beside count")]
    at_least: Annotated[float, Meta(description="the lower end, where the undecided ones are not of the kind")]
    at_most: Annotated[float, Meta(description="the upper end, where they are")]


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


class Limits(Record, frozen=True):
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
    decisions: Annotated[Limits | None, Meta(description="how few of them win; null when that was not found out")]
    first_choice: Annotated[FirstChoice | None, Meta(description="null where there is none, or it was not found out")]
    moves: Annotated[Moves, Meta(description="winning moves; none unless solvable")]
    limit: Annotated[LimitName | None, Meta(description="what stopped the rating, or the proof of a fact")]
    assumed: Annotated[dict[Key, str], Meta(description="what the deal does not say and the answer depends on")]
    warnings: Warnings


class Shown(Record, frozen=True):
    """What `show` says of a deal."""

    file: File
    name: Name
    game: str
    options: Options
    position: Text
    moves: Annotated[Moves, Meta(description="what can be played now")]
    won: bool
    assumed: Annotated[dict[Key, str], Meta(description="what the deal leaves out, and is taken for")]
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


class Dealt(Record, frozen=True, forbid_unknown_fields=False):
    """A deal that `generate` kept: an entry of a collection, which commands read again.

    Further keys are the rule options in force, and the numbers that belong to the deal, such as `reshuffle_seed`.
    """

    file: Annotated[str | None, Meta(description="where the deal was written")]
    log: Annotated[str | None, Meta(description="where its winning moves were written")]
    name: Annotated[str, Meta(description="the patience, and the seed or the number with its program")]
    game: str
    seed: int | None
    pysol: PySol
    verdict: Verdict
    difficulty: Annotated[Level | None, Meta(description="with --difficulty")]
    deck: Annotated[str, Meta(description="the cards in dealing order")]
    measures: dict[Key, Measure]
    moves: Annotated[Moves | None, Meta(description="the winning moves, with --with-solution")]


@dataclass(frozen=True)
class Entry:
    """A record with further keys, which no type declares: the rule options and numbers of a deal."""

    record: Dealt
    further: Mapping[str, str | int]

    def flat(self) -> dict[str, object]:
        """All keys and values."""
        own: dict[str, object] = to_builtins(self.record)
        return {"game": own["game"], **self.further, **own}


class Page(Record, frozen=True):
    """A patience, from `rules`."""

    game: str
    title: str
    options: Annotated[dict[str, tuple[str, ...]], Meta(description="rule options and their values, the default first")]
    measures: Annotated[dict[str, str], Meta(description="measures and what they count")]
    engines: tuple[str, ...]
    text: Annotated[str, Meta(description="the page of its rules, in Markdown")]


class Flaw(Record, frozen=True):
    """One of the things that are wrong with a file."""

    message: str
    line: Annotated[int | None, Meta(description="counted from 1; null for the whole file")]


class Problem(Record, frozen=True):
    """What is wrong, and where."""

    message: Annotated[str, Meta(description="as it is printed for people")]
    file: File | None
    line: Annotated[int | None, Meta(description="of the first fault, counted from 1")]
    faults: Annotated[tuple[Flaw, ...], Meta(description="all that is wrong with the file")]


class Failed(Record, frozen=True):
    """A deal of which nothing can be said."""

    file: Annotated[File | None, Meta(description="the deal")]
    name: Name
    error: Problem


class ValueShare(Record, frozen=True):
    """The share of all deals that can be won and have this value of a measure."""

    value: int
    share: WithInterval


class Values(Record, frozen=True):
    """The values of a measure."""

    measure: Key
    best: Annotated[bool, Meta(description="whether these are best values, or those of the lines that were found")]
    mean: float
    shares: tuple[ValueShare, ...]


class Distributed(Record, frozen=True):
    """How a number is distributed over the deals."""

    mean: float
    quantiles: Annotated[tuple[tuple[float, float], ...], Meta(description="pairs: share of the deals, value")]


class SlowDeal(Record, frozen=True):
    """A deal that took long."""

    seed: int
    verdict: Verdict
    seconds: float
    positions: int


class Stopped(Record, frozen=True):
    """Where a sequential survey stopped; the interval holds at whatever moment one looks."""

    first: Annotated[int, Meta(description="the first seed")]
    width: Annotated[float, Meta(description="the width that was wanted")]
    winnable: WithInterval


class DecidedBy(Record, frozen=True):
    """What has decided deals."""

    version: str
    python: str
    native: Annotated[bool, Meta(description="whether its searches are native")]
    deals: int


class Surveyed(Record, frozen=True):
    """What `survey report` says of a survey."""

    game: str
    options: Options
    best: Annotated[Key | None, Meta(description="the measure whose best value was sought")]
    seeds: Annotated[tuple[tuple[int, int], ...], Meta(description="ranges of seeds, the first and the last of each")]
    solvable: int
    unsolvable: int
    undecided: int
    left_open: Annotated[dict[Key, int], Meta(description="deals left open, by what left them so")]
    winnable: WithInterval
    sequential: tuple[Stopped, ...]
    measures: tuple[Values, ...]
    positions: Distributed
    seconds: Distributed
    slowest: tuple[SlowDeal, ...]
    programs: tuple[DecidedBy, ...]
    replayed: Annotated[int, Meta(description="winning lines that the referee in Python replayed; the rest natively")]


RECORDS: tuple[type[Record], ...] = (
    Answer,
    Hinted,
    Reviewed,
    Weighed,
    Rated,
    Shown,
    Checked,
    Replayed,
    Dealt,
    Page,
    Surveyed,
    Failed,
)
"""All records that are printed as they are."""


def key(name: str) -> str:
    """The name of a statistic, a fact or a section of a deal as a key."""
    return "_".join(name.lower().split())


def measures(values: Mapping[str, int], best: Mapping[str, Bounds]) -> dict[Key, Measure]:
    """The measures of a line: its values, and the bounds of the best ones where they were sought."""
    found = {}
    for name in dict.fromkeys((*values, *best)):
        bounds = best.get(name)
        found[key(name)] = Measure(
            value=values.get(name),
            at_least=None if bounds is None else bounds.low,
            at_most=None if bounds is None else bounds.high,
        )
    return found


def numbers(found: Mapping[str, int]) -> dict[Key, int]:
    """The numbers that belong to a deal."""
    return {key(name): number for name, number in found.items()}


def limit_name(limit: Limit | None) -> LimitName | None:
    """A limit as a key."""
    if limit is None:
        return None
    names: Mapping[Limit, LimitName] = {
        Limit.SECONDS: "seconds",
        Limit.POSITIONS: "positions",
        Limit.MEMORY: "memory",
        Limit.WORK: "work",
        Limit.INTERRUPT: "interrupt",
    }
    return names[limit]


def assumed(found: Iterable[Assumption]) -> dict[Key, str]:
    """What is assumed, by its key in deal files."""
    return {key(assumption.key): assumption.value for assumption in found}


def answer(
    file: str,
    deal: DealFile,
    outcome: Outcome[Any],
    known: Known = NOTHING,
    *,
    name: str | None = None,
    log: str | None = None,
    explanation: Reason | None = None,
) -> Answer:
    """What a search said of a deal."""
    return Answer(
        file=file,
        name=name,
        game=deal.patience.game,
        options=dict(deal.options),
        position=str(deal.position),
        seed=known.seed,
        pysol=known.pysol,
        difficulty=level(known.difficulty),
        verdict=outcome.verdict,
        engine=deal.patience.deciding.name_of(outcome.engine),
        engine_label=outcome.engine,
        moves=tuple(map(str, outcome.moves)),
        end=None if outcome.end is None else tuple(map(str, outcome.end)),
        measures=measures(outcome.values, outcome.measures),
        stats={key(name): value for name, value in outcome.stats.items()},
        limit=limit_name(outcome.limit),
        assumed=assumed(deal.relied_on(outcome)),
        warnings=deal.warnings,
        notes=outcome.notes,
        log=log,
        resumed=False,
        explanation=explanation,
    )


def resumed(
    file: str,
    deal: DealFile,
    verdict: Verdict,
    moves: Sequence[object],
    values: Mapping[str, int],
    log: str,
    known: Known = NOTHING,
    *,
    name: str | None = None,
) -> Answer:
    """What a log that is there already says of a deal."""
    return Answer(
        file=file,
        name=name,
        game=deal.patience.game,
        options=dict(deal.options),
        position=str(deal.position),
        seed=known.seed,
        pysol=known.pysol,
        difficulty=level(known.difficulty),
        verdict=verdict,
        engine=None,
        engine_label=None,
        moves=tuple(map(str, moves)) if verdict is Verdict.SOLVABLE else (),
        end=tuple(map(str, moves)) if verdict is not Verdict.SOLVABLE and values else None,
        measures=measures(values, {}),
        stats={},
        limit=None,
        assumed=assumed(deal.relied_on(Outcome(verdict, "", tuple(moves) if verdict is Verdict.SOLVABLE else ()))),
        warnings=deal.warnings,
        notes=(),
        log=log,
        resumed=True,
        explanation=None,
    )


def reason(explanation: Explanation[Any], beginning: forcing.Forced[Any]) -> Reason:
    """Why a position is lost."""
    facts = tuple({key(name): value for name, value in fact.items()} for fact in explanation.facts)
    return Reason(kind=explanation.kind, text=explanation.lines, facts=facts, forced=forced(beginning))


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
        choices=tuple(_choice(choice, name) for choice in hint.choices),
        moves=tuple(map(str, outcome.moves)),
        measures=measures(outcome.values, outcome.measures),
        forced=forced(hint.forced),
        stats={key(name): value for name, value in outcome.stats.items()},
        limit=limit_name(outcome.limit),
        assumed=assumed(deal.relied_on(*hint.answers)),
        warnings=deal.warnings,
        notes=outcome.notes,
    )


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
        levels=tuple(_LEVELS[one] for one in rating.levels),
        share=None if rating.share is None else share(rating.share, rating.interval),
        within={} if rating.within is None else {key(rating.within[0]): rating.within[1]},
        samples_seed=seed,
        measures=measures(outcome.values, values),
        decisions=None
        if rating.decisions is None
        else Limits(at_least=rating.decisions.low, at_most=rating.decisions.high),
        first_choice=None
        if first is None
        else FirstChoice(after=first.after, moves=first.moves, lose=first.lose, undecided=first.undecided),
        moves=tuple(map(str, outcome.moves)),
        limit=limit_name(rating.limit),
        assumed=assumed(deal.relied_on(outcome)),
        warnings=deal.warnings,
    )


def level(found: careful.Level | None) -> Level | None:
    """A level as a word."""
    return None if found is None else _LEVELS[found]


_LEVELS: Mapping[careful.Level, Level] = {
    careful.Level.EASY: "easy",
    careful.Level.MEDIUM: "medium",
    careful.Level.HARD: "hard",
    careful.Level.BRUTAL: "brutal",
    careful.Level.UNWINNABLE: "unwinnable",
}


def _choice(found: hinting.Choice[Any], measure: str) -> Choice:
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
        choices=tuple(_choice(choice, name) for choice in found.choices),
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


def forced(found: forcing.Forced[Any]) -> Forced:
    """What every game begins with."""
    return Forced(moves=tuple(map(str, found.moves)), ordered=found.ordered)


def failed(file: str | None, message: str, error: Exception, name: str | None = None) -> Failed:
    """That something is wrong with a deal: `message` as it is printed."""
    found = Problem(message=message, file=None, line=None, faults=())
    if isinstance(error, InputError):
        faults = tuple(Flaw(message=visible(fault.message), line=fault.line) for fault in error.faults)
        found = Problem(message=message, file=file_name(error.source) or None, line=error.line, faults=faults)
    return Failed(file=file, name=name, error=found)


# --- surveys ---------------------------------------------------------------------------------------------------------


def share(found: Share, interval: tuple[float, float] | None = None) -> WithInterval:
    """A share and its interval (Wilson's unless another one is given)."""
    low, high = interval or found.interval
    return WithInterval(count=found.count, total=found.total, undecided=found.undecided, at_least=low, at_most=high)


def surveyed(found: Report) -> Surveyed:
    """What a survey has found."""
    return Surveyed(
        game=found.asked.game,
        options=dict(found.asked.options),
        best=found.asked.best,
        seeds=tuple((part.start, part.stop - 1) for part in found.seeds),
        solvable=found.counts[Verdict.SOLVABLE],
        unsolvable=found.counts[Verdict.UNSOLVABLE],
        undecided=found.counts[Verdict.UNDECIDED],
        left_open=dict(found.open),
        winnable=share(found.share),
        sequential=tuple(
            Stopped(first=stop.first, width=stop.width, winnable=share(stop.share, stop.interval))
            for stop in found.stops
        ),
        measures=tuple(
            Values(
                measure=values.measure,
                best=values.best,
                mean=values.mean,
                shares=tuple(ValueShare(value=value, share=share(part)) for value, part in values.shares.items()),
            )
            for values in found.values
        ),
        positions=_distribution(found.positions),
        seconds=_distribution(found.seconds),
        slowest=tuple(
            SlowDeal(
                seed=row.deal.seed, verdict=row.deal.verdict, seconds=row.deal.seconds, positions=row.deal.positions
            )
            for row in found.slowest
        ),
        programs=tuple(
            DecidedBy(version=program.version, python=program.python, native=program.native, deals=count)
            for program, count in found.programs
        ),
        replayed=found.replayed,
    )


def _distribution(found: Distribution) -> Distributed:
    return Distributed(mean=found.mean, quantiles=tuple((share, value) for share, value in found.quantiles.items()))
