from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace
from itertools import pairwise, product

import pytest

import solver
from solver import checking
from solver.bounds import Bounds
from solver.limits import Budget, Limit, Limits, resident_memory
from solver.outcome import Verdict
from solver.patiences.cross import engine
from solver.patiences.cross.notation import DealRow, Play, Reshuffle, Rules
from solver.patiences.cross.rules import Position, deal
from solver.registry import patience
from solver.verifying import Result, verify
from tests.data_files import Case, load
from tests.judges import cross as brute
from tests.judges.cross import Size
from tests.judges.cross_positions import SIZES, boards, position_of
from tests.judges.plain import settled
from tests.judges.strategies import walk

CROSS = patience("cross")


def random_start(seed: int, **options: str) -> Position:
    found = CROSS.start(CROSS.random_deal(seed, CROSS.defaults | options))
    assert isinstance(found, Position)
    return found


def small(size: Size, seed: int, anytime: bool = False, book: bool = False, reshuffles: int | None = None) -> Position:
    """The game of a small pack that brute force deals for a seed."""
    rules = Rules(anytime, book, reshuffles, size.suits, size.ranks, size.columns)
    deck = rules.deck()
    random.Random(seed).shuffle(deck)
    return deal(deck, rules, seed)


# --- known deals ---


@pytest.mark.parametrize("case", load("cross"), ids=lambda case: case.name)
def test_known_deals_have_the_known_fewest_reshuffles(case: Case) -> None:
    outcome = solver.solve(case.position)
    fewest = case.known["fewest reshuffles"]
    assert outcome.verdict is Verdict.SOLVABLE
    assert outcome.measures == {"reshuffles": Bounds(fewest, fewest)}
    assert outcome.values == {"reshuffles": fewest}
    assert verify(case.position, outcome.moves).result is Result.WON
    assert sum(isinstance(move, Reshuffle) for move in outcome.moves) == fewest


def test_the_number_allowed_decides() -> None:
    for seed in range(12):
        best = solver.solve(random_start(seed)).values["reshuffles"]
        lost = solver.solve(random_start(seed, reshuffles=str(best - 1)))
        assert lost.verdict is Verdict.UNSOLVABLE
        assert lost.moves == ()
        won = solver.solve(random_start(seed, reshuffles=str(best)))
        assert won.verdict is Verdict.SOLVABLE
        assert won.values["reshuffles"] == best


def test_reshuffles_already_made_count() -> None:
    start = random_start(3, reshuffles="2")
    outcome = solver.solve(start)
    assert outcome.values == {"reshuffles": 2}
    first = outcome.moves.index(Reshuffle())
    later = start
    for move in outcome.moves[: first + 1]:
        later = later.play(move)
    assert later.reshuffled == 1
    again = solver.solve(later)
    assert again.values == {"reshuffles": 1}
    assert again.measures == {"reshuffles": Bounds(1, 1)}
    assert "more reshuffle" in again.notes[0]
    one = Position(Rules(reshuffles=1), later.up, later.down, later.columns, later.stock, later.seed, 1)
    assert solver.solve(one).verdict is Verdict.UNSOLVABLE


# --- small packs against brute force ---


@pytest.mark.parametrize(("anytime", "book"), list(product((False, True), repeat=2)))
def test_small_games_are_solved_with_the_fewest_reshuffles(anytime: bool, book: bool) -> None:
    for size, seed in product((Size(2, 6, 4), Size(1, 9, 3)), range(8)):
        expected = sum(1 for _ in brute.fewest_reshuffles(size, seed, anytime, book, 10**6)) - 1
        start = small(size, seed, anytime, book)
        outcome = engine.solve(start, Budget())
        assert outcome.measures == {"reshuffles": Bounds(expected, expected)}
        assert verify(start, outcome.moves).result is Result.WON
        if expected:
            assert engine.solve(small(size, seed, anytime, book, expected - 1), Budget()).verdict is Verdict.UNSOLVABLE


@pytest.mark.parametrize("fill", ["batch", "anytime"])
@pytest.mark.parametrize("choice", ["free", "book"])
def test_positions_in_progress_are_won_by_lines_that_the_referee_accepts(fill: str, choice: str) -> None:
    for seed in range(6):
        middle = walk(random_start(seed, fill=fill, choice=choice), seed, 30 + 20 * seed)
        outcome = solver.solve(middle, Limits(positions=3_000))
        assert outcome.verdict is Verdict.SOLVABLE
        assert verify(middle, outcome.moves).result is Result.WON


def test_anytime_is_never_worse_than_batch_and_book_never_better_than_free() -> None:
    better = 0
    for seed in range(40):
        size = Size(3, 5, 4)
        best = {
            (anytime, book): engine.solve(small(size, seed, anytime, book), Budget()).values["reshuffles"]
            for anytime, book in product((False, True), repeat=2)
        }
        assert best[True, False] <= best[False, False] <= best[False, True]
        assert best[True, False] <= best[True, True] <= best[False, True]
        better += best[True, False] < best[False, False]
    assert better > 0


# The fewest reshuffles with fill: anytime and with fill: batch, of random deals by seed; the search that tries all
# columns found the same.
ANYTIME = {
    0: (2, 2),
    6: (1, 2),
    12: (2, 3),
    13: (1, 1),
    17: (2, 3),
    20: (2, 3),
    23: (3, 3),
    31: (3, 3),
    33: (2, 3),
    38: (1, 2),
}


@pytest.mark.parametrize("seed", ANYTIME)
def test_anytime_deals_are_decided_exactly(seed: int) -> None:
    anytime, batch = ANYTIME[seed]
    start = random_start(seed, fill="anytime")
    outcome = solver.solve(start)
    assert outcome.measures == {"reshuffles": Bounds(anytime, anytime)}
    assert verify(start, outcome.moves).result is Result.WON
    assert solver.solve(random_start(seed)).values["reshuffles"] == batch


@pytest.mark.parametrize(("anytime", "book"), list(product((False, True), repeat=2)))
def test_as_many_reshuffles_as_were_made_ask_whether_this_round_can_be_won(anytime: bool, book: bool) -> None:
    verdicts = Counter[Verdict]()
    for size in SIZES:
        for board, ends in settled(lambda board: brute.round_ends(board, anytime, book, 500), boards(size, 2)):
            made = len(board.stock) % 3
            position = position_of(size, board)
            rules = replace(position.rules, anytime=anytime, book=book, reshuffles=made)
            outcome = engine.solve(replace(position, rules=rules, reshuffled=made), Budget())
            assert outcome.verdict is (Verdict.SOLVABLE if size.won() in ends else Verdict.UNSOLVABLE)
            verdicts[outcome.verdict] += 1
    assert verdicts[Verdict.SOLVABLE] >= 5
    assert verdicts[Verdict.UNSOLVABLE] >= 10


@pytest.mark.parametrize("options", [{}, {"fill": "anytime"}, {"fill": "anytime", "choice": "book"}])
def test_bounds_only_ever_close(monkeypatch: pytest.MonkeyPatch, options: dict[str, str]) -> None:
    told: list[Bounds] = []

    def tell(self: Budget, name: str, bounds: Bounds | None = None) -> None:
        assert bounds is not None
        told.append(bounds)

    monkeypatch.setattr(Budget, "tell", tell)
    closed = 0
    for seed in range(8):
        told.clear()
        outcome = engine.solve(random_start(seed, **options), Budget(Limits(positions=1_000)))
        last = outcome.measures["reshuffles"]
        for before, after in pairwise([*told, last]):
            assert before.low <= after.low
            assert after.high is not None
            assert before.high is None or after.high <= before.high
        closed += len(set(map(str, told))) >= 2
    assert closed


# --- the player who follows the book ---


def follow(position: Position) -> int:
    """The reshuffles of a player who follows the book, by the referee alone."""
    count = 0
    while not position.is_won:
        plays = [move for move in position.moves() if isinstance(move, Play)]
        advised = [play for play in plays if position.is_advised(play)]
        move = next(iter(advised or plays or position.moves()))
        count += move == Reshuffle()
        position = position.play(move)
    return count


def test_the_book_players_reshuffles_are_reported() -> None:
    counts = set()
    for seed in range(25):
        start = random_start(seed)
        count = follow(start)
        counts.add(count)
        outcome = solver.solve(start)
        plural = "reshuffle" if count == 1 else "reshuffles"
        assert outcome.notes == (f"a player who follows the book needs {count} {plural}",)
        assert outcome.stats["book reshuffles"] == count
        assert count >= outcome.values["reshuffles"]
    assert len(counts) >= 2


def test_the_book_player_fills_all_columns_at_once_whatever_the_options() -> None:
    for seed in range(5):
        notes = {
            solver.solve(random_start(seed, fill=fill, choice=choice), Limits(positions=100)).notes
            for fill, choice in product(("batch", "anytime"), ("free", "book"))
        }
        assert len(notes) == 1


def test_a_book_player_may_need_none_or_give_up(monkeypatch: pytest.MonkeyPatch) -> None:
    end = solver.read_deal("game: cross\nup: QS KH KD KC\ndown: AS AH AD AC\ncolumn 4: KS")
    outcome = solver.solve(end)
    assert outcome.notes == ("a player who follows the book needs no reshuffle",)
    assert outcome.values == {"reshuffles": 0}
    assert outcome.stats["book reshuffles"] == 0
    monkeypatch.setattr(engine, "BOOK_LIMIT", 1)
    given_up = engine.solve(random_start(0), Budget())
    assert given_up.notes == ("a player who follows the book does not win with 1 reshuffle",)
    assert "book reshuffles" not in given_up.stats


def test_the_book_players_reshuffles_are_counted_from_the_position_on_whatever_is_allowed() -> None:
    start = random_start(0)
    later = start
    while later.reshuffled == 0:
        later = later.play(later.moves()[0])
    assert solver.solve(later).stats["book reshuffles"] == follow(later)
    lost = solver.solve(random_start(0, reshuffles="1"))
    assert lost.verdict is Verdict.UNSOLVABLE
    assert lost.stats["book reshuffles"] == follow(start)


# --- limits ---


def test_a_limit_leaves_the_book_players_line_and_honest_bounds() -> None:
    start = random_start(0, fill="anytime")
    outcome = solver.solve(start, Limits(positions=2))
    assert outcome.verdict is Verdict.SOLVABLE
    assert outcome.limit is Limit.POSITIONS
    book = follow(random_start(0))
    assert outcome.measures == {"reshuffles": Bounds(0, book)}
    whole = solver.solve(start).measures["reshuffles"]
    assert whole.proved
    for positions in (50, 100, 200, 500, 1000):
        bounds = solver.solve(start, Limits(positions=positions)).measures["reshuffles"]
        assert bounds.low <= whole.low
        assert bounds.high is not None
        assert bounds.high >= whole.low


def test_a_limit_before_any_line_is_known_leaves_it_undecided() -> None:
    outcome = solver.solve(random_start(0, reshuffles="1"), Limits(positions=2))
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.measures == {"reshuffles": Bounds(0, None)}
    assert outcome.moves == ()


@pytest.mark.slow
def test_a_long_search_leaves_the_next_deal_its_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(checking, "LONG", 0.0)
    monkeypatch.setattr(Budget, "PERIOD", 0.0)  # natively it is soon over
    solver.solve(random_start(0))
    before = resident_memory()
    peaks = []
    for seed in (10, 14, 10, 14):
        start = random_start(seed, fill="anytime", choice="book")
        outcome = solver.solve(start, Limits(positions=150_000, memory=2**40))
        peaks.append(outcome.stats["peak MB"])
        assert resident_memory() - before < 40 * 2**20
    assert max(peaks[2:]) - max(peaks[:2]) < 20


def test_a_won_position_needs_no_moves() -> None:
    outcome = solver.solve(solver.read_deal("game: cross\nup: KS KH KD KC\ndown: AS AH AD AC"))
    assert outcome.verdict is Verdict.SOLVABLE
    assert outcome.moves == ()


def test_the_same_deal_gives_the_same_line() -> None:
    for fill in ("batch", "anytime"):
        one, other = (solver.solve(random_start(7, fill=fill)) for _ in range(2))
        assert one.moves == other.moves
    assert any(isinstance(move, DealRow) for move in one.moves)


def test_random_deals_are_pinned() -> None:
    start = random_start(1)
    assert " ".join(str(column[0]) for column in start.columns) == "8D 4H 6S 3D 3S 6H 9S 6S 4C 3D 5D QH"
    assert start.seed == 1
