"""Which of several contested plays is made in a play-out: the one with the highest score, by what a player sees.

A play is described by whole numbers, its *inputs*, most of which are 0: where its card and the other copy of it lie and
what they cover, how far the other cards of its series are, its rivals, and the table at large. A small neural network
with one hidden layer makes a score of them: the linear part sees each input for itself, a hidden unit sums them up and
counts where that is above 0. All is reckoned in whole numbers, so the native twin comes to the same scores.

The weights, in `weights.txt`, are learned by approximate policy iteration (`python -m benchmarks.gallery_policy`):
games are played in which every play of a decision is tried in play-outs, and the network learns what each is worth
beyond the others of its decision; with the better play-outs of the network that came of it this is done again.

    M. G. Lagoudakis, R. Parr, "Reinforcement learning as classification: leveraging modern classifiers", ICML 2003.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum, auto
from functools import cache
from pathlib import Path

from solver.patiences.gallery.fair.table import HIDDEN, PILES, Play, Table
from solver.patiences.gallery.packed import KINDS, RANKS, ROWS, SUITS


class _Inputs(IntEnum):
    @staticmethod
    def _generate_next_value_(_name: str, _start: int, count: int, _last: list[int]) -> int:
        return count


class Lying(_Inputs):
    """What is seen of where a card lies, in the order of the weights.

    *Settled* is a pile that has had its turn to be redealt. The *series* of a card are the cards of its suit that are
    built with it, 2-5-8-J for one. *Playable then* is a card that can be played at the latest when this one has been.
    """

    # as a stranger
    IN_ROW = auto()
    STRANGERS = auto()  # how many its row has
    BASES_WAIT = auto()  # uncovered base cards for its row
    BASE_WAITS = auto()  # there is one
    EMPTY_PLACES = auto()  # of its row
    PLAYABLE_STRANGERS = auto()  # in its row
    # in a pile
    NO_TURN_LEFT = auto()  # no pile is left to be redealt
    SETTLED = auto()
    COVERING = auto()  # cards that cover it
    COVERED = auto()  # there is one
    COVERED_SETTLED = auto()  # in a settled pile
    COVERED_ONCE = auto()  # there is just one
    TOP_PLAYABLE = auto()  # it is covered, and the top card of its pile can be played
    DEALT_ON = auto()  # cards that the next redeal puts on its pile
    LAST = auto()  # no card lies beneath it
    BENEATH = auto()  # cards beneath it
    BENEATH_SETTLED = auto()  # those in a settled pile
    HIDDEN_BENEATH = auto()  # those that are hidden
    PLAYABLE_BENEATH = auto()  # those that are seen and can be played, were they uncovered
    BASES_BENEATH = auto()  # those that are seen to be base cards
    LOWER_BENEATH = auto()  # lower cards of its series seen beneath it
    LOWER_BENEATH_SETTLED = auto()  # those in a settled pile
    HIGHER_BENEATH = auto()  # higher cards of its series seen beneath it
    # the card right beneath it
    UNDER_HIDDEN = auto()
    UNDER_SEEN = auto()
    UNDER_PLAYABLE = auto()  # seen, and can be played now, were it uncovered
    UNDER_FOLLOWS = auto()  # cannot, but when this card has been played
    UNDER_NEARLY = auto()  # cannot, but when another card has been played that can be played now
    UNDER_BASE = auto()
    UNDER_RANK = auto()
    SECOND_HIDDEN = auto()  # it is playable then, and the card beneath it is hidden
    SECOND_PLAYABLE = auto()  # it is playable then, and so is the card beneath it


class Copies(_Inputs):
    """What is seen of the cards of a kind that are not yet played, in the order of the weights."""

    NONE = auto()  # both are played
    ONE = auto()  # one is left
    PLAYABLE = auto()  # an uncovered one can be played
    UNSEEN = auto()
    UNCOVERED = auto()
    STRANGERS = auto()
    COVERED = auto()  # in piles that are still to be redealt
    COVERED_SETTLED = auto()
    TURN_NOW = auto()  # in the pile that is redealt next
    DEALT_ON = auto()  # in piles that the next redeal puts cards on
    COVERING = auto()  # the fewest cards that cover one of them


class Rivals(_Inputs):
    """What else competes with a play, in the order of the weights."""

    COPY_LEFT = auto()  # the other copy of the card is not yet played
    COPY_UNSEEN = auto()  # and is hidden
    SLOT = auto()  # one predecessor is played, and so one copy takes the place of the other
    UNCOVERED = auto()  # cards of its kind that lie uncovered
    BASE_KINDS = auto()  # a base card: uncovered ones of its rank
    PLACES = auto()  # a base card: empty places for it
    CROWD = auto()  # a base card: there are more uncovered ones than places


class Common(_Inputs):
    """What is seen of the table, the same for all plays of a decision, in the order of the weights."""

    ALWAYS = auto()
    CARDS = auto()  # eighths of the cards not yet played
    HIDDEN = auto()  # quarters of the hidden cards
    NONE_HIDDEN = auto()
    NEXT_SIZE = auto()  # cards in the pile that is redealt next
    TURNS = auto()  # piles that have cards and may be redealt
    EMPTY_PILES = auto()
    PLAYS = auto()


NEAR = (-3, -6, 3, 6, 9)
"""The other kinds of a card's series of which something is told, by how far they are."""

OWN = 0
OWN_TURN = OWN + len(Lying)
COPY = OWN_TURN + PILES
COPY_TURN = COPY + len(Lying)
SERIES = COPY_TURN + PILES
RANK = SERIES + len(NEAR) * len(Copies)
RIVALS = RANK + RANKS
ROW = RIVALS + len(Rivals)
COMMON = ROW + ROWS
NEXT = COMMON + len(Common)
ROW_STRANGERS = NEXT + PILES + 1
ROW_PLACES = ROW_STRANGERS + ROWS
ROW_WAITING = ROW_PLACES + ROWS
INPUTS = ROW_WAITING + ROWS
"""Where the groups of inputs begin, and how many inputs there are: where the card lies and how soon its pile is
redealt, the same of the other copy, the cards near to it, its rank, rivals, and its row; then what all plays share:
the table, which pile is redealt next, and of each row strangers, empty places and uncovered base cards for it."""

UNITS = 16
"""Hidden units."""

SCALE = 1024
"""A weight of 1 is stored as this."""

WORTH = 20 * SCALE * SCALE
"""So much more is the score of a play that is worth 1 more."""

Input = tuple[int, int]
"""The number of an input and its amount."""


@dataclass(frozen=True)
class Policy:
    """The weights: for each input those of the hidden units and its own, and those of the hidden units' sums."""

    units: Sequence[Sequence[int]]
    linear: Sequence[int]
    out: Sequence[int]

    @classmethod
    def read(cls, text: str) -> Policy:
        """The weights of a file: a line for each input, its own weight last; then a line for the hidden units."""
        lines = [list(map(int, line.split())) for line in text.splitlines() if not line.startswith("#")]
        *rows, out = lines
        return cls([row[:-1] for row in rows], [row[-1] for row in rows], out)

    def summed(self, inputs: Sequence[Input], sums: Sequence[int]) -> list[int]:
        """The sums of the hidden units with some inputs added."""
        summed = list(sums)
        for number, amount in inputs:
            summed = [value + amount * weight for value, weight in zip(summed, self.units[number], strict=True)]
        return summed

    def score(self, inputs: Sequence[Input], sums: Sequence[int]) -> int:
        """The score of a play with these inputs; sums: those of the hidden units."""
        linear = sum(amount * self.linear[number] for number, amount in inputs)
        return linear + sum(max(value, 0) * weight for value, weight in zip(sums, self.out, strict=True))


@cache
def learned() -> Policy:
    """The policy that has been learned: its play-outs win 9.6 % of random deals, play at random 4.9 %."""
    return Policy.read((Path(__file__).parent / "weights.txt").read_text("ascii"))


@dataclass(frozen=True)
class Sight:
    """What the inputs of all plays of a moment ask for.

    playable: for each kind, whether an uncovered card of it can be played; nearly: whether it can when another card has
    been played that can be played now, if not now; uncovered: how many cards of each kind lie uncovered; spots: for
    each kind those seen, each by its pile (or `PILES` + row) and its number there (0 in a row); waiting: uncovered base
    cards of each row; turn: the pile that is redealt next, the width for none; dealt_on: for each pile the cards that
    this redeal puts on it.
    """

    playable: Sequence[bool]
    nearly: Sequence[bool]
    uncovered: Sequence[int]
    spots: Sequence[Sequence[tuple[int, int]]]
    waiting: Sequence[int]
    turn: int
    dealt_on: Sequence[int]

    @classmethod
    def of(cls, table: Table) -> Sight:
        """What is seen of a table."""
        uncovered = [0] * KINDS
        spots: list[list[tuple[int, int]]] = [[] for _ in range(KINDS)]
        for number, row in enumerate(table.rows):
            for kind in row:
                uncovered[kind] += 1
                spots[kind].append((PILES + number, 0))
        for number, pile in enumerate(table.piles):
            for at, card in enumerate(pile):
                if card < HIDDEN:
                    spots[card].append((number, at))
            if pile:
                uncovered[pile[-1]] += 1
        waiting = [sum(uncovered[RANKS * suit + row + 1] for suit in range(SUITS)) for row in range(ROWS)]
        playable = [table.is_playable(kind) for kind in range(KINDS)]
        nearly = [
            not playable[kind]
            and (
                any(playable[stranger] for stranger in table.rows[kind % RANKS - 1])
                if kind % RANKS <= ROWS
                else uncovered[kind - 3] > 0 and playable[kind - 3]
            )
            for kind in range(KINDS)
        ]
        turn = table.next_redeal()
        dealt_on = [0] * table.width
        if turn is not None:
            for step in range(1, len(table.piles[turn]) + 1):
                dealt_on[(turn + step) % table.width] += 1
        return cls(playable, nearly, uncovered, spots, waiting, table.width if turn is None else turn, dealt_on)


def common_inputs(table: Table, sight: Sight, plays: int) -> list[Input]:
    """The inputs that all plays of a decision share; plays: how many there are."""
    hidden = sum(card >= HIDDEN for pile in table.piles for card in pile)
    found = [
        (COMMON + Common.ALWAYS, 1),
        (COMMON + Common.CARDS, table.cards // 8),
        (COMMON + Common.HIDDEN, hidden // 4),
        (COMMON + Common.NONE_HIDDEN, int(hidden == 0)),
        (COMMON + Common.NEXT_SIZE, len(table.piles[sight.turn]) if sight.turn < table.width else 0),
        (COMMON + Common.TURNS, sum(bool(pile) and not _settled(table, at) for at, pile in enumerate(table.piles))),
        (COMMON + Common.EMPTY_PILES, sum(not pile for pile in table.piles)),
        (COMMON + Common.PLAYS, plays),
        (NEXT + (sight.turn if sight.turn < table.width else PILES), 1),
    ]
    for row in range(ROWS):
        found.append((ROW_STRANGERS + row, len(table.rows[row])))
        found.append((ROW_PLACES + row, table.bases[row] - len(table.rows[row])))
        found.append((ROW_WAITING + row, sight.waiting[row]))
    return [(number, amount) for number, amount in found if amount]


def play_inputs(table: Table, play: Play, sight: Sight) -> list[Input]:
    """The inputs of a contested play beside those that all plays share."""
    found = (*_of_places(table, play, sight), *_of_series(table, play[0], sight), *_of_rivals(table, play, sight))
    return [(number, int(amount)) for number, amount in found if amount]


def _of_places(table: Table, play: Play, sight: Sight) -> Iterator[Input]:
    kind, source = play
    own = (source, len(table.piles[source]) - 1 if source < PILES else 0)
    for number, amount in _lying(table, kind, own, sight):
        yield OWN + number, amount
    copy = _copy(kind, own, sight)
    if copy is not None:
        for number, amount in _lying(table, kind, copy, sight):
            yield COPY + number, amount


def _copy(kind: int, own: tuple[int, int], sight: Sight) -> tuple[int, int] | None:
    """Where the other copy is seen."""
    others = list(sight.spots[kind])
    others.remove(own)
    return others[0] if others else None


def _lying(table: Table, kind: int, spot: tuple[int, int], sight: Sight) -> Iterator[Input]:
    where, at = spot
    if where >= PILES:
        row = where - PILES
        strangers = table.rows[row]
        yield Lying.IN_ROW, 1
        yield Lying.STRANGERS, len(strangers)
        yield Lying.BASES_WAIT, sight.waiting[row]
        yield Lying.BASE_WAITS, sight.waiting[row] > 0
        yield Lying.EMPTY_PLACES, table.bases[row] - len(strangers)
        yield Lying.PLAYABLE_STRANGERS, sum(sight.playable[stranger] for stranger in strangers)
        return
    pile = table.piles[where]
    settled = _settled(table, where)
    covering = len(pile) - 1 - at
    if sight.turn == table.width:
        yield Lying.NO_TURN_LEFT, 1
    else:
        yield len(Lying) + (where - sight.turn) % table.width, 1
    yield Lying.SETTLED, settled
    if covering:
        yield Lying.COVERING, covering
        yield Lying.COVERED, 1
        yield Lying.COVERED_SETTLED, settled
        yield Lying.COVERED_ONCE, covering == 1
        yield Lying.TOP_PLAYABLE, sight.playable[pile[-1]]
    yield Lying.DEALT_ON, sight.dealt_on[where]
    if at == 0:
        yield Lying.LAST, 1
        return
    yield Lying.BENEATH, at
    yield Lying.BENEATH_SETTLED, at * settled
    beneath = [card for card in pile[:at] if card < HIDDEN]
    series = [card for card in beneath if _same_series(card, kind)]
    lower = sum(card < kind for card in series)
    yield Lying.HIDDEN_BENEATH, at - len(beneath)
    yield Lying.PLAYABLE_BENEATH, sum(sight.playable[card] for card in beneath)
    yield Lying.BASES_BENEATH, sum(1 <= card % RANKS <= ROWS for card in beneath)
    yield Lying.LOWER_BENEATH, lower
    yield Lying.LOWER_BENEATH_SETTLED, lower * settled
    yield Lying.HIGHER_BENEATH, sum(card > kind for card in series)
    yield from _under(pile, at, kind, sight)


def _under(pile: Sequence[int], at: int, kind: int, sight: Sight) -> Iterator[Input]:
    under = pile[at - 1]
    if under >= HIDDEN:
        yield Lying.UNDER_HIDDEN, 1
        return
    follows = under % RANKS > ROWS and under - 3 == kind
    yield Lying.UNDER_SEEN, 1
    yield Lying.UNDER_PLAYABLE, sight.playable[under]
    yield Lying.UNDER_FOLLOWS, follows and not sight.playable[under]
    yield Lying.UNDER_NEARLY, sight.nearly[under] and not follows
    yield Lying.UNDER_BASE, 1 <= under % RANKS <= ROWS
    yield Lying.UNDER_RANK, under % RANKS
    if at > 1 and (follows or sight.playable[under]):
        second = pile[at - 2]
        if second >= HIDDEN:
            yield Lying.SECOND_HIDDEN, 1
        else:
            later = second % RANKS > ROWS and second - 3 in (kind, under)
            yield Lying.SECOND_PLAYABLE, later or sight.playable[second]


def _of_series(table: Table, kind: int, sight: Sight) -> Iterator[Input]:
    rank = kind % RANKS
    for number, step in enumerate(NEAR):
        if rank and 0 < rank + step < RANKS:
            for which, amount in _copies(table, kind + step, sight):
                yield SERIES + number * len(Copies) + which, amount


def _copies(table: Table, kind: int, sight: Sight) -> Iterator[Input]:
    left, spots = table.left[kind], sight.spots[kind]
    yield Copies.NONE, left == 0
    yield Copies.ONE, left == 1
    yield Copies.PLAYABLE, sight.playable[kind]
    yield Copies.UNSEEN, left - len(spots)
    yield Copies.UNCOVERED, sight.uncovered[kind]
    fewest = 0
    for number, (where, at) in enumerate(spots):
        covering = 0
        if where >= PILES:
            yield Copies.STRANGERS, 1
        else:
            covering = len(table.piles[where]) - 1 - at
            if covering:
                yield Copies.COVERED_SETTLED if _settled(table, where) else Copies.COVERED, 1
            yield Copies.TURN_NOW, where == sight.turn
            yield Copies.DEALT_ON, sight.dealt_on[where] > 0
        fewest = covering if number == 0 else min(fewest, covering)
    yield Copies.COVERING, fewest


def _of_rivals(table: Table, play: Play, sight: Sight) -> Iterator[Input]:
    kind, _ = play
    rank = kind % RANKS
    yield RANK + rank, 1
    yield RIVALS + Rivals.COPY_LEFT, table.left[kind] == 2
    yield RIVALS + Rivals.COPY_UNSEEN, table.left[kind] - len(sight.spots[kind])
    yield RIVALS + Rivals.UNCOVERED, sight.uncovered[kind]
    if rank > ROWS:
        yield RIVALS + Rivals.SLOT, table.left[kind - 3] == 1
    elif rank:
        waiting = sight.waiting[rank - 1]
        places = table.bases[rank - 1] - len(table.rows[rank - 1])
        yield RIVALS + Rivals.BASE_KINDS, waiting
        yield RIVALS + Rivals.PLACES, places
        yield RIVALS + Rivals.CROWD, waiting > places
    if rank:
        yield ROW + (rank - 1) % ROWS, 1


def _settled(table: Table, pile: int) -> bool:
    return bool(table.done >> pile & 1)


def _same_series(card: int, kind: int) -> bool:
    return bool(card // RANKS == kind // RANKS and card % RANKS and (card - kind) % ROWS == 0)


def scores(table: Table, plays: Sequence[Play], policy: Policy) -> list[int]:
    """The scores of the contested plays of a moment."""
    sight = Sight.of(table)
    common = common_inputs(table, sight, len(plays))
    shared = policy.summed(common, [0] * UNITS)
    found = []
    for play in plays:
        inputs = play_inputs(table, play, sight)
        found.append(policy.score(inputs, policy.summed(inputs, shared)))
    return found


def choose(table: Table, plays: Sequence[Play], policy: Policy) -> int:
    """The number of the play with the highest score, the first of equal ones."""
    if len(plays) == 1:
        return 0
    found = scores(table, plays, policy)
    return found.index(max(found))


def play_out(table: Table, policy: Policy) -> int:
    """Play to the end by the policy: the cards that are left, 0 for a win."""
    unwanted: list[int] = []
    while True:
        table.play_free(unwanted)
        if table.cards == 0:
            return 0
        plays = list(table.contested())
        if plays:
            table.play(table.unrivalled(plays) or plays[choose(table, plays, policy)])
            continue
        pile = table.next_redeal()
        if pile is None:
            return table.cards
        table.redeal(pile)
