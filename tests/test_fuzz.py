"""A short run of the fuzzers; `python -m tests.fuzz` runs them for longer."""

from __future__ import annotations

import pytest

from tests.fuzz import commands, library, serving


@pytest.mark.parametrize("first", range(0, 200, 50))
def test_deals_logs_and_options_at_random(first: int) -> None:
    for number in range(first, first + 50):
        library.run(number)


@pytest.mark.parametrize("number", [*range(6), *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 80))])
def test_commands_at_random(number: int) -> None:
    commands.run(number)


@pytest.mark.parametrize("number", [0, 1, *(pytest.param(n, marks=pytest.mark.slow) for n in range(2, 20))])
def test_requests_to_the_played_page_at_random(number: int) -> None:
    serving.requests(number)


@pytest.mark.parametrize("number", [pytest.param(n, marks=pytest.mark.slow) for n in range(4)])
def test_servers_that_are_killed(number: int) -> None:
    serving.killed(number)
