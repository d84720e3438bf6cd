"""Royal Marriage with pairs: its rules and its engine put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from solver.cards import packs
from solver.limits import Budget
from solver.options import Options
from solver.outcome import Outcome
from solver.patience import Deal, Patience, Request
from solver.patiences.marriage import engine, notation, rules
from solver.patiences.marriage.notation import DealCard, Move, Pairs
from solver.patiences.marriage.rules import Position
from solver.pysol import pysol_deck
from solver.sections import Document, Word


class Marriage(Patience[Position, Move]):
    """Royal Marriage with pairs for the commands."""

    game = notation.GAME
    title = "Royal Marriage with pairs"
    options = notation.OPTIONS
    measures: ClassVar[Mapping[str, str]] = {"row": "cards in the row at its longest"}
    engines = ("auto", engine.ENGINE)
    pysol = "PySolFC's Royal Marriage, the game without pairs"
    pysol_options: ClassVar[Mapping[str, str]] = {"pairs": "off"}
    layout_keys = notation.LAYOUT_KEYS
    rules_file = Path(__file__).with_name("rules.md")

    def read_layout(self, document: Document, options: Options) -> Position:
        """The position of a layout. Raises InputError."""
        return Position.read(document, options)

    def read_move(self, words: Sequence[Word], document: Document) -> Move:
        """The move of a log line. Raises InputError."""
        return notation.read_move(words, document)

    def random_deal(self, seed: int, options: Options) -> Deal:
        """The inner cards in the order of `solver.cards.packs`, shuffled by Python's `random.Random(seed).shuffle`."""
        inner = list(rules.royal_deck(packs())[1:-1])
        random.Random(seed).shuffle(inner)
        return Deal(self.game, options, rules.royal_deck(inner), self.defaults)

    def pysol_deal(self, number: int, options: Options) -> Deal:
        """The deal that PySolFC's Royal Marriage numbers so. Raises Unsupported."""
        return Deal(self.game, options, rules.royal_deck(pysol_deck(number)), self.defaults)

    def start(self, deal: Deal) -> Position:
        """The position at the start of a deal. Raises ValueError."""
        return rules.deal(deal.deck, Pairs.of(deal.options))

    def measure(self, position: Position, moves: Sequence[Move]) -> dict[str, int]:
        """The most cards that lie in the row, at the start or after any move of a line."""
        longest = length = len(position.row)
        for move in moves:
            length += 1 if isinstance(move, DealCard) else -len(move.cards)
            longest = max(longest, length)
        return {"row": longest}

    def solve(self, position: Position, request: Request, budget: Budget) -> Outcome[Move]:
        """Decide a position by the interval programme, its only engine; `best` may be `row`."""
        return engine.solve(position, request, budget)


PATIENCE = Marriage()
