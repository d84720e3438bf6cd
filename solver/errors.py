"""Every error that the package raises on purpose, under one base class.

What stops a search (`solver.limits.LimitReached`) is a signal between the search and its caller, and no error.
"""

from __future__ import annotations


class PatienceError(Exception):
    """The base of all errors here; `str` is a message for the user."""


class InputError(PatienceError, ValueError):
    """Bad input. `str` says where it is, what was found and what was expected.

    source: name of the file; line: counted from 1, or None for the whole file.
    """

    def __init__(self, message: str, *, source: str = "", line: int | None = None) -> None:
        where = ", ".join(part for part in (source, f"line {line}" if line else "") if part)
        super().__init__(f"{where}: {message}" if where else message)
        self.message = message
        self.source = source
        self.line = line


class CardError(PatienceError, ValueError):
    """A word that is no card; the message says what was expected."""


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
