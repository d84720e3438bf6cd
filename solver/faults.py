"""What is wrong with a file, gathered while it is read, so that one run tells all."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from solver.errors import Fault, InputError


class Faults:
    """What has been found wrong with a file so far: readers note it and read on, so that one run tells all.

    unread: how many words could not be read that may have been cards.
    """

    def __init__(self) -> None:
        self._found: list[Fault] = []
        self._once: set[object] = set()
        self.unread = 0

    def __bool__(self) -> bool:
        return bool(self._found)

    @property
    def found(self) -> tuple[Fault, ...]:
        """All that has been noted."""
        return tuple(self._found)

    def note(self, *faults: Fault) -> None:
        """Note what is wrong."""
        self._found += faults

    def note_once(self, kind: object, fault: Fault) -> None:
        """Note what is wrong unless something of that kind has been noted already."""
        if kind not in self._once:
            self._once.add(kind)
            self._found.append(fault)

    @contextmanager
    def noting(self) -> Iterator[None]:
        """Note what is raised as an InputError within, and go on after it."""
        try:
            yield
        except InputError as error:
            self.note(*error.faults)

    def settle(self, source: str) -> None:
        """Raise InputError with all that has been noted, if anything has."""
        if self._found:
            raise InputError.of(self._found, source)
