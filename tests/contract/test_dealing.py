"""Deals: the same for a seed everywhere, sound, and refused when cards are wrong."""

from __future__ import annotations

import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

import solver
from solver.errors import InputError, OptionError, UnknownGame
from solver.registry import patience
from tests.judges import dealing
from tests.judges.strategies import deals, options, seeds


@given(data=st.data())
def test_a_seed_gives_one_deal(game: str, data: st.DataObject) -> None:
    seed, chosen = data.draw(seeds), data.draw(options(game))
    one, other = (dealing.deal(game, seed, chosen) for _ in range(2))
    assert one == other
    assert solver.random_deal(game, seed, **chosen) == dealing.start(one)
    assert dealing.deal(game, seed + 1, chosen) != one


def test_a_seed_gives_the_same_deals_in_another_process(game: str) -> None:
    program = f"import solver\nfor seed in range(5): print(solver.random_deal({game!r}, seed))"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout
    assert said == "".join(f"{solver.random_deal(game, seed)}\n" for seed in range(5))


@given(data=st.data())
def test_any_deck_is_dealt_soundly_under_its_options(game: str, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    position = dealing.start(deal)
    assert position.game == game
    assert position.faults() == ()
    assert position.options == deal.options
    assert list(position.options) == [option.name for option in patience(game).options]
    assert not position.is_won


@given(data=st.data())
def test_a_wrong_deck_is_refused(game: str, data: st.DataObject) -> None:
    deal = data.draw(deals(game))
    cards = deal.deck.cards
    at = data.draw(st.integers(0, len(cards) - 1))
    wrong = [
        (*cards[:at], *cards[at + 1 :]),
        (*cards, cards[at]),
        (*cards[:at], cards[at - 1], *cards[at + 1 :]),
        (),
    ]
    for spoilt in wrong:
        if sorted(map(str, spoilt)) == sorted(map(str, cards)):
            continue  # both copies of one card lay side by side
        bad = dealing.with_cards(deal, spoilt)
        with pytest.raises(ValueError, match=r"\w"):
            dealing.start(bad)
        with pytest.raises(InputError):
            solver.read_deal(str(bad))


def test_options_that_are_none_are_refused(game: str) -> None:
    with pytest.raises(OptionError, match="unknown rule option"):
        solver.random_deal(game, 1, nosuch="1")
    for option in patience(game).options:
        with pytest.raises(OptionError, match=option.name):
            solver.random_deal(game, 1, **{option.name: "no such value"})
        for value in dealing.values(option):
            assert solver.random_deal(game, 1, **{option.name: value.upper()}).options[option.name] == value
    with pytest.raises(UnknownGame):
        solver.random_deal(f"no{game}", 1)
