"""What can be said of a cross with an unknown stock without looking at its orders."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from solver.odds import odds
from solver.outcome import Verdict
from solver.patiences.cross import PATIENCE
from solver.patiences.cross.engine import is_lost_in_any_order
from solver.patiences.cross.seen import SEEING
from solver.solving import solve


@pytest.mark.parametrize("fill", ["batch", "anytime"])
def test_a_loss_that_no_order_of_the_stock_can_help_is_one_in_every_completion(fill: str) -> None:
    """In the last round that is allowed; a proof before it would be one about reshuffles that nobody knows."""
    proved = tried = 0
    for seed in range(12):
        generator = random.Random(seed)
        rule = {"reshuffles": str(seed % 2), "fill": fill}
        position = PATIENCE.start(PATIENCE.random_deal(seed, {**PATIENCE.defaults, **rule}))
        while moves := position.moves():
            position = position.play(generator.choice(moves))
            if generator.random() > 0.04:
                continue
            tried += 1
            if not is_lost_in_any_order(position):
                continue
            assert position.reshuffled == seed % 2
            proved += 1
            for _ in range(2):
                stock = tuple(generator.sample(position.stock, len(position.stock)))
                completion = replace(position, stock=stock, seed=generator.randrange(10**6))
                assert solve(completion).verdict is Verdict.UNSOLVABLE
    assert 5 <= proved < tried


def test_the_odds_say_such_a_loss_as_a_fact_where_few_orders_are_looked_at() -> None:
    generator = random.Random(1)
    position = PATIENCE.start(PATIENCE.random_deal(1, {**PATIENCE.defaults, "reshuffles": "0"}))
    while not is_lost_in_any_order(position):
        position = position.play(generator.choice(position.moves()))
    seen = SEEING.seen(position, frozenset(("stock", number) for number in range(len(position.stock))))
    found = odds(seen, samples=2, width=None)
    assert (found.whole, found.fact) == (False, Verdict.UNSOLVABLE)
