"""How results look: one place for the words, so that every command says the same thing alike."""

from __future__ import annotations

import errno
import json
import os
import signal
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import click

from solver.bounds import Bounds
from solver.cli.codes import DONE, ERROR, NEGATIVE, UNDECIDED, OutputFailed
from solver.files import DealFile
from solver.limits import Budget, Limit, Limits, Progress
from solver.outcome import Outcome, Verdict
from solver.words import plural

CODES = {Verdict.SOLVABLE: DONE, Verdict.UNSOLVABLE: NEGATIVE, Verdict.UNDECIDED: UNDECIDED}


def say(text: str, *, nl: bool = True) -> None:
    """Print to stdout. Raises OutputFailed when that fails; a reader that went away ends the program quietly."""
    try:
        click.echo(text, nl=nl)
    except OSError as error:
        if error.errno == errno.EPIPE:
            raise
        sys.stdout = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115  # for what is left in the buffer
        raise OutputFailed(f"the output cannot be written: {error.strerror or error}") from None


def write_whole(path: Path, text: str) -> None:
    """Write a file whole or not at all. Raises OutputFailed."""
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    direct = path.exists() and not path.is_file()  # a terminal or pipe, onto which nothing can be renamed
    try:
        (path if direct else draft).write_text(text, encoding="utf-8")
        if not direct:
            draft.replace(path)
    except OSError as error:
        raise OutputFailed(f"{path}: cannot be written: {error.strerror}") from None
    finally:
        draft.unlink(missing_ok=True)


def exit_code(outcome: Outcome[Any]) -> int:
    """The exit code of an outcome."""
    if outcome.limit is Limit.INTERRUPT:
        return ERROR
    return CODES[outcome.verdict]


def number(value: float) -> str:
    """A statistic for people."""
    return f"{value:,}" if isinstance(value, int) else f"{value:,.2f}"


def summary(outcome: Outcome[Any]) -> str:
    """An outcome in a line: verdict, length and measures of the line, what a limit left open."""
    words = [str(outcome.verdict)]
    if outcome.verdict is Verdict.SOLVABLE:
        words.append(plural(len(outcome.moves), "move"))
        words += (f"{name} {value}" for name, value in outcome.line.items() if name not in outcome.measures)
    words += (f"{name} {best(bounds)}" for name, bounds in outcome.measures.items())
    if outcome.limit is not None:
        words.append("interrupted" if outcome.limit is Limit.INTERRUPT else f"{outcome.limit} reached")
    return ": ".join((words[0], ", ".join(words[1:]))) if words[1:] else words[0]


def best(bounds: Bounds) -> str:
    """The bounds of a best value for people."""
    return f"{bounds} (proved)" if bounds.proved else str(bounds)


def statistics(outcome: Outcome[Any]) -> str:
    """Engine and statistics in a line."""
    return "; ".join((outcome.engine, *(f"{name} {number(value)}" for name, value in outcome.stats.items())))


def comments(lines: Iterable[str]) -> str:
    """Lines as comments of a file."""
    return "".join(f"# {line}".rstrip() + "\n" for line in lines)


def log_text(deal: DealFile, outcome: Outcome[Any]) -> str:
    """The move log of an outcome: the verdict, notes and statistics as comments, then header and moves."""
    text = comments((summary(outcome), *outcome.notes, statistics(outcome)))
    if outcome.verdict is not Verdict.SOLVABLE:
        return text
    return text + "".join(f"{line}\n" for line in (*deal.log_header(), *outcome.moves))


def as_json(values: Mapping[str, object]) -> str:
    """An object on one line."""
    return json.dumps(values, ensure_ascii=False)


def outcome_json(game: str, outcome: Outcome[Any]) -> dict[str, object]:
    """An outcome for programs."""
    values: dict[str, object] = {
        "game": game,
        "verdict": str(outcome.verdict),
        "engine": outcome.engine,
        "moves": [str(move) for move in outcome.moves],
        "stats": dict(outcome.stats),
        "measures": measures_json(outcome.line, outcome.measures),
    }
    if outcome.limit is not None:
        values["limit"] = str(outcome.limit)
    if outcome.notes:
        values["notes"] = list(outcome.notes)
    return values


def measures_json(line: Mapping[str, int], measures: Mapping[str, Bounds]) -> dict[str, object]:
    """The measures of a line for programs: its value, and the bounds of the best value where they are known."""
    names = dict.fromkeys((*line, *measures))
    return {
        name: {"line": line.get(name)}
        | ({} if name not in measures else {"at least": measures[name].low, "at most": measures[name].high})
        for name in names
    }


def _show(label: str, progress: Progress) -> None:
    line = (
        f"{label}{plural(progress.positions, 'position')}, depth {progress.depth}, {progress.memory / 2**20:,.0f} MB,"
        f" {progress.seconds:.1f} s"
    )
    click.echo(f"\r\033[K{line}", nl=False, err=True)


@contextmanager
def watched(limits: Limits, label: str = "") -> Iterator[Budget]:
    """A budget that shows its progress on a terminal and that Ctrl-C interrupts; a second Ctrl-C ends the program.

    `label` stands before what is shown.
    """
    terminal = sys.stderr.isatty()
    budget = Budget(limits, partial(_show, label) if terminal else None)

    def interrupt(_signal: int, _frame: FrameType | None) -> None:
        budget.interrupt()
        signal.signal(signal.SIGINT, previous)

    previous = signal.signal(signal.SIGINT, interrupt)
    try:
        yield budget
    finally:
        signal.signal(signal.SIGINT, previous)
        if terminal:
            click.echo("\r\033[K", nl=False, err=True)
