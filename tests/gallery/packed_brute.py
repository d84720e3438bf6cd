"""Plain play and plain search on packed positions, to judge engines by.

Nothing is left out or made faster: a state is what lies on the table, a play takes one exposed card, a redeal deals a
pile out card by card. Written from the rules, sharing nothing with any engine but the convention for plays.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from solver.patiences.gallery.packed import Packed, redeal, redealt_pile

Cards = tuple[int, ...]


@dataclass(frozen=True)
class Table:
    """What lies on the table: ids of strangers, of each pile (bottom first), played ones, and piles redealt so far."""

    strangers: frozenset[int]
    piles: tuple[Cards, ...]
    played: frozenset[int]
    done: frozenset[int]


def start(packed: Packed) -> Table:
    strangers = frozenset(card for row in packed.rows for card in row)
    done = frozenset(pile for pile in range(packed.width) if packed.done >> pile & 1)
    return Table(strangers, packed.piles, frozenset(), done)


def exposed(table: Table) -> list[int]:
    return sorted(table.strangers) + [pile[-1] for pile in table.piles if pile]


def playable(packed: Packed, table: Table, card: int) -> bool:
    def unplayed(kind: int) -> int:
        return sum(1 for other, k in enumerate(packed.kinds) if k == kind and other not in table.played)

    kind = packed.kinds[card]
    rank = kind % 13 + 1
    if rank == 1:
        return True
    if rank <= 4:
        bases_in_place = sum(packed.width // 4 - unplayed(13 * suit + rank - 1) for suit in range(4))
        strangers = sum(1 for other in packed.rows[rank - 2] if other in table.strangers)
        return bases_in_place + strangers < packed.width
    return unplayed(kind - 3) < unplayed(kind)


def next_pile(packed: Packed, table: Table) -> int | None:
    """Fixed order: the pile whose turn is next, empty ones passed over."""
    return next((p for p in range(packed.width) if p not in table.done and table.piles[p]), None)


def plays(packed: Packed, table: Table) -> list[int]:
    """The legal plays, cards first."""
    cards = [card for card in exposed(table) if playable(packed, table, card)]
    if cards and not packed.anytime:
        return cards
    if packed.free_order:
        piles = [p for p in range(packed.width) if p not in table.done and table.piles[p]]
    else:
        pile = next_pile(packed, table)
        piles = [] if pile is None else [pile]
    return cards + [redeal(pile) for pile in piles]


def play(packed: Packed, table: Table, move: int) -> Table:
    if move >= 0:
        return Table(
            table.strangers - {move},
            tuple(pile[:-1] if pile and pile[-1] == move else pile for pile in table.piles),
            table.played | {move},
            table.done,
        )
    pile = redealt_pile(move)
    piles = [list(cards) for cards in table.piles]
    hand, piles[pile] = piles[pile], []
    position = pile
    while hand:
        position = (position + 1) % packed.width
        piles[position].append(hand.pop())
    done = table.done | {pile}
    if not packed.free_order:
        done |= set(range(pile))
    return Table(table.strangers, tuple(tuple(cards) for cards in piles), table.played, done)


def won(packed: Packed, table: Table) -> bool:
    return len(table.played) == len(packed.kinds)


def replay(packed: Packed, line: tuple[int, ...]) -> Table:
    """The table after a line; every play must be legal."""
    table = start(packed)
    for move in line:
        assert move in plays(packed, table), (move, table)
        table = play(packed, table, move)
    return table


def redeals(line: tuple[int, ...]) -> int:
    return sum(1 for move in line if move < 0)


def fewest_redeals(packed: Packed, most_tables: int) -> int | None:
    """The fewest redeals of any line that wins, -1 if none does; `None` if more than `most_tables` tables were seen.

    All tables reachable with the same number of redeals are gathered, then those after one more.
    """
    reached = {start(packed)}
    count = 0
    seen = 0
    while reached:
        following: set[Table] = set()
        waiting = list(reached)
        while waiting:
            table = waiting.pop()
            seen += 1
            if seen > most_tables:
                return None
            if won(packed, table):
                return count
            for move in plays(packed, table):
                after = play(packed, table, move)
                if move < 0:
                    following.add(after)
                elif after not in reached:
                    reached.add(after)
                    waiting.append(after)
        reached = following
        count += 1
    return -1


def deal(deck: list[int], **options: bool) -> Packed:
    """The position of a deck of kinds in dealing order; 52 cards or 104."""
    width = len(deck) // 13
    kinds: list[int] = []
    rows: list[list[int]] = [[], [], []]
    piles: list[list[int]] = [[] for _ in range(width)]
    for index, kind in enumerate(deck):
        row, place = index // width, (index - 3 * width) % width
        if row < 3 and kind % 13 == row + 1:
            continue
        (rows[row] if row < 3 else piles[place]).append(len(kinds))
        kinds.append(kind)
    return Packed(
        width, tuple(kinds), (tuple(rows[0]), tuple(rows[1]), tuple(rows[2])), tuple(map(tuple, piles)), 0, **options
    )


def random_deck(seed: int, packs: int) -> list[int]:
    deck = list(range(52)) * packs
    random.Random(seed).shuffle(deck)
    return deck


def late_positions(packs: int, cards: int, done: int, seeds: range, **options: bool) -> Iterator[Packed]:
    """Random positions with `cards` unplayed cards; `done` piles (the first ones with fixed order) had their turn.

    Cards are taken out of the packs as if played, each only after its predecessor; the rest lies anywhere: up to as
    many strangers in a row as it has bases to come, the others in some of the piles.
    """
    width = 4 * packs
    for seed in seeds:
        rng = random.Random(f"{packs} {cards} {done} {seed}")
        left = [packs] * 52
        while sum(left) > cards:
            kind = rng.randrange(52)
            below = left[kind - 3] if kind % 13 >= 4 else 0
            if left[kind] > below:
                left[kind] -= 1
        deck = [kind for kind in range(52) for _ in range(left[kind])]
        rng.shuffle(deck)
        rest = list(range(len(deck)))
        rows: list[list[int]] = [[], [], []]
        for row in range(3):
            bases_left = sum(left[13 * suit + row + 1] for suit in range(4))
            strangers = [card for card in rest if deck[card] % 13 != row + 1][: rng.randint(0, bases_left)]
            rows[row] = strangers
            rest = [card for card in rest if card not in strangers]
        piles: list[list[int]] = [[] for _ in range(width)]
        favoured = rng.sample(range(width), rng.randint(1, width))
        for card in rest:
            piles[rng.choice(favoured)].append(card)
        had_turn = rng.sample(range(width), done) if options.get("free_order") else list(range(done))
        yield Packed(
            width,
            tuple(deck),
            (tuple(rows[0]), tuple(rows[1]), tuple(rows[2])),
            tuple(map(tuple, piles)),
            sum(1 << pile for pile in had_turn),
            **options,
        )
