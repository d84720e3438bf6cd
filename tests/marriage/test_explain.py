"""What is said of lost marriages, against brute force."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from random import Random

import pytest

from solver.limits import Limit, Limits
from solver.outcome import Verdict
from solver.patiences.marriage.notation import Pairs
from solver.patiences.marriage.rules import KING, QUEEN, Position
from solver.solving import explain
from tests.data_files import load
from tests.judges.marriage import thin_deal, thin_position

PAGE = Path(__file__).parents[2] / "docs" / "explanations.md"


def reachable(position: Position) -> Iterator[Position]:
    """All positions that any line comes to."""
    seen = {position}
    waiting = [position]
    while waiting:
        here = waiting.pop()
        yield here
        for move in here.moves():
            after = here.play(move)
            if after not in seen:
                seen.add(after)
                waiting.append(after)


@pytest.mark.parametrize("pairs", Pairs)
def test_what_is_said_is_what_brute_force_finds(pairs: Pairs) -> None:
    random = Random(f"explain {pairs}")
    explained = stay = 0
    for number in range(250):
        position = (thin_deal, thin_position)[number % 2](random, pairs, random.randrange(2, 8))
        explanation = explain(position)
        if explanation.outcome.verdict is Verdict.SOLVABLE:
            assert explanation.lines == ()
            continue
        beside: dict[object, set[str]] = {str(QUEEN): set(), str(KING): set()}
        ends: list[set[str]] = []
        for here in reachable(position):
            if here.compulsory_pair() is not None:
                continue
            for left, right in pairwise(here.row):
                if left == QUEEN and right != KING:
                    beside[str(QUEEN)].add(str(right))
                if right == KING:
                    beside[str(KING)].add(str(left))
            if not here.stock:
                ends.append(set(map(str, here.row)) - {str(QUEEN), str(KING)})
        facts = explanation.facts
        told = {fact["card"]: fact["cards"] for fact in facts if fact["fact"] == "beside"}
        assert {card: sorted(cards) for card, cards in beside.items()} == {
            card: sorted(map(str, cards)) if isinstance(cards, list) else None for card, cards in told.items()
        }, str(position)
        assert {fact["card"] for fact in facts if fact["fact"] == "stays"} == set.intersection(*ends)
        assert facts[-1]["left"] == min(map(len, ends))
        explained += 1
        stay += any(fact["fact"] == "stays" for fact in facts)
    assert explained > 3
    assert stay > 0


def test_a_limit_leaves_the_verdict_without_an_explanation() -> None:
    case = next(case for case in load("marriage") if case.known["verdict"] == "unsolvable")
    outcomes = [explain(case.position, Limits(positions=positions)) for positions in (100, 1_400)]
    assert [found.outcome.verdict for found in outcomes] == [Verdict.UNDECIDED, Verdict.UNSOLVABLE]
    assert all(found.lines == () and found.outcome.limit is Limit.POSITIONS for found in outcomes)


def test_the_documentation_is_true() -> None:
    case = next(case for case in load("marriage") if case.known["verdict"] == "unsolvable")
    text = PAGE.read_text(encoding="utf-8")
    assert "\n".join(("unsolvable", *explain(case.position).lines)) in text
