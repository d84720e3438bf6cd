"""Shuffling: the very order that the rules name."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.patience import LAST_SEED
from solver.shuffling import shuffle


@given(size=st.integers(0, 300), seed=st.one_of(st.integers(0, LAST_SEED), st.text(max_size=20)))
def test_it_is_the_shuffle_of_python(size: int, seed: int | str) -> None:
    expected = list(range(size))
    random.Random(seed).shuffle(expected)
    items = list(range(size))
    shuffle(items, seed)
    assert items == expected


@pytest.mark.parametrize("size", [50, 96, 104])
def test_decks_are_shuffled_so_for_thousands_of_seeds(size: int) -> None:
    for seed in range(2000):
        expected = list(range(size))
        random.Random(seed).shuffle(expected)
        items = list(range(size))
        shuffle(items, seed)
        assert items == expected
