"""`patience-solver play`."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

import click

from solver.cli.codes import BadInput
from solver.cli.inputs import STDIN, Given, deals_in, read_text, several_deals, source
from solver.cli.params import PySolNumber, rule_option
from solver.cli.streams import file_name, write_err, write_out
from solver.errors import InputError
from solver.interrupting import ending_at_once
from solver.registry import games
from solver.words import quoted

if TYPE_CHECKING:
    from solver.playing.desk import Desk
    from solver.playing.folder import Folder


@click.command()
@click.argument("what", metavar="[GAME|DEAL]", required=False)
@click.option("--seed", type=click.IntRange(min=0), metavar="N", help="Deal the random deal of this seed.")
@click.option(
    "--pysol", type=PySolNumber(), metavar=PySolNumber.name, help="Deal as PySolFC does its game of this number."
)
@click.option("--entry", metavar="NAME", help="Of a file with several deals, play the one of this name.")
@rule_option
@click.option("--folder", metavar="PATH", help="Keep the games here.  [default: the user's folder for programs]")
@click.option("--port", type=click.IntRange(1, 65535), metavar="N", help="Serve here.  [default: a port that is free]")
@click.option("--no-browser", is_flag=True, help="Open no browser, only print the address.")
def command(
    what: str | None,
    seed: int | None,
    pysol: tuple[int, bool] | None,
    entry: str | None,
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
      patience-solver play marriage --pysol ms12345
      patience-solver play deal.txt
      patience-solver play deals.jsonl --entry gallery-7
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

    asked = _Asked(what, seed, pysol, entry, dict(rule))
    try:
        desk = _desk(Folder(Path(folder or click.get_app_dir("patience-solver")) / "games"), asked)
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


@dataclass(frozen=True)
class _Asked:
    """What the command line asks to be played: nothing, a patience with a seed or number, or a deal file."""

    what: str | None
    seed: int | None
    pysol: tuple[int, bool] | None
    entry: str | None
    rule: dict[str, str]


def _desk(folder: Folder, asked: _Asked) -> Desk:
    """A desk with the game that was asked for. Raises InputError, OptionError, Unsupported, BadInput, FolderError."""
    from solver.playing.dealing import Wish, any_seed, dealt, warnings_of
    from solver.playing.desk import Desk

    numbered = asked.seed is not None or asked.pysol is not None
    if asked.what is None and asked.entry is None and not numbered and not asked.rule:
        last = Desk.open_last(folder)
        if last is not None:
            return last
    game = games()[0] if asked.what is None else asked.what.lower()
    if game in games():
        if asked.entry is not None:
            raise BadInput("--entry goes with a file of deals")
        if asked.seed is not None and asked.pysol is not None:
            raise BadInput("--seed and --pysol exclude each other")
        number, microsoft = asked.pysol or (any_seed() if asked.seed is None else asked.seed, False)
        wish = Wish(game, asked.rule, numbered=asked.pysol is not None, microsoft=microsoft)
        return Desk.with_deal(folder, *dealt(wish, number))
    name = str(asked.what)
    if numbered:
        option = "--seed" if asked.pysol is None else "--pysol"
        raise BadInput(f"{option} goes with the name of a patience; found {file_name(name)}")
    if name != STDIN and not Path(name).exists():
        raise InputError(
            f"is neither a file nor a patience; expected a deal file, {', '.join(games())}", source=source(name)
        )
    stem, text = _file(name, asked.entry)
    try:
        desk = Desk.with_deal(folder, stem, text, asked.rule)
    except InputError as error:
        raise InputError.of(error.faults, error.source or source(name)) from None
    for warning in warnings_of(desk.game.deal):
        write_err(f"Warning: {source(name)}: {warning}\n")
    return desk


def _file(name: str, entry: str | None) -> tuple[str, str]:
    """The stem of a game's name and the deal file of the only deal in a file, or of the one that is named.

    Raises InputError.
    """
    from solver.playing.dealing import file_of, is_json

    found = deals_in([name])
    first = next(found)
    given: Given | None = first
    if entry is not None:
        given = next((one for one in chain([first], found) if one.entry.name == entry), None)
        if given is None:
            raise InputError(f"holds no deal of the name {quoted(entry)}", source=source(name))
    elif (second := next(found, None)) is not None and second.entry.error is None:
        raise BadInput(f"{several_deals(name, first, second)}; --entry NAME says which")
    assert given is not None, "a deal was found"
    if given.file != STDIN and not given.several:
        text = read_text(given.file)
        if not is_json(text):
            return given.entry.name, text
    return given.entry.name, file_of(given.entry.read(unknown=True))
