"""The depth-first search, judged by plain search over all plays on the same packed positions."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver.limits import Budget, Limit, LimitReached, Limits
from solver.patiences.gallery.packed import KINDS, Packed, redeal
from solver.patiences.gallery.search.standstills import Search, search

DATA = Path(__file__).parents[1] / "data"

Rows = tuple[frozenset[int], ...]
Piles = tuple[tuple[int, ...], ...]
State = tuple[Rows, Piles, int]
"""Strangers of each row, cards of each pile from the bottom up, piles that have had their turn."""


class TooMany(Exception):
    """Plain search would take too long."""


# ---------------------------------------------------------------------------------------------- the rules, naively


def deal(deck: list[int], done: int = 0) -> Packed:
    """The position of a deck of kinds in dealing order."""
    width = len(deck) // 13
    kinds: list[int] = []
    rows: list[list[int]] = [[], [], []]
    piles: list[list[int]] = [[] for _ in range(width)]
    for number, kind in enumerate(deck):
        row = number // width
        if row < 3 and kind % 13 == row + 1:
            continue
        (rows[row] if row < 3 else piles[number % width]).append(len(kinds))
        kinds.append(kind)
    top, middle, bottom = map(tuple, rows)
    return Packed(width, tuple(kinds), (top, middle, bottom), tuple(map(tuple, piles)), done)


def start(packed: Packed) -> State:
    return tuple(frozenset(row) for row in packed.rows), packed.piles, packed.done.bit_count()


def packed_again(packed: Packed, state: State) -> Packed:
    """A state as a position of its own."""
    rows, piles, turns = state
    cards = [card for group in (*rows, *piles) for card in group]
    new = {card: number for number, card in enumerate(cards)}
    top, middle, bottom = (tuple(new[card] for card in row) for row in rows)
    return Packed(
        packed.width,
        tuple(packed.kinds[card] for card in cards),
        (top, middle, bottom),
        tuple(tuple(new[card] for card in pile) for pile in piles),
        (1 << turns) - 1,
    )


def plays(packed: Packed, state: State) -> list[int]:
    """All legal plays: cards; or, if there are none, the redeal of the next pile that holds cards."""
    rows, piles, turns = state
    left = [0] * KINDS
    for group in (*rows, *piles):
        for card in group:
            left[packed.kinds[card]] += 1
    found = []
    for card in [card for row in rows for card in row] + [pile[-1] for pile in piles if pile]:
        kind = packed.kinds[card]
        rank = kind % 13 + 1
        if rank == 1:
            legal = True
        elif rank <= 4:
            in_place = packed.width - sum(left[13 * suit + rank - 1] for suit in range(4))
            legal = in_place + len(rows[rank - 2]) < packed.width
        else:
            legal = left[kind - 3] < left[kind]
        if legal:
            found.append(card)
    if not found:
        found = [redeal(pile) for pile in range(turns, packed.width) if piles[pile]][:1]
    return found


def after(state: State, play: int) -> State:
    rows, piles, turns = state
    if play >= 0:
        return (
            tuple(row - {play} for row in rows),
            tuple(pile[:-1] if pile and pile[-1] == play else pile for pile in piles),
            turns,
        )
    new = [list(pile) for pile in piles]
    number = -1 - play
    hand, new[number] = new[number], []
    place = number
    while hand:
        place = (place + 1) % len(new)
        new[place].append(hand.pop())
    return rows, tuple(tuple(pile) for pile in new), number + 1


def is_won(state: State) -> bool:
    return not any(state[0]) and not any(state[1])


def replay(packed: Packed, line: tuple[int, ...]) -> State:
    """The state after a line, each play of which must be legal."""
    state = start(packed)
    for play in line:
        assert play in plays(packed, state)
        state = after(state, play)
    return state


def winnable(packed: Packed, most: int) -> bool:
    """Plain search. Raises TooMany after `most` states."""
    waiting = [start(packed)]
    seen = set(waiting)
    while waiting:
        state = waiting.pop()
        if is_won(state):
            return True
        for play in plays(packed, state):
            following = after(state, play)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
        if len(seen) > most:
            raise TooMany
    return False


def round_ends(packed: Packed, most: int) -> set[frozenset[int]]:
    """The cards left at each standstill of the round. Raises TooMany after `most` states."""
    waiting = [start(packed)]
    seen = set(waiting)
    ends = set()
    while waiting:
        state = waiting.pop()
        cards = [play for play in plays(packed, state) if play >= 0]
        if not cards:
            ends.add(frozenset(card for group in (*state[0], *state[1]) for card in group))
        for play in cards:
            following = after(state, play)
            if following not in seen:
                seen.add(following)
                waiting.append(following)
        if len(seen) > most:
            raise TooMany
    return ends


# ---------------------------------------------------------------------------------------------------------- deals


def random_deck(seed: int, packs: int) -> list[int]:
    deck = list(range(KINDS)) * packs
    random.Random(seed).shuffle(deck)
    return deck


@cache
def known(name: str) -> list[tuple[Packed, bool]]:
    """Deals of a data file and whether they can be won."""
    cases = []
    for line in (DATA / f"{name}.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        deck = [13 * "SHDC".index(word[1]) + "A23456789TJQK".index(word[0]) for word in case["deck"].split()]
        cases.append((deal(deck), case["verdict"] == "solvable"))
    return cases


@cache
def known_lines() -> list[tuple[Packed, tuple[int, ...]]]:
    """The deals of the data file that can be won, with a winning line each."""
    found = [(packed, search(packed, Budget()).plays) for packed, can_win in known("gallery") if can_win]
    return [(packed, line) for packed, line in found if line is not None]


def played_at_random(packs: int, seed: int) -> Packed:
    """A position that random plays lead to, late in a game."""
    rng = random.Random(seed)
    packed = deal(random_deck(seed, packs))
    state = start(packed)
    most_turns = rng.randint(packed.width // 2, packed.width)
    while (possible := plays(packed, state)) and (state[2] < most_turns or rng.random() < 0.9):
        state = after(state, rng.choice(possible))
    return packed_again(packed, state)


def near_a_win(seed: int) -> Packed:
    """A position that a winning line passes late, after up to fifteen random plays."""
    rng = random.Random(seed)
    packed, line = rng.choice(known_lines())
    state = start(packed)
    for play in line[: rng.randrange(len(line) * 2 // 5, len(line))]:
        state = after(state, play)
    for _ in range(rng.randrange(16)):
        if possible := plays(packed, state):
            state = after(state, rng.choice(possible))
    return packed_again(packed, state)


def thinned_out(packs: int, seed: int) -> Packed:
    """A random arrangement of a random set of cards that can be left, late in a game."""
    rng = random.Random(seed)
    width = 4 * packs
    left = [packs] * KINDS
    for _ in range(rng.randint(20, 250) * packs):
        kind = rng.randrange(KINDS)
        if left[kind] > (left[kind - 3] if kind % 13 > 3 else 0):
            left[kind] -= 1
    deck = [kind for kind in range(KINDS) for _ in range(left[kind])]
    rng.shuffle(deck)
    waiting = list(range(len(deck)))
    rows = []
    for rank in (1, 2, 3):
        room = sum(left[13 * suit + rank] for suit in range(4))
        row = [card for card in waiting if deck[card] % 13 != rank][: rng.randint(0, room)]
        waiting = [card for card in waiting if card not in row]
        rows.append(tuple(row))
    piles: list[list[int]] = [[] for _ in range(width)]
    for card in waiting:
        piles[rng.randrange(width)].append(card)
    done = (1 << rng.randint(0, width)) - 1
    return Packed(width, tuple(deck), (rows[0], rows[1], rows[2]), tuple(map(tuple, piles)), done)


def decided(packed: Packed) -> bool:
    """Whether the search finds the position winnable; its line must win."""
    line = search(packed, Budget()).plays
    if line is not None:
        assert is_won(replay(packed, line))
    return line is not None


# ---------------------------------------------------------------------------------------------------------- tests


def test_known_verdicts() -> None:
    cases = known("gallery")
    assert len(cases) == 100
    assert [decided(packed) for packed, _ in cases] == [can_win for _, can_win in cases]


def test_hard_deals_are_decided_within_limits() -> None:
    for packed, can_win in known("gallery-hard"):
        line = search(packed, Budget(Limits(positions=200_000, memory=1 << 30))).plays
        assert (line is not None) == can_win
        assert line is None or is_won(replay(packed, line))


def late_positions() -> Iterator[tuple[str, Packed]]:
    for seed in range(1000):
        yield "two packs, near a win", near_a_win(seed)
        yield "two packs, near a win", near_a_win(1000 + seed)
        yield "one pack, thinned out", thinned_out(1, seed)
        yield "two packs, thinned out", thinned_out(2, seed)
    for seed in range(500):
        yield "one pack, played", played_at_random(1, seed)
        yield "two packs, played", played_at_random(2, seed)


def test_plain_search_agrees_late_in_a_game() -> None:
    verdicts: Counter[tuple[str, bool]] = Counter()
    for source, packed in late_positions():
        try:
            expected = winnable(packed, most=400)
        except TooMany:
            continue
        assert decided(packed) == expected, packed
        verdicts[source, expected] += 1
    assert sum(count for (_, won), count in verdicts.items() if won) >= 1000
    assert sum(count for (_, won), count in verdicts.items() if not won) >= 1000
    for source in ("two packs, near a win", "one pack, thinned out", "two packs, thinned out"):
        assert min(verdicts[source, True], verdicts[source, False]) >= 100


def test_plain_search_agrees_on_whole_one_pack_deals() -> None:
    won = []
    for seed in range(1500):
        packed = deal(random_deck(seed, 1))
        expected = winnable(packed, most=10_000)
        assert decided(packed) == expected
        if expected:
            won.append(seed)
    assert won  # hardly any one-pack deal can be won


def test_all_standstills_of_a_round_are_found() -> None:
    """Up to exchanging the copies of a card that lie in one row."""

    def canonical(packed: Packed, cards: frozenset[int]) -> tuple[tuple[int, ...], ...]:
        rows = (tuple(sorted(packed.kinds[card] for card in row if card in cards)) for row in packed.rows)
        return (*rows, tuple(sorted(card for pile in packed.piles for card in pile if card in cards)))

    sizes: Counter[int] = Counter()
    for seed in range(200):
        for packed in (thinned_out(2, seed), near_a_win(seed), deal(random_deck(seed, 2))):
            try:
                expected = {canonical(packed, cards) for cards in round_ends(packed, most=1000)}
            except TooMany:
                continue
            found = {canonical(packed, cards) for cards in standstills_of(packed)}
            won = canonical(packed, frozenset())
            # nothing is looked for once a win is found
            assert found == expected or (won in found and found < expected)
            sizes[len(expected)] += 1
    assert sum(count for size, count in sizes.items() if size > 1) > 100
    assert max(sizes) > 10


def standstills_of(packed: Packed) -> set[frozenset[int]]:
    """The cards left at each standstill that the search lists; its line must lead there."""
    searching = Search(packed, Budget())
    layout = searching._layout()
    found = set()
    for left, trail in searching._standstills(searching._start, layout, 0, last=False):
        rows, piles, _ = replay(packed, tuple(searching._in_order(layout, trail)))
        cards = frozenset(card for group in (*rows, *piles) for card in group)
        assert len(cards) == left.bit_count()
        found.add(cards)
    return found


@settings(max_examples=40)
@given(st.integers(0, 99), st.permutations(range(4)), st.randoms(use_true_random=False))
def test_names_of_suits_and_copies_do_not_matter(number: int, suits: list[int], rng: random.Random) -> None:
    packed, can_win = known("gallery")[number]
    new = list(range(len(packed.kinds)))
    rng.shuffle(new)
    old = {new[card]: card for card in range(len(new))}
    kinds = [packed.kinds[old[card]] for card in range(len(new))]
    top, middle, bottom = (tuple(new[card] for card in row) for row in packed.rows)
    renamed = Packed(
        packed.width,
        tuple(13 * suits[kind // 13] + kind % 13 for kind in kinds),
        (top, middle, bottom),
        tuple(tuple(new[card] for card in pile) for pile in packed.piles),
    )
    assert decided(renamed) == can_win


@pytest.mark.parametrize("width", [4, 8])
def test_a_finished_game_needs_no_plays(width: int) -> None:
    found = search(Packed(width, (), ((), (), ()), ((),) * width), Budget())
    assert found.plays == ()


@pytest.mark.parametrize("done", [0b00, 0b01])
def test_an_empty_pile_is_passed_over_without_a_play(done: int) -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), done)
    assert search(queen_on_nine, Budget()).plays == (redeal(1), 0, 1)


def test_a_pile_that_has_had_its_turn_is_not_redealt() -> None:
    queen_on_nine = Packed(4, (8, 11), ((), (), ()), ((), (0, 1), (), ()), 0b11)
    assert search(queen_on_nine, Budget()).plays is None


@pytest.mark.parametrize("option", ["anytime", "free_order"])
def test_other_rules_are_refused(option: str) -> None:
    packed = Packed(4, (), ((), (), ()), ((), (), (), ()), **{option: True})
    with pytest.raises(ValueError, match="stalled"):
        search(packed, Budget())


def test_the_position_limit_is_exact_and_leaves_the_counts() -> None:
    packed, _ = known("gallery-hard")[1]
    searching = Search(packed, Budget(Limits(positions=500)))
    with pytest.raises(LimitReached) as stopped:
        searching.run()
    assert stopped.value.limit is Limit.POSITIONS
    assert searching.positions == 501
    assert 0 < searching.standstills == sum(searching.standstills_after)


def test_counts() -> None:
    packed, _ = known("gallery")[0]
    searching = Search(packed, Budget())
    found = searching.run()
    assert found.positions == searching.positions > 0
    assert found.standstills == sum(searching.standstills_after) > 0
    assert found.remembered == searching.remembered
    assert len(searching.standstills_after) == packed.width + 1
