"""Unknown cards as they are printed: `?` is a card that nobody has seen, `?*9` nine of them.

`solver.document` reads them.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from solver.cards import Card
from solver.patience import AnyPatience, Deal
from solver.printing import header, section_text
from solver.seeing import Seen


def seen_text(seen: Seen[Any, Any]) -> str:
    """The deal file that says what is seen, and reads back the same."""
    seeing = seen.seeing
    regions = seeing.regions(seen.sample)
    texts = {key: section_text(key, _words(key, cards, seen)) for key, cards in regions.items()}
    lines = str(seeing.relaid(seen.sample, dict.fromkeys(regions, ()))).splitlines()
    kept = [line for line in lines if line.partition(":")[0] not in seen.numbers]
    text = [texts.get(line.rstrip(":"), line) for line in kept]
    gone = sorted(seeing.gone_cards(seen.sample).elements())
    if seeing.gone is not None and gone and seen.slots:
        text.append(section_text(seeing.gone, gone))
    return "\n".join((*text, ""))


def _words(key: str, cards: Iterable[Card], seen: Seen[Any, Any]) -> list[str]:
    return folded(None if (key, number) in seen.hidden else card for number, card in enumerate(cards))


def folded(cards: Iterable[Card | None]) -> list[str]:
    """Cards as words, neighbours that are unknown (None) folded into `?*n`."""
    words = []
    for card, same in groupby(cards):
        count = len(list(same))
        if card is not None:
            words += [str(card)] * count
        else:
            words.append("?" if count == 1 else f"?*{count}")
    return words


def deal_as_seen(found: AnyPatience, deal: Deal) -> tuple[str, list[str]]:
    """A deal as a player sees it at the start: the deal file, and the words of its deck.

    Raises Unsupported where no card is hidden.
    """
    seeing = found.hiding
    hidden = seeing.start(found.start(deal)).hidden
    deck = folded(
        None if seeing.dealt(number, deal.options) in hidden else card for number, card in enumerate(deal.deck.cards)
    )
    numbers = (f"{key}: {number}" for key, number in deal.deck.numbers.items() if (key, 0) not in hidden)
    return "\n".join((*header(deal.game, deal.options, deal.defaults), *numbers, section_text("deck", deck), "")), deck
