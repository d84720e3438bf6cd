"""What every game of Picture Gallery leads to: a layout that is not so was hardly meant as it was typed in.

The conditions are necessary ones; before the first redeal they are all that there are, for there every layout whose
cards add up and whose piles are no higher than dealt comes about in some game.
"""

from __future__ import annotations

from solver.cards import Rank
from solver.outcome import Outcome
from solver.patience import Assumption
from solver.patiences.gallery.notation import DEALT, NEXT, REDEALT, Layout, Move, Redeal, Row, Rules, Spot
from solver.words import plural


def highest(rules: Rules, redealt: frozenset[int]) -> tuple[int, ...]:
    """How many cards each pile can have at most when these piles (counted from 0) have been redealt.

    No card is played meanwhile; every play makes piles lower, now and after each later redeal. Where the order is free
    the height of each pile is the greatest over all orders, found set by set.
    """
    if not rules.free_order:
        heights = (DEALT,) * rules.width
        for pile in sorted(redealt):
            heights = _after(heights, pile)
        return heights
    known = {frozenset[int](): (DEALT,) * rules.width}
    for _ in redealt:
        larger: dict[frozenset[int], tuple[int, ...]] = {}
        for done, heights in known.items():
            for pile in redealt - done:
                found = _after(heights, pile)
                before = larger.get(done | {pile}, found)
                larger[done | {pile}] = tuple(map(max, before, found))
        known = larger
    return known[redealt]


def _after(heights: tuple[int, ...], pile: int) -> tuple[int, ...]:
    """The heights of the piles when one of them has been dealt out over all."""
    width, cards = len(heights), heights[pile]
    dealt = [cards // width + ((at - pile - 1) % width < cards % width) for at in range(width)]
    return tuple(0 + dealt[at] if at == pile else height + dealt[at] for at, height in enumerate(heights))


def doubts(layout: Layout, _keys: frozenset[str]) -> tuple[str, ...]:
    """Why no game leads to this layout, a sentence each."""
    found = []
    said = _turns(layout)
    for number, (pile, most) in enumerate(zip(layout.piles, highest(layout.rules, layout.redealt), strict=True), 1):
        if len(pile) > most:
            found.append(f"pile {number} has {plural(len(pile), 'card')}; {said} it can have {most} at most")
    if _surely_redealt(layout) and not layout.rules.anytime:
        for row, places in zip(Row, layout.rows, strict=True):
            for number, place in enumerate(places):
                if place.stranger is not None and place.stranger.rank is Rank.ACE:
                    found.append(
                        f"{Spot(row, number)} holds {place.stranger}, which had to be discarded before the first redeal"
                    )
    return tuple(found)


def _turns(layout: Layout) -> str:
    """Which piles have had their turn, as a sentence begins."""
    if not layout.rules.free_order:
        return f"with {NEXT}: {len(layout.redealt) + 1}"
    piles = " ".join(str(number + 1) for number in sorted(layout.redealt))
    return f"with {REDEALT}: {piles}" if piles else "before the first redeal"


def _surely_redealt(layout: Layout) -> bool:
    """Whether a pile has been dealt out: in fixed order empty piles may have had their turn without that."""
    if layout.rules.free_order:
        return bool(layout.redealt)
    return any(layout.piles[pile] for pile in layout.redealt)


def assumed(layout: Layout, keys: frozenset[str]) -> tuple[Assumption, ...]:
    """What a file with these keys leaves out and is taken for."""
    key = REDEALT if layout.rules.free_order else NEXT
    if "deck" in keys or not keys.isdisjoint((NEXT, REDEALT)):
        return ()
    return (Assumption(key, "none" if layout.rules.free_order else "1"),)


def relies_on(_layout: Layout, outcome: Outcome[Move]) -> frozenset[str]:
    """Which piles have had their turn matters unless a line wins without a redeal."""
    if outcome.moves and not any(isinstance(move, Redeal) for move in outcome.moves):
        return frozenset()
    return frozenset((NEXT, REDEALT))
