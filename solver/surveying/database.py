"""What runs write into a file of surveys, several of them at once.

A run claims the seeds that it works on, so that no other run takes them; the claims of a run that has ended, in
whatever way, count no more. What comes of a chunk of deals is recorded in one transaction, so the file is sound
whenever a run is killed, and all that is lost are the deals in work.
"""

from __future__ import annotations

import json
import os
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path

from solver.bounds import Bounds
from solver.errors import EnginesDisagree
from solver.limits import Limits
from solver.outcome import Verdict
from solver.surveying.deciding import FAILED, Asked, Chunk, Decided, Program
from solver.surveying.survey_file import VERDICTS, RecordedDeal, SurveyFile

_BLOCK = 4096
"""Seeds that are looked through at once for those that are still to be decided."""

_LEASE = 600.0
"""Seconds after which a run on another host that has recorded nothing is taken for dead."""


@dataclass(frozen=True)
class Run:
    """A run that has begun: its number, that of its survey, and how it decides."""

    number: int
    survey: int
    engine: str
    limits: Limits


@dataclass(frozen=True)
class Claim:
    """Seeds that a run shall decide, in order. They are claimed until what comes of them is recorded."""

    seeds: tuple[int, ...]


class Database(SurveyFile):
    """A file of surveys, opened by a run, which claims what it decides and records what comes of it."""

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self._names: dict[str, int] = {}
        super().__init__(path, create=create)

    def _roll_back(self) -> None:
        self._names.clear()
        super()._roll_back()

    def _name(self, name: str) -> int:
        """The number that stands for a name of an engine or a measure."""
        if name not in self._names:
            self._db.execute("INSERT OR IGNORE INTO names (name) VALUES (?)", (name,))
            self._names[name] = self._one("SELECT id FROM names WHERE name = ?", (name,))
        return self._names[name]

    # --- surveys and runs --------------------------------------------------------------------------------------------

    def begin(self, asked: Asked, engine: str, limits: Limits) -> Run:
        """Begin a run: its survey is made if the file has none that asks the same."""
        what = (asked.game, json.dumps(dict(asked.options), sort_keys=True), asked.best or "")
        host, pid, born = _this_process()
        with self._writing():
            self._db.execute("INSERT OR IGNORE INTO surveys (game, options, best) VALUES (?, ?, ?)", what)
            survey = self._one("SELECT id FROM surveys WHERE game = ? AND options = ? AND best = ?", what)
            number = self._one(
                "INSERT INTO runs (survey, engine, seconds_limit, positions_limit, memory_limit, host, pid, born,"
                " started, seen) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                (survey, engine, limits.seconds, limits.positions, limits.memory, host, pid, born, _now(), time.time()),
            )
        return Run(number, survey, engine, limits)

    def end(self, run: Run) -> None:
        """End a run: what it has claimed and not recorded is free again."""
        with self._writing():
            self._db.execute("DELETE FROM claims WHERE run = ?", (run.number,))
            self._db.execute("UPDATE runs SET ended = ? WHERE id = ?", (_now(), run.number))

    def release(self, run: Run) -> None:
        """Give up what a run has claimed and not recorded."""
        self._db.execute("DELETE FROM claims WHERE run = ?", (run.number,))

    def split(self, run: Run, claim: Claim) -> tuple[Claim, Claim]:
        """Claim the two halves of a claim's seeds in its place."""
        middle = len(claim.seeds) // 2
        halves = Claim(claim.seeds[:middle]), Claim(claim.seeds[middle:])
        with self._writing():
            self._unclaim(run, claim)
            for half in halves:
                self._claim(run, half)
        return halves

    def _claim(self, run: Run, claim: Claim) -> None:
        self._db.execute(
            "INSERT INTO claims VALUES (?, ?, ?, ?)", (run.survey, claim.seeds[0], claim.seeds[-1], run.number)
        )

    def _unclaim(self, run: Run, claim: Claim) -> None:
        self._db.execute(
            "DELETE FROM claims WHERE survey = ? AND first = ? AND run = ?", (run.survey, claim.seeds[0], run.number)
        )

    # --- what is to be done ------------------------------------------------------------------------------------------

    def claim(self, run: Run, seeds: range, most: int) -> tuple[Claim | None, int, bool]:
        """Claim the first seeds, at most so many, that are to be decided and that no run works on.

        Returns the claim (None if there is nothing to be done any more), the seed from which to go on looking, and
        whether seeds were passed over because other runs work on them.
        """
        passed = False
        at = seeds.start
        while at < seeds.stop:
            block = range(at, min(at + _BLOCK, seeds.stop))
            if self._to_do(run, block):
                with self._writing():
                    free, busy = self._free(run, block)
                    passed |= busy
                    if free:
                        claim = Claim(tuple(free[:most]))
                        self._claim(run, claim)
                        return claim, claim.seeds[-1] + 1, passed
            at = block.stop
        return None, at, passed

    def _to_do(self, run: Run, block: range) -> list[int]:
        """The seeds of a block that are not decided, or left open where this run may decide them."""
        limits = run.limits
        done = self._db.execute(
            """
            SELECT seed FROM deals WHERE survey = :survey AND seed >= :first AND seed < :stop AND NOT (
                open IS NOT NULL AND run <> :run AND EXISTS (
                    SELECT 1 FROM runs WHERE runs.id = deals.run AND (
                        deals.open = :failed OR runs.engine <> :engine
                        OR deals.open = 'seconds' AND runs.seconds_limit < ifnull(:seconds, 9e999)
                        OR deals.open = 'positions' AND runs.positions_limit < ifnull(:positions, 9e999)
                        OR deals.open = 'memory' AND runs.memory_limit < ifnull(:memory, 9e999)
                    )
                )
            )
            """,
            {
                "survey": run.survey,
                "first": block.start,
                "stop": block.stop,
                "run": run.number,
                "failed": FAILED,
                "engine": run.engine,
                "seconds": limits.seconds,
                "positions": limits.positions,
                "memory": limits.memory,
            },
        )
        decided = {seed for (seed,) in done}
        return [seed for seed in block if seed not in decided]

    def _free(self, run: Run, block: range) -> tuple[list[int], bool]:
        """The seeds of a block that are to be decided and nobody works on; whether other runs work on some."""
        to_do = self._to_do(run, block)
        claims = self._db.execute(
            "SELECT claims.first, claims.last, runs.id, runs.host, runs.pid, runs.born, runs.seen FROM claims"
            " JOIN runs ON runs.id = claims.run WHERE claims.survey = ? AND claims.first < ? AND claims.last >= ?",
            (run.survey, block.stop, block.start),
        ).fetchall()
        taken: set[int] = set()
        busy = False
        for first, last, number, *process in claims:
            if number == run.number or _is_alive(*process):
                taken.update(range(max(first, block.start), min(last + 1, block.stop)))
                busy |= number != run.number
            else:
                self._db.execute("DELETE FROM claims WHERE run = ?", (number,))
        free = [seed for seed in to_do if seed not in taken]
        return free, busy and len(free) < len(to_do)

    # --- what has been done ------------------------------------------------------------------------------------------

    def record(self, run: Run, claim: Claim, chunk: Chunk) -> Counter[Verdict]:
        """Record what has come of the seeds of a claim, all of it or nothing: by how much each verdict's deals grow.

        A deal that is decided already is left as it is; one that was left open keeps what is known of it. Raises
        EnginesDisagree when two verdicts contradict each other.
        """
        with self._writing():
            program = self._program(chunk.program)
            known = {row.deal.seed: row.deal for row in self._known(run.survey, claim.seeds)}
            deals = []
            change: Counter[Verdict] = Counter()
            for deal in chunk.deals:
                before = known.get(deal.seed)
                if before is None:
                    deals.append(deal)
                elif before.open is not None:
                    deals.append(_merged(before, deal))
                    change[before.verdict] -= 1
                    for table in ("deals", "measured"):
                        self._db.execute(f"DELETE FROM {table} WHERE survey = ? AND seed = ?", (run.survey, deal.seed))
            self._db.executemany(
                "INSERT INTO deals VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    (
                        run.survey,
                        deal.seed,
                        VERDICTS.index(deal.verdict),
                        self._name(deal.engine),
                        deal.positions,
                        round(deal.seconds * 1e6),
                        deal.open,
                        run.number,
                        program,
                    )
                    for deal in deals
                ),
            )
            self._db.executemany(
                "INSERT INTO measured VALUES (?, ?, ?, ?, ?, ?)",
                ((run.survey, deal.seed, *values) for deal in deals for values in self._measures(deal)),
            )
            self._unclaim(run, claim)
            self._db.execute(
                "UPDATE runs SET decided = decided + ?, replayed = replayed + ?, seen = ? WHERE id = ?",
                (len(deals), sum(deal.replayed for deal in deals), time.time(), run.number),
            )
        change.update(deal.verdict for deal in deals)
        return change

    def _program(self, program: Program) -> int:
        what = (program.version, program.python, int(program.native))
        self._db.execute("INSERT OR IGNORE INTO programs (version, python, native) VALUES (?, ?, ?)", what)
        number: int = self._one("SELECT id FROM programs WHERE version = ? AND python = ? AND native = ?", what)
        return number

    def _measures(self, deal: Decided) -> Iterator[tuple[int, int | None, int | None, int | None]]:
        for name in dict.fromkeys((*deal.values, *deal.measures)):
            bounds = deal.measures.get(name)
            low, high = (None, None) if bounds is None else (bounds.low, bounds.high)
            yield self._name(name), deal.values.get(name), low, high

    def _known(self, survey: int, seeds: Sequence[int]) -> Iterator[RecordedDeal]:
        if self._one(
            "SELECT 1 FROM deals WHERE survey = ? AND seed BETWEEN ? AND ? LIMIT 1", (survey, seeds[0], seeds[-1])
        ):
            yield from self.rows(survey, seeds[0], seeds[-1])

    # --- sequential surveys ------------------------------------------------------------------------------------------

    def stopped(self, run: Run, first: int, width: float, deals: int) -> None:
        """Note that the deals from a seed on were enough for an interval so narrow that may be looked at any time."""
        self._db.execute("INSERT OR IGNORE INTO stops VALUES (?, ?, ?, ?)", (run.survey, first, width, deals))


def _merged(before: Decided, after: Decided) -> Decided:
    """What is known of a deal that was left open, now that it has been tried again. Raises EnginesDisagree."""
    if before.verdict is Verdict.UNDECIDED:
        return after
    if after.verdict not in (before.verdict, Verdict.UNDECIDED):
        raise EnginesDisagree(
            f"seed {before.seed}: {before.verdict} by {before.engine}, {after.verdict} by {after.engine},"
            " which is a fault of the program"
        )
    measures = dict(before.measures)
    for name, bounds in after.measures.items():
        known = measures.get(name, bounds)
        high = min((value for value in (known.high, bounds.high) if value is not None), default=None)
        measures[name] = Bounds(max(known.low, bounds.low), high)
    values: Mapping[str, int] = after.values or before.values
    return replace(after, verdict=before.verdict, values=values, measures=measures)


def _this_process() -> tuple[str, int, float]:
    import platform

    import psutil

    return platform.node(), os.getpid(), psutil.Process().create_time()


def _is_alive(host: str, pid: int, born: float, seen: float) -> bool:
    """Whether a run may still be at work: its process is there; on another host, it was so a short while ago."""
    import platform

    import psutil

    if host != platform.node():
        return time.time() - seen < _LEASE
    try:
        return abs(psutil.Process(pid).create_time() - born) < 1.0
    except psutil.Error:
        return False


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
