"""Settings and fixtures for all tests."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from solver.cli import main

settings.register_profile("steady", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("steady")

Run = Callable[..., Result]


@pytest.fixture
def run() -> Run:
    """Run `patience-solver` in this process: words, and standard input as `stdin`."""

    def invoke(*words: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke
