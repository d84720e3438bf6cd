"""From the sections of a deal file to its position, or to what is seen of one where cards are unknown (`?`).

What is written is read first, each fault noted on the way; then the cards are laid out, the unknown ones among them;
then the referee looks at the position. All that is wrong is told at once.

The cards that are neither seen nor gone from the game are those that lie unknown; they must be as many as the `?`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from solver.cards import CARDS, Card
from solver.document import Document
from solver.errors import InputError
from solver.options import Options, read_options
from solver.patience import AnyPatience, Deck
from solver.seeing import Seen, Slot, Slots
from solver.words import plural

_MOST_UNREAD = 3
"""With more words that could not be read nothing is said of how often each card is there."""

_LISTED = 8
"""So many cards are named in a message."""


def read_position(found: AnyPatience, document: Document, beside: Options, *, unknown: bool) -> tuple[Document, Any]:
    """A document as its game reads it, and its position; with unknown cards what is seen of one, a `Seen`.

    beside: rule options that are said elsewhere, and hold over the document's; unknown: whether cards may be unknown.
    Raises OptionError for an option that the game has not, InputError with all that is wrong with the document, what it
    has noted already included.
    """
    document = document.for_game(found.keys, found.options)
    seeing = found.seeing
    numbers = {key: document.number(key, default) for key, default in found.notation.deck_numbers.items()}
    deck = Deck(document.cards("deck"), numbers)
    gone = Counter(() if seeing is None or seeing.gone is None else document.cards(seeing.gone))
    options = read_options(found.options, {**document.said, **beside})
    position, hidden = None, frozenset[Slot]()
    objections: Sequence[str] = ()
    try:
        with document.faults.noting():
            _check_keys(found, document)
            if "deck" in document.sections:
                position, hidden = _from_deck(found, document, options, deck)
            else:
                position, hidden = _from_layout(found, document, options, gone)
            if position is not None:
                objections = _objections(position, document.faults.unread)
                _check_gone(found, document, position, gone)
            hidden |= frozenset() if seeing is None else seeing.unsaid(document.sections)
    except ValueError as error:  # the deck cannot be laid out
        objections = () if document.faults.unread else str(error).splitlines()  # else a card is surely missing
    document.settle(objections, document.sections.get("deck"))
    assert position is not None, "what could not be read has been noted"
    if seeing is None or not document.unknown:
        return document, position
    seen = seeing.seen(position, hidden)
    if not unknown:
        raise document.error(_needs_all(seen), next(iter(document.unknown.values())))
    return document, seen


def _objections(position: Any, unread: int) -> Sequence[str]:
    """What the referee finds wrong with a position, so many words of which could not be read."""
    if unread > _MOST_UNREAD:
        return ()
    # a guess, which ends with a question mark, knows only what was read
    return [fault for fault in position.faults() if not (unread and fault.endswith("?"))]


# --- the cards laid out: what is raised here is noted, and so needs no name of a file --------------------------------


def _from_deck(found: AnyPatience, document: Document, options: Options, deck: Deck) -> tuple[Any, Slots]:
    """The position at the start with a deck, and where its `?` come to lie; None where too little could be read.

    Raises InputError, and ValueError for a deck that cannot be laid out.
    """
    unknown, seeing, section = {number for _, number in document.unknown}, found.seeing, document.sections["deck"]
    if seeing is None or not unknown:
        return found.dealing.lay_out(deck, options), frozenset()
    if document.faults:  # where a card could not be read, others would seem to be hidden
        return None, frozenset()
    packs = Counter(found.dealing.shuffle(0, options).cards)
    lot = _lot(packs, Counter(deck.cards), len(unknown), None)
    hidden = {number: seeing.dealt(number, options) for number in sorted(unknown)}
    for number, slot in hidden.items():
        if slot is None:
            raise InputError(f"card {number + 1} of the deck is dealt face up and cannot be ?", line=section.line)
    position = found.dealing.lay_out(replace(deck, cards=_filled(deck.cards, unknown, lot)), options)
    slots = frozenset(slot for slot in hidden.values() if slot is not None)
    for key, _ in sorted(seeing.open(position) & slots):
        wrong = f"the card that comes to lie last in {key} is always known and cannot be ?"
        raise InputError(wrong, line=section.line)
    return position, slots


def _from_layout(found: AnyPatience, document: Document, options: Options, gone: Counter[Card]) -> tuple[Any, Slots]:
    """The position of a layout, and where its `?` lie; None where too little could be read. Raises InputError."""
    position, seeing, hidden = found.notation.read_layout(document, options), found.seeing, frozenset(document.unknown)
    if seeing is None or not hidden:
        return position, hidden
    if document.faults:
        return None, hidden
    known = Counter(seeing.lying(position)) + gone
    lot = _lot(seeing.packs(position), known, len(hidden), seeing.gone)
    regions = seeing.regions(position)
    filled = {
        key: _filled(regions[key], {number for where, number in hidden if where == key}, lot)
        for key in sorted(regions)  # as slots are sorted, in which hidden cards lie sorted
    }
    complete = seeing.relaid(position, {key: filled[key] for key in regions})
    for key, number in sorted(seeing.open(complete) & hidden):
        wrong = f"card {number + 1} of {key} is always known and cannot be ?"
        raise InputError(wrong, line=document.sections[key].line)
    return complete, hidden


def _filled(known: Sequence[Card], unknown: set[int], lot: Iterator[Card]) -> tuple[Card, ...]:
    """Cards that are known with those of the lot among them, at the numbers of the unknown ones."""
    seen = iter(known)
    return tuple(next(lot if number in unknown else seen) for number in range(len(known) + len(unknown)))


def _lot(packs: Counter[Card], known: Counter[Card], count: int, gone: str | None) -> Iterator[Card]:
    """The hidden cards, sorted: what the packs have beside those that are known. Raises InputError if not so many.

    gone: the key for cards that have left the table, in a layout of a patience that has one.
    """
    surplus = known - packs
    faults = [f"  {card}: found {known[card]}, there can be {packs[card]}" for card in CARDS if surplus[card]]
    if faults:
        raise InputError("\n".join(("the cards do not add up:", *faults)))
    lot = sorted((packs - known).elements())
    if len(lot) != count:
        where = f'; cards that have left the table belong in "{gone}:"' if gone is not None and len(lot) > count else ""
        raise InputError(
            f"{plural(count, 'card')} unknown (?), but {len(lot)} of the packs neither seen nor gone:"
            f" {_named(lot)}{where}"
        )
    return iter(lot)


# --- what is unknown and what is gone --------------------------------------------------------------------------------


def _check_keys(found: AnyPatience, document: Document) -> None:
    """Note keys that go together with no deck. Raises InputError where a `?` stands among cards that everybody sees."""
    seeing = found.seeing
    if seeing is None and document.unknown:
        raise document.error(
            f"no card is hidden in {found.title}; expected every card", next(iter(document.unknown.values()))
        )
    for (key, _), word in document.unknown.items():
        if seeing is not None and key not in ("deck", *seeing.keys):
            raise document.error(f'no unknown card can stand in "{key}:"; its cards are seen', word)
    gone = [seeing.gone] if seeing is not None and seeing.gone is not None and document.unknown else []
    for key in (*found.notation.layout_keys, *gone):
        if "deck" in document.sections and key in document.sections:
            document.note(f'"{key}:" does not go with "deck:"; expected one or the other', document.sections[key])


def _check_gone(found: AnyPatience, document: Document, position: Any, said: Counter[Card]) -> None:
    """Raise InputError if a file of a known position lists other cards as gone than those that are not on the table."""
    seeing = found.seeing
    section = None if seeing is None or seeing.gone is None else document.sections.get(seeing.gone)
    if seeing is None or section is None or document.unknown:
        return
    gone = seeing.gone_cards(position)
    if said != gone:
        raise document.error(
            f'"{section.key}:" names {_named(said.elements())}; the cards that are not on the table are'
            f" {_named(gone.elements())}",
            section,
        )


def _named(cards: Iterable[Card]) -> str:
    named = [str(card) for card in sorted(cards)]
    more = f" and {len(named) - _LISTED} more" if len(named) > _LISTED else ""
    return (" ".join(named[:_LISTED]) or "none") + more


def _needs_all(seen: Seen[Any, Any]) -> str:
    """Why a command that needs a known deal gives no answer: which cards are unknown; and who could answer."""
    counts = Counter(key for key, _ in seen.slots)
    where = ", ".join(f"{key} ({count})" for key, count in counts.items())
    return (
        f"{plural(len(seen.slots), 'card')} unknown: {where}; they are {_named(seen.cards)}, in some order."
        "\nThis command needs to know every card; `patience-solver odds` says how likely a win is without"
    )
