"""The JSON Schema of what `--json` prints: `python -m solver.cli.schema > docs/json-schema.json`."""

from __future__ import annotations

import sys

import msgspec

from solver.cli.records.chances import Rated, Weighed
from solver.cli.records.choices import Hinted
from solver.cli.records.common import Record
from solver.cli.records.deals import Dealt, Page, Shown
from solver.cli.records.failures import Failed
from solver.cli.records.games import Checked, Replayed, Reviewed
from solver.cli.records.solved import Answer
from solver.cli.records.surveys import Surveyed

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


def schema() -> dict[str, object]:
    """The schema (draft 2020-12): any of the records, each of which has a definition under its name."""
    refs, definitions = msgspec.json.schema_components(RECORDS, ref_template="#/$defs/{name}")
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "What patience-solver prints with --json: one of these objects on each line",
        "anyOf": list(refs),
        "$defs": definitions,
    }


def text() -> str:
    """The schema as the file holds it."""
    return msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode() + "\n"


if __name__ == "__main__":
    sys.stdout.write(text())
