"""Reviews: the move that lost a game is found where the game was spoiled, and what is left open is said to be so."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver import Budget, Limit, Limits, Verdict
from solver.registry import patience
from solver.reviewing import Mark, Turn, review, turning_point
from solver.verifying import Result, verify
from tests.judges import dealing, plain
from tests.judges.strategies import lines, positions
from tests.times import AMPLE

# --- bisection -------------------------------------------------------------------------------------------------------


@given(st.data())
def test_the_turning_point_is_found_with_few_questions(data: st.DataObject) -> None:
    last = data.draw(st.integers(0, 300))
    first_no = data.draw(st.integers(0, last + 1))
    asked: list[int] = []

    def ask(number: int, questions: int) -> bool:
        assert questions >= 1
        asked.append(number)
        return number < first_no

    turn = turning_point(ask, last)
    assert turn.kept == (first_no - 1 if first_no else None)
    assert turn.lost == (first_no if first_no <= last else None)
    assert len(set(asked)) == len(asked) <= 2 + last.bit_length()


@given(st.data())
def test_what_stays_open_lies_between(data: st.DataObject) -> None:
    last = data.draw(st.integers(0, 40))
    first_no = data.draw(st.integers(0, last + 1))
    open_ones = data.draw(st.sets(st.integers(0, last)))
    turn = turning_point(lambda number, _: None if number in open_ones else number < first_no, last)
    decided = set(range(last + 1)) - open_ones
    assert turn.kept == max((number for number in decided if number < first_no), default=None)
    assert turn.lost == min((number for number in decided if number >= first_no), default=None)
    marks = [turn.mark(number) for number in range(1, last + 1)]
    assert marks.count(Mark.LOSES) <= 1
    for number, mark in enumerate(marks, 1):
        if mark is Mark.KEEPS:
            assert number < first_no
        elif mark is Mark.LOSES:
            assert number == first_no == turn.at
        elif mark is Mark.AFTER:
            assert number > first_no or first_no == 0


def test_a_game_lost_from_the_start_has_no_move_that_lost_it() -> None:
    turn = Turn(None, 0)
    assert turn.at is None
    assert turn.mark(1) is Mark.AFTER


# --- games that were spoiled -----------------------------------------------------------------------------------------


def won_games(game: str, chosen: dict[str, str], seeds: range) -> Iterator[tuple[Any, tuple[Any, ...]]]:
    """Deals that are won quickly, with the moves: that of `winning_line`, and those of seeds."""
    yield dealing.winning_line(game, chosen)
    for seed in seeds:
        start = dealing.start(dealing.deal(game, seed, chosen))
        moves = solver.solve(start, Limits(positions=2000), jobs=1, repeatable=True).moves
        if moves:
            yield start, moves


def spoiled(start: Any, line: Sequence[Any], rng: random.Random) -> Iterator[tuple[Any, list[Any], int]]:
    """A won game, spoiled near its end by a move after which brute force finds no win: start, moves, its number."""
    judge = lambda position: plain.winnable(position, 1000)  # noqa: E731
    for number in range(max(0, len(line) - 25), len(line)):
        before = verify(start, line[:number]).position
        losing = [move for move in before.moves() for _, won in plain.settled(judge, [before.play(move)]) if not won]
        if losing:
            moves = [*line[:number], rng.choice(losing)]
            after = verify(start, moves).position
            for _ in range(rng.randint(0, 10)):
                if not after.moves():
                    break
                moves.append(rng.choice(after.moves()))
                after = after.play(moves[-1])
            yield start, moves, number + 1


def check_spoiled(game: str, chosen: dict[str, str], most: int, seeds: range = range(0)) -> int:
    found = 0
    rng = random.Random(f"{game} {chosen}")
    games = (case for won in won_games(game, chosen, seeds) for case in spoiled(*won, rng))
    for start, moves, number in games:
        said = review(start, verify(start, moves), AMPLE, jobs=1)
        assert said.turn == Turn(number - 1, number)
        assert said.turn.at == number
        marks = [Mark.KEEPS] * (number - 1) + [Mark.LOSES] + [Mark.AFTER] * (len(moves) - number)
        assert said.marks() == tuple(marks)
        assert verify(start, (*moves[: number - 1], *said.rest)).result is Result.WON
        assert said.choices[0].verdict is Verdict.SOLVABLE
        assert said.choices[0].move == said.rest[0]
        [played] = (choice for choice in said.choices if moves[number - 1] in choice.moves)
        assert played.verdict is Verdict.UNSOLVABLE
        assert said.limit is None
        found += 1
        if found == most:
            break
    return found


def test_the_move_that_lost_a_game_is_found(game: str) -> None:
    found = sum(check_spoiled(game, chosen, 2) for chosen in dealing.all_options(game)[:4])
    if game in ("gallery", "marriage"):
        assert found >= 1


@pytest.mark.slow
def test_the_move_that_lost_a_game_is_found_under_every_option(game: str) -> None:
    for chosen in dealing.all_options(game):
        check_spoiled(game, chosen, 25, range(100, 112))


# --- any game --------------------------------------------------------------------------------------------------------


@settings(max_examples=10)
@given(data=st.data())
def test_what_a_review_says_of_any_game_is_so(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    moves = data.draw(lines(position, 40))
    report = verify(position, moves)
    said = review(position, report, Limits(positions=20_000, seconds=20), jobs=1)
    kept, lost = said.turn.kept, said.turn.lost
    if report.result is Result.WON:
        assert (kept, lost) == (len(moves), None)
        return
    if kept is not None:
        assert lost is None or kept < lost
        assert verify(position, (*moves[:kept], *said.rest)).result is Result.WON
    if lost is not None and len(moves) > lost:
        after = verify(position, moves[: lost + 1]).position
        assert solver.solve(after, Limits(positions=2000, seconds=2), jobs=1).verdict is not Verdict.SOLVABLE
    if said.turn.is_open(len(moves)):
        assert said.limit is not None


def test_a_game_that_was_won_is_measured(game: str) -> None:
    for chosen in dealing.all_options(game)[:2]:
        start, line = dealing.winning_line(game, chosen)
        if not line:
            continue
        said = review(start, verify(start, line), Limits(positions=100_000), jobs=1)
        assert said.turn == Turn(len(line), None)
        values = patience(game).deciding.values(start, line)
        for one in said.measures:
            assert one.value == values[one.name]
            assert one.best.high is not None
            assert one.best.high <= one.value
            if one.turn is not None and one.turn.kept is not None:
                better = (*line[: one.turn.kept], *one.rest)
                assert verify(start, better).result is Result.WON
                assert patience(game).deciding.values(start, better)[one.name] == one.best.high
                if one.turn.at is not None:
                    there = verify(start, line[: one.turn.at]).position
                    known = solver.solve(there, best=one.name, jobs=1)
                    whole = (*line[: one.turn.at], *known.moves)
                    assert patience(game).deciding.values(start, whole)[one.name] > one.best.high


@pytest.mark.parametrize("limit", [0, 5])
def test_limits_leave_an_honest_answer(game: str, limit: int) -> None:
    position = dealing.start(dealing.deal(game, 3, dealing.all_options(game)[0]))
    moves: list[Any] = []
    rng = random.Random(1)
    here = position
    while here.moves() and len(moves) < 30:
        moves.append(rng.choice(here.moves()))
        here = here.play(moves[-1])
    said = review(position, verify(position, moves), Limits(positions=limit, seconds=5), jobs=1)
    if said.turn.is_open(len(moves)):
        assert said.limit in (Limit.POSITIONS, Limit.SECONDS)
        assert Mark.OPEN in said.marks()


def test_an_interrupt_ends_a_review(game: str) -> None:
    budget = Budget()
    budget.interrupt()
    position = dealing.start(dealing.deal(game, 3, dealing.all_options(game)[0]))
    said = review(position, verify(position, position.moves()[:1]), budget=budget)
    assert said.limit is Limit.INTERRUPT
