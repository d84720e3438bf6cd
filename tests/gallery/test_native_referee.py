"""The gallery's native referee, held to the one in Python: legal lines and lines with a slip in them."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solver import native as twin
from solver.errors import EngineFault
from solver.outcome import Outcome, Verdict
from solver.patiences.gallery.notation import OUT, PILE_SPOTS, PLACE_SPOTS, Move, Play, Redeal
from solver.patiences.gallery.rules import Position
from solver.registry import patience
from solver.solving import solve
from solver.verifying import Result, verify
from tests.judges.strategies import late_positions, lines, positions

native = pytest.importorskip("solver._native", reason="no native search was built")
pytestmark = pytest.mark.skipif(not twin.USED, reason="native searches are switched off")

SPOTS = (OUT, *PILE_SPOTS, *(spot for row in PLACE_SPOTS for spot in row))


def followed(position: Position, moves: list[Move]) -> tuple[tuple[Move, ...], bool]:
    from solver.patiences.gallery.replay import followed

    return followed(position, moves)


def by_rules(position: Position, moves: list[Move]) -> tuple[tuple[Move, ...], bool]:
    legal = []
    for move in moves:
        if position.objection(move) is None:
            position = position.play(move)
            legal.append(move)
    return tuple(legal), position.is_won


def slip(dice: random.Random, moves: list[Move], cards: list[Any]) -> list[Move]:
    """The moves with one of them left out, doubled, exchanged with its neighbour, or replaced by some other."""
    at = dice.randrange(len(moves) + 1)
    other: Move = Redeal(dice.randrange(8))
    if dice.random() < 0.7:
        other = Play(dice.choice(cards), dice.choice(SPOTS), dice.choice(SPOTS))
    kind = dice.randrange(5)
    if kind == 0:
        return moves[:at] + moves[at + 1 :]
    if kind == 1:
        return moves[:at] + moves[at : at + 1] * 2 + moves[at + 1 :]
    if kind == 2:
        return moves[:at] + moves[at : at + 2][::-1] + moves[at + 2 :]
    if kind == 3 and at < len(moves) and isinstance(moves[at], Play):
        play = moves[at]
        assert isinstance(play, Play)
        other = Play(play.card, play.source, dice.choice(SPOTS))
    return [*moves[:at], other, *moves[at + 1 :]]


@given(st.data())
def test_the_referees_agree_on_lines_with_slips(data: st.DataObject) -> None:
    start = data.draw(st.one_of(positions("gallery"), late_positions("gallery")))
    moves = data.draw(lines(start))
    assert followed(start, moves) == by_rules(start, moves)
    dice = data.draw(st.randoms(use_true_random=False))
    cards = list(dict.fromkeys(start.cards())) or [patience("gallery").random_deal(0, start.options).deck.cards[0]]
    for _ in range(8):
        wrong = slip(dice, moves, cards)
        assert followed(start, wrong) == by_rules(start, wrong)


@pytest.mark.no_cover
@pytest.mark.parametrize("order", ["fixed", "free"])
@pytest.mark.parametrize("redeal", ["stalled", "anytime"])
def test_the_referees_agree_on_winning_lines_with_slips(order: str, redeal: str) -> None:
    found = patience("gallery")
    options = found.defaults | {"order": order, "redeal": redeal}
    dice = random.Random(f"{order} {redeal}")
    won = 0
    for seed in range(3, 12):
        start = found.start(found.random_deal(seed, options))
        outcome = solve(start, repeatable=True)
        if outcome.verdict is not Verdict.SOLVABLE:
            continue
        moves = list(outcome.moves)
        assert followed(start, moves) == (tuple(moves), True)
        for _ in range(40):
            wrong = slip(dice, moves, list(start.cards()))
            assert followed(start, wrong) == by_rules(start, wrong)
        won += 1
    assert won > 2


def test_a_line_that_does_not_win_is_a_fault_to_either_referee(monkeypatch: pytest.MonkeyPatch) -> None:
    found = patience("gallery")
    start = found.start(found.random_deal(1, found.defaults))
    outcome = solve(start, second_referee=True)
    assert outcome == Outcome(**{**vars_of(outcome), "stats": outcome.stats})
    assert verify(start, outcome.moves).result is Result.WON
    wrong = Outcome(Verdict.SOLVABLE, "some engine", outcome.moves[:-1])
    from solver.checking import checked
    from solver.limits import Budget

    for second in (False, True):
        with pytest.raises(EngineFault, match="is not sound: it does not win"):
            checked(found, start, wrong, Budget(), second_referee=second)


def vars_of(outcome: Outcome[Any]) -> dict[str, Any]:
    return {name: getattr(outcome, name) for name in outcome.__dataclass_fields__}


@pytest.mark.parametrize(
    "table",
    [
        b"",
        b"\x00",
        b"\x09",
        b"\x08" + b"\xff" * 24,
        b"\x01\x34\xff\xff\x00",
        b"\x01\xff\xff\xff\x01",
        b"\x01\xff\xff\xff\x00\x00",
    ],
)
def test_what_is_no_table_is_refused(table: bytes) -> None:
    with pytest.raises(ValueError, match=r"table|card"):
        native.follow_line(table, 0, anytime=False, free_order=False, moves=b"")


@given(st.binary(max_size=60), st.binary(max_size=30), st.integers(0, 255), st.booleans(), st.booleans())
def test_whatever_is_handed_over_nothing_is_left(
    table: bytes, moves: bytes, done: int, anytime: bool, free_order: bool
) -> None:
    start = patience("gallery").start(patience("gallery").random_deal(5, patience("gallery").defaults))
    from solver.patiences.gallery.replay import table_of

    for one in (table, table_of(start)):
        try:
            left_out, _ = native.follow_line(one, done, anytime=anytime, free_order=free_order, moves=moves)
        except ValueError:
            continue
        assert all(0 <= number < len(moves) // 3 for number in left_out)
