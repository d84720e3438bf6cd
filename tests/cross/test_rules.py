from __future__ import annotations

import random
import re
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import read_log
from solver.cards import Rank, Suit
from solver.deal_files import read_deal
from solver.errors import IllegalMove, InputError
from solver.letters import card
from solver.patiences.cross.notation import DealRow, Direction, Fill, Move, Play, Reshuffle, Rules
from solver.patiences.cross.rules import Position, deal, shuffled
from solver.registry import patience
from tests.judges import cross as brute
from tests.judges.cross import Size
from tests.judges.cross_positions import position_of
from tests.judges.plain import settled
from tests.judges.strategies import positions

CROSS = patience("cross")
START = CROSS.start(CROSS.random_deal(1, CROSS.defaults))


def position(text: str) -> Position:
    found = read_deal("game: cross\n" + text).position
    assert isinstance(found, Position)
    return found


def move(line: str) -> Move:
    [found] = read_log(line, START)
    assert isinstance(found, Play | Fill | DealRow | Reshuffle)
    return found


def words(found: Position) -> list[str]:
    return [str(one) for one in found.moves()]


# Spades stand at the 5 going up and the 9 going down, hearts at the queen and the 3; the other suits are complete.
TOPS = "up: 5S QH KD KC\ndown: 9S 3H AD AC\n"
LATE = f"""game: cross
{TOPS}
column 1: 8S 6S
column 2: 7S
column 3: AH KH
column 4: 9S TS JS QS KS
column 5: AS 2S 3S 4S
column 6: 5S 8S
stock: 6S 7S 2H
"""


def late(text: str = "", options: str = "") -> Position:
    return position(f"{options}\n{LATE.removeprefix('game: cross')}{text}")


# --- laying out ---


def test_a_deck_is_laid_out_as_twelve_columns_and_a_stock() -> None:
    deck = Rules().deck()
    start = deal(deck, Rules(), 7)
    assert len(deck) == 96
    assert start.columns == tuple((one,) for one in deck[:12])
    assert start.stock == tuple(deck[12:])
    assert start.up == (Rank.ACE,) * 4
    assert start.down == (Rank.KING,) * 4
    assert start.seed == 7
    assert not start.is_won


def test_a_deck_that_does_not_add_up_is_refused_with_all_faults() -> None:
    deck = Rules().deck()
    deck[0] = card("KH")
    with pytest.raises(ValueError, match="is one KH a AS") as error:
        deal(deck, Rules())
    assert str(error.value).splitlines()[:2] == [
        "AS: none found, there must be 1",
        "KH: 2 found (card 1, card 48), there must be 1",
    ]


def test_a_small_game_follows_the_same_layout() -> None:
    rules = Rules(suits=2, ranks=6, columns=4)
    start = deal(rules.deck(), rules)
    assert len(rules.deck()) == 2 * (2 * 6 - 2)
    assert start.down == (Rank.SIX, Rank.SIX)
    assert [len(column) for column in start.columns] == [1, 1, 1, 1]
    assert start.faults() == ()


# --- moves ---


def test_plays_go_by_columns_up_before_down() -> None:
    assert words(late()) == ["6S C1 up", "KH C3 up", "8S C6 down"]
    both = position(
        "up: 6S KH KD KC\ndown: 8S AH AD AC\ncolumn 1: AS 2S 3S 4S 5S 6S 7S\ncolumn 2: 7S 8S 9S TS JS QS KS"
    )
    assert words(both) == ["7S C1 up", "7S C1 down"]


def test_a_play_moves_the_last_card_onto_its_series() -> None:
    before = late()
    after = before.play(move("6S C1 up"))
    assert after.up[Suit.SPADES] is Rank.SIX
    assert after.down == before.down
    assert after.columns[0] == (card("8S"),)
    assert after.columns[1:] == before.columns[1:]
    down = before.play(move("8S C6 down"))
    assert down.down[Suit.SPADES] is Rank.EIGHT
    assert down.up == before.up


def test_a_fill_deals_to_all_empty_columns_from_the_left_as_far_as_the_stock_goes() -> None:
    text = f"{TOPS}column 2: 8S 7S 8S AH KH 9S TS JS QS KS AS 2S 3S 4S 5S 6S 7S 2H\nstock: 6S"
    before = position(text.replace("2H\nstock", "2H 7S\nstock").replace("8S 7S 8S", "8S 8S"))
    assert words(before) == ["fill"]
    after = before.play(move("fill"))
    assert after.columns[0] == (card("6S"),)
    assert after.columns[2:] == ((),) * 10
    assert after.stock == ()


def test_a_row_covers_the_columns_from_the_left_as_far_as_the_stock_goes() -> None:
    cards = ["AS", "2S", "3S", "4S", "7S", "7S", "8S", "9S", "TS", "JS", "QS", "AH KH 2H 5S KS"]
    columns = "".join(f"column {number}: {cards}\n" for number, cards in enumerate(cards, 1))
    before = position(f"{TOPS}{columns}stock: 6S 6S 8S".replace("7S\ncolumn 6: 7S", "7S\ncolumn 6: 7S"))
    # 8S lies open and can be played down first
    assert words(before) == ["8S C7 down"]
    stuck = position(
        f"{TOPS}{columns}stock: 6S 6S 8S".replace("column 7: 8S", "column 7: 8S 5S").replace(" 5S KS", " KS")
    )
    assert words(stuck) == ["row"]
    after = stuck.play(move("row"))
    assert [column[-1] for column in after.columns[:3]] == [card("6S"), card("6S"), card("8S")]
    assert after.columns[3:] == stuck.columns[3:]
    assert after.stock == ()


def test_with_fill_anytime_plays_are_optional_and_columns_are_filled_one_by_one() -> None:
    before = late(options="fill: anytime")
    fills = [f"fill C{number}" for number in range(7, 13)]
    assert words(before) == ["6S C1 up", "KH C3 up", "8S C6 down", *fills]
    after = before.play(move("fill C9"))
    assert after.columns[8] == (card("6S"),)
    assert after.stock == before.stock[1:]


def test_the_book_allows_only_plays_that_uncover_a_playable_card() -> None:
    # under 6S lies 8S, which the descending series takes; under KH lies AH, which no series takes yet
    assert words(late(options="choice: book")) == ["6S C1 up"]
    assert words(late(options="choice: book\nfill: anytime"))[:2] == ["6S C1 up", "fill C7"]
    # without such a play any is allowed
    text = LATE.removeprefix("game: cross").replace("8S 6S", "6S").replace("5S 8S", "8S 5S 8S")
    assert words(position("choice: book" + text)) == ["6S C1 up", "KH C3 up", "8S C6 down"]


def test_a_card_under_its_successor_counts_as_uncovered_playable() -> None:
    text = LATE.removeprefix("game: cross").replace("8S 6S", "7S 6S").replace("column 2: 7S", "column 2: 8S")
    # 7S is wanted only after 6S has been played
    assert words(position("choice: book" + text)) == ["6S C1 up"]


# --- reshuffles ---


def stuck(seed: int = 0, made: int = 0, options: str = "") -> Position:
    return position(
        f"{options}\nup: 5S KH KD KC\ndown: 9S AH AD AC\n"
        "column 1: 6S 7S 8S 8S 7S 6S 4S\ncolumn 2: 3S 2S AS 5S KS\ncolumn 3: QS JS TS 9S\n"
        f"reshuffle seed: {seed}\nreshuffled: {made}"
    )


def test_a_reshuffle_lays_out_what_remains_in_the_order_of_the_rules() -> None:
    before = stuck(seed=42, made=1)
    assert words(before) == ["reshuffle"]
    after = before.play(Reshuffle())
    order = [
        (suit, rank, copy) for suit in "SHDC" for rank in "A23456789TJQK" for copy in ((1,) if rank in "AK" else (1, 2))
    ]
    random.Random("42/2").shuffle(order)
    twice = "678"
    kept = [f"{rank}{suit}" for suit, rank, copy in order if suit == "S" and (copy == 1 or rank in twice)]
    laid = [str(one) for column in after.columns for one in column] + [str(one) for one in after.stock]
    assert laid == kept
    assert [len(column) for column in after.columns] == [1] * 12
    assert len(after.stock) == 4
    assert (after.reshuffled, after.seed, after.up, after.down) == (2, 42, before.up, before.down)


def test_fewer_cards_than_columns_leave_columns_empty_after_a_reshuffle() -> None:
    before = position("up: JS KH KD KC\ndown: 2S AH AD AC\ncolumn 5: QS AS KS\nreshuffle seed: 3")
    after = before.play(Reshuffle())
    assert [len(column) for column in after.columns] == [1] * 3 + [0] * 9
    assert after.stock == ()


def test_the_layout_depends_on_seed_number_and_series_only() -> None:
    one, other = stuck(seed=1), stuck(seed=2)
    assert one.play(Reshuffle()).columns != other.play(Reshuffle()).columns
    assert one.play(Reshuffle()).columns != stuck(seed=1, made=1).play(Reshuffle()).columns
    assert shuffled(Rules(), 5, 1) == shuffled(Rules(anytime=True, book=True), 5, 1)


def test_reshuffles_can_run_out() -> None:
    assert words(stuck(made=1, options="reshuffles: 2")) == ["reshuffle"]
    assert words(stuck(made=2, options="reshuffles: 2")) == []
    objection = stuck(made=2, options="reshuffles: 2").objection(Reshuffle())
    assert objection == "no reshuffle is left: 2 of 2 have been made"
    with pytest.raises(InputError, match="reshuffles already made: 3; the rules allow 2"):
        stuck(made=3, options="reshuffles: 2")


def test_won_when_all_series_are_complete() -> None:
    before = position("up: QS KH KD KC\ndown: AS AH AD AC\ncolumn 4: KS")
    assert not before.is_won
    after = before.play(move("KS C4 up"))
    assert after.is_won
    assert after.moves() == ()
    assert after.objection(Reshuffle()) == "the game is won"


# --- objections ---


@pytest.mark.parametrize(
    ("options", "line", "reason"),
    [
        ("", "8S C1 down", "column 1 ends with 6S, and 8S is covered there"),
        ("", "9D C1 down", "column 1 ends with 6S, and there is no 9D in it"),
        ("", "6S C12 up", "column 12 is empty"),
        ("", "6S C1 down", "the descending series of spades takes 8S next, not 6S"),
        ("", "7S C2 up", "the ascending series of spades takes 6S next, not 7S"),
        ("", "fill", "empty columns are filled only when no play is possible, and 6S C1 up is one"),
        ("", "fill C7", "with fill: batch all empty columns are filled at once"),
        ("", "row", "a row is dealt only when no column is empty, and column 7 is"),
        ("", "reshuffle", "only when the stock is empty, and it has 3 cards"),
        ("fill: anytime", "fill", "with fill: anytime one column is filled at a time"),
        ("fill: anytime", "fill C3", "column 3 is not empty"),
        ("choice: book", "8S C6 down", "a play that uncovers a playable card comes first, and 6S C1 up is such a play"),
    ],
)
def test_objections_are_sentences_that_name_the_cards(options: str, line: str, reason: str) -> None:
    objection = late(options=options).objection(move(line))
    assert objection is not None
    assert reason in objection
    with pytest.raises(IllegalMove, match=re.escape(reason)):
        late(options=options).play(move(line))


def test_objections_to_a_complete_series_an_empty_stock_and_a_missing_column() -> None:
    end = stuck()
    assert end.objection(Fill()) == "the stock is empty"
    assert end.objection(DealRow()) == "the stock is empty"
    assert position("fill: anytime\n" + str(end).removeprefix("game: cross")).objection(Fill(4)) == "the stock is empty"
    assert end.objection(Play(card("KS"), 12, Direction.UP)) == "there is no column 13, only 1 to 12"
    complete = position("up: KS QH KD KC\ndown: 9S AH AD AC\ncolumn 1: AS 2S 3S 4S 5S 6S 7S KH 8S\nstock:")
    assert complete.objection(move("8S C1 up")) == "the ascending series of spades is complete"
    start = deal(Rules().deck(), Rules())
    row = start.objection(DealRow())
    assert row == "a row is dealt only when no play is possible, and 2S C2 up is one"
    assert start.objection(Fill()) == "no column is empty"


@given(positions("cross"), st.data())
def test_moves_are_the_moves_without_objection(found: Position, data: st.DataObject) -> None:
    moves = set(found.moves())
    every: list[Move] = [Fill(), DealRow(), Reshuffle(), *(Fill(column) for column in range(12))]
    every += [
        Play(column[-1], number, direction)
        for number, column in enumerate(found.columns)
        if column
        for direction in Direction
    ]
    assert moves == {one for one in every if found.objection(one) is None}
    for one in moves:
        after = found.play(one)
        assert after.faults() == ()
        assert Counter(after.cards()) == Counter(found.cards())


# --- the referee against physical cards ---


def physical_ends(found: Position) -> set[tuple[tuple[int, ...], tuple[int, ...]]]:
    """The series at all ends of the round, by the referee's moves alone."""
    seen, stack, ends = {found}, [found], set()
    while stack:
        here = stack.pop()
        moves = [one for one in here.moves() if not isinstance(one, Reshuffle)]
        if not moves:
            ends.add((tuple(map(int, here.up)), tuple(map(int, here.down))))
        for after in (here.play(one) for one in moves):
            if after not in seen:
                seen.add(after)
                stack.append(after)
    return ends


@pytest.mark.parametrize("anytime", [False, True])
@pytest.mark.parametrize("book", [False, True])
def test_the_referees_rounds_end_as_those_of_physical_cards(anytime: bool, book: bool) -> None:
    known = 0
    for size in (Size(2, 6, 4), Size(2, 7, 3), Size(4, 4, 3)):
        boards = (brute.first_deal(size, seed) for seed in range(6))
        for board, ends in settled(lambda board: brute.round_ends(board, anytime, book, 600), boards):
            known += 1
            assert physical_ends(position_of(size, board, anytime=anytime, book=book)) == ends
    assert known >= 8


def test_the_referees_reshuffle_is_that_of_physical_cards() -> None:
    size = Size(2, 7, 3)
    for seed in range(20):
        board = brute.first_deal(size, seed)
        found = position_of(size, board)
        while not found.is_won and Reshuffle() not in found.moves():
            found = found.play(found.moves()[0])
        if found.is_won:
            continue
        found = Position(found.rules, found.up, found.down, found.columns, (), seed, 1).play(Reshuffle())
        tops = tuple(map(int, found.up)), tuple(map(int, found.down))
        expected = position_of(size, brute.reshuffled(size, tops, seed, 2))
        assert (found.columns, found.stock) == (expected.columns, expected.stock)


# --- reading and printing ---


def test_the_tops_of_the_series_may_come_in_any_order_and_are_aces_and_kings_when_left_out() -> None:
    start = position(f"column 1: {' '.join(map(str, Rules().deck()))}")
    assert (start.up, start.down) == ((Rank.ACE,) * 4, (Rank.KING,) * 4)
    mixed = LATE.replace("up: 5S QH KD KC", "up: KC KD QH 5S")
    assert read_deal(mixed).position == read_deal(LATE).position


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (
            ("up: 5S QH KD KC", "up: 5S QS KD KC"),
            '"up:" takes the top card of one series of each suit; found 5S QS KD KC',
        ),
        (("up: 5S QH KD KC", "up: 5S"), "found 5S"),
        (("stock: 6S 7S 2H", "stock: 6S 7S"), "2H: 1 found (up), there must be 2"),
        (("column 2: 7S", "column 2: 7S QD"), "QD: 3 found (up, down, column 2), there must be 2"),
        (("column 2: 7S", "column 13: 7S"), 'unknown key "column 13"'),
        (("column 2: 7S", "column 2: 7X"), '"7X" is no card'),
        (("stock: 6S 7S 2H", "stock: 6S 7S 2H\nreshuffled: x"), '"x" is no number'),
        (("stock: 6S 7S 2H", "stock: 6S 7S 2H\nreshuffle seed: 007"), '"007" is no number'),
        (("stock: 6S 7S 2H", "stock: 6S 7S 2H\nreshuffles: few"), '"few" is no value of the rule option reshuffles'),
    ],
)
def test_bad_layouts_are_errors_that_say_what_was_expected(change: tuple[str, str], message: str) -> None:
    with pytest.raises(InputError) as error:
        read_deal(LATE.replace(*change))
    assert message in str(error.value)


def test_all_faults_of_a_layout_are_listed() -> None:
    with pytest.raises(InputError) as error:
        read_deal(LATE.replace("stock: 6S 7S 2H", "stock: 6S 7D"))
    assert [fault.message for fault in error.value.faults] == [
        "7S: 1 found (column 2), there must be 2",
        "2H: 1 found (up), there must be 2",
        "7D: 3 found (up, down, stock), there must be 2",
    ]


def test_a_deck_with_a_bad_seed_or_a_layout_is_refused() -> None:
    deck = f"deck: {' '.join(map(str, Rules().deck()))}\n"
    with pytest.raises(InputError, match='"-3" is no number'):
        position(deck + "reshuffle seed: -3")
    with pytest.raises(InputError, match='"stock:" does not go with "deck:"'):
        position(deck + "stock: 7S")
    with pytest.raises(InputError, match="there are no cards"):
        position("reshuffle seed: 3")


@pytest.mark.parametrize(
    "line",
    ["7S C3", "7S up", "7S C3 left", "7S C13 up", "7S P3 up", "7S C0 up", "fill 3", "fill C3 C4", "row C1", "deal"],
)
def test_lines_that_are_no_moves(line: str) -> None:
    with pytest.raises(InputError, match="expected"):
        move(line)


def test_moves_are_read_in_either_case() -> None:
    assert move("7s c3 UP") == Play(card("7S"), 2, Direction.UP)
    assert move("FILL c12") == Fill(11)
    assert move("Row") == DealRow()


def test_positions_out_of_shape_are_faulty() -> None:
    start = deal(Rules().deck(), Rules())
    short = Position(start.rules, start.up, start.down, start.columns[:11], (*start.columns[11], *start.stock))
    assert short.faults() == ("there are 11 columns; there must be 12",)
    odd = Position(start.rules, start.up[:3], start.down, start.columns, start.stock)
    assert odd.faults() == ("there must be 4 ascending and 4 descending series",)
    early = Position(start.rules, start.up, start.down, start.columns, start.stock, -1)
    assert early.faults() == ("the reshuffles already made and the reshuffle seed cannot be negative",)
