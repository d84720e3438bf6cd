"""Deals for a new game: dealt by seed or number, typed in, or one of several in a collection."""

from __future__ import annotations

import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import Any

from solver import native
from solver.careful import Level
from solver.careful_positions import careful_play, levels_under
from solver.collection import Entry, read_collection
from solver.deal_files import DealFile
from solver.errors import Fault, InputError, PatienceError
from solver.letters import in_letters
from solver.limits import Budget, Limits
from solver.options import read_options
from solver.outcome import Verdict
from solver.patience import Deal
from solver.rating import rate
from solver.registry import patience
from solver.seeing import Seen
from solver.solving import solve
from solver.unknown_cards import seen_text
from solver.words import quoted

MOST_SEED = 10**9
"""Seeds that nobody has chosen are below this: short enough to be written down."""

MOST_ENTRIES = 1_000
"""More deals of a collection are not offered to be chosen from."""

FEW_GAMES = 1_000
"""Games by which a deal is rated in plain Python, which takes too long for all of them."""


@dataclass(frozen=True)
class Wish:
    """A deal that is wanted.

    options: rule options, left out for the defaults (PySolFC's with its numbers); seed: or number, None for any;
    numbered: as PySolFC numbers deals; microsoft: with `ms` before the number; verdict, level: if one is wanted.
    """

    game: str
    options: Mapping[str, str] = field(default_factory=dict)
    seed: int | None = None
    numbered: bool = False
    microsoft: bool = False
    verdict: Verdict | None = None
    level: Level | None = None


def any_seed() -> int:
    """A seed that nobody has chosen."""
    return random.randrange(MOST_SEED)


def options_of(wish: Wish) -> dict[str, str]:
    """Every rule option of a wished deal. Raises OptionError, UnknownGame, Unsupported."""
    found = patience(wish.game)
    return read_options(found.options, {**(found.pysol.options if wish.numbered else {}), **wish.options})


def dealt(wish: Wish, seed: int) -> tuple[str, str]:
    """A stem for the game's name and the deal file of a seed or number. Raises what `options_of` raises."""
    found, options = patience(wish.game), options_of(wish)
    if wish.numbered:
        deal: Deal = found.pysol_deal(seed, options, microsoft=wish.microsoft)
    else:
        deal = found.random_deal(seed, options)
    number = f"{'ms' if wish.microsoft else ''}{seed}"
    kind = "pysol" if wish.numbered else "seed"
    return f"{wish.game}-{kind}-{number}", f"# {found.title}, {kind} {number}\n{deal}"


def read_number(word: str) -> tuple[int, bool]:
    """The number of a deal, and whether it is one of Microsoft's (`ms12345`). Raises InputError."""
    match = re.fullmatch("(ms)?([0-9]{1,21})", word.strip().lower())
    if match is None:
        raise InputError(f"{quoted(word)} is no number of a deal; expected one such as 12345")
    return int(match[2]), match[1] is not None


def is_as_wished(wish: Wish, position: Any, budget: Budget) -> bool:
    """Whether a deal has the verdict and the level that are wished for; False where a limit leaves that open."""
    outcome = solve(position, budget=budget.part(Limits(seconds=5)))
    if wish.verdict is not None and outcome.verdict is not wish.verdict:
        return False
    if wish.level is None:
        return True
    if outcome.verdict is Verdict.UNDECIDED:
        return False
    games = careful_play(patience(wish.game)).games if native.USED else FEW_GAMES
    rating = rate(position, games=games, facts=False, outcome=outcome, budget=budget.part(Limits()))
    is_whole = rating.share is None or rating.share.total == games
    return is_whole and rating.level is wish.level


def check_level(wish: Wish) -> None:
    """Raise Unsupported where no levels have been measured for what is wished."""
    if wish.level is not None:
        levels_under(patience(wish.game), options_of(wish))


# --- typed in --------------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Preview:
    """What is to be said of a text with deals: the names of several, and all the rest of one of them.

    entry: which one that is; faults: what is wrong with it; warnings: why no game leads to it, and what is assumed;
    unknown: how many cards are.
    """

    names: tuple[str, ...] = ()
    entry: str = ""
    faults: tuple[Fault, ...] = ()
    warnings: tuple[str, ...] = ()
    unknown: int = 0


def look_at(text: str, wanted: str = "") -> Preview:
    """What is to be said of a text that is being typed in: of the deal that is wanted by its name, or of the first."""
    found: list[Entry] = []
    try:
        found += islice(read_collection(text), MOST_ENTRIES)
    except InputError as error:
        return Preview(faults=error.faults)
    names = tuple(entry.name for entry in found) if len(found) > 1 else ()
    entry = found[names.index(wanted) if wanted in names else 0]
    try:
        deal = entry.read(unknown=True)
    except InputError as error:
        return Preview(names, entry.name, error.faults)
    except PatienceError as error:
        return Preview(names, entry.name, (Fault(str(error), None),))
    unknown = len(deal.position.cards) if isinstance(deal.position, Seen) else 0
    return Preview(names, entry.name, (), warnings_of(deal), unknown)


def warnings_of(deal: DealFile) -> tuple[str, ...]:
    """Why no game can lead to a deal, and what is assumed of it, a sentence each in its letters."""
    assumed = (
        f"{assumption} is assumed, which the deal does not say" + (f": {assumption.about}" if assumption.about else "")
        for assumption in deal.assumed
    )
    return tuple(in_letters(said, deal.letters) for said in (*deal.warnings, *assumed))


def chosen(text: str, wanted: str = "") -> str:
    """The file of the deal of a text that is wanted by its name. Raises InputError, OptionError."""
    found = list(islice(read_collection(text), MOST_ENTRIES))
    entry = _named(found, wanted)
    return text if len(found) == 1 and not is_json(text) else file_of(entry.read(unknown=True))


def is_json(text: str) -> bool:
    """Whether a text holds deals as JSON objects."""
    return text.lstrip("\ufeff \t\r\n").startswith("{")


def file_of(deal: DealFile) -> str:
    """A deal as a file of its own."""
    seen = deal.position
    return deal.text(seen_text(seen) if isinstance(seen, Seen) else str(seen))


def _named(found: Sequence[Entry], wanted: str) -> Entry:
    if len(found) == 1:
        return found[0]
    for entry in found:
        if entry.name == wanted:
            return entry
    raise InputError(f"several deals are in it; choose one, such as {quoted(found[0].name)}")
