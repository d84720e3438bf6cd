"""Bounds of the best value of a measure."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Bounds:
    """What is known of the best value of a measure: at least `low`, at most `high` (`None`: no line is known)."""

    low: int
    high: int | None

    def __post_init__(self) -> None:
        if self.high is not None and self.low > self.high:
            raise ValueError(f"bounds cross: at least {self.low}, at most {self.high}")

    @property
    def proved(self) -> bool:
        """Whether the best value is known exactly."""
        return self.low == self.high

    def __str__(self) -> str:
        if self.high is None:
            return f"at least {self.low}"
        return f"{self.high}" if self.proved else f"between {self.low} and {self.high}"
