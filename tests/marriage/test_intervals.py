"""The engine against brute force, and its lines against the referee."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver.bounds import Bounds
from solver.deal_files import read_deal
from solver.limits import NO_LIMITS, Budget, Limit, Limits
from solver.outcome import Outcome, Verdict
from solver.patience import Question
from solver.patiences.marriage import PATIENCE, engine
from solver.patiences.marriage.notation import DealCard, Move, Pair, Pairs
from solver.patiences.marriage.rules import Position
from solver.patiences.marriage.search.lines import Discard, Line, early_line
from solver.verifying import Result, verify
from tests.data_files import Case, load
from tests.judges.marriage import least_row, thin_deal, thin_position
from tests.judges.strategies import positions

ANY, ROW = Question(), Question(best="row")
Maker = Callable[[Random, Pairs, int], Position]


def solve(position: Position, request: Question = ANY, limits: Limits = NO_LIMITS) -> Outcome[Move]:
    return engine.solve(position, request, Budget(limits))


def check_line(position: Position, outcome: Outcome[Move]) -> int:
    """The longest row of a winning line, counted by the referee."""
    assert verify(position, outcome.moves).result is Result.WON
    longest = len(position.row)
    for move in outcome.moves:
        position = position.play(move)
        longest = max(longest, len(position.row))
    assert outcome.values == {"row": longest}
    return longest


def compare(position: Position) -> bool:
    """Compare both searches with brute force; return whether the position can be won."""
    least = least_row(position)
    found, best = solve(position), solve(position, ROW)
    if least is None:
        assert found.verdict is best.verdict is Verdict.UNSOLVABLE, str(position)
        assert found.moves == best.moves == ()
        return False
    assert found.verdict is best.verdict is Verdict.SOLVABLE, str(position)
    assert check_line(position, found) >= least
    assert check_line(position, best) == least, str(position)
    assert best.measures == {"row": Bounds(least, least)}
    return True


THIN = {4: 2, 5: 14, 6: 14, 7: 2, 8: 0.25, 9: 0.25, 10: 0.25}
"""Inner cards, and the share of packs of so many: most where lost ones are most common and brute force is quick."""


@pytest.mark.no_cover
@pytest.mark.parametrize("times", [5, pytest.param(120, marks=pytest.mark.slow)])
@pytest.mark.parametrize("pairs", Pairs)
@pytest.mark.parametrize("maker", [thin_deal, thin_position])
def test_brute_force_agrees_on_verdict_and_narrowest_row(pairs: Pairs, times: int, maker: Maker) -> None:
    random = Random(f"{pairs.value} {maker.__name__}")
    sizes = [size for size, share in THIN.items() for _ in range(int(share * times))]
    verdicts = Counter(compare(maker(random, pairs, size)) for size in sizes)
    assert verdicts.total() > 30 * times
    assert verdicts[False] >= times


# --- whole deals ---


@pytest.mark.parametrize("case", load("marriage"), ids=lambda case: case.name)
def test_known_deals(case: Case) -> None:
    position = case.position
    found, best = solve(position), solve(position, ROW)
    assert str(found.verdict) == str(best.verdict) == case.known["verdict"]
    if found.verdict is Verdict.SOLVABLE:
        longest = check_line(position, found)
        narrowest = check_line(position, best)
        assert narrowest <= longest
        assert best.measures == {"row": Bounds(narrowest, narrowest)}
    else:
        assert case.known["verdict"] == "unsolvable"


def test_every_variant_and_verdict_is_among_the_known_deals() -> None:
    kinds = Counter((case.known["pairs"], case.known["verdict"]) for case in load("marriage"))
    assert {pairs for pairs, _ in kinds} == {pairs.value for pairs in Pairs}
    assert kinds["off", "unsolvable"] > 0
    assert kinds["compulsory", "unsolvable"] > 0


@given(positions("marriage"))
def test_positions_in_progress_are_decided_and_their_lines_win(position: Position) -> None:
    for request in (ANY, ROW):
        found = solve(position, request)
        if found.verdict is Verdict.SOLVABLE:
            check_line(position, found)
        else:
            assert found.verdict is Verdict.UNSOLVABLE


@given(positions("marriage"))
def test_a_position_is_won_iff_a_move_leads_to_a_won_one(position: Position) -> None:
    children = [solve(position.play(move)).verdict for move in position.moves()]
    won = position.is_won or Verdict.SOLVABLE in children
    assert solve(position).verdict is (Verdict.SOLVABLE if won else Verdict.UNSOLVABLE)


@given(positions("marriage"))
def test_the_narrowest_row_is_that_of_the_best_move(position: Position) -> None:
    def narrowest(here: Position) -> int | None:
        bounds = solve(here, ROW).measures.get("row")
        return None if bounds is None else bounds.high

    if not position.is_won:
        known = [value for move in position.moves() if (value := narrowest(position.play(move))) is not None]
        assert narrowest(position) == (max(len(position.row), min(known)) if known else None)


@pytest.mark.parametrize(
    ("text", "moves"),
    [
        ("row: QH=KH", []),
        ("row: QH\nstock: KH", ["deal KH"]),
        ("row: QH 2S KH", ["drop 2S"]),
        ("row: QH 2S 3D KH", ["drop 2S 3D"]),
        ("row: QH 8C 8S\nstock: KH", ["pair 8C 8S", "deal KH"]),
        ("pairs: compulsory\nrow: QH 8C 8S\nstock: KH", ["pair 8C 8S", "deal KH"]),
        ("pairs: off\nrow: QH 8C 8S\nstock: KH", ["deal KH", "drop 8C 8S"]),
        ("row: QH 8C=8S\nstock: KH", ["deal KH", "drop 8C 8S"]),
        ("row: QH 2S 3D 4C KH", None),
        # 8C must leave with 8S at once, so it cannot serve to drop 2D 3S between two clubs any more.
        ("pairs: compulsory\nrow: QH 4C 2D=3S 8C 8S\nstock: KH", None),
        ("pairs: optional\nrow: QH 4C 2D=3S 8C 8S\nstock: KH", ["drop 2D 3S", "pair 8C 8S", "deal KH", "drop 4C"]),
    ],
)
def test_small_positions(text: str, moves: list[str] | None) -> None:
    found = solve(read_deal(f"game: marriage\n{text}").position)
    assert [str(move) for move in found.moves] == (moves or [])
    assert found.verdict is (Verdict.UNSOLVABLE if moves is None else Verdict.SOLVABLE)


def test_more_freedom_never_loses_a_deal() -> None:
    for seed in range(60):
        won = {}
        for pairs in Pairs:
            start = PATIENCE.start(PATIENCE.random_deal(seed, {"pairs": pairs.value}))
            won[pairs] = solve(start).verdict is Verdict.SOLVABLE
        assert won[Pairs.OPTIONAL] >= max(won[Pairs.OFF], won[Pairs.COMPULSORY])


# --- early discards ---


def late_discards(position: Position, moves: tuple[Move, ...]) -> Iterator[tuple[Move, bool]]:
    """The discards that were possible already before the deal that precedes them, and whether they may go there.

    They may if the discards between can still be made after it.
    """
    before: Position | None = None
    between: list[Move] = []
    for move in moves:
        if isinstance(move, DealCard):
            before, between = position, [move]
        elif before is not None:
            if before.objection(move) is None:
                yield move, verify(before, (move, *between)).result is not Result.ILLEGAL
            between.append(move)
        position = position.play(move)


@pytest.mark.parametrize("pairs", Pairs)
def test_no_discard_could_have_been_made_before_the_preceding_deal(pairs: Pairs) -> None:
    for seed in range(50):
        start = PATIENCE.start(PATIENCE.random_deal(seed, {"pairs": pairs.value}))
        assert list(late_discards(start, solve(start).moves)) == []


@given(positions("marriage"), st.sampled_from((ANY, ROW)))
def test_only_a_pair_that_is_still_needed_waits(position: Position, request: Question) -> None:
    for move, could_go in late_discards(position, solve(position, request).moves):
        assert isinstance(move, Pair)
        assert not could_go


@pytest.mark.parametrize("count", [600, pytest.param(3000, marks=pytest.mark.slow)])
@pytest.mark.parametrize("maker", [thin_deal, thin_position])
def test_only_a_pair_that_is_still_needed_waits_in_thin_packs(maker: Maker, count: int) -> None:
    random = Random(1)
    waiting = 0
    for _ in range(count):
        position = maker(random, Pairs.OPTIONAL, random.randint(4, 10))
        for move, could_go in late_discards(position, solve(position, ROW).moves):
            assert isinstance(move, Pair)
            assert not could_go
            waiting += 1
    assert waiting > 0  # so the case does occur


def test_a_line_that_is_not_possible_is_refused() -> None:
    with pytest.raises(ValueError, match="batch 1 of the line is not possible"):
        early_line([[], [Discard((1,), pair=False)]], [0, 0], 1, 0)


def test_an_early_drop_goes_where_it_first_is_possible() -> None:
    # 0 1 2 lie in the row and 3 is dealt; 2 matches 0, and 3 matches 1 and 0. The line drops 2 between 1 and 3, then 1
    # between 0 and 3; but 1 can go at once, between 0 and 2.
    drop_1, drop_2 = Discard((1,), pair=False), Discard((2,), pair=False)
    line = early_line([[], [drop_2, drop_1]], [0, 0, 0b001, 0b011], 3, 0)
    assert line == Line(((drop_1,), (drop_2,)), 3)


# --- limits ---


def test_a_limit_before_the_verdict_leaves_it_undecided() -> None:
    start = PATIENCE.start(PATIENCE.random_deal(1, {"pairs": "optional"}))
    found = solve(start, ROW, Limits(positions=500))
    assert (found.verdict, found.limit, found.moves) == (Verdict.UNDECIDED, Limit.POSITIONS, ())


def test_a_limit_after_the_verdict_leaves_bounds() -> None:
    start = PATIENCE.start(PATIENCE.random_deal(1, {"pairs": "off"}))
    plain = solve(start)
    found = solve(start, ROW, Limits(positions=2000))
    assert (found.verdict, found.limit, found.moves) == (Verdict.SOLVABLE, Limit.POSITIONS, plain.moves)
    assert found.measures == {"row": Bounds(1, plain.values["row"])}
    assert not found.measures["row"].proved
