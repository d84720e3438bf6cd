"""Pictures of the page, to look at: `python -m tests.page.pictures FOLDER` takes each patience at three widths, light
and dark; `--docs` takes the one that the documentation shows, docs/page.png.
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from solver.page.replay_page import replay_page
from tests.page.conftest import ARGUMENTS, CHROMIUM
from tests.page.games import GAMES, won_replay

if TYPE_CHECKING:
    from playwright.sync_api import Browser

SIZES = ((375, 812), (820, 1100), (1440, 900))
ROOT = Path(__file__).parents[2]


def take(
    browser: Browser, game: str, size: tuple[int, int], scheme: Literal["light", "dark"], move: int, picture: Path
) -> None:
    """Take a picture of a game's page after so many moves."""
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        page.write_text(replay_page(won_replay(game), game), encoding="utf-8")
        context = browser.new_context(
            viewport={"width": size[0], "height": size[1]},
            color_scheme=scheme,
            reduced_motion="reduce",
            device_scale_factor=0.85,
        )
        tab = context.new_page()
        tab.goto(page.as_uri())
        tab.click("#last" if move == len(won_replay(game).steps) else f".moves [data-move='{move}']")
        tab.mouse.move(0, 0)
        tab.evaluate("scrollTo(0, 0)")
        tab.screenshot(path=picture)
        context.close()


def main() -> None:
    """Take the pictures that are asked for."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(ARGUMENTS))
        if sys.argv[1:] == ["--docs"]:
            take(browser, "gallery", (1060, 720), "light", 45, ROOT / "docs" / "page.png")
            return
        folder = Path(sys.argv[1])
        folder.mkdir(parents=True, exist_ok=True)
        for game in GAMES:
            total = len(won_replay(game).steps)
            for size in SIZES:
                for scheme, move in (("light", total // 2), ("dark", total)):
                    picture = folder / f"{game}-{size[0]}-{scheme}.png"
                    take(browser, game, size, "dark" if scheme == "dark" else "light", move, picture)


if __name__ == "__main__":
    main()
