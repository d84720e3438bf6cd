"""A real browser for the tests of pages: Debian's Chromium, headless, driven by Playwright."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from solver.page.replay_page import replay_page
from tests.page.games import GAMES, won_replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

CHROMIUM = "/usr/bin/chromium"
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
REQUIRED = "PATIENCE_SOLVER_BROWSER"
"""With this variable set, a missing browser fails the tests that need one; else they are skipped."""


def _missing(what: str) -> None:
    if os.environ.get(REQUIRED):
        pytest.fail(f"{what} is missing, and {REQUIRED} asks for it")
    pytest.skip(f"no browser: {what} is missing")


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The browser, started once."""
    if not Path(CHROMIUM).exists():
        _missing(CHROMIUM)
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("playwright")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A page of a won game of each patience."""
    folder = tmp_path_factory.mktemp("pages")
    for game in GAMES:
        (folder / f"{game}.html").write_text(replay_page(won_replay(game), game), encoding="utf-8")
    return {game: folder / f"{game}.html" for game in GAMES}
