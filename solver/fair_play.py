"""Play without peeking, for any patience: whole games in which every decision relies on what has been seen alone.

A patience may say how it is played well (`Seeing.fair`); any other is played by plain play-outs: at every decision each
move is tried in the same completions, each played on at random to its end, and the best is made. A *careful* move,
which the patience says is made without weighing, is made at once; and when nothing is hidden any more, exact search
goes on.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from solver.limits import Budget, Limits
from solver.outcome import Verdict
from solver.patience import Position
from solver.registry import patience_of
from solver.seeing import Seen
from solver.solving import solve

MOST_MOVES = 3000
"""A play-out of more moves is given up: games with reshuffles without end need not end."""

LEFT = 0.01
"""What each card that lies hidden or in a pile at the end of a lost play-out costs, where a win counts 1."""


@dataclass(frozen=True)
class FairGame:
    """A game played without peeking: its moves, and whether it is won; None where exact search was stopped."""

    moves: tuple[Any, ...]
    won: bool | None


def play_fairly(
    position: Position[Any],
    seen: Seen[Any, Any],
    width: int,
    seed: int,
    budget: Budget,
    *,
    second_referee: bool = False,
) -> FairGame:
    """Play a completion of what is seen to its end; width: play-outs for each move at a decision.

    With a width of 0 the patience's rule of thumb decides, or chance. seed: of all that is left to chance, so that a
    game repeats; second_referee: let the quicker one check the game in place of the first, where the patience has one.
    Raises LimitReached.
    """
    seeing = seen.seeing
    if seeing.fair is not None:
        moves = list(seeing.fair(position, seen, width, seed, budget))
    else:
        moves = []
        generator = random.Random(seed)
        here, table = position, seen
        while (possible := here.moves()) and table.hidden and not here.is_won and len(moves) < MOST_MOVES:
            move = _careful(seen, here) or _decided(table, here, possible, width, generator, budget)
            after = here.play(move)
            table, here = table.after(here, move, after), after
            moves.append(move)
    deciding = patience_of(position).deciding
    if second_referee and deciding.followed is not None:
        followed, wins = deciding.followed(position, moves)
        if wins and len(followed) == len(moves):
            return FairGame(followed, True)
    last, hidden = position, seen.hidden
    for move in moves:
        after = last.play(move)  # which raises IllegalMove, a fault of the player
        hidden = seeing.after(last, move, after, hidden)
        last = after
    if last.is_won or hidden or not last.moves():
        return FairGame(tuple(moves), last.is_won)
    outcome = solve(last, budget=budget.part(Limits()))
    won = None if outcome.verdict is Verdict.UNDECIDED else outcome.verdict is Verdict.SOLVABLE
    return FairGame((*moves, *outcome.moves), won)


def _careful(seen: Seen[Any, Any], position: Any) -> Any:
    return None if seen.seeing.careful is None else seen.seeing.careful(position)


def _decided(
    seen: Seen[Any, Any], position: Any, moves: Sequence[Any], width: int, generator: random.Random, budget: Budget
) -> Any:
    """The move whose play-outs come out best; of the true position only the legal moves are looked at."""
    if len(moves) == 1:
        return moves[0]
    if width == 0:
        budget.spend()
        return generator.choice(moves)
    words = [seen.words(move) for move in moves]
    values = dict.fromkeys(words, 0.0)
    for _ in range(width):
        completion = seen.drawn(generator)
        for move in completion.moves():
            budget.spend()
            values[seen.words(move)] += _played_out(seen, completion.play(move), generator)
    return moves[max(range(len(moves)), key=lambda number: values[words[number]])]


def _played_out(seen: Seen[Any, Any], position: Any, generator: random.Random) -> float:
    """Play on at random, careful moves first: 1 for a win, else less than 0 for the cards that are left."""
    for _ in range(MOST_MOVES):
        if position.is_won:
            return 1.0
        moves = position.moves()
        if not moves:
            break
        position = position.play(_careful(seen, position) or generator.choice(moves))
    return -LEFT * sum(len(cards) for cards in seen.seeing.regions(position).values())
