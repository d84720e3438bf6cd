"""Unknown cards in writing: `?` is a card that nobody has seen, `?*9` nine of them.

The cards that are neither seen nor gone from the game are those that lie there; they must be as many as the `?`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from itertools import groupby
from typing import Any

from solver.cards import CARDS, Card
from solver.errors import InputError, Unsupported
from solver.options import Options
from solver.patience import AnyPatience, Deal, Deck
from solver.sections import Document, Section, Word, header, section_text
from solver.seeing import Seen, Slot
from solver.words import plural

_UNKNOWN = re.compile(r"\?(?:\*([1-9][0-9]{0,2}))?")
_LISTED = 8
"""So many hidden cards are named in a message."""


def unknown_at(document: Document) -> Word | None:
    """The first word of a file that stands for unknown cards."""
    words = (word for section in document.sections.values() for word in section.words)
    return min((word for word in words if word.text.startswith("?")), key=lambda word: word.line, default=None)


def read_position(found: AnyPatience, document: Document, options: Options, *, unknown: bool) -> Any:
    """The position of a file under these (complete) rule options; with unknown cards what is seen of it, a `Seen`.

    unknown: whether cards may be unknown. Raises InputError.
    """
    if unknown_at(document) is None:
        position = found.read(document, options)
        check_gone(found, document, position)
        return position
    seen = read_seen(found, document, options)
    if not unknown:
        raise needs_all(document, seen)
    return seen


def read_seen(found: AnyPatience, document: Document, options: Options) -> Seen[Any, Any]:
    """What a file with unknown cards says is seen, under these (complete) rule options. Raises InputError."""
    seeing = found.seeing
    if seeing is None:
        raise document.error(f"no card is hidden in {found.title}; expected every card", unknown_at(document))
    allowed = ("deck", *seeing.keys)
    for section in document.sections.values():
        wrong = next((word for word in section.words if word.text.startswith("?")), None)
        if wrong is not None and section.key not in allowed:
            raise document.error(f'no unknown card can stand in "{section.key}:"; its cards are seen', wrong)
    deck = document.sections.get("deck")
    if deck is not None:
        return _read_deck(found, document, deck, options)
    return _read_layout(found, document, options)


def _read_layout(found: AnyPatience, document: Document, options: Options) -> Seen[Any, Any]:
    seeing = found.seeing
    assert seeing is not None
    sections: dict[str, Section] = {}
    hidden: set[Slot] = set()
    for key, section in document.sections.items():
        number, kept = 0, []
        for word in section.words:
            unknown = _count(word, document) if key in seeing.keys else 0
            hidden.update((key, number + step) for step in range(unknown))
            kept += [] if unknown else [word]
            number += unknown or 1
        sections[key] = replace(section, words=tuple(kept))
    known = replace(document, sections=sections)
    position = found.notation.read_layout(known, options)
    gone = Counter(document.cards(seeing.gone)) if seeing.gone else Counter()
    document.settle()
    cards = _lot(seeing.packs(position), Counter(seeing.lying(position)) + gone, len(hidden), document, seeing.gone)
    regions = dict(seeing.regions(position))
    merged: dict[str, list[Card | None]] = {}
    for key, region in regions.items():
        last = max((number for where, number in hidden if where == key), default=-1)
        rest = iter(region)
        count = len(region) + sum(where == key for where, _ in hidden)
        assert last < count, "unknown cards are counted among their region"
        merged[key] = [None if (key, number) in hidden else next(rest) for number in range(count)]
    for (key, number), card in zip(sorted(hidden), cards, strict=True):
        merged[key][number] = card
    whole = {key: tuple(card for card in region if card is not None) for key, region in merged.items()}
    complete = seeing.relaid(position, whole)
    for key, number in sorted(seeing.open(complete) & hidden):
        raise document.error(f"card {number + 1} of {key} is always known and cannot be ?", document.sections[key])
    for fault in complete.faults():
        document.note(fault)
    document.settle()
    return seeing.seen(complete, frozenset(hidden) | hidden_numbers(found, document))


def _read_deck(found: AnyPatience, document: Document, deck: Section, options: Options) -> Seen[Any, Any]:
    seeing = found.seeing
    assert seeing is not None
    for key in (*found.notation.layout_keys, *filter(None, (seeing.gone,))):
        if key in document.sections:
            raise document.error(
                f'"{key}:" does not go with "deck:"; expected one or the other', document.sections[key]
            )
    numbers = {key: document.number(key, default) for key, default in found.notation.deck_numbers.items()}
    cards: list[Card | None] = []
    for word in deck.words:
        unknown = _count(word, document)
        cards += [None] * unknown if unknown else [document.card(word)]
    lot = iter(
        _lot(
            Counter(found.dealing.shuffle(0, options).cards),
            Counter(card for card in cards if card is not None),
            cards.count(None),
            document,
            None,
        )
    )
    hidden = set()
    for number, card in enumerate(cards):
        slot = seeing.dealt(number, options) if card is None else None
        if card is None and slot is None:
            raise document.error(f"card {number + 1} of the deck is dealt face up and cannot be ?", deck)
        if slot is not None:
            hidden.add(slot)
    document.settle()
    whole = tuple(next(lot) if card is None else card for card in cards)
    try:
        position = found.dealing.lay_out(Deck(whole, numbers), options)
    except ValueError as error:
        raise document.error(str(error), deck) from None
    for key, _ in sorted(seeing.open(position) & hidden):
        raise document.error(f"the card that comes to lie last in {key} is always known and cannot be ?", deck)
    return seeing.seen(position, frozenset(hidden) | hidden_numbers(found, document))


def hidden_numbers(found: AnyPatience, document: Document) -> frozenset[Slot]:
    """The slots of the hidden numbers that a file does not name: what it names is known."""
    if found.seeing is None:
        return frozenset()
    return frozenset((key, 0) for key in found.seeing.numbers if key not in document.sections)


def check_gone(found: AnyPatience, document: Document, position: Any) -> None:
    """Raise InputError if a file of a known position lists other cards as gone than those that are not on the table."""
    seeing = found.seeing
    section = None if seeing is None or seeing.gone is None else document.sections.get(seeing.gone)
    if seeing is None or section is None:
        return
    said, gone = Counter(document.cards(section.key)), seeing.gone_cards(position)
    document.settle()
    if said != gone:
        raise document.error(
            f'"{section.key}:" names {_named(said.elements())}; the cards that are not on the table are'
            f" {_named(gone.elements())}",
            section,
        )


def _count(word: Word, document: Document) -> int:
    """How many unknown cards a word stands for; 0 when it is a card. Raises InputError."""
    match = _UNKNOWN.fullmatch(word.text)
    if match is None:
        if word.text.startswith("?"):
            raise document.error(f'found "{word.text}"; expected ? for an unknown card, or ?*9 for nine', word)
        return 0
    return int(match[1] or 1)


def _lot(packs: Counter[Card], known: Counter[Card], count: int, document: Document, gone: str | None) -> list[Card]:
    """The hidden cards, sorted: what the packs have beside those that are known. Raises InputError."""
    surplus = known - packs
    faults = [f"  {card}: found {known[card]}, there can be {packs[card]}" for card in CARDS if surplus[card]]
    if faults:
        raise document.error("\n".join(("the cards do not add up:", *faults)))
    lot = sorted((packs - known).elements())
    if len(lot) != count:
        where = f'; cards that have left the table belong in "{gone}:"' if gone is not None and len(lot) > count else ""
        raise document.error(
            f"{plural(count, 'card')} unknown (?), but {len(lot)} of the packs neither seen nor gone:"
            f" {_named(lot)}{where}"
        )
    return lot


def _named(cards: Iterable[Card]) -> str:
    named = [str(card) for card in sorted(cards)]
    more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
    return (" ".join(named[:_LISTED]) or "none") + more


def needs_all(document: Document, seen: Seen[Any, Any]) -> InputError:
    """The error of a command that needs a known deal: which cards are unknown, and who could answer."""
    counts = Counter(key for key, _ in seen.slots)
    where = ", ".join(f"{key} ({count})" for key, count in counts.items())
    return document.error(
        f"{plural(len(seen.slots), 'card')} unknown: {where}; they are {_named(seen.cards)}, in some order."
        "\nThis command needs to know every card; `patience-solver odds` says how likely a win is without",
        unknown_at(document),
    )


# --- printing --------------------------------------------------------------------------------------------------------


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
    seeing = found.seeing
    if seeing is None:
        raise Unsupported(f"no card is hidden in {found.title}")
    hidden = seeing.start(found.start(deal)).hidden
    deck = folded(
        None if seeing.dealt(number, deal.options) in hidden else card for number, card in enumerate(deal.deck.cards)
    )
    numbers = (f"{key}: {number}" for key, number in deal.deck.numbers.items() if (key, 0) not in hidden)
    return "\n".join((*header(deal.game, deal.options, deal.defaults), *numbers, section_text("deck", deck), "")), deck
