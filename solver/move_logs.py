"""Move logs of any patience: from a text to its lines, and from these to moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from solver.document import Document, Word
from solver.errors import InputError
from solver.faults import Faults
from solver.letters import ENGLISH, Letters
from solver.patience import AnyPatience
from solver.registry import patience_in
from solver.sections import document_of, document_words, lines_of, split_key, words_of
from solver.seeing import Seen

_NUMBER = re.compile(r"[0-9]+[.)]")  # a move's number, as in "12. AD T8 out"


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
        keys = ("game", *(option.name for option in found.options))
        for head in self.headers:
            with faults.noting():
                if "game" in head.sections and patience_in(head).game != found.game:
                    raise head.error(f"the log is of another game; the deal's is {found.game}", head.sections["game"])
                if not head.sections.keys().isdisjoint(_table_keys(found)):
                    raise head.error("this looks like a deal; expected a move log, with one move a line")
                for name, value in head.for_game(keys, found.options).said.items():
                    if said.setdefault(name, value) != value:
                        before = f'"{name}: {said[name]}"'
                        head.note(f'"{name}: {value}" contradicts the {before} before it', head.sections[name])
                head.settle()
        faults.settle(self.headers[0].source)
        return said


def refuse_log(document: Document, found: AnyPatience) -> None:
    """Raise InputError where a document that is to be a deal has only lines of words under its game, as a log has."""
    lines = ({word.line for word in section.words} for section in document.sections.values())
    if document.sections.keys().isdisjoint(_table_keys(found)) and any(len(numbers) > 1 for numbers in lines):
        wrong = "this looks like a move log, with one move a line; expected a deal"
        raise InputError(wrong, source=document.source)


def _table_keys(found: AnyPatience) -> set[str]:
    """The keys of sections that deals have and logs have not."""
    return {"deck", *found.notation.layout_keys}


def watched(
    seen: Seen[Any, Any], log: LogFile, readers: Iterable[Callable[[Any], Any]]
) -> Iterator[Callable[[Any], Any]]:
    """The readers of a log's lines, which go no further than the unknown cards allow.

    They are called one after the other, and raise InputError for the first move that brings unknown cards to light.
    """
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
