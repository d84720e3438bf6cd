"""Values that go from process to process."""

from __future__ import annotations

from typing import Any, Self


class Value:
    """A base of frozen dataclasses with slots, which pickles them by their fields.

    Deals and answers go from process to process, and what such dataclasses do unasked takes three times as long.
    """

    __slots__: tuple[str, ...] = ()

    def __reduce__(self) -> tuple[type[Self], tuple[Any, ...]]:
        return type(self), tuple([getattr(self, name) for name in self.__slots__])
