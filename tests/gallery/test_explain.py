"""Explanations of lost positions: true, contradictory, minimal, and as printed in the documentation."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, cast

import pytest

from solver.cards import CARDS, Rank, packs
from solver.deal_files import read_deal
from solver.errors import EnginesDisagree
from solver.letters import card
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Verdict
from solver.patience import Explanation, Question
from solver.patiences.gallery import engines, rules
from solver.patiences.gallery.engines import fewest_left, outcome_of
from solver.patiences.gallery.explain import NOT_FOUND, explain, relaxation, stuck
from solver.patiences.gallery.explain.cycle import cycle
from solver.patiences.gallery.explain.exhausted import exhausted
from solver.patiences.gallery.explain.facts import Cause, Depth, Fact, Lies, Names, Wait, as_data, cards_of, under
from solver.patiences.gallery.explain.relaxation import Relaxation
from solver.patiences.gallery.found import Found, Method, by_model
from solver.patiences.gallery.notation import Move, Row, Rules
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import pack as packed_of
from solver.patiences.gallery.rules import Position
from solver.patiences.gallery.search import standstills
from tests.judges.gallery import winnable
from tests.judges.gallery_positions import late_positions, unpacked
from tests.judges.plain import settled
from tests.times import AT_ONCE, LONG

ROOT = Path(__file__).parents[2]
LOST = by_model(None, {})
COMBINATIONS = [(anytime, free) for anytime in (False, True) for free in (False, True)]


def read(text: str) -> Position:
    position = read_deal(text).position
    assert isinstance(position, Position)
    return position


def searched(position: Position) -> Found:
    """The verdict of the depth-first search, with its counts; CP-SAT's where that search does not apply."""
    if position.rules.anytime or position.rules.free_order:
        return LOST
    found = standstills.Search(packed_of(position), Budget()).run()
    assert found.verdict is Verdict.UNSOLVABLE
    return found


def interrupted(position: Position, found: Found) -> Explanation[Move]:
    """What is said of a lost position when nothing could be explained."""
    return Explanation(replace(outcome_of(position, found), limit=Limit.INTERRUPT))


def random_late_position(seed: str, redeals: int, game: Rules) -> Position:
    """Random play from a random deal until so many piles can still be redealt."""
    rng = random.Random(seed)
    deck = packs(game.decks)
    rng.shuffle(deck)
    position = rules.deal(deck, game)
    while True:
        plays = list(position.plays())
        turns = list(position.redeals())
        if not plays and (not turns or game.width - len(position.redealt) <= redeals):
            return position
        position = position.play(rng.choice(plays) if plays else rng.choice(turns))


def model(position: Position, *, redeals: bool) -> Relaxation:
    return Relaxation(packed_of(position), Budget(), redeals=redeals, work=100)


# --- judging facts without the code that finds them ------------------------------------------------------------------


def unplayed(position: Position) -> list[tuple[str, str, int | None]]:
    """Face, place and height of all unplayed cards."""
    cards: list[tuple[str, str, int | None]] = [
        (str(place.stranger), f"{row.letter}{number}", None)
        for row in Row
        for number, place in enumerate(position.rows[row], 1)
        if place.stranger is not None
    ]
    for number, pile in enumerate(position.piles, 1):
        cards += ((str(face), f"P{number}", height) for height, face in enumerate(pile, 1))
    return cards


def key(data: Mapping[str, Any]) -> tuple[str, str, int | None]:
    return data["card"], data["place"], data.get("height")


def is_true(fact: Mapping[str, Any], position: Position) -> bool:
    """Whether a fact for programs is true of a position by the rules, read off the table."""
    table = unplayed(position)
    redealt = {f"P{pile + 1}" for pile in position.redealt}
    if fact["fact"] in ("depth", "lies"):
        face, place, height = key(fact)
        assert height is not None
        size = len(position.piles[int(place[1:]) - 1])
        if (face, place, height) not in table or (place in redealt) is not (fact["fact"] == "lies"):
            return False
        return bool(fact["fact"] == "lies" or size - height == fact["above"])
    waiting, awaited = [key(one) for one in fact["waiting"]], [key(one) for one in fact["awaited"]]
    if not set(waiting + awaited) <= set(table) or len(set(waiting + awaited)) < len(waiting + awaited):
        return False
    if fact["fact"] == "under":
        [(_, pile, low)], [(_, other, high)] = waiting, awaited
        assert low is not None
        assert high is not None
        return pile == other and pile in redealt and low < high and fact["free"] == 0 and fact["count"] == 1
    [face, *more] = {face for face, _, _ in waiting}
    if fact["fact"] == "needs":
        below = str(CARDS[card(face).kind - 3])
        copies = [one for one in table if one[0] == face]
        if more or card(face).rank < Rank.FIVE or awaited != [one for one in table if one[0] == below]:
            return False
        free = len(copies) - len(awaited)
    else:
        row = Row(card(face).rank - 2)
        if {card(one).rank for one in (face, *more)} != {row.base}:
            return False
        if awaited != [one for one in table if one[1][0] == row.letter]:
            return False
        free = sum(place.card is None for place in position.rows[row])
    return bool(fact["free"] >= free + fact["count"] - 1 and fact["count"] <= len(awaited))


def order_exists(facts: Sequence[Wait]) -> bool:
    """Whether the cards that the waits speak of can be played in some order: by trying all."""
    cards = {one for fact in facts for one in cards_of(fact)}
    seen: set[frozenset[int]] = set()

    def can_go_on(played: frozenset[int]) -> bool:
        if played == cards:
            return True
        if played in seen:
            return False
        seen.add(played)
        return any(
            can_go_on(played | {one})
            for one in cards - played
            if all(
                len(played & set(fact.waiting)) < fact.free or len(played & set(fact.awaited)) >= fact.count
                for fact in facts
                if one in fact.waiting
            )
        )

    return can_go_on(frozenset())


def check_waits(facts: Sequence[Fact], position: Position) -> None:
    """The facts are waits, true, contradictory, and none can be left out."""
    waits = [fact for fact in facts if isinstance(fact, Wait)]
    assert len(waits) == len(facts)
    names = Names(position)
    assert all(is_true(as_data(fact, names), position) for fact in facts)
    assert not order_exists(waits)
    for fact in waits:
        assert order_exists([other for other in waits if other != fact])


def rearranged(facts: Sequence[Fact], position: Position, rng: random.Random) -> Position:
    """The position with all cards of the piles exchanged whose place no fact speaks of."""
    packed = packed_of(position)
    fixed: set[int] = set()
    for fact in facts:
        if not isinstance(fact, Wait) or fact.reason is Cause.UNDER:
            fixed |= set(cards_of(fact))
    loose = [one for pile in packed.piles for one in pile if one not in fixed]
    exchanged = loose[:]
    rng.shuffle(exchanged)
    becomes = dict(zip(loose, exchanged, strict=True))
    piles = tuple(tuple(CARDS[packed.kinds[becomes.get(one, one)]] for one in pile) for pile in packed.piles)
    return replace(position, piles=piles)


# --- hand-made positions ---------------------------------------------------------------------------------------------

ONE_PACK = """
game: gallery
decks: 1
top:    {top}
middle: {middle}
bottom: [KS] [KH] [KD] [KC]
{piles}
next: {next}
"""


def one_pack(
    piles: str, *, top: str = "[JS] [JH] [JD] [JC]", middle: str = "[QS] [QH] [QD] [QC]", next_: int = 5
) -> Position:
    return read(ONE_PACK.format(top=top, middle=middle, piles=piles, next=next_))


TWO_PACKS = """
game: gallery
top:    {top}
middle: [QS] [QH] [QD] [QC] [QS] [QH] [QD] [QC]
bottom: [KS] [KH] [KD] [KC] [KS] [KH] [KD] [KC]
{piles}
next: 9
"""


def test_a_card_under_the_one_that_needs_it() -> None:
    position = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    found = explain(position, Budget(), searched(position))
    assert found.kind == "facts"
    assert found.outcome.verdict is Verdict.UNSOLVABLE
    assert found.lines == (
        "No pile is left to be redealt, and these 2 facts contradict each other:",
        "  - 8S needs 5S",
        "  - 5S lies under 8S in pile 3",
        "So each of these waits for the next, round in a circle, and none can be played:",
        "  8S → 5S → 8S",
        "None of the facts can be left out: without any one of them there is no contradiction.",
    )
    five, eight = ({"card": "5S", "place": "P3", "height": 1}, {"card": "8S", "place": "P3", "height": 2})
    assert [dict(fact) for fact in found.facts] == [
        {"fact": "needs", "waiting": [eight], "free": 0, "awaited": [five], "count": 1, "text": "8S needs 5S"},
        {
            "fact": "under",
            "waiting": [five],
            "free": 0,
            "awaited": [eight],
            "count": 1,
            "text": "5S lies under 8S in pile 3",
        },
    ]
    json.dumps([dict(fact) for fact in found.facts])


def sentences(found: Explanation[Move]) -> list[str]:
    return [str(fact["text"]) for fact in found.facts]


@pytest.mark.parametrize(
    ("top", "piles", "facts", "circle"),
    [
        pytest.param(
            "[2S] [JH] [JD] [JC] [2S] [JH] [JD] [JC]",
            "pile 1: 5S 8S JS\npile 2: 5S AS 8S\npile 3: JS",
            {
                "the first 8S (pile 1 or pile 2) needs a 5S (pile 1 or pile 2)",
                "5S lies under 8S in pile 1",
                "5S lies under 8S in pile 2",
            },
            "the first 8S → the first 5S → the first 8S",
            id="both copies lie under what needs them",
        ),
        pytest.param(
            "[5S] [JH] [JD] [JC] [2S] [JH] [JD] [JC]",
            "pile 1: 5S 8S 8S\npile 2: JS\npile 3: JS",
            {
                "the second 8S (both in pile 1) needs 5S",
                "5S lies under the lower 8S in pile 1",
                "5S lies under the upper 8S in pile 1",
            },
            "the second 8S → 5S → the second 8S",
            id="one of two copies can be played, the lower one not",
        ),
        pytest.param(
            "-- JD [JS] [JC] [JH] [JS] [JD] [JC]",
            "pile 1: 8D 2H 2D\npile 2: JH 8H 5H\npile 3: 5D",
            {
                (
                    "the second of 2H (pile 1), 2D (pile 1) to be played needs a place: "
                    "the top row has one empty place until its stranger JD (T2) leaves"
                ),
                "JD needs 8D",
                "8D lies under 2H in pile 1",
                "8D lies under 2D in pile 1",
            },
            "the last 2 → JD → 8D → the last 2",
            id="two bases and one empty place",
        ),
    ],
)
def test_two_copies_are_told_apart(top: str, piles: str, facts: set[str], circle: str | None) -> None:
    position = read(TWO_PACKS.format(top=top, piles=piles))
    found = explain(position, Budget(), searched(position))
    assert found.kind == "facts"
    if circle is not None:
        assert f"  {circle}" in found.lines
    assert set(sentences(found)) == facts


def test_a_base_that_needs_the_place_of_a_card_that_needs_it() -> None:
    position = one_pack("pile 1: 2D\npile 2: JD 8D", top="[JS] 5D [JH] [JC]")
    found = explain(position, Budget(), searched(position))
    assert sentences(found) == ["2D needs place T2, where 5D lies", "5D needs 2D"]
    assert "  2D → 5D → 2D" in found.lines


REDEAL = "pile 1: 5S 9H\npile 2: QH\npile 3: JS\npile 4: 6H 8S"
"""8S on top of pile 4 keeps 6H from 9H, and once pile 4 is redealt lies on 9H itself; 9H lies on 5S, which 8S needs."""


def with_redeal(*, anytime: bool = False, free: bool = False) -> Position:
    position = one_pack(REDEAL, top="[2S] [JH] [JD] [JC]", middle="[QS] 3H [QD] [QC]", next_=4)
    return replace(position, rules=Rules(anytime, free, 1))


@pytest.mark.parametrize(("anytime", "free"), COMBINATIONS)
def test_facts_about_a_pile_still_to_be_redealt(anytime: bool, free: bool) -> None:
    position = with_redeal(anytime=anytime, free=free)
    assert not position.faults()
    found = explain(position, Budget(), searched(position))
    assert found.kind == "facts"
    assert found.lines[0] == "Whenever pile 4 is redealt, these 5 facts contradict each other:"
    assert sentences(found) == [
        "8S needs 5S",
        "5S lies under 9H in pile 1",
        "9H needs 6H",
        "8S is the top card of pile 4",
        "6H lies under 1 card in pile 4",
    ]
    assert all(is_true(fact, position) for fact in found.facts)


@pytest.mark.parametrize(
    ("free", "piles"),
    [
        pytest.param(False, "piles 3 and 4", id="pile 3 is dealt onto pile 4, which is empty"),
        pytest.param(True, "piles 2, 3 and 4", id="in any order onto pile 2 too"),
    ],
)
def test_empty_piles_that_get_cards_are_still_to_be_redealt(free: bool, piles: str) -> None:
    layout = "pile 1: 5S 8S JS\npile 3: 6H QH 9H"
    position = one_pack(layout, top="[2S] [JH] [JD] [JC]", middle="[QS] 3H [QD] [QC]", next_=2)
    position = replace(position, rules=Rules(free_order=free, decks=1))
    found = explain(position, Budget(), LOST)
    assert found.kind == "facts"
    assert found.lines[0].startswith(f"Even if all cards in {piles}, still to be redealt, lay open")


def lost_at_any_time(packed: Packed) -> bool:
    """Whether brute force proves a position lost even if redeals may be made at any time. Raises TooMany."""
    return not winnable(replace(packed, anytime=True), 3000)


# --- soundness and exactness of the model ----------------------------------------------------------------------------


@pytest.mark.parametrize(("anytime", "free"), COMBINATIONS)
@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("count", [5, pytest.param(20, marks=pytest.mark.slow)])
def test_all_facts_together_are_the_game_with_redeals_at_any_time(
    packs: int, count: int, anytime: bool, free: bool
) -> None:
    width = 4 * packs
    counts = {False: 0, True: 0}
    for done, cards in ((width, 12), (width - 1, 9), (width - 2, 8)):
        late = late_positions(packs, cards, done, range(count), anytime=anytime, free_order=free)
        for packed, lost in settled(lost_at_any_time, late):
            counts[lost] += 1
            full = Relaxation(packed, Budget(), redeals=True, work=100)
            plain = Relaxation(packed, Budget(), redeals=False, work=100)
            contradiction = full.contradiction(full.facts)
            assert (contradiction is not None) is lost
            if not lost:
                assert plain.contradiction(plain.facts) is None
                assert not stuck.smallest_blocked(packed)
            if done == width:
                assert (plain.contradiction(plain.facts) is not None) is lost
    assert min(counts.values()) >= count // 2


def lost_positions(redeals: int, game: Rules, seeds: range) -> Iterator[Position]:
    """Random late positions that brute force proves lost even if redeals may be made at any time."""
    late = (random_late_position(f"{redeals} {seed}", redeals, game) for seed in seeds)
    for position, lost in settled(lambda position: lost_at_any_time(packed_of(position)), late):
        if lost:
            yield position


@pytest.mark.parametrize(("packs", "free"), [(1, False), (1, True), (2, False), (2, True)])
@pytest.mark.parametrize("count", [4, pytest.param(16, marks=pytest.mark.slow)])
def test_facts_at_the_end_of_a_game_are_true_contradictory_and_minimal(packs: int, free: bool, count: int) -> None:
    game = Rules(free_order=free, decks=packs)
    checked = circles = 0
    for position in lost_positions(0, game, range(count)):
        plain = model(position, redeals=False)
        facts = relaxation.minimal_waits(plain, 40)
        assert facts is not None
        assert relaxation.is_minimal(plain, facts)
        if len(facts) <= 14:
            check_waits(facts, position)
            circle = cycle([fact for fact in facts if isinstance(fact, Wait)], Names(position))
            if circle is not None:
                assert circle[0] == circle[-1]
                assert len(circle) - 1 >= 2
                circles += 1
            checked += 1
    assert checked >= count // 2
    assert circles >= count // 4


@pytest.mark.parametrize("free", [False, True])
@pytest.mark.parametrize("packs", [1, pytest.param(2, marks=pytest.mark.slow)])
@pytest.mark.parametrize("wanted", [4, pytest.param(12, marks=pytest.mark.slow)])
def test_positions_in_which_facts_about_redeals_hold_are_lost(packs: int, free: bool, wanted: int) -> None:
    judged = 0
    for packed in late_positions(packs, 10 * packs, 4 * packs - 1, range(300), free_order=free):
        position = unpacked(packed)
        plain, full = model(position, redeals=False), model(position, redeals=True)
        contradiction = full.contradiction(full.facts)
        if contradiction is None or plain.contradiction(plain.facts) is not None:
            continue
        facts = relaxation.minimal_with_redeals(full, contradiction, 40)
        assert facts is not None
        assert relaxation.is_minimal(full, facts)
        assert any(isinstance(fact, Depth) for fact in facts)
        names = Names(position)
        assert all(is_true(as_data(fact, names), position) for fact in facts)
        rng = random.Random(0)
        others = [rearranged(facts, position, rng) for _ in range(24)]
        for other in others:
            assert all(is_true(as_data(fact, names), other) for fact in facts if not _of_kinds(fact))
        for _, lost in settled(lost_at_any_time, map(packed_of, others)):
            assert lost
            judged += 1
        if judged >= wanted:
            break
    assert judged >= wanted


def _of_kinds(fact: Fact) -> bool:
    """Whether a fact holds wherever the cards lie, as it counts copies or bases."""
    return isinstance(fact, Wait) and fact.reason is not Cause.UNDER


def test_a_covered_card_needs_a_fact_that_says_where_it_lies() -> None:
    position = with_redeal()
    packed = packed_of(position)
    full = model(position, redeals=True)
    ids = {str(Names(position).face(one)): one for one in range(len(packed.kinds))}
    assert Lies(ids["9H"], 0) in full.facts
    facts: list[Fact] = [
        Wait(Cause.NEEDS, (ids["8S"],), 0, (ids["5S"],), 1),
        Wait(Cause.NEEDS, (ids["9H"],), 0, (ids["6H"],), 1),
        Depth(ids["8S"], 3, 0),
        Depth(ids["6H"], 3, 1),
    ]
    assert full.contradiction([*facts, under(ids["5S"], ids["9H"])]) is not None
    assert full.contradiction([*facts, Lies(ids["9H"], 0)]) is None
    assert full.contradiction([*facts, Lies(ids["5S"], 0)]) is None


def test_a_set_that_is_not_minimal_or_no_contradiction_is_told() -> None:
    position = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    plain = model(position, redeals=False)
    needs = [fact for fact in plain.facts if isinstance(fact, Wait) and fact.reason is Cause.NEEDS]
    lies_under = [under(0, 1), under(0, 2)]
    assert relaxation.is_minimal(plain, [needs[0], under(0, 1)])
    assert not relaxation.is_minimal(plain, [*needs, *lies_under])
    assert not relaxation.is_minimal(plain, needs)
    assert relaxation.minimal(plain, plain.facts, 1) is None


def test_work_and_limits_are_kept() -> None:
    plain = Relaxation(packed_of(one_pack("pile 3: AH")), Budget(), redeals=False, work=0)
    with pytest.raises(relaxation.GaveUp):
        plain.contradiction(plain.facts)
    position = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    found = explain(position, Budget(Limits(seconds=0)), LOST)
    assert found.kind == "exhausted"
    assert found.outcome == outcome_of(position, LOST)


@pytest.mark.parametrize(("checked", "by"), [("relaxation", "is_minimal"), ("explain", "is_smallest")])
def test_what_is_not_minimal_is_not_printed(checked: str, by: str, monkeypatch: pytest.MonkeyPatch) -> None:
    module = relaxation if checked == "relaxation" else sys.modules["solver.patiences.gallery.explain"]
    monkeypatch.setattr(module, by, lambda *_: False)
    position = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    if checked == "explain":
        position = next(found for _, found in deals("gallery.jsonl") if stuck.smallest_blocked(packed_of(found)))
    with pytest.raises(RuntimeError, match="minimal"):
        explain(position, Budget(), LOST)


# --- interrupts and limits while CP-SAT runs -------------------------------------------------------------------------


def whole_deal() -> tuple[dict[str, str], Position]:
    """A lost deal whose model with redeals keeps CP-SAT busy for long."""
    return next((record, position) for record, position in deals("gallery.jsonl") if record["name"] == "gallery-5")


def test_a_solve_that_is_running_can_be_interrupted() -> None:
    budget = Budget()
    full = Relaxation(packed_of(whole_deal()[1]), budget, redeals=True, work=1000)
    interruption = threading.Timer(0.2, budget.interrupt)
    interruption.start()
    started = time.monotonic()
    with pytest.raises(LimitReached) as stopped:
        full.contradiction(full.facts)
    assert stopped.value.limit is Limit.INTERRUPT
    assert time.monotonic() - started < AT_ONCE
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]


@pytest.mark.parametrize(
    ("limits", "limit"), [(Limits(seconds=0.2), Limit.SECONDS), (Limits(memory=1 << 20), Limit.MEMORY)]
)
def test_limits_are_looked_at_while_a_solve_is_running(limits: Limits, limit: Limit) -> None:
    full = Relaxation(packed_of(whole_deal()[1]), Budget(), redeals=True, work=1000)
    full._budget = Budget(limits)
    started = time.monotonic()
    with pytest.raises(LimitReached) as stopped:
        full.contradiction(full.facts)
    assert stopped.value.limit is limit
    assert time.monotonic() - started < AT_ONCE


def test_an_interrupted_explanation_says_so_and_no_more() -> None:
    position = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    budget = Budget()
    budget.interrupt()
    assert explain(position, budget, LOST) == interrupted(position, LOST)


def test_how_a_search_ended_is_told_without_searching_again() -> None:
    position = lost_only_by_standstills()
    found = engines.find(packed_of(position), Question(engine="auto"), Budget())
    told = explain(position, Budget(Limits(positions=0)), found)
    assert told.kind == "exhausted"
    assert any(line.startswith("The whole game was searched") for line in told.lines)


@pytest.mark.skipif(sys.platform == "win32", reason="sends SIGINT to a process")
def test_ctrl_c_ends_the_command_soon(tmp_path: Path) -> None:
    record, _ = whole_deal()
    deck = record["deck"].split()
    lines = [" ".join(deck[at : at + 13]) for at in range(0, len(deck), 13)]
    file = tmp_path / "deal.txt"
    file.write_text("game: gallery\ndeck: " + "\n      ".join(lines) + "\n")
    command = [sys.executable, "-c", RUN_AND_TELL, str(file)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        assert process.stderr.readline() == "CP-SAT runs\n"
        time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        started = time.monotonic()
        out, _ = process.communicate(timeout=LONG)
        seconds = time.monotonic() - started
    assert process.returncode == 1
    assert out.splitlines()[0] == "unsolvable: interrupted"
    assert len(out.splitlines()) == 1
    assert seconds < AT_ONCE


RUN_AND_TELL = """
import sys
import solver.__main__
from solver.patiences.gallery.explain.relaxation import Relaxation

run = Relaxation._run

def told(self):
    if self._order is not None:
        print("CP-SAT runs", file=sys.stderr, flush=True)
    return run(self)

Relaxation._run = told
sys.argv = ["patience-solver", "explain", sys.argv[1]]
solver.__main__.run()
"""
"""The command, which says when it begins to look for facts about redeals."""


def test_ortools_is_imported_only_when_facts_are_looked_for() -> None:
    code = "import sys, solver.patiences.gallery.explain; sys.exit('ortools' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False, cwd=ROOT).returncode == 0


# --- cards that stay stuck -------------------------------------------------------------------------------------------


def deals(file: str) -> Iterator[tuple[dict[str, str], Position]]:
    for line in (ROOT / "tests" / "data" / file).read_text().splitlines():
        record = json.loads(line)
        game = Rules(record.get("redeal", record.get("rules", {}).get("redeal")) == "anytime")
        yield record, rules.deal([card(word) for word in record["deck"].split()], game)


def test_deals_with_stuck_cards_are_lost() -> None:
    found = 0
    for record, position in deals("gallery.jsonl"):
        packed = packed_of(position)
        cards = stuck.smallest_blocked(packed)
        assert bool(cards) is bool(optimistically_left(packed))
        if not cards:
            continue
        found += 1
        assert record["verdict"] == "unsolvable"
        assert stuck.is_smallest(packed, cards)
        reasons = list(stuck.reasons(packed, cards))
        assert sorted(one for wait in reasons for one in wait.waiting) == sorted(cards)
        assert all(cards.issuperset(wait.awaited) for wait in reasons)
        explanation = explain(position, Budget(), LOST)
        assert explanation.kind == "stuck"
        assert len(explanation.facts) == len(reasons)
        assert all(is_true(fact, position) for fact in explanation.facts)
    assert found == 4


def test_blocked_cards_of_late_positions_are_among_what_optimistic_play_leaves() -> None:
    for packed in late_positions(2, 20, 6, range(60)):
        left = optimistically_left(packed)
        cards = stuck.smallest_blocked(packed)
        assert bool(cards) is bool(left)
        assert cards <= left
        if cards:
            assert stuck.is_smallest(packed, cards)
            assert not order_exists(list(stuck.reasons(packed, cards)))


def optimistically_left(packed: Packed) -> set[int]:
    """The cards that stay when cards are played as long as slots, places and covers allow, none ever used up."""
    left = set(range(len(packed.kinds)))
    while now := {one for one in left if _optimistic(packed, left, one)}:
        left -= now
    return left


def _optimistic(packed: Packed, left: set[int], one: int) -> bool:
    """Whether a card can be played when slots and places are never used up and only stacks cover cards."""
    for pile, cards in enumerate(packed.piles):
        if one in cards and packed.done >> pile & 1 and left & set(cards[cards.index(one) + 1 :]):
            return False
    kind = packed.kinds[one]
    rank = kind % 13 + 1
    if rank == 1:
        return True
    if rank <= 4:
        strangers = packed.rows[rank - 2]
        return packed.empty_places[rank - 2] > 0 or not strangers or any(card not in left for card in strangers)
    if packed.left[kind - 3] < packed.left[kind]:
        return True
    return any(k == kind - 3 and other not in left for other, k in enumerate(packed.kinds))


# --- how a search ended ----------------------------------------------------------------------------------------------


@cache
def lost_only_by_standstills() -> Position:
    """A position that could be won if the last pile might be redealt before play stalls."""
    late = (random_late_position(f"2 {seed}", 2, Rules(decks=1)) for seed in range(400))
    return next(
        position
        for position, lost in settled(lambda position: lost_at_any_time(packed_of(position)), late)
        if not lost and not winnable(packed_of(position), 20_000)
    )


def test_what_is_lost_only_by_standstills_is_said_so() -> None:
    position = lost_only_by_standstills()
    found = explain(position, Budget(), searched(position))
    assert found.kind == "exhausted"
    text = " ".join(found.lines)
    assert "could be won" in text
    assert "redeal: anytime" in text
    counts = [fact["count"] for fact in found.facts[1:]]
    search = standstills.Search(packed_of(position), Budget())
    search.run()
    assert counts == [count for count in search.standstills_after if count]
    by_model = explain(position, Budget(), LOST)
    assert any("no standstills to count" in line for line in by_model.lines)


def told(position: Position, engine: str, lost: Found | None = None) -> str:
    """What is said of a lost position when there is no time to look for facts and the best end, in one line."""
    lost = lost or engines.find(packed_of(position), Question(engine=engine), Budget())
    assert lost.verdict is Verdict.UNSOLVABLE
    found = explain(position, Budget(Limits(seconds=0, positions=0)), lost)
    assert found.kind == "exhausted"
    assert lost.rounds or found.facts[0]["engine"] == str(lost.method)
    note, *lines = found.lines
    assert note == NOT_FOUND
    return " ".join(lines)


def test_the_depth_first_search_tells_standstills() -> None:
    position = lost_only_by_standstills()
    found = engines.find(packed_of(position), Question(engine="dfs"), Budget())
    told_rounds = told(position, "dfs", found)
    assert told_rounds.startswith(
        f"The whole game was searched ({found.counts['positions']} positions): play was followed to every standstill "
        "that could matter."
    )
    assert found.rounds is not None
    for turns, count in enumerate(found.rounds):
        if count and turns > len(position.redealt):
            assert f"once pile {turns} has had its turn: {count} standstill" in told_rounds
    at_once = one_pack("pile 3: 5S 8S AH JS", top="[2S] [JH] [JD] [JC]")
    assert told(at_once, "dfs") == (
        "The whole game was searched: before any standstill it was plain that cards are stuck whatever is played."
    )


@pytest.mark.parametrize(
    ("free", "rounds"),
    [
        (False, ("before the first redeal", "once pile 1 has had its turn", "once pile 2 has had its turn")),
        (True, ("before the first redeal", "once 1 pile has had its turn", "once 2 piles have had their turn")),
    ],
)
def test_rounds_are_told_by_the_piles_that_have_had_their_turn(free: bool, rounds: tuple[str, ...]) -> None:
    packed = Packed(4, (), ((), (), ()), ((), (), (), ()), free_order=free)
    found = Found(Method.STANDSTILLS, Verdict.UNSOLVABLE, counts={"positions": 9}, rounds=(1, 2, 1, 0, 0))
    lines, facts = exhausted(packed, found)
    assert lines[0].startswith("The whole game was searched (9 positions)")
    counts = ("1 standstill", "2 standstills", "1 standstill")
    assert [line.strip() for line in lines[1:4]] == [f"{when}: {n}" for when, n in zip(rounds, counts, strict=True)]
    assert [(fact["turns"], fact["count"]) for fact in facts] == [(0, 1), (1, 2), (2, 1)]


@pytest.mark.parametrize("free", [False, True])
def test_the_limited_discrepancy_search_tells_ends_of_rounds_where_plays_may_be_left_undone(free: bool) -> None:
    levels = set()
    for position in lost_positions(3, Rules(anytime=True, free_order=free, decks=1), range(60)):
        found = engines.find(packed_of(position), Question(engine="dfs"), Budget())
        ends, level = found.counts["standstills"], found.counts["discrepancies"]
        text = told(position, "dfs", found)
        plural = "" if found.counts["positions"] == 1 else "s"
        assert text.startswith(
            f"The whole game was searched ({found.counts['positions']:,} position{plural}): no line wins, whatever "
            "plays are left undone at redeals."
        )
        assert "standstill" not in text
        assert (f"It looked at {ends} end{'' if ends == 1 else 's'} of rounds" in text) is (ends > 0)
        assert ("Lines that leave few plays undone came first" in text) is (level > 0)
        levels.add(level > 0)
        if len(levels) == 2:
            break
    assert levels == {False, True}


@pytest.mark.usefixtures("kept_cp_sat")
@pytest.mark.parametrize(("anytime", "free"), [(False, False), (True, True)])
def test_cp_sat_tells_that_it_counts_no_standstills(anytime: bool, free: bool) -> None:
    assert told(with_redeal(anytime=anytime, free=free), "cp-sat") == (
        "The proof is that of the whole game, by CP-SAT: no line wins. It refuted a model of the game as a whole, so "
        "there are no standstills to count."
    )


def test_an_outcome_that_is_not_lost_is_not_explained() -> None:
    position = one_pack("pile 1: AH")
    for found in (by_model((0,), {}), by_model(None, {}, limit=Limit.SECONDS)):
        assert explain(position, Budget(), found) == Explanation(outcome_of(position, found))


@pytest.mark.parametrize("position", [one_pack("pile 1: AH"), one_pack("pile 4: AH", next_=4)])
def test_a_wrong_outcome_is_no_explanation(position: Position) -> None:
    with pytest.raises(EnginesDisagree):
        explain(replace(position, rules=replace(position.rules, anytime=True)), Budget(), LOST)


# --- the documentation -----------------------------------------------------------------------------------------------


def documented() -> list[tuple[str, str, str]]:
    """Title, deal file and explanation of each position of the documentation."""
    text = (ROOT / "docs" / "explanations.md").read_text(encoding="utf-8")
    return re.findall(
        r"^## (.+?)$.*?^```text\n(game: .*?)^```\n.*?^```text\n(.*?)^```\n", text, re.MULTILINE | re.DOTALL
    )


@pytest.mark.parametrize(
    ("deal", "printed"),
    [
        pytest.param(deal, text, id=title, marks=pytest.mark.slow if title.startswith("A whole deal") else ())
        for title, deal, text in documented()
    ],
)
def test_the_documentation_is_true(deal: str, printed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # CP-SAT's own units bound the search for facts, so that a slow machine finds the same ones.
    monkeypatch.setattr("solver.patiences.gallery.explain.SECONDS", 600.0)
    monkeypatch.setattr("solver.patiences.gallery.explain.END_SECONDS", 600.0)
    position = read(deal)
    assert not position.faults()
    found = explain(position, Budget(), searched(position))
    assert ["unsolvable", *found.lines] == printed.splitlines()
    if found.kind != "exhausted":
        assert all(is_true(fact, position) for fact in found.facts)
    else:
        best = cast("dict[str, Any]", found.facts[0])
        end = read(best["position"])
        assert (
            engines.cards_left(end) == best["left"] == fewest_left(position, Budget()).bounds.high == best["at least"]
        )
        assert end.moves() == ()
        assert all(is_true(fact, end) for fact in best["facts"])


def test_the_documentation_has_every_kind() -> None:
    assert len(documented()) >= 10
    kinds: dict[str, Callable[[str], bool]] = {
        "cycle": lambda text: " → " in text,
        "facts without a cycle": lambda text: "contradict" in text and " → " not in text,
        "redeals": lambda text: text.startswith("unsolvable\nWhenever"),
        "stuck": lambda text: "would stay where they are" in text,
        "standstills": lambda text: "standstill" in text,
    }
    for kind, is_of in kinds.items():
        assert any(is_of(text) for _, _, text in documented()), kind
