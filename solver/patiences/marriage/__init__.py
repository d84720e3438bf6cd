"""Royal Marriage with pairs: its rules, notation and engine put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from solver.cards import packs
from solver.options import Options
from solver.patience import Dealing, Deciding, Deck, Engine, Leaving, Measure, Notation, Patience, PySolDeals
from solver.patiences.marriage import engine, reachable
from solver.patiences.marriage.alike import alike
from solver.patiences.marriage.careful import CAREFUL
from solver.patiences.marriage.draw import MarriageDrawing
from solver.patiences.marriage.explain import explain
from solver.patiences.marriage.handle import MarriageHandling
from solver.patiences.marriage.notation import GAME, LAYOUT_KEYS, OPTIONS, DealCard, Move, Pairs, read_move
from solver.patiences.marriage.rules import KING, QUEEN, Position, deal, royal_deck
from solver.patiences.marriage.seen import SEEING
from solver.pysol import microsoft_deck, pysol_deck
from solver.shuffling import shuffle


def _shuffle(seed: int, _options: Options) -> Deck:
    """The inner cards in the order of `solver.cards.packs`, shuffled by Python's `random.Random(seed).shuffle`."""
    inner = list(_INNER)
    shuffle(inner, seed)
    return Deck((QUEEN, *inner, KING))


_INNER = royal_deck(packs())[1:-1]


def _longest_row(position: Position, moves: Sequence[Move]) -> int:
    longest = length = len(position.row)
    for move in moves:
        length += 1 if isinstance(move, DealCard) else -len(move.cards)
        longest = max(longest, length)
    return longest


PATIENCE = Patience(
    game=GAME,
    title="Royal Marriage with pairs",
    options=OPTIONS,
    rules_file=Path(__file__).with_name("rules.md"),
    notation=Notation(LAYOUT_KEYS, Position.read, read_move, doubts=reachable.doubts),
    dealing=Dealing(
        _shuffle,
        lay_out=lambda deck, options: deal(deck.cards, Pairs.of(options)),
        pysol=PySolDeals(
            "PySolFC's Royal Marriage, the game without pairs",
            lambda number, _options: Deck(royal_deck(pysol_deck(number))),
            options={"pairs": "off"},
            microsoft=lambda number, _options: Deck(royal_deck(microsoft_deck(number))),
        ),
    ),
    deciding=Deciding(
        engines=(Engine("auto", engine.solve), Engine(engine.ENGINE, engine.solve)),
        measures=(Measure("row", "cards in the row at its longest", _longest_row),),
        leaving=Leaving("cards not put aside at the end, besides QH and KH", engine.cards_left, engine.fewest_left),
        explain=explain,
        alike=alike,
    ),
    drawing=MarriageDrawing(),
    seeing=SEEING,
    handling=MarriageHandling(),
    careful=CAREFUL,
)
