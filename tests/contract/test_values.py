"""Positions, moves and outcomes are values: they compare, hash, pickle and never change."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, fields, is_dataclass
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from tests.judges import dealing
from tests.judges.strategies import late_positions, positions


@given(data=st.data())
def test_positions_and_moves_pickle_compare_and_hash(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    for value in (position, *position.moves()):
        for again in (pickle.loads(pickle.dumps(value)), copy.copy(value), copy.deepcopy(value)):
            assert again == value
            assert hash(again) == hash(value)
            assert repr(again) == repr(value)
            assert str(again) == str(value)
    for move in position.moves():
        assert position.play(move) == position.play(pickle.loads(pickle.dumps(move)))


@given(data=st.data())
def test_different_tables_are_different(game: str, data: st.DataObject) -> None:
    one, other = data.draw(positions(game)), data.draw(positions(game))
    assert (one == other) == (str(one) == str(other))
    assert one != str(one)


def assert_frozen(value: Any) -> None:
    assert is_dataclass(value)
    for name in [field.name for field in fields(value)]:
        with pytest.raises(FrozenInstanceError):
            setattr(value, name, None)
    with pytest.raises((AttributeError, TypeError)):
        setattr(value, "no_such_field", 1)  # noqa: B010 - mypy would refuse the plain way


def test_nothing_can_be_changed(game: str) -> None:
    for chosen in dealing.all_options(game):
        position = dealing.start(dealing.deal(game, 1, chosen))
        assert_frozen(position)
        for move in position.moves():
            assert_frozen(move)
        before = str(position)
        position.options.clear()
        assert str(position) == before


@settings(max_examples=5)
@given(data=st.data())
def test_outcomes_pickle(game: str, data: st.DataObject) -> None:
    outcome = solver.solve(data.draw(late_positions(game, 10)), solver.Limits(positions=200, seconds=1), jobs=1)
    again = pickle.loads(pickle.dumps(outcome))
    assert again == outcome
