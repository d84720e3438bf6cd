"""`order: free` with `redeal: stalled`, judged by plain search over all plays and by deals with known verdicts."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

from solver.limits import Budget, LimitReached, Limits
from solver.patiences.gallery.packed import Packed, redeal
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.search.fewest import fewest_redeals
from solver.patiences.gallery.search.standstills import Search, search
from tests.data_files import load
from tests.judges import gallery as brute
from tests.judges.gallery import LOST, wins
from tests.judges.gallery_positions import late_positions
from tests.judges.plain import settled

LONG = ("free-43", "free-577", "free-949")
"""Those of the data file that take more than ten thousand positions."""


def positions(seeds: range, sizes: tuple[int, ...] = (8, 11, 14, 17, 20)) -> Iterator[Packed]:
    """Positions late in a game of either size, with all or none of the piles to be redealt yet, or some."""
    for packs in (1, 2):
        for cards in sizes:
            for done in (0, packs, 2 * packs, 3 * packs, 4 * packs - 1, 4 * packs):
                yield from late_positions(packs, cards, done, seeds, free_order=True)


def judged(found: Iterator[Packed], most: int) -> Iterator[tuple[Packed, int]]:
    """The positions that plain search can settle, with the fewest redeals."""
    return settled(lambda packed: brute.fewest_redeals(packed, most), found)


@pytest.mark.parametrize("count", [5, pytest.param(16, marks=pytest.mark.slow)])
def test_plain_search_agrees_on_verdicts_and_fewest_redeals(count: int) -> None:
    answers: Counter[tuple[int, int]] = Counter()
    for packed, expected in judged(positions(range(count)), most=400):
        plays = search(packed, Budget()).plays
        assert (plays is not None) == (expected != LOST), packed
        assert plays is None or wins(packed, plays)
        found = fewest_redeals(packed, Budget())
        if expected == LOST:
            assert found.bounds is None
        else:
            assert found.bounds is not None
            assert found.plays is not None
            assert (found.bounds.low, found.bounds.high) == (expected, expected), packed
            assert wins(packed, found.plays)
            assert brute.redeals(found.plays) == expected
        answers[packed.width, min(expected, 3)] += 1
    assert all(answers[width, fewest] >= count // 3 for width in (4, 8) for fewest in (LOST, 0, 1, 2)), answers


@pytest.mark.slow
def test_plain_search_agrees_on_thousands_of_positions() -> None:
    verdicts: Counter[bool] = Counter()
    for packed, expected in judged(positions(range(1000, 1040), (9, 15, 18, 22, 26)), most=3000):
        assert (search(packed, Budget()).plays is not None) == (expected != LOST), packed
        bounds = fewest_redeals(packed, Budget()).bounds
        assert (LOST if bounds is None else bounds.high) == expected, packed
        verdicts[expected != LOST] += 1
    assert min(verdicts.values()) >= 500


@pytest.mark.parametrize("count", [2, pytest.param(8, marks=pytest.mark.slow)])
def test_every_cap_in_any_order(count: int) -> None:
    """What is remembered of one cap must not mislead under another, and the lower bound is one."""
    rng = random.Random(0)
    compared = 0
    for packed, expected in judged(positions(range(100, 100 + count)), most=300):
        caps: list[int | None] = [*range(packed.width + 1), None]
        rng.shuffle(caps)
        searching = Search(packed, Budget())
        for cap in caps:
            plays = searching.run(cap).plays
            assert (plays is not None) == (expected != LOST and (cap is None or expected <= cap)), (packed, caps, cap)
            assert plays is None or (wins(packed, plays) and (cap is None or brute.redeals(plays) <= cap))
        low = searching.least_redeals()
        assert expected == LOST or (low is not None and low <= expected)
        compared += expected > 0
    assert compared >= 7 * count


def test_an_empty_pile_is_redealt_once_it_has_cards_again() -> None:
    """Pile 4 must go first: it deals pile 1 full, which is empty now."""
    # one pack; pile 4: QD QH KC 6D 9D
    fixed = Packed(4, (37, 24, 51, 31, 34), ((), (), ()), ((), (), (), (0, 1, 2, 3, 4)))
    free = replace(fixed, free_order=True)
    assert brute.fewest_redeals(fixed, 1000) == LOST
    assert search(fixed, Budget()).plays is None
    plays = search(free, Budget()).plays
    assert plays is not None
    assert wins(free, plays)
    assert [play for play in plays if play < 0] == [redeal(3), redeal(0)]


@pytest.mark.parametrize("count", [10, pytest.param(40, marks=pytest.mark.slow)])
def test_whoever_may_choose_the_pile_wins_no_less(count: int) -> None:
    decided = 0
    for case in load("gallery")[:count]:
        packed = replace(pack(case.position), free_order=True)
        try:
            plays = search(packed, Budget(Limits(positions=2_000))).plays
        except LimitReached:
            continue
        decided += 1
        assert plays is not None or case.known["verdict"] == "unsolvable"
    assert decided >= count // 2


@pytest.mark.parametrize("name", [case.name for case in load("gallery-free") if case.name not in LONG])
def test_known_verdicts(name: str) -> None:
    _check(name, 20_000)


@pytest.mark.slow
@pytest.mark.parametrize("name", LONG)
def test_known_verdicts_that_take_long(name: str) -> None:
    _check(name, 1_000_000)


def _check(name: str, most: int) -> None:
    case = next(case for case in load("gallery-free") if case.name == name)
    position = case.position
    plays = search(pack(position), Budget(Limits(positions=most))).plays
    assert ("unsolvable" if plays is None else "solvable") == case.known["verdict"]
    for move in moves_of(position, plays or ()):
        position = position.play(move)
    assert plays is None or position.is_won
