"""Advice for a seen position of the gallery, and whole games played by it: in moves of the referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from solver import native
from solver.limits import Budget
from solver.patiences.gallery import packing
from solver.patiences.gallery.fair.policy import WEIGHTS
from solver.patiences.gallery.fair.table import PILES, Table, code, decoded
from solver.patiences.gallery.fair.twins import FairSearch
from solver.patiences.gallery.notation import PILE_KEYS, Move
from solver.patiences.gallery.packed import Packed, dealt_out, redealt_pile
from solver.patiences.gallery.rules import Position
from solver.seeing import Seen

if TYPE_CHECKING:
    from solver.patiences.gallery.fair.twins import Fair


ADVICE = 2000 if native.USED else 20
"""Play-outs for each play that advice is asked for: a few tenths of a second."""


def search(position: Position, seen: Seen[Position, Move], seed: int, budget: Budget) -> Fair:
    """The search for a completion of what is seen; it looks at no hidden card before the game turns it up."""
    packed = packing.pack(position)
    return FairSearch(packed, _hidden(packed, seen), WEIGHTS, seed, budget)


def game(position: Position, seen: Seen[Position, Move], playouts: int, seed: int, budget: Budget) -> Iterable[Move]:
    """The moves of a game without peeking, up to its end or where nothing is hidden and a decision is to be made.

    playouts: how many are made for each play at a decision; with 0 the policy alone decides; seed: of the dice. Raises
    LimitReached.
    """
    _, played = search(position, seen, seed, budget).play(playouts)
    return moves_of(position, played)


def advised(position: Position, seen: Seen[Position, Move], seed: int, budget: Budget) -> Move | None:
    """The move that is advised to a player who sees this much, as a move of a completion; None without any play.

    A play with which nothing competes, or else the one that does best in play-outs. Raises LimitReached.
    """
    table = _table(position, seen)
    plays = list(table.contested())
    free = next((play for play in plays if table.is_free(play[0])), None)
    alone = free or table.unrivalled(plays)
    if alone is not None:
        return _move(position, code(alone))
    if not plays:
        return None
    weighed = search(position, seen, seed, budget).weigh(ADVICE)
    best = max(weighed, key=lambda play: (play[1], play[3]))
    return _move(position, best[0])


def is_lost(position: Position, seen: Seen[Position, Move]) -> bool:
    """Whether it is proved that no completion can be won."""
    return _table(position, seen).is_lost()


def _table(position: Position, seen: Seen[Position, Move]) -> Table:
    packed = packing.pack(position)
    return Table.of(packed, frozenset(_hidden(packed, seen)))


def _hidden(packed: Packed, seen: Seen[Position, Move]) -> list[int]:
    return [packed.piles[PILE_KEYS.index(key)][number] for key, number in seen.slots]


def _move(position: Position, play: int) -> Move:
    [move] = moves_of(position, [play])
    return move


def moves_of(position: Position, plays: Iterable[int]) -> tuple[Move, ...]:
    """The moves for plays by their codes. Raises LookupError when a card cannot be where the plays want it."""
    return packing.moves_of(position, _ids(packing.pack(position), plays))


def _ids(packed: Packed, plays: Iterable[int]) -> Iterator[int]:
    """The plays as the exact engines write them, by the ids of cards."""
    rows, piles = [list(row) for row in packed.rows], list(packed.piles)
    for play in plays:
        if play < 0:
            piles = dealt_out(piles, redealt_pile(play))
            yield play
            continue
        kind, source = decoded(play)
        if source < PILES:
            card = piles[source][-1]
            piles[source] = piles[source][:-1]
        else:
            row = rows[source - PILES]
            card = next((card for card in row if packed.kinds[card] == kind), -1)
            if card < 0:
                raise LookupError(f"there is no stranger of kind {kind}")
            row.remove(card)
        yield card
