"""The page as a file: complete, closed to everything outside, and safe whatever a deal is called."""

from __future__ import annotations

import base64
import hashlib
import json
import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest

from solver.page.bundle import as_script_data, bundled, static
from solver.page.data import game_data
from solver.page.replay_page import replay_page
from solver.page.texts import TEXTS
from solver.scenes import placed
from solver.table import Shape
from tests.conftest import Run
from tests.page.games import EVERY_GAME, won_replay


class Parts(HTMLParser):
    """The texts of a page's elements, and all attributes."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.texts: dict[str, list[str]] = {}
        self.attributes: list[tuple[str, str, str | None]] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.open.append(tag)
        self.attributes += ((tag, name, value) for name, value in attrs)

    def handle_endtag(self, tag: str) -> None:
        self.open.append("")

    def handle_data(self, data: str) -> None:
        self.texts.setdefault(self.open[-1] if self.open else "", []).append(data)


@cache
def page_of(game: str) -> str:
    return replay_page(won_replay(game), game)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_page_is_small_and_asks_for_nothing(game: str) -> None:
    page = page_of(game)
    assert len(page.encode()) < 400_000
    links = [(tag, value) for tag, name, value in Parts(page).attributes if name in ("src", "href")]
    assert all(value and value.startswith(("#", "data:,")) for _, value in links)
    assert not re.search(r"https?://(?!www\.w3\.org/2000/svg)", page)
    assert "@import" not in page
    assert not re.search(r"\bfetch\(|XMLHttpRequest|WebSocket|eval\(|innerHTML", page)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_the_policy_names_the_script_and_the_style_and_nothing_else(game: str) -> None:
    parts = Parts(page_of(game))
    [policy] = [value for tag, name, value in parts.attributes if name == "content" and value and "default" in value]
    digests = dict(re.findall(r"(script|style)-src '(sha256-[^']+)'", policy))
    assert policy.startswith("default-src 'none'; ")
    script = parts.texts["script"][-1]
    [style] = parts.texts["style"]
    for kind, text in (("script", script), ("style", style)):
        assert digests[kind] == f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"
    assert not [name for _, name, _ in parts.attributes if name.startswith("on") or name == "style"]


HOSTILE = "</script><script>alert(1)</script><!--]]>\"'&\u2028"


def test_nothing_breaks_out_of_a_page() -> None:
    page = replay_page(won_replay("marriage"), HOSTILE)
    parts = Parts(page)
    assert [tag for tag, name, _ in parts.attributes if tag == "script" and name == "type"] == ["script", "script"]
    assert json.loads(parts.texts["script"][0])["name"] == HOSTILE
    assert "alert(1)" not in page.replace("alert(1)\\u003c", "").replace("alert(1)&lt;", "")


def test_script_data_is_json_that_means_nothing_to_html() -> None:
    text = as_script_data({"x": HOSTILE})
    assert not set(text) & set("<>&\u2028\u2029")
    assert json.loads(text) == {"x": HOSTILE}


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("step", [10, pytest.param(1, marks=pytest.mark.slow)])
def test_the_changes_lead_to_every_position(game: str, step: int) -> None:
    """What the page unfolds is where the referee's positions have their cards."""
    replay = won_replay(game)
    data = game_data(replay)
    lying: dict[int, list[object]] = {}
    scenes = list(replay.scenes())
    for number, (change, scene) in enumerate(zip([data["start"], *data["steps"]], scenes, strict=True)):
        lying |= {token: rest for token, *rest in change["changed"]}
        if number % step:
            continue
        for shape, at in ((Shape.WIDE, 4), (Shape.NARROW, 6)):
            for one in placed(scene, scene.table.layouts[shape]):
                slot, index, up, joined = lying[one.token][:4]
                assert (slot, index, bool(up), bool(joined)) == (one.slot, one.index, one.up, one.joined)
                assert lying[one.token][at : at + 2] == pytest.approx([one.x, one.y], abs=0.001)


def test_every_text_that_the_script_asks_for_is_there() -> None:
    script = bundled("replay.js")
    asked = set(re.findall(r'\btext\(\s*"([\w-]+)"', script))
    assert asked <= set(TEXTS)
    unused = set(TEXTS) - set(re.findall(r'"([\w-]+)"', script)) - {"no-script", "won", "unfinished", "illegal"}
    assert all(name.startswith("letters-") or re.search(rf"\b{name}\b", script) for name in unused)


def test_the_modules_are_joined_in_order() -> None:
    script = bundled("replay.js")
    assert not re.search(r"^(import|export) ", script, re.MULTILINE)
    order = re.findall(r"^const (\w+)_module = ", script, re.MULTILINE)
    assert order[-1] == "replay"
    assert set(order) == {"controls", "states", "table", "words", "replay"}
    assert len(order) == len(set(order))


def test_no_english_stands_in_the_script() -> None:
    """Texts for people are looked up: no string of the modules has two words, but for selectors and the like."""
    for name in ("controls", "states", "table", "words", "replay"):
        code = re.sub(r"//.*|/\*.*?\*/", "", static(f"{name}.js"), flags=re.DOTALL)
        strings = re.findall(r'"([^"\n]*)"', code)
        assert not [text for text in strings if re.search(r"[a-z]{3,} [a-z]{2,} ", text) and "M" not in text]


def test_replay_writes_a_page(run: Run, tmp_path: Path) -> None:
    page = tmp_path / "game.html"
    result = run("replay", "examples/gallery-solvable.txt", "examples/gallery-solvable.log", "-o", page)
    assert (result.exit_code, result.stdout) == (0, f"won: 110 moves, in {page}\n")
    assert '"name":"gallery-solvable"' in page.read_text(encoding="utf-8")
    again = run("replay", "examples/marriage-half-played.txt", "-o", page, "--json")
    assert again.exit_code == 0
    assert json.loads(again.stdout)["page"] == str(page)
    page.write_text("mine", encoding="utf-8")
    assert run("replay", "examples/marriage-half-played.txt", "-o", page).exit_code == 2
    assert page.read_text(encoding="utf-8") == "mine"
