"""Files of surveys that tests write, and what these say."""

from __future__ import annotations

import sqlite3
from pathlib import Path
from typing import Any

from solver.registry import patience
from solver.surveying.database import Database
from solver.surveying.deciding import Asked
from solver.surveying.executors import Beside, Here
from solver.surveying.running import Plan, Status, run

DEFAULTS = patience("gallery").defaults
GALLERY = Asked("gallery", DEFAULTS)


def survey(path: Path, plan: Plan, jobs: int = 1) -> Status:
    with Database(path, create=True) as database:
        return list(run(database, plan, Here() if jobs == 1 else Beside(jobs)))[-1]


def table(path: Path) -> list[tuple[Any, ...]]:
    """What a file says of all deals, but for times and runs."""
    with sqlite3.connect(path) as db:
        deals = db.execute("SELECT survey, seed, verdict, engine, positions, open FROM deals ORDER BY survey, seed")
        measured = db.execute("SELECT * FROM measured ORDER BY survey, seed, measure")
        return [*deals.fetchall(), *measured.fetchall()]


def decided_by_runs(path: Path) -> list[int]:
    with sqlite3.connect(path) as db:
        return [count for (count,) in db.execute("SELECT decided FROM runs ORDER BY id")]
