"""The gallery's native searches, held step for step to the Python searches that they are twins of."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.limits import Budget, Limit, LimitReached, Limits, Progress
from solver.patiences.gallery.found import Found
from solver.patiences.gallery.packed import KINDS, Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.search import discrepancy, standstills
from tests.data_files import load

native = pytest.importorskip("solver._native", reason="no native search was built")

MOST = 3_000
"""Positions after which a comparison ends: CPython's search does some fifty thousand a second."""


@dataclass(frozen=True)
class Twins:
    """A search in Python, its native twin, and the rule options that they know."""

    python: Any
    native: Any
    options: tuple[dict[str, bool], ...]


STANDSTILLS = Twins(standstills.Search, native.StandstillSearch, ({"free_order": False}, {"free_order": True}))
DISCREPANCY = Twins(
    discrepancy.Search,
    native.DiscrepancySearch,
    ({"anytime": True, "free_order": False}, {"anytime": True, "free_order": True}),
)
TWINS = {"standstills": STANDSTILLS, "discrepancy": DISCREPANCY}


@dataclass(frozen=True)
class Run:
    """What is seen of a search from outside."""

    found: Found | None
    limit: Limit | None
    counts: dict[str, Any]
    spent: int
    depth: int


def run(search_type: Any, packed: Packed, limits: Limits, *arguments: Any) -> Run:
    """A search as far as it comes."""
    budget = Budget(limits)
    search = search_type(packed, budget)
    found, limit = None, None
    try:
        found = search.run(*arguments)
    except LimitReached as reached:
        limit = reached.limit
    names = ("positions", "standstills", "standstills_after", "remembered", "level")
    counts = {name: getattr(search, name) for name in names if hasattr(search, name)}
    return Run(found, limit, counts, budget.positions, budget.depth)


def compare(twins: Twins, packed: Packed, limits: Limits, *arguments: Any) -> Run:
    """Both twins, which must do the same."""
    found = run(twins.native, packed, limits, *arguments)
    assert found == run(twins.python, packed, limits, *arguments), packed
    return found


def deal(seed: int, packs: int, **options: bool) -> Packed:
    """A random deal."""
    deck = list(range(KINDS)) * packs
    random.Random(seed).shuffle(deck)
    width = 4 * packs
    kinds: list[int] = []
    rows: list[list[int]] = [[], [], []]
    piles: list[list[int]] = [[] for _ in range(width)]
    for number, kind in enumerate(deck):
        row = number // width
        if row < 3 and kind % 13 == row + 1:
            continue
        (rows[row] if row < 3 else piles[number % width]).append(len(kinds))
        kinds.append(kind)
    top, middle, bottom = map(tuple, rows)
    return Packed(width, tuple(kinds), (top, middle, bottom), tuple(map(tuple, piles)), **options)


def in_progress(seed: int, packs: int, **options: bool) -> Packed:
    """A random arrangement of cards that can be left, as in a game in progress; some piles have had their turn."""
    rng = random.Random(seed)
    width = 4 * packs
    left = [packs] * KINDS
    for _ in range(rng.randint(0, 200) * packs):
        kind = rng.randrange(KINDS)
        if left[kind] > (left[kind - 3] if kind % 13 > 3 else 0):
            left[kind] -= 1
    kinds = [kind for kind in range(KINDS) for _ in range(left[kind])]
    rng.shuffle(kinds)
    waiting = list(range(len(kinds)))
    rows = []
    for rank in (1, 2, 3):
        room = sum(left[13 * suit + rank] for suit in range(4))
        row = [card for card in waiting if kinds[card] % 13 != rank][: rng.randint(0, room)]
        waiting = [card for card in waiting if card not in row]
        rows.append(tuple(row))
    piles: list[list[int]] = [[] for _ in range(width)]
    weights = [rng.choice([0.1, 1, 1, 4]) for _ in range(width)]
    for card in waiting:
        rng.choices(piles, weights)[0].append(card)
    done = rng.randrange(1 << width) if options.get("free_order") else (1 << rng.randint(0, width)) - 1
    return Packed(width, tuple(kinds), (rows[0], rows[1], rows[2]), tuple(map(tuple, piles)), done, **options)


def positions(twins: Twins, seeds: range) -> Iterator[Packed]:
    """Positions of every combination of rule options that the twins know: many in progress, few deals."""
    for options in twins.options:
        for seed in seeds:
            for packs in (1, 2):
                yield in_progress(seed, packs, **options)
                if seed % 4 == 0:
                    yield deal(seed, packs, **options)


def check_many(twins: Twins, seeds: range, most: int) -> Counter[str]:
    """Compare at many positions, of so many steps each; how the searches ended."""
    ends: Counter[str] = Counter()
    for packed in positions(twins, seeds):
        found = compare(twins, packed, Limits(positions=most))
        ends["stopped" if found.limit else str(found.found and found.found.verdict)] += 1
    return ends


@pytest.mark.no_cover
@pytest.mark.parametrize("name", TWINS)
def test_twins_take_the_same_steps(name: str) -> None:
    ends = check_many(TWINS[name], range(10), 1000)
    assert min(ends["solvable"], ends["unsolvable"]) > 2


@pytest.mark.slow
@pytest.mark.parametrize("name", TWINS)
def test_twins_take_the_same_steps_from_thousands_of_positions(name: str) -> None:
    ends = check_many(TWINS[name], range(1000, 4000), MOST)
    assert min(ends["solvable"], ends["unsolvable"], ends["stopped"]) > 20


@pytest.mark.parametrize("name", TWINS)
@given(seed=st.integers(0, 10**6), packs=st.sampled_from((1, 2)), most=st.integers(0, 300), data=st.data())
def test_a_position_limit_stops_both_at_the_same_step(name: str, seed: int, packs: int, most: int, data: Any) -> None:
    options = data.draw(st.sampled_from(TWINS[name].options))
    for packed in (deal(seed, packs, **options), in_progress(seed, packs, **options)):
        found = compare(TWINS[name], packed, Limits(positions=most))
        if found.limit:
            assert found.limit is Limit.POSITIONS
            assert found.counts["positions"] == found.spent == most + 1


@given(seed=st.integers(0, 10**6), packs=st.sampled_from((1, 2)), redeals=st.lists(st.integers(0, 9), max_size=4))
def test_twins_agree_under_caps_on_redeals(seed: int, packs: int, redeals: list[int]) -> None:
    """One search after another, for what was searched in vain is remembered from run to run."""
    for options in STANDSTILLS.options:
        packed = in_progress(seed, packs, **options)
        searches = [kind(packed, Budget(Limits(positions=MOST))) for kind in (STANDSTILLS.python, STANDSTILLS.native)]
        assert searches[0].least_redeals() == searches[1].least_redeals()
        for most in (None, *redeals):
            found: list[Any] = []
            for search in searches:
                try:
                    found.append(search.run(most))
                except LimitReached as reached:
                    found.append((reached.limit, search.positions, search.standstills, search.remembered))
            assert found[0] == found[1]
            if isinstance(found[0], tuple):
                break


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("standstills", "gallery"),
        ("standstills", "gallery-hard"),
        ("standstills", "gallery-free"),
        ("discrepancy", "gallery-anytime"),
    ],
)
def test_known_deals(name: str, file: str) -> None:
    open_ = 0
    for case in load(file):
        try:
            found = TWINS[name].native(pack(case.position), Budget(Limits(positions=70_000))).run()
        except LimitReached:
            open_ += 1
            continue
        assert (found.plays is not None) == (case.known["verdict"] == "solvable"), case.name
    assert open_ <= 4


# ---------------------------------------------------------------------------------------------- limits, threads, misuse


@pytest.fixture(scope="module")
def long() -> dict[str, Packed]:
    """For each pair of twins a position that takes the native one many looks at the budget."""
    wanted = {}
    for name, twins in TWINS.items():
        for seed in range(10_000):
            packed = deal(seed, 2, **twins.options[-1])
            if run(twins.native, packed, Limits(positions=20_000)).limit:
                wanted[name] = packed
                break
    return wanted


def spend_all(budget: Budget) -> None:
    """Spend one position after the other until a limit stops that."""
    while True:
        budget.spend()


@pytest.mark.parametrize("name", TWINS)
def test_limits_of_a_part_and_of_the_whole_are_exact(name: str, long: dict[str, Packed]) -> None:
    """As when every position is spent on its own, which the native searches do not."""
    for whole_most, part_most in ((4096, 5000), (5000, 4095), (4097, 4097)):
        ends = []
        for one_by_one in (False, True):
            whole = Budget(Limits(positions=whole_most))
            part = whole.part(Limits(positions=part_most))
            search = TWINS[name].native(long[name], part)
            with pytest.raises(LimitReached) as caught:
                spend_all(part) if one_by_one else search.run()
            searched = part.positions if one_by_one else search.positions
            ends.append((caught.value.budget is part, whole.positions, part.positions, searched))
        assert ends[0] == ends[1]


@pytest.mark.no_cover
@pytest.mark.parametrize("name", TWINS)
def test_a_stopped_search_goes_on_and_comes_to_the_same_end(name: str) -> None:
    """Both twins alike, with turns that grow; what was searched in vain stays remembered."""
    stops = 0
    for packed in positions(TWINS[name], range(12)):
        whole = run(TWINS[name].native, packed, Limits(positions=MOST))
        if whole.found is None:
            continue
        ends = []
        for search_type in (TWINS[name].native, TWINS[name].python):
            turn = 8
            budget = Budget(Limits(positions=turn))
            search = search_type(packed, budget)
            found = None
            while found is None:
                try:
                    found = search.run()
                except LimitReached:
                    stops += 1
                    turn *= 2
                    budget.extend(Limits(positions=turn))
            ends.append((found, budget.positions))
        assert ends[0] == ends[1]
        assert ends[0][0].verdict is whole.found.verdict
    assert stops > 20


@pytest.mark.parametrize("name", TWINS)
def test_time_memory_and_interrupts_stop_a_search(name: str, long: dict[str, Packed]) -> None:
    for limits, limit in ((Limits(seconds=0), Limit.SECONDS), (Limits(memory=1), Limit.MEMORY)):
        budget = Budget(limits)
        budget._next_report = 0.0
        search = TWINS[name].native(long[name], budget)
        with pytest.raises(LimitReached) as caught:
            search.run()
        assert caught.value.limit is limit
        assert 0 < search.positions == budget.positions < 10_000
    budget = Budget()
    budget.interrupt()
    with pytest.raises(LimitReached) as caught:
        TWINS[name].native(long[name], budget).run()
    assert caught.value.limit is Limit.INTERRUPT
    assert budget.positions == 1


@pytest.mark.parametrize("name", TWINS)
def test_progress_is_shown_and_what_it_raises_comes_out(name: str, long: dict[str, Packed]) -> None:
    class Enough(Exception):
        pass

    seen: list[Progress] = []

    def show(progress: Progress) -> None:
        seen.append(progress)
        budget._next_report = 0.0
        if len(seen) == 3:
            raise Enough

    budget = Budget(progress=show)
    budget._next_report = 0.0
    search = TWINS[name].native(long[name], budget)
    with pytest.raises(Enough):
        search.run()
    assert [progress.positions for progress in seen] == sorted({progress.positions for progress in seen})
    assert search.positions == budget.positions == seen[-1].positions


@pytest.mark.parametrize("name", TWINS)
def test_searches_run_in_threads(name: str) -> None:
    packs = [deal(seed, 2, **TWINS[name].options[-1]) for seed in range(40)]
    limits = Limits(positions=20_000)
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda packed: run(TWINS[name].native, packed, limits), packs))
    assert found == [run(TWINS[name].native, packed, limits) for packed in packs]


@pytest.mark.parametrize("name", TWINS)
def test_a_running_search_is_not_entered_again(name: str, long: dict[str, Packed]) -> None:
    def again(_: Progress) -> None:
        search.run()

    budget = Budget(progress=again)
    budget._next_report = 0.0
    search = TWINS[name].native(long[name], budget)
    with pytest.raises(RuntimeError, match="running already"):
        search.run()


@pytest.mark.parametrize("name", TWINS)
def test_what_is_no_position_is_refused(name: str) -> None:
    """Also what only a fault of the program could make: a native search must not run out of its arrays."""
    good = in_progress(5, 2, **TWINS[name].options[0])
    bad = [
        replace(good, width=9),
        replace(good, width=0),
        replace(good, width=7),
        replace(good, kinds=(52, *good.kinds[1:])),
        replace(good, kinds=(-1, *good.kinds[1:])),
        replace(good, kinds=(0, 0, 0, *good.kinds[3:])),
        replace(good, kinds=(*good.kinds, 0)),
        replace(good, piles=good.piles[1:]),
        replace(good, piles=((*good.piles[0], 200), *good.piles[1:])),
        replace(good, piles=((*good.piles[0], -1), *good.piles[1:])),
        replace(good, piles=((0, 0), *good.piles[1:])),
        replace(good, done=1 << 8),
    ]
    for packed in bad:
        with pytest.raises(ValueError, match="expected"):
            TWINS[name].native(packed, Budget())
    with pytest.raises(TypeError):
        TWINS[name].native(None, Budget())
    with pytest.raises(AttributeError):
        TWINS[name].native(object(), Budget())
    with pytest.raises(ValueError, match="this search knows only"):
        TWINS[name].native(replace(good, anytime=not good.anytime), Budget())


def test_negative_caps_are_refused() -> None:
    with pytest.raises(ValueError, match="at most -1 redeals; expected 0 or more"):
        native.StandstillSearch(deal(1, 2), Budget()).run(-1)
