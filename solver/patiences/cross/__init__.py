"""Vanishing Cross: its rules and its engine put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import ClassVar

from solver.limits import Budget
from solver.options import Options
from solver.outcome import Outcome
from solver.patience import Deal, Patience, Request
from solver.patiences.cross import engine, notation, rules
from solver.patiences.cross.notation import Move, Reshuffle, Rules
from solver.patiences.cross.rules import Position
from solver.sections import Document, Word


class Cross(Patience[Position, Move]):
    """Vanishing Cross for the commands."""

    game = notation.GAME
    title = "Vanishing Cross"
    options = notation.OPTIONS
    measures: ClassVar[Mapping[str, str]] = {"reshuffles": "reshuffles in the line"}
    engines = ("auto", engine.ENGINE)
    default_best = "reshuffles"
    layout_keys = notation.LAYOUT_KEYS
    deck_keys = (notation.SEED_KEY,)
    rules_file = Path(__file__).with_name("rules.md")

    def read_layout(self, document: Document, options: Options) -> Position:
        """The position of a layout. Raises InputError."""
        return Position.read(document, options)

    def read_move(self, words: Sequence[Word], document: Document) -> Move:
        """The move of a log line. Raises InputError."""
        return notation.read_move(words, document)

    def random_deal(self, seed: int, options: Options) -> Deal:
        """The sorted deck, shuffled by Python's `random.Random(seed).shuffle`; the reshuffle seed is the same seed."""
        deck = Rules().deck()
        random.Random(seed).shuffle(deck)
        return Deal(self.game, options, tuple(deck), self.defaults, {notation.SEED_KEY: str(seed)})

    def read_extra(self, document: Document) -> Mapping[str, str]:
        """The reshuffle seed. Raises InputError."""
        return {notation.SEED_KEY: str(document.number(notation.SEED_KEY, 0))}

    def start(self, deal: Deal) -> Position:
        """The position at the start of a deal. Raises ValueError."""
        seed = int(deal.extra.get(notation.SEED_KEY, "0"))
        return rules.deal(deal.deck, Rules.of(deal.options), seed)

    def measure(self, position: Position, moves: Sequence[Move]) -> dict[str, int]:
        """The number of reshuffles in a line."""
        return {"reshuffles": sum(isinstance(move, Reshuffle) for move in moves)}

    def solve(self, position: Position, request: Request, budget: Budget) -> Outcome[Move]:
        """Decide a position by the search over rounds, its only engine; the fewest reshuffles are always sought."""
        return engine.solve(position, budget)


PATIENCE = Cross()
