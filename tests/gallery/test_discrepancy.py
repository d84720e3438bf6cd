"""The limited discrepancy search, judged by plain search: over packed positions and over the referee's moves."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import accumulate

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.gallery.notation import Rules
from solver.patiences.gallery.packed import Packed, redeal
from solver.patiences.gallery.packing import moves_of, pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search import standstills
from solver.patiences.gallery.search.cardsets import CardSets, Layout
from solver.patiences.gallery.search.closure import Relaxed
from solver.patiences.gallery.search.discrepancy import Search, search
from solver.patiences.gallery.search.lookahead import clears
from tests.data_files import load
from tests.judges import plain
from tests.judges.gallery import Table, fewest_redeals, plays, winnable, wins
from tests.judges.gallery_positions import late, late_positions, renamed, unpacked
from tests.judges.plain import settled

QUICK = Limits(positions=20_000)
SLOW_DEALS = ("gallery-54-anytime", "gallery-69-anytime")
HARDEST_DEALS = ("gallery-38-anytime", "gallery-81-anytime")
"""Those of the data file that take the search more than 400,000 positions."""

EITHER_ORDER = pytest.mark.parametrize("free_order", [False, True], ids=["fixed", "free"])


@cache
def known() -> dict[str, tuple[Position, bool]]:
    """The deals of the data file and whether they can be won."""
    return {case.name: (case.position, case.known["verdict"] == "solvable") for case in load("gallery-anytime")}


def in_free_order(position: Position) -> Position:
    return replace(position, rules=replace(position.rules, free_order=True))


def is_won_by(position: Position, plays: tuple[int, ...]) -> bool:
    """Whether the plays win, by the referee. Raises IllegalMove."""
    for move in moves_of(position, plays):
        position = position.play(move)
    return position.is_won


def after_each(position: Position, plays: tuple[int, ...]) -> Iterator[Position]:
    """The positions that a line passes."""
    return accumulate(moves_of(position, plays), lambda found, move: found.play(move), initial=position)


def small_positions(
    seeds: range, *, free_order: bool, sizes: tuple[int, ...] = (8, 11, 14, 17, 20)
) -> Iterator[Packed]:
    """Positions late in a game of either size, with all or none of the piles to be redealt yet, or some."""
    for packs in (1, 2):
        for cards in sizes:
            for done in (0, packs, 2 * packs, 3 * packs, 4 * packs - 1):
                yield from late_positions(packs, cards, done, seeds, anytime=True, free_order=free_order)


# --- verdicts --------------------------------------------------------------------------------------------------------


@pytest.mark.no_cover
@EITHER_ORDER
@pytest.mark.parametrize("seeds", [range(4), pytest.param(range(24), marks=pytest.mark.slow)])
def test_plain_search_agrees_late_in_a_game(free_order: bool, seeds: range) -> None:
    verdicts: Counter[tuple[int, bool]] = Counter()
    needing: Counter[bool] = Counter()
    positions = small_positions(seeds, free_order=free_order)
    for packed, best in settled(lambda packed: fewest_redeals(packed, 500), positions):
        found = search(packed, Budget())
        assert (found.plays is not None) == (best >= 0), packed
        assert found.plays is None or wins(packed, found.plays)
        verdicts[packed.copies, best >= 0] += 1
        needing[best >= 0] += found.counts["discrepancies"] > 0
    assert all(verdicts[packs, verdict] >= 4 * len(seeds) for packs in (1, 2) for verdict in (True, False))
    assert sum(verdicts.values()) >= 36 * len(seeds)
    assert min(needing[True], needing[False]) >= len(seeds) // 3


@given(late(anytime=st.just(True), free_order=st.booleans()))
def test_plain_search_agrees_on_any_small_position(packed: Packed) -> None:
    for _, can_win in settled(lambda found: winnable(found, 400), [packed]):
        found = search(packed, Budget())
        assert (found.plays is not None) == can_win
        assert found.plays is None or wins(packed, found.plays)


@EITHER_ORDER
@pytest.mark.parametrize("seeds", [range(100, 101), pytest.param(range(100, 105), marks=pytest.mark.slow)])
def test_the_referee_agrees_late_in_a_game(free_order: bool, seeds: range) -> None:
    verdicts: Counter[bool] = Counter()
    positions = map(unpacked, small_positions(seeds, free_order=free_order, sizes=(7, 10, 13, 16)))
    for position, expected in settled(lambda position: plain.winnable(position, 300), positions):
        found = search(pack(position), Budget())
        assert (found.plays is not None) == expected, position
        assert found.plays is None or is_won_by(position, found.plays)
        verdicts[expected] += 1
    assert min(verdicts.values()) >= 8 * len(seeds)


@pytest.mark.slow
@EITHER_ORDER
def test_plain_search_agrees_on_thousands_of_positions(free_order: bool) -> None:
    verdicts: Counter[bool] = Counter()
    positions = small_positions(range(1000, 1040), free_order=free_order, sizes=(9, 15, 18, 22, 26))
    for packed, best in settled(lambda packed: fewest_redeals(packed, 3000), positions):
        assert (search(packed, Budget()).plays is not None) == (best >= 0), packed
        verdicts[best >= 0] += 1
    assert min(verdicts.values()) >= 500


def quick_cases() -> list[str]:
    return [case.name for case in load("gallery-anytime") if case.name not in (*SLOW_DEALS, *HARDEST_DEALS)]


@pytest.mark.parametrize(
    "name",
    [
        name if number % 4 == 3 else pytest.param(name, marks=pytest.mark.slow)
        for number, name in enumerate(quick_cases())
    ],
)
def test_known_verdicts(name: str) -> None:
    position, can_win = known()[name]
    plays = search(pack(position), Budget(QUICK)).plays
    assert (plays is not None) == can_win
    assert plays is None or is_won_by(position, plays)


@pytest.mark.slow
@pytest.mark.parametrize("name", SLOW_DEALS)
def test_known_verdicts_that_take_long(name: str) -> None:
    position, can_win = known()[name]
    plays = search(pack(position), Budget(Limits(positions=400_000))).plays
    assert (plays is not None) == can_win
    assert plays is None or is_won_by(position, plays)


@pytest.mark.slow
@pytest.mark.parametrize("name", HARDEST_DEALS)
def test_the_hardest_deals_are_not_misjudged(name: str) -> None:
    position, can_win = known()[name]
    try:
        found = search(pack(position), Budget(Limits(positions=200_000)))
    except LimitReached:
        return
    assert (found.plays is not None) == can_win


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_whoever_may_choose_the_pile_wins_no_less(step: int) -> None:
    decided = 0
    for name in quick_cases()[::step]:
        position, can_win = known()[name]
        try:
            plays = search(pack(in_free_order(position)), Budget(Limits(positions=3000))).plays
        except LimitReached:
            continue
        decided += 1
        assert plays is not None or not can_win
        assert plays is None or is_won_by(in_free_order(position), plays)
    assert decided >= 20 // step


def test_a_deal_that_stalled_play_wins_is_not_lost() -> None:
    for case in load("gallery")[:20]:
        if case.known["verdict"] == "solvable":
            position = replace(case.position, rules=Rules(anytime=True))
            searching = Search(pack(position), Budget(Limits(positions=1000)))
            try:
                assert searching.run().plays is not None
            except LimitReached:
                assert searching.positions == 1001


@pytest.mark.parametrize("step", [20, pytest.param(2, marks=pytest.mark.slow)])
def test_no_position_that_a_winning_line_passes_is_refuted(step: int) -> None:
    rng = random.Random(5)
    decided = 0
    for name in quick_cases()[::step]:
        position, can_win = known()[name]
        if not can_win:
            continue
        plays = search(pack(position), Budget(QUICK)).plays
        assert plays is not None
        for passed in rng.sample(list(after_each(position, plays)), 12):
            for found in (passed, in_free_order(passed)):
                try:
                    again = search(pack(found), Budget(Limits(positions=300))).plays
                except LimitReached:
                    continue
                assert again is not None
                decided += 1
    assert decided >= 300 // step


@given(st.integers(0, 10_000), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_names_of_suits_and_copies_do_not_matter(seed: int, suits: list[int], rng: random.Random) -> None:
    (packed,) = late_positions(2, 22, seed % 8, range(seed, seed + 1), anytime=True)
    assert (search(renamed(packed, suits, rng), Budget()).plays is None) == (search(packed, Budget()).plays is None)


# --- hand-made positions -----------------------------------------------------------------------------------------

# one pack, piles 1 to 3 have had their turn or are empty: pile 1 is 8S, pile 4 is 5S JS KD, and KD can be played
KING_IN_TIME = Packed(4, (4, 7, 10, 38), ((), (), ()), ((1,), (), (), (0, 2, 3)), 0b0111, anytime=True)


def test_a_play_is_left_undone_where_that_wins() -> None:
    """Without KD, JS would be dealt onto 8S; with it 5S, 8S and JS come within reach."""
    found = search(KING_IN_TIME, Budget())
    assert found.plays is not None
    assert found.plays[0] == redeal(3)
    assert found.counts["discrepancies"] == 1
    assert standstills.search(replace(KING_IN_TIME, anytime=False), Budget()).plays is None


@pytest.mark.parametrize("width", [4, 8])
@EITHER_ORDER
def test_a_finished_game_needs_no_plays(width: int, free_order: bool) -> None:
    packed = Packed(width, (), ((), (), ()), ((),) * width, anytime=True, free_order=free_order)
    found = search(packed, Budget())
    assert found.plays == ()
    assert found.counts == {"positions": 1, "standstills": 0, "remembered": 0, "discrepancies": 0}


def test_an_empty_pile_is_passed_over_without_a_play() -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), anytime=True)
    assert search(queen_on_nine, Budget()).plays == (redeal(1), 0, 1)


@EITHER_ORDER
def test_a_pile_that_has_had_its_turn_is_not_redealt(free_order: bool) -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), 0b11, anytime=True, free_order=free_order)
    assert search(queen_on_nine, Budget()).plays is None


def test_the_pile_is_chosen_where_the_order_is_free() -> None:
    """From pile 4 all cards come onto piles that have had their turn, with 9D on QD; choosing pile 1 after it helps."""
    # one pack; pile 4: QD QH KC 6D 9D
    fixed = Packed(4, (37, 24, 51, 31, 34), ((), (), ()), ((), (), (), (0, 1, 2, 3, 4)), anytime=True)
    assert search(fixed, Budget()).plays is None
    free = replace(fixed, free_order=True)
    plays = search(free, Budget()).plays
    assert plays is not None
    assert plays[0] == redeal(3)
    assert redeal(0) in plays
    assert wins(free, plays)


def test_stalled_play_is_refused() -> None:
    with pytest.raises(ValueError, match="anytime"):
        search(replace(KING_IN_TIME, anytime=False), Budget())


# --- limits and counts -----------------------------------------------------------------------------------------------


def test_the_position_limit_is_exact_and_leaves_the_counts() -> None:
    position, _ = known()["gallery-10-anytime"]
    searching = Search(pack(position), Budget(Limits(positions=3000)))
    with pytest.raises(LimitReached) as stopped:
        searching.run()
    assert stopped.value.limit is Limit.POSITIONS
    assert searching.positions == 3001
    assert min(searching.standstills, searching.remembered) > 0
    assert searching.level == 1


def test_counts() -> None:
    position, _ = known()["gallery-2-anytime"]
    searching = Search(pack(position), Budget())
    found = searching.run()
    assert found.counts["positions"] == searching.positions > 0
    assert found.counts["standstills"] == searching.standstills > 0
    assert found.counts["remembered"] == searching.remembered > 0
    assert found.counts["discrepancies"] == searching.level == 0
    assert found.rounds is None
    assert found == search(pack(position), Budget())


# --- relaxations -----------------------------------------------------------------------------------------------------


def relaxed(packed: Packed) -> tuple[bool, bool]:
    """Whether the closure of the rest of the game clears the table, and whether the matching can."""
    cards = CardSets(packed)
    found = Relaxed(cards.rows)
    layout = Layout.of(cards)
    left = cards.left
    settled = sum(pile for number, pile in enumerate(layout.sets) if packed.done >> number & 1)
    open_, covers = left & ~settled | layout.open, layout.covers & settled
    free, contested = found.openings(left)
    assert (free | contested) & left == found.slots(left) & left
    cleared = found.closure(free | contested, open_, layout.under, covers) == left
    return cleared, found.matchable(left, free | contested, open_, layout.under, covers)


def test_two_copies_above_one_predecessor_cannot_share_the_other() -> None:
    # all piles have had their turn; pile 1: 5S 8S 8S, pile 2: the other 5S
    packed = Packed(8, (4, 7, 7, 4), ((), (), ()), ((0, 1, 2), (3,), *((),) * 6), 0xFF, anytime=True)
    assert relaxed(packed) == (True, False)
    assert search(packed, Budget()).plays is None
    beside = replace(packed, piles=((0, 1), (3, 2), *((),) * 6))
    assert relaxed(beside) == (False, False)
    apart = replace(packed, piles=((0, 1), (3,), (2,), *((),) * 5))
    assert relaxed(apart) == (True, True)
    assert search(apart, Budget()).plays is not None


def test_bases_that_come_before_all_strangers_need_empty_places() -> None:
    # all piles have had their turn; top row: 5S 8S and one empty place; 2H lies on 2S, which 5S and 8S wait for
    packed = Packed(8, (4, 7, 1, 14, 40), ((0, 1), (), ()), ((2, 3), (4,), *((),) * 6), 0xFF, anytime=True)
    assert packed.empty_places[0] == 1
    assert relaxed(packed) == (True, False)
    assert search(packed, Budget()).plays is None
    beside = replace(packed, piles=((2,), (4, 3), *((),) * 6))
    assert relaxed(beside) == (True, True)
    assert search(beside, Budget()).plays is not None


@pytest.mark.parametrize("count", [500, pytest.param(1500, marks=pytest.mark.slow)])
def test_relaxations_allow_every_win_and_the_matching_refutes_more(count: int) -> None:
    refuted: Counter[str] = Counter()
    for packed in late_positions(2, 20, 8, range(count), anytime=True):
        can_win = search(packed, Budget()).plays is not None
        cleared, matched = relaxed(packed)
        assert cleared >= can_win
        assert matched >= can_win
        refuted["closure"] += not cleared
        refuted["matching alone"] += cleared and not matched
    assert refuted["matching alone"] >= count // 150


# --- the next redeal -------------------------------------------------------------------------------------------------


def next_redeal_clears(packed: Packed, kept: int = 0) -> bool:
    """Whether the look at the next redeal allows a win; kept: a set of cards."""
    cards = CardSets(packed)
    found = Relaxed(cards.rows)
    layout = Layout.of(cards)
    slots = found.slots(cards.left)
    return clears(found, layout, packed.done, cards.left, slots, layout.open, kept)


def winnable_keeping(packed: Packed, kept: frozenset[int], most: int) -> bool:
    """Whether a line wins that plays none of some cards before their pile is redealt. Raises TooMany."""
    pile_of = {card: pile for pile, cards in enumerate(packed.piles) for card in cards}

    def allowed(_: Packed, table: Table) -> list[int]:
        moves = plays(packed, table)
        return [move for move in moves if move not in kept or table.done >> pile_of[move] & 1]

    return winnable(packed, most, allowed)


def test_the_last_redeal_covers_what_it_deals_on() -> None:
    """8S is dealt onto pile 1 and JS onto it as the fifth card, and nothing can be played before."""
    # one pack, piles 1 to 3 have had their turn; pile 4: JS 5S QH KD 8S
    packed = Packed(4, (10, 4, 24, 38, 7), ((), (), ()), ((), (), (), (0, 1, 2, 3, 4)), 0b0111, anytime=True)
    assert relaxed(packed) == (True, True)
    assert not next_redeal_clears(packed)
    found = search(packed, Budget())
    assert found.plays is None
    assert found.counts["positions"] == 1
    shorter = Packed(4, (10, 4, 24, 7), ((), (), ()), ((), (), (), (0, 1, 2, 3)), 0b0111, anytime=True)
    assert next_redeal_clears(shorter)
    assert search(shorter, Budget()).plays is not None


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.slow)])
def test_a_look_at_the_next_redeal_allows_every_win(seeds: range) -> None:
    outcomes: Counter[tuple[bool, bool]] = Counter()
    alone = 0  # refuted by this look, and not by the closure of the rest of the game
    sizes = (10, 14, 18, 22, 26)
    for packs in (1, 2):
        for done in range(4 * packs + 1):
            for cards in sizes:
                positions = late_positions(packs, cards, done, seeds, anytime=True)
                for packed, can_win in settled(lambda packed: winnable(packed, 1500), positions):
                    clear = next_redeal_clears(packed)
                    assert clear >= can_win, packed
                    outcomes[clear, can_win] += 1
                    alone += relaxed(packed)[0] and not clear
    assert min(outcomes[True, True], outcomes[False, False]) >= 10 * len(seeds)
    assert alone >= len(seeds)


@pytest.mark.parametrize("seeds", [range(6), pytest.param(range(6, 60), marks=pytest.mark.slow)])
def test_a_look_at_the_next_redeal_allows_every_win_that_keeps_cards(seeds: range) -> None:
    outcomes: Counter[tuple[bool, bool]] = Counter()
    rng = random.Random(7)

    def questions() -> Iterator[tuple[Packed, frozenset[int]]]:
        for packs in (1, 2):
            for done in range(4 * packs):
                for packed in late_positions(packs, 9 + 4 * packs, done, seeds, anytime=True):
                    lying = [card for pile in packed.piles[done:] for card in pile]
                    yield packed, frozenset(rng.sample(lying, min(2, len(lying))))

    for (packed, kept), can_win in settled(lambda asked: winnable_keeping(*asked, 1500), questions()):
        bit_of = list(CardSets(packed).id_of)
        clear = next_redeal_clears(packed, sum(bit_of[card] for card in kept))
        assert clear >= can_win, (packed, kept)
        outcomes[clear, can_win] += 1
    assert min(outcomes[True, True], outcomes[False, False]) >= 3 * len(seeds)
