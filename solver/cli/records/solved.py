"""What `solve` and `explain` say of a deal."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from msgspec import Meta, structs

from solver import forced as forcing
from solver.cli.records.common import (
    NOTHING,
    Assumed,
    Difficulty,
    File,
    Forced,
    Key,
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
    assumed,
    forced,
    key,
    level,
    limit_name,
    measures,
)
from solver.collection import Known
from solver.deal_files import DealFile
from solver.outcome import Outcome, Verdict, claim
from solver.patience import Explanation


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
    line = tuple(map(str, moves))
    return structs.replace(
        answer(file, deal, claim(verdict, moves), known, name=name, log=log),
        engine=None,
        engine_label=None,
        end=line if verdict is not Verdict.SOLVABLE and values else None,
        measures=measures(values, {}),
        limit=None,
        resumed=True,
    )


def reason(explanation: Explanation[Any], beginning: forcing.Forced[Any]) -> Reason:
    """Why a position is lost."""
    facts = tuple({key(name): value for name, value in fact.items()} for fact in explanation.facts)
    return Reason(kind=explanation.kind, text=explanation.lines, facts=facts, forced=forced(beginning))
