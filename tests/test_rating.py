"""Ratings: the same everywhere, in intervals that cover, with facts that brute force confirms."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

import solver
from solver import native
from solver.careful import Games, Level, Levels
from solver.careful_positions import careful_play
from solver.limits import NO_LIMITS, Budget, Limit, Limits
from solver.outcome import Verdict
from solver.rating import Rating, rate
from solver.registry import patience
from solver.shares import Share


def winnable(game: str, seed: int = 0, **rule: str) -> Any:
    """The first random deal from a seed on that can be won."""
    while True:
        position = solver.random_deal(game, seed, **rule)
        if solver.solve(position, Limits(positions=50_000)).verdict is Verdict.SOLVABLE:
            return position
        seed += 1


def known(rating: Rating) -> dict[str, Any]:
    """All that a rating says but how the deal was decided."""
    return {key: value for key, value in vars(rating).items() if key != "outcome"}


@pytest.mark.parametrize("game", ["gallery", "marriage", "cross"])
def test_a_rating_is_the_same_with_one_process_and_with_two(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 0.0)
    monkeypatch.setattr("solver.rating.CHUNK", 20)
    position = winnable(game, 1)
    one = rate(position, Limits(positions=5000), games=90, seed=4, jobs=1)
    two = rate(position, Limits(positions=5000), games=90, seed=4, jobs=2)
    assert known(one) == known(two)
    assert one.share is not None
    assert one.share.total == 90
    assert rate(position, games=90, seed=5, facts=False).share != one.share or one.share.count == 0


@pytest.mark.skipif(not native.BUILT, reason="the native searches have not been built")
@pytest.mark.parametrize("rule", [{}, {"decks": "1", "order": "free"}])
def test_a_rating_of_the_gallery_is_the_same_natively_and_in_python(
    rule: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    found = patience("gallery")
    assert found.careful is not None
    replaced = replace(found, careful=replace(found.careful, tables=200))
    monkeypatch.setattr("solver.rating.patience_of", lambda _position: replaced)
    position = winnable("gallery", 3, **rule)
    monkeypatch.setattr(native, "USED", True)
    natively = rate(position, games=300, seed=2)
    monkeypatch.setattr(native, "USED", False)
    assert known(rate(position, games=300, seed=2)) == known(natively)


def test_a_deal_that_cannot_be_won_is_unwinnable() -> None:
    position = solver.random_deal("gallery", 0)
    rating = rate(position)
    assert (rating.verdict, rating.level) == (Verdict.UNSOLVABLE, Level.UNWINNABLE)
    assert (rating.share, rating.decisions, rating.first) == (None, None, None)


def test_a_deal_that_is_not_decided_has_no_level() -> None:
    rating = rate(winnable("gallery", 1), Limits(positions=1), games=50)
    assert (rating.verdict, rating.level, rating.limit) == (Verdict.UNDECIDED, None, Limit.POSITIONS)
    assert rating.share is not None


def test_a_game_that_is_won_needs_no_decisions() -> None:
    position = winnable("marriage", 2)
    for move in solver.solve(position).moves:
        position = position.play(move)
    rating = rate(position, games=10)
    assert rating.share == Share(10, 10)
    assert rating.first is None
    assert rating.decisions is not None
    assert (rating.decisions.low, rating.decisions.high) == (0, 0)


def test_no_time_is_no_rating_but_no_error() -> None:
    budget = Budget(NO_LIMITS)
    budget.interrupt()
    rating = rate(winnable("cross", 1), budget=budget)
    assert rating.limit is Limit.INTERRUPT
    assert (rating.share, rating.level) == (None, None)


@pytest.mark.parametrize("game", ["gallery", "marriage"])
def test_what_stops_the_games_leaves_the_facts_out(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """They would have no time, and to say that nothing is known of them says nothing."""
    monkeypatch.setattr("solver.rating.CHUNK", 20)
    position = winnable(game, 1)
    budget = Budget(NO_LIMITS)
    outcome = solver.solve(position)
    spend = budget.spend

    def spend_and_interrupt(positions: int = 1, depth: int | None = None) -> None:
        if budget.positions >= 100:
            budget.interrupt()
        spend(positions, depth)

    monkeypatch.setattr(budget, "spend", spend_and_interrupt)
    rating = rate(position, games=10_000, budget=budget, outcome=outcome)
    assert rating.limit is Limit.INTERRUPT
    assert rating.share is not None
    assert 80 <= rating.share.total <= 200
    assert (rating.decisions, rating.first, dict(rating.measures)) == (None, None, {})


# --- shares ----------------------------------------------------------------------------------------------------------


class Coin:
    """Stands for careful play: games are won with a certain chance."""

    def __init__(self, chance: float) -> None:
        self._chance = chance

    def games(self, seed: int, first: int, count: int) -> Games:
        dice = random.Random(seed)
        return Games(sum([dice.random() < self._chance for _ in range(first + count)][first:]))


def rated_coin(chance: float, monkeypatch: pytest.MonkeyPatch, **asked: Any) -> list[Rating]:
    """Ratings of a deal that is won with a certain chance, with many seeds."""
    found = patience("marriage")
    assert found.careful is not None
    position = winnable("marriage", 1)
    levels = (Levels(position.options, medium=0.6, hard=0.3, brutal=0.1),)
    coin: Any = lambda _position, _budget: Coin(chance)  # noqa: E731
    replaced = replace(found, careful=replace(found.careful, play=coin, levels=levels))
    monkeypatch.setattr("solver.rating.patience_of", lambda _position: replaced)
    outcome = solver.solve(position)
    return [rate(position, seed=seed, facts=False, outcome=outcome, **asked) for seed in range(150)]


@pytest.mark.parametrize("chance", [0.02, 0.3, 0.9])
@pytest.mark.parametrize("asked", [{"games": 250}, {"width": 0.15}])
def test_the_interval_covers_the_share(chance: float, asked: dict[str, Any], monkeypatch: pytest.MonkeyPatch) -> None:
    """By simulation: 150 ratings miss more than 16 times with a chance of about 1 in 1,000 if it is 5 %."""
    ratings = rated_coin(chance, monkeypatch, **asked)
    missed = 0
    for rating in ratings:
        assert rating.interval is not None
        low, high = rating.interval
        missed += not low <= chance <= high
        assert "width" not in asked or high - low <= asked["width"]
    assert missed <= 16


def test_levels_are_those_that_the_interval_allows(monkeypatch: pytest.MonkeyPatch) -> None:
    ratings = rated_coin(0.3, monkeypatch, games=250)
    assert {rating.level for rating in ratings} == {Level.MEDIUM, Level.HARD}
    for rating in ratings:
        assert rating.level in rating.levels
    assert sum(set(rating.levels) == {Level.MEDIUM, Level.HARD} for rating in ratings) > 120


def test_a_width_is_reached_with_no_more_games_than_are_given() -> None:
    position = winnable("marriage", 1)
    rating = rate(position, games=500, width=0.001, facts=False)
    assert rating.share is not None
    assert rating.share.total == 500


# --- facts -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 5])
@pytest.mark.parametrize("game", ["gallery", "marriage"])
def test_the_first_choice_is_that_of_hints(game: str, seed: int) -> None:
    position = winnable(game, seed)
    first = rate(position, Limits(positions=5000), games=1).first
    assert first is not None
    free = careful_play(patience(game)).free
    for move in free(position):
        position = position.play(move)
    hint = solver.hint(position)
    while len(hint.choices) == 1:
        position = position.play(hint.choices[0].move)
        for move in free(position):
            position = position.play(move)
        hint = solver.hint(position)
    verdicts = [choice.verdict for choice in hint.choices]
    assert (first.moves, first.undecided) == (len(verdicts), 0)
    assert first.lose == verdicts.count(Verdict.UNSOLVABLE)


def test_best_values_are_those_of_solve() -> None:
    position = winnable("gallery", 7, decks="1")
    found = rate(position, Limits(positions=20_000), games=1).measures
    assert found["redeals"] == solver.solve(position, best="redeals").measures["redeals"]


def test_the_cross_is_won_with_the_fewest_reshuffles() -> None:
    position = solver.random_deal("cross", 2)
    fewest = solver.solve(position).measures["reshuffles"]
    rating = rate(position, games=200, facts=False)
    assert rating.within == ("reshuffles", fewest.high)
    limited = solver.random_deal("cross", 2, reshuffles=str(fewest.high))
    other = rate(limited, games=200, facts=False)
    assert (other.share, other.within) == (rating.share, None)
    assert rating.share is not None
    assert 0 < rating.share.count < 200


# --- the door --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "error"),
    [
        ({"seed": -1}, solver.OptionError),
        ({"seed": "1"}, TypeError),
        ({"games": 0}, ValueError),
        ({"width": 0}, ValueError),
        ({"width": 1.5}, ValueError),
        ({"limits": Limits(), "budget": Budget(NO_LIMITS)}, TypeError),
    ],
)
def test_what_is_refused(asked: dict[str, Any], error: type[Exception]) -> None:
    with pytest.raises(error):
        solver.rate(solver.random_deal("gallery", 1), **asked)
