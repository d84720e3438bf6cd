"""Odds: against complete enumeration, in intervals that cover, and games that rely on nothing unseen."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from solver.deal_files import read_deal
from solver.fair_play import play_fairly
from solver.limits import NO_LIMITS, Budget, Limit, Limits
from solver.odds import Odds, odds
from solver.outcome import Verdict
from solver.registry import patience
from solver.seeing import Seen
from solver.solving import solve
from tests.conftest import Run

GAMES = ("gallery", "marriage", "cross")
RULES = {"gallery": {"decks": "1"}, "marriage": {"pairs": "compulsory"}, "cross": {"reshuffles": "1"}}


def late(game: str, seed: int, most: int) -> Seen[Any, Any]:
    """A position of a random game in which few cards are hidden, and its number of completions small."""
    found = patience(game)
    generator = random.Random(seed)
    options = {**found.defaults, **RULES[game]}
    position = found.start(found.random_deal(seed, options))
    assert found.seeing is not None
    seen = found.seeing.start(position)
    while len(seen.cards) > most and (moves := position.moves()):
        move = generator.choice(moves)
        after = position.play(move)
        seen, position = seen.after(position, move, after), after
    return found.seeing.seen(seen.sample, frozenset(seen.slots))


def peeked(game: str, seed: int, most: int) -> Seen[Any, Any]:
    """A start of which all but a few cards have been looked at."""
    found = patience(game)
    position = found.start(found.random_deal(seed, {**found.defaults, **RULES[game]}))
    assert found.seeing is not None
    slots = found.seeing.start(position).slots
    return found.seeing.seen(position, frozenset(random.Random(seed).sample(slots, most)))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_the_odds_are_those_of_all_completions(game: str, seed: int) -> None:
    seen = late(game, seed, 4) if seed % 2 else peeked(game, seed, 3)
    found = odds(seen, samples=24, width=None)
    assert seen.ways is not None
    assert found.whole
    verdicts = [solve(completion).verdict for completion in seen.every_completion()]
    assert found.winnable.total == len(verdicts) == seen.ways
    assert found.winnable.count == verdicts.count(Verdict.SOLVABLE)
    assert found.fact == (verdicts[0] if len(set(verdicts)) == 1 else None)
    for completion in list(seen.every_completion())[:1]:
        assert set(found.moves) == {seen.words(move) for move in completion.moves()}
    for words, share in found.moves.items():
        kept = 0
        for completion in seen.every_completion():
            [move] = [move for move in completion.moves() if seen.words(move) == words]
            kept += solve(completion.play(move)).verdict is Verdict.SOLVABLE
        assert share.count == kept


@pytest.mark.slow
def test_the_interval_covers_the_share_of_many_completions() -> None:
    found = patience("gallery")
    assert found.seeing is not None
    seen = found.seeing.start(found.start(found.random_deal(3, found.defaults)))
    share = odds(seen, samples=150, seed=1000, width=None).winnable.least
    assert 0 < share < 1
    covered = 0
    for seed in range(10):
        low, high = odds(seen, samples=12, seed=seed, width=None).winnable.interval
        covered += low <= share <= high
    assert covered >= 8


@pytest.mark.parametrize("game", GAMES)
def test_a_player_who_does_not_peek_wins_only_what_can_be_won(game: str) -> None:
    for seed in range(3):
        seen = late(game, seed, 5)
        found = odds(seen, samples=10, width=1)
        assert found.fair is not None
        assert found.fair.count <= found.winnable.count + found.winnable.undecided
        assert found.fair.total == found.winnable.total


@pytest.mark.parametrize("game", GAMES)
def test_what_has_not_been_seen_does_not_tell_on_the_first_decision(game: str) -> None:
    """Games on two completions go alike as long as the same is seen."""
    for seed in range(6):
        seen = late(game, seed, 30)
        one, other = seen.completed(seen.cards), seen.completed(seen.cards[::-1])
        first, second = (
            play_fairly(position, seen, seed % 2, seed, Budget(NO_LIMITS)).moves for position in (one, other)
        )
        here, there = seen, seen
        for move, twin in zip(first, second, strict=False):
            if here != there or not here.slots:
                break
            assert here.words(move) == there.words(twin)
            after, beyond = one.play(move), other.play(twin)
            here, there = here.after(one, move, after), there.after(other, twin, beyond)
            one, other = after, beyond


@pytest.mark.parametrize("game", GAMES)
def test_either_referee_gives_the_same_odds(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = patience(game)
    assert found.seeing is not None
    seen = found.seeing.start(found.start(found.random_deal(1, {**found.defaults, **RULES[game]})))
    monkeypatch.setattr("solver.odds.ONE_IN", 1)  # the first one replays everything
    first = odds(seen, samples=16, width=0)
    monkeypatch.setattr("solver.odds.ONE_IN", 1000)
    assert odds(seen, samples=16, width=0) == first


@pytest.mark.usefixtures("workers_at_once")
def test_the_number_of_processes_changes_no_figure() -> None:
    seen = late("gallery", 1, 12)
    one, two = (odds(seen, samples=40, seed=3, width=0, jobs=jobs) for jobs in (1, 2))
    assert one == two


def test_a_limit_gives_the_figures_so_far() -> None:
    seen = late("gallery", 1, 20)
    found = odds(seen, samples=10**6, width=None, budget=Budget(Limits(positions=1000)))
    assert found.limit is Limit.POSITIONS
    assert 0 < found.winnable.total <= 1000
    assert not found.whole


def test_in_the_marriage_nothing_is_lost_by_dealing_all_cards_first() -> None:
    found = patience("marriage")
    assert found.seeing is not None
    seen = found.seeing.start(found.start(found.random_deal(4, found.defaults)))
    weighed = odds(seen, samples=6, width=1)
    assert weighed.fair is not None
    assert weighed.fair.count == weighed.winnable.count


def test_the_command_says_it_in_words_and_records(run: Run) -> None:
    deal = run("generate", "gallery", "--seed", "3", "--verdict", "any", "--as-seen").stdout
    result = run("odds", "-", "--samples", "5", "--width", "0", "--jobs", "1", stdin=deal)
    assert result.exit_code == 0
    assert "unknown: 72 cards; looked at 5 orders" in result.stdout
    assert "won without peeking" in result.stdout
    record = json.loads(run("odds", "-", "--samples", "5", "--jobs", "1", "--json", stdin=deal).stdout)
    assert record["winnable"]["total"] == 5
    assert len(record["unknown"]) == 72
    assert record["winnable"]["at_least"] <= record["winnable"]["count"] / 5 <= record["winnable"]["at_most"]


def test_a_known_deal_has_the_odds_of_its_verdict(run: Run) -> None:
    deal = run("generate", "gallery", "--seed", "3", "--verdict", "unsolvable").stdout
    record = json.loads(run("odds", "-", "--width", "0", "--json", stdin=deal).stdout)
    assert record["verdict"] == "unsolvable"
    assert record["winnable"]["count"] == record["fair"]["count"] == 0
    assert record["whole"]


def test_the_shuffles_to_come_are_drawn_where_the_file_does_not_name_them(run: Run) -> None:
    deal = run("generate", "cross", "--seed", "3", "--verdict", "any").stdout
    unnamed = "".join(line for line in deal.splitlines(keepends=True) if not line.startswith("reshuffle seed"))
    result = run("odds", "-", "--samples", "3", "--width", "0", "--jobs", "1", stdin=unnamed)
    assert "0 cards, and how shuffles fall; looked at 3 orders" in result.stdout
    assert read_deal(deal).seen.numbers == ()


def test_the_fact_needs_every_completion() -> None:
    assert Odds(whole=False).fact is None
