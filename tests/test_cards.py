from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.cards import CARDS, Card, Rank, Suit, add_up, deck_faults, miscounts, packs
from solver.errors import CardError
from solver.letters import ALPHABETS, card
from tests.judges.strategies import cards


@given(cards)
def test_a_card_reads_back_in_either_case(one: Card) -> None:
    assert card(str(one)) == one
    assert card(str(one).lower()) == one
    assert CARDS[one.kind] is one


@pytest.mark.parametrize("word", ["TS", "10S", "T♠", "10♠", "10♠\ufe0f", "ts", "10s", "t♠"])
def test_every_spelling_of_the_ten_of_spades(word: str) -> None:
    assert card(word) == Card(Suit.SPADES, Rank.TEN)


@pytest.mark.parametrize("word", ["", "T", "S", "1S", "0S", "11S", "TX", "TSS", "2 S", "10", "♠", "[8S]", "Aſ", "5ſ"])
def test_what_is_no_card_is_refused_with_what_was_expected(word: str) -> None:
    with pytest.raises(CardError, match="is no card; expected a rank"):
        card(word)


# What each alphabet calls ace, king, queen, jack, ten and the four suits S H D C.
SPELLINGS = {
    "en": ("A", "K", "Q", "J", "T", "SHDC"),
    "ru": ("Т", "К", "Д", "В", "10", "ПЧБТ"),
    "de": ("A", "K", "D", "B", "10", "SHDC"),
    "fr": ("A", "R", "D", "V", "10", "SHDC"),
}


@pytest.mark.parametrize("name", ALPHABETS)
def test_an_alphabet_reads_every_card(name: str) -> None:
    ace, king, queen, jack, ten, suits = SPELLINGS[name]
    faces = {Rank.ACE: ace, Rank.KING: king, Rank.QUEEN: queen, Rank.JACK: jack, Rank.TEN: ten}
    for one in CARDS:
        face = faces.get(one.rank, str(int(one.rank)))
        for suit in (suits[one.suit], "SHDC"[one.suit], "♠♥♦♣"[one.suit]):
            assert ALPHABETS[name].card(face + suit) == one
            assert ALPHABETS[name].card((face + suit).lower()) == one


@pytest.mark.parametrize(
    ("name", "word"), [("de", "JS"), ("de", "QS"), ("de", "TS"), ("fr", "KS"), ("fr", "TS"), ("ru", "QS")]
)
def test_other_letters_stand_instead_of_the_english_ones(name: str, word: str) -> None:
    with pytest.raises(CardError):
        ALPHABETS[name].card(word)


@pytest.mark.parametrize(
    ("name", "word", "found", "wanted"),
    [
        ("ru", "TS", 'Latin "T"', 'Cyrillic "Т"'),
        ("ru", "KS", 'Latin "K"', 'Cyrillic "К"'),
        ("ru", "5С", 'Cyrillic "С"', 'Latin "C"'),
        ("en", "ТS", 'Cyrillic "Т"', 'Latin "T"'),
        ("en", "АS", 'Cyrillic "А"', 'Latin "A"'),
        ("en", "КS", 'Cyrillic "К"', 'Latin "K"'),
        ("en", "5Н", 'Cyrillic "Н"', 'Latin "H"'),
        ("de", "ВS", 'Cyrillic "В"', 'Latin "B"'),
    ],
)
def test_a_look_alike_of_the_wrong_alphabet_is_named(name: str, word: str, found: str, wanted: str) -> None:
    with pytest.raises(CardError) as error:
        ALPHABETS[name].card(word)
    assert found in str(error.value)
    assert wanted in str(error.value)


@given(st.text(max_size=6))
def test_any_word_is_a_card_or_a_card_error(word: str) -> None:
    for letters in ALPHABETS.values():
        try:
            assert letters.card(word) in CARDS
        except CardError as error:
            assert str(error)


def test_a_pack_has_every_card_as_often_as_copies() -> None:
    assert packs() == list(CARDS)
    assert len(packs(2)) == 104
    assert all(packs(2).count(one) == 2 for one in CARDS)


def lying(names: str, place: str = "row") -> list[tuple[Card, str]]:
    return [(card(name), place) for name in names.split()]


def test_miscounts_lists_every_card_that_does_not_add_up_with_its_places() -> None:
    every = dict.fromkeys(CARDS, 1)
    found = [(one, "stock") for one in CARDS if str(one) != "7D"] + lying("AS AS") + lying("AS", "pile 3")
    assert miscounts(found, every, every) == (
        "AS: 4 found (stock, row 2 times, pile 3), there must be 1",
        "7D: none found, there must be 1",
    )
    assert miscounts([(one, "stock") for one in CARDS], every, every) == ()
    assert miscounts(lying("AS"), {}, {card("AS"): 0}) == ("AS: 1 found (row), there must be 0",)
    assert miscounts(lying("AS AS"), {}, {card("AS"): 1}) == ("AS: 2 found (row 2 times), there can be 0 to 1",)


COUNTS = st.dictionaries(st.sampled_from(CARDS[:4]), st.integers(0, 3))


@given(st.lists(st.sampled_from(CARDS[:4])), COUNTS, COUNTS)
def test_cards_add_up_just_where_nothing_is_miscounted(
    found: list[Card], least: dict[Card, int], most: dict[Card, int]
) -> None:
    least = {one: min(count, most.get(one, 0)) for one, count in least.items()}
    wrong = miscounts([(one, "row") for one in found], least, most)
    assert add_up(found, least, most) is (not wrong)


def test_one_card_in_place_of_another_is_guessed() -> None:
    every = dict.fromkeys(CARDS, 1)
    found = [(one, "stock") for one in CARDS if str(one) != "KD"] + lying("KC")
    assert miscounts(found, every, every) == (
        "KD: none found, there must be 1",
        "KC: 2 found (stock, row), there must be 1",
        "is one KC a KD?",
    )


def test_a_deck_is_told_its_size_only_where_it_is_wrong() -> None:
    every = dict.fromkeys(CARDS, 1)
    deck = [card("KC") if str(one) == "KD" else one for one in CARDS]
    assert deck_faults(deck, every) == (
        "KD: none found, there must be 1",
        "KC: 2 found (card 39, card 52), there must be 1",
        "is one KC a KD?",
    )
    assert deck_faults(CARDS[1:], every) == (
        "the deck has 51 cards; there must be 52",
        "AS: none found, there must be 1",
    )
