"""What every registered patience must keep: each test here runs once for each, also for those of other packages."""

from __future__ import annotations

import pytest

from tests.judges.dealing import GAMES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `game` the names of all registered patiences."""
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES)
