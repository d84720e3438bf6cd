"""Plays on the way down a search, shared by all lines that begin alike."""

from __future__ import annotations

Trail = tuple["Trail | None", int]
"""Plays, the latest last and the rest before it. What an integer means is up to the search."""


def unwound(trail: Trail | None) -> list[int]:
    """The integers of a trail in the order in which they were added."""
    plays = []
    while trail is not None:
        trail, play = trail
        plays.append(play)
    plays.reverse()
    return plays
