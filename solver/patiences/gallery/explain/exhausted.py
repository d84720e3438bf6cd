"""The explanation where there is no small proof: how the search came to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.outcome import Outcome
from solver.patiences.gallery.engines import DFS, DISCREPANCY
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.rules import Position


def exhausted(
    position: Position, outcome: Outcome[Move], rounds: Sequence[int] | None
) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    """Lines and facts: the standstills of each round if they are known, else what the engine did and counted.

    rounds: standstills looked at, by the number of piles that had had their turn, those passed over included.
    """
    if rounds is not None and any(rounds):
        return _by_rounds(position, outcome, rounds)
    if outcome.engine == DFS:
        lines = _by_standstills(outcome)
    elif outcome.engine == DISCREPANCY:
        lines = _by_discrepancies(outcome)
    else:
        lines = (
            f"The proof is that of the whole game, by {outcome.engine}: no line wins.",
            "It refuted a model of the game as a whole, so there are no standstills to count.",
        )
    return lines, ({"fact": "engine", "engine": outcome.engine, "text": " ".join(lines)},)


def _by_standstills(outcome: Outcome[Move]) -> tuple[str, ...]:
    count = outcome.stats["standstills"]
    if count:
        how = f"play was followed to every standstill that could matter, {count:,} in all, and no line wins."
    else:
        how = "before any standstill it was plain that cards are stuck whatever is played."
    return (f"{_searched(outcome)}: {how}",)


def _by_discrepancies(outcome: Outcome[Move]) -> tuple[str, ...]:
    """Of the search in which plays may be left undone: its rounds need not end at a standstill."""
    ends = outcome.stats["standstills"]
    lines = [f"{_searched(outcome)}: no line wins, whatever plays are left undone at redeals."]
    if ends:
        lines.append(
            f"It looked at {_number(ends, 'end')} of rounds, where each possible play had been made or was left undone."
        )
    if outcome.stats["discrepancies"]:
        lines.append(
            "Lines that leave few plays undone came first; what was looked at again, with more of them, counts again."
        )
    return tuple(lines)


def _searched(outcome: Outcome[Move]) -> str:
    positions = outcome.stats.get("positions")
    return "The whole game was searched" + (f" ({_number(positions, 'position')})" if positions else "")


def _number(count: float, noun: str) -> str:
    return f"{count:,} {noun}{'' if count == 1 else 's'}"


def _by_rounds(
    position: Position, outcome: Outcome[Move], rounds: Sequence[int]
) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    first = len(position.redealt)
    lines = [f"{_searched(outcome)}: play was followed to every standstill that could matter."]
    facts: list[Mapping[str, object]] = []
    last = max(turns for turns, count in enumerate(rounds) if count)
    for turns in range(first, last + 1):
        when = "before the next redeal" if turns == first else f"once pile {turns} has had its turn"
        if turns == first == 0:
            when = "before the first redeal"
        text = f"{when}: {_number(rounds[turns], 'standstill')}"
        facts.append({"fact": "standstills", "turns": turns, "count": rounds[turns], "text": text})
        lines.append(f"  {text}")
    lines.append(
        "Every line ended at a standstill with no pile left to be redealt, or with cards that were stuck whatever was "
        "played."
    )
    return tuple(lines), tuple(facts)
