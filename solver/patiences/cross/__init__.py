"""Vanishing Cross: its rules, notation and engine put together."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from solver.limits import Budget
from solver.options import Options
from solver.outcome import Outcome
from solver.patience import Dealing, Deciding, Deck, Engine, Leaving, Measure, Notation, Patience, Question
from solver.patiences.cross import engine, reachable
from solver.patiences.cross.alike import alike
from solver.patiences.cross.careful import CAREFUL
from solver.patiences.cross.draw import CrossDrawing
from solver.patiences.cross.explain import explain
from solver.patiences.cross.handle import CrossHandling
from solver.patiences.cross.notation import GAME, LAYOUT_KEYS, OPTIONS, SEED_KEY, Move, Reshuffle, Rules, read_move
from solver.patiences.cross.rules import Position, deal
from solver.patiences.cross.seen import SEEING
from solver.shuffling import shuffle


def _shuffle(seed: int, _options: Options) -> Deck:
    """The sorted deck, shuffled by Python's `random.Random(seed).shuffle`; the reshuffle seed is the same seed."""
    deck = Rules().deck()
    shuffle(deck, seed)
    return Deck(tuple(deck), {SEED_KEY: seed})


def _reshuffles(_position: Position, moves: Sequence[Move]) -> int:
    return sum(isinstance(move, Reshuffle) for move in moves)


def _solve(position: Position, _question: Question, budget: Budget) -> Outcome[Move]:
    """The fewest reshuffles are always sought, whatever is asked."""
    return engine.solve(position, budget)


PATIENCE = Patience(
    game=GAME,
    title="Vanishing Cross",
    options=OPTIONS,
    rules_file=Path(__file__).with_name("rules.md"),
    notation=Notation(LAYOUT_KEYS, Position.read, read_move, {SEED_KEY: 0}, reachable.assumed, reachable.doubts),
    dealing=Dealing(
        _shuffle,
        lay_out=lambda deck, options: deal(deck.cards, Rules.of(options), deck.numbers.get(SEED_KEY, 0)),
    ),
    deciding=Deciding(
        engines=(Engine("auto", _solve), Engine(engine.ENGINE, _solve)),
        measures=(Measure("reshuffles", "reshuffles in the line", _reshuffles),),
        leaving=Leaving("cards not on a series at the end", engine.cards_left, engine.fewest_left),
        explain=lambda position, _question, budget: explain(position, budget),
        best="reshuffles",
        alike=alike,
        relies_on=reachable.relies_on,
    ),
    drawing=CrossDrawing(),
    seeing=SEEING,
    handling=CrossHandling(),
    careful=CAREFUL,
)
