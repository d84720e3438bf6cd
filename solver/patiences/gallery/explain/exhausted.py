"""The explanation where there is no small proof: how the search came to the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from solver.patiences.gallery.found import Found, Method
from solver.patiences.gallery.packed import Packed
from solver.words import plural


def exhausted(packed: Packed, found: Found) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    """Lines and facts: the standstills of each round if the engine counts them, else what it did and counted."""
    if found.rounds is not None and any(found.rounds):
        return _by_rounds(packed, found, found.rounds)
    if found.method is Method.STANDSTILLS:
        lines = _before_any_standstill(found)
    elif found.method is Method.DISCREPANCY:
        lines = _by_discrepancies(found)
    else:
        lines = (
            f"The proof is that of the whole game, by {found.method}: no line wins.",
            "It refuted a model of the game as a whole, so there are no standstills to count.",
        )
    return lines, ({"fact": "engine", "engine": str(found.method), "text": " ".join(lines)},)


def _before_any_standstill(found: Found) -> tuple[str, ...]:
    return (f"{_searched(found)}: before any standstill it was plain that cards are stuck whatever is played.",)


def _by_discrepancies(found: Found) -> tuple[str, ...]:
    """Of the search in which plays may be left undone: its rounds need not end at a standstill."""
    ends = int(found.counts["standstills"])
    lines = [f"{_searched(found)}: no line wins, whatever plays are left undone at redeals."]
    if ends:
        lines.append(
            f"It looked at {plural(ends, 'end')} of rounds, where each possible play had been made or was left undone."
        )
    if found.counts["discrepancies"]:
        lines.append(
            "Lines that leave few plays undone came first; what was looked at again, with more of them, counts again."
        )
    return tuple(lines)


def _searched(found: Found) -> str:
    positions = int(found.counts.get("positions", 0))
    return "The whole game was searched" + (f" ({plural(positions, 'position')})" if positions else "")


def _by_rounds(
    packed: Packed, found: Found, rounds: Sequence[int]
) -> tuple[tuple[str, ...], tuple[Mapping[str, object], ...]]:
    """The standstills of each round, rounds[n] after n piles have had their turn, those passed over included."""
    first = packed.done.bit_count()
    lines = [f"{_searched(found)}: play was followed to every standstill that could matter."]
    facts: list[Mapping[str, object]] = []
    last = max(turns for turns, count in enumerate(rounds) if count)
    for turns in range(first, last + 1):
        text = f"{_when(packed, turns)}: {plural(rounds[turns], 'standstill')}"
        facts.append({"fact": "standstills", "turns": turns, "count": rounds[turns], "text": text})
        lines.append(f"  {text}")
    lines.append(
        "Every line ended at a standstill with no pile left to be redealt, or with cards that were stuck whatever was "
        "played."
    )
    return tuple(lines), tuple(facts)


def _when(packed: Packed, turns: int) -> str:
    """The round after so many piles have had their turn."""
    if turns == packed.done.bit_count():
        return "before the next redeal" if turns else "before the first redeal"
    if packed.free_order:
        return "once 1 pile has had its turn" if turns == 1 else f"once {turns} piles have had their turn"
    return f"once pile {turns} has had its turn"
