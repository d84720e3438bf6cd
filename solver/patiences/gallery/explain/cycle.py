"""Drawing a set of facts as a cycle, where it is one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import product

from solver.patiences.gallery.explain.facts import ORDINALS, Cause, Names, Wait
from solver.patiences.gallery.notation import Row

Event = tuple[frozenset[int], bool]
"""When the first (False) or the last (True) of some cards is played; for one card always False."""


def cycle(facts: Sequence[Wait], names: Names) -> tuple[str, ...] | None:
    """A shortest cycle of events, each of which waits for the next, in words; `None` if the facts make none.

    It begins with what the first fact speaks of, if it can, and the first event is named again at the end. If the facts
    are a minimal contradiction the cycle uses all of them, for a cycle is a contradiction.
    """
    following = _following(facts)
    best: list[Event] | None = None
    for start in following:
        path = _way_back(start, following)
        if path is not None and (best is None or len(path) < len(best)):
            best = path
    if best is not None:
        begin = next((at for at, (cards, _) in enumerate(best) if cards == frozenset(facts[0].waiting)), 0)
        best = best[begin:] + best[:begin]
    return None if best is None else tuple(_words(event, names) for event in (*best, best[0]))


def _event(cards: Iterable[int], last: bool) -> Event:
    cards = frozenset(cards)
    return cards, last and len(cards) > 1


def _following(facts: Sequence[Wait]) -> dict[Event, list[Event]]:
    """For each event those that come before it for certain.

    Let X and Y be sets of cards and x > y mean "x lies under y". If every x ∈ X has some y ∈ Y with x > y, the first
    of X comes after the first of Y; if every y has some x, the last of X comes after the last of Y; if all pairs have
    it, the first of X comes after the last of Y; if some pair has it, the last of X comes after the first of Y. And
    the last of several cards comes after the first.
    """
    following: dict[Event, list[Event]] = {}

    def add(later: Event, earlier: Event) -> None:
        if earlier != later and earlier not in following.setdefault(later, []):
            following[later].append(earlier)

    sets = list(dict.fromkeys(frozenset(cards) for fact in facts for cards in (fact.waiting, fact.awaited)))
    lies_under = {(fact.waiting[0], fact.awaited[0]) for fact in facts if fact.reason is Cause.UNDER}
    for x, y in product(sets, repeat=2):
        pairs = {(a, b) for a in x for b in y if (a, b) in lies_under}
        if not pairs:
            continue
        if len(pairs) == len(x) * len(y):
            add(_event(x, False), _event(y, True))
        if {a for a, _ in pairs} == x:
            add(_event(x, False), _event(y, False))
        if {b for _, b in pairs} == y:
            add(_event(x, True), _event(y, True))
        add(_event(x, True), _event(y, False))
    for fact in facts:
        if fact.reason is Cause.UNDER:
            continue
        for last, awaits_last in product((False, True), repeat=2):
            if fact.free == (len(fact.waiting) - 1 if last else 0) and fact.count == (
                len(fact.awaited) if awaits_last else 1
            ):
                add(_event(fact.waiting, last), _event(fact.awaited, awaits_last))
    for cards in sets:
        if len(cards) > 1:
            add(_event(cards, True), _event(cards, False))
    return following


def _way_back(start: Event, following: dict[Event, list[Event]]) -> list[Event] | None:
    """A shortest way from an event back to itself, without its end."""
    paths = [[start]]
    seen: set[Event] = set()
    for path in paths:
        for event in following.get(path[-1], ()):
            if event == start:
                return path
            if event not in seen:
                seen.add(event)
                paths.append([*path, event])
    return None


def _words(event: Event, names: Names) -> str:
    cards, last = event
    if len(cards) == 1:
        return names.name(next(iter(cards)))
    faces = {names.face(card) for card in cards}
    if len(faces) == 1:
        return f"the {ORDINALS[last]} {faces.pop()}"
    which = "last" if last else "first"
    row = next((row for row in Row if frozenset(names.packed.rows[row]) == cards), None)
    if row is not None:
        return f"the {which} stranger of the {row.word} row"
    return f"the {which} {min(faces).rank}"
