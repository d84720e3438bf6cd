"""`patience-solver survey export`."""

from __future__ import annotations

from pathlib import Path

import click

from solver.cli.params import force_option
from solver.cli.survey.writing import written
from solver.surveying.exporting import WRITERS, table
from solver.surveying.survey_file import SurveyFile


@click.command()
@click.argument("file", type=click.Path(path_type=Path), metavar="FILE")
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="TABLE",
    required=True,
    help="Where to write: a name that ends in .csv or .parquet.",
)
@force_option
def command(file: Path, output: Path, force: bool) -> None:
    """Write all deals of a file of surveys as a table, a row for each.

    \b
    Examples:
      patience-solver survey export gallery.db -o gallery.csv
      patience-solver survey export gallery.db -o gallery.parquet
    """
    write = WRITERS.get(output.suffix.lower())
    if write is None:
        raise click.UsageError(f'found the table "{output}"; expected a name that ends in .csv or .parquet')
    with SurveyFile(file) as database, written(output, force=force) as draft:
        write(table(database), draft)
