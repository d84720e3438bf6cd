"""Decks as PySolFC numbers them.

The references are boards of other games that are dealt from the same packs in a known way:
- FreeCell deals a pack over eight columns in turn. Deal 1 is the one of Microsoft's game; deals 24 and 300000000000 are
  printed in the tests of pysol-cards, made there by PySolFC's own generator of boards.
- Binary Star takes two of the aces of spades and kings of hearts out of two packs and deals the rest over 17 columns in
  turn. Deal 240000 is printed there too.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
from collections import Counter

import pytest

from solver.cards import packs
from solver.errors import Unsupported
from solver.letters import card
from solver.patiences.marriage import PATIENCE
from solver.patiences.marriage.rules import royal_deck
from solver.pysol import LAST, pysol_deck
from tests.conftest import Run

FREECELL = {
    1: """
        JD KD 2S 4C 3S 6D 6S
        2D KC KS 5C TD 8S 9C
        9H 9S 9D TS 4S 8D 2H
        JC 5S QD QH TH QS 6H
        5D AD JS 4H 8H 6C
        7H QC AS AC 2C 3D
        7C KH AH 4D JH 8C
        5H 3H 3C 7S 7D TC
    """,
    24: """
        4C 2C 9C 8C QS 4S 2H
        5H QH 3C AC 3H 4H QD
        QC 9S 6H 9H 3S KS 3D
        5D 2S JC 5C JH 6D AS
        2D KD TH TC TD 8D
        7H JS KH TS KC 7C
        AH 5S 6S AD 8H JD
        7S 6C 7D 4D 8S 9D
    """,
    300000000000: """
        4S KD 6H 2D QC 4D AH
        QS 7S 5C AS KC 6S 8H
        TH JC 9S 2C 3D 4H 7D
        5S 4C 8D 7C JD 8C JS
        QH TS AC KS TC 5H
        6C 9D 9H 2H JH 3C
        9C 2S 8S 3H 6D QD
        KH 3S TD 5D 7H AD
    """,
}

BINARY_STAR_240000 = """
    5H 6H 5D QD 4H 4C
    2S KS 5S 9D 4H 6C
    KC QH 5D TS QD TH
    JH QS QC 6H 7H 7H
    7D 9D 2S JS TH AH
    AD KD 2C 7S 6D JD
    AH 8H 7C 3H 3S 8H
    TD AC 4S 4S JC 7C
    8S KS 9C 3C QC 9S
    KC 7D TC JD AS 9C
    2H 7S 6D 4D 9H 8C
    QS 5H 5C 3D 6C TD
    4C 5C TS 5S JS 3H
    9S AC QH 2H 4D 3S
    KD 8C 6S 6S 3D 3C
    2D 8S JH 8D TC 9H
    8D 2C AS JC AD 2D
"""


def dealt_in_turn(board: str) -> list[str]:
    """The cards of columns in the order in which they were dealt, one to each column in turn."""
    columns = [line.split() for line in board.strip().splitlines()]
    return [column[depth] for depth in range(len(columns[0])) for column in columns if depth < len(column)]


@pytest.mark.parametrize("number", FREECELL)
def test_one_pack_is_that_of_freecell(number: int) -> None:
    assert [str(found) for found in pysol_deck(number)] == dealt_in_turn(FREECELL[number])


def test_two_packs_are_those_of_binary_star() -> None:
    deck = [str(found) for found in pysol_deck(240000, 2)]
    assert Counter(deck) == Counter(str(found) for found in packs(2))
    # Two of the four cards AS AS KH KH are taken out first, so the order of the others is compared.
    board = dealt_in_turn(BINARY_STAR_240000)
    assert [found for found in deck if found not in ("AS", "KH")] == [
        found for found in board if found not in ("AS", "KH")
    ]


def test_large_numbers_seed_the_mersenne_twister() -> None:
    """The shuffle written out again: exchange each card, from the last, with one of those up to it."""
    for number in (32000, 32001, 123456, LAST):
        cards = [f"{rank}{suit}" for suit in "CSHD" for rank in "A23456789TJQK"]
        twister = random.Random(number)
        for last in range(51, 0, -1):
            other = int(twister.random() * (last + 1))
            cards[last], cards[other] = cards[other], cards[last]
        assert [str(found) for found in pysol_deck(number)] == cards[::-1]


@pytest.mark.parametrize("number", [0, -1, LAST + 1])
def test_numbers_that_pysolfc_does_not_have(number: int) -> None:
    with pytest.raises(Unsupported, match=f"PySolFC has no deal {number}"):
        pysol_deck(number)


def test_queen_and_king_of_hearts_are_put_first_and_last() -> None:
    deck = pysol_deck(1)
    royal = royal_deck(deck)
    assert (royal[0], royal[-1]) == (card("QH"), card("KH"))
    assert [found for found in deck if str(found) not in ("QH", "KH")] == list(royal[1:-1])


@pytest.mark.parametrize(
    ("number", "words"),
    [
        # FreeCell's deals above, read in turn, without the two.
        (1, "QH JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC 3H"),
        (24, "QH 4C 5H QC 5D 2D 7H AH 7S 2C 9S 2S KD JS 5S 6C"),
        (300000000000, "QH 4S QS TH 5S 6C 9C KD 7S JC 4C TS 9D 2S 3S 6H"),
    ],
)
def test_numbered_deals_of_royal_marriage(number: int, words: str) -> None:
    deal = PATIENCE.pysol_deal(number, {"pairs": "off"})
    cards = deal.deck.cards
    assert " ".join(map(str, cards[:16])) == words
    assert (len(cards), str(cards[-1])) == (52, "KH")
    assert PATIENCE.start(deal).faults() == ()


def test_a_numbered_deal_goes_from_generate_to_solve(run: Run) -> None:
    dealt = run("generate", "marriage", "--pysol", 24, "--rule", "pairs=off")
    assert dealt.exit_code == 0
    solved = run("solve", "-", stdin=dealt.stdout)
    assert solved.exit_code == 0
    assert "pair" not in [line.split()[0] for line in solved.stdout.splitlines() if line]
    assert "deal KH" in solved.stdout


def test_without_the_library_the_error_says_what_to_install() -> None:
    """In another process, in which pysol-cards cannot be imported."""
    script = """
import sys
sys.modules["pysol_cards"] = None
from solver.errors import Unsupported
from solver.pysol import pysol_deck
try:
    pysol_deck(1)
except Unsupported as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert 'python -m pip install "patience-solver[pysol]"' in done.stdout


def test_the_library_is_not_imported_before_it_is_needed() -> None:
    script = "import sys, solver.patiences.marriage; print('pysol_cards' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_microsofts_numbers_are_those_of_its_own_shuffle_beyond_the_classic_ones_too() -> None:
    from solver.pysol import microsoft_deck

    for number in (1, 617, 31999):
        assert microsoft_deck(number) == pysol_deck(number)
    assert microsoft_deck(32001) != pysol_deck(32001)
    cards = [microsoft_deck(number) for number in (32001, 2**31, 2**32 + 5, 2**33 - 1)]
    assert all(sorted(deck) == sorted(pysol_deck(1)) for deck in cards)
    for number in (0, 2**33):
        with pytest.raises(Unsupported, match="the numbers go from ms1"):
            microsoft_deck(number)


def test_deals_with_microsofts_numbers_say_so(run: Run) -> None:
    result = run("generate", "marriage", "--pysol", "ms40000", "--json", "--jobs", 1)
    [dealt] = map(json.loads, result.stdout.splitlines())
    assert (dealt["name"], dealt["pysol"], dealt["seed"]) == ("marriage-pairs-off-pysol-ms40000", "ms40000", None)
    plain = json.loads(run("generate", "marriage", "--pysol", 40000, "--json", "--jobs", 1).stdout)
    assert plain["deck"] != dealt["deck"]
    assert run("generate", "gallery", "--pysol", "ms5").exit_code == 2
    assert "such as 12345 or ms12345" in run("generate", "marriage", "--pysol", "xp5").stderr
