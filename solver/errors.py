"""Every error that the package raises on purpose, under one base class.

What stops a search (`solver.limits.LimitReached`) is a signal between the search and its caller, and no error.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass


def expect(value: object, kind: type, what: str) -> None:
    """Raise TypeError with a sentence unless a value is of a kind: the check at the doors of the library."""
    if not isinstance(value, kind):
        raise TypeError(f"{what} must be {_KINDS[kind]}, found {type(value).__name__}")


_KINDS: dict[type, str] = {str: "text", int: "a whole number"}


class PatienceError(Exception):
    """The base of all errors here; `str` is a message for the user."""


MOST_FAULTS = 20
"""So many faults are written out in a message; the rest are counted."""


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong with an input: a sentence, and its line counted from 1 (None: the whole file)."""

    message: str
    line: int | None = None


class InputError(PatienceError, ValueError):
    """Bad input. `str` says where it is, what was found and what was expected, a line for each fault.

    source: name of the file; line: of the first fault, counted from 1, or None for the whole file; faults: all that was
    found wrong, in the order of the lines.
    """

    def __init__(self, message: str, *, source: str = "", line: int | None = None, more: Iterable[Fault] = ()) -> None:
        self.source = source
        self.faults = (Fault(message, line), *more)
        self.message = message
        self.line = line
        super().__init__(message)

    @classmethod
    def of(cls, faults: Iterable[Fault], source: str = "") -> InputError:
        """One error for several faults (at least one), each once, in the order of their lines."""
        ordered = sorted(dict.fromkeys(faults), key=lambda fault: (fault.line is None, fault.line or 0))
        return cls(ordered[0].message, source=source, line=ordered[0].line, more=ordered[1:])

    def __str__(self) -> str:
        sentences = [self._sentence(fault) for fault in self.faults[:MOST_FAULTS]]
        left = len(self.faults) - len(sentences)
        return "\n".join((*sentences, *([f"and {left:,} more like these"] if left else [])))

    def _sentence(self, fault: Fault) -> str:
        where = ", ".join(part for part in (self.source, f"line {fault.line}" if fault.line else "") if part)
        return f"{where}: {fault.message}" if where else fault.message

    def __reduce__(self) -> tuple[object, ...]:
        return InputError.of, (self.faults, self.source)


class CardError(PatienceError, ValueError):
    """A word that is no card; the message says what was expected.

    letters: the alphabets in which it would be a card; corrected: the card's word where it is clear which is meant.
    """

    def __init__(self, message: str, letters: tuple[str, ...] = (), corrected: str = "") -> None:
        super().__init__(message)
        self.letters = letters
        self.corrected = corrected


class OptionError(PatienceError, ValueError):
    """An unknown rule option or value; the message says what was expected."""


class UnknownGame(PatienceError, ValueError):
    """A name that is no patience's; the message says which are known."""


class Unsupported(PatienceError, ValueError):
    """Something that a patience or engine does not offer (an engine, a measure, an explanation)."""


class IllegalMove(PatienceError, ValueError):
    """A move that the rules forbid; the message is a sentence that a player understands."""


class EngineFault(PatienceError):
    """An engine's line does not win by the rules: a fault of the program, never an answer."""


class EnginesDisagree(PatienceError):
    """Two exact engines gave opposite verdicts on one position: a fault of the program."""
