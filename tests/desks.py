"""Games on desks, for tests: deals as a player sees them, who sits at the real table, searches, a disk that is full."""

from __future__ import annotations

from typing import Any

import pytest

from solver.letters import Letters, in_letters
from solver.playing.desk import Desk
from solver.playing.game import Game, Uncovers
from solver.registry import patience
from solver.unknown_cards import deal_as_seen, seen_text
from tests.times import wait_for


def in_alphabet(deal: str, letters: Letters) -> str:
    """A deal file written in other letters."""
    return in_letters(deal, letters).replace("\n", f"\nletters: {letters.name}\n", 1)


def as_seen(name: str, seed: int = 1, **options: str) -> tuple[Any, str]:
    """A deal that only the test knows, and the file of what a player sees of it."""
    found = patience(name)
    deal = found.random_deal(seed, found.defaults | options)
    return found.start(deal), deal_as_seen(found, deal)[0]


def with_unknown(count: int) -> str:
    """A deal of Marriage of which only so many cards are unknown, the first ones of the stock."""
    seeing = patience("marriage").seeing
    assert seeing is not None
    return seen_text(seeing.seen(as_seen("marriage")[0], frozenset(("stock", number) for number in range(count))))


class Dealer:
    """Who sits at the real table: knows every card, and says which ones come to light."""

    def __init__(self, truth: Any, game: Game) -> None:
        self.truth = truth
        self.game = game
        self.regions = patience(truth.game).seeing.regions(truth)  # type: ignore[union-attr]

    def cards(self, line: str) -> list[str]:
        """The cards that a move brings to light, in order."""
        turn = next(turn for turn in self.game.possible() if turn.step.move == line)
        return [str(self.regions[key][number]) for key, number in turn.uncovers]

    def play(self, line: str) -> bool:
        """Make a move, and say whether it brought cards to light."""
        cards = self.cards(line)
        if cards:
            with pytest.raises(Uncovers):
                self.game.play(line)
        self.game.play(line, cards)
        return bool(cards)


def until_ready(desk: Desk) -> None:
    assert wait_for(lambda: not desk.searching), "the search does not end"


def disk_is_full(_descriptor: int) -> None:
    """What `os.fsync` does then."""
    raise OSError(28, "No space left on device")
