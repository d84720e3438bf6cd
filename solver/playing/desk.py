"""The desk at which one game is played, by any number of pages: changes one after the other, searches beside them."""

from __future__ import annotations

import random
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from solver.errors import Fault, InputError, PatienceError
from solver.files import read_deal
from solver.limits import Budget, Limits
from solver.options import read_options
from solver.outcome import Verdict
from solver.patience import Deal
from solver.playing.advising import Knowledge, Known, Lost, advised, decide, losing_move
from solver.playing.folder import ChangedElsewhere, Folder, Saved
from solver.playing.game import Button, Game, Hand, read_game
from solver.playing.searches import Searches
from solver.registry import patience
from solver.solving import solve

LIGHT, JOB = "light", "job"
LIMITS = Limits(seconds=30, memory=1500 * 2**20)
HINT, FINISH, LOST, DEAL = "hint", "finish", "lost", "deal"
"""What can be asked for: the next move of a winning line, the whole of it, where the game was lost, a deal."""

_TRIED = 2_000
_SEEDS = 10**9


class Stale(PatienceError):
    """A request about a table that has changed since."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to what was asked.

    kind: what that was; ready: whether the search has ended; known, line, lost: what it found; problem: a sentence when
    it failed.
    """

    kind: str
    ready: bool = False
    known: Known | None = None
    lost: Lost | None = None
    problem: str = ""


@dataclass(frozen=True)
class Wish:
    """A deal that is wanted: of a seed or number (None: any), PySolFC's or not, with a verdict if one is named."""

    game: str
    options: Mapping[str, str]
    seed: int | None = None
    numbered: bool = False
    verdict: Verdict | None = None


class Desk:
    """A game folder with one game on the table.

    Every method may be called from any thread. `revision` grows with whatever a page shows. What changes the game takes
    the version that the page shows and raises Stale when the table has changed since.
    """

    def __init__(self, folder: Folder, game: Game, limits: Limits = LIMITS) -> None:
        self.folder = folder
        self.game = game
        self.light = False
        self.advice: Advice | None = None
        self.revision = 1
        self.lock = threading.RLock()
        self._knowledge = Knowledge()
        self._searches = Searches(limits, (LIGHT, JOB))

    @classmethod
    def open_last(cls, folder: Folder) -> Desk | None:
        """A desk with the game that was played last and can be read; None when there is none."""
        for saved in folder.saved():
            try:
                return cls(folder, _opened(folder, saved.name))
            except PatienceError:
                continue  # somebody wrote in it
        return None

    @classmethod
    def with_deal(cls, folder: Folder, stem: str, deal: str, overrides: Mapping[str, str] | None = None) -> Desk:
        """A desk with a deal: the game of it that is in the folder, else a new one. Raises InputError, OptionError."""
        game = read_game(stem, deal, overrides=dict(overrides or {}))
        for saved in folder.saved():
            try:
                if folder.read(saved.name)[0] != deal:
                    continue
                found = _opened(folder, saved.name)
                if found.deal.position == game.deal.position:
                    folder.touch(saved.name)
                    return cls(folder, found)
            except PatienceError:
                continue  # somebody wrote in it
        return cls(folder, _added(folder, game, stem, deal))

    # --- the game ---------------------------------------------------------------------------------------------

    def play(self, version: int, line: str) -> None:
        """Make a move. Raises InputError, IllegalMove, Stale, FolderError."""
        self._change(version, lambda game: game.play(line))

    def go(self, version: int, number: int) -> None:
        """Undo or redo up to the position after so many moves. Raises Stale, FolderError."""
        self._change(version, lambda game: game.go(number))

    def _change(self, version: int, change: Callable[[Game], object]) -> None:
        with self._current(version) as game:
            number = len(game.turns)
            change(game)
            try:
                self.folder.keep(game.name, game.log())
            except ChangedElsewhere:
                again = _opened(self.folder, game.name)
                again.version = game.version + 1
                self._lay(again)
                raise
            except PatienceError:
                game.go(number)  # what is not kept has not happened
                raise
            self._changed()

    def buttons(self, version: int, chosen: Sequence[Hand]) -> tuple[Button, ...]:
        """What the buttons do for the cards that are chosen. Raises InputError, Stale."""
        with self._current(version) as game:
            return game.buttons(chosen)

    def carried(self, version: int, hand: Hand, target: str) -> tuple[str, str]:
        """What carrying a card to a slot means, and why not. Raises InputError, Stale."""
        with self._current(version) as game:
            return game.carried(hand, target)

    @contextmanager
    def _current(self, version: int) -> Iterator[Game]:
        with self.lock:
            if version != self.game.version:
                raise Stale("the table has changed meanwhile; here it is as it lies now")
            yield self.game

    # --- other games --------------------------------------------------------------------------------------------

    def saved(self) -> list[Saved]:
        """The games of the folder."""
        with self.lock:
            return self.folder.saved()

    def open(self, name: str) -> None:
        """Put another game of the folder on the table. Raises FolderError, InputError."""
        with self.lock:
            game = _opened(self.folder, name)
            self.folder.touch(name)
            self._replace(game)

    def start(self, stem: str, deal: str, log: str = "", overrides: Mapping[str, str] | None = None) -> None:
        """Put a new game on the table. Raises InputError, OptionError, Unsupported, FolderError."""
        with self.lock:
            game = read_game(stem, deal, log, dict(overrides or {}))
            self._replace(_added(self.folder, game, stem, deal))

    def deal(self, wish: Wish) -> None:
        """Put a new deal on the table; one with a verdict is looked for first. Raises OptionError, Unsupported."""
        found = patience(wish.game)
        options = read_options(found.options, wish.options)
        wish = replace(wish, options=options, seed=any_seed() if wish.seed is None else wish.seed)
        if wish.verdict is None:
            self.start(*dealt(wish, wish.seed or 0))
            return

        def search(budget: Budget) -> tuple[str, str] | None:
            first = wish.seed or 0
            for seed in range(first, first + _TRIED):
                stem, text = dealt(wish, seed)
                outcome = solve(read_deal(text).position, budget=budget.part(Limits(seconds=5)))
                if outcome.verdict is wish.verdict:
                    return stem, text
                budget.check()
            return None

        self._begin(DEAL, search)

    def _replace(self, game: Game) -> None:
        game.version = self.game.version + 1
        self._lay(game)

    def _lay(self, game: Game) -> None:
        self.game = game
        self.light = False
        self._knowledge = Knowledge()
        self._changed()

    # --- searches -----------------------------------------------------------------------------------------------

    @property
    def standing(self) -> Known | None:
        """Whether the game can still be won, where that is known."""
        return self._knowledge.of(self.game.position)

    @property
    def searching(self) -> bool:
        """Whether a search is under way."""
        return self._searches.is_running(LIGHT) or self._searches.is_running(JOB)

    def set_light(self, on: bool) -> None:
        """Switch the light on or off that says whether the game can still be won."""
        with self.lock:
            self.light = on
            self._follow()

    def ask(self, version: int, kind: str) -> None:
        """Ask for a hint, for the rest of the game or for where it was lost. Raises Stale."""
        with self._current(version) as game:
            positions, knowledge = game.positions(), self._knowledge

            def decided(position: Any, budget: Budget) -> Known:
                known = knowledge.of(position)
                if known is None or known.verdict is Verdict.UNDECIDED:
                    known = decide(position, budget)
                    knowledge.learn(position, known)
                return known

            def search(budget: Budget) -> Known | Lost:
                if kind == LOST:
                    return losing_move(positions, lambda position: decided(position, budget).verdict)
                if kind == HINT and not positions[-1].is_won:
                    known = advised(positions[-1], budget)
                    knowledge.learn(positions[-1], known)
                    return known
                return decided(positions[-1], budget)

            self._begin(kind, search)

    def stop(self) -> None:
        """Stop what was asked for."""
        with self.lock:
            self._searches.stop(JOB)
            self.advice = None
            self.revision += 1

    def close(self) -> None:
        """Stop all searches."""
        self._searches.stop(LIGHT)
        self._searches.stop(JOB)

    def _begin(self, kind: str, search: Callable[[Budget], Any]) -> None:
        with self.lock:
            version = self.game.version

            def done(found: Any) -> None:
                with self.lock:
                    if version == self.game.version:
                        self._answered(kind, found)

            self.advice = Advice(kind)
            self.revision += 1
            self._searches.start(JOB, search, done)

    def _answered(self, kind: str, found: Any) -> None:
        match found:
            case Known():
                self.advice = Advice(kind, ready=True, known=found)
            case Lost():
                self.advice = Advice(kind, ready=True, lost=found)
            case (str() as stem, str() as text):
                self.start(stem, text)
            case None:
                self.advice = Advice(kind, ready=True, problem="no such deal was found")
            case _:
                problem = str(found) if isinstance(found, PatienceError) else "the search has failed"
                self.advice = Advice(kind, ready=True, problem=problem)
        self.revision += 1

    def _changed(self) -> None:
        self._searches.stop(JOB)
        self.advice = None
        self._knowledge.follow(self.game)
        self._follow()

    def _follow(self) -> None:
        """Let the light follow the game."""
        self.revision += 1
        self._searches.stop(LIGHT)
        if not self.light or self.standing is not None:
            return
        position, knowledge = self.game.position, self._knowledge

        def done(found: Any) -> None:
            with self.lock:
                if not isinstance(found, Known):
                    found = Known(Verdict.UNDECIDED)
                knowledge.learn(position, found)
                self.revision += 1

        self._searches.start(LIGHT, lambda budget: decide(position, budget), done)


def _opened(folder: Folder, name: str) -> Game:
    deal, log = folder.open(name)
    return read_game(name, deal, log)


def _added(folder: Folder, game: Game, stem: str, deal: str) -> Game:
    game.name = folder.new_name(stem)
    folder.add(game.name, deal, game.log())
    return game


def any_seed() -> int:
    """A seed that nobody has chosen."""
    return random.randrange(_SEEDS)


def dealt(wish: Wish, seed: int) -> tuple[str, str]:
    """A stem for the game's name and the deal file of a seed or number."""
    found = patience(wish.game)
    deal: Deal = found.pysol_deal(seed, wish.options) if wish.numbered else found.random_deal(seed, wish.options)
    kind = "pysol" if wish.numbered else "seed"
    return f"{wish.game}-{kind}-{seed}", f"# {found.title}, {kind} {seed}\n{deal}"


def faults(text: str) -> tuple[Fault, ...]:
    """What is wrong with a deal that is being typed in; nothing when it can be played."""
    try:
        read_deal(text)
    except InputError as error:
        return error.faults
    except PatienceError as error:
        return (Fault(str(error), None),)
    return ()
