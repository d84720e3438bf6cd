"""CP-SAT's verdicts and fewest redeals, judged by plain search and by deals with known verdicts."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from solver.bounds import Bounds
from solver.limits import Budget, Limit, LimitReached
from solver.patiences.gallery.cpsat import CpSatFailed, decide, fewest_redeals
from solver.patiences.gallery.cpsat.questions import close_bounds
from solver.patiences.gallery.cpsat.request import Request, Response
from solver.patiences.gallery.cpsat.run import answer
from solver.patiences.gallery.found import Found
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.packed import RANKS, Packed, count_redeals
from tests.judges import gallery as brute
from tests.judges.gallery_positions import deal, late_positions, random_deck
from tests.judges.plain import settled
from tests.times import AMPLE

pytestmark = pytest.mark.usefixtures("kept_cp_sat")

DATA = Path(__file__).parents[1] / "data"
COMBINATIONS = list(product((1, 2), (False, True), (False, True)))


def deals(name: str, **options: bool) -> list[tuple[str, str, Packed]]:
    """Name, known verdict and position of the deals of a file."""
    found = []
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        known = json.loads(line)
        deck = [RANKS * "SHDC".index(suit) + "A23456789TJQK".index(rank) for rank, suit in known["deck"].split()]
        found.append((known["name"], known["verdict"], deal(deck, **options)))
    return found


def check_line(packed: Packed, line: tuple[int, ...]) -> None:
    """The line is legal and wins."""
    assert brute.wins(packed, line), line


def ask(packed: Packed, known: Bounds) -> Response:
    """Ask CP-SAT in this process."""
    return answer(Request(packed, most_redeals=known.low))


def check(known: str, found: Found, packed: Packed) -> None:
    """The verdict is the known one, and a line that wins is there if it can be won."""
    assert (found.plays is not None) == (known == "solvable")
    if found.plays is not None:
        check_line(packed, found.plays)


# --- against plain search --------------------------------------------------------------------------------------------


QUICK = ((9, 2), (14, 2), (16, 3))
"""Unplayed cards and piles that had their turn (in one pack), for positions that are decided in no time."""

ALL = (*QUICK, (11, 1), (13, 0))


def compare(
    packs: int, anytime: bool, free_order: bool, sizes: Iterable[tuple[int, int]], seeds: range, most: int = 20_000
) -> Counter[int]:
    """Verdicts and fewest redeals of random late positions, each checked; how often each value (-1: lost) occurred.

    Positions of which plain search knows no end after so many are left out.
    """
    values: Counter[int] = Counter()
    for cards, done in sizes:
        late = late_positions(
            packs, cards + 3 * (packs - 1), packs * done, seeds, anytime=anytime, free_order=free_order
        )
        for packed, fewest in settled(lambda packed: brute.fewest_redeals(packed, most), late):
            values[fewest] += 1
            any_line = answer(Request(packed)).plays
            assert (any_line is None) == (fewest < 0), packed
            found = close_bounds(partial(ask, packed), 4 * packs)
            if fewest < 0:
                assert (found.bounds, found.plays) == (None, None), packed
                continue
            assert any_line is not None
            check_line(packed, any_line)
            assert found.plays is not None
            check_line(packed, found.plays)
            assert found.bounds is not None
            assert (found.bounds.low, found.bounds.high) == (fewest, fewest), packed
            assert count_redeals(found.plays) == fewest
    return values


@pytest.mark.parametrize(("packs", "anytime", "free_order"), COMBINATIONS)
def test_agrees_with_plain_search(packs: int, anytime: bool, free_order: bool) -> None:
    values = compare(packs, anytime, free_order, QUICK, range(2), most=2_000)
    assert values[-1] >= 1
    assert sum(count for value, count in values.items() if value > 0) >= 1


@pytest.mark.slow
@pytest.mark.parametrize(("packs", "anytime", "free_order"), COMBINATIONS)
def test_agrees_with_plain_search_on_many_positions(packs: int, anytime: bool, free_order: bool) -> None:
    values = compare(packs, anytime, free_order, ALL, range(88))
    assert values.total() >= 300
    assert values[-1] >= 5
    assert max(values) >= 2


def test_an_empty_pile_has_had_its_turn() -> None:
    # 8S has to wait for 5S beneath it; the redeal of pile 1, which is empty, is passed over, so pile 2 parts them.
    kinds = (4, 7, 10)
    for anytime, free_order in product((False, True), repeat=2):
        packed = Packed(4, kinds, ((), (), ()), ((), (0, 1), (2,), ()), 0, anytime, free_order)
        assert brute.fewest_redeals(packed, 1000) == 1
        found = close_bounds(partial(ask, packed), 4)
        assert str(found.bounds) == "1"
        assert found.plays is not None
        check_line(packed, found.plays)
        late = replace(packed, done=0b0010 if free_order else 0b0011)
        assert answer(Request(late)).plays is None


def test_a_won_position_needs_no_play() -> None:
    packed = Packed(8, (), ((), (), ()), ((),) * 8)
    assert decide(packed, Budget()).plays == ()
    assert str(fewest_redeals(packed, Budget()).bounds) == "0"


def test_the_last_cards_need_no_redeal() -> None:
    packed = Packed(4, (12, 0), ((), (), ()), ((0, 1), (), (), ()), done=0b1111)
    assert answer(Request(packed)).plays == (1, 0)


def test_without_redeals_left_a_buried_card_is_lost() -> None:
    packed = Packed(4, (4, 7, 10), ((), (), ()), ((0, 1, 2), (), (), ()), done=0b1111)
    found = answer(Request(packed))
    assert (found.proved, found.plays) == (True, None)


# --- whole deals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [1, *(pytest.param(index, marks=pytest.mark.slow) for index in (3, 5))])
def test_known_verdicts_of_whole_deals(index: int) -> None:
    _, known, packed = deals("gallery")[index]
    check(known, decide(packed, Budget(AMPLE)), packed)


@pytest.mark.slow
def test_a_whole_deal_with_free_order_and_anytime() -> None:
    _, _, packed = deals("gallery", anytime=True, free_order=True)[3]
    check("solvable", decide(packed, Budget(AMPLE)), packed)


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 20))])
def test_a_whole_deal_of_one_pack(seed: int) -> None:
    packed = deal(random_deck(seed, 1))
    fewest = brute.fewest_redeals(packed, 200_000)
    plays = answer(Request(packed)).plays
    assert (plays is not None) == (fewest >= 0)
    if plays is not None:
        check_line(packed, plays)


@pytest.mark.slow
def test_the_fewest_redeals_of_a_whole_deal_are_proved() -> None:
    _, _, packed = deals("gallery")[3]
    found = fewest_redeals(packed, Budget(AMPLE), known=BestKnown(0, decide(packed, Budget()).plays))
    assert str(found.bounds) == "8"
    assert found.limit is None
    assert found.plays is not None
    check_line(packed, found.plays)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "anytime"), [("gallery", False), ("gallery-hard", False), ("gallery-anytime", True)])
def test_all_known_verdicts(name: str, anytime: bool) -> None:
    for _, known, packed in deals(name, anytime=anytime):
        check(known, decide(packed, Budget(AMPLE), workers=2), packed)


# --- limits of the search and its statistics -------------------------------------------------------------------------


def late_position() -> Packed:
    """A position that costs CP-SAT some search, but not much."""
    return next(late_positions(1, 13, 0, range(1, 2), free_order=True))


def test_statistics_are_given() -> None:
    found = decide(late_position(), Budget())
    assert set(found.counts) == {"variables", "constraints", "branches", "conflicts", "seconds"}
    assert found.counts["variables"] > 500
    assert found.counts["constraints"] > 1000


def test_the_deterministic_limit_gives_the_same_end_every_time() -> None:
    packed = late_position()
    for _ in range(2):
        with pytest.raises(LimitReached) as reached:
            decide(packed, Budget(), workers=1, deterministic=0.001)
        assert reached.value.limit is Limit.WORK
    runs = [answer(Request(packed, deterministic=50.0)) for _ in range(2)]
    assert runs[0] == runs[1]
    assert runs[0].stats["branches"] > 0


@pytest.mark.slow
def test_the_deterministic_limit_gives_the_same_end_of_a_whole_deal() -> None:
    _, _, packed = deals("gallery")[3]
    for _ in range(2):
        with pytest.raises(LimitReached) as reached:
            decide(packed, Budget(), workers=1, deterministic=0.01)
        assert reached.value.limit is Limit.WORK
    runs = [decide(packed, Budget(), workers=1, deterministic=50.0) for _ in range(2)]
    assert runs[0].plays == runs[1].plays
    assert runs[0].counts["branches"] == runs[1].counts["branches"]


def test_a_limit_leaves_the_bounds_known_so_far() -> None:
    asked = []

    def questions(known: Bounds) -> Response:
        most = known.low
        asked.append(most)
        if most == 5:
            raise LimitReached(Limit.SECONDS, Budget())
        return Response(True, None, {"branches": 10, "variables": 100 + most})

    known = (-1, -2, -3, -4, -5, -6, -7)
    found = close_bounds(questions, 8, BestKnown(0, known))
    assert asked == [0, 1, 2, 3, 4, 5]
    assert str(found.bounds) == "between 5 and 7"
    assert found.plays == known
    assert found.limit is Limit.SECONDS
    assert found.counts == {"branches": 50, "variables": 104}
    assert str(close_bounds(questions, 8).bounds) == "at least 5"
    assert str(close_bounds(questions, 8, BestKnown(4, known)).bounds) == "between 5 and 7"
    assert close_bounds(lambda known: Response(True), 2).bounds is None


def test_a_failure_leaves_the_bounds_known_so_far() -> None:
    def questions(known: Bounds) -> Response:
        if known.low == 3:
            raise CpSatFailed("it broke")
        return Response(True)

    known = (-1, -2, -3, -4, -5)
    found = close_bounds(questions, 8, BestKnown(2, known))
    assert (found.bounds, found.plays, found.limit, found.failure) == (Bounds(3, 5), known, None, "it broke")


def test_a_known_line_is_the_answer_if_fewer_redeals_are_refuted() -> None:
    found = close_bounds(lambda known: Response(True), 8, BestKnown(0, (-1, 0, -2)))
    assert (str(found.bounds), found.plays, found.limit) == ("2", (-1, 0, -2), None)
