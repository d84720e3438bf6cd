"""What is said where nothing can be said of a deal."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from solver.cli.records.common import File, Name, Record
from solver.cli.streams import file_name
from solver.errors import InputError
from solver.words import visible


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


def failed(file: str | None, message: str, error: Exception, name: str | None = None) -> Failed:
    """That something is wrong with a deal: `message` as it is printed."""
    found = Problem(message=message, file=None, line=None, faults=())
    if isinstance(error, InputError):
        faults = tuple(Flaw(message=visible(fault.message), line=fault.line) for fault in error.faults)
        found = Problem(message=message, file=file_name(error.source) or None, line=error.line, faults=faults)
    return Failed(file=file, name=name, error=found)
