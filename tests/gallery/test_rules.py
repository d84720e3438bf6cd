from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import read_log
from solver.cards import CARDS, Rank, packs
from solver.deal_files import read_deal
from solver.errors import IllegalMove, InputError
from solver.letters import card
from solver.patiences.gallery.notation import Move, Place, Play, Redeal, Rules
from solver.patiences.gallery.rules import Position, deal
from solver.registry import patience
from tests.judges.strategies import positions

GALLERY = patience("gallery")
START = GALLERY.start(GALLERY.random_deal(1, GALLERY.defaults))


def position(text: str) -> Position:
    found = read_deal("game: gallery\n" + text).position
    assert isinstance(found, Position)
    return found


def move(line: str) -> Move:
    [found] = read_log(line, START)
    assert isinstance(found, Play | Redeal)
    return found


# One pack, everything played but for what each test puts on the table: complete base piles are built up to J, Q, K.
DONE = {"top": "[JS] [JH] [JD] [JC]", "middle": "[QS] [QH] [QD] [QC]", "bottom": "[KS] [KH] [KD] [KC]"}


def late(piles: str = "", **rows: str) -> Position:
    lines = [f"{row}: {words}" for row, words in (DONE | rows).items()]
    return position("\n".join(["decks: 1", *lines, piles]))


def test_the_deck_is_laid_out_in_dealing_order() -> None:
    start = deal(packs(2), Rules())
    assert [str(place) for place in start.rows[0]] == ["AS", "AS", "2S", "2S", "3S", "3S", "4S", "4S"]
    assert [place.based for place in start.rows[0]] == [False, False, True, True, False, False, False, False]
    dealt = packs(2)[24:]
    assert all(pile == tuple(dealt[number::8]) and len(pile) == 10 for number, pile in enumerate(start.piles))
    single = deal(packs(1), Rules(decks=1))
    assert [len(row) for row in single.rows] == [4, 4, 4]
    assert [len(pile) for pile in single.piles] == [10, 10, 10, 10]


def test_a_base_in_its_own_row_is_in_place_and_a_base_in_another_is_a_stranger() -> None:
    rows = "top: 2S [2H] 3D AC\nmiddle: 2D 3S 4C 2C\nbottom: 4S 3H 4D 5C\n"
    others = [str(one) for one in packs() if str(one) not in rows]
    start = position(f"decks: 1\n{rows}pile 1: {' '.join(others)}\nnext: 5")
    assert [place.based for place in start.rows[0]] == [True, True, False, False]
    assert [place.based for place in start.rows[1]] == [False, True, False, False]
    assert [place.based for place in start.rows[2]] == [True, False, True, False]
    assert "top:    2S   2H   3D   AC" in str(start)


@pytest.mark.parametrize(
    ("before", "line", "row"),
    [
        (late("pile 1: JS", top="[8S] [JH] [JD] [JC]"), "JS P1 T1", "[JS] [JH] [JD] [JC]"),
        (late("pile 1: JS 8S", top="[5S] [JH] [JD] [JC]"), "8S P1 T1", "[8S] [JH] [JD] [JC]"),
        (late("pile 2: 8H 5H JH 2H", top="[JS] -- [JD] [JC]"), "2H P2 T2", "[JS] 2H [JD] [JC]"),
        (late("pile 2: 5H 8H JH", top="[JS] 2H [JD] [JC]", middle="[QS] [QH] [QD] [QC]"), None, None),
        (
            late(top="[JS] [JH] [JD] 2C", middle="[QS] [QH] [QD] [QC]", piles="pile 1: 8C JC 5C"),
            "5C P1 T4",
            "[JS] [JH] [JD] [5C]",
        ),
    ],
)
def test_plays_onto_bases_and_into_empty_places(before: Position, line: str | None, row: str | None) -> None:
    if line is None:
        assert [type(found) for found in before.moves()] == [Redeal]
        return
    assert [str(found) for found in before.moves()] == [line]
    after = before.play(move(line))
    assert " ".join(map(str, after.rows[0])) == row


def test_an_ace_is_discarded_from_a_row_and_leaves_its_place_empty() -> None:
    before = late("pile 1: 2S 5S 8S JS", top="AS [JH] [JD] [JC]")
    after = before.play(move("AS T1 out"))
    assert after.rows[0][0] == Place()
    assert not any(str(found).startswith("2S") for found in after.moves())  # it lies at the bottom


def test_an_empty_place_takes_only_bases_of_its_row() -> None:
    before = late(
        "pile 1: 2S\npile 2: 3S\npile 3: 6S 5S JS\npile 4: 8S QS 9S",
        top="-- [JH] [JD] [JC]",
        middle="-- [QH] [QD] [QC]",
    )
    assert [str(found) for found in before.moves()] == ["2S P1 T1", "3S P2 M1"]


def test_every_empty_place_and_every_equal_base_pile_is_a_target() -> None:
    text = """
    top:    [5S] [5S] [JH] [JH] [JD] [JD] [JC] [JC]
    middle: [QS] [QS] [QH] [QH] [QD] [QD] [QC] --
    bottom: [KS] [KS] [KH] [KH] [KD] [KD] [KC] [KC]
    pile 1: JS JS 8S
    pile 2: 8S
    pile 3: 6C 9C QC 3C
    """
    assert [str(found) for found in position(text).moves()] == [
        "8S P1 T1",
        "8S P1 T2",
        "8S P2 T1",
        "8S P2 T2",
        "3C P3 M8",
    ]


def test_won_only_when_every_base_pile_is_complete_and_no_ace_is_left() -> None:
    assert late().is_won
    assert late().moves() == ()
    assert not late("pile 1: AS").is_won
    assert late("pile 1: AS").play(move("AS P1 out")).is_won
    assert not late("pile 1: JS", top="[8S] [JH] [JD] [JC]").is_won


# --- redeals ---


def test_a_pile_of_ten_goes_round_over_all_eight_positions_top_card_first() -> None:
    stuck = deal(packs(2), Rules(anytime=True))
    after = stuck.play(Redeal(0))
    cards = stuck.piles[0][::-1]
    assert after.piles[0] == (cards[7],)
    assert [pile[10:] for pile in after.piles[1:]] == [
        (cards[0], cards[8]),
        (cards[1], cards[9]),
        *((cards[number],) for number in range(2, 7)),
    ]


def test_an_empty_pile_is_passed_over_without_a_move() -> None:
    before = (
        late("pile 3: 8S 5S JS 2S\npile 4: AH", top="-- [JH] [JD] [JC]").play(move("2S P3 T1")).play(move("AH P4 out"))
    )
    assert [str(found) for found in before.moves()] == ["redeal P3"]
    after = before.play(move("redeal P3"))
    assert after.redealt == {0, 1, 2}
    assert [" ".join(map(str, pile)) for pile in after.piles] == ["5S", "8S", "", "JS"]
    assert "next: 4" in str(after)


def test_there_is_no_redeal_after_the_last_pile() -> None:
    before = late("pile 1: 8S 5S JS\nnext: 5", top="2S [JH] [JD] [JC]")
    assert before.moves() == ()
    assert not before.is_won
    again = late("pile 1: 8S 5S JS\nnext: 2", top="2S [JH] [JD] [JC]")
    assert again.moves() == ()  # pile 1 has had its turn, the others are empty


def test_stalled_redeals_wait_for_all_plays_and_anytime_redeals_do_not() -> None:
    text = "pile 1: AS\npile 2: AH"
    assert [str(found) for found in late(text).moves()] == ["AS P1 out", "AH P2 out"]
    free = position("redeal: anytime\n" + str(late(text)).split("\n", 1)[1])
    assert [str(found) for found in free.moves()] == ["AS P1 out", "AH P2 out", "redeal P1"]


def test_free_order_picks_any_pile_with_cards_that_has_not_had_its_turn() -> None:
    text = "order: free\nredealt: 2\npile 2: 8S\npile 3: 5S\npile 4: JS"
    before = late(text, top="2S [JH] [JD] [JC]")
    assert [str(found) for found in before.moves()] == ["5S P3 T1"]
    text = "order: free\nredealt: 2\npile 2: 8S\npile 3: 5S JS"
    before = late(text, top="2S [JH] [JD] [JC]")
    assert [str(found) for found in before.moves()] == ["redeal P3"]
    after = before.play(move("redeal P3"))
    # pile 1 was empty and gets a card, so it may be redealt later although it stands left of pile 3
    assert [len(pile) for pile in after.piles] == [1, 1, 0, 1]
    assert [str(found) for found in after.moves()] == ["5S P1 T1"]
    assert "redealt: 2 3" in str(after)


# --- objections ---

PLAYED = late(
    "pile 1: 5S JS 8S\npile 2: 4S 7S TS KS 6H 9H QH AS\npile 4: QD 9D 6D 3D",
    top="2S [JH] [JD] [JC]",
    middle="[QS] 3H -- [QC]",
    bottom="-- [KH] [KD] [KC]",
)


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("5S P1 T1", "pile 1 has 8S on top, and it lies further down"),
        ("7S P1 T1", "there is no 7S in this pile"),
        ("8S P1 T1", "8S needs a base pile with 5S on top, and T1 holds the base pile with 2S on top"),
        ("8S P1 T2", "T2 holds the base pile with JH on top"),
        ("8S P1 M1", "8S belongs in the top row (2-5-8-J), and M1 is in the middle row"),
        ("8S P1 P2", "no card is put on a pile"),
        ("8S P1 out", "only aces are discarded, and 8S is none"),
        ("8S P3 T1", "pile 3 is empty"),
        ("8S P5 T1", "there is no pile 5 with one pack"),
        ("8S P1 T5", "there is no place T5 with one pack"),
        ("AS P2 T1", "an ace can only be discarded (out)"),
        ("3D P4 M4", "3D needs an empty place, and M4 holds the base pile with QC on top"),
        ("2S T1 T1", "place T1 carries a base pile, and its cards stay there"),
        ("5S B1 T1", "place B1 is empty"),
        ("3D M2 M3", "place M2 carries a base pile, and its cards stay there"),
        ("AS out T1", "a discarded card never comes back"),
        ("redeal P1", "a pile is redealt only when no play is possible, and AS P2 out is one"),
        ("redeal P2", "from left to right, and pile 1 comes next"),
        ("redeal P3", "pile 3 is empty and cannot be redealt"),
        ("redeal P5", "there is no pile 5 with one pack"),
    ],
)
def test_objections_are_sentences_that_name_the_cards(line: str, reason: str) -> None:
    assert reason in str(PLAYED.objection(move(line)))
    with pytest.raises(IllegalMove):
        PLAYED.play(move(line))


def test_more_objections() -> None:
    start = deal(packs(2), Rules(anytime=True))
    assert start.objection(move("2S T1 T3")) == "place T1 holds AS, not 2S"
    assert start.objection(move("2H M1 T1")) == "place M1 holds 5S, not 2H"
    assert "has had its turn" in str(start.play(Redeal(0)).objection(Redeal(0)))


@given(positions("gallery"))
def test_the_moves_are_exactly_what_has_no_objection(found: Position) -> None:
    legal = set(found.moves())
    assert all(found.objection(one) is None for one in legal)
    spots = [f"{row}{n}" for row in "TMBP" for n in range(1, 9)] + ["out"]
    for one, source in found.playable():
        for target in spots:
            tried = move(f"{one} {source} {target}")
            assert (found.objection(tried) is None) == (tried in legal)
    for number in range(8):
        assert (found.objection(Redeal(number)) is None) == (Redeal(number) in legal)


@given(positions("gallery"))
def test_no_move_loses_a_card_and_only_redeals_move_cards_between_piles(found: Position) -> None:
    for one in found.moves():
        after = found.play(one)
        gone = Counter(found.cards()) - Counter(after.cards())
        assert not Counter(after.cards()) - Counter(found.cards())
        if isinstance(one, Play) and one.card.rank is Rank.ACE:
            assert gone == Counter([one.card])
        else:
            assert not gone
        assert after.faults() == ()


@given(positions("gallery"))
def test_a_card_above_the_bases_can_be_played_iff_fewer_of_its_predecessor_are_left(found: Position) -> None:
    left = Counter(one for one in found.cards())
    for row in found.rows:
        left -= Counter(one for place in row for one in place.base_pile())
    playable = {one for one, _ in found.playable()}
    plays = {one.card for one in found.moves() if isinstance(one, Play)}
    for one in playable:
        if one.rank >= Rank.FIVE:
            assert (one in plays) == (left[CARDS[one.kind - 3]] < left[one])


def lines_of_play(found: Position, depth: int) -> int:
    return 1 if depth == 0 else sum(lines_of_play(found.play(one), depth - 1) for one in found.moves())


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [2, 7, 26, 125, 685]),
        ({"redeal": "anytime"}, [3, 12, 60, 343, 2248]),
        ({"redeal": "anytime", "order": "free"}, [10, 100, 974]),
        ({"decks": "1"}, [2, 4, 6, 6, 6, 6, 6, 9]),
        ({"decks": "1", "order": "free"}, [2, 4, 6, 24, 51, 87, 147, 219]),
    ],
)
def test_the_number_of_lines_of_play_is_pinned(options: dict[str, str], counts: list[int]) -> None:
    found = patience("gallery")
    start = found.start(found.random_deal(3, found.defaults | options))
    assert [lines_of_play(start, depth) for depth in range(1, 1 + len(counts))] == counts


# --- faults and input ---


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("top: 2S", 'the "middle:" row is missing'),
        ("decks: 1\ntop: --\nmiddle: --\nbottom: --\npile 5: 2S", "there is no pile 5 with one pack"),
        ("order: free\ntop:\nmiddle:\nbottom:\nnext: 3", '"next:" does not go with order: free; expected "redealt:"'),
        ("top:\nmiddle:\nbottom:\nredealt: 3", '"redealt:" does not go with order: fixed; expected "next:"'),
        ("top:\nmiddle:\nbottom:\nnext: 10", '"10" is no pile that can stand here; expected 1 to 9'),
        ("decks: 1\ntop:\nmiddle:\nbottom:\nnext: 6", '"6" is no pile that can stand here; expected 1 to 5'),
        ("order: free\ntop:\nmiddle:\nbottom:\nredealt: 1 9", '"9" is no pile that can stand here; expected 1 to 8'),
        ("order: free\ntop:\nmiddle:\nbottom:\nredealt: 1 1", "a pile is named twice"),
        ("top: 2S\ndeck: 2S", '"top:" does not go with "deck:"'),
        ("deck: 2S", "the deck has 1 card; there must be 104"),
        ("decks: 3\ndeck: 2S", '"3" is no value of the rule option decks; expected 2 or 1'),
        ("deal: 2S", 'unknown key "deal", did you mean'),
        ("top: 2S XX\nmiddle:\nbottom:", '"XX" is no card'),
        ("top: [2S\nmiddle:\nbottom:", '"[2S" is no place; expected a card, [8S] for a base pile, or --'),
    ],
)
def test_bad_deals_are_refused_with_what_was_expected(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        position(text)
    assert message in str(error.value)


def test_all_faults_are_listed_at_once() -> None:
    with pytest.raises(InputError) as error:
        position(
            "decks: 1\ntop: [3S] -- -- --\nmiddle: [QS] [QH] [QD]\nbottom: [KS] [KH] [KD] [KC]\n"
            "pile 1: AS AS 4S JD JC 8C"
        )
    message = "\n".join(fault.message for fault in error.value.faults)
    for fault in (
        "T1: [3S] is no base pile of the top row, only 2, 5, 8 or J are",
        "the middle row has 3 places; there must be 4",
        "AS: 2 found (pile 1 2 times), there can be 0 to 1",
        "4S: 2 found (B1, pile 1), there must be 1",
        "2S: none found, there must be 1",
        "3C: none found, there must be 1",
    ):
        assert fault in message
    assert "AH" not in message  # a discarded ace is no fault


def test_a_deck_with_wrong_cards_lists_each() -> None:
    cards = [str(one) for one in packs(2)]
    cards[cards.index("7D")] = "AS"
    with pytest.raises(InputError) as error:
        position("deck: " + " ".join(cards))
    assert "AS: 3 found (card 1, card 2, card 65), there must be 2" in str(error.value)
    assert "7D: 1 found (card 66), there must be 2" in str(error.value)


@pytest.mark.parametrize(
    "line",
    [
        "5S P3",
        "5S P3 T1 T2",
        "5S P9 T1",
        "5S P0 T1",
        "XX P1 T1",
        "redeal",
        "redeal T1",
        "redeal out",
        "hello world now",
    ],
)
def test_a_line_that_is_no_move_is_bad_input(line: str) -> None:
    with pytest.raises(InputError):
        move(line)


def test_words_may_be_in_either_case() -> None:
    assert move("as m4 OUT") == move("AS M4 out")
    assert move("REDEAL p3") == Redeal(2)


@given(st.sampled_from(CARDS), st.data())
def test_a_place_prints_what_it_reads(one: Any, data: st.DataObject) -> None:
    based = data.draw(st.booleans())
    place = Place(one, based)
    assert str(place) == (f"[{one}]" if based and one.rank > Rank.FOUR else str(one))
    if based and one.rank >= Rank.TWO:
        pile = place.base_pile()
        assert pile[-1] == one
        assert pile[0].rank in (Rank.TWO, Rank.THREE, Rank.FOUR)
        assert {card_.suit for card_ in pile} == {one.suit}
    assert card(str(one)) == one
