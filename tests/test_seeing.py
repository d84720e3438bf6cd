"""What a player sees: what is hidden at the start, how it comes to be seen, completions, unknown cards in writing."""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice
from math import sqrt
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.deal_files import read_deal
from solver.errors import InputError, Unsupported
from solver.patience import AnyPatience
from solver.registry import games, patience
from solver.seeing import Seeing, Seen
from solver.unknown_cards import deal_as_seen, folded, seen_text

HIDING = [game for game in games() if patience(game).seeing is not None]
SETTINGS = settings(max_examples=15, deadline=None)


def seeing(found: AnyPatience) -> Seeing[Any, Any]:
    """The patience's role."""
    assert found.seeing is not None
    return found.seeing


def walk(found: AnyPatience, seed: int, moves: int) -> list[tuple[Any, Any, Seen[Any, Any]]]:
    """A random game from a random deal: the position, the move that led to it and what is seen, each step."""
    generator = random.Random(seed)
    position = found.start(found.random_deal(seed, found.defaults))
    seen = seeing(found).start(position)
    steps = [(position, None, seen)]
    for _ in range(moves):
        if not (possible := position.moves()):
            break
        move = generator.choice(possible)
        after = position.play(move)
        seen = seen.after(position, move, after)
        position = after
        steps.append((position, move, seen))
    return steps


def read(text: str) -> Any:
    return read_deal(text, unknown=True).position


# --- what is seen ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", HIDING)
@SETTINGS
@given(seed=st.integers(0, 10**6), moves=st.integers(0, 200))
def test_what_is_seen_reads_back_and_tells_nothing_more(game: str, seed: int, moves: int) -> None:
    found = patience(game)
    position, _, seen = walk(found, seed, moves)[-1]
    assert read_deal(seen_text(seen), unknown=True).seen == seen
    assert seen.sample.faults() == ()
    hidden = Counter(seen.cards)
    again = seen.drawn(random.Random(seed))
    assert again.faults() == ()
    assert seeing(found).seen(again, seen.hidden) == seen
    assert Counter(seeing(found).lying(again)) == Counter(seeing(found).lying(position))
    assert not hidden - Counter(seeing(found).lying(position))


@pytest.mark.parametrize("game", HIDING)
@SETTINGS
@given(seed=st.integers(0, 10**6))
def test_every_completion_offers_the_same_moves(game: str, seed: int) -> None:
    found = patience(game)
    for position, _, seen in walk(found, seed, 120)[::7]:
        words = [seen.words(move) for move in position.moves()]
        assert [seen.words(move) for move in seen.drawn(random.Random(seed)).moves()] == words
        assert len(set(words)) == len(words)


@pytest.mark.parametrize("game", HIDING)
def test_a_deal_as_seen_is_what_the_start_shows(game: str) -> None:
    found = patience(game)
    deal = found.random_deal(5, found.defaults)
    text, _ = deal_as_seen(found, deal)
    assert "?*" in text
    assert read(text) == seeing(found).start(found.start(deal))


def test_in_the_gallery_a_card_that_has_been_seen_stays_seen() -> None:
    found = patience("gallery")
    redealt = 0
    for seed in range(6):
        known: dict[str, list[Any]] = {}
        for position, move, seen in walk(found, seed, 150):
            for number, pile in enumerate(position.piles):
                hidden = {slot for key, slot in seen.hidden if key == f"pile {number + 1}"}
                # All that is hidden lies as dealt at the start, under all that has been uncovered or dealt out.
                assert hidden == set(range(len(hidden)))
                assert not pile or len(pile) - 1 not in hidden
                if number in position.redealt:
                    assert not hidden
            redealt += str(move).startswith("redeal")
            cards = Counter(seen.cards)
            if known:
                assert not cards - Counter(known["hidden"]), "a card that was seen is hidden again"
            known["hidden"] = list(seen.cards)
    assert redealt


def test_in_the_marriage_the_stock_alone_is_hidden_and_its_king_is_known() -> None:
    found = patience("marriage")
    for position, _, seen in walk(found, 3, 80):
        last = max(0, len(position.stock) - 1)
        assert seen.hidden == frozenset(("stock", number) for number in range(last))
        assert not seen.hidden or "deal" in [seen.words(move) for move in position.moves()]


def test_in_the_cross_covered_cards_stay_known_and_a_reshuffle_hides_the_new_stock() -> None:
    found = patience("cross")
    reshuffled = 0
    for seed in range(3):
        for position, move, seen in walk(found, seed, 400):
            stock = frozenset(("stock", number) for number in range(len(position.stock)))
            assert seen.hidden == stock | {("reshuffle seed", 0)}
            reshuffled += str(move) == "reshuffle"
    assert reshuffled


@pytest.mark.parametrize("game", HIDING)
def test_what_was_seen_in_a_game_in_progress_is_not_guessed(game: str) -> None:
    found = patience(game)
    position = walk(found, 1, 60)[-1][0]
    with pytest.raises(Unsupported, match="in progress"):
        seeing(found).start(position)


# --- completions -----------------------------------------------------------------------------------------------------

FEW = """game: gallery
decks: 1
top: [JS] [JH] [JD] 2C
middle: [QS] [QH] [QD] [QC]
bottom: [KS] [KH] [KD] [KC]
pile 1: ? 8C
pile 2: ? ? 5C
out: AS AH
"""
"""The hidden cards are JC, AD and AC."""


def test_completions_are_drawn_uniformly() -> None:
    seen = read(FEW)
    assert [str(card) for card in seen.cards] == ["AD", "AC", "JC"]
    assert seen.ways == 6
    draws = 1800
    counts = Counter(islice(seen.completions(4), draws))
    assert set(counts) == set(seen.every_completion())
    expected = draws / seen.ways
    chi_square = sum((count - expected) ** 2 / expected for count in counts.values())
    assert chi_square < 20.5, "that is as far off as one draw of a thousand, with five degrees of freedom"


def test_equal_cards_are_no_different_completions_but_weigh_double() -> None:
    seen = read(
        "game: gallery\ntop: [JS] [JS] [JH] [JH] [JD] [JD] [JC] [8C]\nmiddle: [QS] [QS] [QH] [QH] [QD] [QD] [QC] [QC]\n"
        "bottom: [KS] [KS] [KH] [KH] [KD] [KD] [KC] [KC]\npile 1: ?*3 AC\npile 2: JC\nout: AS AS AH AH\n"
    )
    assert seen.ways == 3  # AD AD AC in any order
    counts = Counter(islice(seen.completions(1), 900))
    assert len(counts) == 3
    assert all(abs(count - 300) < 4.5 * sqrt(300 * 2 / 3) for count in counts.values())


def test_a_seed_gives_the_same_completions_again() -> None:
    found = patience("marriage")
    seen = seeing(found).start(found.start(found.random_deal(1, found.defaults)))
    assert list(islice(seen.completions(7), 3)) == list(islice(seen.completions(7), 3))
    assert next(seen.completions(7)) != next(seen.completions(8))


def test_the_shuffles_to_come_are_hidden_in_the_cross() -> None:
    found = patience("cross")
    seen = seeing(found).start(found.start(found.random_deal(1, found.defaults)))
    assert len({position.seed for position in islice(seen.completions(1), 9)}) == 9
    known = read(seen_text(seen) + "reshuffle seed: 5\n")
    assert {position.seed for position in islice(known.completions(1), 9)} == {5}


# --- in writing ------------------------------------------------------------------------------------------------------


def test_neighbours_are_folded() -> None:
    card = patience("marriage").random_deal(1, {"pairs": "optional"}).deck.cards[0]
    assert folded([None, None, card, None]) == ["?*2", str(card), "?"]
    assert seen_text(read(FEW)).replace("--  ", "--").count("?") == 2


@pytest.mark.parametrize("game", HIDING)
def test_one_by_one_is_the_same_as_folded(game: str) -> None:
    found = patience(game)
    text, _ = deal_as_seen(found, found.random_deal(5, found.defaults))
    words = [" ".join(["?"] * int(word[2:])) if word.startswith("?*") else word for word in text.split(" ")]
    assert read(" ".join(words)) == read(text)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (FEW.replace("AS AH", "AS"), "3 cards unknown.*4 of the packs neither seen nor gone: AH AD AC JC.*out:"),
        (FEW.replace("out: AS AH\n", ""), "3 cards unknown.*5 of the packs"),
        (FEW.replace("AS AH", "AS AH AD"), "3 cards unknown.*2 of the packs"),
        (FEW.replace("AS AH", "AS AS"), "AS: found 2, there can be 1"),
        (FEW.replace("5C", "?"), "is always known"),
        (FEW.replace("2C", "?"), 'line 3: no unknown card can stand in "top:"'),
        (FEW.replace("? ?", "?*02"), r'line 7: found "\?\*02"; expected \? for an unknown card'),
        (FEW.replace("? ?", "?2"), r"expected \? for an unknown card"),
        ("game: marriage\nrow: QH\nstock: ?*51\n", "line 3: card 51 of stock is always known"),
        ("game: marriage\nrow: QH\nstock: ?*49 KH\n", "49 cards unknown.*50 of the packs"),
        ("game: marriage\ndeck: ?*51 KH\n", "card 1 of the deck is dealt face up"),
        ("game: cross\ndeck: ?*96\n", "card 1 of the deck is dealt face up"),
        ("game: cross\ncolumn 1: ?\n", 'no unknown card can stand in "column 1:"'),
    ],
)
def test_what_is_wrong_with_unknown_cards_is_said(text: str, message: str) -> None:
    with pytest.raises(InputError, match="(?s)" + message):
        read(text)


def test_all_that_is_wrong_is_said_at_once_where_cards_are_unknown_too() -> None:
    with pytest.raises(InputError) as error:
        read("game: marriage\nrows: QH\nrow: QH 2Q\nstock: ?*x KH ?*3\n")
    assert [fault.line for fault in error.value.faults] == [2, 3, 4]
    with pytest.raises(InputError) as error:
        read("game: marriage\npairs: ?\nrow: ?\nstock: KH\n")
    assert [fault.message.split(";")[0] for fault in error.value.faults] == [
        '"?" is no value of the rule option pairs',
        'no unknown card can stand in "row:"',
    ]


def test_what_is_gone_must_be_so_in_a_known_position_too() -> None:
    known = FEW.replace("? 8C", "JC 8C").replace("? ?", "AD AC")
    assert not isinstance(read(known), Seen)
    assert read(known.replace("out: AS AH\n", "")) == read(known)
    with pytest.raises(InputError, match='line 8: "out:" names AS; the cards that are not on the table are AS AH'):
        read(known.replace("AS AH", "AS"))


def test_a_command_that_needs_a_known_deal_says_what_is_unknown() -> None:
    with pytest.raises(
        InputError, match=r"line 6: 3 cards unknown: pile 1 \(1\), pile 2 \(2\); they are AD AC JC(?s:.*)odds"
    ):
        read_deal(FEW)
