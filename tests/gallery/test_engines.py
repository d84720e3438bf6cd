"""The engines as they are asked by the commands: which decides, what it says, and that they agree with plain search."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import count, pairwise, product
from typing import Any

import pytest

from solver import native, random_deal, solving
from solver.bounds import Bounds
from solver.deal_files import read_deal
from solver.errors import EngineFault, EnginesDisagree, Unsupported
from solver.limits import Budget, Limit, LimitReached, Limits, Progress
from solver.outcome import Outcome, Verdict
from solver.patience import Deciding, Engine, Question
from solver.patiences.gallery import PATIENCE, engines, together
from solver.patiences.gallery.found import Found, Method, by_model
from solver.patiences.gallery.known import BestKnown
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.rules import Position
from solver.solving import solve
from tests.data_files import load
from tests.judges.gallery import LOST as NO_WIN
from tests.judges.gallery import fewest_redeals
from tests.judges.gallery_positions import late_positions, unpacked
from tests.judges.plain import settled
from tests.times import AMPLE, AT_ONCE

pytestmark = pytest.mark.usefixtures("kept_cp_sat")

SOLVABLE, LOST = (
    next(case.position for case in load("gallery") if case.known["verdict"] == word)
    for word in ("solvable", "unsolvable")
)
COMBINATIONS = list(product(("stalled", "anytime"), ("fixed", "free"), ("2", "1")))


def late(redeal: str, order: str, decks: str, first: int) -> Iterator[Position]:
    """Late positions without end, of many sizes, with all, some or none of the piles still to be redealt."""
    packs = int(decks)
    options = {"anytime": redeal == "anytime", "free_order": order == "free"}
    for seed in count(first):
        for cards, done in ((8, 1), (11, 4), (14, 2), (17, 3), (20, 2)):
            for packed in late_positions(packs, cards, packs * done, range(seed, seed + 1), **options):
                yield unpacked(packed)


def small(
    redeal: str, order: str, decks: str, wanted: int, first: int = 0, most: int = 500
) -> list[tuple[Position, int]]:
    """As many won and lost late positions with their fewest redeals by plain search."""
    found: dict[bool, list[tuple[Position, int]]] = {True: [], False: []}
    for position, fewest in settled(
        lambda position: fewest_redeals(pack(position), most), late(redeal, order, decks, first)
    ):
        kind = found[fewest == NO_WIN]
        if len(kind) < wanted:
            kind.append((position, fewest))
        if len(found[True]) == len(found[False]) == wanted:
            break
    return found[False] + found[True]


@pytest.mark.parametrize(("redeal", "order", "decks"), COMBINATIONS)
def test_auto_and_fewest_redeals_agree_with_plain_search(redeal: str, order: str, decks: str) -> None:
    by_cp_sat = redeal == "anytime"  # whose process takes a second to start
    for position, known in small(redeal, order, decks, 1 if by_cp_sat else 8):
        outcome = solve(position, best="redeals", jobs=1)
        assert outcome.verdict is (Verdict.UNSOLVABLE if known == NO_WIN else Verdict.SOLVABLE)
        if known != NO_WIN:
            assert outcome.measures["redeals"] == Bounds(known, known)
            assert outcome.values["redeals"] == known
    for position, known in small(redeal, order, decks, 5, first=5000):
        assert solve(position, jobs=1).verdict is (Verdict.UNSOLVABLE if known == NO_WIN else Verdict.SOLVABLE)


@pytest.mark.slow
@pytest.mark.parametrize("decks", ["2", "1"])
def test_plain_search_agrees_on_thousands_of_positions(decks: str) -> None:
    for position, known in small("stalled", "fixed", decks, 600, first=20_000, most=3000):
        assert solve(position, engine="dfs").verdict is (Verdict.UNSOLVABLE if known == NO_WIN else Verdict.SOLVABLE)


@pytest.mark.slow
@pytest.mark.parametrize(("redeal", "order", "decks"), COMBINATIONS)
def test_every_engine_agrees_with_plain_search(redeal: str, order: str, decks: str) -> None:
    for position, known in small(redeal, order, decks, 20, first=10_000, most=3000):
        verdict = Verdict.UNSOLVABLE if known == NO_WIN else Verdict.SOLVABLE
        assert solve(position, engine="cp-sat", jobs=1).verdict is verdict
        assert solve(position, engine="dfs").verdict is verdict


@cache
def late_pair() -> tuple[Position, Position]:
    """A lost position and one that can be won, both late in a game: quick for CP-SAT, too."""
    (won, _), (lost, _) = small("stalled", "fixed", "2", 1)
    return lost, won


@pytest.mark.parametrize("whole_deals", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_both_engines_are_asked_and_agree(whole_deals: bool) -> None:
    positions = (LOST, SOLVABLE) if whole_deals else late_pair()
    for position, verdict in zip(positions, (Verdict.UNSOLVABLE, Verdict.SOLVABLE), strict=True):
        outcome = solve(position, engine="both")
        assert outcome.verdict is verdict
        assert outcome.notes == ("depth-first search and CP-SAT agree",)
        assert outcome.limit is None


def test_engines_that_disagree_fail_loudly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_cp_sat", lambda *_: by_model(None, {}))
    with pytest.raises(EnginesDisagree, match="depth-first search says solvable, CP-SAT says unsolvable"):
        solve(SOLVABLE, engine="both")


def test_both_gives_the_verdict_of_the_one_that_decides_and_says_so() -> None:
    outcome = solve(LOST, Limits(positions=3), engine="both")
    assert (outcome.verdict, outcome.engine, outcome.limit) == (Verdict.UNSOLVABLE, "CP-SAT", None)
    assert outcome.notes == ("depth-first search reached its position limit", "CP-SAT says unsolvable")


class Endless:
    """A search that spends until a limit stops it, or that runs out of memory."""

    def __init__(self, budget: Budget, out_of: Limit | None = None) -> None:
        self._budget = budget
        self._out_of = out_of

    def run(self) -> Found:
        limit = self._out_of
        try:
            while limit is None or self._budget.positions < 5:
                self._budget.spend()
        except LimitReached as reached:
            limit = reached.limit
        return Found(Method.STANDSTILLS, Verdict.UNDECIDED, counts={"positions": self._budget.positions}, limit=limit)

    def release(self) -> None:
        """Nothing is remembered."""


def stopped(budget: Budget) -> Found:
    """What CP-SAT says that is at work until a limit stops it."""
    try:
        while True:
            budget.check()
            time.sleep(0.001)
    except LimitReached as reached:
        return by_model(None, {}, limit=reached.limit)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT joins a search almost at once."""
    monkeypatch.setattr(together, "SEARCH_POSITIONS", 3)
    monkeypatch.setattr(together, "QUICK_POSITIONS", 1)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("out_of", [None, Limit.MEMORY])
def test_cp_sat_decides_beside_a_search_that_takes_long_or_needs_too_much_memory(
    monkeypatch: pytest.MonkeyPatch, jobs: int, out_of: Limit | None
) -> None:
    monkeypatch.setattr(together, "searcher", lambda _packed, budget, _known: Endless(budget, out_of))
    monkeypatch.setattr(together, "FIRST_TURN", 10.0)
    lost, _ = late_pair()
    outcome = solve(lost, jobs=jobs)
    assert (outcome.verdict, outcome.engine, outcome.limit) == (Verdict.UNSOLVABLE, "CP-SAT", None)
    assert outcome.notes == ("depth-first search had not decided after 3 positions",)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("failure", [None, "it broke", Limit.MEMORY])
@pytest.mark.parametrize("best", [None, "redeals"])
def test_the_search_goes_on_beside_cp_sat_whatever_becomes_of_that(
    monkeypatch: pytest.MonkeyPatch, failure: str | Limit | None, jobs: int, best: str | None
) -> None:
    def ask(_packed: Packed, _question: Question, budget: Budget, known: BestKnown) -> Found:
        if isinstance(failure, str):
            return by_model(known.plays, {}, fewest=known.bounds, failure=failure)
        if failure is not None:
            return by_model(known.plays, {}, fewest=known.bounds, limit=failure)
        return stopped(budget)

    monkeypatch.setattr(together, "ask_model", ask)
    monkeypatch.setattr(together, "FIRST_TURN", 0.05)
    outcome = solve(LOST, jobs=jobs, best=best)
    assert (outcome.verdict, outcome.engine, outcome.limit) == (Verdict.UNSOLVABLE, "depth-first search", None)
    if outcome.notes:  # else the search ended before CP-SAT was asked
        assert outcome.notes[0] == "depth-first search had not decided after 3 positions"
        assert ("it broke" in outcome.notes) == (failure == "it broke")


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("redeal", ["stalled", "anytime"])
def test_engines_that_work_together_find_the_fewest_redeals(redeal: str, jobs: int) -> None:
    settled_positions = settled(
        lambda position: fewest_redeals(pack(position), 3000), late(redeal, "free", "1", first=300)
    )
    position, known = next((position, known) for position, known in settled_positions if known >= 2)
    outcome = solve(position, best="redeals", jobs=jobs)
    assert outcome.measures["redeals"] == Bounds(known, known)


@pytest.mark.usefixtures("impatient")
def test_with_one_processor_the_engines_take_turns_that_grow(monkeypatch: pytest.MonkeyPatch) -> None:
    turns: list[float] = []
    more_threads: set[threading.Thread] = set()
    whole = Budget()

    def ask(_packed: Packed, question: Question, budget: Budget, _known: BestKnown) -> Found:
        assert budget.limits.seconds is not None
        assert question.jobs == 1
        turns.append(budget.limits.seconds)
        more_threads.update(set(threading.enumerate()) - before)
        if len(turns) == 4:
            whole.interrupt()
        return stopped(budget)

    monkeypatch.setattr(together, "ask_model", ask)
    monkeypatch.setattr(together, "searcher", lambda _packed, budget, _known: Endless(budget))
    monkeypatch.setattr(together, "FIRST_TURN", 0.02)
    before = set(threading.enumerate())
    outcome = solve(LOST, jobs=1, budget=whole)
    assert (outcome.verdict, outcome.limit) == (Verdict.UNDECIDED, Limit.INTERRUPT)
    assert not more_threads
    assert len(turns) == 4
    assert turns == sorted(turns)
    assert all(turn >= 0.02 * 2**number for number, turn in enumerate(turns))  # longer after a search that took longer


@pytest.mark.parametrize("jobs", [1, 2])
def test_bounds_only_close_whichever_engine_is_at_work(monkeypatch: pytest.MonkeyPatch, jobs: int) -> None:
    monkeypatch.setattr(together, "SEARCH_POSITIONS", 3000)
    monkeypatch.setattr(Budget, "PERIOD", 0.0)
    seen: list[Progress] = []

    def look(glimpse: Progress) -> None:
        """Stop when a line is known and CP-SAT has been at work for a while."""
        seen.append(glimpse)
        if glimpse.bounds is not None and glimpse.bounds.high is not None:
            by_model = [one for one in seen if one.engine == "CP-SAT"]
            if len(by_model) >= 8:
                budget.interrupt()

    budget = Budget(AMPLE, look)
    outcome = solve(random_deal("gallery", 158), best="redeals", budget=budget, jobs=jobs)
    told = [glimpse.bounds for glimpse in seen if glimpse.bounds is not None]
    told.append(outcome.measures["redeals"])
    assert any(bounds.high is not None for bounds in told)
    for earlier, later in pairwise(told):
        assert earlier.low <= later.low
        assert earlier.high is None or (later.high is not None and later.high <= earlier.high)
    assert outcome.verdict is Verdict.SOLVABLE  # known long before the fewest are
    assert outcome.values["redeals"] == told[-1].high
    assert outcome.limit in (None, Limit.INTERRUPT)


def test_a_limit_stops_both_engines_of_auto(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(together, "SEARCH_POSITIONS", 3)
    position = next(case.position for case in load("gallery-special") if case.name == "special-k-11")
    outcome = solve(position, Limits(seconds=1.5))
    assert (outcome.verdict, outcome.limit) in ((Verdict.UNDECIDED, Limit.SECONDS), (Verdict.UNSOLVABLE, None))
    assert outcome.stats["seconds"] < AT_ONCE


@pytest.mark.slow
def test_a_deal_that_only_the_search_refutes_is_decided_by_auto() -> None:
    case = next(case for case in load("gallery-special") if case.name == "special-k-11")
    assert str(solve(case.position, AMPLE).verdict) == case.known["verdict"]


def test_a_limit_of_the_whole_is_undecided() -> None:
    outcome = solve(LOST, Limits(positions=3))
    assert (outcome.verdict, outcome.limit) == (Verdict.UNDECIDED, Limit.POSITIONS)
    assert outcome.stats["positions"] <= 4
    outcome = solve(SOLVABLE, Limits(seconds=0), engine="cp-sat")
    assert (outcome.verdict, outcome.limit) == (Verdict.UNDECIDED, Limit.SECONDS)


def test_fewest_redeals_at_a_limit_gives_bounds_and_the_known_line() -> None:
    outcome = solve(SOLVABLE, Limits(positions=2000), best="redeals")
    bounds = outcome.measures["redeals"]
    assert (outcome.verdict, outcome.limit) == (Verdict.SOLVABLE, Limit.POSITIONS)
    assert not bounds.proved
    assert bounds.high == outcome.values["redeals"]


def test_fewest_redeals_by_either_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    position = SOLVABLE
    for move in solve(position).moves[:70]:
        position = position.play(move)
    by_search = solve(position, best="redeals", engine="dfs")
    assert by_search.engine == "depth-first search"
    by_model = solve(position, best="redeals", engine="cp-sat")
    assert by_model.engine == "CP-SAT"
    assert by_search.measures == by_model.measures
    monkeypatch.setattr(together, "SEARCH_POSITIONS", 1)
    for jobs in (1, 2):
        assert solve(position, best="redeals", jobs=jobs).measures == by_model.measures


@pytest.mark.parametrize(
    ("engine", "best", "anytime", "free"),
    [
        ("both", "redeals", False, False),
        ("dfs", "redeals", True, False),
    ],
)
def test_what_an_engine_does_not_know_it_refuses(engine: str, best: str | None, anytime: bool, free: bool) -> None:
    position = replace(SOLVABLE, rules=replace(SOLVABLE.rules, anytime=anytime, free_order=free))
    with pytest.raises(Unsupported, match=r"expected (the engine )?auto"):
        solve(position, engine=engine, best=best)


def test_an_interrupt_stops_every_engine() -> None:
    for engine in ("auto", "dfs", "cp-sat", "both"):
        budget = Budget()
        budget.interrupt()
        outcome = solve(SOLVABLE, engine=engine, budget=budget)
        assert (outcome.verdict, outcome.limit) == (Verdict.UNDECIDED, Limit.INTERRUPT)


def test_a_line_that_does_not_win_is_never_shown(monkeypatch: pytest.MonkeyPatch) -> None:
    good = solve(SOLVABLE)
    for moves in (good.moves[:-1], good.moves[1:], (*good.moves, good.moves[-1])):
        bad: Outcome[Move] = replace(good, moves=moves)

        def answer(*_: Any, bad: Outcome[Move] = bad) -> Outcome[Move]:
            return bad

        broken = replace(PATIENCE, deciding=Deciding((Engine("auto", answer),)))
        monkeypatch.setattr(solving, "patience_of", lambda _game, broken=broken: broken)
        with pytest.raises(EngineFault, match="is not sound"):
            solve(SOLVABLE)


def test_an_unsound_position_is_refused() -> None:
    with pytest.raises(ValueError, match="there must be"):
        solve(replace(SOLVABLE, piles=((), *SOLVABLE.piles[1:])))


def test_a_position_in_progress_is_decided_like_any_other() -> None:
    position = SOLVABLE
    for move in solve(position).moves[:60]:
        position = position.play(move)
    again = read_deal(str(position)).position
    assert solve(again).verdict is Verdict.SOLVABLE


def test_every_known_deal_is_decided_and_its_line_replayed() -> None:
    for case in load("gallery")[:: 1 if native.USED else 10]:
        assert str(solve(case.position).verdict) == case.known["verdict"], case.name


def test_the_hard_deals_are_decided_by_auto() -> None:
    for case in load("gallery-hard"):
        outcome = solve(case.position, AMPLE)
        assert str(outcome.verdict) == case.known["verdict"], case.name
