"""What is said of a lost cross, looked up on the table."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any, cast

import pytest

from solver.limits import Budget
from solver.outcome import Verdict
from solver.patiences.cross import PATIENCE
from solver.patiences.cross.engine import fewest_left
from solver.solving import explain
from solver.verifying import verify

PAGE = Path(__file__).parents[2] / "docs" / "explanations.md"


@pytest.mark.parametrize(("seed", "reshuffles", "choice"), [*product((0, 1), (0, 1), ("free", "book"))])
def test_what_is_said_is_so_on_the_table(seed: int, reshuffles: int, choice: str) -> None:
    options = {**PATIENCE.defaults, "choice": choice, "reshuffles": str(reshuffles)}
    position = PATIENCE.start(PATIENCE.random_deal(seed, options))
    explanation = explain(position)
    assert explanation.outcome.verdict is Verdict.UNSOLVABLE
    end = verify(position, fewest_left(position, Budget()).moves).position
    assert end.moves() == ()
    best, *covered = cast("list[dict[str, Any]]", list(explanation.facts))
    assert best["left"] == sum(map(len, end.columns))
    incomplete = sum(rank != 13 for rank in end.up) + sum(rank != 1 for rank in end.down)
    assert len(covered) == incomplete
    for fact in covered:
        copies = sum(str(card) == fact["needs"] for column in end.columns for card in column)
        assert len(fact["columns"]) == copies > 0
        for column, above in zip(fact["columns"], fact["under"], strict=True):
            assert list(map(str, end.columns[column - 1]))[-len(above) - 1 :] == [fact["needs"], *above]
            assert above


def test_what_can_be_won_is_not_explained() -> None:
    position = PATIENCE.start(PATIENCE.random_deal(1, PATIENCE.defaults))
    assert explain(position).lines == ()


def test_the_documentation_is_true() -> None:
    position = PATIENCE.start(PATIENCE.random_deal(1, {**PATIENCE.defaults, "reshuffles": "1"}))
    text = PAGE.read_text(encoding="utf-8")
    assert "\n".join(("unsolvable", *explain(position).lines)) in text
