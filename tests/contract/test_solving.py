"""Solving: verdicts are those of plain search, lines win, measures are true, and limits leave an honest answer."""

from __future__ import annotations

import threading
import time
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Budget, Limit, Limits, Outcome, Verdict
from solver.errors import Unsupported
from solver.registry import patience
from solver.verifying import Result, verify
from tests.judges import dealing, plain
from tests.judges.strategies import late_positions, options, seeds
from tests.times import AMPLE, AT_ONCE


def check(position: Any, outcome: Outcome[Any]) -> None:
    """An outcome does not contradict itself or the referee."""
    measures = dealing.measures(position.game)
    if outcome.verdict is Verdict.SOLVABLE:
        assert verify(position, outcome.moves).result is Result.WON
    else:
        assert outcome.moves == ()
    if outcome.verdict is Verdict.UNDECIDED:
        assert outcome.limit is not None
    for name, bounds in outcome.measures.items():
        assert name in measures
        assert bounds.low >= 0
        assert bounds.high is None or bounds.low <= bounds.high
    assert outcome.engine
    assert all(note.isprintable() for note in outcome.notes)
    assert outcome.stats["seconds"] >= 0


@given(data=st.data())
def test_verdicts_are_those_of_plain_search(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    for _, can_win in plain.settled(lambda found: plain.winnable(found, 300), [position]):
        outcome = solver.solve(position, AMPLE, jobs=1)
        check(position, outcome)
        assert outcome.verdict is (Verdict.SOLVABLE if can_win else Verdict.UNSOLVABLE)


@settings(max_examples=10)
@given(data=st.data())
def test_what_is_won_after_a_move_is_won_before_it(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    limits = Limits(positions=2000, seconds=2)
    after = {solver.solve(position.play(move), limits, jobs=1).verdict for move in position.moves()[:3]}
    verdict = solver.solve(position, limits, jobs=1).verdict
    if position.is_won or Verdict.SOLVABLE in after:
        assert verdict in (Verdict.SOLVABLE, Verdict.UNDECIDED)
    elif len(position.moves()) <= 3 and after <= {Verdict.UNSOLVABLE}:
        assert verdict in (Verdict.UNSOLVABLE, Verdict.UNDECIDED)


@pytest.mark.parametrize("limit", [0, 1, 2])
def test_position_limits_leave_an_honest_answer_under_all_options(game: str, limit: int) -> None:
    for chosen in dealing.all_options(game):
        budget = Budget(Limits(positions=limit, seconds=1))
        position = dealing.start(dealing.deal(game, 3, chosen))
        outcome = solver.solve(position, jobs=1, budget=budget)
        check(position, outcome)
        assert outcome.limit in (None, Limit.POSITIONS, Limit.SECONDS)


@pytest.mark.slow
@pytest.mark.parametrize("limit", [0, 1, 2])
def test_limits_leave_an_honest_answer_to_every_question(game: str, limit: int) -> None:
    for chosen in dealing.all_options(game):
        for position in (dealing.start(dealing.deal(game, 3, chosen)), dealing.winning_line(game, chosen)[0]):
            for measure in dealing.measures(game):
                outcome = solver.solve(position, Limits(positions=limit, seconds=2), best=measure, jobs=1)
                check(position, outcome)


def test_no_seconds_and_an_interrupt_stop_at_once(game: str) -> None:
    for chosen in dealing.all_options(game):
        position = dealing.start(dealing.deal(game, 3, chosen))
        check(position, solver.solve(position, Limits(seconds=0), jobs=1))
        budget = Budget()
        budget.interrupt()
        outcome = solver.solve(position, budget=budget, jobs=1)
        check(position, outcome)
        assert outcome.limit in (None, Limit.INTERRUPT)


@settings(max_examples=5)
@given(data=st.data())
def test_an_interrupt_from_another_thread_is_heard(game: str, data: st.DataObject) -> None:
    position = dealing.start(dealing.deal(game, data.draw(seeds), data.draw(options(game))))
    budget = Budget()
    timer = threading.Timer(data.draw(st.floats(0, 0.2)), budget.interrupt)
    timer.start()
    started = time.monotonic()
    try:
        check(position, solver.solve(position, budget=budget, jobs=1))
    finally:
        timer.cancel()
    assert time.monotonic() - started < AT_ONCE


@settings(max_examples=10)
@given(data=st.data())
def test_an_answer_is_the_same_every_time(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    one, other = (solver.solve(position, Limits(positions=300), jobs=1, repeatable=True) for _ in range(2))
    assert (one.verdict, one.moves, one.limit) == (other.verdict, other.moves, other.limit)
    assert one.measures == other.measures


@settings(max_examples=10)
@given(data=st.data())
def test_the_best_value_of_a_measure_is_that_of_the_line(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    for measure in dealing.measures(game):
        try:
            outcome = solver.solve(position, Limits(positions=3000), best=measure, jobs=1)
        except Unsupported:
            continue
        check(position, outcome)
        if outcome.verdict is Verdict.SOLVABLE:
            bounds = outcome.measures[measure]
            value = patience(game).deciding.values(position, outcome.moves)[measure]
            assert bounds.high == value
            assert bounds.proved or outcome.limit is not None


@pytest.mark.slow
@settings(max_examples=8)
@given(data=st.data())
def test_every_engine_gives_the_verdict_of_plain_search(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    for _, can_win in plain.settled(lambda found: plain.winnable(found, 1000), [position]):
        for engine in dealing.engines(game):
            try:
                outcome = solver.solve(position, AMPLE, engine=engine, jobs=1)
            except Unsupported:
                continue
            check(position, outcome)
            assert outcome.verdict is (Verdict.SOLVABLE if can_win else Verdict.UNSOLVABLE), engine


@pytest.mark.slow
@settings(max_examples=8)
@given(data=st.data())
def test_an_explanation_is_of_the_same_verdict(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    outcome = solver.solve(position, AMPLE, jobs=1)
    try:
        explanation = solver.explain(position, AMPLE)
    except Unsupported:
        return
    assert explanation.outcome.verdict is outcome.verdict
    if outcome.verdict is Verdict.UNSOLVABLE:
        assert explanation.lines


@pytest.mark.parametrize("word", ["nosuch", "", "AUTO "])
def test_what_is_not_offered_is_refused(game: str, word: str) -> None:
    position = solver.random_deal(game, 1)
    with pytest.raises(Unsupported, match="engine"):
        solver.solve(position, engine=word)
    with pytest.raises(Unsupported, match="measure"):
        solver.solve(position, best=word or "-")
