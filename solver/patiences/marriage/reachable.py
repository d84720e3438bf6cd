"""What every game of Royal Marriage leads to: a layout that is not so was hardly meant as it was typed in.

The row keeps the order of the deal. So the cards put aside lay between neighbours that are joined now, or they went
as pairs from the row's end, where no gap closes. The conditions are necessary ones.
"""

from __future__ import annotations

from solver.patiences.marriage.notation import Layout, Link, Pairs
from solver.patiences.marriage.rules import match
from solver.words import plural


def doubts(layout: Layout, _keys: frozenset[str]) -> tuple[str, ...]:
    """Why no game leads to this layout, a sentence each."""
    joined = [
        (left, right)
        for left, link, right in zip(layout.row, layout.links, layout.row[1:], strict=False)
        if link is Link.JOINED
    ]
    unlike = [(left, right) for left, right in joined if not match(left, right)]
    gone = len(layout.aside)
    aside = f"{plural(gone, 'card')} put aside"
    found = []
    if layout.pairs is Pairs.OFF:
        wrong = "do not match; with pairs: off a gap closes between cards that do"
        found += [f"{left}={right} {wrong}" for left, right in unlike]
    # A gap between cards that do not match closed when a pair went from it, any other when at least one card did.
    needed = len(joined) + (0 if layout.pairs is Pairs.OFF else len(unlike))
    if gone < needed:
        found.append(f"{aside}; the gaps that closed (=) took {needed} at least")
    # From the row's end cards go as pairs only; if all gaps are closed again, the first of them took one more.
    if not joined and gone and (layout.pairs is Pairs.OFF or gone == 1):
        found.append(f"{aside}, and no gap has closed: some cards of the row must be joined (=)")
    return tuple(found)
