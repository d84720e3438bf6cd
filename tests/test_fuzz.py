"""A short run of the fuzzers; `python -m tests.fuzz` runs them for longer."""

from __future__ import annotations

import pytest

from tests.fuzz import commands, library


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_deals_logs_and_options_at_random(first: int) -> None:
    for number in range(first, first + 50):
        library.run(number)


@pytest.mark.parametrize("number", [*range(8), *(pytest.param(n, marks=pytest.mark.slow) for n in range(8, 80))])
def test_commands_at_random(number: int) -> None:
    commands.run(number)
