"""A file of surveys, opened and read: an SQLite database that several runs may read and write at once.

A survey is what is asked of every deal (`Asked`); its deals are known by their seeds, each of which has one row at
most. `Database` is the same file as runs write it.
"""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from solver.bounds import Bounds
from solver.errors import InputError, PatienceError
from solver.outcome import Verdict
from solver.surveying.deciding import Asked, Decided, Program

FORMAT = 1
"""The version of the tables."""

_MARK = 0x50535256
"""SQLite's application id of these files."""

_WAIT = 120.0
"""Seconds to wait for another run's transaction."""

VERDICTS = (Verdict.UNSOLVABLE, Verdict.SOLVABLE, Verdict.UNDECIDED)
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
class RecordedDeal:
    """A deal as the file has it."""

    deal: Decided
    program: Program


class DatabaseFailed(PatienceError):
    """A file of surveys that can be written no more; the message says why. What was recorded before is in it."""


class SurveyFile:
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

    def _prepare(self) -> None:
        tables = self._one("SELECT count(*) FROM sqlite_schema")  # first: another run may make them, and the mark, now
        mark, version = self._one("PRAGMA application_id"), self._one("PRAGMA user_version")
        if mark != _MARK:
            if mark != 0 or tables != 0:
                raise InputError("is a database of something else; expected a file of surveys", source=str(self.path))
            self._write_ahead()
            with self._writing():
                if self._one("PRAGMA application_id") != _MARK:  # else another run has just made the tables
                    for statement in _TABLES.split(";\n"):
                        self._db.execute(statement)
                    self._db.execute(f"PRAGMA user_version = {FORMAT}")
                    self._db.execute(f"PRAGMA application_id = {_MARK}")
        elif version != FORMAT:
            raise InputError(f"has tables of version {version}; expected {FORMAT}", source=str(self.path))
        self._db.execute("PRAGMA synchronous = NORMAL")

    def _write_ahead(self) -> None:
        """Have what is written logged first, so that others read meanwhile.

        Where another run does so at the same moment SQLite gives up at once, so it is tried again.
        """
        end = time.monotonic() + _WAIT
        while True:
            try:
                self._db.execute("PRAGMA journal_mode = WAL")
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > end:
                    raise
                time.sleep(0.01)
            else:
                return

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
        if self._db.in_transaction:  # SQLite has rolled back by itself when the disk is full
            self._db.execute("ROLLBACK")

    def _one(self, query: str, values: Sequence[object] = ()) -> Any:
        row = self._db.execute(query, values).fetchone()
        return None if row is None else row[0]

    def surveys(self) -> list[tuple[int, Asked]]:
        """All surveys, by their numbers."""
        rows = self._db.execute("SELECT id, game, options, best FROM surveys ORDER BY id")
        return [(number, Asked(game, json.loads(options), best or None)) for number, game, options, best in rows]

    def counts(self, survey: int, seeds: range | None = None) -> dict[Verdict, int]:
        """How many deals have each verdict, of all or of some seeds."""
        first, last = (-1, 2**63 - 1) if seeds is None else (seeds.start, seeds.stop - 1)
        rows = self._db.execute(
            "SELECT verdict, count(*) FROM deals WHERE survey = ? AND seed BETWEEN ? AND ? GROUP BY verdict",
            (survey, first, last),
        )
        return dict.fromkeys(VERDICTS, 0) | {VERDICTS[verdict]: count for verdict, count in rows}

    def verdicts_from(self, survey: int, seed: int) -> Iterator[Verdict]:
        """The verdicts of a seed and those after it, as far as no seed is missing."""
        rows = self._db.execute(
            "SELECT seed, verdict FROM deals WHERE survey = ? AND seed >= ? ORDER BY seed", (survey, seed)
        )
        for expected, (found, verdict) in enumerate(rows, seed):
            if found != expected:
                return
            yield VERDICTS[verdict]

    def verdicts(self, survey: int) -> Iterator[Verdict]:
        """The verdicts of all deals, in the order of their seeds."""
        rows = self._db.execute("SELECT verdict FROM deals WHERE survey = ? ORDER BY seed", (survey,))
        return (VERDICTS[verdict] for (verdict,) in rows)

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
            deal = Decided(seed, VERDICTS[verdict], engine, positions, microseconds / 1e6, is_open, values, bounds)
            yield RecordedDeal(deal, Program(program[0], program[1], bool(program[2])))

    def stops(self, survey: int) -> list[tuple[int, float, int]]:
        """Where sequential surveys stopped: the first seed, the width wanted, how many deals."""
        return self._db.execute(
            "SELECT first, width, deals FROM stops WHERE survey = ? ORDER BY first, width", (survey,)
        ).fetchall()
