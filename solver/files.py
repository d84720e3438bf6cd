"""Deal files and move logs of any patience: from text to positions and moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import islice
from typing import Any

from solver.errors import InputError, UnknownGame
from solver.letters import ENGLISH, Letters, in_letters
from solver.options import Options, read_options
from solver.outcome import Outcome, Verdict, claim
from solver.patience import AnyPatience, Assumption
from solver.reading import read_position
from solver.registry import called
from solver.sections import (
    Document,
    Faults,
    Word,
    comments,
    document_of,
    document_words,
    header,
    lines_of,
    read_document,
    split_key,
    words_of,
)
from solver.seeing import Seen

MARK = "# patience-solver: "
"""A comment with which the program marks its files, among their first lines."""

DOUBTED = 20
"""Orders of the unknown cards that are looked at for doubts that do not depend on them."""

_NUMBER = re.compile(r"[0-9]+[.)]")  # a move's number, as in "12. AD T8 out"


@dataclass(frozen=True)
class DealFile:
    """A deal that has been read.

    options: every rule option in force; said: the names of those that the file, a log or the caller gave; document:
    the file, with its letters; assumed: what the file leaves out and is taken for; warnings: why no game can lead to
    the position, a sentence each (it is answered all the same).
    """

    patience: AnyPatience
    position: Any
    options: Options
    said: frozenset[str]
    document: Document
    assumed: tuple[Assumption, ...] = ()
    warnings: tuple[str, ...] = ()

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
        return _watched(self.position, log, readers) if isinstance(self.position, Seen) else readers

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


@dataclass(frozen=True)
class LogLine:
    """A line of a move log: its words, and the number of the header that it stands under, counted from 0."""

    words: tuple[Word, ...]
    part: int

    @property
    def line(self) -> int:
        """Its number, counted from 1."""
        return self.words[0].line


@dataclass(frozen=True)
class LogFile:
    """A move log split into lines and header (`game:`, rule options, `letters:`).

    A log may be several joined ones, such as the moves made so far and what `solve` made of the rest: the next one
    begins with the first `game:` after a move. All are of one game under one set of rules; each has its own letters.
    """

    headers: tuple[Document, ...]
    lines: tuple[LogLine, ...]

    def readers(self, found: AnyPatience, letters: Letters = ENGLISH) -> Iterator[Callable[[Any], Any]]:
        """For each line a function from the position in which it is played to the move that it writes.

        A log is read in its own letters if it names them, else in `letters`, those of its deal. Raises InputError when
        the log is of another game; the functions raise it for a line that is no move.
        """
        self.options(found)
        heads = [head if "letters" in head.sections else replace(head, letters=letters) for head in self.headers]
        return (partial(found.notation.read_move, line.words, heads[line.part]) for line in self.lines)

    def options(self, found: AnyPatience) -> dict[str, str]:
        """The rule options that the header names. Raises InputError, also when it is of another game."""
        said: dict[str, str] = {}
        faults = Faults()
        layout_keys = {"deck", *found.notation.layout_keys}
        keys = ("game", *(option.name for option in found.options))
        for head in self.headers:
            with faults.noting():
                if "game" in head.sections and game_of(head).game != found.game:
                    raise head.error(f"the log is of another game; the deal's is {found.game}", head.sections["game"])
                if not head.sections.keys().isdisjoint(layout_keys):
                    raise head.error("this looks like a deal; expected a move log, with one move a line")
                for name, value in head.for_game(keys, found.options).said.items():
                    if said.setdefault(name, value) != value:
                        before = f'"{name}: {said[name]}"'
                        head.note(f'"{name}: {value}" contradicts the {before} before it', head.sections[name])
                head.settle()
        faults.settle(self.headers[0].source)
        return said


def _watched(
    seen: Seen[Any, Any], log: LogFile, readers: Iterable[Callable[[Any], Any]]
) -> Iterator[Callable[[Any], Any]]:
    """The readers of a log's lines, which go no further than the unknown cards allow."""
    seeing, hidden, ended = seen.seeing, seen.hidden, False

    def read(position: Any, line: LogLine, reader: Callable[[Any], Any]) -> Any:
        nonlocal hidden, ended
        move = reader(position)
        if ended:
            return move
        is_named = seeing.words(move, hidden) == str(move)
        if is_named and position.objection(move) is not None:
            return move  # which the referee refuses
        after = seeing.after(position, move, position.play(move), hidden) if is_named else frozenset()
        ended = Counter(key for key, _ in after) != Counter(key for key, _ in hidden)
        if ended:
            raise InputError(
                f"{move} brings cards to light that the deal does not know; expected them in place of its ?",
                source=log.headers[line.part].source,
                line=line.line,
            )
        hidden = after
        return move

    return (partial(read, line=line, reader=reader) for line, reader in zip(log.lines, readers, strict=True))


def game_of(document: Document) -> AnyPatience:
    """The patience that a document names. Raises InputError."""
    try:
        return called(" ".join(word.text for word in document.game))
    except UnknownGame as error:
        raise document.error(str(error), document.game[0]) from None


def deal_text(written: str, lines: Iterable[str]) -> str:
    """A deal file with more lines after its first, the game."""
    first, rest = written.split("\n", 1)
    return "\n".join((first, *lines, rest))


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
        found = game_of(document)
        if document.looks_like_a_log(("deck", *found.notation.layout_keys)):
            raise document.error("this looks like a move log, with one move a line; expected a deal")
        document.one_word(document.sections["game"])
    except InputError as error:
        raise document.given_up(error) from None
    document = document.for_game(found.keys, found.options)
    said = {**document.said, **({} if log is None else log.options(found)), **(overrides or {})}
    options = read_options(found.options, said)
    position = read_position(found, document, options, unknown=unknown)
    keys = frozenset(document.sections)
    assumed = _assumed(found, position, keys)
    warnings = () if "deck" in keys else _doubts(found, position, keys)
    return DealFile(found, position, options, frozenset(said), document, assumed, warnings)


def _assumed(found: AnyPatience, position: Any, keys: frozenset[str]) -> tuple[Assumption, ...]:
    """What the file leaves out and is taken for; a number that is hidden is not assumed."""
    if not isinstance(position, Seen):
        return found.notation.assumed(position, keys)
    assumed = found.notation.assumed(position.sample, keys)
    return tuple(assumption for assumption in assumed if assumption.key not in position.numbers)


def _doubts(found: AnyPatience, position: Any, keys: frozenset[str]) -> tuple[str, ...]:
    """What is doubtful; wherever unknown cards lie, as far as a few orders of them tell."""
    if not isinstance(position, Seen):
        return found.notation.doubts(position, keys)
    doubts = [found.notation.doubts(completion, keys) for completion in islice(position.completions(0), DOUBTED)]
    return tuple(doubt for doubt in doubts[0] if all(doubt in others for others in doubts))


def log_text(head: Iterable[object], moves: Iterable[object], about: Iterable[str] = ()) -> str:
    """A move log as `read_log` reads it: lines `about` it as comments, those of its header, then a move a line."""
    return comments(about) + "".join(f"{line}\n" for line in (*head, *moves))


def read_log(text: str, source: str = "") -> LogFile:
    """Split a move log into header and lines; the moves may be numbered. Raises InputError."""
    faults = Faults()
    scratch = Document(source, {}, faults=faults)
    parts: list[tuple[list[tuple[int, str]], list[tuple[Word, ...]]]] = [([], [])]
    open_key = False  # a key without a word: its value follows in the next line
    for number, content in enumerate(lines_of(text), 1):
        key = split_key(content)
        words = words_of(content, number)
        if key is not None and key[0] == "game" and parts[-1][1]:
            parts.append(([], []))
        head, moves = parts[-1]
        if key is not None or (open_key and words):
            head.append((number, content))
            open_key = key is not None and not key[1].strip()
        elif words:
            words = document_words(scratch, content, number)
            moves.append(words[1:] if len(words) > 1 and _NUMBER.fullmatch(words[0].text) else words)
    headers = []
    lines: list[LogLine] = []
    for head, moves in parts:
        headers.append(document_of(head, source, faults))
        lines += (LogLine(words, len(headers) - 1) for words in moves)
    faults.settle(source)
    return LogFile(tuple(headers), tuple(lines))
