"""Rule options: the named choices that a patience's rules leave open, and the words for them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from solver.errors import OptionError, expect
from solver.words import one_of, quoted, unknown

MOST = 10**9 - 1
"""The largest number that is a value of a rule option."""


@dataclass(frozen=True, slots=True)
class RuleOption:
    """A choice between words; the first is the default.

    With `number` any whole number up to MOST is a value too (`reshuffles: 3`).
    """

    name: str
    values: tuple[str, ...]
    number: bool = False

    @property
    def default(self) -> str:
        """The book's rule, in force when nothing is said."""
        return self.values[0]

    def read(self, word: str) -> str:
        """The value that a word means, in its usual spelling. Raises OptionError; TypeError unless it is text."""
        expect(word, str, f"the rule option {self.name}")
        value = word.lower()
        if value in self.values:
            return value
        if self.number and value.isascii() and value.isdigit() and len(value) <= len(str(MOST)):
            return str(int(value))
        expected = one_of((*self.values, "a whole number") if self.number else self.values)
        raise OptionError(f"{quoted(word)} is no value of the rule option {self.name}; expected {expected}")


Options = Mapping[str, str]
"""Rule options by name, each with a value in its usual spelling."""


def read_options(known: tuple[RuleOption, ...], given: Options) -> dict[str, str]:
    """The value of every known option: as given, else its default. Raises OptionError."""
    by_name = {option.name: option for option in known}
    for name in given:
        if name not in by_name:
            raise OptionError(unknown("rule option", name, by_name))
    return {name: option.read(given[name]) if name in given else option.default for name, option in by_name.items()}
