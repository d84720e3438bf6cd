"""Ratings of every patience: they repeat, keep to their bounds, and say nothing that limits have left open."""

from __future__ import annotations

from solver.careful_positions import careful_play
from solver.limits import NO_LIMITS, Budget, Limit, Limits
from solver.outcome import Verdict
from solver.rating import rate
from solver.registry import patience
from tests.judges import dealing


def test_a_rating_repeats_under_all_rule_options(game: str) -> None:
    for number, options in enumerate(dealing.all_options(game)):
        position = dealing.start(dealing.deal(game, number, options))
        one, two = (rate(position, Limits(positions=200), games=3, seed=number) for _ in range(2))
        assert {**vars(one), "outcome": None} == {**vars(two), "outcome": None}
        assert (one.verdict is Verdict.UNSOLVABLE) == (one.share is None)
        assert one.share is None or one.share.total == 3
        assert one.limit in (None, Limit.POSITIONS, Limit.WORK)
        if one.decisions is not None and one.decisions.high is not None:
            assert one.decisions.low <= one.decisions.high
        if one.first is not None:
            assert one.first.moves >= 2
            assert 0 <= one.first.lose + one.first.undecided <= one.first.moves


def test_moves_that_cannot_hurt_are_legal(game: str) -> None:
    """Those that can be made at the start, one after the other, until there is none."""
    for options in dealing.all_options(game)[:2]:
        position = dealing.start(dealing.deal(game, 1, options))
        for move in careful_play(patience(game)).free(position):
            assert position.objection(move) is None
            position = position.play(move)
        assert not list(careful_play(patience(game)).free(position))


def test_careful_play_repeats(game: str) -> None:
    position = dealing.start(dealing.deal(game, 2, dealing.all_options(game)[0]))
    plays = [careful_play(patience(game)).play(position, Budget(NO_LIMITS)) for _ in range(2)]
    assert plays[0].games(7, 0, 3) == plays[1].games(7, 0, 3)
    assert plays[0].fewest_decisions(20) == plays[1].fewest_decisions(20)
