"""What every game of Vanishing Cross leads to: a layout that is not so was hardly meant as it was typed in.

The conditions are necessary ones: sizes of stock and columns, what a row can have covered, and how a reshuffle whose
seed is known lays out the stock.
"""

from __future__ import annotations

from collections.abc import Sequence

from solver.cards import CARDS, Card
from solver.outcome import Outcome, Verdict
from solver.patience import Assumption
from solver.patiences.cross.notation import SEED_KEY, Layout, Move, Reshuffle
from solver.patiences.cross.rules import shuffled
from solver.words import plural


def doubts(layout: Layout, keys: frozenset[str]) -> tuple[str, ...]:
    """Why no game leads to this layout, a sentence each."""
    rules = layout.rules
    start = len(rules.deck()) - rules.columns
    dealt = start - len(layout.stock)
    if dealt < 0:
        return (f"the stock has {plural(len(layout.stock), 'card')}; it begins with {start} at most",)
    found = []
    for number, column in enumerate(layout.columns):
        most = 1 + _rows(dealt, number, rules.columns, whole=bool(layout.stock))
        if len(column) > most:
            found.append(
                f"column {number + 1} has {plural(len(column), 'card')}; with {len(layout.stock)} in the stock "
                f"it can have {most} at most"
            )
    found += _covered(layout)
    if SEED_KEY in keys and layout.reshuffled and not _lies_as_shuffled(layout):
        found.append(
            f"the stock does not lie as reshuffle {layout.reshuffled} with {SEED_KEY}: {layout.seed} lays it out"
        )
    return tuple(found)


def _rows(dealt: int, number: int, columns: int, *, whole: bool) -> int:
    """How many rows at most have put a card on a column (counted from 0) when so many cards have left the stock.

    A row deals a card to every column; only one that used up the stock is not whole.
    """
    rows, rest = divmod(dealt, columns)
    return rows + (not whole and number < rest)


def _covered(layout: Layout) -> list[str]:
    """Covered cards that a series has been waiting for from the beginning: no row is dealt while they can be played."""
    low, high = layout.rules.ends
    found = []
    for number, column in enumerate(layout.columns, 1):
        for card in column[:-1]:
            waits = (card.rank == low + 1 and layout.up[card.suit] == low) or (
                card.rank == high - 1 and layout.down[card.suit] == high
            )
            if waits:
                found.append(f"{card} is covered in column {number}; it could be played before a row was dealt over it")
    return found


def _lies_as_shuffled(layout: Layout) -> bool:
    """Whether the stock's cards come in this order in the shuffle of which they are left."""
    order = iter([card for card, _ in shuffled(layout.rules, layout.seed, layout.reshuffled)])
    return all(card in order for card in layout.stock)


def assumed(layout: Layout, keys: frozenset[str]) -> tuple[Assumption, ...]:
    """What a file with these keys leaves out and is taken for."""
    found = []
    if "deck" not in keys:
        for key, tops in (("up", layout.up), ("down", layout.down)):
            if key not in keys:
                found.append(Assumption(key, _cards([CARDS[13 * suit + top - 1] for suit, top in enumerate(tops)])))
        if "reshuffled" not in keys:
            found.append(Assumption("reshuffled", str(layout.reshuffled)))
    if SEED_KEY not in keys:
        found.append(Assumption(SEED_KEY, str(layout.seed), "how a reshuffle falls is unknown without it"))
    return tuple(found)


def _cards(cards: Sequence[Card]) -> str:
    return " ".join(map(str, cards))


def relies_on(layout: Layout, outcome: Outcome[Move]) -> frozenset[str]:
    """The seed matters when a line has a reshuffle, or a search looked beyond one.

    That a reshuffle is needed at all does not depend on it.
    """
    if outcome.verdict is Verdict.SOLVABLE:
        uses = any(isinstance(move, Reshuffle) for move in outcome.moves)
    elif outcome.verdict is Verdict.UNSOLVABLE:
        uses = layout.rules.reshuffles is None or layout.reshuffled < layout.rules.reshuffles
    else:
        uses = any(bounds.low > 1 for bounds in outcome.measures.values())
    return frozenset((SEED_KEY,)) if uses else frozenset()
