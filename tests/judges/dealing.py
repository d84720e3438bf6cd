"""Deals of any registered patience, by name: what tests need of one beyond `solver`'s own functions."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from itertools import product
from typing import Any

import solver
from solver.cards import Card
from solver.errors import Unsupported
from solver.limits import Limits
from solver.options import RuleOption
from solver.outcome import Outcome, Verdict
from solver.patience import Deal
from solver.registry import games, patience

__all__ = [
    "GAMES",
    "all_options",
    "deal",
    "engines",
    "fixed_cards",
    "measures",
    "start",
    "values",
    "winning_line",
    "with_cards",
]

GAMES = games()
"""All registered patiences, those of other packages too."""


def values(option: RuleOption) -> tuple[str, ...]:
    """The values of a rule option that are tried when all are: its words, and small numbers where it takes numbers."""
    return (*option.values, "0", "1") if option.number else option.values


def all_options(game: str) -> list[dict[str, str]]:
    """Every combination of a game's rule options."""
    names = [option.name for option in patience(game).options]
    return [dict(zip(names, chosen, strict=True)) for chosen in product(*map(values, patience(game).options))]


def deal(game: str, seed: int, options: dict[str, str]) -> Deal:
    """The random deal of a seed."""
    return patience(game).random_deal(seed, options)


def measures(game: str) -> tuple[str, ...]:
    """What can be counted of a winning line."""
    return tuple(measure.name for measure in patience(game).deciding.measures)


def engines(game: str) -> tuple[str, ...]:
    """The names of the engines, that which is asked unasked first."""
    return tuple(engine.name for engine in patience(game).deciding.engines)


def with_cards(dealt: Deal, cards: tuple[Card, ...]) -> Deal:
    """The same deal of other cards."""
    return replace(dealt, deck=replace(dealt.deck, cards=cards))


def start(dealt: Deal) -> Any:
    """The position at the start of a deal. Raises ValueError when the deck is not sound."""
    return patience(dealt.game).start(dealt)


@cache
def _fixed_cards(game: str, options: tuple[tuple[str, str], ...]) -> frozenset[int]:
    decks = [deal(game, seed, dict(options)).deck.cards for seed in range(8)]
    return frozenset(at for at, cards in enumerate(zip(*decks, strict=True)) if len(set(cards)) == 1)


def fixed_cards(game: str, options: dict[str, str]) -> frozenset[int]:
    """The places in the deck that hold the same card in every deal, such as the first and the last of the marriage."""
    return _fixed_cards(game, tuple(options.items()))


@cache
def _winning_line(game: str, options: tuple[tuple[str, str], ...]) -> tuple[Any, tuple[Any, ...]]:
    for seed in range(30):
        position = start(deal(game, seed, dict(options)))
        try:
            outcome: Outcome[Any] = solver.solve(position, Limits(positions=5000), jobs=1, repeatable=True)
        except Unsupported:
            break
        if outcome.verdict is Verdict.SOLVABLE:
            return position, outcome.moves
    return start(deal(game, 0, dict(options))), ()


def winning_line(game: str, options: dict[str, str]) -> tuple[Any, tuple[Any, ...]]:
    """A deal that is won quickly, with the moves; no moves where none of the first deals is."""
    return _winning_line(game, tuple(options.items()))
