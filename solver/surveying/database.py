"""The file of surveys: an SQLite database that several runs may read and write at once.

A survey is what is asked of every deal (`Asked`); its deals are known by their seeds, each of which has one row at
most. A run claims the seeds that it works on, so that no other run takes them; the claims of a run that has ended, in
whatever way, count no more. What comes of a chunk of deals is recorded in one transaction, so the file is sound
whenever a run is killed, and all that is lost are the deals in work.
"""

from __future__ import annotations

import json
import os
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from solver.bounds import Bounds
from solver.errors import EnginesDisagree, InputError, PatienceError
from solver.limits import Limits
from solver.outcome import Verdict
from solver.surveying.deciding import FAILED, Asked, Chunk, Decided, Program

FORMAT = 1
"""The version of the tables."""

_MARK = 0x50535256
"""SQLite's application id of these files."""

_WAIT = 120.0
"""Seconds to wait for another run's transaction."""

_BLOCK = 4096
"""Seeds that are looked through at once for those that are still to be decided."""

_LEASE = 600.0
"""Seconds after which a run on another host that has recorded nothing is taken for dead."""

_VERDICTS = (Verdict.UNSOLVABLE, Verdict.SOLVABLE, Verdict.UNDECIDED)
"""The verdicts by the numbers that stand for them."""

_TABLES = """
CREATE TABLE surveys (
    id INTEGER PRIMARY KEY, game TEXT NOT NULL, options TEXT NOT NULL, best TEXT NOT NULL,
    UNIQUE (game, options, best)
) STRICT;
CREATE TABLE programs (
    id INTEGER PRIMARY KEY, version TEXT NOT NULL, python TEXT NOT NULL, native INTEGER NOT NULL,
    UNIQUE (version, python, native)
) STRICT;
CREATE TABLE runs (
    id INTEGER PRIMARY KEY, survey INTEGER NOT NULL REFERENCES surveys, engine TEXT NOT NULL,
    seconds_limit REAL, positions_limit INTEGER, memory_limit INTEGER,
    host TEXT NOT NULL, pid INTEGER NOT NULL, born REAL NOT NULL, started TEXT NOT NULL, seen REAL NOT NULL,
    ended TEXT, decided INTEGER NOT NULL DEFAULT 0, replayed INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE TABLE claims (
    survey INTEGER NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, run INTEGER NOT NULL REFERENCES runs,
    PRIMARY KEY (survey, first, run)
) STRICT, WITHOUT ROWID;
CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE) STRICT;
CREATE TABLE deals (
    survey INTEGER NOT NULL REFERENCES surveys, seed INTEGER NOT NULL, verdict INTEGER NOT NULL,
    engine INTEGER NOT NULL REFERENCES names, positions INTEGER NOT NULL, microseconds INTEGER NOT NULL, open TEXT,
    run INTEGER NOT NULL REFERENCES runs, program INTEGER NOT NULL REFERENCES programs,
    PRIMARY KEY (survey, seed)
) STRICT, WITHOUT ROWID;
CREATE INDEX open_deals ON deals (survey, seed) WHERE open IS NOT NULL;
CREATE TABLE measured (
    survey INTEGER NOT NULL, seed INTEGER NOT NULL, measure INTEGER NOT NULL REFERENCES names,
    value INTEGER, low INTEGER, high INTEGER,
    PRIMARY KEY (survey, seed, measure)
) STRICT, WITHOUT ROWID;
CREATE TABLE stops (
    survey INTEGER NOT NULL REFERENCES surveys, first INTEGER NOT NULL, width REAL NOT NULL, deals INTEGER NOT NULL,
    PRIMARY KEY (survey, first, width)
) STRICT, WITHOUT ROWID;
CREATE VIEW decided AS
    SELECT surveys.game, surveys.options, deals.seed,
        CASE deals.verdict WHEN 0 THEN 'unsolvable' WHEN 1 THEN 'solvable' ELSE 'undecided' END AS verdict,
        engines.name AS engine, deals.positions, deals.microseconds / 1e6 AS seconds, deals.open,
        programs.version, programs.native
    FROM deals JOIN surveys ON surveys.id = deals.survey JOIN names AS engines ON engines.id = deals.engine
        JOIN programs ON programs.id = deals.program;
"""


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


@dataclass(frozen=True)
class RecordedDeal:
    """A deal as the file has it."""

    deal: Decided
    program: Program


class DatabaseFailed(PatienceError):
    """A file of surveys that can be written no more; the message says why. What was recorded before is in it."""


class Database:
    """A file of surveys, opened; as a context it is closed at the end.

    create: make the file if there is none. Raises InputError for a file that is none of these. At the end of the
    context, what SQLite finds wrong meanwhile is an InputError where the file is damaged, else DatabaseFailed.
    """

    def __init__(self, path: Path, *, create: bool = False) -> None:
        self.path = path
        if path.is_dir():
            raise InputError("is a folder; expected a file of surveys", source=str(path))
        if not create and not path.is_file():
            raise InputError("there is no such file; expected one that `survey run` has written", source=str(path))
        try:
            self._db = sqlite3.connect(path, timeout=_WAIT, isolation_level=None)
        except sqlite3.Error as error:
            raise InputError(f"cannot be opened: {error}", source=str(path)) from None
        try:
            self._prepare()
        except sqlite3.OperationalError as error:
            self._db.close()
            raise InputError(f"cannot be opened: {error}", source=str(path)) from None
        except sqlite3.DatabaseError as error:
            self._db.close()
            raise InputError(f"is no file of surveys: {error}", source=str(path)) from None
        except BaseException:
            self._db.close()
            raise
        self._names: dict[str, int] = {}

    def _prepare(self) -> None:
        mark, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        if mark != _MARK:
            if mark != 0 or self._one("SELECT count(*) FROM sqlite_schema") != 0:
                raise InputError("is a database of something else; expected a file of surveys", source=str(self.path))
            self._db.execute("PRAGMA journal_mode = WAL")
            with self._writing():
                if self._one("PRAGMA application_id") != _MARK:  # else another run has just made the tables
                    for statement in _TABLES.split(";\n"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {FORMAT}")
                    self._db.execute(f"PRAGMA application_id = {_MARK}")
        elif version != FORMAT:
            raise InputError(f"has tables of version {version}; expected {FORMAT}", source=str(self.path))
        self._db.execute("PRAGMA synchronous = NORMAL")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._db.close()
        if isinstance(error, sqlite3.OperationalError):
            what = f"{self.path}: {error}; what was recorded before is kept"
            raise DatabaseFailed(what) from error
        if isinstance(error, sqlite3.Error):
            raise InputError(f"is damaged: {error}", source=str(self.path)) from error

    @contextmanager
    def _writing(self) -> Iterator[None]:
        """A transaction that no other run's comes in between."""
        self._db.execute("BEGIN IMMEDIATE")
        try:
            yield
        except BaseException:
            self._roll_back()
            raise
        try:
            self._db.execute("COMMIT")
        except BaseException:
            self._roll_back()
            raise

    def _roll_back(self) -> None:
        self._names.clear()
        if self._db.in_transaction:  # SQLite has rolled back by itself when the disk is full
            self._db.execute("ROLLBACK")

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        row = self._db.execute(query, values).fetchone()
        return None if row is None else row[0]

    def _name(self, name: str) -> int:
        """The number that stands for a name of an engine or a measure."""
        if name not in self._names:
            self._db.execute("INSERT OR IGNORE INTO names (name) VALUES (?)", (name,))
            self._names[name] = self._one("SELECT id FROM names WHERE name = ?", (name,))
        return self._names[name]

    # --- surveys and runs --------------------------------------------------------------------------------------------

    def surveys(self) -> list[tuple[int, Asked]]:
        """All surveys, by their numbers."""
        rows = self._db.execute("SELECT id, game, options, best FROM surveys ORDER BY id")
        return [(number, Asked(game, json.loads(options), best or None)) for number, game, options, best in rows]

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
                        _VERDICTS.index(deal.verdict),
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

    # --- what the file says ------------------------------------------------------------------------------------------

    def counts(self, survey: int, seeds: range | None = None) -> dict[Verdict, int]:
        """How many deals have each verdict, of all or of some seeds."""
        first, last = (-1, 2**63 - 1) if seeds is None else (seeds.start, seeds.stop - 1)
        rows = self._db.execute(
            "SELECT verdict, count(*) FROM deals WHERE survey = ? AND seed BETWEEN ? AND ? GROUP BY verdict",
            (survey, first, last),
        )
        return dict.fromkeys(_VERDICTS, 0) | {_VERDICTS[verdict]: count for verdict, count in rows}

    def verdicts_from(self, survey: int, seed: int) -> Iterator[Verdict]:
        """The verdicts of a seed and those after it, as far as no seed is missing."""
        rows = self._db.execute(
            "SELECT seed, verdict FROM deals WHERE survey = ? AND seed >= ? ORDER BY seed", (survey, seed)
        )
        for expected, (found, verdict) in enumerate(rows, seed):
            if found != expected:
                return
            yield _VERDICTS[verdict]

    def verdicts(self, survey: int) -> Iterator[Verdict]:
        """The verdicts of all deals, in the order of their seeds."""
        rows = self._db.execute("SELECT verdict FROM deals WHERE survey = ? ORDER BY seed", (survey,))
        return (_VERDICTS[verdict] for (verdict,) in rows)

    def seeds(self, survey: int) -> Iterator[range]:
        """The seeds that have been decided, as few ranges as there are."""
        rows = self._db.execute("SELECT seed FROM deals WHERE survey = ? ORDER BY seed", (survey,))
        start = stop = -1
        for (seed,) in rows:
            if seed != stop:
                if start != stop:
                    yield range(start, stop)
                start = seed
            stop = seed + 1
        if start != stop:
            yield range(start, stop)

    def open_deals(self, survey: int) -> dict[str, int]:
        """How many deals were left open, by what left them so."""
        return dict(
            self._db.execute(
                "SELECT open, count(*) FROM deals WHERE survey = ? AND open IS NOT NULL GROUP BY open", (survey,)
            ).fetchall()
        )

    def ordered(self, survey: int, what: str) -> Iterator[int]:
        """The `positions` or `microseconds` of all deals, from the fewest on."""
        if what not in ("positions", "microseconds"):
            raise ValueError(what)
        for (value,) in self._db.execute(f"SELECT {what} FROM deals WHERE survey = ? ORDER BY {what}", (survey,)):
            yield value

    def slowest(self, survey: int, most: int) -> list[RecordedDeal]:
        """The deals that took longest, the longest first."""
        seeds = self._db.execute(
            "SELECT seed FROM deals WHERE survey = ? ORDER BY microseconds DESC, seed LIMIT ?", (survey, most)
        ).fetchall()
        return [next(self.rows(survey, seed, seed)) for (seed,) in seeds]

    def measured(self, survey: int) -> Iterator[tuple[str, int | None, Bounds | None, int]]:
        """For each measure: a value of lines found, bounds of the best value, and how many deals have these."""
        rows = self._db.execute(
            "SELECT names.name, value, low, high, count(*) FROM measured JOIN names ON names.id = measure"
            " WHERE survey = ? GROUP BY measure, value, low, high ORDER BY measure, value, low",
            (survey,),
        )
        for name, value, low, high, count in rows:
            yield name, value, None if low is None else Bounds(low, high), count

    def programs(self, survey: int) -> list[tuple[Program, int]]:
        """What has decided, and how many deals."""
        rows = self._db.execute(
            "SELECT version, python, native, count(*) FROM deals JOIN programs ON programs.id = program"
            " WHERE survey = ? GROUP BY program",
            (survey,),
        )
        return [(Program(version, python, bool(native)), count) for version, python, native, count in rows]

    def replayed(self, survey: int) -> int:
        """How many winning lines the first referee has replayed, not a second one alone."""
        count: int = self._one("SELECT ifnull(sum(replayed), 0) FROM runs WHERE survey = ?", (survey,))
        return count

    def rows(self, survey: int, first: int = 0, last: int = 2**63 - 1) -> Iterator[RecordedDeal]:
        """The deals of some seeds, in their order, not more than a few in memory."""
        deals = self._db.execute(
            "SELECT seed, verdict, names.name, positions, microseconds, open, version, python, native FROM deals"
            " JOIN names ON names.id = engine JOIN programs ON programs.id = program"
            " WHERE survey = ? AND seed BETWEEN ? AND ? ORDER BY seed",
            (survey, first, last),
        )
        measured = self._db.execute(
            "SELECT seed, names.name, value, low, high FROM measured JOIN names ON names.id = measure"
            " WHERE survey = ? AND seed BETWEEN ? AND ? ORDER BY seed, measure",
            (survey, first, last),
        )
        ahead = measured.fetchone()
        for seed, verdict, engine, positions, microseconds, is_open, *program in deals:
            values, bounds = {}, {}
            while ahead is not None and ahead[0] == seed:
                _, name, value, low, high = ahead
                if value is not None:
                    values[name] = value
                if low is not None:
                    bounds[name] = Bounds(low, high)
                ahead = measured.fetchone()
            deal = Decided(seed, _VERDICTS[verdict], engine, positions, microseconds / 1e6, is_open, values, bounds)
            yield RecordedDeal(deal, Program(program[0], program[1], bool(program[2])))

    # --- sequential surveys ------------------------------------------------------------------------------------------

    def stopped(self, run: Run, first: int, width: float, deals: int) -> None:
        """Note that the deals from a seed on were enough for an interval so narrow that may be looked at any time."""
        self._db.execute("INSERT OR IGNORE INTO stops VALUES (?, ?, ?, ?)", (run.survey, first, width, deals))

    def stops(self, survey: int) -> list[tuple[int, float, int]]:
        """Where sequential surveys stopped: the first seed, the width wanted, how many deals."""
        return self._db.execute(
            "SELECT first, width, deals FROM stops WHERE survey = ? ORDER BY first, width", (survey,)
        ).fetchall()


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
