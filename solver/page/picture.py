"""A board as an SVG picture that needs no font or file of its own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from html import escape

from solver.cards import Card
from solver.letters import ENGLISH, Letters
from solver.page import faces
from solver.page.bundle import static
from solver.scenes import Scene, depth, placed
from solver.table import HEIGHT, Shape

_MARGIN = 0.25


def picture(scene: Scene, title: str, letters: Letters = ENGLISH, *, shape: Shape = Shape.WIDE) -> str:
    """The board of a scene as an SVG document; what is covered shows its face."""
    scene = replace(scene, seen=frozenset(range(len(scene.cards))))
    layout = scene.table.layouts[shape]
    unit = faces.WIDTH
    width, height = layout.width * unit, (depth(scene, layout) + _MARGIN) * HEIGHT * unit
    known = sorted({card for card in scene.cards if card is not None})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" role="img">',
        "<!--\n# patience-solver: a picture of a table\n-->",
        f"<title>{escape(title)}</title>",
        f"<style>{static('cards.css')}</style>",
        f"<defs>{symbols(known, letters)}</defs>",
        '<rect class="felt" width="100%" height="100%"/>',
    ]
    for region in scene.table.regions:
        for slot in region.slots:
            spot = layout.spots[slot.label]
            x, y = spot.x * unit, spot.y * HEIGHT * unit
            count = len(scene.places[slot.label])
            if not slot.every or region.labelled:
                parts.append(f'<rect class="slot" x="{x:.0f}" y="{y:.0f}" width="100" height="140" rx="8"/>')
            if region.labelled:
                number = f" ({count})" if slot.counted and count > 1 else ""
                parts.append(f'<text class="label" x="{x + 2:.0f}" y="{y - 7:.0f}">{escape(slot.label)}{number}</text>')
    for one in placed(scene, layout):
        card = scene.cards[one.token]
        parts.append(_card(card, one.up, one.x * unit, one.y * HEIGHT * unit))
        if one.joined:
            parts.append(
                f'<rect class="clasp" x="{one.x * unit - 14:.0f}" y="{one.y * HEIGHT * unit + 60:.0f}"'
                ' width="22" height="20" rx="8"/>'
            )
    parts.append("</svg>\n")
    return "\n".join(parts)


def symbols(cards: Iterable[Card], letters: Letters = ENGLISH) -> str:
    """The definitions of some cards' faces, `card-AS` and so on, of the signs and of the back."""
    drawn = "".join(_symbol(card, letters) for card in cards)
    back = f'<symbol id="reverse-side" viewBox="0 0 100 140">{faces.back()}</symbol>'
    return f"{faces.pips()}{faces.lattice()}{drawn}{back}"


def _symbol(card: Card, letters: Letters) -> str:
    return f'<symbol id="card-{card}" viewBox="0 0 100 140">{faces.face(card, letters)}</symbol>'


def _card(card: Card | None, up: bool, x: float, y: float) -> str:
    face = f"card-{card}" if up and card is not None else "reverse-side"
    return (
        f'<g transform="translate({x:.1f} {y:.1f})"><rect class="paper" width="100" height="140" rx="8"/>'
        f'<use href="#{face}" width="100" height="140"/></g>'
    )
