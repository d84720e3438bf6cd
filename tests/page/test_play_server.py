"""The server of the played page: what it answers, and what it refuses."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from solver import native
from solver.careful import Level
from solver.page.guard import MOST_BYTES
from solver.page.server import application
from solver.playing.desk import Desk
from solver.playing.folder import Folder
from solver.rating import rate
from tests.page.games import GAMES, won
from tests.page.tables import deal_text, desk_of
from tests.times import wait_for

TOKEN = "token-of-the-tests"
HOST = "127.0.0.1:8000"
ORIGIN = {"Origin": f"http://{HOST}"}


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    found = desk_of(tmp_path / "games", "gallery")
    yield found
    found.close()


@pytest.fixture
def client(desk: Desk) -> TestClient:
    return TestClient(application(desk, TOKEN, (HOST, "localhost:8000")), base_url=f"http://{HOST}")


def post(client: TestClient, name: str, body: Any, **headers: str) -> Any:
    return client.post(f"/{TOKEN}/api/{name}", json=body, headers=ORIGIN | headers)


def state(client: TestClient) -> Any:
    return client.get(f"/{TOKEN}/api/state").json()


def until_ready(client: TestClient) -> Any:
    def is_ready() -> bool:
        found = state(client)
        return not found["searching"] and found["light"] != "searching"

    assert wait_for(is_ready), "the search does not end"
    return state(client)


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize("path", ["/", "/api/state", f"/{TOKEN}x/", f"/{TOKEN[:-1]}/", "/%74oken/", f"//{TOKEN}x"])
def test_without_the_token_nothing_is_told(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 403
    assert "token" in answer.json()["error"]
    assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "host", ["example.org", "127.0.0.1", "127.0.0.1:8001", "localhost:80", "attacker.test:8000", ""]
)
def test_a_foreign_host_is_refused(client: TestClient, host: str) -> None:
    answer = client.get(f"/{TOKEN}/", headers={"Host": host})
    assert answer.status_code == 403
    assert "own address" in answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://example.org"},
        {"Origin": "null"},
        {"Origin": "https://127.0.0.1:8000"},
        {"Origin": f"http://{HOST}", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_other_pages_are_refused(client: TestClient, headers: dict[str, str]) -> None:
    assert client.get(f"/{TOKEN}/api/state", headers=headers).status_code == 403
    assert client.post(f"/{TOKEN}/api/stop", json={}, headers=headers).status_code == 403


def test_a_change_needs_an_origin_and_json(client: TestClient) -> None:
    assert client.post(f"/{TOKEN}/api/stop", json={}).status_code == 403
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data"):
        answer = client.post(f"/{TOKEN}/api/stop", content="{}", headers=ORIGIN | {"Content-Type": kind})
        assert answer.status_code == 415
    assert client.put(f"/{TOKEN}/api/stop", json={}, headers=ORIGIN).status_code == 405
    assert client.get(f"/{TOKEN}/api/stop").status_code == 405
    assert client.get(f"/{TOKEN}/nowhere").status_code == 404


def test_a_large_request_is_refused_also_when_it_hides_its_size(client: TestClient) -> None:
    text = "x" * (MOST_BYTES + 1)
    assert post(client, "check", {"text": text}).status_code == 413
    pieces = (json.dumps({"text": text}).encode()[at : at + 2**16] for at in range(0, 2 * MOST_BYTES, 2**16))
    answer = client.post(f"/{TOKEN}/api/check", content=pieces, headers=ORIGIN | {"Content-Type": "application/json"})
    assert answer.status_code == 413


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("play", {}),
        ("play", {"version": "1", "move": "x"}),
        ("play", {"version": 1, "move": 3}),
        ("play", {"version": 1, "move": "x", "more": 1}),
        ("go", {"version": 1, "number": 1.5}),
        ("go", [1, 2]),
        ("buttons", {"version": 1, "chosen": [["a", "P1"]]}),
        ("open", {"name": None}),
        ("light", {"on": "yes"}),
        ("deal", {"game": "gallery", "options": []}),
    ],
)
def test_what_means_nothing_is_refused(client: TestClient, name: str, body: Any) -> None:
    answer = post(client, name, body)
    assert (answer.status_code, answer.json()["kind"]) == (400, "malformed")


@pytest.mark.parametrize("content", [b"{", b"\xff\xfe", b"nul", b"[" * 100_000])
def test_what_is_no_json_is_refused(client: TestClient, content: bytes) -> None:
    answer = client.post(f"/{TOKEN}/api/stop", content=content, headers=ORIGIN | {"Content-Type": "application/json"})
    assert answer.status_code == 400


@pytest.mark.parametrize(
    ("name", "body"),
    [
        ("play", {"move": ""}),
        ("play", {"move": "nonsense"}),
        ("play", {"move": "5S P3 T1\n5S P3 T1"}),
        ("play", {"move": "A" * 10_000}),
        ("buttons", {"chosen": [[0, "nowhere"]]}),
        ("buttons", {"chosen": [[999, "P1"]]}),
        ("buttons", {"chosen": [[-1, "P1"]]}),
        ("carry", {"token": 0, "slot": "P1", "target": "T1"}),
        ("carry", {"token": None, "slot": "P1", "target": "nowhere"}),
        ("ask", {"kind": "everything"}),
    ],
)
def test_what_is_not_on_the_table_is_said(client: TestClient, name: str, body: dict[str, Any]) -> None:
    before = state(client)
    answer = post(client, name, body | {"version": before["version"]})
    assert answer.status_code == 422
    assert answer.json()["error"]
    assert state(client) == before


@pytest.mark.parametrize("name", ["..", "../..", "/etc", "gallery/..", "", "GALLERY", "no-such-game", ".", "a\0b"])
def test_no_name_leads_out_of_the_folder(client: TestClient, name: str) -> None:
    answer = post(client, "open", {"name": name})
    assert answer.status_code == 404
    assert "no game of this name" in answer.json()["error"]
    assert client.get(f"/{TOKEN}/files/..%2f..%2fetc%2fpasswd").status_code == 404


def test_every_answer_has_its_headers(client: TestClient) -> None:
    for path in (f"/{TOKEN}/", f"/{TOKEN}/api/state", "/"):
        headers = client.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["Cache-Control"] == "no-store"
        assert headers["Referrer-Policy"] == "no-referrer"
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    page = client.get(f"/{TOKEN}/").text
    assert "default-src 'none'; script-src 'sha256-" in page
    assert "unsafe" not in page.split("</head>")[0]


# --- what is answered --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("most", [30, pytest.param(1000, marks=pytest.mark.slow)])
def test_a_game_is_played_to_its_end_by_requests_each_answered_at_once(tmp_path: Path, game: str, most: int) -> None:
    position, moves = won(game)
    for move in moves[:-most]:
        position = position.play(move)
    desk = Desk.with_deal(Folder(tmp_path / "games"), game, str(position))
    client = TestClient(application(desk, TOKEN, (HOST,)), base_url=f"http://{HOST}")
    found = state(client)
    times = []
    for move in moves[-most:]:
        assert str(move) in [one["move"] for one in found["moves"]]
        begun = time.process_time()
        answer = post(client, "play", {"version": found["version"], "move": str(move)})
        times.append(time.process_time() - begun)
        assert answer.status_code == 200
        found = answer.json()
    assert found["won"]
    assert found["closing"]
    assert found["moves"] == []
    assert sorted(times)[len(times) // 2] <= 0.5


def test_a_state_that_is_known_is_not_sent_again(client: TestClient) -> None:
    revision = state(client)["revision"]
    assert client.get(f"/{TOKEN}/api/state?revision={revision}").status_code == 204
    post(client, "light", {"on": True})
    assert client.get(f"/{TOKEN}/api/state?revision={revision}").status_code == 200


def test_a_request_about_another_table_gets_the_one_that_lies_there(client: TestClient) -> None:
    first = state(client)
    move = first["moves"][0]["move"]
    assert post(client, "play", {"version": first["version"], "move": move}).status_code == 200
    requests: dict[str, dict[str, Any]] = {
        "play": {"move": move},
        "go": {"number": 0},
        "ask": {"kind": "hint"},
        "buttons": {"chosen": []},
        "carry": {"token": 0, "slot": "T1", "target": "T2"},
    }
    for name, body in requests.items():
        answer = post(client, name, body | {"version": first["version"]})
        assert answer.status_code == 409
        assert answer.json()["kind"] == "stale"
        assert answer.json()["desk"]["now"] == 1


def test_of_many_pages_at_once_one_makes_the_move(client: TestClient, desk: Desk) -> None:
    first = state(client)
    codes: list[int] = []

    def play(move: str) -> None:
        codes.append(post(client, "play", {"version": first["version"], "move": move}).status_code)

    threads = [threading.Thread(target=play, args=(one["move"],)) for one in first["moves"] * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(codes) == [200] + [409] * (len(threads) - 1)
    assert len(desk.game.turns) == 1


def test_an_illegal_move_is_answered_by_the_referee(client: TestClient) -> None:
    found = state(client)
    answer = post(client, "play", {"version": found["version"], "move": "redeal P1"})
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("a pile is redealt only when no play is possible")
    (redeal,) = found["buttons"]
    assert redeal["why"] == answer.json()["error"]


def test_light_hint_finish_and_where_it_was_lost(client: TestClient, desk: Desk) -> None:
    assert state(client)["light"] == "off"
    post(client, "light", {"on": True})
    assert until_ready(client)["light"] == "solvable"
    for kind in ("hint", "finish", "lost"):
        post(client, "ask", {"version": state(client)["version"], "kind": kind})
        advice = until_ready(client)["advice"]
        assert advice["ready"]
        assert advice["kind"] == kind
        if kind == "lost":
            assert advice["lost"] == {
                "kept": 0,
                "lost": None,
                "at": None,
                "open": False,
                "line": None,
                "keeps": advice["lost"]["keeps"],
                "remarks": {},
            }
        else:
            assert advice["verdict"] == "solvable"
            assert advice["line"][0] in [one["move"] for one in state(client)["moves"]]
    post(client, "light", {"on": False})
    assert state(client)["light"] == "off"


def test_typed_deals_are_looked_at_and_played_or_refused(client: TestClient) -> None:
    text = deal_text("marriage")
    sound = post(client, "check", {"text": text}).json()
    assert sound == {"names": [], "entry": "deal", "faults": [], "warnings": [], "unknown": 0}
    for wrong, line, part in (
        (text.replace("QH", "XX", 1), 2, '"XX"'),
        ("game: whist\n", 1, "whist"),
        ("", None, "game"),
        ("game: marriage\nrow: QH 2S 2S\nstock: KH KH\n", None, "2S"),
    ):
        faults = post(client, "check", {"text": wrong}).json()["faults"]
        assert faults[0]["line"] == line
        assert any(part in fault["message"] for fault in faults)
        assert post(client, "start", {"text": wrong}).status_code == 422
    before = state(client)
    assert before["game"] == "gallery"
    log = "\n".join(map(str, won("marriage")[1][:5]))
    found = post(client, "start", {"text": text, "log": log}).json()
    assert (found["game"], found["now"]) == ("marriage", 5)
    assert found["version"] > before["version"]
    assert post(client, "start", {"text": text, "log": "drop KH\n"}).status_code == 422


def test_deals_by_seed_number_and_verdict(client: TestClient) -> None:
    wish = {"game": "marriage", "options": {"pairs": "off"}, "seed": "7"}
    found = post(client, "deal", wish).json()
    assert (found["name"], found["options"]) == ("marriage-seed-7", {"pairs": "off"})
    found = post(client, "deal", wish | {"numbered": True}).json()
    assert found["name"] == "marriage-pysol-7"
    assert post(client, "deal", {"game": "cross", "options": {}, "seed": "7", "numbered": True}).status_code == 422
    assert post(client, "deal", {"game": "whist", "options": {}}).status_code == 422
    assert post(client, "deal", wish | {"seed": "-1"}).status_code == 422
    assert post(client, "deal", wish | {"seed": "ms7"}).status_code == 422
    assert post(client, "deal", wish | {"seed": "ms7", "numbered": True}).json()["name"] == "marriage-pysol-ms7"
    assert post(client, "deal", wish | {"options": {"pairs": "twice"}}).status_code == 422
    for verdict in ("undecided", "SOLVABLE", "yes"):
        answer = post(client, "deal", {"game": "gallery", "options": {}, "verdict": verdict})
        assert (answer.status_code, answer.json()["error"]) == (422, "expected solvable or unsolvable")
    post(client, "deal", {"game": "gallery", "options": {}, "verdict": "unsolvable"})
    found = until_ready(client)
    assert found["game"] == "gallery"
    post(client, "light", {"on": True})
    assert until_ready(client)["light"] == "unsolvable"
    post(client, "ask", {"version": found["version"], "kind": "lost"})
    lost = until_ready(client)["advice"]["lost"]
    assert (lost["kept"], lost["lost"], lost["at"], lost["open"]) == (None, 0, None, False)


@pytest.mark.skipif(not native.USED, reason="to rate deals in plain Python takes minutes")
def test_a_deal_by_its_difficulty(client: TestClient, desk: Desk) -> None:
    wish = {"game": "gallery", "options": {}, "seed": "1"}
    assert post(client, "deal", wish | {"level": "hopeless"}).status_code == 422
    answer = post(client, "deal", wish | {"options": {"redeal": "anytime"}, "level": "easy"})
    assert answer.status_code == 422
    assert "no levels of difficulty have been measured" in answer.json()["error"]
    assert post(client, "deal", wish | {"level": "easy"}).json()["advice"]["kind"] == "deal"
    found = until_ready(client)
    assert found["name"].startswith("gallery-seed-")
    assert rate(desk.game.position, facts=False).level is Level.EASY


def test_what_a_file_says_is_never_markup(client: TestClient) -> None:
    text = deal_text("marriage") + "# <script>alert(1)</script>\n"
    assert post(client, "start", {"text": text}).status_code == 200
    answer = client.get(f"/{TOKEN}/files/deal.txt")
    assert answer.text == text
    assert answer.headers["Content-Type"].startswith("text/plain")
    assert "attachment" in answer.headers["Content-Disposition"]
    faults = post(client, "check", {"text": "game: <b>x</b>\n"})
    assert faults.headers["Content-Type"] == "application/json"
