"""Collections: several deals in one text, as deal files one after the other or as JSON Lines.

In text each `game:` begins a deal. In JSON Lines each line is an object: the sections of a deal as its keys (`game`,
rule options, `deck`, …), or its whole text under `position`, and what is known of the deal. A collection is read deal
by deal, so it may be of any size; what is wrong with one deal is an error of that deal alone.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import chain
from typing import Any

from solver.careful import Level
from solver.deal_files import DealFile, deal_of
from solver.document import Document
from solver.errors import InputError
from solver.move_logs import LogFile
from solver.options import Options
from solver.outcome import Verdict
from solver.sections import document_of, lines_of, split_key, split_wide_key, words_of
from solver.words import one_of, quoted, visible

MOST_LETTERS = 2**20
"""No deal is larger: it has some hundred cards, and a winning game some hundred moves."""

KNOWN_KEYS = ("seed", "pysol", "verdict", "measures", "difficulty", "moves")
"""Keys of an object that say what is known of a deal."""

BESIDE_KEYS = (
    *("file", "log", "engine", "engine_label", "end", "stats", "limit", "assumed", "warnings", "notes", "resumed"),
    *("explanation", "samples_seed", "levels", "share", "within", "decisions", "first_choice"),
)
"""Keys of what `solve` and `rate` print of a deal that are not read again; all others are sections of the deal."""

Line = tuple[int, str]
"""A line of a file with its number, counted from 1."""

_ARRAY = re.compile(r"\s*\[\s*([\[\]{\"]|$)")
"""How an array begins in JSON, and no deal."""

_NAME = re.compile(r"[^\s./\\\x00-\x1f][^\s/\\\x00-\x1f]{0,99}")


@dataclass(frozen=True)
class Known:
    """What a collection says of a deal.

    seed: of the random deal; pysol: the number in PySolFC, `ms` before one of Microsoft's; measures: their values;
    moves: of a game, lines of a log.
    """

    seed: int | None = None
    pysol: str | None = None
    verdict: Verdict | None = None
    measures: Mapping[str, int] = field(default_factory=dict)
    difficulty: Level | None = None
    moves: tuple[str, ...] | None = None


@dataclass(frozen=True)
class Entry:
    """A deal of a collection, not yet read: as small as can be, for another process may read it.

    name: what it is called; source: what messages call its text; named: whether the collection says its name (else it
    is the stem of the file, from the second deal on with its number); line: where it begins; lines: those of a deal
    file; error: why it cannot be read at all.
    """

    name: str
    source: str
    named: bool = False
    line: int = 1
    lines: tuple[Line, ...] = ()
    known: Known = field(default_factory=Known)
    error: InputError | None = None

    def read(self, *, log: LogFile | None = None, overrides: Options | None = None, unknown: bool = False) -> DealFile:
        """Read the deal, as `solver.deal_files.read_deal` does. Raises InputError and OptionError."""
        if self.error is not None:
            raise self.error
        try:
            return deal_of(document_of(self.lines, self.source), log=log, overrides=overrides, unknown=unknown)
        except InputError as error:
            if self.line == 1 or error.source != self.source:
                raise
            faults = (replace(fault, line=fault.line or self.line) for fault in error.faults)
            raise InputError.of(faults, error.source) from None


def read_collection(text: str, source: str = "", stem: str = "deal") -> Iterator[Entry]:
    """The deals of a text, at least one (which cannot be read if there are none). Raises InputError: see `entries`."""
    return entries(enumerate(lines_of(text), 1), source, stem)


def entries(lines: Iterable[Line], source: str, stem: str) -> Iterator[Entry]:
    """The deals in numbered lines, at least one. Raises InputError where a deal is too large, or `lines` raises it."""
    for index, (part, is_json) in enumerate(parts(lines, source), 1):
        name = stem if index == 1 else f"{stem}-{index}"
        first = part[0][0] if part else 1
        entry = Entry(name, source, line=first)
        try:
            _check_decoded(part, source)
            yield _json_entry(entry, *part[0]) if is_json else _text_entry(entry, part)
        except InputError as error:
            yield replace(entry, error=error)


def parts(lines: Iterable[Line], source: str) -> Iterator[tuple[list[Line], bool]]:
    """The lines of each deal without comments, at least one deal, and whether they are one JSON object.

    Raises InputError where a deal is too large, or all are in a JSON array.
    """
    source_of = iter(lines)
    part: list[Line] = []
    size = 0
    has_game = is_json = begun = False
    for number, content in source_of:
        size += len(content) + 1
        if size > MOST_LETTERS:
            raise InputError(
                f"is larger than {MOST_LETTERS >> 20} MB; expected deals, none of which is so large", source=source
            )
        if not begun and _ARRAY.match(content):
            raise InputError("is a JSON array; expected JSON Lines, an object on each line", source=source, line=number)
        if not begun and content.lstrip().startswith("{"):
            is_json = True
        if is_json:
            begun = begun or bool(content.strip())
            if content.strip():
                yield [(number, content)], True
            size = 0
            continue
        head = split_key(content)
        if head is None and not content.split("#", 1)[0].strip():
            continue
        begun = True
        if head is not None and head[0] == "game":
            if has_game:
                yield part, False
                part, size = [], len(content)
            has_game = True
        part.append((number, content))
    if not is_json:
        yield part, False


def _check_decoded(part: list[Line], source: str) -> None:
    """Raise InputError where a line holds bytes that were no UTF-8 (halves of characters, by `surrogateescape`)."""
    for number, content in part:
        found = None if content.isascii() else re.search("[\udc80-\udcff]", content)
        if found is not None:
            byte = ord(found[0]) - 0xDC00
            raise InputError(
                f"found a byte (0x{byte:02x}) that is not UTF-8 text; expected a text file", source=source, line=number
            )


def _text_entry(entry: Entry, part: list[Line]) -> Entry:
    lines = list(_lines_of_section(part, "name"))
    if not lines:
        return replace(entry, lines=tuple(part))
    document = document_of(lines, entry.source)
    word = document.one_word(document.sections["name"])
    return replace(entry, lines=tuple(part), named=True, name=_name(word.text, document, word.line))


def _lines_of_section(part: Iterable[Line], key: str) -> Iterator[Line]:
    """The lines of the first section of a key."""
    begun = False
    for number, content in part:
        head = split_key(content) or split_wide_key(content)
        if head is not None:
            if begun:
                return
            begun = head[0] == key
        if begun:
            yield number, content


def _name(word: str, document: Document, line: int) -> str:
    if not _NAME.fullmatch(word) or visible(word) != word:
        raise document.error(
            f"{quoted(word)} is no name; expected a word without slashes that does not begin with a point", line
        )
    return word


# --- JSON Lines ------------------------------------------------------------------------------------------------------


def _json_entry(entry: Entry, number: int, content: str) -> Entry:
    document = Document(entry.source, {})
    found = _object(content, document, number)
    name = found.get("name")
    if name is not None:
        if not isinstance(name, str):
            raise document.error('"name" is no text; expected a word', number)
        entry = replace(entry, named=True, name=_name(name, document, number))
    try:
        problem = found.get("error")
        if isinstance(problem, dict):
            raise document.error(f"nothing is known of this deal: {problem.get('message')}", number)
        lines = tuple(_sections(found, document, number))
        return replace(entry, lines=lines, known=_known(found, document, number))
    except InputError as error:
        return replace(entry, error=error)


def _object(content: str, document: Document, number: int) -> dict[str, Any]:
    import json  # takes a while, and deal files do without it

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        found: dict[str, Any] = {}
        for key, value in pairs:
            if key in found:
                raise document.error(f"{quoted(key)} is given twice; expected it once", number)
            found[key] = value
        return found

    try:
        found = json.loads(content, object_pairs_hook=unique)
    except json.JSONDecodeError as error:
        place = f"{error.msg[:1].lower()}{error.msg[1:]} at character {error.colno}"
        raise document.error(f"is no JSON object ({place}); expected one object a line", number) from None
    except InputError:
        raise
    except (ValueError, RecursionError):
        raise document.error("is no JSON object that a deal could be; expected one object a line", number) from None
    if not isinstance(found, dict):
        raise document.error(f"found {quoted(content.strip())}; expected a JSON object", number)
    return found


def _sections(found: Mapping[str, Any], document: Document, number: int) -> Iterable[Line]:
    """The sections of an object as lines of a deal file, all of which have the object's number."""
    text = found.get("position")
    if text is not None and not isinstance(text, str):
        raise document.error('"position" is no text; expected the text of a deal file', number)
    layout = [(number, content) for content in lines_of(text or "")]
    said = {key: section.words for key, section in document_of(layout).sections.items()}
    own: list[Line] = []
    for key, value in (*found.items(), *_options(found, document, number)):
        if key in KNOWN_KEYS or key in BESIDE_KEYS or key in ("position", "options") or value is None:
            continue
        if isinstance(value, bool) or not isinstance(value, (str, int)):
            raise document.error(f"{quoted(key)} is no text and no whole number; expected one of them", number)
        line = f"{' '.join(key.replace('_', ' ').split())}: {' '.join(str(value).split())}"
        head = split_key(line)
        if head is None or head[0] not in said:
            own.append((number, line))
        elif words_of(head[1], number) != said[head[0]]:
            raise document.error(f"{quoted(key)} contradicts the position; expected the same in both", number)
    return chain(own, layout)


def _options(found: Mapping[str, Any], document: Document, number: int) -> Iterable[tuple[str, Any]]:
    """The rule options that an object has under one key."""
    options = found.get("options")
    if options is not None and not isinstance(options, dict):
        raise document.error('"options" is no object; expected such as {"redeal": "anytime"}', number)
    return (options or {}).items()


def _known(found: Mapping[str, Any], document: Document, number: int) -> Known:
    verdict, difficulty = found.get("verdict"), found.get("difficulty")
    for key, said, kind in (("verdict", verdict, Verdict), ("difficulty", difficulty, Level)):
        words = [str(word) for word in kind]
        if said is not None and said not in words:
            raise document.error(f"{quoted(key)} is {quoted(str(said))}; expected {one_of(words)}", number)
    seed, pysol = found.get("seed"), found.get("pysol")
    if seed is not None and (isinstance(seed, bool) or not isinstance(seed, int)):
        raise document.error(f'"seed" is {quoted(str(seed))}; expected a whole number', number)
    moves = found.get("moves")
    if moves is not None and not (isinstance(moves, list) and all(isinstance(move, str) for move in moves)):
        raise document.error('"moves" is no list of texts; expected lines of a move log', number)
    return Known(
        seed,
        None if pysol is None else str(pysol),
        None if verdict is None else Verdict(verdict),
        _values(found.get("measures"), document, number),
        None if difficulty is None else Level(difficulty),
        None if moves is None else tuple(moves),
    )


def _values(measures: Any, document: Document, number: int) -> dict[str, int]:
    """The values of measures, each a number or, as `--json` prints it, an object with a `value`."""
    if measures is None:
        return {}
    values = {}
    for name, said in measures.items() if isinstance(measures, dict) else [("", None)]:
        value = said.get("value") if isinstance(said, dict) else said
        if isinstance(value, int) and not isinstance(value, bool):
            values[name.replace("_", " ")] = value
        elif not isinstance(said, dict) or value is not None:
            raise document.error('"measures" does not give whole numbers; expected such as {"redeals": 5}', number)
    return values
