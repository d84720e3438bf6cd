"""`patience-solver survey plot`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import click

from solver.cli.params import force_option
from solver.cli.survey.report import title
from solver.cli.survey.writing import written
from solver.errors import InputError
from solver.surveying.plotting import Drawn, drawn, picture
from solver.surveying.reporting import reports
from solver.surveying.survey_file import SurveyFile

KINDS = (".png", ".svg", ".pdf")
"""The endings of pictures that can be drawn."""


@click.command()
@click.argument("files", type=click.Path(path_type=Path), metavar="FILE...", nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="PICTURE",
    required=True,
    help="Where to draw: a name that ends in .png, .svg or .pdf.",
)
@force_option
def command(files: tuple[Path, ...], output: Path, force: bool) -> None:
    """Draw what surveys have found: shares, effort and measures; those of several files side by side.

    \b
    Examples:
      patience-solver survey plot gallery.db -o gallery.png
      patience-solver survey plot fixed.db free.db -o orders.svg
    """
    kind = output.suffix.lower()
    if kind not in KINDS:
        raise click.UsageError(f'found the picture "{output}"; expected a name that ends in .png, .svg or .pdf')
    found = _drawn(files)
    with written(output, force=force) as draft:
        draft.write_bytes(picture(found, kind[1:]))


def _drawn(files: Sequence[Path]) -> list[Drawn]:
    found = []
    for file in files:
        with SurveyFile(file) as database:
            found += [drawn(database, one, title(one)) for one in reports(database) if one.share.total]
    if not found:
        raise InputError("no deals have been decided yet; expected some", source=", ".join(map(str, files)))
    return found
