"""Picture Gallery, the flagship: its rules and engines put together."""

from __future__ import annotations

import random
from collections.abc import Sequence
from pathlib import Path
from typing import ClassVar

from solver.cards import packs
from solver.limits import Budget
from solver.options import Options
from solver.outcome import Outcome
from solver.patience import Deal, Explanation, Patience, Request
from solver.patiences.gallery import engines as gallery_engines
from solver.patiences.gallery import notation, rules
from solver.patiences.gallery.notation import Move, Redeal, Rules
from solver.patiences.gallery.rules import Position
from solver.pysol import pysol_deck
from solver.sections import Document, Word


class Gallery(Patience[Position, Move]):
    """Picture Gallery for the commands."""

    game = notation.GAME
    title = "Picture Gallery"
    options = notation.OPTIONS
    measures: ClassVar = {"redeals": "piles redealt"}
    engines = gallery_engines.ENGINES
    engine_options: ClassVar = {
        gallery_engines.DFS: "dfs",
        gallery_engines.DISCREPANCY: "dfs",
        gallery_engines.CP_SAT: "cp-sat",
    }
    pysol = "the shuffled deck only: PySolFC's Picture Gallery is another game with its own layout"
    layout_keys = notation.LAYOUT_KEYS
    rules_file = Path(__file__).with_name("rules.md")

    def read_layout(self, document: Document, options: Options) -> Position:
        """The position of a layout. Raises InputError."""
        return Position.read(document, options)

    def read_move(self, words: Sequence[Word], document: Document) -> Move:
        """The move of a log line. Raises InputError."""
        return notation.read_move(words, document)

    def random_deal(self, seed: int, options: Options) -> Deal:
        """The pack in the order of `solver.cards.packs`, shuffled by Python's `random.Random(seed).shuffle`."""
        deck = packs(Rules.of(options).decks)
        random.Random(seed).shuffle(deck)
        return Deal(self.game, options, tuple(deck), self.defaults)

    def pysol_deal(self, number: int, options: Options) -> Deal:
        """The deck as PySolFC shuffles it for a game number, dealt by the rules here. Raises Unsupported."""
        return Deal(self.game, options, tuple(pysol_deck(number, Rules.of(options).decks)), self.defaults)

    def start(self, deal: Deal) -> Position:
        """The position at the start of a deal. Raises ValueError."""
        return rules.deal(deal.deck, Rules.of(deal.options))

    def measure(self, position: Position, moves: Sequence[Move]) -> dict[str, int]:
        """The number of redeals in a line."""
        return {"redeals": sum(isinstance(move, Redeal) for move in moves)}

    def solve(self, position: Position, request: Request, budget: Budget) -> Outcome[Move]:
        """Decide a position. Raises Unsupported."""
        return gallery_engines.solve(position, request, budget)

    def explain(self, position: Position, request: Request, budget: Budget) -> Explanation[Move]:
        """Why a position is lost. Raises Unsupported."""
        from solver.patiences.gallery.explain import explain  # only this command needs it

        return explain(position, budget, self.solve(position, request, budget))


PATIENCE = Gallery()
