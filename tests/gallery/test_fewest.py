"""The fewest redeals by depth-first search, judged by plain search over all plays."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from hypothesis import given

from solver.bounds import Bounds
from solver.limits import Budget, Limit, Limits
from solver.outcome import Verdict
from solver.patiences.gallery.packed import Packed, redeal, redealt_pile
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.search.fewest import fewest_redeals
from solver.patiences.gallery.search.standstills import Search
from solver.verifying import Result, verify
from tests.judges import gallery as brute
from tests.judges import plain
from tests.judges.gallery import LOST
from tests.judges.gallery_positions import (
    is_redeal,
    known,
    known_lines,
    late,
    near_a_win,
    same_table,
    thinned_out,
    unpacked,
    with_short_piles,
)
from tests.judges.plain import settled


def fewest(packed: Packed) -> tuple[int, tuple[int, ...]]:
    """The fewest redeals, -1 if nothing wins, and the line, which must win with just so many."""
    found = fewest_redeals(packed, Budget())
    assert found.limit is None
    if found.bounds is None:
        assert found.plays is None
        return LOST, ()
    assert found.bounds.proved
    assert found.plays is not None
    assert brute.wins(packed, found.plays)
    assert brute.redeals(found.plays) == found.bounds.low
    return found.bounds.low, found.plays


def emptied_and_passed(packed: Packed, line: tuple[int, ...]) -> int:
    """Piles that held cards in the position and were passed over, empty, before the last redeal of a line."""
    redealt = {redealt_pile(play) for play in line if play < 0}
    first = packed.done.bit_count()
    return sum(pile not in redealt and bool(packed.piles[pile]) for pile in range(first, max(redealt, default=0)))


def late_positions(count: int) -> Iterator[Packed]:
    for seed in range(count):
        yield with_short_piles(1, seed)
        yield with_short_piles(2, seed)
    for seed in range(count // 2):
        yield thinned_out(1, seed)
        yield thinned_out(2, seed)
        yield near_a_win(seed)


def judged(positions: Iterator[Packed]) -> Iterator[tuple[Packed, int]]:
    """The positions that plain search can settle, with the fewest redeals."""
    return settled(lambda packed: brute.fewest_redeals(packed, 150), positions)


@pytest.mark.parametrize("count", [100, pytest.param(1500, marks=pytest.mark.slow)])
def test_plain_search_agrees_late_in_a_game(count: int) -> None:
    answers: Counter[tuple[int, int]] = Counter()
    passes: Counter[tuple[int, int]] = Counter()
    for packed, expected in judged(late_positions(count)):
        answer, line = fewest(packed)
        assert answer == expected, packed
        answers[packed.width, answer] += 1
        passes[packed.width, emptied_and_passed(packed, line)] += 1
    assert answers.total() >= count
    for width in (4, 8):
        assert answers[width, LOST] >= count // 10
        assert min(answers[width, redeals] for redeals in range(4)) >= count // 100
        assert passes[width, 1] >= count // 40
        assert sum(number for (found, piles), number in passes.items() if found == width and piles > 1) >= count // 300


@given(late())
def test_plain_search_agrees_on_any_small_position(packed: Packed) -> None:
    for _, expected in judged(iter([packed])):
        assert fewest(packed)[0] == expected


@pytest.mark.parametrize("count", [50, pytest.param(800, marks=pytest.mark.slow)])
def test_every_cap_in_any_order(count: int) -> None:
    """What is remembered of one cap must not mislead under another."""
    rng = random.Random(0)
    compared = 0
    for packed, expected in judged(with_short_piles(1 + seed % 2, 5000 + seed) for seed in range(count)):
        caps: list[int | None] = [*range(packed.width + 1), None]
        rng.shuffle(caps)
        search = Search(packed, Budget())
        for cap in caps:
            line = search.run(cap).plays
            assert (line is not None) == (expected != LOST and (cap is None or expected <= cap)), (packed, caps, cap)
            if line is not None:
                assert brute.wins(packed, line)
                assert cap is None or brute.redeals(line) <= cap
        low = search.least_redeals()
        assert expected == LOST or (low is not None and low <= expected)
        compared += expected > 0
    assert compared >= count // 8


@pytest.mark.no_cover
@pytest.mark.parametrize("free_order", [False, True], ids=["fixed", "free"])
@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("count", [20, pytest.param(300, marks=pytest.mark.slow)])
def test_the_referee_agrees(packs: int, count: int, free_order: bool) -> None:
    answers: Counter[bool] = Counter()
    packed = (replace(with_short_piles(packs, seed), free_order=free_order) for seed in range(count))
    positions = map(unpacked, packed)
    for position, expected in settled(lambda found: plain.fewest(found, is_redeal, 400, same_table), positions):
        answer, line = fewest(pack(position))
        assert answer == (LOST if expected is None else expected), str(position)
        moves = moves_of(position, line)
        assert verify(position, moves).result is (Result.UNFINISHED if expected is None else Result.WON)
        assert sum(map(is_redeal, moves)) == (expected or 0)
        answers[expected is None] += 1
    assert min(answers[True], answers[False]) >= count // 10


def test_a_pile_that_play_empties_before_its_turn_is_passed_over_without_a_redeal() -> None:
    """Pile 1 is emptied at once; the queen lies on the nine in pile 2, which one redeal sets right."""
    packed = Packed(4, (0, 8, 11), ((), (), ()), ((0,), (1, 2), (), ()))
    assert Search(packed, Budget()).least_redeals() == 1
    assert fewest(packed) == (1, (0, redeal(1), 1, 2))


def test_a_pile_that_a_redeal_lets_play_empty_is_passed_over() -> None:
    """Redealing pile 1 frees the five; then eight and jack go, piles 2 and 3 are empty, and pile 4 is the next."""
    packed = Packed(4, (4, 7, 10, 21, 24), ((), (), ()), ((0, 2), (), (1,), (3, 4)))
    answer, line = fewest(packed)
    assert answer == 2
    assert [play for play in line if play < 0] == [redeal(0), redeal(3)]


def test_a_lost_position_has_no_fewest() -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), 0b11)
    found = fewest_redeals(queen_on_nine, Budget())
    assert (found.verdict, found.bounds, found.counts["positions"]) == (Verdict.UNSOLVABLE, None, 0)


@pytest.mark.parametrize("width", [4, 8])
def test_a_finished_game_needs_no_redeal(width: int) -> None:
    assert fewest(Packed(width, (), ((), (), ()), ((),) * width)) == (0, ())


def test_a_negative_cap_is_refused() -> None:
    with pytest.raises(ValueError, match="-1"):
        Search(Packed(4, (), ((), (), ()), ((), (), (), ())), Budget()).run(-1)


def test_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="stalled"):
        fewest_redeals(Packed(4, (), ((), (), ()), ((), (), (), ()), anytime=True), Budget())


def test_a_limit_leaves_bounds_and_the_best_line() -> None:
    """However early the search is stopped, what it says is true, and bounds never get worse."""
    packed = next(packed for packed, line in known_lines() if fewest(packed)[0] < brute.redeals(line))
    whole = fewest_redeals(packed, Budget())
    assert whole.bounds is not None
    before = Bounds(0, None)
    lines = set()
    searched = int(whole.counts["positions"])
    for positions in sorted({0, *(searched * step // 20 for step in range(0, 20, 3)), searched - 1}):
        found = fewest_redeals(packed, Budget(Limits(positions=positions)))
        assert found.limit is Limit.POSITIONS
        assert found.bounds is not None
        assert before.low <= found.bounds.low <= whole.bounds.low
        high = None if found.plays is None else brute.redeals(found.plays)
        assert found.bounds.high == high
        assert high is None or whole.bounds.low <= high <= (before.high or high)
        if found.plays is not None:
            assert brute.wins(packed, found.plays)
        before = found.bounds
        lines.add(found.plays)
    assert None in lines
    assert len(lines) >= 2


@pytest.mark.slow
def test_known_deals() -> None:
    """All 100 deals, upwards: with one redeal less than the fewest each is lost."""
    answers: Counter[int] = Counter()
    for packed, can_win in known("gallery"):
        answer, _ = fewest(packed)
        assert (answer != LOST) == can_win
        answers[answer] += 1
        for cap in range(max(0, answer)):
            assert Search(packed, Budget()).run(cap).plays is None
    assert answers == {LOST: 42, 5: 1, 6: 5, 7: 10, 8: 42}
