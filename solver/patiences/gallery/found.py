"""What an engine of the gallery found of a position: one type for all of them, below them all."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Protocol

from solver.bounds import Bounds
from solver.limits import Limit
from solver.outcome import Verdict
from solver.patiences.gallery.packed import count_redeals


class Method(Enum):
    """How a position was decided. Each value is what people call it."""

    STANDSTILLS = "depth-first search"
    DISCREPANCY = "limited discrepancy search"
    CP_SAT = "CP-SAT"

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True, slots=True)
class Found:
    """What is known of a position when an engine ends.

    method: how it was found.
    verdict: what is proved; `UNDECIDED` if a limit or a failure came first.
    plays: the best line that is known, which wins (card ids and `packed.redeal(pile)`); `None` unless `SOLVABLE`.
    bounds: of the fewest redeals, if they were asked for and the position is not lost; else `None`.
    counts: what was done, by name in the order in which it is shown, and seconds.
    rounds: the standstills looked at in the round after n piles have had their turn, if the engine counts them.
    limit: what stopped the engine before it decided, or before it proved the fewest redeals.
    failure: what else did, as a sentence without a full stop; empty if nothing did.
    notes: further sentences for the reader.

    Raises:
        ValueError: if these contradict each other.
    """

    method: Method
    verdict: Verdict
    plays: tuple[int, ...] | None = None
    bounds: Bounds | None = None
    counts: Mapping[str, int | float] = field(default_factory=dict)
    rounds: tuple[int, ...] | None = None
    limit: Limit | None = None
    failure: str = ""
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        verdict, bounds, stopped = self.verdict, self.bounds, self.limit is not None or bool(self.failure)
        if (self.plays is not None) != (verdict is Verdict.SOLVABLE):
            raise ValueError(f"a position is {verdict} with the plays {self.plays}; expected them if it is solvable")
        if verdict is not Verdict.SOLVABLE and stopped != (verdict is Verdict.UNDECIDED):
            raise ValueError(f"a position is {verdict}, stopped by {self.limit or self.failure or 'nothing'}")
        if bounds is not None and (verdict is Verdict.UNSOLVABLE or bounds.high != self.redeals):
            raise ValueError(f"a position is {verdict} with {self.redeals} redeals and the bounds {bounds}")
        if verdict is Verdict.SOLVABLE and stopped != (bounds is not None and not bounds.proved):
            raise ValueError(f"a position is solvable, stopped by {self.limit or self.failure or 'nothing'}: {bounds}")

    @property
    def decided(self) -> bool:
        """Whether there is a verdict."""
        return self.verdict is not Verdict.UNDECIDED

    @property
    def finished(self) -> bool:
        """Whether what was asked is answered: the verdict, and the fewest redeals if they were asked for."""
        return self.limit is None and not self.failure

    @property
    def redeals(self) -> int | None:
        """The redeals of the plays."""
        return None if self.plays is None else count_redeals(self.plays)

    @property
    def words(self) -> str:
        """What the method came to, in a few words."""
        if self.decided:
            return f"{self.method} says {self.verdict}"
        return self.failure or f"{self.method} reached its {self.limit}"


class StandstillCounts(Protocol):
    """The counts of a search over standstills, either twin's."""

    @property
    def positions(self) -> int:
        """Positions searched, within rounds."""

    @property
    def remembered(self) -> int:
        """Distinct positions at the start of a round that were searched in vain."""

    @property
    def standstills_after(self) -> Sequence[int]:
        """Standstills looked at in the round after n piles have had their turn."""


class DiscrepancyCounts(Protocol):
    """The counts of a limited discrepancy search, either twin's."""

    @property
    def positions(self) -> int:
        """Positions searched, within rounds."""

    @property
    def standstills(self) -> int:
        """Round ends looked at, where every possible play has been made, kept or held."""

    @property
    def remembered(self) -> int:
        """Distinct positions at the start of a round that were searched in vain."""

    @property
    def level(self) -> int:
        """Discrepancies that were allowed in the end."""


def by_standstills(
    search: StandstillCounts,
    plays: tuple[int, ...] | None,
    limit: Limit | None = None,
    *,
    fewest: Bounds | None = None,
) -> Found:
    """What a search over standstills found. The counts are those of all its runs.

    plays: a line that wins; `None` without one: the position is lost unless a limit stopped the search.
    fewest: bounds of the fewest redeals, if they were asked for.
    """
    counts = {
        "positions": search.positions,
        "standstills": sum(search.standstills_after),
        "remembered": search.remembered,
    }
    rounds = tuple(search.standstills_after)
    return Found(Method.STANDSTILLS, _verdict(plays, limit), plays, fewest, counts, rounds, limit)


def by_discrepancies(search: DiscrepancyCounts, plays: tuple[int, ...] | None, limit: Limit | None = None) -> Found:
    """What a limited discrepancy search found; plays and limit as in `by_standstills`."""
    counts = {
        "positions": search.positions,
        "standstills": search.standstills,
        "remembered": search.remembered,
        "discrepancies": search.level,
    }
    return Found(Method.DISCREPANCY, _verdict(plays, limit), plays, counts=counts, limit=limit)


def by_model(
    plays: tuple[int, ...] | None,
    counts: Mapping[str, int | float],
    *,
    limit: Limit | None = None,
    failure: str = "",
    fewest: Bounds | None = None,
) -> Found:
    """What CP-SAT found; plays, limit and fewest as in `by_standstills`."""
    verdict = _verdict(plays, limit or failure)
    return Found(Method.CP_SAT, verdict, plays, fewest, counts, limit=limit, failure=failure)


def _verdict(plays: tuple[int, ...] | None, stopped: object) -> Verdict:
    if plays is not None:
        return Verdict.SOLVABLE
    return Verdict.UNDECIDED if stopped else Verdict.UNSOLVABLE
