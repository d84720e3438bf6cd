"""Deal files of any patience: from a text to a position, and what the file leaves out or makes doubtful."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from typing import Any

from solver.document import Document
from solver.errors import InputError
from solver.letters import ENGLISH, Letters, in_letters
from solver.move_logs import LogFile, refuse_log, watched
from solver.options import Options
from solver.outcome import Outcome, Verdict, claim
from solver.patience import AnyPatience, Assumption
from solver.printing import deal_text, header, log_text
from solver.reading import read_position
from solver.registry import patience_in
from solver.sections import read_document
from solver.seeing import Seen

DOUBTED = 20
"""Orders of the unknown cards that are looked at for doubts that do not depend on them."""


@dataclass(frozen=True)
class DealFile:
    """A deal that has been read.

    written: the position that the file gives; position: the one that is asked about, at first the same; said: the names
    of the rule options that the file, a log or the caller gave; document: the file, with its letters.
    """

    patience: AnyPatience
    written: Any
    position: Any
    said: frozenset[str]
    document: Document

    @property
    def options(self) -> dict[str, str]:
        """Every rule option in force."""
        options: dict[str, str] = self.first.options
        return options

    @cached_property
    def assumed(self) -> tuple[Assumption, ...]:
        """What the file leaves out and is taken for; a number that is hidden is not assumed."""
        notation, keys = self.patience.notation, frozenset(self.document.sections)
        if not isinstance(self.written, Seen):
            return notation.assumed(self.written, keys)
        assumed = notation.assumed(self.written.sample, keys)
        return tuple(assumption for assumption in assumed if assumption.key not in self.written.numbers)

    @cached_property
    def warnings(self) -> tuple[str, ...]:
        """Why no game can lead to the position that the file gives, a sentence each (it is answered all the same).

        Wherever unknown cards lie, as far as a few orders of them tell.
        """
        doubts, keys = self.patience.notation.doubts, frozenset(self.document.sections)
        if "deck" in keys:
            return ()
        if not isinstance(self.written, Seen):
            return doubts(self.written, keys)
        first, *others = (doubts(completion, keys) for completion in islice(self.written.completions(0), DOUBTED))
        return tuple(doubt for doubt in first if all(doubt in other for other in others))

    @property
    def letters(self) -> Letters:
        """The letters in which the player writes, and is answered."""
        return self.document.letters

    def relied_on(self, *outcomes: Outcome[Any]) -> tuple[Assumption, ...]:
        """The assumptions without which an answer that rests on these outcomes could be another one."""
        position = self.position.sample if isinstance(self.position, Seen) else self.position
        keys: set[str] = set().union(*(self.patience.deciding.relies_on(position, one) for one in outcomes))
        return tuple(assumption for assumption in self.assumed if assumption.key in keys)

    def relied_on_by(self, moves: Sequence[Any]) -> tuple[Assumption, ...]:
        """The assumptions without which these moves could be illegal or lead elsewhere."""
        return self.relied_on(claim(Verdict.SOLVABLE, moves)) if moves else ()

    def relied_on_unseen(self) -> tuple[Assumption, ...]:
        """The assumptions on which odds rest: hidden numbers are not assumed but drawn."""
        found = self.relied_on(claim(Verdict.UNSOLVABLE))
        return tuple(assumption for assumption in found if assumption.key not in self.seen.numbers)

    @property
    def seen(self) -> Seen[Any, Any]:
        """The position as far as the file knows it: shuffles to come are hidden if their seed is left out.

        Raises Unsupported where no card is ever hidden.
        """
        if isinstance(self.position, Seen):
            return self.position
        seeing = self.patience.hiding
        return seeing.seen(self.position, seeing.unsaid(self.document.sections))

    @property
    def first(self) -> Any:
        """The position from which moves are played; of a deal with unknown cards a completion, which tells nothing."""
        return self.position.sample if isinstance(self.position, Seen) else self.position

    def readers(self, log: LogFile) -> Iterator[Callable[[Any], Any]]:
        """For each line of a log a function from the position in which it is played to the move that it writes.

        Raises InputError when the log is of another game. The functions raise it for a line that is no move, and for
        the first one that brings unknown cards to light; they are called one after the other.
        """
        readers = log.readers(self.patience, self.letters)
        return watched(self.position, log, readers) if isinstance(self.position, Seen) else readers

    def at(self, position: Any) -> DealFile:
        """The same deal at another position."""
        return replace(self, position=position)

    def text(self, written: str) -> str:
        """A deal file of this game's in the letters of the deal."""
        return deal_text(in_letters(written, self.letters), (*self._name_line(), *self._letters_line()))

    def _name_line(self) -> list[str]:
        section = self.document.sections.get("name")
        return [] if section is None else [f"name: {section.words[0].text}"]

    def _letters_line(self) -> list[str]:
        return [] if self.letters is ENGLISH else [f"letters: {self.letters.name}"]

    def log(self, moves: Iterable[object], about: Iterable[str] = ()) -> str:
        """The log of a game from this deal, in its letters; see `log_text`."""
        return in_letters(log_text(self.log_header(), moves, about), self.letters)

    def log_header(self) -> list[str]:
        """The first lines of a log of this deal: game, options that are no defaults or were said, name, letters."""
        defaults = {name: value for name, value in self.patience.defaults.items() if name not in self.said}
        lines = header(self.patience.game, self.options, defaults)
        return [*lines, *self._name_line(), *self._letters_line()]


def read_deal(
    text: str,
    source: str = "",
    *,
    log: LogFile | None = None,
    overrides: Options | None = None,
    unknown: bool = False,
) -> DealFile:
    """Read a deal file. The rule options of a log hold over the file's, and `overrides` over both.

    unknown: whether cards may be unknown; of a deal with unknown cards the position is a `solver.seeing.Seen`. Raises
    InputError for all that is wrong with the file or for the log, OptionError for an override that is no option of the
    game.
    """
    document = read_document(text, source)
    return deal_of(document, log=log, overrides=overrides, unknown=unknown)


def deal_of(
    document: Document, *, log: LogFile | None = None, overrides: Options | None = None, unknown: bool = False
) -> DealFile:
    """The deal in a document of its own, as `read_deal` reads it from a text. Raises as that does."""
    try:
        found = patience_in(document)
        refuse_log(document, found)
    except InputError as error:
        raise document.given_up(error) from None
    beside = {**({} if log is None else log.options(found)), **(overrides or {})}
    document, position = read_position(found, document, beside, unknown=unknown)
    return DealFile(found, position, position, frozenset((*document.said, *beside)), document)
