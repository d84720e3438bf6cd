"""The played page's server: requests at random, and a server that is killed while it keeps a game."""

from __future__ import annotations

import http.client
import json
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from starlette.testclient import TestClient

from solver.page.server import application
from solver.playing.desk import Desk
from solver.playing.folder import Folder
from solver.playing.kept_game import read_game
from tests.fuzz.material import ODD, Known, known, spoilt
from tests.judges.dealing import GAMES
from tests.times import LONG

TOKEN, HOST = "token", "127.0.0.1:8000"
REQUESTS = 40
ANSWERS = {200, 204, 400, 403, 404, 405, 409, 413, 415, 422, 507}
KINDS = ("play", "go", "light", "ask", "stop", "buttons", "carry", "deal", "start", "check", "open", "nosuch")


def requests(number: int) -> None:
    """One desk that is asked at random. Raises AssertionError unless each request has an answer that says why."""
    rng = random.Random(f"requests {number}")
    case = known(rng.choice(GAMES), rng.randrange(40))
    with tempfile.TemporaryDirectory() as name:
        desk = Desk.with_deal(Folder(Path(name)), "game", case.text)
        client = TestClient(application(desk, TOKEN, (HOST,)), base_url=f"http://{HOST}", raise_server_exceptions=False)
        try:
            for _ in range(REQUESTS):
                kind, body = request(rng, desk, case)
                headers = {"Origin": f"http://{HOST}"} if rng.random() < 0.98 else {"Origin": "http://example.org"}
                answer = client.post(f"/{TOKEN}/api/{kind}", content=body, headers=headers | _odd_header(rng))
                assert answer.status_code in ANSWERS, f"{kind} {body[:500]!r}: {answer.status_code} {answer.text[:500]}"
                if answer.status_code != 204 and answer.status_code >= 400:
                    assert answer.json()["error"], f"{kind} {body[:500]!r}: says nothing"
                state = client.get(f"/{TOKEN}/api/state")
                assert state.status_code == 200, f"after {kind} {body[:500]!r}: {state.text[:500]}"
        finally:
            desk.close()
        check_folder(Path(name))


def request(rng: random.Random, desk: Desk, case: Known) -> tuple[str, bytes]:
    """What a request asks, and its body."""
    kind = rng.choice(("play", "play", "play", *KINDS))
    version = desk.game.version if rng.random() < 0.9 else rng.choice((0, -1, 10**30, "1", None))
    moves = list(map(str, desk.game.position.moves()))
    odd = rng.choice(ODD)
    slot = rng.choice(("pile 1", "column 1", "row", "stock", "T1", "top 1", odd))
    bodies: dict[str, Any] = {
        "play": {"version": version, "move": rng.choice((*moves, *moves, odd, f"{odd} P1 T1", "redeal P1"))},
        "go": {"version": version, "number": rng.choice((0, 1, 2, -1, 10**30, 1.5))},
        "light": {"on": rng.random() < 0.1},
        "ask": {"version": version, "kind": rng.choice((odd, "hint", "nothing"))},
        "stop": {},
        "buttons": {"version": version, "chosen": [[rng.choice((None, 0, 5, -1, 10**30)), slot]] * rng.randint(0, 3)},
        "carry": {"version": version, "token": rng.choice((None, 0, 5, 10**30)), "slot": slot, "target": odd},
        "deal": {"game": rng.choice((*GAMES, odd)), "options": {}, "seed": rng.choice(("1", odd, "", "9" * 21))},
        "start": {"text": spoilt(case.text, rng), "log": rng.choice((case.log, spoilt(case.log or "x", rng), ""))},
        "check": {"text": spoilt(case.text, rng)},
        "open": {"name": rng.choice(("game", "../game", odd))},
    }
    body = bodies.get(kind, {odd: odd})
    if rng.random() < 0.1 and body:
        body[rng.choice(list(body))] = rng.choice((None, odd, [], 10**400, {}, True))
    data = json.dumps(body).encode()
    if rng.random() < 0.05:
        data = rng.choice((b"", b"[]", b"null", data[: len(data) // 2], b"\xff\xfe", b"[" * 100_000))
    return kind, data


def _odd_header(rng: random.Random) -> dict[str, str]:
    found = {"Content-Type": "application/json" if rng.random() < 0.97 else "text/plain"}
    return found | ({"Content-Length": rng.choice(("x", "-1", "9" * 30))} if rng.random() < 0.02 else {})


def killed(number: int) -> None:
    """A server that is killed in the middle of a game, twice. Raises AssertionError unless the game can go on."""
    rng = random.Random(f"killed {number}")
    game = rng.choice(GAMES)
    with tempfile.TemporaryDirectory() as name:
        words = [sys.executable, "-m", "solver", "play", "--folder", name, "--no-browser"]
        for more in ([game, "--seed", str(rng.randrange(100))], []):
            with subprocess.Popen(
                [*words, *more], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            ) as process:
                try:
                    played = _played(rng, process, game)
                finally:
                    process.kill()
            check_folder(Path(name) / "games")
            desk = Desk.open_last(Folder(Path(name) / "games"))
            assert desk is not None
            assert len(desk.game.log().splitlines()) >= played


def _played(rng: random.Random, process: subprocess.Popen[str], game: str) -> int:
    """Play for a while and kill the server: the number of moves that were kept."""
    assert process.stdout is not None
    address = urlsplit(process.stdout.readline().strip())
    assert address.port, f"{game} is not served: {process.stderr and process.stderr.read()}"
    ends = time.monotonic() + rng.random()
    played = 0
    while time.monotonic() < ends:
        played += _play_on(rng, address.port, address.path)
    process.send_signal(rng.choice((signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)))
    _, errors = process.communicate(timeout=LONG)
    assert "Traceback" not in errors, errors
    return played


def _play_on(rng: random.Random, port: int, path: str) -> int:
    """Ask for the state, make a move of it or go back: the number of moves that are kept."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=LONG)
    connection.request("GET", f"{path}api/state")
    state = json.loads(connection.getresponse().read())
    if not state["moves"]:
        return 0
    body = json.dumps({"version": state["version"], "move": rng.choice(state["moves"])["move"]})
    headers = {"Content-Type": "application/json", "Origin": f"http://127.0.0.1:{port}"}
    connection.request("POST", f"{path}api/play", body, headers)
    return int(connection.getresponse().status == 200)


def check_folder(folder: Path) -> None:
    """Every game of a folder can be read as it was kept."""
    found = Folder(folder)
    for saved in found.saved():
        deal, log = found.read(saved.name)
        assert read_game(saved.name, deal, log).log() == log
