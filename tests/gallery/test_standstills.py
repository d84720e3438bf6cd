"""The depth-first search, judged by plain search over all plays on the same packed positions."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.gallery.packed import Packed, redeal
from solver.patiences.gallery.search.cardsets import Layout
from solver.patiences.gallery.search.standstills import Search, search
from tests.judges.gallery import replay, round_ends, winnable, wins
from tests.judges.gallery_positions import (
    deal,
    known,
    late,
    near_a_win,
    played_at_random,
    random_deck,
    renamed,
    thinned_out,
)
from tests.judges.plain import settled


def decided(packed: Packed) -> bool:
    """Whether the search finds the position winnable; its line must win."""
    line = search(packed, Budget()).plays
    assert line is None or wins(packed, line)
    return line is not None


# --- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_known_verdicts(step: int) -> None:
    cases = known("gallery")[::step]
    assert len(cases) == 100 // step
    assert [decided(packed) for packed, _ in cases] == [can_win for _, can_win in cases]


@pytest.mark.slow
def test_hard_deals_are_decided_within_limits() -> None:
    for packed, can_win in known("gallery-hard"):
        line = search(packed, Budget(Limits(positions=200_000, memory=1 << 30))).plays
        assert (line is not None) == can_win
        assert line is None or wins(packed, line)


def late_positions(count: int) -> Iterator[tuple[str, Packed]]:
    for seed in range(count):
        yield "two packs, near a win", near_a_win(seed)
        yield "one pack, thinned out", thinned_out(1, seed)
        yield "two packs, thinned out", thinned_out(2, seed)
    for seed in range(count // 4):
        yield "one pack, played", played_at_random(1, seed)
        yield "two packs, played", played_at_random(2, seed)


@pytest.mark.parametrize("count", [40, pytest.param(2000, marks=pytest.mark.slow)])
def test_plain_search_agrees_late_in_a_game(count: int) -> None:
    verdicts: Counter[tuple[str, bool]] = Counter()
    for (source, packed), expected in settled(lambda named: winnable(named[1], 400), late_positions(count)):
        assert decided(packed) == expected, packed
        verdicts[source, expected] += 1
    for source in ("two packs, near a win", "one pack, thinned out", "two packs, thinned out"):
        assert min(verdicts[source, True], verdicts[source, False]) >= count // 20


@given(late())
def test_plain_search_agrees_on_any_small_position(packed: Packed) -> None:
    for _, expected in settled(lambda found: winnable(found, 400), [packed]):
        assert decided(packed) == expected


@pytest.mark.parametrize("seeds", [range(800, 900), pytest.param(range(1500), marks=pytest.mark.slow)])
def test_plain_search_agrees_on_whole_one_pack_deals(seeds: range) -> None:
    won = []
    for seed in seeds:
        packed = deal(random_deck(seed, 1))
        expected = winnable(packed, most=10_000)
        assert decided(packed) == expected
        if expected:
            won.append(seed)
    assert won  # hardly any one-pack deal can be won


@pytest.mark.parametrize("count", [25, pytest.param(200, marks=pytest.mark.slow)])
def test_all_standstills_of_a_round_are_found(count: int) -> None:
    """Up to exchanging the copies of a card that lie in one row."""

    def canonical(packed: Packed, cards: frozenset[int]) -> tuple[tuple[int, ...], ...]:
        rows = (tuple(sorted(packed.kinds[card] for card in row if card in cards)) for row in packed.rows)
        return (*rows, tuple(sorted(card for pile in packed.piles for card in pile if card in cards)))

    sizes: Counter[int] = Counter()
    rounds = (
        packed
        for seed in range(count)
        for packed in (thinned_out(2, seed), near_a_win(seed), deal(random_deck(seed, 2)))
    )
    for packed, ends in settled(lambda packed: round_ends(packed, 1000), rounds):
        expected = {canonical(packed, cards) for cards in ends}
        found = {canonical(packed, cards) for cards in standstills_of(packed)}
        won = canonical(packed, frozenset())
        # nothing is looked for once a win is found
        assert found == expected or (won in found and found < expected)
        sizes[len(expected)] += 1
    assert sum(number for size, number in sizes.items() if size > 1) > count // 2
    assert max(sizes) >= min(11, count // 5)


def standstills_of(packed: Packed) -> set[frozenset[int]]:
    """The cards left at each standstill that the search lists; its line must lead there."""
    searching = Search(packed, Budget())
    cards_of = searching._cards
    layout = Layout.of(cards_of)
    found = set()
    for left, trail in searching._standstills(cards_of.left, layout, packed.done, last=False):
        cards = replay(packed, tuple(searching._in_order(layout, trail))).cards
        assert len(cards) == left.bit_count()
        found.add(cards)
    return found


@given(st.integers(0, 99), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_names_of_suits_and_copies_do_not_matter(number: int, suits: list[int], rng: random.Random) -> None:
    packed, can_win = known("gallery")[number]
    assert decided(renamed(packed, suits, rng)) == can_win


@pytest.mark.parametrize("width", [4, 8])
def test_a_finished_game_needs_no_plays(width: int) -> None:
    found = search(Packed(width, (), ((), (), ()), ((),) * width), Budget())
    assert found.plays == ()


@pytest.mark.parametrize("done", [0b00, 0b01])
def test_an_empty_pile_is_passed_over_without_a_play(done: int) -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), done)
    assert search(queen_on_nine, Budget()).plays == (redeal(1), 0, 1)


def test_a_pile_that_has_had_its_turn_is_not_redealt() -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), 0b11)
    assert search(queen_on_nine, Budget()).plays is None


def test_other_rules_are_refused() -> None:
    with pytest.raises(ValueError, match="stalled"):
        search(Packed(4, (), ((), (), ()), ((), (), (), ()), anytime=True), Budget())


def test_the_position_limit_is_exact_and_leaves_the_counts() -> None:
    packed, _ = known("gallery-hard")[1]
    searching = Search(packed, Budget(Limits(positions=500)))
    with pytest.raises(LimitReached) as stopped:
        searching.run()
    assert stopped.value.limit is Limit.POSITIONS
    assert searching.positions == 501
    assert 0 < searching.standstills == sum(searching.standstills_after)


def test_counts() -> None:
    packed, _ = known("gallery")[0]
    searching = Search(packed, Budget())
    found = searching.run()
    assert found.counts["positions"] == searching.positions > 0
    assert found.counts["standstills"] == sum(searching.standstills_after) > 0
    assert found.counts["remembered"] == searching.remembered
    assert found.rounds == tuple(searching.standstills_after)
    assert len(searching.standstills_after) == packed.width + 1
