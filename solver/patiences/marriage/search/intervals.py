"""The exact engine of the marriage: a dynamic programme over intervals of the deck, on small integers.

**The tables.** Number the cards of the row from left to right and then those of the stock in dealing order: 0 is the
queen, n - 1 the king, the first `row` of them lie in the row. A card between i and j leaves by a drop or a pair, and
both look only at cards from i to j. So while i and j lie in the row, what happens between them has nothing to do with
the rest, except that it depends on when cards are dealt. Say that pair(k, m) holds when k and m match, pairs are
played at all, and neither is the queen or the king. For i < j:

- N(i, j): i and j can become neighbours and stay in the row;
- D(i, j): j can be *dealt* next to i, all between them being gone before j comes; if j lies in the row already: they
  are neighbours by a `dealt` link;
- V(i, m): N(i, k) and N(k, m) for some k between i and m;
- E(i, m): N(i, k), D(k, m) and pair(k, m) for some k between i and m.

The game is won iff N(0, n - 1). The recurrences:

*D.* For j in the stock, D(i, j) iff j = i + 1 or E(i, j - 1). Proof: if j - 1 is not i, it must leave before j comes.
It was the last card of the row, so it was no separator, for that has a card on its right. So it went as a pair with a
card k next to which it was dealt, and everything between i and k goes too. What of this went after k could as well
have gone while k lay there, since it asks for no card from k on; so N(i, k). Conversely, clear the cards between i
and k, deal up to j - 1 next to k, and discard the pair.

*N.* N(i, j) iff one of these holds:

1. i and j can be neighbours without a discard after j is dealt: D(i, j) (under `compulsory` and not pair(i, j), for
   then both go at once); or j = i + 1, if j lies in the row;
2. i and j match, and V(i, j) (one separator k) or V(i, m) and N(m, j) for some m (two separators k and m);
3. under `optional`: E(i, m) and N(m, j) for some m.

Proof: look at the last discard between i and j after j was dealt. If there is none, this is case 1. If it was a drop,
its separators are all that lies between i and j, and case 2 says that they can lie there side by side. If it was a
pair k, m, then i, k, m, j lie side by side and m was dealt next to k: case 3. Conversely make the parts one after the
other, from the left; no part touches a card of another. Under `compulsory` a pair goes as soon as its right card is
dealt, so there is no case 3. And there, is a pair forced that the tables do not know of? Which pairs are forced
depends on the last card of the row when a card is dealt; drops never take the last card, so only pairs decide it,
which D tells exactly. (A pair that waits at the row's end at the start is taken off first, and the rest solved.)

**Early discards.** Every discard is put in the *batch* of a card, the discards made between its deal and the next: a
drop in that of its right neighbour, a pair in that of its right card. No sooner has that card been dealt than all
that the discard needs has been done, as all parts lie further left. Only the pair k, m of case 3 may have to wait for
j, when m is the left neighbour of a drop between m and j. Such *late* pairs are asked for only where nothing else
wins: tables are made without case 3 first, and with it only for a deal (or a width, see below) that is not won so. In
the row at the start case 3 costs nothing, as all of it comes before the first deal. A drop may become possible even
before its batch, between other neighbours that match as well; `lines.early_line` moves such discards forward.

**The longest row.** Let w(i, j) be the smallest number such that i and j can be made neighbours while never more than
w(i, j) cards lie to the right of i when a card up to j is dealt (from the position at the start on; nothing is
counted before the first deal); w'(i, j) the same for D. What lies left of i stays as it is in the meantime. With
early discards, in cases 2 and 3, while cards up to k are dealt only what N(i, k) counts lies right of i; up to m,
there is k as well; up to j, k and m. So each case gives max(w(i, k), 1 + w(k, m), 2 + w(m, j)), with w' for w(k, m)
in case 3, and w(i, j) is the smallest of these. (If all discards are made as early as they can be, and the last one
between i and j is a pair made after j was dealt, then it has waited for j; so case 3 does not count it too long.) In
other words "w(i, j) ≤ c" obeys the recurrences of N, with c - 1 in the place of c for the second part and c - 2 for
the third. That gives tables for c = 0, 1, … from those for c - 1 and c - 2. The row holds the queen, what lies right
of it, and the card just dealt, so it is c + 2 at its longest for the first c with N(0, n - 1), or as long as at the
start if that is more.

**The fewest cards left.** At the end all cards have been dealt, and any two neighbours of the row have become so and
stayed: N holds of them. Conversely, if N holds of each two neighbours in a chain of cards from 0 to n - 1, its
parts can be cleared one after the other, each by its own discards, put into their batches; no part touches a card of
another, and what is dealt next to a card of the chain is as in its own part. So the rows at the end are just the
chains, and a shortest chain leaves the fewest cards. It is a shortest path in the graph whose edges are N.

A table is a list of sets of left ends by right end, a set being an int with bit i for i. Filling one takes O(n²)
unions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from solver.limits import Budget
from solver.patiences.marriage.notation import Pairs
from solver.patiences.marriage.search.lines import Batches, Discard, Line, early_line


@dataclass(frozen=True, slots=True)
class PackedPosition:
    """A position on small integers.

    cards: 4 × rank + suit, the row from left to right, then the stock; row: how many lie in the row; joined: bit j is
    set when card j of the row is joined to the card on its left. Card 0 and the last never leave.
    """

    cards: Sequence[int]
    row: int = 1
    joined: int = 0


def win(layout: PackedPosition, pairs: Pairs, budget: Budget) -> Line | None:
    """A winning line, or None when there is none. Raises LimitReached."""
    return _solve(layout, pairs, budget, _any_line)


def narrowest(layout: PackedPosition, pairs: Pairs, budget: Budget) -> Line | None:
    """A winning line whose longest row is as short as possible, or None when there is none. Raises LimitReached."""
    return _solve(layout, pairs, budget, _narrowest_line)


def furthest(layout: PackedPosition, pairs: Pairs, budget: Budget) -> Line:
    """A line that leaves as few cards in the row as can be, all cards being dealt. Raises LimitReached."""
    line = _solve(layout, pairs, budget, _shortest_chain)
    assert line is not None  # to deal all cards is a line
    return line


def connections(layout: PackedPosition, pairs: Pairs, budget: Budget) -> list[int]:
    """For each card the set of those before it next to which it can come to lie and stay: N. Raises LimitReached."""
    programme = _Programme(layout, pairs, budget)
    return programme.any_width(programme.ground(), late=programme.kinds[-1]).near


# --- the tables ------------------------------------------------------------------------------------------


class _Table:
    """The tables N, D, V and E for one width, or for any. Each is a list of sets of left ends, by right end.

    `narrower` is the table for the width below; the table for any width is its own.
    """

    __slots__ = ("dealt", "narrower", "near", "paired", "single")

    def __init__(self, size: int) -> None:
        self.near = [0] * size
        self.dealt = [0] * size
        self.single = [0] * size
        self.paired = [0] * size
        self.narrower = self

    def wider(self, row: int) -> _Table:
        """A table with the columns of the row, ready for those of the stock with one more width than this one's."""
        table = _Table(0)
        empty = [0] * (len(self.near) - row)
        table.near = self.near[:row] + empty
        table.dealt = self.dealt[:row] + empty
        table.single = self.single[:row] + empty
        table.paired = self.paired[:row] + empty
        table.narrower = self
        return table


class _Programme:
    """The dynamic programme for one layout."""

    def __init__(self, layout: PackedPosition, pairs: Pairs, budget: Budget) -> None:
        self.size = len(layout.cards)
        self.row = layout.row
        self.joined = layout.joined
        self.pairs = pairs
        self.budget = budget
        self.kinds = (False, True) if pairs is Pairs.OPTIONAL else (False,)  # without and with late pairs
        self.matches: list[int] = []
        by_suit, by_rank = [0] * 4, [0] * 16
        for j, card in enumerate(layout.cards):
            suit, rank = card & 3, card >> 2
            self.matches.append(by_suit[suit] | by_rank[rank])
            by_suit[suit] |= 1 << j
            by_rank[rank] |= 1 << j
        if pairs is Pairs.OFF:
            self.pairable = [0] * self.size
        else:
            self.pairable = [mask & ~1 for mask in self.matches]
            self.pairable[-1] = 0

    def ground(self) -> _Table:
        """The columns of the row, which are the same for every width."""
        table = _Table(self.size)
        for j in range(1, self.row):
            if not self.joined >> j & 1:
                table.dealt[j] = 1 << (j - 1)
            self._fill_any(table, j, 1 << (j - 1), late=self.pairs is Pairs.OPTIONAL)
        return table

    def any_width(self, ground: _Table, *, late: bool) -> _Table:
        """The table without a bound on the width."""
        table = ground.wider(self.row)
        table.narrower = table
        for j in range(self.row, self.size):
            self._fill_any(table, j, self._dealt(table, j), late=late)
        return table

    def next_width(self, narrower: _Table, *, late: bool) -> _Table:
        """The table for one more width than a table, of which the ground counts as width -1."""
        table = narrower.wider(self.row)
        for j in range(self.row, self.size):
            self._fill(table, j, self._dealt(table, j), late=late)
        return table

    def _dealt(self, table: _Table, j: int) -> int:
        """Fill column j of D, for a card of the stock; return the left ends next to which j may also stay."""
        table.dealt[j] = table.paired[j - 1] | 1 << (j - 1)
        return table.dealt[j] & ~self.pairable[j] if self.pairs is Pairs.COMPULSORY else table.dealt[j]

    def _fill_any(self, table: _Table, j: int, column: int, *, late: bool) -> None:
        """Fill column j of N, V and E for any width. `column` holds the left ends of case 1.

        The column is asked for while it is made: from the right, for a left end is made from left ends to its right.
        """
        self.budget.spend(j)
        near, single, paired = table.near, table.single, table.paired
        match = self.matches[j]
        one = 0
        rest = column
        while rest:
            k = rest.bit_length() - 1
            rest ^= 1 << k
            one |= near[k]
            found = (near[k] | single[k]) & match
            if late:
                found |= paired[k]
            found &= ~column
            column |= found
            rest |= found
        near[j] = column
        single[j] = one
        paired[j] = _union(near, self.pairable[j] & table.dealt[j])

    def _fill(self, table: _Table, j: int, column: int, *, late: bool) -> None:
        """Fill column j of N, V and E for a width, as `_fill_any` does."""
        self.budget.spend(j)
        narrower, narrowest = table.narrower, table.narrower.narrower
        table.single[j] = one = _union(table.near, narrower.near[j])
        column |= (one | _union(table.single, narrowest.near[j])) & self.matches[j]
        if late:
            column |= _union(table.paired, narrowest.near[j])
        table.near[j] = column
        table.paired[j] = _union(table.near, self.pairable[j] & narrower.dealt[j])

    # --- from the tables to the discards ---------------------------------------------------------------------

    def batches(self, table: _Table, chain: Sequence[int] = ()) -> Batches:
        """The discards of a line by this table that leaves just the cards of a chain (or the first and the last)."""
        found: Batches = [[] for _ in range(self.size - self.row + 1)]
        for i, j in pairwise(chain or (0, self.size - 1)):
            self._clear(i, j, table, found)
        return found

    def _put(self, found: Batches, j: int, cards: tuple[int, ...], *, pair: bool) -> None:
        found[max(0, j - self.row + 1)].append(Discard(cards, pair))

    def _clear(self, i: int, j: int, table: _Table, found: Batches) -> None:
        """Append the discards that make i and j neighbours, where N(i, j)."""
        if j == i + 1:
            return
        left = 1 << i
        kept = table.dealt[j] & ~self.pairable[j] if self.pairs is Pairs.COMPULSORY else table.dealt[j]
        if kept & left:
            self._clear_before(i, j, table, found)
            return
        narrower, narrowest = table.narrower, table.narrower.narrower
        if self.matches[j] & left:
            for k in _ends(narrower.near[j], i):
                if table.near[k] & left:
                    self._clear(i, k, table, found)
                    self._clear(k, j, narrower, found)
                    self._put(found, j, (k,), pair=False)
                    return
            for m in _ends(narrowest.near[j], i):
                if table.single[m] & left:
                    k = next(k for k in _ends(narrower.near[m], i) if table.near[k] & left)
                    self._clear(i, k, table, found)
                    self._clear(k, m, narrower, found)
                    self._clear(m, j, narrowest, found)
                    self._put(found, j, (k, m), pair=False)
                    return
        m = next(m for m in _ends(narrowest.near[j], i) if table.paired[m] & left)
        k = self._partner(i, m, table)
        self._clear(i, k, table, found)
        self._clear_before(k, m, narrower, found)
        self._clear(m, j, narrowest, found)
        self._put(found, j, (k, m), pair=True)

    def _clear_before(self, i: int, j: int, table: _Table, found: Batches) -> None:
        """Append the discards after which j is dealt next to i, where D(i, j)."""
        if j == i + 1:
            return
        k = self._partner(i, j - 1, table)
        self._clear(i, k, table, found)
        self._clear_before(k, j - 1, table.narrower, found)
        self._put(found, j - 1, (k, j - 1), pair=True)

    def _partner(self, i: int, m: int, table: _Table) -> int:
        """A card k that shows E(i, m)."""
        ends = _ends(self.pairable[m] & table.narrower.dealt[m], i)
        return next(k for k in ends if table.near[k] >> i & 1)


def _union(sets: list[int], chosen: int) -> int:
    """The union of the sets with the chosen numbers."""
    union = 0
    while chosen:
        k = chosen.bit_length() - 1
        chosen ^= 1 << k
        union |= sets[k]
    return union


def _ends(chosen: int, after: int) -> Iterator[int]:
    """The numbers in a set that are greater than `after`, from the greatest on."""
    chosen = chosen >> (after + 1) << (after + 1)
    while chosen:
        k = chosen.bit_length() - 1
        chosen ^= 1 << k
        yield k


# --- the searches ----------------------------------------------------------------------------------------


def _any_line(programme: _Programme) -> Batches | None:
    ground = programme.ground()
    for late in programme.kinds:
        table = programme.any_width(ground, late=late)
        if table.near[-1] & 1:
            return programme.batches(table)
    return None


def _shortest_chain(programme: _Programme) -> Batches:
    """The first chain of the fewest cards that breadth-first search finds, from the last card on."""
    table = programme.any_width(programme.ground(), late=programme.kinds[-1])
    following: dict[int, int] = {}
    reached = [programme.size - 1]
    unseen = (1 << programme.size) - 1
    for j in reached:
        new = table.near[j] & unseen
        unseen &= ~new
        while new:
            i = new.bit_length() - 1
            new ^= 1 << i
            following[i] = j
            reached.append(i)
    chain = [0]
    while chain[-1] != programme.size - 1:
        chain.append(following[chain[-1]])
    return programme.batches(table, chain)


def _narrowest_line(programme: _Programme) -> Batches | None:
    """Widths are tried from 0 on. Of two lines of the same width one without late pairs is taken."""
    tables = dict.fromkeys(programme.kinds, programme.ground())
    for _ in range(programme.size):  # no width can be larger
        for late in programme.kinds:
            tables[late] = programme.next_width(tables[late], late=late)
            if tables[late].near[-1] & 1:
                return programme.batches(tables[late])
    return None


def _solve(
    layout: PackedPosition, pairs: Pairs, budget: Budget, search: Callable[[_Programme], Batches | None]
) -> Line | None:
    """Take off the pair that must go first, if there is one, and search the rest."""
    programme = _Programme(layout, pairs, budget)
    first = layout.row - 2  # the left card of that pair
    dealt = first >= 0 and not layout.joined >> (first + 1) & 1
    if pairs is not Pairs.COMPULSORY or not dealt or not programme.pairable[first + 1] >> first & 1:
        batches = search(programme)
        return None if batches is None else early_line(batches, programme.matches, layout.row, layout.joined)
    rest = PackedPosition(
        (*layout.cards[:first], *layout.cards[first + 2 :]), first, layout.joined & ((1 << first) - 1)
    )
    line = _solve(rest, pairs, budget, search)
    if line is None:
        return None
    later = [
        tuple(Discard(tuple(k if k < first else k + 2 for k in cards), pair) for cards, pair in batch)
        for batch in line.batches
    ]
    later[0] = (Discard((first, first + 1), pair=True), *later[0])
    return Line(tuple(later), max(line.longest, layout.row))
