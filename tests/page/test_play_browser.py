"""Whole games played in a real browser: by clicks, by keys, in two tabs, with everything that helps."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import pytest
from click.testing import CliRunner

from solver.cli import main
from solver.letters import card
from solver.playing.desk import Desk
from solver.playing.folder import Folder
from solver.playing.game import Hand
from solver.table import in_words
from tests.desks import Dealer, as_seen, with_unknown
from tests.page.games import GAMES, SEEDS, won
from tests.page.tables import deal_text, desk_of, served
from tests.page.tabs import assert_lies, wait_for, watched

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.slow


@contextmanager
def playing(browser: Browser, address: str, **settings: Any) -> Iterator[Page]:
    """A tab that says nothing on the console, fails nowhere and asks nobody but its own server."""
    with watched(browser, **settings) as seen:
        seen.tab.goto(address)
        wait_for(seen.tab, "document.querySelector('.touch') !== null")
        yield seen.tab
    refused = "the server responded with a status of 4"  # an answer that the page shows
    assert [one for one in seen.complaints if refused not in one] == []
    own = urlsplit(address).netloc
    assert [url for url in seen.requests if urlsplit(url).netloc not in (own, "")] == []


def moves_made(desk: Desk, tab: Page, count: int) -> None:
    """Wait until the page shows the position after so many moves."""
    wait_for(tab, f"document.querySelector('.moves [aria-current]')?.dataset.move === '{count}'")
    assert len(desk.game.turns) == count


def button_of(tab: Page, token: int, slot: str) -> str:
    """The selector of the button over a card: its own, or its slot's."""
    own = f".touch[data-token='{token}']"
    return own if tab.locator(own).count() else f".place[data-slot='{slot}'] .touch"


def hand_of(desk: Desk, line: str) -> tuple[int, str, str]:
    """A card that a move takes, where it lies and where it goes."""
    step = next(turn.step for turn in desk.game.possible() if turn.step.move == line)
    token = step.travelled[0]
    return token, desk.game.scene.slot_of()[token], step.scene.slot_of()[token]


def action_of(desk: Desk, line: str) -> str | None:
    """The button that makes a move with nothing chosen."""
    return next((f"#action-{one.name}" for one in desk.game.buttons() if one.move == line and not one.why), None)


def by_click(tab: Page, desk: Desk, line: str) -> None:
    number = len(desk.game.turns)
    action = action_of(desk, line)
    if action is not None:
        tab.click(action)
    else:
        token, slot, _ = hand_of(desk, line)
        spoken = next(turn.step.spoken for turn in desk.game.possible() if turn.step.move == line)
        box = tab.locator(button_of(tab, token, slot)).bounding_box()
        assert box is not None
        tab.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] - 8)
        settled = f"document.querySelector('.moves [aria-current]')?.dataset.move === '{number + 1}'"
        wait_for(tab, f"{settled} || !document.querySelector('.choices').hidden")
        if tab.locator(".choices").is_visible():
            tab.locator(".choices button", has_text=spoken).first.click()
    moves_made(desk, tab, number + 1)


WHERE = """() => {
    const one = document.activeElement;
    return one.matches(".touch") ? [one.dataset.token, one.closest(".place").dataset.slot] : null;
}"""


def walk(tab: Page, token: int, slot: str) -> None:
    """Go with the arrow keys alone to the button over a card, searching as a player would who sees the table."""
    path = []
    for _ in range(80):
        here = tab.evaluate(WHERE)
        assert here is not None, "the focus has left the table"
        if here[0] == str(token) or (here[1] == slot and tab.locator(f".touch[data-token='{token}']").count() == 0):
            return
        selector = button_of(tab, token, slot)
        way = tab.evaluate(
            """(selector) => {
                const centre = (one) => {
                    const box = one.getBoundingClientRect();
                    return [box.left + box.width / 2, box.bottom];
                };
                const [x, y] = centre(document.activeElement);
                const [u, v] = centre(document.querySelector(selector));
                const top = (one) => one.closest(".place").getBoundingClientRect().top;
                const lines = top(document.querySelector(selector)) - top(document.activeElement);
                if (Math.abs(lines) > 20) return lines > 0 ? "ArrowDown" : "ArrowUp";
                const aside = Math.abs(u - x) > 15;
                return aside ? (u > x ? "ArrowRight" : "ArrowLeft") : (v > y ? "ArrowDown" : "ArrowUp");
            }""",
            selector,
        )
        tab.keyboard.press(way)
        path.append((here, way))
        if tab.evaluate(WHERE) == here:  # nothing lies straight that way
            tab.keyboard.press("ArrowLeft" if way in ("ArrowUp", "ArrowDown") else "ArrowDown")
    raise AssertionError(f"no keys lead to {token} in {slot}: {path[-6:]}")


def by_key(tab: Page, desk: Desk, line: str) -> None:
    number = len(desk.game.turns)
    if tab.evaluate(WHERE) is None:
        tab.focus(".touch[tabindex='0']")
    buttons = desk.game.buttons()
    direct = next((at for at, one in enumerate(buttons, 1) if one.move == line and not one.why), None)
    if direct is not None:
        tab.keyboard.press(str(direct))
    else:
        token, slot, _ = hand_of(desk, line)
        spoken = next(turn.step.spoken for turn in desk.game.possible() if turn.step.move == line)
        walk(tab, token, slot)
        tab.keyboard.press("Enter")
        settled = f"document.querySelector('.moves [aria-current]')?.dataset.move === '{number + 1}'"
        wait_for(tab, f"{settled} || !document.querySelector('.choices').hidden")
        if tab.locator(".choices").is_visible():
            for _ in range(20):
                if tab.evaluate("document.activeElement.textContent") == spoken:
                    break
                tab.keyboard.press("Tab")
            tab.keyboard.press("Enter")
    moves_made(desk, tab, number + 1)
    assert tab.evaluate(WHERE) is not None


def saved_log_is_won(tab: Page, tmp_path: Path, game: str) -> None:
    with tab.expect_download() as log:
        tab.click("#save-log")
    with tab.expect_download() as deal:
        tab.click("#save-deal")
    log.value.save_as(tmp_path / "moves.log")
    deal.value.save_as(tmp_path / "deal.txt")
    result = CliRunner().invoke(main, ["verify", str(tmp_path / "deal.txt"), str(tmp_path / "moves.log")])
    assert result.exit_code == 0, result.output
    assert (tmp_path / "deal.txt").read_text() == deal_text(game)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("way", [by_click, by_key])
def test_a_whole_game(browser: Browser, tmp_path: Path, game: str, way: Callable[[Page, Desk, str], None]) -> None:
    """To the end, with a move taken back and made again, a reload, the light, a hint, and a stopped server between."""
    line = list(map(str, won(game)[1]))
    desk = desk_of(tmp_path / "games", game)
    third = len(line) // 3
    with served(desk) as address, playing(browser, address) as tab:
        for number, move in enumerate(line[: 2 * third]):
            way(tab, desk, move)
            if number == 5:
                tab.keyboard.press("Control+z")
                moves_made(desk, tab, 5)
                tab.keyboard.press("Control+y")
                moves_made(desk, tab, 6)
                assert_lies(tab, desk.game.scene, "after undo and redo")
            if number == third:
                tab.reload()
                moves_made(desk, tab, third + 1)
                assert_lies(tab, desk.game.scene, "after a reload")
                assert tab.inner_text("#light .verdict") == "off"
                tab.click("#light")
                wait_for(tab, "document.getElementById('light').dataset.light === 'solvable'")
                tab.select_option("#hints", "hint")
                tab.click("#hint")
                wait_for(tab, "document.getElementById('said').textContent.startsWith('Hint: ')")
                assert tab.locator(".card.hinted").count() >= 1
        assert tab.get_attribute("#light", "data-light") == "solvable"
    again = Desk.open_last(Folder(tmp_path / "games"))
    assert again is not None
    with served(again) as address, playing(browser, address) as tab:
        moves_made(again, tab, 2 * third)
        for move in line[2 * third :]:
            way(tab, again, move)
        assert again.game.position.is_won
        assert again.game.closing in tab.inner_text("#said")
        assert_lies(tab, again.game.scene, "at the end")
        saved_log_is_won(tab, tmp_path, game)


def test_finish_for_me_plays_to_the_end(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "cross")
    with served(desk) as address, playing(browser, address) as tab:
        tab.click("#finish")
        wait_for(tab, "document.querySelector('.facts .result') !== null")
        assert desk.game.position.is_won
        assert tab.is_hidden("#stop")
        tab.click("#lost")
        wait_for(tab, "document.getElementById('said').textContent.startsWith('Nothing is lost')")


def test_a_hint_without_peeking_says_what_each_move_keeps(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "gallery")
    with served(desk) as address, playing(browser, address) as tab:
        assert tab.input_value("#hints") == "fair"
        tab.focus(".touch[tabindex='0']")
        tab.keyboard.press("h")
        wait_for(tab, "document.getElementById('said').textContent.startsWith('Hint without peeking: ')")
        assert re.search(r"keeps the win in \d+ % of \d+ orders", tab.inner_text("#said"))
        assert tab.locator(".weighed button").count() == len(desk.game.possible())
        assert "keeps the win in" in (tab.get_attribute(".weighed button", "aria-label") or "")
        assert tab.locator(".hinted").count() == 2
        tab.click(".weighed button")
        moves_made(desk, tab, 1)
        assert tab.is_hidden(".weighed")


def test_a_hint_that_rests_on_all_orders_says_in_how_many(browser: Browser, tmp_path: Path) -> None:
    desk = Desk.with_deal(Folder(tmp_path / "games"), "table", with_unknown(2))
    with served(desk) as address, playing(browser, address) as tab:
        tab.click("#hint")
        wait_for(tab, "document.getElementById('said').textContent.startsWith('Hint without peeking: ')")
        assert re.search(
            r"keeps the win in \d of 2 orders of the hidden cards; there are no more\.", tab.inner_text("#said")
        )
        for one in tab.locator(".weighed button").all():
            assert re.search(r": keeps the win in \d of 2 orders$", one.get_attribute("aria-label") or "")


def test_where_the_game_was_lost_is_marked_in_the_list(browser: Browser, tmp_path: Path) -> None:
    deal = Path("examples/gallery-half-played.txt").read_text(encoding="utf-8")
    log = Path("examples/gallery-half-played.log").read_text(encoding="utf-8").splitlines()[:16]
    desk = Desk.with_deal(Folder(tmp_path / "games"), "lost", deal)
    desk.start("lost", deal, "\n".join([*log, "3D P2 M8", ""]))
    with served(desk) as address, playing(browser, address) as tab:
        tab.click("#lost")
        wait_for(tab, "document.getElementById('said').textContent.startsWith('Move 14 lost the game')")
        said = tab.inner_text("#said")
        assert f"line {desk.game.log_line(14)} of the saved moves" in said
        assert "would have kept the win: jack of clubs" in said
        assert "loses" in tab.inner_text(".moves [data-move='14'] .mark")


@pytest.mark.parametrize("game", GAMES)
def test_a_game_at_a_real_table_asks_for_the_cards_that_come_to_light(
    browser: Browser, tmp_path: Path, game: str
) -> None:
    """Cards are entered by a click, by typing, and refused where they cannot be; a reload loses none of them."""
    truth, text = as_seen(game, SEEDS[game])
    desk = Desk.with_deal(Folder(tmp_path / "games"), "table", text)
    entered = 0
    with served(desk) as address, playing(browser, address) as tab:
        assert tab.locator(".card .front").count() == len(desk.game.scene.cards) - len(desk.game.unknown)
        assert tab.get_attribute("#finish", "aria-disabled") == "true"
        for move in won(game)[1]:
            if entered == 3 or str(move) == "reshuffle":
                break
            line = desk.game._words(move)
            cards, number = Dealer(truth, desk.game).cards(line), len(desk.game.turns)
            if not cards:
                desk.play(desk.game.version, line)
                moves_made(desk, tab, number + 1)
                continue
            action = action_of(desk, line)
            if action is not None:
                tab.click(action)
            else:
                token, slot, target = hand_of(desk, line)
                tab.drag_and_drop(
                    button_of(tab, token, slot),
                    f".place[data-slot='{target}']",
                    source_position=low(tab, button_of(tab, token, slot)),
                )
            wait_for(tab, "document.getElementById('uncover').open")
            if len(cards) == 1:
                tab.fill("#uncovered", "QQ")
                tab.keyboard.press("Enter")
                wait_for(tab, "document.querySelector('#uncover .problem').textContent !== ''")
                tab.fill("#uncovered", "")
                tab.click(f"#uncover .card-grid button[aria-label='{in_words(card(cards[0]))}']")
            else:
                tab.fill("#uncovered", " ".join(cards).lower())
                tab.click("#enter-cards")
            moves_made(desk, tab, number + 1)
            wait_for(tab, "!document.getElementById('uncover').open")
            assert_lies(tab, desk.game.scene, f"after {line}")
            entered += 1
        assert entered
        tab.reload()
        moves_made(desk, tab, len(desk.game.turns))
        assert_lies(tab, desk.game.scene, "after a reload")


def low(tab: Page, selector: str) -> Any:
    """Where the last card of a slot is taken."""
    box = tab.locator(selector).bounding_box()
    assert box is not None
    return {"x": box["width"] / 2, "y": box["height"] - 12}


def test_a_card_is_dragged_or_told_why_not(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "gallery")
    with served(desk) as address, playing(browser, address) as tab:
        line = next(turn.step.move for turn in desk.game.possible() if len(turn.step.travelled) == 1)
        token, slot, target = hand_of(desk, line)

        def drag(token: int, slot: str, target: str) -> None:
            box = tab.locator(button_of(tab, token, slot)).bounding_box()
            goal = tab.locator(f".place[data-slot='{target}']").bounding_box()
            assert box is not None
            assert goal is not None
            tab.mouse.move(box["x"] + 20, box["y"] + box["height"] - 20)
            tab.mouse.down()
            tab.mouse.move(box["x"] + 40, box["y"] + 10, steps=3)
            assert tab.locator(".card.dragged").count() == 1
            tab.mouse.move(goal["x"] + 20, goal["y"] + 20, steps=3)
            tab.mouse.up()

        wrong = next(label for label in ("B8", "B7", "B6") if desk.game.carried(Hand(token, slot), label)[1])
        why = desk.game.carried(Hand(token, slot), wrong)[1]
        drag(token, slot, wrong)
        wait_for(tab, f"document.getElementById('said').textContent === {f'Not now: {why}.'!r}")
        assert tab.locator(".card.dragged").count() == 0
        assert not desk.game.turns
        drag(token, slot, target)
        moves_made(desk, tab, 1)


def test_targets_light_up_and_buttons_say_why_not(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "gallery")
    with served(desk) as address, playing(browser, address) as tab:
        line = next(turn.step.move for turn in desk.game.possible() if len(turn.step.travelled) == 1)
        token, slot, target = hand_of(desk, line)
        tab.hover(button_of(tab, token, slot))
        assert target in tab.evaluate("[...document.querySelectorAll('.place.target')].map((one) => one.dataset.slot)")
        assert tab.get_attribute("#action-redeal", "aria-disabled") == "true"
        tab.click("#action-redeal", force=True)  # as a player does who wonders why it does nothing
        wait_for(tab, "document.getElementById('said').textContent.includes('only when no play is possible')")
        assert not desk.game.turns


def test_two_tabs_on_one_game_agree(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "marriage")
    with served(desk) as address, playing(browser, address) as one, playing(browser, address) as other:
        one.click("#action-deal")
        moves_made(desk, one, 1)
        other.bring_to_front()
        wait_for(other, "document.querySelector('.moves [aria-current]')?.dataset.move === '1'")
        desk.play(desk.game.version, desk.game.buttons()[0].move)  # a third one, of which the tabs do not know yet
        other.click("#action-deal")
        moves_made(desk, other, len(desk.game.turns))
        assert len(desk.game.turns) in (2, 3)  # told that it was late, or it had looked just before
        one.bring_to_front()
        moves_made(desk, one, len(desk.game.turns))
        assert_lies(one, desk.game.scene, "first tab")
        assert_lies(other, desk.game.scene, "second tab")


def test_a_new_deal_typed_in_with_its_faults_beside_the_words(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "gallery")
    text = deal_text("marriage")
    with served(desk) as address, playing(browser, address) as tab:
        tab.click("#new")
        tab.select_option("#new-kind", "typed")
        tab.fill("#new-text", text.replace("KH", "XX"))
        wait_for(tab, "document.querySelector('#reading mark') !== null")
        assert tab.inner_text("#reading mark") == "XX"
        assert "Line" in tab.inner_text("#reading li")
        tab.fill("#new-text", "game: marriage\nrow: QH <img src=x onerror=alert(1)>\n")
        wait_for(tab, "document.querySelector('#reading').textContent.includes('<img')")
        assert tab.locator("#reading img").count() == 0
        tab.fill("#new-text", text)
        wait_for(tab, "document.querySelector('#reading').className === 'sound'")
        tab.click("#begin")
        wait_for(tab, "document.querySelector('h1').textContent.startsWith('Royal')")
        assert desk.game.patience.game == "marriage"
        tab.click("#games")
        tab.click("dialog[open] .saved button:has-text('gallery')")
        wait_for(tab, "document.querySelector('h1').textContent === 'Picture Gallery'")
        tab.click("#new")
        tab.select_option("#new-kind", "hard")
        assert "careful play by chance" in tab.inner_text("#new-deal .quiet-text")
        tab.select_option("#new-kind", "seed")
        tab.select_option("#new-game", "cross")
        tab.fill("#new-number", "7")
        tab.click("#begin")
        wait_for(tab, "document.querySelector('h1').textContent === 'Vanishing Cross'")
        assert desk.game.name == "cross-seed-7"


def test_a_stopped_server_is_said_and_loses_nothing(browser: Browser, tmp_path: Path) -> None:
    desk = desk_of(tmp_path / "games", "marriage")
    with served(desk) as address:
        context = browser.new_context()
        tab = context.new_page()
        tab.goto(address)
        wait_for(tab, "document.querySelector('.touch') !== null")
        tab.click("#action-deal")
        moves_made(desk, tab, 1)
    tab.click("#action-deal")
    wait_for(tab, "document.getElementById('said').textContent.includes('Nothing is lost')")
    context.close()
    again = Desk.open_last(Folder(tmp_path / "games"))
    assert again is not None
    assert again.game.position == desk.game.position


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize(("width", "scheme"), [(360, "dark"), (820, "light"), (1600, "dark"), (360, "light")])
def test_axe_finds_nothing_serious(browser: Browser, tmp_path: Path, game: str, width: int, scheme: str) -> None:
    axe = pytest.importorskip("axe_playwright_python.sync_playwright")
    desk = desk_of(tmp_path / "games", game)
    for move in won(game)[1][:25]:
        desk.play(desk.game.version, str(move))
    desk.set_light(True)
    size = {"width": width, "height": 800}
    with served(desk) as address, playing(browser, address, viewport=size, color_scheme=scheme) as tab:
        for opener in (None, "#new", "#games", "#keys"):
            if opener:
                tab.click(opener)
                wait_for(tab, "document.querySelector('dialog[open]') !== null")
            found = axe.Axe().run(tab).response["violations"]
            assert [(one["id"], one["help"]) for one in found if one["impact"] in ("serious", "critical")] == []
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth")
            if opener:
                tab.keyboard.press("Escape")
