"""Warnings of layouts that no game leads to: never of one that a game has led to, always of these."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.deal_files import read_deal
from solver.patiences.gallery.notation import Rules
from solver.patiences.gallery.reachable import highest
from solver.registry import games, patience
from tests.judges.strategies import positions

GALLERY = """game: gallery
decks: 1
top: [8S] [JH] [JD] [JC]
middle: [QS] [QH] [QD] [QC]
bottom: [KS] [KH] [KD] [KC]
"""


@given(st.sampled_from(games()).flatmap(positions))
def test_no_position_that_a_game_has_led_to_is_doubted(position: object) -> None:
    found = read_deal(str(position))
    assert found.position == position
    assert found.warnings == ()


def test_how_high_piles_can_be() -> None:
    assert highest(Rules(), frozenset()) == (10,) * 8
    assert highest(Rules(), frozenset({0})) == (1, 12, 12, 11, 11, 11, 11, 11)
    assert highest(Rules(free_order=True), frozenset({0})) == (1, 12, 12, 11, 11, 11, 11, 11)
    assert highest(Rules(decks=1), frozenset({0})) == (2, 13, 13, 12)
    both = highest(Rules(free_order=True), frozenset({0, 1}))
    assert all(a >= b for a, b in zip(both, highest(Rules(), frozenset({0, 1})), strict=True))


@pytest.mark.parametrize(
    ("text", "warnings"),
    [
        (GALLERY + "pile 1: JS AS\nnext: 1", ()),
        (GALLERY + "pile 1: JS AS\nnext: 5", ()),
        (
            GALLERY.replace("[8S]", "AS") + "pile 1: 2S JS 8S 5S\nnext: 2",
            (
                "pile 1 has 4 cards; with next: 2 it can have 2 at most",
                "T1 holds AS, which had to be discarded before the first redeal",
            ),
        ),
        (
            "redeal: anytime\n" + GALLERY.replace("[8S]", "AS") + "pile 2: 2S JS 8S 5S\nnext: 2",
            (),
        ),
        ("game: marriage\nrow: QH 4C=4S 5D KH", ()),
        (
            "game: marriage\npairs: off\nrow: QH 4C 4S 5D KH",
            ("47 cards put aside, and no gap has closed: some cards of the row must be joined (=)",),
        ),
        (
            "game: marriage\npairs: off\nrow: QH 4C=5S 5D KH",
            ("4C=5S do not match; with pairs: off a gap closes between cards that do",),
        ),
    ],
)  # fmt: skip
def test_layouts(text: str, warnings: tuple[str, ...]) -> None:
    assert read_deal(text).warnings == warnings


def cross(columns: dict[int, int], stock: int, more: str = "") -> str:
    """A cross with so many cards in some columns and in the stock, as the deck comes."""
    deck = list(map(str, patience("cross").random_deal(5, patience("cross").defaults).deck.cards))
    lines = ["game: cross", f"stock: {' '.join(deck[:stock])}"]
    deck = deck[stock:]
    for number in range(1, 13):
        count = columns.get(number, 1)
        if number == 12:
            count = len(deck)
        lines.append(f"column {number}: {' '.join(deck[:count])}")
        deck = deck[count:]
    return "\n".join((*lines, more))


def test_a_cross_whose_stock_or_columns_do_not_fit_each_other() -> None:
    [first, *others] = read_deal(cross({}, 80)).warnings
    assert first == "column 12 has 5 cards; with 80 in the stock it can have 1 at most"
    assert not others or all("is covered in column 12" in line for line in others)
    assert read_deal(cross({12: 0}, 85)).warnings == ("the stock has 85 cards; it begins with 84 at most",)


def test_a_stock_that_the_known_seed_does_not_lay_out() -> None:
    text = cross({}, 84, "reshuffled: 1\n")
    assert read_deal(text).warnings == ()
    assert read_deal(text + "reshuffle seed: 3").warnings == (
        "the stock does not lie as reshuffle 1 with reshuffle seed: 3 lays it out",
    )
