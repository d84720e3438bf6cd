"""All deals of a file of surveys as one table, a row for each deal, for other programs."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from dataclasses import dataclass
from importlib import import_module
from itertools import islice
from pathlib import Path
from typing import Any

from solver.errors import Unsupported
from solver.registry import patience
from solver.surveying.deciding import Asked
from solver.surveying.survey_file import RecordedDeal, SurveyFile

BATCH = 20_000
"""Rows in memory at a time."""


@dataclass(frozen=True)
class Columns:
    """The columns of a table by name, each with the type of its values, and its rows.

    The columns are those that every survey has, then for each measure its value in the line that was found and the
    bounds of the best value; what is not known is None.
    """

    columns: dict[str, type]
    rows: Iterator[dict[str, Any]]


def table(database: SurveyFile) -> Columns:
    """The table of all deals of a file, read as the rows are asked for."""
    surveys = database.surveys()
    measures = sorted({name for _, asked in surveys for name in patience(asked.game).deciding.counted})
    columns: dict[str, type] = {
        "game": str,
        "options": str,
        "best": str,
        "seed": int,
        "verdict": str,
        "engine": str,
        "positions": int,
        "seconds": float,
        "open": str,
        "version": str,
        "native": bool,
    }
    for measure in measures:
        columns |= {measure: int, f"{measure}_at_least": int, f"{measure}_at_most": int}
    rows = (_row(asked, row, measures) for number, asked in surveys for row in database.rows(number))
    return Columns(columns, rows)


def _row(asked: Asked, row: RecordedDeal, measures: list[str]) -> dict[str, Any]:
    deal = row.deal
    values: dict[str, Any] = {
        "game": asked.game,
        "options": json.dumps(dict(asked.options), sort_keys=True),
        "best": asked.best,
        "seed": deal.seed,
        "verdict": str(deal.verdict),
        "engine": deal.engine,
        "positions": deal.positions,
        "seconds": deal.seconds,
        "open": deal.open,
        "version": row.program.version,
        "native": row.program.native,
    }
    for measure in measures:
        bounds = deal.measures.get(measure)
        values[measure] = deal.values.get(measure)
        values[f"{measure}_at_least"] = None if bounds is None else bounds.low
        values[f"{measure}_at_most"] = None if bounds is None else bounds.high
    return values


def write_csv(found: Columns, path: Path) -> None:
    """Write a table as comma-separated values with a line of names; what is not known is empty. Raises OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, found.columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(found.rows)


def write_parquet(found: Columns, path: Path) -> None:
    """Write a table as Apache Parquet. Raises OSError, or Unsupported when the library is not installed."""
    try:
        arrow: Any = import_module("pyarrow")
        parquet: Any = import_module("pyarrow.parquet")
    except ImportError:
        raise Unsupported(
            'Parquet needs the library pyarrow; install it with: python -m pip install "patience-solver[parquet]"'
        ) from None
    types = {str: arrow.string(), int: arrow.int64(), float: arrow.float64(), bool: arrow.bool_()}
    schema = arrow.schema([(name, types[kind]) for name, kind in found.columns.items()])
    with parquet.ParquetWriter(path, schema) as writer:
        while batch := list(islice(found.rows, BATCH)):
            writer.write_table(arrow.Table.from_pylist(batch, schema))


WRITERS = {".csv": write_csv, ".parquet": write_parquet}
"""What writes a table, by the end of the file's name."""
