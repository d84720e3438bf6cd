"""The deals with known verdicts in tests/data."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from solver.deal_files import read_deal

DATA = Path(__file__).parent / "data"


@dataclass(frozen=True)
class Case:
    """A deal by name, its file's text, and what is known of it."""

    name: str
    text: str
    known: dict[str, Any]

    @property
    def position(self) -> Any:
        """The position at the start."""
        return read_deal(self.text, self.name).position


def load(name: str) -> list[Case]:
    """The cases of one file."""
    cases = []
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        sections = {key: value for key, value in known.items() if key not in ("name", "verdict", "fewest reshuffles")}
        cases.append(Case(known["name"], "".join(f"{key}: {value}\n" for key, value in sections.items()), known))
    return cases
