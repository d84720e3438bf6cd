"""What `show`, `generate` and `rules` say of deals and patiences."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from msgspec import Meta, to_builtins

from solver.cli.records.common import (
    File,
    Key,
    Level,
    Measure,
    Moves,
    Name,
    Options,
    PySol,
    Record,
    Text,
    Warnings,
)
from solver.outcome import Verdict


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
