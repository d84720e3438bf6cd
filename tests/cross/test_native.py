"""The cross's native searches, held step for step to the Python searches that they are twins of."""

from __future__ import annotations

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import product
from typing import Any

import pytest

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.cross.packing import pack
from solver.patiences.cross.search import fewest, layout
from solver.patiences.cross.search.layout import RESHUFFLE, Dimensions, PackedTable, Reshuffles
from solver.registry import patience
from tests.judges.cross_positions import SIZES, boards, dimensions_of, table_of
from tests.judges.strategies import walk

native = pytest.importorskip("solver._native", reason="no native search was built")

CROSS = patience("cross")
RULES = list(product((False, True), repeat=2))
LIMITS = (0, 1, 2, 7, 50, 400)


@dataclass(frozen=True)
class Game:
    """A position as the searches see it, with what its reshuffles depend on."""

    dimensions: Dimensions
    start: PackedTable
    seed: int
    made: int


@dataclass(frozen=True)
class Run:
    """What is seen of a search from outside."""

    line: list[int] | None
    limit: Limit | None
    at_least: int
    ends: list[int]
    positions: int
    depth: int


def run(search_type: Any, game: Game, most: int, limits: Limits, *, anytime: bool, book: bool) -> Run:
    """A search as far as it comes, up to a number of reshuffles."""
    budget = Budget(limits)
    reshuffles = Reshuffles(game.dimensions, game.seed)
    search = search_type(game.dimensions, game.start, reshuffles, game.made, anytime=anytime, book=book)
    line, limit = None, None
    try:
        while line is None and search.at_least <= most:
            line = search.attempt(budget)
    except LimitReached as reached:
        limit = reached.limit
    return Run(line, limit, search.at_least, search.ends, budget.positions, budget.depth)


def compare(game: Game, most: int, limits: Limits, *, anytime: bool, book: bool) -> Run:
    """Both twins, which must do the same."""
    found = run(native.FewestReshuffles, game, most, limits, anytime=anytime, book=book)
    assert found == run(fewest.FewestReshuffles, game, most, limits, anytime=anytime, book=book), game
    return found


@cache
def small_games(count: int) -> list[Game]:
    """First deals, positions in progress and tables after a reshuffle, of small packs of many sizes."""
    return [
        Game(dimensions_of(size), table_of(size, board), seed, seed % 3)
        for size in SIZES
        for seed, board in enumerate(boards(size, count))
    ]


@cache
def whole_games(seeds: range) -> list[Game]:
    """Random deals, and positions in progress, with the whole packs."""
    games = []
    for seed in seeds:
        start = CROSS.start(CROSS.random_deal(seed, CROSS.defaults | {"fill": "anytime"}))
        for position in (start, walk(start, seed, 20 + 37 * seed % 200)):
            dimensions, table = pack(position)
            games.append(Game(dimensions, table, position.seed, position.reshuffled))
    return games


@pytest.mark.no_cover
@pytest.mark.parametrize(("anytime", "book"), RULES)
@pytest.mark.parametrize("count", [8, pytest.param(150, marks=pytest.mark.slow)])
def test_twins_go_the_same_way_with_small_packs(anytime: bool, book: bool, count: int) -> None:
    seen = Counter(
        (found.limit, found.line is not None and min(found.line.count(RESHUFFLE), 2))
        for game in small_games(count)
        for found in [compare(game, 4, Limits(positions=2_000), anytime=anytime, book=book)]
    )
    assert all(seen[None, reshuffles] for reshuffles in (0, 1, 2))


@pytest.mark.no_cover
@pytest.mark.parametrize(("anytime", "book"), RULES)
@pytest.mark.parametrize("count", [6, pytest.param(200, marks=pytest.mark.slow)])
def test_twins_go_the_same_way_with_the_whole_packs(anytime: bool, book: bool, count: int) -> None:
    for game in whole_games(range(count)):
        compare(game, 4, Limits(positions=1_500), anytime=anytime, book=book)


@pytest.mark.no_cover
@pytest.mark.parametrize(("anytime", "book"), RULES)
@pytest.mark.parametrize("most", LIMITS)
def test_a_position_limit_stops_twins_at_the_same_place(anytime: bool, book: bool, most: int) -> None:
    stopped = 0
    for game in [*small_games(2), *whole_games(range(3))]:
        found = compare(game, 4, Limits(positions=most), anytime=anytime, book=book)
        stopped += found.limit is Limit.POSITIONS
        assert found.positions == most + 1 or found.limit is None
    assert stopped


@pytest.mark.parametrize("count", [20, pytest.param(400, marks=pytest.mark.slow)])
def test_twins_follow_the_book_alike(count: int) -> None:
    for game in [*small_games(count // 4), *whole_games(range(count))]:
        for most in (0, 1, 20):
            reshuffles = Reshuffles(game.dimensions, game.seed)
            arguments = (game.dimensions, game.start, reshuffles, game.made, most)
            assert native.follow_book(*arguments) == fewest.follow_book(*arguments)


def test_twins_replay_lines_alike() -> None:
    for game, (anytime, book) in product([*small_games(3), *whole_games(range(10))], RULES):
        found = run(native.FewestReshuffles, game, 3, Limits(positions=1_000), anytime=anytime, book=book)
        for line in (found.line, [0] * 200):
            if line is None:
                continue
            reshuffles = Reshuffles(game.dimensions, game.seed)
            for singly in {anytime, True}:
                steps = []
                for replayed in (native.replayed, layout.replayed):
                    try:
                        steps.append(replayed(game.dimensions, game.start, reshuffles, game.made, line, singly=singly))
                    except ValueError as error:
                        assert "a play from an empty column" in str(error)
                        steps.append(None)
                assert steps[0] == steps[1]
                assert (steps[0] is None) == (line is not found.line)


def test_twins_shuffle_as_python_does() -> None:
    for size, number in product((0, 1, 2, 5, 7, 8, 31, 32, 33, 64, 96, 97, 200), range(300)):
        seed = f"{size}/{number}"
        expected = list(range(size))
        random.Random(seed).shuffle(expected)
        for shuffled in (native.shuffled, layout.shuffled):
            assert list(shuffled(bytes(range(size)), seed)) == expected


def test_an_attempt_that_a_limit_stopped_can_be_made_again() -> None:
    stopped = 0
    for game in whole_games(range(4)):
        search = native.FewestReshuffles(game.dimensions, game.start, Reshuffles(game.dimensions, game.seed), game.made)
        line, positions = None, 1
        while line is None:
            try:
                line = search.attempt(Budget(Limits(positions=positions)))
            except LimitReached:
                stopped += 1
                positions *= 2
        assert line == run(fewest.FewestReshuffles, game, 10, Limits(), anytime=False, book=False).line
    assert stopped >= 20


def test_searches_in_threads_do_not_disturb_each_other() -> None:
    games = whole_games(range(8))
    limits = Limits(positions=20_000)
    one_by_one = [run(native.FewestReshuffles, game, 4, limits, anytime=True, book=False) for game in games]
    with ThreadPoolExecutor(4) as pool:
        together = pool.map(lambda game: run(native.FewestReshuffles, game, 4, limits, anytime=True, book=False), games)
        assert list(together) == one_by_one


def test_a_time_limit_and_an_interruption_stop_a_native_search() -> None:
    start = CROSS.start(CROSS.random_deal(99, CROSS.defaults | {"fill": "anytime"}))
    dimensions, table = pack(start)
    game = Game(dimensions, table, start.seed, 0)
    found = run(native.FewestReshuffles, game, 4, Limits(seconds=0), anytime=True, book=True)
    assert found.limit is Limit.SECONDS
    assert 0 < found.positions < 10_000
    budget = Budget()
    budget.interrupt()
    search = native.FewestReshuffles(dimensions, table, Reshuffles(dimensions, 99), 0)
    with pytest.raises(LimitReached) as stopped:
        search.attempt(budget)
    assert stopped.value.limit is Limit.INTERRUPT


def test_sizes_that_no_search_holds_are_refused() -> None:
    class Sizes:
        suits, ranks, columns = 5, 12, 12

    with pytest.raises(ValueError, match="no such packs"):
        native.FewestReshuffles(Sizes(), PackedTable((), (), 0), Reshuffles(Dimensions(), 0), 0)
