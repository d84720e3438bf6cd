"""CP-SAT's verdicts and fewest redeals, judged by plain search and by deals with known verdicts."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from functools import partial
from itertools import product
from pathlib import Path

import pytest

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.gallery.cpsat import Decided, count_redeals, decide, fewest_redeals
from solver.patiences.gallery.cpsat.engine import raise_bound
from solver.patiences.gallery.cpsat.request import Answer, Request
from solver.patiences.gallery.cpsat.run import answer
from solver.patiences.gallery.packed import RANKS, Packed
from tests.judges import gallery as brute
from tests.judges.gallery_positions import deal, late_positions, random_deck
from tests.judges.plain import settled

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


def ask(packed: Packed, most: int) -> Answer:
    """Ask CP-SAT in this process."""
    return answer(Request(packed, most_redeals=most))


def check(known: str, found: Decided, packed: Packed) -> None:
    """The verdict is the known one, and a line that wins is there if it can be won."""
    assert (found.plays is not None) == (known == "solvable")
    if found.plays is not None:
        check_line(packed, found.plays)
        assert found.stats["redeals"] == count_redeals(found.plays)


# --- against plain search --------------------------------------------------------------------------------------------


def compare(packs: int, anytime: bool, free_order: bool, seeds: range) -> Counter[int]:
    """Verdicts and fewest redeals of random late positions, each checked; how often each value (-1: lost) occurred."""
    values: Counter[int] = Counter()
    for cards, done in ((9, 2), (11, 1), (13, 0), (14, 2), (16, 3)):
        late = late_positions(
            packs, cards + 3 * (packs - 1), packs * done, seeds, anytime=anytime, free_order=free_order
        )
        for packed, fewest in settled(lambda packed: brute.fewest_redeals(packed, 20_000), late):
            values[fewest] += 1
            any_line = answer(Request(packed)).plays
            assert (any_line is None) == (fewest < 0), packed
            found = raise_bound(partial(ask, packed), 4 * packs)
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
    values = compare(packs, anytime, free_order, range(8))
    assert values[-1] >= 5
    assert sum(count for value, count in values.items() if value > 0) >= 5


@pytest.mark.slow
@pytest.mark.parametrize(("packs", "anytime", "free_order"), COMBINATIONS)
def test_agrees_with_plain_search_on_many_positions(packs: int, anytime: bool, free_order: bool) -> None:
    values = compare(packs, anytime, free_order, range(100, 180))
    assert values.total() >= 300
    assert max(values) >= 2


def test_an_empty_pile_has_had_its_turn() -> None:
    # 8S has to wait for 5S beneath it; the redeal of pile 1, which is empty, is passed over, so pile 2 parts them.
    kinds = (4, 7, 10)
    for anytime, free_order in product((False, True), repeat=2):
        packed = Packed(4, kinds, ((), (), ()), ((), (0, 1), (2,), ()), 0, anytime, free_order)
        assert brute.fewest_redeals(packed, 1000) == 1
        found = raise_bound(partial(ask, packed), 4)
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
    assert decide(packed, Budget()).plays == (1, 0)


def test_without_redeals_left_a_buried_card_is_lost() -> None:
    packed = Packed(4, (4, 7, 10), ((), (), ()), ((0, 1, 2), (), (), ()), done=0b1111)
    assert decide(packed, Budget()).plays is None


# --- whole deals -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("index", [1, 3, 5])
def test_known_verdicts_of_whole_deals(index: int) -> None:
    _, known, packed = deals("gallery")[index]
    check(known, decide(packed, Budget(Limits(seconds=120))), packed)


@pytest.mark.slow
def test_a_whole_deal_with_free_order_and_anytime() -> None:
    _, _, packed = deals("gallery", anytime=True, free_order=True)[3]
    check("solvable", decide(packed, Budget(Limits(seconds=300))), packed)


def test_a_whole_deal_of_one_pack() -> None:
    for seed in range(3):
        packed = deal(random_deck(seed, 1))
        fewest = brute.fewest_redeals(packed, 100_000)
        check("solvable" if fewest >= 0 else "unsolvable", decide(packed, Budget()), packed)


def test_the_fewest_redeals_of_a_whole_deal_are_proved() -> None:
    _, _, packed = deals("gallery")[3]
    found = fewest_redeals(packed, Budget(Limits(seconds=120)), known_line=decide(packed, Budget()).plays)
    assert str(found.bounds) == "8"
    assert found.limit is None
    assert found.plays is not None
    check_line(packed, found.plays)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "anytime"), [("gallery", False), ("gallery-hard", False), ("gallery-anytime", True)])
def test_all_known_verdicts(name: str, anytime: bool) -> None:
    for _, known, packed in deals(name, anytime=anytime):
        check(known, decide(packed, Budget(Limits(seconds=600)), workers=2), packed)


# --- limits of the search and its statistics -------------------------------------------------------------------------


def test_statistics_are_given() -> None:
    _, _, packed = deals("gallery")[1]
    stats = decide(packed, Budget()).stats
    assert set(stats) == {"variables", "constraints", "branches", "conflicts", "seconds"}
    assert stats["variables"] > 5000
    assert stats["constraints"] > 20000


def test_the_deterministic_limit_gives_the_same_end_every_time() -> None:
    _, _, packed = deals("gallery")[3]
    for _ in range(2):
        with pytest.raises(LimitReached) as reached:
            decide(packed, Budget(), deterministic=0.01)
        assert reached.value.limit is Limit.WORK
    runs = [decide(packed, Budget(), deterministic=50.0) for _ in range(2)]
    assert runs[0].plays == runs[1].plays
    assert runs[0].stats["branches"] == runs[1].stats["branches"]


def test_a_limit_leaves_the_bounds_known_so_far() -> None:
    asked = []

    def questions(most: int) -> Answer:
        asked.append(most)
        if most == 5:
            raise LimitReached(Limit.SECONDS, Budget())
        return Answer(True, None, {"branches": 10, "variables": 100 + most})

    known = (-1, -2, -3, -4, -5, -6, -7)
    found = raise_bound(questions, 8, known)
    assert asked == [0, 1, 2, 3, 4, 5]
    assert str(found.bounds) == "between 5 and 7"
    assert found.plays == known
    assert found.limit is Limit.SECONDS
    assert found.stats == {"branches": 50, "variables": 104}
    assert str(raise_bound(questions, 8).bounds) == "at least 5"
    assert raise_bound(lambda most: Answer(True), 2).bounds is None


def test_a_known_line_is_the_answer_if_fewer_redeals_are_refuted() -> None:
    found = raise_bound(lambda most: Answer(True), 8, (-1, 0, -2))
    assert (str(found.bounds), found.plays, found.limit) == ("2", (-1, 0, -2), None)
