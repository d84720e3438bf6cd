"""Advice for a seen position of the gallery, and whole games played by it: in moves of the referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from solver.cards import CARDS
from solver.limits import Budget
from solver.patiences.gallery.fair.policy import WEIGHTS
from solver.patiences.gallery.fair.table import PILES, decoded
from solver.patiences.gallery.fair.twins import FairSearch
from solver.patiences.gallery.notation import Move, Play, Redeal
from solver.patiences.gallery.packed import redealt_pile
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.seen import KEYS
from solver.seeing import Seen

if TYPE_CHECKING:
    from solver.patiences.gallery.fair.twins import Fair

AHEAD = 64
"""From so many play-outs for each play on, they look ahead; fewer are too few for a tree and weigh the plays."""


def search(position: Position, seen: Seen[Position, Move], seed: int, budget: Budget) -> Fair:
    """The search for a completion of what is seen; it looks at no hidden card before the game turns it up."""
    packed = pack(position)
    hidden = [packed.piles[KEYS.index(key)][number] for key, number in seen.slots]
    return FairSearch(packed, hidden, WEIGHTS, seed, budget)


def game(position: Position, seen: Seen[Position, Move], playouts: int, seed: int, budget: Budget) -> Iterator[Move]:
    """The moves of a game without peeking, up to its end or where nothing is hidden and a decision is to be made.

    playouts: how many are made for each play at a decision; with 0 the policy alone decides; seed: of the dice. Raises
    LimitReached.
    """
    _, played = search(position, seen, seed, budget).play(playouts, playouts >= AHEAD)
    return moves_of(position, played)


def moves_of(position: Position, plays: Iterable[int]) -> Iterator[Move]:
    """The moves for plays by their codes, each among the legal ones. Raises LookupError for one that is not."""
    for play in plays:
        move = _move(position.moves(), play)
        yield move
        position = position.play(move)


def _move(moves: Sequence[Move], play: int) -> Move:
    if play < 0:
        return moves[moves.index(Redeal(redealt_pile(play)))]
    kind, source = decoded(play)
    for move in moves:
        if isinstance(move, Play) and move.card is CARDS[kind]:
            place = move.source.number if move.source.row is None else PILES + move.source.row
            if place == source:
                return move
    raise LookupError(f"{CARDS[kind]} cannot be played from {source}")
