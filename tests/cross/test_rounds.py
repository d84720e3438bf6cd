from __future__ import annotations

import random
from itertools import islice, product

import pytest

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.cross.search.fewest import FewestReshuffles, follow_book
from solver.patiences.cross.search.layout import RESHUFFLE, Dimensions, Reshuffles
from solver.patiences.cross.search.rounds import RoundSearch
from tests.judges import cross as brute
from tests.judges.cross import Board, Size
from tests.judges.cross_positions import SIZES, boards, dimensions_of, heights, table_of
from tests.judges.plain import settled

RULES = list(product((False, True), repeat=2))


def searched_ends(size: Size, board: Board, anytime: bool, book: bool) -> set[int]:
    search = RoundSearch(dimensions_of(size), anytime=anytime, book=book)
    return {end for end, _ in search.ends(table_of(size, board), Budget())}


def compare(size: Size, count: int, most: int, anytime: bool, book: bool) -> int:
    """Compare the ends and the winning of rounds with brute force; how many it knew."""
    known = 0
    dimensions = dimensions_of(size)
    search = RoundSearch(dimensions, anytime=anytime, book=book)
    for board, ends in settled(lambda board: brute.round_ends(board, anytime, book, most), boards(size, count)):
        known += 1
        assert searched_ends(size, board, anytime, book) == {heights(dimensions, tops) for tops in ends}, board
        assert (search.win(table_of(size, board), Budget()) is not None) == (size.won() in ends), board
    return known


@pytest.mark.no_cover
@pytest.mark.parametrize(("anytime", "book"), RULES)
@pytest.mark.parametrize(("count", "most"), [(2, 2_000), pytest.param(30, 16_000, marks=pytest.mark.slow)])
def test_the_possible_ends_of_a_round_are_those_of_brute_force(
    anytime: bool, book: bool, count: int, most: int
) -> None:
    known = sum(compare(size, count, most, anytime, book) for size in SIZES)
    assert known >= 15 * count


def attempts(search: FewestReshuffles, budget: Budget | None = None) -> list[list[int] | None]:
    """What attempts give until one wins."""
    budget = budget or Budget()
    lines = [search.attempt(budget)]
    while lines[-1] is None:
        lines.append(search.attempt(budget))
    return lines


@pytest.mark.parametrize(("anytime", "book"), RULES)
@pytest.mark.parametrize("deals", [3, pytest.param(10, marks=pytest.mark.slow)])
def test_the_fewest_reshuffles_are_those_of_brute_force(anytime: bool, book: bool, deals: int) -> None:
    counts = set()
    for size, seed in product((Size(2, 6, 4), Size(2, 7, 3), Size(3, 5, 4)), range(deals)):
        dimensions = dimensions_of(size)
        expected = sum(1 for _ in brute.fewest_reshuffles(size, seed, anytime, book, 10**6)) - 1
        search = FewestReshuffles(
            dimensions,
            table_of(size, brute.first_deal(size, seed)),
            Reshuffles(dimensions, seed),
            0,
            anytime=anytime,
            book=book,
        )
        lines = attempts(search)
        assert lines[:-1] == [None] * expected
        assert lines[-1] is not None
        assert lines[-1].count(RESHUFFLE) == expected == search.at_least
        counts.add(expected)
    assert len(counts) >= 3


def test_a_layout_after_a_reshuffle_is_that_of_physical_cards() -> None:
    rng = random.Random(1)
    for size, number in product((Size(4, 13, 12), Size(3, 5, 4)), range(1, 20)):
        dimensions = dimensions_of(size)
        ups, downs = (tuple(rng.randint(1, size.ranks) for _ in range(size.suits)) for _ in range(2))
        board = brute.reshuffled(size, (ups, downs), 7, number)
        at = heights(dimensions, (ups, downs))
        assert Reshuffles(dimensions, 7).table(number, at) == table_of(size, board)
        assert dimensions.cards_left(at) == sum(dimensions.left(at)) == sum(map(len, board.columns)) + len(board.stock)


def test_the_ends_found_lead_where_their_operations_say() -> None:
    size = Size(4, 6, 5)
    board = brute.first_deal(size, 5)
    search = RoundSearch(dimensions_of(size))
    ends = list(search.ends(table_of(size, board), Budget()))
    assert len({end for end, _ in ends}) == len(ends) > 1


def test_the_first_advised_play_is_one_of_the_ends_under_the_book() -> None:
    for size, seed in product(SIZES, range(5)):
        board = brute.first_deal(size, seed)
        end, _ = RoundSearch(dimensions_of(size), book=True).first_end(table_of(size, board))
        assert end in searched_ends(size, board, anytime=False, book=True)


def test_a_book_player_gives_up_at_the_limit() -> None:
    size = Size(2, 7, 3)
    dimensions = dimensions_of(size)
    start = table_of(size, brute.first_deal(size, 3))
    line = follow_book(dimensions, start, Reshuffles(dimensions, 3), 0, 100)
    assert line is not None
    needed = line.count(RESHUFFLE)
    assert needed > 0
    assert follow_book(dimensions, start, Reshuffles(dimensions, 3), 0, needed) == line
    assert follow_book(dimensions, start, Reshuffles(dimensions, 3), 0, needed - 1) is None


def test_a_limit_leaves_what_is_proved() -> None:
    size = Size(4, 13, 12)
    dimensions = dimensions_of(size)
    search = FewestReshuffles(
        dimensions, table_of(size, brute.first_deal(size, 1)), Reshuffles(dimensions, 1), 0, anytime=True
    )
    with pytest.raises(LimitReached) as stopped:
        attempts(search, Budget(Limits(positions=300)))
    assert stopped.value.limit is Limit.POSITIONS
    assert search.at_least >= 1


def test_sizes_that_cannot_be_packed_are_refused() -> None:
    for suits, ranks, columns in ((0, 13, 12), (4, 1, 12), (4, 17, 12), (5, 13, 12), (4, 13, 0)):
        with pytest.raises(ValueError, match="no such packs"):
            Dimensions(suits, ranks, columns)


def test_brute_force_goes_round_by_round() -> None:
    size = Size(2, 6, 4)
    first, *_ = islice(brute.fewest_reshuffles(size, 0, False, False, 10**5), 1)
    assert first == brute.round_ends(brute.first_deal(size, 0), False, False, 10**5)
