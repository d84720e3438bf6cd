"""The logs that `solve` writes: where they go, that none is lost, and which are there already and answer."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.cli.codes import BadInput
from solver.cli.inputs import STDIN, Given
from solver.cli.streams import file_name
from solver.cli.writing import Target, cannot, make_folder, write_whole
from solver.deal_files import DealFile
from solver.errors import InputError
from solver.move_logs import read_log
from solver.outcome import LEFT, Verdict
from solver.printing import MARK
from solver.verifying import Result, replay


class Logs:
    """Where each deal's log goes: the target itself for one deal, a file in it for several or when it is a folder.

    inputs: files that are read, none of which a log may replace. Makes the folder. Raises BadInput when it cannot.
    """

    def __init__(self, target: Target, inputs: Sequence[str], *, several: bool) -> None:
        self._output = target.path
        self._inputs = [name for name in inputs if name != STDIN]
        self._taken: dict[str, str] = {}
        try:
            self._in_folder = several or target.folder or self._output.is_dir()
        except OSError as error:
            raise BadInput(cannot(self._output, "written", error)) from None
        if self._in_folder:
            make_folder(self._output)

    def of(self, given: Given) -> Path:
        """The log of a deal.

        Raises BadInput when another deal's log goes there, or it would replace a file that is read.
        """
        log = self._output / f"{given.entry.name}.log" if self._in_folder else self._output
        place = _place(given)
        other = self._taken.setdefault(str(log), place)
        if other != place:
            raise BadInput(
                f"the logs of {other} and {place} would both be {file_name(str(log))}; expected different names"
            )
        if any(_same(log, name) for name in (given.file, *self._inputs) if name != STDIN):
            raise BadInput(
                f"the log would replace {file_name(str(log))}, which is read; expected another name after -o"
            )
        return log


def _place(given: Given) -> str:
    """A deal by its file, and by its line where that holds several."""
    return f"{file_name(given.file)}, line {given.entry.line}" if given.several else file_name(given.file)


def _same(log: Path, name: str) -> bool:
    """Whether a log would go where a file is read."""
    try:
        return log.samefile(name)
    except (OSError, ValueError):
        return False  # one of them is not there


@dataclass(frozen=True)
class Logged:
    """What a log says that is there already: the verdict, its first line without the `# `, and the moves.

    They win if the verdict is solvable; else they lead to the best end, if that was asked for: to the position `end`.
    """

    verdict: Verdict
    summary: str
    moves: tuple[Any, ...] = ()
    end: Any = None


def _mark(position: Any, best: str | None, text: str) -> str:
    """The line that marks a log (`text`) which answers in full what was asked; it holds for nothing else."""
    import hashlib  # which loads much, and most commands write no log

    seal = hashlib.sha256(f"{position}\n{best}\n{text}".encode()).hexdigest()[:16]
    return f"{MARK}answers {seal}\n"


def verdict_of(text: str) -> Verdict | None:
    """The verdict that the first line of a log says, as `solve` writes it; None where it says none."""
    word = text.split("\n", 1)[0].removeprefix("# ").split(":")[0]
    return next((verdict for verdict in Verdict if str(verdict) == word), None)


def answer_in(log: Path, best: str | None, deal: DealFile) -> Logged | None:
    """The answer of a log that answers in full what is asked, its moves replayed by the referee; None without one."""
    try:
        if not log.is_file():
            return None
        text = log.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError):
        return None
    first, _, rest = text.partition("\n")
    second, _, rest = rest.partition("\n")
    if f"{second}\n" != _mark(deal.position, best, f"{first}\n{rest}"):
        return None  # another question, or changed since
    summary = first.removeprefix("# ")
    verdict = verdict_of(first)
    if verdict is None:
        return None
    if verdict is not Verdict.SOLVABLE and best != LEFT:
        return Logged(verdict, summary)
    try:
        report = replay(deal.position, read_log(text).readers(deal.patience))
    except InputError:
        return None
    wanted = Result.WON if verdict is Verdict.SOLVABLE else Result.UNFINISHED
    end = None if wanted is Result.WON else report.position
    return Logged(verdict, summary, report.moves, end) if report.result is wanted else None


def write_log(log: Path, text: str, best: str | None, deal: DealFile, *, answered: bool, force: bool) -> None:
    """Write a log, whole or not at all; its second line marks whether it answers what was asked in full.

    A log that does is not replaced by one that a limit cut short. Raises OutputFailed.
    """
    if not answered and answer_in(log, best, deal) is not None:
        return
    first, _, rest = text.partition("\n")
    second = _mark(deal.position, best, text) if answered else f"{MARK}no answer yet\n"
    write_whole(log, f"{first}\n{second}{rest}", force=force)
