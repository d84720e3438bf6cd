"""Play without peeking: the twins, what the policy may know, and what advice is worth."""

from __future__ import annotations

import itertools
import math
import random
from collections.abc import Sequence
from typing import Any

import pytest

from solver import native
from solver.limits import NO_LIMITS, Budget
from solver.odds import odds
from solver.outcome import Verdict
from solver.patiences.gallery import PATIENCE
from solver.patiences.gallery.fair.advising import FairSearch
from solver.patiences.gallery.fair.policy import WEIGHTS, Feature, Sight, choose, play_out, score
from solver.patiences.gallery.fair.table import HIDDEN, Dice, Table, code
from solver.patiences.gallery.packed import RANKS
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.seen import SEEING
from solver.seeing import Seen
from solver.solving import solve

needs_native = pytest.mark.skipif(not native.BUILT, reason="the native searches have not been built")


def seen_in_play(seed: int, moves: int, **rule: str) -> tuple[Any, Seen[Any, Any]]:
    """A position after some random moves of a random deal, and what is seen of it."""
    generator = random.Random(seed)
    position = PATIENCE.start(PATIENCE.random_deal(seed, {**PATIENCE.defaults, **rule}))
    seen = SEEING.start(position)
    for _ in range(moves):
        if not (possible := position.moves()):
            break
        move = generator.choice(possible)
        after = position.play(move)
        seen, position = seen.after(position, move, after), after
    return position, seen


def hidden_ids(position: Any, seen: Seen[Any, Any]) -> list[int]:
    packed = pack(position)
    return [packed.piles[int(key.split()[1]) - 1][number] for key, number in seen.slots]


RULES: tuple[dict[str, str], ...] = (
    {},
    {"decks": "1"},
    {"order": "free"},
    {"decks": "1", "order": "free", "redeal": "anytime"},
)
ASKED: tuple[Any, ...] = (("weigh", 4), ("gradient", 3), ("play", 0), ("play", 2))


@pytest.mark.no_cover
@needs_native
@pytest.mark.parametrize("rule", RULES)
@pytest.mark.parametrize("moves", [0, 30, 80])
def test_the_twins_play_and_advise_alike(rule: dict[str, str], moves: int) -> None:
    from solver import _native

    for seed in range(3):
        position, seen = seen_in_play(seed, moves, **rule)
        given = (pack(position), hidden_ids(position, seen), WEIGHTS, seed)
        for method, *asked in ASKED:
            reference, twin = Budget(NO_LIMITS), Budget(NO_LIMITS)
            one, other = FairSearch(*given, reference), _native.FairSearch(*given, twin)
            assert getattr(one, method)(*asked) == getattr(other, method)(*asked)
            assert reference.positions == twin.positions


@pytest.mark.parametrize("rule", RULES)
def test_what_is_played_is_legal_and_leaves_what_it_says(rule: dict[str, str]) -> None:
    from solver.patiences.gallery.fair.player import moves_of

    for seed in range(3):
        position, seen = seen_in_play(seed, 5, **rule)
        left, played = FairSearch(pack(position), hidden_ids(position, seen), WEIGHTS, seed, Budget(NO_LIMITS)).play(0)
        start, moves = position, list(moves_of(position, played))
        for move in moves:
            position = position.play(move)
        assert position.is_won == (left == 0)
        assert position.is_won or not position.moves() or not seen.played(start, moves).slots
        assert len(pack(position).kinds) == left


def test_no_hidden_card_tells_on_advice() -> None:
    _, seen = seen_in_play(2, 12)
    answers = []
    for cards in (seen.cards, seen.cards[::-1]):
        position = seen.completed(cards)
        search = FairSearch(pack(position), hidden_ids(position, seen), WEIGHTS, 5, Budget(NO_LIMITS))
        answers.append((search.weigh(3), search.gradient(2)))
    assert answers[0] == answers[1]


def test_an_unrivalled_play_changes_no_verdict() -> None:
    """Whatever lies hidden, a game that could be won can be won after it."""
    from solver.patiences.gallery.fair.player import moves_of

    compared = 0
    for seed in range(60):
        position, seen = seen_in_play(seed, seed)
        table = Table.of(pack(position), frozenset(hidden_ids(position, seen)))
        plays = list(table.contested())
        play = None if any(table.is_free(kind) for kind, _ in plays) else table.unrivalled(plays)
        if play is None:
            continue
        for completion in itertools.islice(seen.completions(seed), 4):
            [move] = moves_of(completion, [code(play)])
            assert solve(completion).verdict is solve(completion.play(move)).verdict
            compared += 1
    assert compared >= 10


@pytest.mark.parametrize("rule", RULES)
def test_a_proved_loss_is_one_in_every_completion(rule: dict[str, str]) -> None:
    """Of all completions where there are few, of some where there are many."""
    proved = 0
    for seed in range(25):
        position, seen = seen_in_play(seed, 40 + 4 * (seed % 12), **rule)
        table = Table.of(pack(position), frozenset(hidden_ids(position, seen)))
        if not table.is_lost():
            continue
        few = seen.ways is not None and seen.ways <= 24
        completions = seen.every_completion() if few else itertools.islice(seen.completions(seed), 3)
        for completion in completions:
            assert solve(completion).verdict is not Verdict.SOLVABLE
            proved += 1
    assert proved >= 5


def test_the_odds_say_a_proved_loss_as_a_fact() -> None:
    seen = next(
        seen
        for position, seen in (seen_in_play(seed, 70) for seed in range(200))
        if len(seen.slots) > 4 and Table.of(pack(position), frozenset(hidden_ids(position, seen))).is_lost()
    )
    found = odds(seen, samples=3, width=None)
    assert not found.whole
    assert found.fact is Verdict.UNSOLVABLE


@pytest.mark.parametrize("moves", [0, 7, 25, 60])
def test_what_is_advised_is_legal_and_relies_on_nothing_hidden(moves: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.patiences.gallery.fair.player.ADVICE", 3)
    for seed in range(4):
        position, seen = seen_in_play(seed, moves)
        advised = [
            None if move is None else seen.words(move)
            for completion in (seen.completed(seen.cards), seen.completed(seen.cards[::-1]))
            for move in [SEEING.advised and SEEING.advised(completion, seen, 1, Budget(NO_LIMITS))]
        ]
        assert advised[0] == advised[1]
        assert advised[0] in {None, *(seen.words(move) for move in position.moves())}


def test_a_play_is_rivalled_while_its_copy_may_be_hidden() -> None:
    position, seen = seen_in_play(3, 0)
    table = Table.of(pack(position), frozenset(hidden_ids(position, seen)))
    unseen = {card % HIDDEN for pile in table.piles for card in pile if card >= HIDDEN}
    for play in table.contested():
        alone = table.unrivalled([play]) is not None
        assert not (alone and play[0] % RANKS > 3 and play[0] in unseen)


def test_the_gradient_is_that_of_the_chance() -> None:
    """Against the difference that a small change of each weight makes."""
    position, seen = seen_in_play(5, 8)
    table = Table.of(pack(position), frozenset(hidden_ids(position, seen)))
    plays = list(table.contested())
    assert len(plays) > 1
    gradient = [0.0] * len(Feature)
    drawn = choose(table, plays, WEIGHTS, Dice(1), gradient)

    def surprise(weights: Sequence[float]) -> float:
        sight = Sight.of(table)
        scores = [score(table, play, sight, weights) for play in plays]
        return scores[drawn] - math.log(sum(map(math.exp, scores)))

    for feature in Feature:
        changed = [weight + 1e-5 * (number == feature) for number, weight in enumerate(WEIGHTS)]
        assert (surprise(changed) - surprise(WEIGHTS)) / 1e-5 == pytest.approx(gradient[feature], abs=1e-3)


def test_the_policy_wins_more_than_chance() -> None:
    def won(weights: tuple[float, ...]) -> int:
        position = PATIENCE.start(PATIENCE.random_deal(1, {**PATIENCE.defaults, "decks": "1"}))
        table = Table.of(pack(position), frozenset())
        wins = 0
        for seed in range(300):
            other, dice = table.copy(), Dice(seed)
            wins += play_out(other, weights, dice) == 0
        return wins

    assert won(WEIGHTS) >= won((0.0,) * len(Feature))


def test_the_dice_are_even() -> None:
    dice = Dice(1)
    counts = [0] * 7
    for _ in range(7000):
        counts[dice.below(7)] += 1
    assert all(abs(count - 1000) < 130 for count in counts)
    assert 0.47 < sum(dice.unit() for _ in range(3000)) / 3000 < 0.53
