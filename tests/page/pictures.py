"""Pictures of the pages, to look at: `python -m tests.page.pictures FOLDER` takes each patience, played through and
played, at three widths, light and dark; `--docs` takes those that the documentation shows, docs/page.png and
docs/play.png.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from solver.page.replay_page import replay_page
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.games import GAMES, won, won_replay
from tests.page.tables import desk_of, served
from tests.page.tabs import wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

Scheme = Literal["light", "dark"]
SIZES = ((360, 780), (768, 1024), (1400, 900))
ROOT = Path(__file__).parents[2]


def take(browser: Browser, game: str, size: tuple[int, int], scheme: Scheme, move: int, picture: Path) -> None:
    """Take a picture of a game's page after so many moves."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(replay_page(won_replay(game), game), encoding="utf-8")
        with _tab(browser, size, scheme) as tab:
            tab.goto(page.as_uri())
            tab.click("#last" if move == len(won_replay(game).steps) else f".moves [data-move='{move}']")
            _take(tab, picture)


def take_played(
    browser: Browser, game: str, size: tuple[int, int], scheme: Scheme, move: int, picture: Path, *, hint: bool = False
) -> None:
    """Take a picture of a game that is played, after so many moves, with the light on and perhaps a fair hint."""
    with tempfile.TemporaryDirectory() as folder:
        desk = desk_of(Path(folder) / "games", game)
        for played in won(game)[1][:move]:
            desk.play(desk.game.version, str(played))
        with served(desk) as address, _tab(browser, size, scheme) as tab:
            tab.goto(address)
            wait_for(tab, "document.querySelector('.touch') !== null")
            tab.click("#light")
            wait_for(tab, "['solvable', 'unsolvable'].includes(document.getElementById('light').dataset.light)")
            if hint:
                tab.click("#hint")
                wait_for(tab, "document.getElementById('said').textContent.startsWith('Hint')")
            _take(tab, picture)


@contextmanager
def _tab(browser: Browser, size: tuple[int, int], scheme: Scheme) -> Iterator[Page]:
    context = browser.new_context(
        viewport={"width": size[0], "height": size[1]},
        color_scheme=scheme,
        reduced_motion="reduce",
        device_scale_factor=0.85,
    )
    yield context.new_page()
    context.close()


def _take(tab: Page, picture: Path) -> None:
    tab.mouse.move(0, 0)
    tab.evaluate("scrollTo(0, 0)")
    tab.wait_for_timeout(200)
    tab.screenshot(path=picture)


def main() -> None:
    """Take the pictures that are asked for."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        if sys.argv[1:] == ["--docs"]:
            take(browser, "gallery", (1060, 720), "light", 45, ROOT / "docs" / "page.png")
            take_played(browser, "gallery", (1060, 840), "light", 52, ROOT / "docs" / "play.png", hint=True)
            return
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True, exist_ok=True)
        for game in GAMES:
            total = len(won_replay(game).steps)
            for size in SIZES:
                schemes: tuple[tuple[Scheme, int], ...] = (("light", total // 2), ("dark", total))
                for scheme, move in schemes:
                    take(browser, game, size, scheme, move, folder / f"{game}-{size[0]}-{scheme}.png")
                    take_played(browser, game, size, scheme, move, folder / f"{game}-{size[0]}-{scheme}-played.png")


if __name__ == "__main__":
    main()
