"""How a patience is handled by a player: the role that turns buttons and carried cards into moves, legal or not.

What lies in the hand is named by the slots of the drawn table (`solver.table`). Whether a move is allowed is never
decided here: the referee says so, and why not.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from solver.cards import Card

P_contra = TypeVar("P_contra", contravariant=True)
M_co = TypeVar("M_co", covariant=True)


@dataclass(frozen=True, slots=True)
class Chosen:
    """A card that the player has chosen, or an empty slot: the slot's label, and the card in it if there is one."""

    slot: str
    card: Card | None = None


@dataclass(frozen=True, slots=True)
class Action(Generic[M_co]):
    """A move that is made with a button.

    name: a word, unique among the actions; label: what stands on the button; move: what it does, legal or not; missing:
    what must be chosen first (a sentence) while there is no move, or why there never is one.
    """

    name: str
    label: str
    move: M_co | None = None
    missing: str = ""


class Handling(Protocol[P_contra, M_co]):
    """What a player can do in a position, by buttons and by carrying cards."""

    def actions(self, position: P_contra, chosen: Sequence[Chosen]) -> tuple[Action[M_co], ...]:
        """The buttons, always the same ones in the same order, with the moves they mean for what is chosen."""

    def carried(self, position: P_contra, taken: Chosen, target: str) -> M_co | str:
        """The move that carrying a card to a slot means, legal or not; a sentence where it means none."""
