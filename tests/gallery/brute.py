"""Plain search over the referee's moves, no reductions, and positions small enough for it."""

from __future__ import annotations

import random
from typing import Any

from solver.cards import KINDS, Card, Rank, pack
from solver.patiences.gallery.rules import EMPTY, Place, Position, Redeal, Row, Rules


class TooMany(Exception):
    """Plain search would take too long."""


def fewest_redeals(position: Position, most: int = 3000) -> int | None:
    """The fewest redeals that win, None for a lost position.

    Raises TooMany when more than `most` positions would have to be looked at.
    """
    known: dict[Position, int | None] = {}

    def look(found: Position) -> int | None:
        if found in known:
            return known[found]
        if len(known) >= most:
            raise TooMany
        best: int | None = 0 if found.is_won else None
        # one target stands for all: equal base piles and empty places are interchangeable
        seen: set[Any] = set()
        for move in found.moves():
            what = move if isinstance(move, Redeal) else (move.card, move.source)
            if what in seen:
                continue
            seen.add(what)
            rest = look(found.play(move))
            if rest is not None:
                cost = rest + isinstance(move, Redeal)
                best = cost if best is None else min(best, cost)
        known[found] = best
        return best

    return look(position)


def late_position(seed: int, redeal: str, order: str, decks: str) -> Position:
    """A position late in a game: a few cards are missing from the base piles and lie about at random."""
    rng = random.Random(seed)
    rules = Rules(redeal == "anytime", order == "free", int(decks))
    suits = [suit for suit in range(4) for _ in range(rules.decks)]
    heights = {(row, number): 4 for row in Row for number in range(rules.width)}
    out: list[Card] = rng.sample([card for card in pack(rules.decks) if card.rank is Rank.ACE], rng.randrange(2))
    for _ in range(rng.randint(3, 12)):
        row, number = rng.choice([place for place, height in heights.items() if height])
        heights[row, number] -= 1
        out.append(KINDS[13 * suits[number] + row + 1 + 3 * heights[row, number]])
    rng.shuffle(out)
    rows = []
    for row in Row:
        places = []
        for number in range(rules.width):
            height = heights[row, number]
            if height:
                places.append(Place(KINDS[13 * suits[number] + row + 1 + 3 * (height - 1)], based=True))
            elif out and out[-1].rank is not row.base and rng.random() < 0.6:
                places.append(Place(out.pop()))
            else:
                places.append(EMPTY)
        rows.append(tuple(places))
    piles: list[list[Card]] = [[] for _ in range(rules.width)]
    used = rng.sample(range(rules.width), rng.randint(1, 3))
    for card in out:
        piles[rng.choice(used)].append(card)
    turns = rng.randint(0, rules.width)
    redealt = rng.sample(range(rules.width), turns) if rules.free_order else range(turns)
    return Position(rules, tuple(rows), tuple(tuple(pile) for pile in piles), frozenset(redealt))
