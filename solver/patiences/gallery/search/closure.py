"""What could be played at best: relaxations of a gallery position, on sets of cards.

The *slots* of a card are what it and its rivals (the other copy; for a base card all base cards of its row) can be put
on: as many as `left(predecessor)` is below `left(card)`; for a base card the empty places of its row. A card is *free*
if there is a slot for every unplayed rival and for itself: it has no competition. It is *contested* if there are slots,
but fewer. An ace is free.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from solver.patiences.gallery.search.cardsets import ACES, ALL, BASES, BUILT, FIRST, SPREAD, SUCCESSOR, other_copies

_ACES: Final = ACES & FIRST
_BUILT: Final = BUILT & FIRST


class Relaxed:
    """The relaxations for one position and all that follow from it.

    rows: the strangers that each row had in that position.
    """

    def __init__(self, rows: Sequence[int]) -> None:
        self.rows = tuple(rows)
        self.strangers = sum(rows)
        self._with_strangers = tuple((row, bases) for row, bases in zip(rows, BASES, strict=True) if row)

    def places(self, left: int, row: int) -> int:
        """Empty places of a row while the cards `left` are unplayed: its unplayed bases without the strangers."""
        return (left & BASES[row]).bit_count() - (left & self.rows[row]).bit_count()

    def openings(self, left: int) -> tuple[int, int]:
        """The free and the contested cards when the cards `left` are unplayed, both copies of each (played or not).

        By the rules: of rank 5 and more with no copy of the predecessor left, free; two copies left and one of the
        predecessor, contested. A base card is free in a row without strangers and contested in one with an empty place.
        """
        upper = left >> 1
        any_ = (left | upper) & FIRST
        both = left & upper & FIRST
        blocked = any_ << SUCCESSOR
        free = (any_ & (_ACES | _BUILT & ~blocked)) * 3
        contested = (both & blocked & _BUILT & ~(both << SUCCESSOR)) * 3
        for row, bases in zip(self.rows, BASES, strict=True):
            if left & bases:
                strangers = left & row
                if not strangers:
                    free |= bases
                elif (left & bases).bit_count() > strangers.bit_count():
                    contested |= bases
        return free, contested

    def slots(self, left: int) -> int:
        """The cards that have a slot when the cards `left` are unplayed, both copies of each: free and contested ones.

        Of a kind with no copies left nothing is said.
        """
        upper = left >> 1
        both = left & upper & FIRST
        blocked = ((left | upper) & FIRST) << SUCCESSOR & ~both | both << SUCCESSOR
        slots = ALL ^ (blocked & _BUILT) * 3
        for row, bases in self._with_strangers:
            strangers = left & row
            if strangers and strangers.bit_count() >= (left & bases).bit_count():
                slots ^= bases
        return slots

    def opened(self, slots: int, played: int) -> int:
        """The cards that have a slot once some of `slots` are played, as the closure sees it: none is used up."""
        slots |= ((played | played >> 1) & FIRST) * SPREAD & BUILT
        if played & self.strangers:
            for row, bases in self._with_strangers:
                if played & row:
                    slots |= bases
        return slots

    def closure(
        self,
        slots: int,
        open_: int,
        under: Mapping[int, int],
        covers: int,
        blocked: int = 0,
        needs: Sequence[tuple[int, int]] = (),
    ) -> int:
        """The cards that could be played if slots and places were never used up: no line plays more.

        Both copies of a card are played as soon as there is one slot, all bases of a row as soon as it has one place.

        Args:
            slots: the cards that have a slot now.
            open_: unplayed cards that nothing covers.
            under: the card beneath each card of `covers`, 0 for none.
            covers: the cards that uncover another when they are played.
            blocked: cards that are never played.
            needs: pairs (card, earlier), at most one for each card: it is not played before the earlier one.
        """
        reached = 0
        barred = blocked
        for card, _ in needs:
            barred |= card
        while True:
            playable = slots & ~barred
            new = open_ & playable
            if not new:
                return reached
            played = new & ~covers
            new &= covers
            while new:
                card = new & -new
                new ^= card
                played |= card
                beneath = under[card]
                if beneath & playable:
                    new |= beneath
                else:
                    open_ |= beneath
            reached |= played
            open_ &= ~played
            slots = self.opened(slots, played)
            if needs:
                for card, earlier in needs:
                    if played & earlier and not blocked & card:
                        barred &= ~card

    def vain(
        self,
        left: int,
        slots: int,
        open_: int,
        under: Mapping[int, int],
        covers: int,
        held: int,
        kept: int = 0,
        *,
        until_filled: bool = True,
    ) -> int:
        """The held cards that cannot be released in this round.

        A held card is released when all its slots are filled by rivals (`until_filled`) or the first one is. All takes
        as many plays of rivals as there are slots now (more slots only need more plays), and none by cards that are
        themselves held for the same slots. A built card that is contested has one slot.
        `kept` cards are not played in this round at all. The rest of the arguments are those of `closure`.
        """
        while True:
            reached = self.closure(slots, open_, under, covers, held | kept)
            released = held & BUILT & other_copies(reached)
            for row, bases in enumerate(BASES):
                if held & bases:
                    filled = (reached & bases).bit_count()
                    if filled >= (self.places(left, row) if until_filled else 1):
                        released |= held & bases
            held ^= released
            if not released or not held:
                return held

    def matchable(self, left: int, slots: int, open_: int, under: Mapping[int, int], covers: int) -> bool:
        """Whether copies can be matched to their slots and bases to places; if not, the position is lost.

        Let U(c) be what the closure does not reach while c is blocked: every line that wins plays c before the cards of
        U(c). In the order in which they are played, the i-th copy of a card comes after the i-th unplayed copy
        of its predecessor (the second after the first, if one copy of the predecessor is played), so

        - c1, c2 with predecessors p1, p2 unplayed: c1 after p1 and c2 after p2, or c1 after p2 and c2 after p1; if
          p ∈ U(c) rules one of these out, the other holds;
        - c1, c2 with one predecessor p unplayed: c1 or c2 comes after p; if p ∈ U(c1), c2 does.

        The closure must clear the table with these orders (a card "needs" its predecessor), and they make U larger,
        so this goes on until nothing new follows. In each row the strangers must be matched to different bases, each
        of which is played after the stranger s whose place it takes: s ∉ U(base).
        """
        covering = sum(card for card, beneath in under.items() if beneath and card & covers)
        any_ = (left | left >> 1) & FIRST
        needs: list[tuple[int, int]] = []

        def before(card: int) -> int:
            """U(card); that of a card that covers nothing and has a twin is only itself, as the closure sees it."""
            if not card & covering and other_copies(card) & left:
                return card
            return left & ~self.closure(slots, open_, under, covers, card, needs)

        pairs = left & left >> 1 & _BUILT & any_ << SUCCESSOR & (covering | covering >> 1)
        progress = True
        while progress:
            progress = False
            rest = pairs
            while rest:
                one = rest & -rest
                rest ^= one
                two = one << 1
                low, high = left & one >> SUCCESSOR, left & two >> SUCCESSOR
                after_one, after_two = before(one), before(two)
                if low and high:
                    straight = not (after_one & low or after_two & high)
                    crossed = not (after_one & high or after_two & low)
                    if not straight and not crossed:
                        return False
                    if straight and crossed:
                        continue
                    needs += [(one, low), (two, high)] if straight else [(one, high), (two, low)]
                else:
                    earlier = low | high
                    if not (after_one | after_two) & earlier:
                        continue
                    if after_one & after_two & earlier:
                        return False
                    needs.append((two if after_one & earlier else one, earlier))
                pairs ^= one
                progress = True
            if progress and self.closure(slots, open_, under, covers, 0, needs) != left:
                return False
        for row, bases in zip(self.rows, BASES, strict=True):
            strangers = left & row
            choices = []
            rest = left & bases if strangers else 0
            while rest:
                base = rest & -rest
                rest ^= base
                choices.append(strangers & ~before(base))
            if strangers and _most_matched(choices) < strangers.bit_count():
                return False
        return True


def _most_matched(choices: Sequence[int]) -> int:
    """The size of a largest bipartite matching, from the sets of right nodes of the left nodes.

    By augmenting paths: H. W. Kuhn, The Hungarian method for the assignment problem, 1955.
    """
    partner: dict[int, int] = {}
    tried = 0

    def augment(node: int) -> bool:
        nonlocal tried
        while options := choices[node] & ~tried:
            option = options & -options
            tried |= option
            if option not in partner or augment(partner[option]):
                partner[option] = node
                return True
        return False

    size = 0
    for node in range(len(choices)):
        tried = 0
        size += augment(node)
    return size
