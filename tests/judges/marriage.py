"""Plain search over the referee's moves, with no reductions; and thin decks and positions to try it on."""

from __future__ import annotations

from random import Random

from solver.cards import CARDS
from solver.patiences.marriage.notation import Link, Pairs
from solver.patiences.marriage.rules import KING, QUEEN, Position

INNER = tuple(card for card in CARDS if card not in (QUEEN, KING))


def least_row(position: Position) -> int | None:
    """The shortest possible longest row of a winning line, start counted; None when no line wins."""
    known: dict[tuple[object, ...], int | None] = {}

    def best(here: Position) -> int | None:
        key = (here.row, tuple(link is Link.DEALT for link in here.links), len(here.stock))
        if key not in known:
            if here.is_won:
                known[key] = len(here.row)
            else:
                values = [value for move in here.moves() if (value := best(here.play(move))) is not None]
                known[key] = max(len(here.row), min(values)) if values else None
        return known[key]

    return best(position)


def thin_deal(random: Random, pairs: Pairs, inner: int) -> Position:
    """The start with a pack of which only some of the 50 inner cards are left."""
    return Position(pairs, (QUEEN,), (), (*random.sample(INNER, inner), KING))


def thin_position(random: Random, pairs: Pairs, inner: int) -> Position:
    """Any sound position with so many inner cards, some in the row with any links, some (or none) in the stock."""
    while True:
        cards = (QUEEN, *random.sample(INNER, inner), KING)
        lying = random.randint(1, len(cards))
        links = tuple(random.choice((Link.DEALT, Link.JOINED)) for _ in range(lying - 1))
        position = Position(pairs, cards[:lying], links, cards[lying:])
        if not position.faults():
            return position


def fewest_left(position: Position) -> int:
    """The fewest cards besides the queen and the king that any line leaves in the row and the stock."""
    known: dict[tuple[object, ...], int] = {}

    def best(here: Position) -> int:
        key = (here.row, tuple(link is Link.DEALT for link in here.links), len(here.stock))
        if key not in known:
            here_left = len(here.row) + len(here.stock) - 2
            known[key] = min([here_left, *(best(here.play(move)) for move in here.moves())])
        return known[key]

    return best(position)
