"""Many questions within one budget: fair shares, nothing asked twice, and lines that are known used again."""

from __future__ import annotations

from typing import Any

import pytest

import solver
from solver import Bounds, Budget, Limit, Limits, Outcome, Verdict, knowledge
from solver.knowledge import Knowledge, followed
from solver.registry import patience


class Engine:
    """Stands for `solve`: spends positions and answers as it is told, and remembers the limits it was given."""

    def __init__(self, verdict: Verdict = Verdict.UNSOLVABLE, spends: int = 0) -> None:
        self.verdict = verdict
        self.spends = spends
        self.limits: list[Limits] = []

    def __call__(
        self,
        position: Any,
        *,
        best: str | None,
        jobs: int | None,
        repeatable: bool,
        budget: Budget,
        second_referee: bool,
    ) -> Outcome[Any]:
        self.limits.append(budget.limits)
        budget.count(self.spends, 0)
        limit = Limit.POSITIONS if self.verdict is Verdict.UNDECIDED else None
        return Outcome(self.verdict, "stand-in", limit=limit)


@pytest.fixture
def engine(monkeypatch: pytest.MonkeyPatch) -> Engine:
    stand_in = Engine()
    monkeypatch.setattr(knowledge, "solve", stand_in)
    return stand_in


def asking(limits: Limits, game: str = "gallery") -> Knowledge[Any, Any]:
    return Knowledge(patience(game), Budget(limits), best=None)


def starts(count: int) -> list[Any]:
    return [solver.random_deal("gallery", seed) for seed in range(count)]


def test_each_question_gets_an_equal_share_of_what_is_left(engine: Engine) -> None:
    known = asking(Limits(positions=1000, seconds=10**6))
    engine.spends = 200
    for number, position in enumerate(starts(4)):
        known.ask(position, 4 - number)
    assert [limits.positions for limits in engine.limits] == [250, 266, 300, 400]  # 50 unused, then 66 and 100
    shares = [limits.seconds or 0 for limits in engine.limits]
    assert shares == pytest.approx([10**6 / 4, 10**6 / 3, 10**6 / 2, 10**6], rel=0.01)


def test_a_question_may_be_given_less_than_its_share(engine: Engine) -> None:
    known = asking(Limits(positions=1000))
    one, other, another = starts(3)
    known.ask(one, 1, 30)
    known.ask(other, 100, 30)
    asking(Limits()).ask(another, 3, 30)
    assert [limits.positions for limits in engine.limits] == [30, 10, 30]


def test_no_position_is_asked_twice(engine: Engine) -> None:
    known = asking(Limits())
    position = starts(1)[0]
    assert known.ask(position) == known.ask(position)
    assert (len(engine.limits), known.searched, known.spared) == (1, 1, 1)


def test_an_open_question_is_asked_again_with_more_room_only(engine: Engine) -> None:
    engine.verdict = Verdict.UNDECIDED
    known = asking(Limits())
    position = starts(1)[0]
    for most in (30, 30, 20, 50, None, None, 90):
        assert known.ask(position, most=most).limit is Limit.POSITIONS
    assert [limits.positions for limits in engine.limits] == [30, 50, None]


def test_an_interrupt_is_no_answer(engine: Engine) -> None:
    budget = Budget()
    known: Knowledge[Any, Any] = Knowledge(patience("gallery"), budget, best=None)
    budget.interrupt()
    found = known.ask(starts(1)[0])
    assert (found.verdict, found.limit) == (Verdict.UNDECIDED, Limit.INTERRUPT)
    assert engine.limits == []


def test_a_known_line_that_still_wins_spares_a_search() -> None:
    position = solver.random_deal("gallery", 6)
    known = asking(Limits())
    line = known.ask(position).line
    assert line is not None
    after = position.play(line[0])
    found = known.ask(after)
    assert found.line == line[1:]
    assert (known.searched, known.spared) == (1, 1)


def test_a_line_is_followed_without_the_moves_that_were_made_already() -> None:
    position = solver.random_deal("gallery", 6)
    line = solver.solve(position).moves
    assert followed(position, line) == line
    early = next(move for move in line[1:] if position.objection(move) is None)
    played = followed(position.play(early), line)
    assert played is not None
    assert early not in played
    assert followed(position, line[:-1]) is None


def test_alike_positions_are_one_and_a_line_is_found_for_each() -> None:
    position = solver.random_deal("gallery", 6)
    for move in solver.solve(position).moves[:60]:
        groups: dict[Any, list[Any]] = {}
        for other in position.moves():
            groups.setdefault(patience("gallery").deciding.alike(position.play(other)), []).append(other)
        like = next((moves for moves in groups.values() if len(moves) > 1), None)
        if like is not None:
            known = asking(Limits())
            first, second = (position.play(other) for other in like[:2])
            assert known.ask(first).verdict is known.ask(second).verdict
            assert known.searched <= 1
            if known.ask(first).verdict is Verdict.SOLVABLE:
                assert solver.verify(second, known.line(second)).result is solver.Result.WON
            return
        position = position.play(move)
    pytest.fail("no two moves were alike")


def test_bounds_of_the_measure_that_is_asked_for() -> None:
    position = solver.random_deal("cross", 1)
    known: Knowledge[Any, Any] = Knowledge(patience("cross"), Budget(), best="reshuffles")
    best = known.ask(position).best
    assert isinstance(best, Bounds)
    assert best.proved
