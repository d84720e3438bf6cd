"""Shares of deals and what is known of them: intervals that count what is undecided on the unfavourable side.

Every share that a command, a survey or a benchmark gives comes from here. A deal that a limit left undecided may be of
the kind that is counted or not; to leave it out would favour the kind that is quicker to decide. So the lower end of an
interval counts it as not of the kind and the upper end as of the kind, as in

    C. Blake, I. P. Gent, "The Winnability of Klondike Solitaire and Many Other Patience Games", arXiv:1906.12314.

Two intervals are offered, both for deals that are independent and all alike, as random deals of one patience are:

    wilson           for a number of deals that was settled beforehand
                     (E. B. Wilson, "Probable inference, the law of succession, and statistical inference", 1927)
    `Always`         for looking as often as one likes and stopping when one likes: a confidence sequence
                     (S. R. Howard, A. Ramdas, J. McAuliffe, J. Sekhon, "Time-uniform, nonparametric, nonasymptotic
                     confidence sequences", Annals of Statistics 49, 2021)
"""

from __future__ import annotations

from dataclasses import dataclass
from math import lgamma, log, sqrt

LEVEL = 0.95
"""The chance with which an interval holds the share."""

_Z = 1.959963984540054
"""The quantile of the normal distribution that belongs to `LEVEL`: 2.5 % lie above it."""

_STEPS = 60
"""Halvings of an interval by which the end of another is found: more than a float can tell apart."""


def wilson(count: int, total: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share, which is sound for shares near 0 and 1 too; of nothing 0 to 1."""
    if total == 0:
        return 0.0, 1.0
    share, weight = count / total, _Z * _Z / total
    middle = (share + weight / 2) / (1 + weight)
    half = _Z * sqrt(share * (1 - share) / total + weight / (4 * total)) / (1 + weight)
    return (max(0.0, middle - half) if count else 0.0), (min(1.0, middle + half) if count < total else 1.0)


@dataclass(frozen=True)
class Share:
    """How many of some deals are of a kind.

    count: those that certainly are; total: all deals, whatever became of them; undecided: those that may be of the
    kind, beside `count`.
    """

    count: int
    total: int
    undecided: int = 0

    @property
    def least(self) -> float:
        """The share if none of the undecided deals is of the kind; of nothing 0."""
        return self.count / self.total if self.total else 0.0

    @property
    def most(self) -> float:
        """The share if all of the undecided deals are of the kind; of nothing 1."""
        return (self.count + self.undecided) / self.total if self.total else 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """The 95 % interval for a number of deals that was settled beforehand."""
        return wilson(self.count, self.total)[0], wilson(self.count + self.undecided, self.total)[1]

    def words(self, digits: int = 2, interval: tuple[float, float] | None = None) -> str:
        """`63.20 % (62.90 % to 63.49 %)`: the share, or its two ends where deals are undecided, and an interval.

        digits: behind the point; interval: another one than Wilson's.
        """
        low, high = interval or self.interval
        share = percent(self.least, digits)
        if self.undecided:
            share = f"{share} to {percent(self.most, digits)}"
        return f"{share} ({percent(low, digits)} to {percent(high, digits)})"


def percent(share: float, digits: int = 2) -> str:
    """`63.20 %`."""
    return f"{100 * share:.{digits}f} %"


# --- looking at any time ---------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Always:
    """Intervals of a share of which, with a chance of 95 %, all hold it, however often and whenever one looks.

    Under each share p that is thought possible, the likelihood of what has been seen so far, mixed over all shares by
    a beta distribution around p, divided by its likelihood under p, is a martingale that begins at 1. With a chance of
    95 % it never comes to 20 (Ville's inequality), if p is the true share; so all p under which it is above 20 now are
    given up. `weight` says how narrow the mixture is, as if so many deals had been seen before; it must not depend on
    what is seen. The interval is narrowest, compared with others, after some eight times as many deals.

    Where deals are undecided the lower end is that of the interval that counts them as not of the kind, the upper end
    that of the interval that counts them as of the kind: each end is wrong with a chance of 5 % at most.
    """

    weight: float

    @classmethod
    def for_width(cls, width: float) -> Always:
        """The sequence for stopping as soon as the interval is so narrow, whatever the share is."""
        return cls(max(1.0, _deals_for(width) / _BEST))

    def interval(self, share: Share) -> tuple[float, float]:
        """The interval after so many deals."""
        return self._end(share.count, share.total, 0.0), self._end(share.count + share.undecided, share.total, 1.0)

    def _end(self, count: int, total: int, towards: float) -> float:
        """The share nearest to 0 or 1 that is not given up."""
        if total == 0 or count == towards * total:
            return towards
        kept, given_up = count / total, towards
        for _ in range(_STEPS):
            middle = (kept + given_up) / 2
            if self._evidence(middle, count, total) < log(1 / (1 - LEVEL)):
                kept = middle
            else:
                given_up = middle
        return given_up

    def _evidence(self, p: float, count: int, total: int) -> float:
        """The logarithm of the martingale under the share p."""
        if not 0 < p < 1:
            return float("inf")
        for_it, against = self.weight * p, self.weight * (1 - p)
        return (
            _log_beta(for_it + count, against + total - count)
            - _log_beta(for_it, against)
            - count * log(p)
            - (total - count) * log(1 - p)
        )


def _log_beta(a: float, b: float) -> float:
    return lgamma(a) + lgamma(b) - lgamma(a + b)


_BEST = 8.3
"""So many times `weight` deals have been seen when the interval is narrowest compared with those of other weights."""


def _deals_for(width: float) -> float:
    """About how many deals make the interval of a share near one half so narrow, with the best weight."""
    spread = (1 + 1 / _BEST) * log((1 + _BEST) / (1 - LEVEL) ** 2)
    return spread / width**2
