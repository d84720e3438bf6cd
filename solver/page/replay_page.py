"""The page that plays a game through."""

from __future__ import annotations

from solver.letters import ENGLISH, Letters
from solver.page.bundle import page
from solver.page.data import game_data
from solver.page.picture import symbols
from solver.page.texts import TEXTS
from solver.replaying import Replay


def replay_page(replay: Replay, name: str = "", letters: Letters = ENGLISH) -> str:
    """One self-contained HTML page of a game; `name` is the deal's, for the title."""
    known = sorted({card for card in replay.start.cards if card is not None})
    title = f"{replay.title}: {name}" if name else replay.title
    data = game_data(replay, letters) | {"name": name}
    return page("replay.js", title, symbols(known, letters), data, TEXTS["no-script"])
