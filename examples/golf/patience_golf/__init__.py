"""Golf, a patience of one pack, for patience-solver."""

from __future__ import annotations

import random
from collections.abc import Hashable, Sequence
from pathlib import Path

from patience_golf.notation import GAME, LAYOUT_KEYS, OPTIONS, DealCard, Move, read_move
from patience_golf.rules import Position, deal
from solver.cards import packs
from solver.options import Options
from solver.patience import Dealing, Deciding, Deck, Measure, Notation, Patience
from solver.plain import PLAIN


def _shuffle(seed: int, _options: Options) -> Deck:
    deck = packs()
    random.Random(seed).shuffle(deck)
    return Deck(tuple(deck))


def _dealt(_position: Position, moves: Sequence[Move]) -> int:
    return sum(isinstance(move, DealCard) for move in moves)


def _alike(position: Position) -> Hashable:
    """Equal for positions between which only columns are exchanged: no card is ever put on one."""
    columns = sorted(tuple(card.kind for card in column) for column in position.columns if column)
    return position.open_kings, tuple(columns), position.waste, position.stock


PATIENCE = Patience(
    game=GAME,
    title="Golf",
    options=OPTIONS,
    rules_file=Path(__file__).with_name("rules.md"),
    notation=Notation(LAYOUT_KEYS, Position.read, read_move),
    dealing=Dealing(
        _shuffle,
        lay_out=lambda deck, options: deal(deck.cards, open_kings=options["kings"] == "open"),
    ),
    deciding=Deciding(engines=PLAIN, measures=(Measure("dealt", "cards dealt from the stock", _dealt),), alike=_alike),
)
