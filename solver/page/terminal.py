"""A board in the terminal: lines of text that fit its width, with or without signs and colour."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from solver.cards import Card, Suit
from solver.letters import ENGLISH, Letters, sign
from solver.scenes import Scene
from solver.table import Face, Holding, Lying, Region, Shape
from solver.words import plural

_CELLS = (5, 4)  # widths of a slot, the wider the better to read
_LISTED = 8  # a heap of up to so many cards is listed
_FANNED = 0.1  # from this step on, the cards of a slot can all be read
_RED, _DIM, _BOLD, _PLAIN = "\x1b[31m", "\x1b[2m", "\x1b[1m", "\x1b[0m"


@dataclass(frozen=True, slots=True)
class Style:
    """What the terminal can show: its width in characters, suit signs, colour; and the letters of the cards."""

    width: int = 80
    signs: bool = False
    colour: bool = False
    letters: Letters = ENGLISH

    def card(self, card: Card | None) -> str:
        """A card as it is written here, without colour."""
        if card is None:
            return "?"
        return self.letters.rank_word(card.rank) + sign(card.suit) if self.signs else self.letters.word(card)


@dataclass(frozen=True, slots=True)
class _Cell:
    """A word of the board and how it is coloured: the codes before it, none for plain."""

    text: str = ""
    codes: str = ""

    def padded(self, width: int, style: Style) -> str:
        """The word, filled up to a width."""
        word = f"{self.codes}{self.text}{_PLAIN}" if style.colour and self.codes else self.text
        return word + " " * (width - len(self.text))


def board(scene: Scene, style: Style) -> list[str]:
    """The board of a scene in lines; none is longer than the style's width (or than one slot needs)."""
    lines: list[str] = []
    for region in scene.table.regions:
        part = _row(region, scene, style) if len(region.slots) > 1 else _single(region, scene, style)
        if len(region.slots) > 1 or region.slots[0].every:
            lines += ["", *part, ""]
        else:
            lines += part
    notes = list(_notes(scene, style))
    return [line.rstrip() for line in _without_double_blanks([*lines, *notes])]


def _without_double_blanks(lines: Sequence[str]) -> Iterator[str]:
    kept = [line for at, line in enumerate(lines) if line or (at and lines[at - 1])]
    while kept and not kept[-1]:
        kept.pop()
    return iter(kept)


def _single(region: Region, scene: Scene, style: Style) -> list[str]:
    """A region of one slot: its cards in a line, or how many there are and the last if it shows itself."""
    [slot] = region.slots
    holding = scene.holdings[slot.label]
    if slot.every:
        return _flow(holding.cards, style)
    line = f"{region.title}: {plural(len(holding.cards), 'card')}"
    if slot.heap and 0 < len(holding.cards) <= _LISTED:
        line += ", " + " ".join(style.card(lying.card) for lying in holding.cards)
    return textwrap.wrap(line, max(style.width, 12), subsequent_indent="  ", break_on_hyphens=False)


def _flow(cards: Sequence[Lying], style: Style) -> list[str]:
    """Cards in lines, `=` between those that are joined; a joined card at the start of a line keeps its sign."""
    lines, length = [""], 0
    for lying in cards:
        cell = _cell(lying, style)
        between = "=" if lying.joined else " " if length else ""
        if length and length + len(between) + len(cell.text) > style.width:
            lines.append("")
            between, length = between.strip(), 0
        lines[-1] += between + cell.padded(len(cell.text), style)
        length += len(between) + len(cell.text)
    return lines


def _row(region: Region, scene: Scene, style: Style) -> list[str]:
    """A region of several slots: bands of those that lie beside each other, each broken where the width ends."""
    spots = scene.table.layouts[Shape.WIDE].spots
    stacks = {
        slot.label: _stack(scene.holdings[slot.label], spots[slot.label].spread.dy >= _FANNED, style)
        for slot in region.slots
    }
    columns = sorted({round(spots[slot.label].x, 2) for slot in region.slots})
    longest = max(len(cell.text) for stack in stacks.values() for cell in stack)
    cell = next((cell for cell in _CELLS if longest <= cell and cell * len(columns) <= style.width), _CELLS[0])
    most = max(1, style.width // cell)
    per_line = -(-len(columns) // -(-len(columns) // most))
    lines = []
    for y in sorted({spots[slot.label].y for slot in region.slots}):
        band = {columns.index(round(spots[slot.label].x, 2)): slot for slot in region.slots if spots[slot.label].y == y}
        for first in range(0, len(columns), per_line):
            part = [band.get(at) for at in range(first, min(first + per_line, len(columns)))]
            if not any(part):
                continue
            if region.labelled:
                labels = (_Cell(slot.label if slot else "", _DIM) for slot in part)
                lines.append("".join(label.padded(cell, style) for label in labels))
            for cells in zip_longest(*(stacks[slot.label] if slot else [] for slot in part), fillvalue=_Cell()):
                lines.append("".join(word.padded(cell, style) for word in cells))
    return lines


def _stack(holding: Holding, fanned: bool, style: Style) -> list[_Cell]:
    if not holding.cards:
        return [_Cell("--", _DIM)]
    cells = [_cell(lying, style) for lying in (holding.cards if fanned else holding.cards[-1:])]
    if holding.built:
        return [_Cell(f"[{cell.text}]", cell.codes) for cell in cells[-1:]]
    return cells


def _cell(lying: Lying, style: Style) -> _Cell:
    codes = _RED if lying.card is not None and lying.card.suit in (Suit.HEARTS, Suit.DIAMONDS) else ""
    return _Cell(style.card(lying.card), codes + (_DIM if lying.face is not Face.UP else _BOLD))


def _notes(scene: Scene, style: Style) -> Iterator[str]:
    """The words about slots, each once with the slots that it holds for."""
    slots: dict[str, list[str]] = {}
    for label, holding in scene.holdings.items():
        if holding.note:
            slots.setdefault(holding.note, []).append(label)
    for note, labels in slots.items():
        yield from textwrap.wrap(f"{note}: {' '.join(labels)}", max(style.width, 12), subsequent_indent="  ")
