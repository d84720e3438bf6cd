"""What all patiences have in common."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.registry import games, patience
from tests.judges.strategies import options, positions, seeds


@pytest.mark.parametrize("game", games())
@settings(max_examples=20)
@given(data=st.data())
def test_a_position_says_the_rule_options_it_was_dealt_with(game: str, data: st.DataObject) -> None:
    chosen = data.draw(options(game))
    found = patience(game)
    assert found.start(found.random_deal(data.draw(seeds), chosen)).options == chosen


@pytest.mark.parametrize("game", games())
@settings(max_examples=20)
@given(data=st.data())
def test_moves_leave_the_rule_options_alone_and_all_are_named(game: str, data: st.DataObject) -> None:
    position = data.draw(positions(game))
    assert list(position.options) == [option.name for option in patience(game).options]
    assert all(position.play(move).options == position.options for move in position.moves()[:3])
