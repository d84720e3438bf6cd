"""Hints: what each move does is what brute force says, moves that are one to a player are one, and limits are kept."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver import Budget, Limit, Limits, Verdict
from solver.forced import forced_beginning
from solver.hinting import Hint, hint
from solver.registry import patience
from solver.verifying import Result, verify
from tests.judges import dealing, plain
from tests.judges.strategies import late_positions, positions, walk
from tests.times import AMPLE

MOST = 300


def wins(position: Any, most: int = MOST) -> bool:
    return plain.winnable(position, most)


def judged(position: Any, most: int = MOST) -> list[tuple[Any, bool]]:
    """Each legal move with whether brute force wins after it. Raises TooMany."""
    return [(move, wins(position.play(move), most)) for move in position.moves()]


def check(position: Any, found: Hint[Any], judgement: list[tuple[Any, bool]], most: int = MOST) -> None:
    """A hint says of every move what brute force says, and counts the ways to win rightly."""
    alike = patience(position.game).deciding.alike
    after = dict(judgement)
    said = {move: choice.verdict for choice in found.choices for move in choice.moves}
    assert len(said) == sum(len(choice.moves) for choice in found.choices) == len(judgement)
    if not position.is_won:
        assert said == {move: Verdict.SOLVABLE if won else Verdict.UNSOLVABLE for move, won in judgement}
    for choice in found.choices:
        assert len({alike(position.play(move)) for move in choice.moves}) == 1
        if choice.line:
            assert choice.line[0] in choice.moves
            assert verify(position, choice.line).result is Result.WON
        if choice.ways is not None:
            next_one = position.play(choice.move)
            try:
                ways = {alike(next_one.play(move)): wins(next_one.play(move), most) for move in next_one.moves()}
            except plain.TooMany:  # a lost position takes longer than one before it that is won soon
                continue
            assert (choice.ways.keep, choice.ways.unknown, choice.ways.moves) == (sum(ways.values()), 0, len(ways))
    assert found.won is position.is_won
    can_win = position.is_won or any(after.values())
    assert found.outcome.verdict is (Verdict.SOLVABLE if can_win else Verdict.UNSOLVABLE)
    if not can_win:
        assert found.advised is None
    elif not position.is_won:
        assert found.advised is not None
        assert after[found.advised.move]
        assert found.outcome.moves[0] == found.advised.move
        assert verify(position, found.outcome.moves).result is Result.WON
        rivals = [choice.best for choice in found.choices if choice.verdict is Verdict.SOLVABLE]
        if found.advised.best is not None:
            assert found.advised.best.high == min(best.high or 0 for best in rivals if best is not None)
        counts = [choice.ways.keep for choice in found.choices if choice.ways is not None]
        if found.advised.ways is not None:
            assert found.advised.ways.keep == max(counts)


@given(data=st.data())
def test_every_move_does_what_brute_force_says(game: str, data: st.DataObject) -> None:
    position = data.draw(late_positions(game, 12))
    for _, judgement in plain.settled(judged, [position]):
        check(position, hint(position, AMPLE, jobs=1), judgement)


def spoiled(game: str, chosen: dict[str, str], count: int) -> Iterator[Any]:
    """Positions near the ends of games that are won, some moves off the winning line."""
    rng = random.Random(f"{game} {chosen}")
    start, line = dealing.winning_line(game, chosen)
    for number in range(count):
        position = start
        for move in line[: max(0, len(line) - rng.randint(1, 25))]:
            position = position.play(move)
        yield walk(position, number, rng.randint(0, 6))


@pytest.mark.slow
def test_hundreds_of_late_positions_under_every_option(game: str) -> None:
    for chosen in dealing.all_options(game):
        judge = lambda position: judged(position, 1000)  # noqa: E731
        settled = lost = 0
        for position, judgement in plain.settled(judge, spoiled(game, chosen, 200)):
            check(position, hint(position, AMPLE, jobs=1), judgement, 1000)
            settled += 1
            lost += not all(won for _, won in judgement)
        if dealing.winning_line(game, chosen)[1]:
            assert settled >= 50, chosen


@given(data=st.data())
def test_alike_positions_play_alike(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game, 12))
    alike = patience(game).deciding.alike
    after: dict[Any, tuple[bool, frozenset[Any]]] = {}
    for move in position.moves():
        there = position.play(move)
        onward = frozenset(alike(there.play(further)) for further in there.moves())
        assert after.setdefault(alike(there), (there.is_won, onward)) == (there.is_won, onward)


@given(data=st.data())
def test_every_game_begins_with_what_is_forced(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game, 12))
    found = patience(game)
    forced = forced_beginning(found, position)
    assert verify(position, forced.moves).played == len(forced.moves)
    passed = found.deciding.alike(verify(position, forced.moves).position)
    for seed in range(5):
        assert found.deciding.alike(walk(position, seed, len(forced.moves))) == passed
    if len({found.deciding.alike(position.play(move)) for move in position.moves()}) == 1:
        assert forced.moves
    elif forced.moves:
        assert not forced.ordered


@pytest.mark.parametrize("limit", [0, 1, 30])
def test_limits_are_kept_and_leave_an_honest_answer(game: str, limit: int) -> None:
    for chosen in dealing.all_options(game)[:3]:
        position = dealing.start(dealing.deal(game, 3, chosen))
        found = hint(position, Limits(positions=limit), jobs=1)
        if found.outcome.verdict is Verdict.UNDECIDED:
            assert found.outcome.limit is Limit.POSITIONS
            assert found.advised is None
        assert {move for choice in found.choices for move in choice.moves} == set(position.moves())


def test_an_interrupt_ends_a_hint(game: str) -> None:
    budget = Budget()
    budget.interrupt()
    found = hint(dealing.start(dealing.deal(game, 3, dealing.all_options(game)[0])), budget=budget)
    assert found.outcome.limit is Limit.INTERRUPT
    assert found.outcome.verdict is not Verdict.SOLVABLE


def test_a_position_that_is_won_has_no_advice(game: str) -> None:
    start, line = dealing.winning_line(game, dealing.all_options(game)[0])
    if line:
        found = hint(verify(start, line).position)
        assert found.won
        assert found.choices == ()
        assert found.outcome.verdict is Verdict.SOLVABLE


def test_an_unsound_position_is_refused() -> None:
    position = solver.random_deal("marriage", 1)
    with pytest.raises(ValueError, match="stock"):
        hint(type(position)(position.pairs, position.row, position.links, position.stock[:-1]))  # type: ignore[attr-defined,call-arg]
