"""Why a cross with a limited number of reshuffles is lost: its best end, and what covers the cards wanted there.

That no end is better is proved by search. At an end every series that is not complete waits for a covered card.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from textwrap import wrap

from solver.cards import CARDS, Card, Suit
from solver.limits import Budget
from solver.outcome import Verdict
from solver.patience import Explanation
from solver.patiences.cross import engine
from solver.patiences.cross.notation import Direction, Move, Reshuffle
from solver.patiences.cross.rules import Position
from solver.words import plural

WIDTH = 100
"""Letters in a line of an explanation, at most."""


def explain(position: Position, budget: Budget) -> Explanation[Move]:
    """Say why a position is lost; only the outcome if it is not."""
    outcome = engine.solve(position, budget)
    if outcome.verdict is not Verdict.UNSOLVABLE:
        return Explanation(outcome)
    furthest = engine.fewest_left(position, budget)
    end = position
    for move in furthest.moves:
        end = end.play(move)
    if end.moves():  # a limit was reached before any end
        return Explanation(replace(outcome, limit=furthest.limit))
    reshuffles = sum(isinstance(move, Reshuffle) for move in furthest.moves)
    left = plural(engine.cards_left(end), "card")
    lines = _folded(
        f"With {plural(reshuffles, 'further reshuffle') if reshuffles else 'no further reshuffle'} the best end "
        f"{'leaves' if furthest.bounds.proved else 'that was found leaves'} {left}"
        f"{' (proved)' if furthest.bounds.proved else ''}. There no play, no card of the stock and no reshuffle is "
        "left, for each series that is not complete waits for a card that is covered:"
    )
    facts: list[Mapping[str, object]] = [{"fact": "best end", "left": engine.cards_left(end), "reshuffles": reshuffles}]
    for suit, direction, card in _wanted(end):
        covers = list(_covers(end, card))
        where = " and ".join(f"under {' '.join(map(str, above))} in column {column + 1}" for column, above in covers)
        text = f"- the {direction.adjective} series of {suit.english} needs {card}, which lies {where}"
        lines += wrap(text, WIDTH, initial_indent="  ", subsequent_indent="    ")
        facts.append(
            {
                "fact": "covered",
                "series": str(direction),
                "needs": str(card),
                "columns": [column + 1 for column, _ in covers],
                "under": [list(map(str, above)) for _, above in covers],
            }
        )
    return Explanation(outcome, "covered", tuple(lines), tuple(facts))


def _wanted(position: Position) -> Iterator[tuple[Suit, Direction, Card]]:
    """The series that are not complete, with the card that each needs next."""
    for suit in list(Suit)[: position.rules.suits]:
        for direction in Direction:
            top = position.series(suit, direction)
            if top != position.rules.ends[1 - direction]:
                yield suit, direction, CARDS[13 * suit + top - 1 + direction.step]


def _covers(position: Position, card: Card) -> Iterator[tuple[int, tuple[Card, ...]]]:
    """The columns where a card lies, each with the cards that lie on it."""
    for number, column in enumerate(position.columns):
        for at, other in enumerate(column):
            if other == card:
                yield number, column[at + 1 :]


def _folded(text: str) -> list[str]:
    return wrap(text, WIDTH)
