"""The explanation where there is no small proof: how the search came to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.outcome import Outcome
from solver.patiences.gallery.rules import Move, Position


def exhausted(
    position: Position, outcome: Outcome[Move], rounds: Sequence[int] | None
) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    """Lines and facts: the standstills of each round where the search counted them, else what the engine counted.

    rounds: standstills looked at, by the number of piles that had had their turn, those passed over included.
    """
    if rounds is not None and any(rounds):
        return _by_rounds(position, outcome, rounds)
    counts = [f"{value:,} {name}" for name, value in outcome.stats.items() if isinstance(value, int) and value]
    lines = [f"The proof is that of the whole game, by {outcome.engine or 'the engine'}: no line wins."]
    if "positions" not in outcome.stats:
        lines.append("It refuted a model of the game as a whole, so there are no standstills to count.")
    elif counts:
        lines.append(f"It counted {', '.join(counts)}.")
    return tuple(lines), ({"fact": "engine", "engine": outcome.engine, "text": " ".join(lines)},)


def _by_rounds(
    position: Position, outcome: Outcome[Move], rounds: Sequence[int]
) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    first = len(position.redealt)
    searched = f" ({outcome.stats['positions']:,} positions)" if "positions" in outcome.stats else ""
    lines = [f"The whole game was searched{searched}: play was followed to every standstill that could matter."]
    facts: list[Mapping[str, object]] = []
    last = max(turns for turns, count in enumerate(rounds) if count)
    for turns in range(first, last + 1):
        when = "before the next redeal" if turns == first else f"once pile {turns} has had its turn"
        if turns == first == 0:
            when = "before the first redeal"
        text = f"{when}: {rounds[turns]:,} standstill{'' if rounds[turns] == 1 else 's'}"
        facts.append({"fact": "standstills", "turns": turns, "count": rounds[turns], "text": text})
        lines.append(f"  {text}")
    lines.append(
        "Every line ended at a standstill with no pile left to be redealt, or with cards that were stuck whatever was "
        "played."
    )
    return tuple(lines), tuple(facts)
