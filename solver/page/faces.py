"""The faces of the cards as SVG: the same for the picture of a board and for the page.

A face is drawn in a box 100 wide and 140 high. Suits are paths, so that no font decides how they look; ranks are text.
Its upper strip, a quarter of the height, says which card it is, so that cards may lie fanned over each other.
"""

from __future__ import annotations

from html import escape

from solver.cards import Card, Rank, Suit
from solver.letters import Letters

WIDTH, HEIGHT = 100, 140

PIPS = {
    Suit.SPADES: "M50 4C43 24 10 40 10 66 10 82 22 91 34 89 40 88 45 84 47 79 46 88 42 94 36 98L64 98C58 94 54 88 53 79"
    " 55 84 60 88 66 89 78 91 90 82 90 66 90 40 57 24 50 4Z",
    Suit.HEARTS: "M50 95C44 78 8 60 8 32 8 16 19 6 31 6 40 6 47 12 50 21 53 12 60 6 69 6 81 6 92 16 92 32"
    " 92 60 56 78 50 95Z",
    Suit.DIAMONDS: "M50 3C58 20 71 37 86 50 71 63 58 80 50 97 42 80 29 63 14 50 29 37 42 20 50 3Z",
    Suit.CLUBS: "M50 4C37 4 28 14 28 26 28 33 31 39 36 43 33 42 30 41 27 41 15 41 6 50 6 62 6 75 16 84 28 84 37 84"
    " 45 79 47 71 46 83 42 92 36 98L64 98C58 92 54 83 53 71 55 79 63 84 72 84 84 84 94 75 94 62 94 50 85 41 73"
    " 41 70 41 67 42 64 43 69 39 72 33 72 26 72 14 63 4 50 4Z",
}
"""Each suit's sign as a path in a box of 100 by 100."""

_LEFT, _MIDDLE, _RIGHT = 26.0, 50.0, 74.0
_TOP, _BOTTOM = 48.0, 122.0
_HIGH = (_TOP + _BOTTOM) / 2
_STEP = (_BOTTOM - _TOP) / 3
_COLUMN = {
    2: (_TOP, _BOTTOM),
    3: (_TOP, _HIGH, _BOTTOM),
    4: (_TOP, _TOP + _STEP, _BOTTOM - _STEP, _BOTTOM),
}


def _sides(count: int) -> list[tuple[float, float]]:
    return [(x, y) for x in (_LEFT, _RIGHT) for y in _COLUMN[count]]


_LAYOUT: dict[Rank, list[tuple[float, float]]] = {
    Rank.TWO: [(_MIDDLE, y) for y in _COLUMN[2]],
    Rank.THREE: [(_MIDDLE, y) for y in _COLUMN[3]],
    Rank.FOUR: _sides(2),
    Rank.FIVE: [*_sides(2), (_MIDDLE, _HIGH)],
    Rank.SIX: _sides(3),
    Rank.SEVEN: [*_sides(3), (_MIDDLE, (_TOP + _HIGH) / 2)],
    Rank.EIGHT: [*_sides(3), (_MIDDLE, (_TOP + _HIGH) / 2), (_MIDDLE, (_BOTTOM + _HIGH) / 2)],
    Rank.NINE: [*_sides(4), (_MIDDLE, _HIGH)],
    Rank.TEN: [*_sides(4), (_MIDDLE, _TOP + _STEP / 2), (_MIDDLE, _BOTTOM - _STEP / 2)],
}

_CROWNS = {
    Rank.JACK: "M32 88 32 74 41 80 50 70 59 80 68 74 68 88Z",
    Rank.QUEEN: "M29 88 25 70 37 78 43 66 50 77 57 66 63 78 75 70 71 88Z",
    Rank.KING: "M28 88 24 66 38 76 46 68 46 61 42 61 42 56 46 56 46 52 54 52 54 56 58 56 58 61 54 61 54 68 62 76 76 66"
    " 72 88Z",
}


def pips() -> str:
    """The definitions that all faces use: the four signs, `pip-S` and so on."""
    return "".join(
        f'<symbol id="pip-{suit.letter}" viewBox="0 0 100 100"><path d="{path}"/></symbol>'
        for suit, path in PIPS.items()
    )


def face_rank(rank: Rank, letters: Letters) -> str:
    """What a face says for a rank: its letter in the alphabet, and 10 in all of them."""
    return "10" if rank is Rank.TEN else letters.rank_word(rank)


def face(card: Card, letters: Letters) -> str:
    """A card's face without its outline: what stands in the box of 100 by 140."""
    suit, rank = card.suit.letter, face_rank(card.rank, letters)
    colour = "red" if card.suit in (Suit.HEARTS, Suit.DIAMONDS) else "black"
    squeeze = ' textLength="34" lengthAdjust="spacingAndGlyphs"' if len(rank) > 1 else ""
    index = (
        f'<text class="rank" data-rank="{card.rank.letter}" x="7" y="27"{squeeze}>{escape(rank)}</text>'
        f"{_pip(suit, 81, 17, 25)}"
    )
    body = "".join(_pip(suit, x, y, 20) for x, y in _LAYOUT.get(card.rank, ()))
    if card.rank is Rank.ACE:
        body = _pip(suit, 50, 86, 56)
    elif card.rank in _CROWNS:
        body = (
            f'<rect class="frame" x="16" y="42" width="68" height="88" rx="5"/>'
            f'<path class="crown" d="{_CROWNS[card.rank]}"/>{_pip(suit, 50, 109, 32)}'
        )
    plain = _pip(suit, 50, 90, 62)
    return f'<g class="{colour}">{index}<g class="body">{body}</g><g class="plain">{plain}</g></g>'


def back() -> str:
    """A card's back in the box of 100 by 140; it needs `lattice`."""
    return (
        '<rect class="back" x="5" y="5" width="90" height="130" rx="6"/>'
        '<rect class="lattice" x="9" y="9" width="82" height="122" rx="4"/>'
    )


def lattice() -> str:
    """The definition of the pattern on the backs."""
    return (
        '<pattern id="lattice" width="9" height="9" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">'
        '<path class="weave" d="M0 0H9M0 0V9"/></pattern>'
    )


def _pip(suit: str, x: float, y: float, size: float) -> str:
    return (
        f'<use href="#pip-{suit}" x="{_number(x - size / 2)}" y="{_number(y - size / 2)}"'
        f' width="{_number(size)}" height="{_number(size)}"/>'
    )


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")
