"""Plain search: exact for any patience, cycles and limits included."""

from __future__ import annotations

from dataclasses import dataclass, field

import pytest

from solver.errors import Unsupported
from solver.limits import Budget, Limit, Limits
from solver.outcome import Verdict
from solver.patience import Question
from solver.plain import solve


@dataclass(frozen=True)
class Walk:
    """A walk over numbered places along arrows: a game with cycles, won at `goal`."""

    at: int
    arrows: tuple[tuple[int, ...], ...] = field(compare=False)
    goal: int
    game: str = "walk"

    @property
    def options(self) -> dict[str, str]:
        return {}

    @property
    def is_won(self) -> bool:
        return self.at == self.goal

    def moves(self) -> tuple[int, ...]:
        return self.arrows[self.at]

    def objection(self, move: int) -> str | None:
        return None if move in self.arrows[self.at] else "there is no arrow"

    def play(self, move: int) -> Walk:
        return Walk(move, self.arrows, self.goal)

    def faults(self) -> tuple[str, ...]:
        return ()


RING = ((1, 2), (2, 0), (0, 3), (3,))


@pytest.mark.parametrize(("goal", "verdict"), [(0, "solvable"), (3, "solvable"), (7, "unsolvable")])
def test_cycles_end_the_search_and_lines_win(goal: int, verdict: str) -> None:
    found = solve(Walk(0, RING, goal), Question(), Budget())
    assert str(found.verdict) == verdict
    position = Walk(0, RING, goal)
    for move in found.moves:
        assert position.objection(move) is None
        position = position.play(move)
    assert position.is_won == (found.verdict is Verdict.SOLVABLE)


@pytest.mark.parametrize("most", [0, 1, 2, 3])
def test_a_limit_leaves_it_undecided(most: int) -> None:
    found = solve(Walk(0, RING, 7), Question(), Budget(Limits(positions=most)))
    assert (found.verdict, found.limit, found.moves) == (Verdict.UNDECIDED, Limit.POSITIONS, ())


def test_all_positions_are_counted_once() -> None:
    assert solve(Walk(0, RING, 7), Question(), Budget(Limits(positions=4))).stats == {"positions": 4}


def test_a_measure_is_not_offered() -> None:
    with pytest.raises(Unsupported, match="any win"):
        solve(Walk(0, RING, 3), Question(best="steps"), Budget())


def test_a_long_line_needs_no_deep_stack() -> None:
    chain = (*((n + 1,) for n in range(20_000)), ())
    assert len(solve(Walk(0, chain, 20_000), Question(), Budget()).moves) == 20_000
