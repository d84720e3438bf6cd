"""Plain search over the referee's moves of any patience: every move tried, nothing reduced."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, TypeVar

T = TypeVar("T")
A = TypeVar("A")


class TooMany(Exception):
    """A judge would have to look at more positions than it may."""


def itself(position: Any) -> Hashable:
    """A position told apart from all others."""
    key: Hashable = position
    return key


def fewest(
    position: Any,
    counted: Callable[[Any], bool],
    most: int,
    key: Callable[[Any], Hashable] = itself,
) -> int | None:
    """The fewest counted moves of any line that wins, None if none does; positions of one key are interchangeable.

    All positions reachable with the same number of counted moves are gathered, then those after one more. Raises
    TooMany when more than `most` positions are reached.
    """
    reached = {key(position): position}
    seen = set(reached)
    count = 0
    while reached:
        following: dict[Hashable, Any] = {}
        waiting = list(reached.values())
        while waiting:
            here = waiting.pop()
            if here.is_won:
                return count
            for move in here.moves():
                after = here.play(move)
                name = key(after)
                if name in seen:
                    continue
                if counted(move):
                    following[name] = after
                else:
                    seen.add(name)
                    following.pop(name, None)
                    waiting.append(after)
            if len(seen) + len(following) > most:
                raise TooMany
        reached = following
        seen.update(reached)
        count += 1
    return None


def winnable(position: Any, most: int, key: Callable[[Any], Hashable] = itself) -> bool:
    """Whether any line wins. Raises TooMany when more than `most` positions are reached."""
    return fewest(position, lambda move: False, most, key) is not None


def settled(judge: Callable[[T], A], questions: Iterable[T]) -> Iterator[tuple[T, A]]:
    """The questions that a judge can answer within its limit, with the answers."""
    for question in questions:
        try:
            answer = judge(question)
        except TooMany:
            continue
        yield question, answer
