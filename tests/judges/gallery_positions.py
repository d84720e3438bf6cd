"""Packed positions of Picture Gallery: whole deals, and such late in a game that brute force can settle them."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache

from hypothesis import strategies as st

from solver.cards import CARDS
from solver.limits import Budget
from solver.patiences.gallery.notation import EMPTY, Move, Place, Redeal, Row, Rules
from solver.patiences.gallery.packed import KINDS, ROWS, Packed
from solver.patiences.gallery.packing import pack
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search.twins import StandstillSearch
from tests.data_files import load
from tests.judges.gallery import Table, play, plays, start

# --- between packed positions and the referee's ----------------------------------------------------------------------


def unpacked(packed: Packed) -> Position:
    """A packed position on the referee's table: in each row the strangers first, then base piles, then empty places."""
    rows = []
    for row in Row:
        places = [Place(CARDS[packed.kinds[card]]) for card in packed.rows[row]]
        for suit in range(4):
            kinds = [13 * suit + rank - 1 for rank in row.ranks]
            heights = [sum(packed.copies - packed.left[kind] > copy for kind in kinds) for copy in range(packed.copies)]
            places += (Place(CARDS[kinds[height - 1]], based=True) for height in heights if height)
        rows.append((*places, *[EMPTY] * (packed.width - len(places))))
    piles = tuple(tuple(CARDS[packed.kinds[card]] for card in pile) for pile in packed.piles)
    redealt = frozenset(pile for pile in range(packed.width) if packed.done >> pile & 1)
    position = Position(Rules(packed.anytime, packed.free_order, packed.copies), tuple(rows), piles, redealt)
    assert not position.faults(), position.faults()
    return position


def is_redeal(move: Move) -> bool:
    """Whether a move of the referee's is a redeal."""
    return isinstance(move, Redeal)


def same_table(position: Position) -> object:
    """Equal for positions between which only places of a row are exchanged, which makes no difference to play."""
    return tuple(tuple(sorted(map(str, row))) for row in position.rows), position.piles, position.redealt


def as_position(packed: Packed, table: Table) -> Packed:
    """A table that play from a packed position led to, as a position of its own."""
    groups = [*(sorted(row) for row in table.rows), *table.piles]
    new = {card: number for number, card in enumerate(card for group in groups for card in group)}
    top, middle, bottom, *piles = (tuple(new[card] for card in group) for group in groups)
    kinds = tuple(packed.kinds[card] for card in new)
    return Packed(
        packed.width, kinds, (top, middle, bottom), tuple(piles), table.done, packed.anytime, packed.free_order
    )


def renamed(packed: Packed, suits: Sequence[int], rng: random.Random) -> Packed:
    """The same position with the suits and the ids of the cards exchanged."""
    new = list(range(len(packed.kinds)))
    rng.shuffle(new)
    kinds = [0] * len(new)
    for card, kind in enumerate(packed.kinds):
        kinds[new[card]] = 13 * suits[kind // 13] + kind % 13
    top, middle, bottom = (tuple(new[card] for card in row) for row in packed.rows)
    piles = tuple(tuple(new[card] for card in pile) for pile in packed.piles)
    return replace(packed, kinds=tuple(kinds), rows=(top, middle, bottom), piles=piles)


# --- whole deals -----------------------------------------------------------------------------------------------------


def deal(deck: Sequence[int], **options: bool) -> Packed:
    """The position of a deck of kinds in dealing order; 52 cards or 104."""
    width = len(deck) // 13
    kinds: list[int] = []
    rows: list[list[int]] = [[], [], []]
    piles: list[list[int]] = [[] for _ in range(width)]
    for number, kind in enumerate(deck):
        row = number // width
        if row < ROWS and kind % 13 == row + 1:
            continue
        (rows[row] if row < ROWS else piles[number % width]).append(len(kinds))
        kinds.append(kind)
    top, middle, bottom = map(tuple, rows)
    return Packed(width, tuple(kinds), (top, middle, bottom), tuple(map(tuple, piles)), 0, **options)


def random_deck(seed: int, packs: int) -> list[int]:
    """The kinds of so many packs, shuffled."""
    deck = list(range(KINDS)) * packs
    random.Random(seed).shuffle(deck)
    return deck


@cache
def known(name: str) -> list[tuple[Packed, bool]]:
    """Deals of a data file and whether they can be won."""
    return [(pack(case.position), case.known["verdict"] == "solvable") for case in load(name)]


@cache
def known_lines() -> list[tuple[Packed, tuple[int, ...]]]:
    """The deals of the data file that can be won, with a winning line each."""
    found = [
        (packed, StandstillSearch(packed, Budget()).run().plays) for packed, can_win in known("gallery") if can_win
    ]
    return [(packed, line) for packed, line in found if line is not None]


# --- late in a game, by seeds ----------------------------------------------------------------------------------------


def arranged(
    packs: int, deck: Sequence[int], strangers: Sequence[int], places: Sequence[int], done: int, **options: bool
) -> Packed:
    """A position with the unplayed cards `deck`, by kind.

    The first of them are strangers, in each row so many as are wanted and as it has bases to come; the others lie, each
    in the pile that `places` gives for it. done: the piles that have had their turn, as bits.
    """
    waiting = list(range(len(deck)))
    rows = []
    for row in range(ROWS):
        room = sum(kind % 13 == row + 1 for kind in deck)
        lying = [card for card in waiting if deck[card] % 13 != row + 1][: min(room, strangers[row])]
        waiting = [card for card in waiting if card not in lying]
        rows.append(tuple(lying))
    piles: list[list[int]] = [[] for _ in range(4 * packs)]
    for card, pile in zip(waiting, places, strict=False):
        piles[pile].append(card)
    top, middle, bottom = rows
    return Packed(4 * packs, tuple(deck), (top, middle, bottom), tuple(map(tuple, piles)), done, **options)


def can_go(left: Sequence[int], kind: int) -> bool:
    """Whether a copy of a kind can have been played, so many of each kind being left: its predecessor goes first."""
    return left[kind] > (left[kind - 3] if kind % 13 > 3 else 0)


def unplayed(rng: random.Random, packs: int, cards: int) -> list[int]:
    """So many cards that can be left, in any order: all others are taken out of the packs as if played."""
    left = [packs] * KINDS
    while sum(left) > cards:
        kind = rng.randrange(KINDS)
        left[kind] -= can_go(left, kind)
    deck = [kind for kind in range(KINDS) for _ in range(left[kind])]
    rng.shuffle(deck)
    return deck


def late_positions(packs: int, cards: int, done: int, seeds: range, **options: bool) -> Iterator[Packed]:
    """Random positions with `cards` unplayed cards; `done` piles (the first ones with fixed order) had their turn."""
    width = 4 * packs
    for seed in seeds:
        rng = random.Random(f"{packs} {cards} {done} {seed}")
        deck = unplayed(rng, packs, cards)
        favoured = rng.sample(range(width), rng.randint(1, width))
        had_turn = rng.sample(range(width), done) if options.get("free_order") else range(done)
        yield arranged(
            packs,
            deck,
            [rng.randint(0, sum(kind % 13 == row + 1 for kind in deck)) for row in range(ROWS)],
            rng.choices(favoured, k=cards),
            sum(1 << pile for pile in had_turn),
            **options,
        )


def thinned_out(packs: int, seed: int) -> Packed:
    """A random arrangement of a random set of cards that can be left, with any piles still to be redealt."""
    rng = random.Random(seed)
    deck = unplayed(rng, packs, rng.choice((6, 9, 13, 18, 26, 40)) * packs)
    rooms = [sum(kind % 13 == row + 1 for kind in deck) for row in range(ROWS)]
    width = 4 * packs
    places = rng.choices(range(width), k=len(deck))
    return arranged(packs, deck, [rng.randint(0, room) for room in rooms], places, (1 << rng.randint(0, width)) - 1)


def with_short_piles(packs: int, seed: int) -> Packed:
    """A late position, some piles of which are so short that play may empty them before their turn."""
    rng = random.Random(seed)
    deck = unplayed(rng, packs, rng.choice((6, 9, 13, 18, 26)) * packs)
    rooms = [sum(kind % 13 == row + 1 for kind in deck) for row in range(ROWS)]
    width = 4 * packs
    weights = [rng.choice([0.1, 1, 4]) for _ in range(width)]
    places = rng.choices(range(width), weights, k=len(deck))
    return arranged(
        packs, deck, [rng.randint(0, room) for room in rooms], places, (1 << rng.randint(0, width // 2)) - 1
    )


def played_at_random(packs: int, seed: int, **options: bool) -> Packed:
    """A position that random plays lead to, late in a game."""
    rng = random.Random(seed)
    packed = deal(random_deck(seed, packs), **options)
    table = start(packed)
    most_turns = rng.randint(packed.width // 2, packed.width)
    while (possible := plays(packed, table)) and (table.done.bit_count() < most_turns or rng.random() < 0.9):
        table = play(packed, table, rng.choice(possible))
    return as_position(packed, table)


def near_a_win(seed: int) -> Packed:
    """A position that a winning line passes late, after up to fifteen random plays."""
    rng = random.Random(seed)
    packed, line = rng.choice(known_lines())
    table = start(packed)
    for move in line[: rng.randrange(len(line) * 2 // 5, len(line))]:
        table = play(packed, table, move)
    for _ in range(rng.randrange(16)):
        if possible := plays(packed, table):
            table = play(packed, table, rng.choice(possible))
    return as_position(packed, table)


# --- late in a game, for Hypothesis ----------------------------------------------------------------------------------


@st.composite
def late(draw: st.DrawFn, /, most_cards: int = 20, **options: st.SearchStrategy[bool]) -> Packed:
    """A position late in a game; it shrinks to fewer cards, fewer piles and fewer turns.

    options: strategies for `anytime` and `free_order`, both false where nothing is said.
    """
    chosen = {name: draw(values) for name, values in options.items()}
    packs = draw(st.integers(1, 2))
    left = [0] * KINDS
    for kind in draw(st.lists(st.integers(0, KINDS - 1), max_size=most_cards, unique_by=lambda kind: kind)):
        # what lies upon a card of this kind is left too
        for above in range(kind, 13 * (kind // 13) + 13, 3 if kind % 13 else 13):
            left[above] = max(left[above], draw(st.integers(1, packs)) if above == kind else left[above - 3])
    deck = draw(st.permutations([kind for kind in range(KINDS) for _ in range(left[kind])]))
    width = 4 * packs
    strangers = [draw(st.integers(0, width)) for _ in range(ROWS)]
    places = draw(st.lists(st.integers(0, width - 1), min_size=len(deck), max_size=len(deck)))
    if chosen.get("free_order"):
        done = draw(st.integers(0, (1 << width) - 1))
    else:
        done = (1 << draw(st.integers(0, width))) - 1
    return arranged(packs, deck, strangers, places, done, **chosen)
