"""The server of the page that plays a game: on this machine alone, at a random port, behind a token."""

from __future__ import annotations

import logging
import os
import secrets
import socket
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from typing import Any, TypeVar

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route

from solver.careful import Level
from solver.errors import IllegalMove, PatienceError
from solver.outcome import Verdict
from solver.page.guard import Guard
from solver.page.play_data import button_data, desk_data
from solver.page.play_page import play_page
from solver.playing.dealing import Wish, chosen, look_at, read_number
from solver.playing.desk import FAIR, FINISH, HINT, LOST, Desk, Stale
from solver.playing.folder import ChangedElsewhere, FolderError, NoSuchGame
from solver.playing.game import Hand, Uncovers
from solver.words import one_of, quoted

LOOPBACK = "127.0.0.1"
"""The one address that is listened at: of this machine, for itself."""


class _Request(msgspec.Struct, forbid_unknown_fields=True):
    """What the page sends; each kind is checked before anything is done with it."""


class EmptyRequest(_Request):
    """A request that says nothing."""


class PlayRequest(_Request):
    """A move, by its line in a log, with the unknown cards that it brings to light."""

    version: int
    move: str
    cards: str = ""


class GoRequest(_Request):
    """To the position after so many moves."""

    version: int
    number: int


class LightRequest(_Request):
    """The light on or off."""

    on: bool


class AskRequest(_Request):
    """A hint of either kind, the rest of the game, or where it was lost."""

    version: int
    kind: str


class ButtonsRequest(_Request):
    """Cards that are chosen: the number of each (or none) and its slot."""

    version: int
    chosen: list[tuple[int | None, str]]


class CarryRequest(_Request):
    """A card and the slot where it shall go."""

    version: int
    token: int | None
    slot: str
    target: str


class DealRequest(_Request):
    """A new deal of a game; `seed` is the text of a number (with `ms` for Microsoft's), or empty for any."""

    game: str
    options: dict[str, str]
    seed: str = ""
    numbered: bool = False
    verdict: str = ""
    level: str = ""


class StartRequest(_Request):
    """A deal that was typed in or loaded, with its log; `entry` names it where the text holds several."""

    text: str
    log: str = ""
    entry: str = ""


class CheckRequest(_Request):
    """A deal that is being typed in; `entry` names it where the text holds several."""

    text: str
    entry: str = ""


class OpenRequest(_Request):
    """A game of the folder."""

    name: str


R = TypeVar("R", bound=_Request)
Answer = dict[str, Any]
"""What the page gets, as it becomes JSON."""


def _bad(sentence: str) -> PatienceError:
    return PatienceError(sentence)


def _state(desk: Desk) -> Answer:
    return desk_data(desk)


def _play(desk: Desk, request: PlayRequest) -> Answer:
    desk.play(request.version, request.move, request.cards.split())
    return _state(desk)


def _go(desk: Desk, request: GoRequest) -> Answer:
    desk.go(request.version, request.number)
    return _state(desk)


def _light(desk: Desk, request: LightRequest) -> Answer:
    desk.set_light(request.on)
    return _state(desk)


def _ask(desk: Desk, request: AskRequest) -> Answer:
    if request.kind not in (HINT, FAIR, FINISH, LOST):
        raise _bad("there is nothing of this kind to ask for")
    desk.ask(request.version, request.kind)
    return _state(desk)


def _stop(desk: Desk, _request: EmptyRequest) -> Answer:
    desk.stop()
    return _state(desk)


def _buttons(desk: Desk, request: ButtonsRequest) -> Answer:
    hands = [Hand(token, slot) for token, slot in request.chosen]
    return {"buttons": list(map(button_data, desk.buttons(request.version, hands)))}


def _carry(desk: Desk, request: CarryRequest) -> Answer:
    move, why = desk.carried(request.version, Hand(request.token, request.slot), request.target)
    return {"move": move, "why": why}


def _deal(desk: Desk, request: DealRequest) -> Answer:
    seed, microsoft = read_number(request.seed) if request.seed.strip() else (None, False)
    if microsoft and not request.numbered:
        raise _bad("a seed is a number without ms")
    if request.verdict not in {"", str(Verdict.SOLVABLE), str(Verdict.UNSOLVABLE)}:
        raise _bad("expected solvable or unsolvable")
    if request.level not in {"", *map(str, Level)}:
        raise _bad(f"{quoted(request.level)} is no level of difficulty; expected {one_of(list(map(str, Level)))}")
    desk.deal(
        Wish(
            request.game,
            request.options,
            seed,
            request.numbered,
            microsoft,
            Verdict(request.verdict) if request.verdict else None,
            Level(request.level) if request.level else None,
        )
    )
    return _state(desk)


def _start(desk: Desk, request: StartRequest) -> Answer:
    desk.start("typed", chosen(request.text, request.entry), request.log)
    return _state(desk)


def _check(_desk: Desk, request: CheckRequest) -> Answer:
    found = look_at(request.text, request.entry)
    return {
        "names": list(found.names),
        "entry": found.entry,
        "faults": [{"line": fault.line, "message": fault.message} for fault in found.faults],
        "warnings": list(found.warnings),
        "unknown": found.unknown,
    }


def _open(desk: Desk, request: OpenRequest) -> Answer:
    desk.open(request.name)
    return _state(desk)


_POSTS: dict[str, tuple[type[_Request], Callable[[Desk, Any], Answer]]] = {
    "play": (PlayRequest, _play),
    "go": (GoRequest, _go),
    "light": (LightRequest, _light),
    "ask": (AskRequest, _ask),
    "stop": (EmptyRequest, _stop),
    "buttons": (ButtonsRequest, _buttons),
    "carry": (CarryRequest, _carry),
    "deal": (DealRequest, _deal),
    "start": (StartRequest, _start),
    "check": (CheckRequest, _check),
    "open": (OpenRequest, _open),
}


def _failure(error: Exception, desk: Desk) -> JSONResponse:
    """What went wrong, in a sentence; with the table as it lies when the page shows another one."""
    match error:
        case Stale() | ChangedElsewhere():
            return JSONResponse({"kind": "stale", "error": str(error), "desk": _state(desk)}, 409)
        case Uncovers():
            return JSONResponse({"kind": "uncovers", "error": str(error), "slots": list(error.slots)}, 422)
        case IllegalMove():
            return JSONResponse({"kind": "illegal", "error": str(error)}, 422)
        case NoSuchGame():
            return JSONResponse({"kind": "folder", "error": str(error)}, 404)
        case FolderError():
            return JSONResponse({"kind": "folder", "error": str(error)}, 507)
        case msgspec.DecodeError():
            return JSONResponse({"kind": "malformed", "error": f"this request means nothing: {error}"}, 400)
        case PatienceError():
            return JSONResponse({"kind": "input", "error": str(error)}, 422)
    logging.getLogger(__name__).error("a request failed", exc_info=error)
    return JSONResponse({"kind": "fault", "error": "something went wrong in the program"}, 500)


def application(desk: Desk, token: str, hosts: tuple[str, ...]) -> Guard:
    """The ASGI application of a desk: everything lies below `/TOKEN/`, and only these hosts are answered."""

    def posting(kind: type[R], act: Callable[[Desk, R], Answer]) -> Callable[[Request], Any]:
        async def endpoint(request: Request) -> Response:
            body = await request.body()
            try:
                asked = msgspec.json.decode(body or b"{}", type=kind)
                return JSONResponse(await run_in_threadpool(act, desk, asked))
            except Exception as error:  # every failure has an answer
                return _failure(error, desk)

        return endpoint

    def page(_request: Request) -> Response:
        return HTMLResponse(play_page())

    def state(request: Request) -> Response:
        if request.query_params.get("revision") == str(desk.revision):
            return Response(status_code=204)
        return JSONResponse(_state(desk))

    def saved(_request: Request) -> Response:
        try:
            games = [{"name": one.name, "about": one.about, "changed": one.changed} for one in desk.saved()]
        except PatienceError as error:
            return _failure(error, desk)
        return JSONResponse({"games": games, "folder": str(desk.folder.path)})

    def file(request: Request) -> Response:
        with desk.lock:
            name = desk.game.name
            try:
                deal, log = desk.folder.read(name)
            except PatienceError as error:
                return _failure(error, desk)
        text, ending = (deal, "txt") if request.path_params["which"] == "deal.txt" else (log, "log")
        return PlainTextResponse(text, headers={"Content-Disposition": f'attachment; filename="{name}.{ending}"'})

    async def nothing(_request: Request, _error: Exception) -> Response:
        return JSONResponse({"kind": "refused", "error": "there is nothing here"}, 404)

    routes = [
        Route("/", page),
        Route("/api/state", state),
        Route("/api/saved", saved),
        Route("/files/{which}", file),
        *(Route(f"/api/{name}", posting(kind, act), methods=["POST"]) for name, (kind, act) in _POSTS.items()),
    ]
    return Guard(Starlette(routes=[Mount(f"/{token}", routes=routes)], exception_handlers={404: nothing}), token, hosts)


@contextmanager
def listening(port: int = 0) -> Iterator[socket.socket]:
    """A socket on this machine alone; port 0 is any that is free. Raises OSError for one that is taken."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as found:
        if os.name == "posix":
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((LOOPBACK, port))
        found.listen()
        yield found


def server_of(desk: Desk, at: socket.socket) -> tuple[uvicorn.Server, str]:
    """The server of a desk at a listening socket, and its page's address, which holds a token that nobody knows."""
    port = at.getsockname()[1]
    token = secrets.token_urlsafe(24)
    app = application(desk, token, (f"{LOOPBACK}:{port}", f"localhost:{port}"))
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=2, ws="none"
    )
    return uvicorn.Server(config), f"http://{LOOPBACK}:{port}/{token}/"


def serve(desk: Desk, ready: Callable[[str], None], port: int = 0) -> None:
    """Serve a desk until the program is interrupted. Raises OSError for a port that is taken.

    ready: called with the page's address once it can be opened.
    """
    with listening(port) as at:
        server, address = server_of(desk, at)
        ready(address)
        try:
            server.run(sockets=[at])
        finally:
            desk.close()
