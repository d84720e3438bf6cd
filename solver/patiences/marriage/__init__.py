"""Royal Marriage with pairs: its rules and its engine put together."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import ClassVar

from solver.cards import Card, pack
from solver.notation import Document, Word
from solver.options import Options
from solver.outcome import Bounds, Budget, LimitReached, Outcome, Verdict
from solver.patience import Deal, Patience, Request
from solver.patiences.marriage import rules
from solver.patiences.marriage.intervals import Layout, narrowest, win
from solver.patiences.marriage.lines import Line
from solver.patiences.marriage.rules import KING, QUEEN, DealCard, Drop, Link, Move, Pair, Position
from solver.pysol import pysol_deck

ENGINE = "intervals"


class Marriage(Patience[Position, Move]):
    """Royal Marriage for the commands."""

    game = rules.GAME
    title = "Royal Marriage"
    options = rules.OPTIONS
    measures: ClassVar[Mapping[str, str]] = {"row": "cards in the row at its longest"}
    engines = ("auto", ENGINE)
    pysol = "PySolFC's Royal Marriage, the game without pairs"
    pysol_options: ClassVar[Mapping[str, str]] = {"pairs": "off"}
    layout_keys = rules.LAYOUT_KEYS
    rules_file = Path(__file__).with_name("rules.md")

    def read_layout(self, document: Document, options: Options) -> Position:
        """The position of a layout. Raises InputError."""
        return rules.read_layout(document, rules.pairs_of(options))

    def read_move(self, words: Sequence[Word], document: Document) -> Move:
        """The move of a log line. Raises InputError."""
        return rules.read_move(words, document)

    def random_deal(self, seed: int, options: Options) -> Deal:
        """The inner cards in the order of `solver.cards.pack`, shuffled by Python's `random.Random(seed).shuffle`."""
        inner = [card for card in pack() if card not in (QUEEN, KING)]
        random.Random(seed).shuffle(inner)
        return Deal(self.game, options, (QUEEN, *inner, KING), self.defaults)

    def pysol_deal(self, number: int, options: Options) -> Deal:
        """The deal that PySolFC's Royal Marriage numbers so. Raises Unsupported."""
        return Deal(self.game, options, royal_deck(pysol_deck(number)), self.defaults)

    def start(self, deal: Deal) -> Position:
        """The position at the start of a deal. Raises ValueError."""
        return rules.deal(deal.deck, rules.pairs_of(deal.options))

    def measure(self, position: Position, moves: Sequence[Move]) -> dict[str, int]:
        """The most cards that lie in the row, at the start or after any move of a line."""
        longest = length = len(position.row)
        for move in moves:
            length += 1 if isinstance(move, DealCard) else -len(move.cards)
            longest = max(longest, length)
        return {"row": longest}

    def solve(self, position: Position, request: Request, budget: Budget) -> Outcome[Move]:
        """Decide a position by the interval programme, its only engine; `best` may be `row`."""
        layout = layout_of(position)
        line = None
        try:
            line = win(layout, position.pairs, budget)
            best = narrowest(layout, position.pairs, budget) if line is not None and request.best else None
        except LimitReached as reached:
            if line is None:
                return Outcome(Verdict.UNDECIDED, ENGINE, stats=_stats(budget), limit=reached.limit)
            bounds = Bounds(len(position.row), line.longest)
            return replace(_solvable(position, line, budget, bounds), limit=reached.limit)
        if line is None:
            return Outcome(Verdict.UNSOLVABLE, ENGINE, stats=_stats(budget))
        if best is None:
            return _solvable(position, line, budget)
        return _solvable(position, best, budget, Bounds(best.longest, best.longest))


def _solvable(position: Position, line: Line, budget: Budget, row: Bounds | None = None) -> Outcome[Move]:
    return Outcome(
        Verdict.SOLVABLE,
        ENGINE,
        moves=moves_of(position, line),
        stats=_stats(budget),
        line={"row": line.longest},
        measures={} if row is None else {"row": row},
    )


def _stats(budget: Budget) -> dict[str, int | float]:
    return {"intervals": budget.positions}


def royal_deck(deck: Sequence[Card]) -> tuple[Card, ...]:
    """A deck with the queen and king of hearts taken out and put first and last, as PySolFC does for this game."""
    return (QUEEN, *(card for card in deck if card not in (QUEEN, KING)), KING)


def layout_of(position: Position) -> Layout:
    """A position on the engine's small integers."""
    cards = [4 * card.rank + card.suit for card in (*position.row, *position.stock)]
    joined = sum(1 << j for j, link in enumerate(position.links, 1) if link is Link.JOINED)
    return Layout(cards, len(position.row), joined)


def moves_of(position: Position, line: Line) -> tuple[Move, ...]:
    """A line of the engine as moves from its position."""
    cards = (*position.row, *position.stock)
    moves: list[Move] = []
    for number, batch in enumerate(line.batches):
        if number:
            moves.append(DealCard(position.stock[number - 1]))
        for discard in batch:
            leaving = tuple(cards[k] for k in discard.cards)
            moves.append(Pair(*leaving) if discard.pair else Drop(leaving))
    return tuple(moves)


PATIENCE = Marriage()
