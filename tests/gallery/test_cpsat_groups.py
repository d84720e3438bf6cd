"""The constraint groups of the CP-SAT model, each by itself on small hand-made positions."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import permutations, product

import pytest
from ortools.sat.python import cp_model

from solver.patiences.gallery.cpsat.bases import add_bases
from solver.patiences.gallery.cpsat.flow import add_flow
from solver.patiences.gallery.cpsat.order import make_order
from solver.patiences.gallery.cpsat.piles import capacities, make_piles, share
from solver.patiences.gallery.cpsat.plays import plays_of
from solver.patiences.gallery.cpsat.slots import add_slots
from solver.patiences.gallery.cpsat.stacking import add_stacking
from solver.patiences.gallery.cpsat.stall import add_stall_rule
from solver.patiences.gallery.cpsat.times import Times
from solver.patiences.gallery.packed import Packed, redeal
from tests.judges.gallery_positions import late_positions

AS, S2, S5, S8, SJ = 0, 1, 4, 7, 10  # kinds of spades
H2, H5 = 14, 17


def position(
    kinds: Iterable[int] = (),
    *piles: Iterable[int],
    rows: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]] = ((), (), ()),
    width: int = 4,
    **options: bool | int,
) -> Packed:
    """A position with these piles of card ids; missing piles are empty."""
    laid = [tuple(pile) for pile in piles]
    laid += [()] * (width - len(laid))
    return Packed(width, tuple(kinds), rows, tuple(laid), **options)  # type: ignore[arg-type]


def solve(times: Times) -> cp_model.CpSolver | None:
    """A solution of what is in the model so far, or None."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    status = solver.solve(times.model)
    assert status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return solver if status == cp_model.OPTIMAL else None


def fix(times: Times, values: Iterable[int]) -> None:
    """Give the cards their times."""
    for time, value in zip(times.cards, values, strict=True):
        times.model.add(time == value)


# --- times -----------------------------------------------------------------------------------------------------------


def test_a_card_is_unplayed_at_the_end_of_a_round_if_its_time_is_later() -> None:
    for value in range(9):
        times = Times(position((AS, S2, S5), (0, 1, 2)), redeals=2)
        literals = [times.unplayed(times.cards[0], r) for r in range(2)]
        times.model.add(times.cards[0] == value)
        solver = solve(times)
        assert solver is not None
        assert [solver.boolean_value(literal) for literal in literals] == [value >= 3, value >= 6]


def test_nothing_is_unplayed_after_the_last_round() -> None:
    times = Times(position((AS,), (0,)), redeals=1)
    assert times.unplayed(times.cards[0], 1) is False
    assert times.last == 1


# --- copies and slots ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("high", "low"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)])
def test_slots_allow_just_the_orders_that_can_be_played(high: int, low: int) -> None:
    kinds = (SJ,) * high + (S8,) * low
    for order in permutations(range(high + low)):
        times = Times(position(kinds, width=8), redeals=0)
        add_slots(times)
        fix(times, order)
        open_slots, playable = high - low, True
        for card in sorted(range(high + low), key=lambda card: order[card]):
            open_slots += 1 if kinds[card] == S8 else -1
            playable &= open_slots >= 0
        assert (solve(times) is not None) == playable, order


def test_slots_need_the_predecessor_strictly_earlier() -> None:
    times = Times(position((SJ, S8)), redeals=0)
    add_slots(times)
    fix(times, (1, 1))
    assert solve(times) is None


# --- places of the rows ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("bases", "strangers"), [(1, 0), (1, 1), (2, 1), (2, 2), (3, 1)])
def test_bases_need_an_empty_place(bases: int, strangers: int) -> None:
    # One pack: the four twos are `bases` unplayed ones and the others in place; the strangers are eights.
    kinds = tuple(13 * suit + 1 for suit in range(bases)) + tuple(13 * suit + 7 for suit in range(strangers))
    packed = position(kinds, rows=(tuple(range(bases, bases + strangers)), (), ()))
    assert packed.empty_places[0] == bases - strangers
    for order in permutations(range(bases + strangers)):
        times = Times(packed, redeals=1)
        add_bases(times)
        fix(times, order)
        empty, playable = packed.empty_places[0], True
        for card in sorted(range(bases + strangers), key=lambda card: order[card]):
            empty += -1 if card < bases else 1
            playable &= empty >= 0
        assert (solve(times) is not None) == playable, order


# --- redeal order ----------------------------------------------------------------------------------------------------


def test_fixed_order_takes_the_piles_that_wait_left_to_right() -> None:
    order = make_order(Times(position((AS,), (0,), done=0b0011), redeals=2))
    assert [turn.index(True) for turn in order.turns] == [2, 3]
    assert order.rounds_of(3) == [1]
    assert order.rounds_of(0) == []


def test_free_order_takes_each_waiting_pile_at_most_once_without_gaps() -> None:
    times = Times(position((AS,), (0,), done=0b0001, free_order=True), redeals=3)
    order = make_order(times)
    seen = set()

    class Collect(cp_model.CpSolverSolutionCallback):
        def on_solution_callback(self) -> None:
            seen.add(
                tuple(
                    next((p for p, taken in enumerate(turn) if self.boolean_value(taken)), None) for turn in order.turns
                )
            )

    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.solve(times.model, Collect())
    expected = {(*order, *([None] * (3 - count))) for count in range(4) for order in permutations((1, 2, 3), count)}
    assert seen == expected


# --- piles and the redeal flow ---------------------------------------------------------------------------------------


def test_share_counts_the_cards_dealt_to_a_position() -> None:
    for count, width in product(range(30), (4, 8)):
        dealt = [0] * width
        for i in range(count):
            dealt[i % width] += 1
        assert [share(count, width, offset) for offset in range(width)] == dealt


def test_capacities_follow_the_known_order() -> None:
    # 6 cards from pile 1 go to 2, 3, 4, 1, 2, 3; pile 2 then has 1 + 2, and so on.
    packed = position([AS] * 9, range(6), (6,), (7, 8))
    assert capacities(packed, 4) == [6, 3, 5, 4]


def test_capacities_are_enough_whatever_the_order() -> None:
    for packed in late_positions(1, 14, 0, range(20), free_order=True):
        limits = capacities(packed, 4)
        for order in permutations(range(4)):
            piles = [list(pile) for pile in packed.piles]
            for limit, pile in zip(limits, order, strict=True):
                hand, piles[pile] = piles[pile], []
                assert len(hand) <= limit
                for position_, card in enumerate(reversed(hand), pile + 1):
                    piles[position_ % 4].append(card)


@pytest.mark.parametrize("free_order", [False, True])
def test_flow_carries_the_times_of_survivors_to_their_places(free_order: bool) -> None:
    # Pile 1 (from the bottom): cards 0 … 6, of which 6 and 5 are played in round 0. Dealt are 4, 3, 2, 1, 0 to the
    # piles 2, 3, 4, 1, 2.
    packed = position((AS,) * 7, range(7), done=0b1110, free_order=free_order)
    times = Times(packed, redeals=1)
    order = make_order(times)
    piles = make_piles(times, order)
    flow = add_flow(times, order, piles)
    fix(times, (13, 12, 11, 10, 9, 1, 0))
    if free_order:
        times.model.add(order.turns[0][0] == 1)
    solver = solve(times)
    assert solver is not None
    assert [solver.value(time) for time in piles.dealt[0]][:5] == [9, 10, 11, 12, 13]
    assert all(solver.value(time) < 0 for time in piles.dealt[0][5:])
    lying = [[solver.value(place.time) for place in pile if place.born == 1] for pile in piles.places]
    assert [[time for time in pile if time >= 0] for pile in lying] == [[12], [9, 13], [10], [11]]
    assert [solver.boolean_value(literal) for literal in flow.survives[0][:7]] == [True] * 5 + [False] * 2
    assert solver.boolean_value(flow.happens[0])


def test_an_empty_pile_is_passed_over() -> None:
    packed = position((AS, AS), (0, 1))
    times = Times(packed, redeals=4)
    order = make_order(times)
    flow = add_flow(times, order, make_piles(times, order))
    fix(times, (1, 0))
    solver = solve(times)
    assert solver is not None
    assert not any(solver.boolean_value(happens) for happens in flow.happens)


def test_free_order_picks_no_empty_pile() -> None:
    packed = position((AS, AS), (0, 1), free_order=True)
    times = Times(packed, redeals=1)
    order = make_order(times)
    add_flow(times, order, make_piles(times, order))
    times.model.add(order.turns[0][1] == 1)
    assert solve(times) is None


# --- stacking --------------------------------------------------------------------------------------------------------


def test_a_pile_without_redeal_is_played_from_the_top() -> None:
    for order in permutations(range(3)):
        times = Times(position((AS,) * 3, range(3), done=0b1111), redeals=0)
        turns = make_order(times)
        piles = make_piles(times, turns)
        add_stacking(times, turns, piles, add_flow(times, turns, piles))
        fix(times, order)
        assert (solve(times) is not None) == (order == (2, 1, 0))


@pytest.mark.parametrize("free_order", [False, True])
def test_stacking_holds_above_cards_that_a_redeal_brings(free_order: bool) -> None:
    # Card 2 of pile 1 comes onto card 0 of pile 2, then card 1 onto the empty pile 3.
    packed = position((AS,) * 3, (1, 2), (0,), done=0b1110, free_order=free_order)
    accepted = set()
    for order in permutations((0, 3, 4, 5), 3):
        times = Times(packed, redeals=1)
        turns = make_order(times)
        piles = make_piles(times, turns)
        add_stacking(times, turns, piles, add_flow(times, turns, piles))
        if free_order:
            times.model.add(turns.turns[0][0] == 1)
        fix(times, order)
        if solve(times) is not None:
            accepted.add(order)
    expected = {
        (t0, t1, t2)
        for t0, t1, t2 in permutations((0, 3, 4, 5), 3)
        # The redeal takes place if card 1 is unplayed then; played in round 0 card 1 comes after card 2.
        if t1 >= 3
        and (t2 < 3 or t0 < 3 or t2 < t0)
        # With card 2 played before, card 1 is the first dealt and comes onto card 0.
        and (t2 >= 3 or t0 < 3 or t1 < t0)
    }
    assert accepted == expected


# --- stall rule ------------------------------------------------------------------------------------------------------


def accepted_with_stall_rule(packed: Packed, values: tuple[int, ...], redeals: int = 1) -> bool:
    """Whether these times agree with the stall rule (other rules left aside)."""
    times = Times(packed, redeals)
    order = make_order(times)
    piles = make_piles(times, order)
    add_stall_rule(times, order, piles, add_flow(times, order, piles))
    fix(times, values)
    return solve(times) is not None


def test_no_redeal_while_an_ace_is_exposed() -> None:
    packed = position((AS, S5, S2), (0,), (2, 1), done=0b1110)
    assert not accepted_with_stall_rule(packed, (3, 5, 4))
    packed = position((S8, S5, S2), (0,), (2, 1), done=0b1110)
    assert accepted_with_stall_rule(packed, (3, 5, 4))


def test_no_redeal_while_a_base_card_has_an_empty_place() -> None:
    kinds = (S2, S8, S5)
    free = position(kinds, (0,), (1, 2), done=0b1110)
    assert not accepted_with_stall_rule(free, (3, 5, 4))
    taken = position(kinds, (0,), (1,), rows=((2,), (), ()), done=0b1110)
    assert accepted_with_stall_rule(taken, (4, 5, 3))
    left = position(kinds, (0,), (1,), rows=((2,), (), ()), done=0b1110)
    assert not accepted_with_stall_rule(left, (4, 5, 0)), "the stranger has left its place before the redeal"


@pytest.mark.parametrize(("jacks", "eights"), [(1, 0), (1, 1), (2, 0), (2, 1), (2, 2)])
def test_no_redeal_while_an_exposed_card_has_a_slot(jacks: int, eights: int) -> None:
    """The jacks are exposed and open iff fewer eights than jacks are unplayed; the hearts' five is closed."""
    kinds = (SJ,) * jacks + (S8,) * eights + (H2, H5)
    hidden = range(jacks, len(kinds))
    packed = position(kinds, (0,), (1,) if jacks == 2 else (), hidden, width=8, done=0xFE)
    n = len(kinds)
    after = tuple(range(n, 2 * n))
    assert accepted_with_stall_rule(packed, after) == (eights == jacks)
    if jacks == 2:
        # The second jack has been played before the redeal.
        assert accepted_with_stall_rule(packed, (n, 0, *after[2:])) == (eights >= 1)


def test_cards_that_a_redeal_has_moved_are_still_watched() -> None:
    # Pile 1 moves the ace from under the eight to the top of pile 3: it is played before pile 2 is redealt.
    packed = position((AS, S8, S5, S2, SJ), (0, 1), (3, 4, 2), done=0b1100)
    assert not accepted_with_stall_rule(packed, (11, 14, 13, 10, 12), 2)
    assert accepted_with_stall_rule(packed, (5, 14, 13, 10, 12), 2)


def test_the_stall_rule_asks_nothing_without_a_redeal() -> None:
    # Pile 1 is empty at its turn, so the ace may as well wait for a later round.
    packed = position((AS, S8), (), (0, 1), done=0b1110)
    assert accepted_with_stall_rule(packed, (2, 3))


# --- plays -----------------------------------------------------------------------------------------------------------


def test_plays_follow_the_times_and_leave_out_empty_redeals() -> None:
    packed = position((AS, S8, S5), (0, 1), (), (2,))
    assert plays_of(packed, 3, (3, 0, 6), (0, 1, None)) == (1, redeal(0), 0, 2)
    assert plays_of(packed, 3, (4, 3, 0), (0, 1, 2)) == (2, redeal(0), 1, 0)
