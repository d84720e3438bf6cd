"""Games on a desk that a real server serves, for the tests that play them in a browser."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from solver.page.server import listening, server_of
from solver.patience import Deal
from solver.playing.desk import Desk
from solver.playing.folder import Folder
from solver.registry import patience
from tests.page.games import SEEDS


def deal_text(game: str) -> str:
    """The deal of `tests.page.games.won` as a file."""
    found = patience(game)
    deal: Deal = found.random_deal(SEEDS[game], found.defaults)
    return str(deal)


def desk_of(folder: Path, game: str) -> Desk:
    """A desk with that deal."""
    return Desk.with_deal(Folder(folder), game, deal_text(game))


@contextmanager
def served(desk: Desk) -> Iterator[str]:
    """The address of a desk's page, served from a thread."""
    with listening() as at:
        server, address = server_of(desk, at)
        thread = threading.Thread(target=server.run, kwargs={"sockets": [at]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield address
        finally:
            server.should_exit = True
            thread.join(timeout=10)
            desk.close()
