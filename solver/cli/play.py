"""`patience-solver play`."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.codes import BadInput
from solver.cli.inputs import STDIN, read_text, source
from solver.cli.params import rule_option
from solver.cli.streams import file_name, write_err, write_out
from solver.errors import InputError
from solver.interrupting import ending_at_once
from solver.options import read_options
from solver.registry import games, patience

if TYPE_CHECKING:
    from solver.playing.desk import Desk
    from solver.playing.folder import Folder


@click.command()
@click.argument("what", metavar="[GAME|DEAL]", required=False)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Deal the random deal of this seed.")
@rule_option
@click.option("--folder", metavar="PATH", help="Keep the games here.  [default: the user's folder for programs]")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="Serve here.  [default: a port that is free]")
@click.option("--no-browser", is_flag=True, help="Open no browser, only print the address.")
def command(
    what: str | None,
    seed: int | None,
    rule: tuple[tuple[str, str], ...],
    folder: str | None,
    port: int | None,
    no_browser: bool,
) -> None:
    """Play in the browser, with undo, hints and a light that says whether the game can still be won.

    Without an argument the game goes on that was played last. With the name of a patience a new game is dealt, with a
    deal file that deal is played. The page is served on this machine alone; Ctrl-C ends it. Every move is kept at once:
    a tab that is closed or a server that is stopped loses nothing.

    \b
    Examples:
      patience-solver play
      patience-solver play gallery --seed 3
      patience-solver play deal.txt
    """
    try:
        with ending_at_once():
            import starlette  # noqa: F401
            import uvicorn  # noqa: F401
    except ImportError:
        raise BadInput(
            "playing in the browser needs the libraries starlette and uvicorn; "
            'install them with: python -m pip install "patience-solver[web]"'
        ) from None
    with ending_at_once():
        from solver.page.server import serve
        from solver.playing.folder import Folder, FolderError

    try:
        desk = _desk(Folder(Path(folder or click.get_app_dir("patience-solver")) / "games"), what, seed, dict(rule))
    except FolderError as error:
        raise BadInput(str(error)) from None

    def ready(address: str) -> None:
        write_out(f"{address}\n")
        write_err("The game is served at this address, on this machine alone; Ctrl-C ends it.\n")
        if not no_browser:
            import webbrowser

            webbrowser.open(address)

    try:
        serve(desk, ready, port or 0)
    except KeyboardInterrupt:
        pass
    except OSError as error:
        where = "the page" if port is None else f"port {port}"
        raise BadInput(f"{where}: cannot be served: {error.strerror or error}") from None
    write_err(f"The game is kept in {file_name(str(desk.folder.path / desk.game.name))}.\n")


def _desk(folder: Folder, what: str | None, seed: int | None, rule: dict[str, str]) -> Desk:
    """A desk with the game that was asked for. Raises InputError, OptionError, BadInput, FolderError."""
    from solver.playing.desk import Desk, Wish, any_seed, dealt

    if what is None and seed is None and not rule:
        last = Desk.open_last(folder)
        if last is not None:
            return last
    game = games()[0] if what is None else what.lower()
    if game in games():
        options = read_options(patience(game).options, rule)
        return Desk.with_deal(folder, *dealt(Wish(game, options), any_seed() if seed is None else seed))
    if seed is not None:
        raise BadInput(f"--seed goes with the name of a patience; found {file_name(game)}")
    assert what is not None
    if what != STDIN and not Path(what).exists():
        raise InputError(
            f"is neither a file nor a patience; expected a deal file, {', '.join(games())}", source=source(what)
        )
    stem = "deal" if what == STDIN else Path(what).stem
    try:
        return Desk.with_deal(folder, stem, read_text(what), rule)
    except InputError as error:
        raise InputError(error.message, source=error.source or source(what), line=error.line) from None
