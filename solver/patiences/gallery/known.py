"""What is known of a position while one or several engines look at it."""

from __future__ import annotations

from threading import Lock

from solver.bounds import Bounds
from solver.patiences.gallery.found import Method
from solver.patiences.gallery.packed import count_redeals


class BestKnown:
    """The best line, the bounds of the fewest redeals, whether nothing wins: what is known only grows.

    Engines that work on one position share this, from several threads, too.
    """

    def __init__(self, low: int = 0, plays: tuple[int, ...] | None = None, *, fewest: bool = True) -> None:
        """Begin with what is known: no line has less than `low` redeals, and `plays` win.

        fewest: whether the fewest redeals are asked for, or only whether the position can be won.
        """
        self.lost = False
        self.by: Method | None = None
        self._fewest = fewest
        self._plays = plays
        self._low = low
        self._lock = Lock()

    @property
    def plays(self) -> tuple[int, ...] | None:
        """The best line that is known."""
        return self._plays

    @property
    def bounds(self) -> Bounds | None:
        """Of the fewest redeals; `None` if nothing wins or if they are not asked for."""
        with self._lock:
            if self.lost or not self._fewest:
                return None
            return Bounds(self._low, None if self._plays is None else count_redeals(self._plays))

    @property
    def answered(self) -> bool:
        """Whether all that is asked for is known."""
        bounds = self.bounds
        return self.lost or (self._plays is not None and (bounds is None or bounds.proved))

    def wins(self, plays: tuple[int, ...], by: Method) -> None:
        """A line wins; it is kept if it is the first or has fewer redeals than the best."""
        with self._lock:
            if self._plays is None or count_redeals(plays) < count_redeals(self._plays):
                self._plays, self.by = plays, by

    def at_least(self, low: int, by: Method) -> None:
        """No line with less than so many redeals wins."""
        with self._lock:
            if low > self._low:
                self._low, self.by = low, by

    def nothing_wins(self, by: Method) -> None:
        """The position is lost."""
        with self._lock:
            self.lost, self.by = True, by
