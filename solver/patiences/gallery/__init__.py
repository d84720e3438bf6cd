"""Picture Gallery, the flagship: its rules, notation and engines put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from solver.cards import packs
from solver.limits import Budget
from solver.options import Options
from solver.patience import (
    Dealing,
    Deciding,
    Deck,
    Engine,
    Explanation,
    Leaving,
    Measure,
    Notation,
    Patience,
    PySolDeals,
    Question,
)
from solver.patiences.gallery import engines, reachable
from solver.patiences.gallery.alike import alike
from solver.patiences.gallery.careful import CAREFUL
from solver.patiences.gallery.draw import GalleryDrawing
from solver.patiences.gallery.found import Method
from solver.patiences.gallery.handle import GalleryHandling
from solver.patiences.gallery.notation import GAME, LAYOUT_KEYS, OPTIONS, Move, Redeal, Rules, read_move
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.replay import FOLLOWED
from solver.patiences.gallery.rules import Position, deal
from solver.patiences.gallery.seen import SEEING
from solver.pysol import pysol_deck
from solver.shuffling import shuffle


def _shuffle(seed: int, options: Options) -> Deck:
    """The packs in the order of `solver.cards.packs`, shuffled by Python's `random.Random(seed).shuffle`."""
    deck = packs(Rules.of(options).decks)
    shuffle(deck, seed)
    return Deck(tuple(deck))


def _redeals(_position: Position, moves: Sequence[Move]) -> int:
    return sum(isinstance(move, Redeal) for move in moves)


def _explain(position: Position, question: Question, budget: Budget) -> Explanation[Move]:
    from solver.patiences.gallery.explain import explain  # only this command needs it

    return explain(position, budget, engines.find(pack(position), question, budget))


PATIENCE = Patience(
    game=GAME,
    title="Picture Gallery",
    options=OPTIONS,
    rules_file=Path(__file__).with_name("rules.md"),
    notation=Notation(LAYOUT_KEYS, Position.read, read_move, assumed=reachable.assumed, doubts=reachable.doubts),
    dealing=Dealing(
        _shuffle,
        lay_out=lambda deck, options: deal(deck.cards, Rules.of(options)),
        pysol=PySolDeals(
            "the shuffled deck only: PySolFC's Picture Gallery is another game with its own layout",
            lambda number, options: Deck(tuple(pysol_deck(number, Rules.of(options).decks))),
        ),
    ),
    deciding=Deciding(
        engines=(
            Engine("auto", engines.solve),
            Engine("dfs", engines.solve, (str(Method.STANDSTILLS), str(Method.DISCREPANCY))),
            Engine("cp-sat", engines.solve, (str(Method.CP_SAT),)),
            Engine("both", engines.solve),
        ),
        measures=(Measure("redeals", "piles redealt", _redeals),),
        leaving=Leaving("cards neither on a base nor discarded at the end", engines.cards_left, engines.fewest_left),
        explain=_explain,
        alike=alike,
        followed=FOLLOWED,
        relies_on=reachable.relies_on,
    ),
    drawing=GalleryDrawing(),
    seeing=SEEING,
    handling=GalleryHandling(),
    careful=CAREFUL,
)
