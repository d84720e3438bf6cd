"""The doors of the library: what they refuse, and with which error."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import FrozenInstanceError
from importlib.metadata import version
from typing import Any

import pytest

import solver
from solver import errors

POSITION = solver.random_deal("marriage", 1)
untyped: Any = solver
"""The library for a caller who checks no types."""


@pytest.mark.parametrize(
    ("call", "error", "message"),
    [
        (lambda: untyped.read_deal(None), TypeError, "a deal must be text, found NoneType"),
        (lambda: untyped.read_log(None, POSITION), TypeError, "a log must be text, found NoneType"),
        (lambda: untyped.read_log("", None), TypeError, "expected a position, found NoneType"),
        (lambda: untyped.read_collection(None), TypeError, "a collection must be text, found NoneType"),
        (lambda: untyped.rate(None), TypeError, "expected a position, found NoneType"),
        (lambda: untyped.solve(None), TypeError, "expected a position, found NoneType"),
        (lambda: untyped.explain("game: gallery"), TypeError, "expected a position, found str"),
        (
            lambda: untyped.verify(POSITION, ["drop 7D"]),
            TypeError,
            "expected moves, found text; read_log reads the moves of a log",
        ),
        (lambda: untyped.random_deal(None, 1), TypeError, "a game must be text, found NoneType"),
        (lambda: untyped.random_deal("gallery", None), TypeError, "a seed must be a whole number, found NoneType"),
        (lambda: untyped.random_deal("gallery", 1.5), TypeError, "a seed must be a whole number, found float"),
        (
            lambda: untyped.random_deal("cross", -1),
            solver.OptionError,
            "a seed is a whole number from 0 to 10^100 - 1, found -1",
        ),
        (
            lambda: untyped.random_deal("gallery", 1, decks=1),
            TypeError,
            "the rule option decks must be text, found int",
        ),
        (
            lambda: untyped.solve(POSITION, solver.Limits(), budget=solver.Budget()),
            TypeError,
            "limits and budget exclude each other: a budget is made with its limits, Budget(limits)",
        ),
        (
            lambda: untyped.Limits(seconds=float("nan")),
            ValueError,
            "seconds must be a number, 0 or more; found nan",
        ),
    ],
)
def test_what_is_refused(call: Callable[[], Any], error: type[Exception], message: str) -> None:
    with pytest.raises(error) as caught:
        call()
    assert str(caught.value) == message


@pytest.mark.parametrize("seed", [0, 10**100 - 1])
@pytest.mark.parametrize("game", solver.games())
def test_every_seed_gives_a_deal_that_reads_back(game: str, seed: int) -> None:
    position = solver.random_deal(game, seed)
    assert solver.read_deal(str(position)) == position


@pytest.mark.parametrize("seed", [10**100, True])
def test_no_other_seed_does(seed: int) -> None:
    with pytest.raises(solver.OptionError):
        solver.random_deal("cross", seed)


@pytest.mark.parametrize("game", solver.games())
def test_positions_cannot_be_changed(game: str) -> None:
    position: Any = solver.random_deal(game, 1)
    with pytest.raises(FrozenInstanceError, match="cannot assign to field 'x'"):
        position.x = 1
    with pytest.raises(FrozenInstanceError):
        position.options = {}


def test_a_collection_is_read_deal_by_deal() -> None:
    text = "".join(f"name: {name}\n{solver.random_deal('marriage', seed)}" for seed, name in enumerate("ab"))
    found = list(solver.read_collection(text.replace("name: b\n", "") + "game: nosuch\n"))
    assert [entry.name for entry in found] == ["a", "deal-2", "deal-3"]
    assert [entry.read().position for entry in found[:2]] == [solver.random_deal("marriage", seed) for seed in (0, 1)]
    assert isinstance(found[0], solver.Entry)
    assert found[0].known == solver.Known()
    with pytest.raises(solver.InputError, match='unknown game "nosuch"'):
        found[2].read()


def test_outcomes_can_be_hashed() -> None:
    one, other = solver.solve(POSITION), solver.solve(POSITION)
    assert hash(one) == hash(other)
    assert len({one.verdict: one}) == 1


def test_all_errors_are_public() -> None:
    ours = {name for name, value in vars(errors).items() if isinstance(value, type) and issubclass(value, Exception)}
    assert ours <= set(solver.__all__)
    assert all(issubclass(getattr(errors, name), solver.PatienceError) for name in ours)


def test_the_version_is_the_installed_one() -> None:
    assert solver.__version__ == version("patience-solver")


def test_a_position_annotates_without_arguments() -> None:
    def of(position: solver.Position) -> str:
        return position.game

    assert of(POSITION) == "marriage"
