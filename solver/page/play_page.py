"""The page that plays a game, which asks the server that it is from for all that happens."""

from __future__ import annotations

from solver.cards import CARDS
from solver.page.bundle import page
from solver.page.picture import symbols
from solver.page.play_data import page_data
from solver.page.texts import PLAY_TEXTS, TEXTS


def play_page() -> str:
    """The HTML page: the same for all games."""
    return page(
        "play.js",
        PLAY_TEXTS["page-title"],
        symbols(list(CARDS)),
        page_data(),
        TEXTS["no-script"],
        styles=("cards.css", "page.css", "play.css"),
        asks=True,
    )
