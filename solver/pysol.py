"""Packs in the order in which PySolFC deals the game of a number, through the library pysol-cards (the extra `pysol`).

PySolFC sorts its packs by suit (clubs, spades, hearts, diamonds) and rank, shuffles them with a generator that the
number seeds, and deals from the *end* of the list. Numbers below 32000 are shuffled as in Microsoft's FreeCell, others
by the Mersenne Twister. (PySolFC: `constructRandom` in pysollib/pysolrandom.py, `Game.shuffle` in pysollib/game.)
"""

from __future__ import annotations

from typing import Any

from solver.cards import Card
from solver.errors import Unsupported
from solver.letters import card

LAST_MICROSOFT = 31999
"""Up to this number PySolFC shuffles as Microsoft's FreeCell does."""

LAST = 10**20
"""The last of PySolFC's numbers."""

LAST_IN_MICROSOFT_ORDER = 2**33 - 1
"""The last of its numbers with `ms`."""


def pysol_deck(number: int, packs: int = 1) -> list[Card]:
    """`packs` whole packs in the order in which PySolFC deals its game of a number, the first card to be dealt first.

    A game may move cards about before it deals; that is the caller's business. Raises Unsupported when PySolFC has no
    game of that number or pysol-cards is not installed.
    """
    if not 1 <= number <= LAST:
        raise Unsupported(f"PySolFC has no deal {number}; its numbers go from 1 to {LAST}")
    return _shuffled(number, packs, microsoft=number <= LAST_MICROSOFT)


def microsoft_deck(number: int) -> list[Card]:
    """A pack in the order in which PySolFC deals its game `ms` and a number: shuffled as in Microsoft's FreeCell.

    Up to 31999 that is its game of the number alone. Raises Unsupported as `pysol_deck` does.
    """
    if not 1 <= number <= LAST_IN_MICROSOFT_ORDER:
        raise Unsupported(f"there is no deal ms{number}; the numbers go from ms1 to ms{LAST_IN_MICROSOFT_ORDER}")
    return _shuffled(number, 1, microsoft=True)


def _shuffled(number: int, packs: int, *, microsoft: bool) -> list[Card]:
    try:
        from pysol_cards.cards import createCards, ms_rearrange  # type: ignore[import-untyped]
        from pysol_cards.random import LCRandom31, MTRandom  # type: ignore[import-untyped]
    except ImportError:
        raise Unsupported(
            "deals numbered as in PySolFC need the library pysol-cards; "
            'install it with: python -m pip install "patience-solver[pysol]"'
        ) from None
    cards: list[Any] = createCards(packs)
    # The library's own `shuffle` takes Microsoft's generator for 32000 too; the game itself does not.
    if microsoft:
        LCRandom31(number).shuffle(cards := ms_rearrange(cards))
    else:
        MTRandom(number).shuffle(cards)
    return [card("0A23456789TJQK"[found.rank] + found.suit_s()) for found in reversed(cards)]
