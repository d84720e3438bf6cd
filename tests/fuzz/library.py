"""Deals, logs and options at random through the library: they are read, or refused with the project's own errors."""

from __future__ import annotations

import random

import solver
from solver.deal_files import read_deal
from solver.errors import InputError, OptionError, PatienceError
from solver.registry import patience
from tests.fuzz.material import ODD, known, spoilt
from tests.judges.dealing import GAMES


def run(number: int) -> None:
    """One case. Raises AssertionError, or whatever the library should not have raised."""
    rng = random.Random(f"library {number}")
    game = rng.choice(GAMES)
    case = known(game, rng.randrange(40))
    position = solver.read_deal(case.text)
    what = rng.choice(("deal", "log", "options"))
    if what == "deal":
        try:
            found = read_deal(spoilt(case.text, rng), "deal.txt").position
        except (InputError, OptionError) as error:
            assert_sentence(error)
            return
        assert found.faults() == ()
        assert solver.read_deal(str(found)) == found
    elif what == "log":
        try:
            moves = solver.read_log(spoilt(case.log or "nothing", rng), position)
        except (InputError, OptionError) as error:
            assert_sentence(error)
            return
        report = solver.verify(position, moves)
        assert report.played <= len(moves)
    else:
        names = [option.name for option in patience(game).options]
        chosen = {rng.choice((*names, *ODD)): rng.choice(("0", "3", "free", *ODD)) for _ in range(2)}
        try:
            assert solver.random_deal(game, 1, **chosen).faults() == ()
        except OptionError as error:
            assert_sentence(error)


def assert_sentence(error: PatienceError) -> None:
    """A message is there; the commands make it short and printable."""
    assert str(error).strip()
