"""Depth-first search over standstills: decides `redeal: stalled` in either order, also with a cap on redeals.

Packed integers go in and plays come out; nothing here knows of cards, files or the referee, so this module can be
compiled by itself.

**Cards as bits.** A card that has not been played is the bit `2 * kind + copy`, a set of cards an integer of 104 bits,
and the predecessor of a card, three ranks lower in its suit, lies six bits below it: what can be played is computed for
all kinds at once. Within a round (everything between two redeals) piles only lose their tops, so a position of the
round is the set `left` of cards still there; `open` are those of them in a row or on top of a pile.

**Standstills.** Only the standstills of a round, where no play is possible, matter to the next round. A play takes
nothing away but the one slot or place that it fills: an open card stays open, a slot or place stays until it is filled.
The *rivals* of a card are the cards that compete with it for slots or places: the other copy, or for a base card the
other base cards of its row. From this follow the reductions that `_standstills` uses; each keeps every standstill
(up to exchanging two copies that lie in the same row).

1. *A free card is played at once*: an ace, a card with no predecessor left, a base card whose row holds no stranger.
   There is a slot or place for each of its rivals and for itself, so it stays playable until it is played. Every line
   to a standstill therefore contains it, and is as legal with it moved to the front.
2. *So is a contested card whose rivals cannot outnumber the slots*: the other copy cannot be played in this round, or
   no more base cards of the row can be played in this round than there are empty places now. What "cannot be played"
   means is computed by a closure of play (`Relaxed.closure`), which plays more than any line can. The card keeps a slot
   whatever happens: rule 1.
3. *Otherwise play it now, or hold it until a rival has been played.* The two branches cover all lines: one of the
   competitors is the first to be played. A branch that holds card c
   - is dead if no rival can be played before c (a closure with the held cards released only by their rivals): the slot
     would then stay empty with c beside it, which is no standstill;
   - is dead once c becomes free with no rival played: c is then played later in every line, and moving that play back
     to where c was held is legal, so the branch "play now" has the same standstill;
   - is the same as playing the other copy now, if that is open too: nobody else wants the slot. For the same reason
     the other copy of a held card is played as soon as it is open.
   Two copies in one row are exchangeable: the one with the lower bit goes first.
4. *A set of cards that was reached before, with the same cards held, is not searched again.*

**Rounds.** Before a round is searched, the closure is taken of all the rest of the game: the piles that have had their
redeal are stacks for ever (later redeals only cover them), all other cards count as open. It plays more than any line
can; if something stays, the position is lost. In the last round, after the last redeal, the same test is made at every
position. Positions at the start of a round that were searched in vain are remembered by an exact key: the piles that
have had their turn, the cards left in the rows, and the kinds in the piles from bottom to top; and with them the most
redeals that were in vain.

**Free order.** At a standstill each pile that holds cards and has not had its turn may be redealt; that is all that
differs. The standstills of a round do not depend on the order of redeals. What can still happen depends on the set of
piles that have had their turn and not on the order in which they had it, so that set in the key is enough. An empty
pile is not passed over: it may be redealt once cards have been dealt onto it, and has its turn then. For the closure a
pile that has had its turn is a stack for ever as before, and every other pile may be spread out: a card in it or dealt
onto it later is open at best from now on, and a card dealt onto a stack only covers more. The pile with the fewest
cards is tried first: over the 40 deals of tests/data/gallery-free.jsonl and 100 random ones that takes 182,000
positions, from the left 328,000, from the right 234,000, and the fullest first 294,000.

**A cap on redeals, fixed order.** Let pile c be the next to have its turn and r redeals be left. A pile whose turn has
come is redealt or, being empty, passed over without a redeal. Call pile q *passable* if the closure in which the piles
c … q-1 are spread out (their cards count as open, the others are stacks) plays all cards that lie in q. Only such a
pile can be passed over: before its turn no other pile has been redealt, so the closure plays more than the line has by
then, and the line has played all these cards. Let `limit` be the least number for which `limit - c` is r plus the
number of passable piles among c … limit-1 (or the number of piles, if that is less). Then no line redeals pile `limit`
or one after it: before that the piles c … limit-1 have had their turns, not more of them than are passable were passed
over, so at least r of them were redealt, and none is left. So the closure of the rest of the game takes the piles from
`limit` on as stacks, too. Mostly one closure is enough: with the piles c … c+r-1 spread out every pile that is tested
has less spread out, so if this closure leaves a card in each of them, none is passable and it is the closure wanted. If
it leaves nothing, neither does the one wanted, which plays more.

**A cap on redeals, free order.** Call a pile *needed* if every line that wins redeals it. It is, if the closure with
all piles spread out that have not had their turn but this one leaves a card: a line that does not redeal it plays no
more than that. More needed piles than redeals refute the position; if they are as many, no other pile is redealt, so
the others are stacks and are not tried. A pile that is needed stays so until it is redealt, as the rest of a line
belongs to a line from here: only the other piles are looked at again in later rounds.

The standstills of a round do not depend on the redeals left; with none left the round is the last.

Standstills are generated lazily and taken in batches that double in size, the ones with the fewest cards left first:
a round may have too many ways to fill scarce places to list them all before the first is tried.

**What was tried and does not pay** (100 deals, tests/data/gallery.jsonl). The closure lets both copies of a card follow
the first copy of its predecessor. A stronger one also finds a matching of the copies to their slots and of base
cards to opened places; exactly that is the search of a last round in which the piles still to be redealt lie
open. With one redeal left the plain closure passes 1,945 positions; of these the stronger one refutes 83 (at most 3
positions each), 199 (10), 337 (30) or 492 (100), and the whole search takes 1.2, 1.4, 1.8 or 2.6 times as long:
such a position has about ten positions below it, which is as cheap to search. The plain closure within rounds
(before the last) and a closure anew at each position instead of once a round cost more than they save, too; and so
does, with a cap, the closure of the rest of the game within rounds: 3 % fewer positions, up to 1.4 times the time.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Final

from solver.limits import Budget
from solver.patiences.gallery.found import Found, by_standstills
from solver.patiences.gallery.packed import KINDS, Packed, redeal
from solver.patiences.gallery.search.cardsets import (
    ALL,
    BASES,
    BUILT,
    FIRST,
    KIND_OF,
    PILE_END,
    SPREAD,
    SUCCESSOR,
    CardSets,
    Layout,
    of_ranks,
    other_copies,
)
from solver.patiences.gallery.search.closure import Relaxed
from solver.patiences.gallery.search.trails import Trail, unwound

_TWOS, _THREES, _FOURS = BASES
_ANY_BASE: Final = _TWOS | _THREES | _FOURS
_PREDECESSORS: Final = of_ranks(1, 9) & FIRST  # first copies of what is built on
_FIRST_BATCH: Final = 4


class Search:
    """The search of one position. Its counts can be read at any time, also after a limit stopped it.

    positions: positions searched, within rounds.
    standstills_after: at n the standstills looked at in the round after n piles have had their turn.
    """

    def __init__(self, packed: Packed, budget: Budget) -> None:
        """Prepare the search of a position.

        Raises:
            ValueError: if the position's option is not `redeal: stalled`.
        """
        if packed.anytime:
            raise ValueError("this search knows only redeal: stalled")
        self.positions = 0
        self.standstills_after = [0] * (packed.width + 1)
        self._budget = budget
        self._lost: dict[tuple[int, int, bytes], int] = {}
        self._width = packed.width
        self._free_order = packed.free_order
        self._done = packed.done
        self._cards = CardSets(packed)
        self._relaxed = Relaxed(self._cards.rows)
        self._alike = sum((row & row >> 1 & FIRST) * 3 for row in self._cards.rows)

    @property
    def standstills(self) -> int:
        """Standstills looked at."""
        return sum(self.standstills_after)

    @property
    def remembered(self) -> int:
        """Distinct positions at the start of a round that were searched in vain."""
        return len(self._lost)

    def run(self, redeals: int | None = None) -> Found:
        """Search to the end: can the position be won, with at most so many redeals if a number is given?

        What was searched in vain stays remembered for further runs, and the counts go on. An empty pile that is
        passed over is no redeal.

        Raises:
            LimitReached: by the budget.
            ValueError: if `redeals` is negative.
        """
        if redeals is not None and redeals < 0:
            raise ValueError(f"at most {redeals} redeals; expected 0 or more")
        most = self._width if redeals is None else redeals
        plays = self._round(self._done, most, 0, Layout.of(self._cards), self._cards.left)
        return by_standstills(self, None if plays is None else tuple(plays))

    def least_redeals(self) -> int | None:
        """A lower bound of the redeals that win, found without search; `None` if it shows that nothing wins."""
        cards, done = self._cards, self._done
        layout = Layout.of(cards)
        for redeals in range(self._width - done.bit_count() + 1):
            if self._free_order:
                refuted = self._needed(done, redeals, 0, layout, cards.left) is None
            else:
                refuted = self._refuted(done, redeals, layout, cards.left)
            if not refuted:
                return redeals
        return None

    def _round(self, done: int, redeals: int, needed: int, layout: Layout, left: int) -> list[int] | None:
        """Win from the start of a round with at most so many redeals, or `None`.

        done: the piles that have had their turn; needed: piles that every line that wins redeals (with `order: free`);
        left: the unplayed cards.
        """
        turns = done.bit_count()
        redeals = min(redeals, self._width - turns)
        piles, sets = layout.piles, layout.sets
        key = (done, left & self._cards.strangers, PILE_END.join(piles).translate(KIND_OF))
        if redeals <= self._lost.get(key, -1):
            return None
        if self._free_order:
            known = self._needed(done, redeals, needed, layout, left)
            if known is None:
                return None
            needed = known
        elif self._refuted(done, redeals, layout, left):
            return None
        only = needed if needed.bit_count() == redeals else -1
        last = not redeals or not any(cards and not done >> pile & 1 for pile, cards in enumerate(sets))
        standstills = self._standstills(left, layout, done, last)
        batch = _FIRST_BATCH
        while found := list(islice(standstills, batch)):
            batch *= 2
            found.sort(key=_cards_left)
            for stays, trail in found:
                self.standstills_after[turns] += 1
                if not stays:
                    return self._in_order(layout, trail)
                if last:
                    continue
                for pile in self._choices(sets, done, stays, only):
                    new = layout.redealt(pile, stays, stays & self._cards.strangers)
                    rest = self._round(self._after_turn(done, pile), redeals - 1, needed & ~(1 << pile), new, stays)
                    if rest is not None:
                        return [*self._in_order(layout, trail), redeal(pile), *rest]
        self._lost[key] = redeals
        return None

    def _choices(self, sets: Sequence[int], done: int, left: int, only: int) -> list[int]:
        """The piles that may be redealt at a standstill, with `order: free` those of `only`, most promising first."""
        piles = [pile for pile, cards in enumerate(sets) if cards & left and not done >> pile & 1]
        if not self._free_order:
            return piles[:1]
        piles = [pile for pile in piles if only >> pile & 1]
        return sorted(piles, key=lambda pile: (sets[pile] & left).bit_count())

    def _after_turn(self, done: int, pile: int) -> int:
        """The piles that have had their turn once a pile is redealt: with fixed order those before it, too."""
        return done | 1 << pile if self._free_order else (2 << pile) - 1

    def _refuted(self, done: int, redeals: int, layout: Layout, left: int) -> bool:
        """Whether closures show that the start of a round cannot be won with at most so many redeals.

        There must be at least so many piles that have not had their turn.
        """
        sets = layout.sets
        coming = done.bit_count()
        limit = coming + redeals
        stay = self._stay(range(coming, limit), layout, left)
        if not stay or limit == self._width:
            return stay != 0
        # A pile that keeps a card even with all of these redealt is not passed over: closures only grow.
        if all(pile & stay for pile in sets[coming:limit]):
            return True
        turn = coming
        while turn < limit < self._width:
            if not sets[turn] & self._stay(range(coming, turn), layout, left):
                limit += 1
            turn += 1
        return self._stay(range(coming, limit), layout, left) != 0

    def _needed(self, done: int, redeals: int, needed: int, layout: Layout, left: int) -> int | None:
        """The piles that every line that wins with at most so many redeals must redeal, as a bit mask.

        `None` if closures show that there is no such line; only with `order: free`. `needed` are piles of which that is
        known. Not all are looked for where fewer than `redeals` will be found.
        """
        turns = [pile for pile in range(self._width) if not done >> pile & 1]
        if self._stay(turns, layout, left):
            return None
        if redeals >= len(turns):
            return needed
        count = needed.bit_count()
        rest = [pile for pile in turns if layout.sets[pile] and not needed >> pile & 1]
        for number, pile in enumerate(rest):
            if count + len(rest) - number < redeals:
                return needed
            if self._stay([other for other in turns if other != pile], layout, left):
                needed |= 1 << pile
                count += 1
                if count > redeals:
                    return None
        if count == redeals and self._stay([pile for pile in turns if needed >> pile & 1], layout, left):
            return None
        return needed

    def _stay(self, piles: Iterable[int], layout: Layout, left: int) -> int:
        """The cards that no line can play if only these piles may be redealt."""
        spread = sum(layout.sets[pile] for pile in piles)
        relaxed = self._relaxed
        return left ^ relaxed.closure(relaxed.slots(left), layout.open | spread, layout.under, layout.covers & ~spread)

    def _in_order(self, layout: Layout, trail: Trail | None) -> list[int]:
        """The card ids of a round's trail, one after the other.

        Its integers are sets of cards, each of which can be played in any order that the piles allow.
        """
        plays = []
        open_, under = layout.open, layout.under
        for cards in unwound(trail):
            while playable := cards & open_:
                card = playable & -playable
                open_ ^= card | under[card]
                plays.append(self._cards.id_of[card])
        return plays

    def _standstills(self, left: int, layout: Layout, done: int, last: bool) -> Iterator[tuple[int, Trail | None]]:
        """The distinct standstills of a round, as cards left and the plays that lead there.

        In the `last` round those are left out that cannot be won, and after a win no more come.
        """
        open_, covers, under = layout.open, layout.covers, layout.under
        relaxed = self._relaxed
        closure, slots = relaxed.closure, relaxed.slots
        rows = relaxed.rows
        top, middle, bottom = rows
        alike = self._alike
        depth = done.bit_count() - self._done.bit_count()
        spend = self._budget.spend
        found: set[int] = set()
        seen: set[int] = set()
        trail: Trail | None = None
        held = 0
        reach = left if last else closure(slots(left), open_, under, covers)
        stack: list[tuple[int, int, int, Trail | None]] = [(left, open_, held, trail)]
        while stack:
            left, open_, held, trail = stack.pop()
            position = left | held << 2 * KINDS
            if position in seen:
                continue
            seen.add(position)
            self.positions += 1
            spend(1, depth)
            allowed = ALL ^ _ANY_BASE
            while True:
                if not left & top:
                    allowed |= _TWOS
                if not left & middle:
                    allowed |= _THREES
                if not left & bottom:
                    allowed |= _FOURS
                # free cards
                free = allowed & ~(((left | left >> 1) & _PREDECESSORS) * SPREAD)
                if now := open_ & free & ~held:
                    free &= ~held
                    played = now & ~covers
                    now &= covers
                    while now:
                        card = now & -now
                        now ^= card
                        played |= card
                        beneath = under[card]
                        if beneath & free:
                            now |= beneath
                        else:
                            open_ |= beneath
                    left ^= played
                    open_ &= ~played
                    trail = (trail, played)
                    continue
                if open_ & held & free:
                    break
                # contested cards: one predecessor is left, and both copies
                both = left & left >> 1 & FIRST
                contested = open_ & BUILT & (both & ~(both << SUCCESSOR)) * 3
                unrivalled = contested & ~held
                if unrivalled:
                    rivals = left & reach & ~held
                    unrivalled &= ~other_copies(rivals)
                if open_ & _ANY_BASE:
                    for row, bases in zip(rows, BASES, strict=True):
                        if open_ & bases:
                            places = (left & bases).bit_count() - (left & row).bit_count()
                            if places > 0:
                                contested |= open_ & bases
                                if (left & reach & bases).bit_count() <= places and not held & bases:
                                    unrivalled |= open_ & bases
                if not contested:
                    if left not in found:
                        found.add(left)
                        yield left, trail
                        if not left:
                            return
                    break
                if unrivalled:
                    played = unrivalled
                    trail = (trail, played)
                    left ^= played
                    held &= ~other_copies(played)
                    open_ ^= played
                    while played:
                        card = played & -played
                        played ^= card
                        open_ |= under[card]
                    continue
                contested &= ~held
                if not contested:
                    break
                if self._hopeless(left, open_, layout, done, last=last):
                    break
                card = contested & _ANY_BASE or contested
                card &= -card
                if card & BUILT:
                    other = other_copies(card)
                    if other & contested:
                        branch = True
                        if not card & alike:
                            stack.append((left ^ other, open_ ^ other | under[other], held, (trail, other)))
                    else:
                        branch = not self._in_vain(left, open_, under, covers, held | card)
                        if branch:
                            stack.append((left, open_, held | card, trail))
                else:
                    bases = _TWOS if card & _TWOS else _THREES if card & _THREES else _FOURS
                    hold = card | other_copies(card) & alike & left
                    rival_open = not held and contested & bases & ~hold != 0
                    branch = rival_open or not self._in_vain(left, open_, under, covers, held | hold)
                    if branch:
                        stack.append((left, open_, held | hold, trail))
                    held &= ~bases
                left ^= card
                open_ ^= card | under[card]
                trail = (trail, card)
                if branch:
                    stack.append((left, open_, held, trail))
                    break

    def _hopeless(self, left: int, open_: int, layout: Layout, done: int, *, last: bool) -> bool:
        """Whether nothing below a position of a round is wanted: here, in the last round, if it cannot be won."""
        if not last:
            return False
        relaxed = self._relaxed
        return relaxed.closure(relaxed.slots(left), open_, layout.under, layout.covers) != left

    def _in_vain(self, left: int, open_: int, under: Mapping[int, int], covers: int, held: int) -> int:
        """The held cards that wait for a rival to be played which cannot be played before them in this round."""
        relaxed = self._relaxed
        return relaxed.vain(left, relaxed.slots(left), open_, under, covers, held, until_filled=False)


def _cards_left(standstill: tuple[int, object]) -> int:
    """Sort key: standstills with fewer cards left are more promising."""
    return standstill[0].bit_count()


def search(packed: Packed, budget: Budget) -> Found:
    """Decide a position with `redeal: stalled`; a redeal is a play only if the pile holds cards.

    Raises:
        LimitReached: by the budget; to read the counts then, use `Search`.
        ValueError: if the position has another option.
    """
    return Search(packed, budget).run()
