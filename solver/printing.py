"""Deal files and move logs as they are printed: sections, comments, headers.

The readers of the same syntax are `solver.sections` and `solver.move_logs`.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from solver.options import Options

MARK = "# patience-solver: "
"""A comment with which the program marks its files, among their first lines."""

WORDS_A_LINE = 13
"""As many as there are ranks: a section of more words is folded."""


def section_text(key: str, words: Sequence[object]) -> str:
    """A section `key: words`, folded into lines of at most 13 words that are aligned."""
    texts = [str(word) for word in words]
    lines = [" ".join(texts[at : at + WORDS_A_LINE]) for at in range(0, len(texts), WORDS_A_LINE)]
    margin = "\n" + " " * (len(key) + 2)
    return f"{key}: {margin.join(lines)}".rstrip()


def comments(lines: Iterable[str]) -> str:
    """Lines as comments of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def header(game: str, options: Options, defaults: Options) -> list[str]:
    """The first lines of a deal file or log: the game, and the options that are not the defaults."""
    return [f"game: {game}"] + [f"{key}: {value}" for key, value in options.items() if defaults.get(key) != value]


def deal_text(written: str, lines: Iterable[str]) -> str:
    """A deal file with more lines after its first, the game."""
    first, rest = written.split("\n", 1)
    return "\n".join((first, *lines, rest))


def log_text(head: Iterable[object], moves: Iterable[object], about: Iterable[str] = ()) -> str:
    """A move log as `read_log` reads it: lines `about` it as comments, those of its header, then a move a line."""
    return comments(about) + "".join(f"{line}\n" for line in (*head, *moves))
