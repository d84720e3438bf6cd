"""Tabs of a real browser, watched, and what lies on the table that they show."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import pytest

from solver.scenes import Scene, placed
from solver.table import HEIGHT, Shape

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

LYING = """() => {
    const area = document.querySelector(".felt-area");
    const unit = parseFloat(area.style.getPropertyValue("--w"));
    const cards = [...document.querySelectorAll(".card")].map((card) => {
        const at = new DOMMatrix(card.style.transform);
        return [at.e / unit, at.f / unit, card.classList.contains("up"), Number(card.style.zIndex)];
    });
    return { shape: area.dataset.shape, cards };
}"""


@dataclass
class Watched:
    """A tab, what it and others beside it have complained of on the console or failed with, and asked for."""

    tab: Page
    complaints: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)


@contextmanager
def watched(browser: Browser, **settings: Any) -> Iterator[Watched]:
    """A tab that is watched until it is closed."""
    context = browser.new_context(**{"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce"} | settings)
    seen = Watched(context.new_page())
    seen.tab.on("console", lambda message: seen.complaints.append(f"{message.type}: {message.text}"))
    seen.tab.on("pageerror", lambda error: seen.complaints.append(str(error)))
    context.on("request", lambda request: seen.requests.append(request.url))
    yield seen
    context.close()


def assert_lies(tab: Page, scene: Scene, where: str) -> None:
    """Each card lies, and shows its face, as in a scene."""
    found = tab.evaluate(LYING)
    layout = scene.table.layouts[Shape(found["shape"])]
    for one in placed(scene, layout):
        x, y, up, z = found["cards"][one.token]
        what = f"{where}, {scene.cards[one.token]} in {one.slot}"
        assert (x, y / HEIGHT) == pytest.approx((one.x, one.y), abs=0.01), what
        assert up == one.up, what
        assert z == one.index + 1, what


def wait_for(tab: Page, condition: str) -> None:
    """Wait until an expression is true in the page, whose policy forbids Playwright's own way of waiting."""
    for _ in range(6000):
        if tab.evaluate(condition):
            return
        tab.wait_for_timeout(50)
    pytest.fail(f"never true: {condition}")
