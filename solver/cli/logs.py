"""The logs that `solve` writes: where they go, that none is lost or half written, and which are there already."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.cli.codes import BadInput
from solver.cli.inputs import STDIN
from solver.cli.output import write_whole
from solver.errors import InputError
from solver.files import DealFile, read_log
from solver.outcome import Verdict
from solver.verifying import Result, verify

_ANSWERED = "# for --resume: answers "


def log_files(deals: Sequence[str], output: Path, inputs: Sequence[str]) -> dict[str, Path]:
    """Where each deal's log goes: `output` itself for one deal, a file in the folder `output` for several.

    Makes the folder. Raises BadInput when two logs would go to one file, a log would replace one of the `inputs`, or
    nothing can be written there.
    """
    if len(deals) == 1 and not output.is_dir():
        logs = {deals[0]: output}
    else:
        try:
            output.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{output}: cannot be made a folder: {error.strerror}") from None
        logs = {}
        for name in dict.fromkeys(deals):
            log = output / f"{'stdin' if name == STDIN else Path(name).stem}.log"
            clash = next((other for other, path in logs.items() if path == log), None)
            if clash is not None:
                raise BadInput(f"the logs of {clash} and {name} would both be {log}; expected different file names")
            logs[name] = log
    taken = {Path(name).resolve() for name in inputs if name != STDIN}
    for log in logs.values():
        if log.resolve() in taken:
            raise BadInput(f"the log would replace {log}, which is read; expected another name after -o")
        special = log.exists() and not log.is_file()
        if not os.access(log if special else log.parent, os.W_OK) or log.is_dir():
            raise BadInput(f"{log}: cannot be written; expected a file in a folder that is there and can be written to")
    return logs


def mark(position: Any, best: str | None) -> str:
    """A mark of what was asked: the same for the same position, rule options and measure only."""
    return hashlib.sha256(f"{position}\n{best}".encode()).hexdigest()[:16]


@dataclass(frozen=True)
class Answer:
    """What a log says that is there already: the verdict, its first line without the `# `, and the winning moves."""

    verdict: Verdict
    summary: str
    moves: tuple[Any, ...] = ()


def answer_in(log: Path, asked: str, deal: DealFile) -> Answer | None:
    """The answer of a log that answers in full what is `asked`, its moves replayed by the referee; None without one."""
    try:
        text = log.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    first, _, rest = text.partition("\n")
    if not rest.startswith(f"{_ANSWERED}{asked}\n"):
        return None
    summary = first.removeprefix("# ")
    verdict = next((verdict for verdict in Verdict if str(verdict) == summary.split(":")[0]), None)
    if verdict is not Verdict.SOLVABLE:
        return None if verdict is None else Answer(verdict, summary)
    try:
        moves = tuple(read_log(text).moves(deal.patience))
    except InputError:
        return None  # damaged
    return Answer(verdict, summary, moves) if verify(deal.position, moves).result is Result.WON else None


def write_log(log: Path, text: str, asked: str, deal: DealFile, answered: bool) -> None:
    """Write a log, whole or not at all; its second line marks what was asked, if it is `answered` in full.

    A log that answers what is asked is not replaced by one that a limit cut short. Raises OutputFailed.
    """
    if not answered and answer_in(log, asked, deal) is not None:
        return
    first, _, rest = text.partition("\n")
    second = f"{_ANSWERED}{asked}\n" if answered else ""
    write_whole(log, f"{first}\n{second}{rest}")
