"""The referee: its moves are exactly what it does not object to, and lead from sound positions to sound ones."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.errors import IllegalMove
from solver.verifying import Result, verify
from tests.judges import dealing
from tests.judges.strategies import late_positions, lines, positions, walk


@cache
def moves_anywhere(game: str) -> tuple[Any, ...]:
    """Moves that are legal somewhere."""
    found: dict[Any, None] = {}
    for number, chosen in enumerate(dealing.all_options(game)):
        start = dealing.start(dealing.deal(game, number, chosen))
        for steps in (0, 20, 80):
            found |= dict.fromkeys(walk(start, number, steps).moves())
    return tuple(found)


@given(data=st.data())
def test_moves_are_the_moves_without_objection(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game))
    moves = position.moves()
    assert len(set(moves)) == len(moves)
    assert position.moves() == moves
    for move in (*moves, *moves_anywhere(game)):
        reason = position.objection(move)
        assert (reason is None) == (move in moves), (move, reason)
        if reason is not None:
            assert reason.strip() == reason != ""
            assert reason.isprintable()


@given(data=st.data())
def test_a_move_with_an_objection_cannot_be_played(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    before = str(position)
    forbidden = [move for move in moves_anywhere(game) if position.objection(move) is not None]
    for move in forbidden[:20]:
        with pytest.raises(IllegalMove):
            position.play(move)
        report = verify(position, [move])
        assert (report.result, report.played, report.move) == (Result.ILLEGAL, 0, move)
        assert report.reason == position.objection(move)
    assert str(position) == before


@given(data=st.data())
def test_moves_lead_to_sound_positions_under_the_same_options(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game) | late_positions(game))
    for move in position.moves():
        after = position.play(move)
        assert after.faults() == ()
        assert (after.game, after.options) == (position.game, position.options)
        assert after != position


@given(data=st.data())
def test_a_line_is_checked_move_by_move(game: str, data: st.DataObject) -> None:
    start = data.draw(positions(game))
    line = data.draw(lines(start, 20))
    report = verify(start, line)
    for move in line:
        start = start.play(move)
    assert report.position == start
    assert report.played == len(line)
    assert report.result is (Result.WON if start.is_won else Result.UNFINISHED)


def test_a_game_can_be_won(game: str) -> None:
    won = 0
    for chosen in dealing.all_options(game):
        position, moves = dealing.winning_line(game, chosen)
        if moves:
            report = verify(position, moves)
            assert report.result is Result.WON
            assert report.position.is_won
            won += 1
    assert won
