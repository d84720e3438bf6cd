from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given

from solver import read_log
from solver.cards import Card, packs
from solver.deal_files import read_deal
from solver.errors import IllegalMove, InputError
from solver.letters import card
from solver.patiences.marriage.notation import DealCard, Drop, Link, Move, Pair
from solver.patiences.marriage.rules import KING, QUEEN, Position, deal, match
from solver.registry import patience
from tests.judges.marriage import INNER
from tests.judges.strategies import positions

MARRIAGE = patience("marriage")
START = MARRIAGE.start(MARRIAGE.random_deal(1, MARRIAGE.defaults))


def position(text: str) -> Position:
    found = read_deal("game: marriage\n" + text).position
    assert isinstance(found, Position)
    return found


def move(line: str) -> Move:
    [found] = read_log(line, START)
    assert isinstance(found, DealCard | Drop | Pair)
    return found


def lines(before: Position) -> list[str]:
    return [str(found) for found in before.moves()]


def row(after: Position) -> str:
    return str(after).split("row: ")[1].split("\n")[0]


def test_cards_match_by_suit_or_rank() -> None:
    assert match(card("4C"), card("4S"))
    assert match(card("4C"), card("TC"))
    assert not match(card("4C"), card("TS"))


def test_the_example_of_the_rules() -> None:
    start = position("row: QH 4C 7D 4S\nstock: TS KH")
    assert lines(start) == ["drop 7D", "deal TS"]
    dropped = start.play(move("drop 7D"))
    assert row(dropped) == "QH 4C=4S"
    assert lines(dropped) == ["deal TS"]  # joined cards are no pair
    dealt = dropped.play(move("deal TS"))
    assert lines(dealt) == ["pair 4S TS", "deal KH"]
    assert row(dealt.play(move("pair 4S TS"))) == "QH 4C"


@pytest.mark.parametrize(
    ("before", "line", "after"),
    [
        ("QH 3D 5H 8C", "drop 3D", "QH=5H 8C"),
        ("QH 3D 8C 5H 9S", "drop 3D 8C", "QH=5H 9S"),
        ("QH 3D=8C 5H 9S", "drop 3D 8C", "QH=5H 9S"),  # joined cards may be separators
        ("QH 3D 3C 9S", "pair 3D 3C", "QH=9S"),  # the gap closes between cards that do not match
        ("QH 3D 3C", "pair 3D 3C", "QH"),  # no gap closes at the row's end
        ("QH 5H=3D 3C", "pair 3D 3C", "QH 5H"),  # a joined card leaves with one dealt next to it
        ("QH 3D 3C=5H", "pair 3D 3C", "QH=5H"),
        ("QH=3D 3C=9S 8S", "pair 3D 3C", "QH=9S 8S"),
        ("QH 3D 5H 8C", "deal 2S", "QH 3D 5H 8C 2S"),
    ],
)
def test_moves_and_the_links_they_leave(before: str, line: str, after: str) -> None:
    start = position(f"row: {before}\nstock: 2S KH")
    assert line in lines(start)
    assert row(start.play(move(line))) == after


def test_a_gap_closed_by_a_pair_joins_matching_cards_too() -> None:
    after = position("row: QH 9C 3D 3C 9S\nstock: KH").play(move("pair 3D 3C"))
    assert row(after) == "QH 9C=9S"
    assert lines(after) == ["deal KH"]


def test_won_when_the_deck_is_dealt_out_and_the_two_are_side_by_side() -> None:
    last = position("row: QH\nstock: KH")
    assert not last.is_won
    assert last.play(move("deal KH")).is_won
    assert position("row: QH=KH").is_won
    assert position("row: QH=KH").moves() == ()
    assert not position("row: QH 2S KH").is_won
    assert position("row: QH 2S KH").play(move("drop 2S")).is_won


def test_queen_and_king_are_in_no_pair() -> None:
    assert lines(position("row: QH 3H\nstock: KH")) == ["deal KH"]
    assert lines(position("row: QH 3H KH")) == ["drop 3H"]


# --- the options ---


def test_compulsory_pairs_go_before_any_other_move() -> None:
    start = position("pairs: compulsory\nrow: QH 3D 5H 8C\nstock: 8S 2S KH")
    assert lines(start) == ["drop 3D", "deal 8S"]
    due = start.play(move("deal 8S"))
    assert lines(due) == ["pair 8C 8S"]
    assert due.objection(move("deal 2S")) == due.objection(move("drop 3D"))
    assert due.objection(move("deal 2S")) == "8C and 8S match and lie side by side as dealt, so this pair must go first"
    after = due.play(move("pair 8C 8S"))
    assert row(after) == "QH 3D 5H"
    assert lines(after) == ["drop 3D", "deal 2S"]


def test_compulsory_forces_no_pair_with_queen_or_king() -> None:
    assert lines(position("pairs: compulsory\nrow: QH 3H\nstock: KH")) == ["deal KH"]
    assert lines(position("pairs: compulsory\nrow: QH 3C=3H KH")) == ["drop 3C", "drop 3C 3H"]


def test_compulsory_forces_no_joined_pair() -> None:
    assert lines(position("pairs: compulsory\nrow: QH 8C=8S\nstock: KH")) == ["deal KH"]


def test_off_has_no_pairs() -> None:
    start = position("pairs: off\nrow: QH 8C 8S\nstock: KH")
    assert lines(start) == ["deal KH"]
    assert start.objection(move("pair 8C 8S")) == "pairs are not discarded under the rule pairs: off"


# --- objections ---

PLAYED = "row: QH 4C=4S TS 7D TD 9C\nstock: 2S 3S KH"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("deal 3S", "the next card of the deck is 2S, not 3S"),
        ("drop QH", "QH never leaves the row"),
        ("drop KH", "KH never leaves the row"),
        ("pair QH 4C", "QH never leaves the row"),
        ("drop 2S", "2S has not been dealt yet"),
        ("drop AS", "AS has been put aside already"),
        ("drop 9C", "9C lies at the end of the row, not between two cards that match"),
        ("drop TD 9C", "TD and 9C lie at the end of the row, not between two cards that match"),
        ("drop TS", "TS lies between 4S and 7D, which have neither the suit nor the rank in common"),
        ("drop 4S TS", "4S and TS lie between 4C and 7D, which have neither the suit nor the rank in common"),
        ("drop 4C TS", "4C and TS are not neighbours"),
        ("drop TS 4S", "4S lies to the left of TS; the two are named in row order"),
        ("pair TS 4S", "4S lies to the left of TS; the two are named in row order"),
        ("pair 4C TS", "4C and TS are not neighbours"),
        ("pair TS TS", "TS and TS are not neighbours"),
        ("pair TS 7D", "TS and 7D have neither the suit nor the rank in common"),
        (
            "pair 4C 4S",
            (
                "4C and 4S became neighbours because a gap closed; "
                "only neighbours that the deal brought together go as a pair"
            ),
        ),
    ],
)
def test_objections(line: str, reason: str) -> None:
    start = position(PLAYED)
    assert start.objection(move(line)) == reason
    with pytest.raises(IllegalMove, match="^" + reason.split(";", maxsplit=1)[0]):
        start.play(move(line))


def test_no_card_is_dealt_from_an_empty_deck() -> None:
    assert position("row: QH 2S KH").objection(DealCard(card("3S"))) == "the deck is dealt out"


def test_at_most_two_cards_are_dropped_at_once() -> None:
    start = position(PLAYED)
    assert start.objection(Drop((card("4C"), card("4S"), card("TS")))) is not None
    assert start.objection(Drop(())) is not None


@given(positions("marriage"))
def test_a_move_is_listed_iff_there_is_no_objection(start: Position) -> None:
    near = [*start.row, *start.stock[:2], INNER[0]]
    every: list[Move] = [DealCard(one) for one in near]
    every += [Drop((one,)) for one in near]
    every += [kind for one, other in permutations(near[-12:], 2) for kind in (Drop((one, other)), Pair(one, other))]
    listed = start.moves()
    assert len(set(listed)) == len(listed)
    assert {found for found in every if start.objection(found) is None} == {found for found in listed if found in every}
    for found in listed:
        assert start.play(found).faults() == ()


@given(positions("marriage"))
def test_every_move_changes_the_number_of_cards_as_it_says(start: Position) -> None:
    for found in start.moves():
        after = start.play(found)
        grown = 1 if isinstance(found, DealCard) else -len(found.cards)
        assert len(after.row) == len(start.row) + grown
        assert len(after.links) == len(after.row) - 1
        assert len(after.stock) == len(start.stock) - isinstance(found, DealCard)


# --- reading and printing ---


def test_the_signs_of_joined_cards_may_stand_apart() -> None:
    assert position("row: QH 4C = 4S TS\nstock: KH") == position("row: QH 4C= 4S TS\nstock: KH")
    assert position("row: QH 4C =4S TS\nstock: KH") == position("row: QH 4C=4S TS\nstock: KH")
    assert position("row: QH 4C=4S=TS\nstock: KH").links == (Link.DEALT, Link.JOINED, Link.JOINED)


def test_other_letters() -> None:
    found = position("letters: ru\nrow: Дч 4т=4п 10п\nstock: Кч")
    assert row(found) == "QH 4C=4S TS"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("stock: KH", 'the "row:" is missing'),
        ("row: QH =\nstock: KH", 'line 2: "=": "=" must stand between two cards'),
        ("row: =QH\nstock: KH", '"=QH": "=" must stand between two cards'),
        ("row: QH 4C==4S\nstock: KH", '"4C==4S": "=" must stand between two cards'),
        ("row: QH 4C= =4S\nstock: KH", '"=4S": "=" must stand between two cards'),
        ("row: QH 4X\nstock: KH", 'line 2: "4X" is no card'),
        ("row: 4C QH\nstock: KH", "the row begins with 4C; it must begin with QH"),
        ("row: QH 4C", "the row ends with 4C; it must end with KH"),
        ("row: QH KH\nstock: 4C", "the stock ends with 4C; it must end with KH"),
        ("row:\nstock: KH", "the row begins with no card"),
        ("row: QH 4C\nstock: 4C KH", "4C: 2 found (row, stock), there can be 0 to 1"),
        ("row: 4C\nstock: 4S", "QH: none found, there must be 1"),
        ("row: QH\nstock: KH\ndeck: QH KH", '"row:" does not go with "deck:"'),
        ("pairs: compulsory\nrow: QH 8C 8S 3D\nstock: KH", "8C and 8S match and lie side by side as dealt"),
    ],
)
def test_layouts_that_are_not_sound(text: str, said: str) -> None:
    with pytest.raises(InputError) as caught:
        position(text)
    assert said in str(caught.value)


def test_all_faults_are_told_at_once() -> None:
    with pytest.raises(InputError) as caught:
        position("pairs: compulsory\nrow: 2S 8C 8S 3D 3D\nstock: 2C")
    told = str(caught.value)
    for fault in (
        "begins with 2S",
        "ends with 2C",
        "3D: 2 found",
        "QH: none found",
        "KH: none found",
        "8C and 8S match",
    ):
        assert fault in told


def deck(*changes: tuple[int, str]) -> tuple[Card, ...]:
    cards = [QUEEN, *INNER, KING]
    for at, word in changes:
        cards[at] = card(word)
    return tuple(cards)


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        (deck((5, "AS")), ["AS: 2 found (card 2, card 6), there must be 1", "5S: none found, there must be 1"]),
        (tuple(reversed(deck())), ["the deck begins with KH; it must begin with QH", "the deck ends with QH; it"]),
        (deck()[:51], ["the deck has 51 cards; there must be 52", "KH: none found", "the deck ends with KC"]),
        (tuple(packs()), ["the deck begins with AS", "the deck ends with KC"]),
        ((), ["the deck has 0 cards"]),
    ],
)
def test_decks_that_are_not_sound(cards: tuple[Card, ...], faults: list[str]) -> None:
    with pytest.raises(ValueError, match=r"deck|found") as caught:
        deal(cards)
    for fault in faults:
        assert fault in str(caught.value)


@pytest.mark.parametrize("line", ["deal", "drop", "drop 2S 3S 4S", "pair 2S", "pair 2S 3S 4S", "deal 2S 3S", "take 2S"])
def test_lines_that_are_no_moves(line: str) -> None:
    with pytest.raises(InputError, match="is no move; expected deal"):
        move(line)


def test_a_word_that_is_no_card_in_a_log() -> None:
    with pytest.raises(InputError, match='"7X" is no card'):
        move("drop 7X")


def test_the_rules_page_names_every_option_and_key() -> None:
    page: str = MARRIAGE.rules_file.read_text(encoding="utf-8")
    words = [value for option in MARRIAGE.options for value in (option.name, *option.values)]
    words += (measure.name for measure in MARRIAGE.deciding.measures)
    for word in (*words, *MARRIAGE.notation.layout_keys, "deck"):
        assert word in page
