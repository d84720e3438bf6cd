"""The JSON Schema of what `--json` prints: `python -m solver.cli.schema > docs/json-schema.json`."""

from __future__ import annotations

import sys

import msgspec

from solver.cli.records import RECORDS


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
