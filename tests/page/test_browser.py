"""The page in a real browser: every position is where the referee has it, by whatever means one gets there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.page.games import GAMES, won_replay
from tests.page.tabs import LYING, assert_lies, wait_for, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow

SLIDE = """(number) => {
    const slider = document.getElementById("slider");
    slider.value = number;
    slider.dispatchEvent(new Event("input"));
}"""


@contextmanager
def opened(browser: Browser, page: Path, **settings: Any) -> Iterator[Page]:
    """A page that says nothing on the console, fails nowhere and asks for nothing but itself."""
    with watched(browser, **settings) as seen:
        seen.tab.goto(page.as_uri())
        yield seen.tab
    assert seen.complaints == []
    assert [url for url in seen.requests if url not in (page.as_uri(), "data:,")] == []


def assert_shows(tab: Page, game: str, number: int) -> None:
    """Each card lies, and shows its face, as after so many moves of the game."""
    assert_lies(tab, list(won_replay(game).scenes())[number], f"{game}, move {number}")


def current(tab: Page) -> int:
    return int(tab.evaluate("Number(document.querySelector('.moves [aria-current]').dataset.move)"))


def by_button(tab: Page, total: int) -> None:
    for _ in range(total):
        tab.click("#forward")


def by_key(tab: Page, total: int) -> None:
    for _ in range(total):
        tab.keyboard.press("ArrowRight")


def by_slider(tab: Page, total: int) -> None:
    tab.focus("#slider")
    tab.keyboard.press("End")
    assert tab.input_value("#slider") == str(total)


def by_list(tab: Page, total: int) -> None:
    tab.click(f".moves [data-move='{total // 2}']")
    assert current(tab) == total // 2
    tab.click(f".moves [data-move='{total}']")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [by_button, by_key, by_slider, by_list])
def test_every_way_leads_to_the_end_of_the_referee(
    browser: Browser, pages: dict[str, Path], game: str, way: Callable[[Page, int], None]
) -> None:
    total = len(won_replay(game).steps)
    with opened(browser, pages[game]) as tab:
        assert_shows(tab, game, 0)
        way(tab, total)
        assert current(tab) == total
        assert_shows(tab, game, total)
        assert won_replay(game).closing in tab.inner_text("#said")
        assert tab.is_disabled("#forward")
        tab.click("#back")
        assert_shows(tab, game, total - 1)
        tab.click("#first")
        assert_shows(tab, game, 0)


@pytest.mark.parametrize("game", GAMES)
def test_every_position_on_the_way_is_the_referees(browser: Browser, pages: dict[str, Path], game: str) -> None:
    with opened(browser, pages[game]) as tab:
        for number in range(0, len(won_replay(game).steps) + 1, 3):
            tab.evaluate(SLIDE, number)
            assert_shows(tab, game, number)


@pytest.mark.parametrize("game", GAMES)
def test_a_step_takes_at_most_50_milliseconds(browser: Browser, pages: dict[str, Path], game: str) -> None:
    """From the key to the laid out table; the median of the game, since other work may come between."""
    with opened(browser, pages[game], reduced_motion="no-preference") as tab:
        times = tab.evaluate(
            """(total) => Array.from({ length: total }, () => {
                const begun = performance.now();
                document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight", bubbles: true }));
                document.body.getBoundingClientRect();
                return performance.now() - begun;
            })""",
            len(won_replay(game).steps),
        )
        assert current(tab) == len(won_replay(game).steps)
    assert sorted(times)[len(times) // 2] <= 50


def test_it_plays_by_itself_and_stops(browser: Browser, pages: dict[str, Path]) -> None:
    total = len(won_replay("marriage").steps)
    with opened(browser, pages["marriage"]) as tab:
        tab.select_option("#speed", "0.1")
        tab.keyboard.press(" ")
        wait_for(tab, "Number(document.getElementById('slider').value) >= 3")
        assert tab.get_attribute("#play", "aria-label") == "Stop playing"
        tab.keyboard.press("ArrowLeft")
        stopped = current(tab)
        tab.wait_for_timeout(300)
        assert current(tab) == stopped
        tab.keyboard.press("End")
        tab.select_option("#speed", "2")
        tab.keyboard.press(" ")  # from the end it begins anew
        wait_for(tab, "Number(document.getElementById('slider').value) < 10")
        tab.select_option("#speed", "0.1")
        wait_for(tab, f"document.getElementById('slider').value === '{total}'")
        assert tab.get_attribute("#play", "aria-label") == "Play on by itself"


def test_the_list_is_one_stop_of_the_tab_key_and_follows_the_arrows(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["cross"]) as tab:
        tab.focus(".moves [aria-current]")
        for number in (1, 2, 3):
            tab.keyboard.press("ArrowDown")
            assert current(tab) == number
            assert tab.evaluate("document.activeElement.dataset.move") == str(number)
        tab.keyboard.press("ArrowUp")
        assert current(tab) == 2
        assert tab.evaluate("document.querySelectorAll('.moves button[tabindex=\"0\"]').length") == 1
        assert tab.locator(".moves h3").count() == sum(step.heading is not None for step in won_replay("cross").steps)


@pytest.mark.parametrize("game", GAMES)
def test_what_is_read_out_follows_the_game(browser: Browser, pages: dict[str, Path], game: str) -> None:
    step = won_replay(game).steps[0]
    with opened(browser, pages[game]) as tab:
        assert tab.get_attribute("#said", "role") == "status"
        tab.keyboard.press("ArrowRight")
        assert f"Move 1 of {len(won_replay(game).steps)}: {step.spoken}" in tab.inner_text("#said")
        texts = tab.evaluate("[...document.querySelectorAll('.place .hidden')].map((one) => one.textContent)")
        assert len(texts) == len(step.scene.table.slots)
        for slot, text in zip(step.scene.table.slots, texts, strict=True):
            assert text.startswith(f"{slot.name}: ")
        tab.keyboard.press("End")
        end = {
            "gallery": "place 1 of the top row: built up to jack of",
            "marriage": "row: queen of hearts, king of hearts",
            "cross": "ascending series of spades: built up to king of spades",
        }
        assert tab.locator(".place .hidden", has_text=end[game]).count() == 1


def test_letters_and_hidden_cards(browser: Browser, pages: dict[str, Path]) -> None:
    with opened(browser, pages["gallery"]) as tab:
        down = tab.locator(".card:not(.up)").count()
        assert down == 72
        tab.check("#peek")
        assert tab.locator(".card:not(.up)").count() == 0
        tab.uncheck("#peek")
        assert tab.locator(".card:not(.up)").count() == down
        tab.select_option("#letters", "ru")
        ranks = tab.evaluate("[...document.querySelectorAll('text[data-rank]')].map((one) => one.textContent)")
        assert set(ranks) == {"Т", "К", "Д", "В", "10", *"23456789"}
        assert "Т♦" in tab.inner_text(".moves") or "Т♥" in tab.inner_text(".moves")


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [360, 820, 1600])
def test_axe_finds_nothing_serious_and_nothing_overflows(
    browser: Browser, pages: dict[str, Path], game: str, scheme: str, width: int
) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    with opened(browser, pages[game], viewport={"width": width, "height": 800}, color_scheme=scheme) as tab:
        total = len(won_replay(game).steps)
        for number in (0, total // 2, total) if width == 820 else (total // 2,):
            tab.evaluate(SLIDE, number)
            found = axe.Axe().run(tab).response["violations"]
            assert [(one["id"], one["help"]) for one in found if one["impact"] in ("serious", "critical")] == []
        assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
        assert tab.evaluate(LYING)["shape"] == {360: "narrow", 1600: "wide"}.get(width, tab.evaluate(LYING)["shape"])


@pytest.mark.parametrize("game", GAMES)
def test_one_position_is_printed(browser: Browser, pages: dict[str, Path], game: str) -> None:
    with opened(browser, pages[game]) as tab:
        tab.keyboard.press("End")
        tab.emulate_media(media="print")
        assert tab.is_visible(".table")
        assert not any(tab.is_visible(part) for part in (".buttons", ".settings", ".moves"))
        assert tab.pdf(format="A4").count(b"/Type /Page\n") <= 1


def test_without_motion_nothing_is_animated(browser: Browser, pages: dict[str, Path]) -> None:
    for wish, moving in (("reduce", "0s"), ("no-preference", "0.32s")):
        with opened(browser, pages["gallery"], reduced_motion=wish) as tab:
            tab.keyboard.press("ArrowRight")
            duration = tab.evaluate("getComputedStyle(document.querySelector('.card.moved')).transitionDuration")
            assert duration == moving
