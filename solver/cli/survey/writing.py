"""Files that have no place for the program's mark: pictures and tables, whole or not at all."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solver.cli.codes import BadInput
from solver.cli.streams import file_name
from solver.cli.writing import cannot


@contextmanager
def written(path: Path, *, force: bool) -> Iterator[Path]:
    """A file to be written, which takes the place of `path` when all is done. Raises BadInput.

    What is there already is replaced only with `force`: it cannot be told whose it is.
    """
    if path.exists() and not force:
        raise BadInput(f"{file_name(str(path))}: is there already; --force replaces it")
    try:
        with tempfile.TemporaryDirectory(prefix=".patience-solver-", dir=path.parent) as folder:
            draft = Path(folder) / "draft"
            yield draft
            draft.replace(path)
    except OSError as error:
        raise BadInput(cannot(path, "written", error)) from None
