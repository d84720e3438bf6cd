"""The desk at which one game is played, by any number of pages: changes one after the other, searches beside them."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from solver.deal_files import read_deal
from solver.errors import PatienceError, Unsupported
from solver.limits import Budget, LimitReached, Limits
from solver.outcome import Verdict
from solver.playing.advising import FairOdds, GameReview, Standing, Standings, advised, decide, weighed, where_lost
from solver.playing.dealing import Wish, any_seed, check_level, dealt, is_as_wished, options_of
from solver.playing.folder import ChangedElsewhere, Folder, FolderError, Saved
from solver.playing.game import Button, Game, Hand
from solver.playing.kept_game import read_game
from solver.playing.searches import Searches

LIGHT, JOB = "light", "job"
LIMITS = Limits(seconds=30, memory=1500 * 2**20)
"""What a search for one question may spend."""

HINT, FAIR, FINISH, LOST, DEAL = "hint", "fair", "finish", "lost", "deal"
"""What can be asked for: the next move by one who knows every card, or by one who does not peek; the rest of a game
that is won; where the game was lost; a deal.
"""

NOT_KNOWN = "cards are unknown, so this cannot be found out; a hint without peeking says how likely a win is"
"""Why a question is not answered that only one who knows every card could answer."""

NOTHING_HIDDEN = "nothing is ever hidden in this patience"
"""Why a question is not answered that is one of odds."""

_TRIED = 2_000


class Stale(PatienceError):
    """A request about a table that has changed since."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The answer to what was asked.

    kind: what that was; ready: whether the search has ended; known, lost, weighed: what it found; problem: a sentence
    when it failed.
    """

    kind: str
    ready: bool = False
    known: Standing | None = None
    lost: GameReview | None = None
    weighed: FairOdds | None = None
    problem: str = ""


class Desk:
    """A game folder with one game on the table.

    Every method may be called from any thread. `revision` grows with whatever a page shows. What changes the game takes
    the version that the page shows and raises Stale when the table has changed since.
    """

    def __init__(self, folder: Folder, game: Game) -> None:
        self.folder = folder
        self.game = game
        self.light = False
        self.advice: Advice | None = None
        self.revision = 1
        self.lock = threading.RLock()
        self._standings = Standings()
        self._weighed: dict[Any, FairOdds] = {}  # what the light says of what is seen
        self._remarked: tuple[tuple[str, ...], Mapping[int, str]] = ((), {})
        self._searches = Searches(LIMITS, (LIGHT, JOB))

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
                if game.is_known and folder.read(saved.name)[0] != deal:
                    continue
                found = _opened(folder, saved.name)
                if found.is_of(game.deal.position):
                    folder.touch(saved.name)
                    return cls(folder, found)
            except PatienceError:
                continue  # somebody wrote in it
        return cls(folder, _added(folder, game, stem, deal))

    # --- the game ---------------------------------------------------------------------------------------------

    def play(self, version: int, line: str, cards: Sequence[str] = ()) -> None:
        """Make a move, with the unknown cards that it brings to light.

        Raises InputError, IllegalMove, Uncovers, Stale, FolderError.
        """
        self._change(version, lambda game: game.play(line, cards))

    def go(self, version: int, number: int) -> None:
        """Undo or redo up to the position after so many moves. Raises Stale, FolderError."""
        self._change(version, lambda game: game.go(number))

    def _change(self, version: int, change: Callable[[Game], object]) -> None:
        with self._current(version) as game:
            changed = game.copy()  # what is not kept has not happened
            change(changed)
            try:
                self.folder.keep(changed.name, changed.text, changed.log())
            except ChangedElsewhere:
                self._read_again()
                raise
            self.game = changed
            self._changed()

    def _read_again(self) -> None:
        """Put the game on the table as another program left it. Raises FolderError."""
        try:
            game = _opened(self.folder, self.game.name)
        except PatienceError as error:
            raise FolderError(f"another program wrote in this game, which cannot be read any more: {error}") from None
        self._replace(game)

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
        """Put another game of the folder on the table. Raises NoSuchGame, FolderError, InputError."""
        with self.lock:
            game = _opened(self.folder, name)
            self.folder.touch(name)
            self._replace(game)

    def start(self, stem: str, deal: str, log: str = "") -> None:
        """Put a new game on the table. Raises InputError, OptionError, Unsupported, FolderError."""
        with self.lock:
            game = read_game(stem, deal, log)
            self._replace(_added(self.folder, game, stem, deal))

    def deal(self, wish: Wish) -> None:
        """Put a new deal on the table; one of a verdict or level is looked for first.

        Raises OptionError, Unsupported.
        """
        options_of(wish)
        check_level(wish)
        wish = replace(wish, seed=any_seed() if wish.seed is None else wish.seed)
        if wish.verdict is None and wish.level is None:
            self.start(*dealt(wish, wish.seed or 0))
            return

        def search(budget: Budget) -> tuple[str, str] | None:
            first = wish.seed or 0
            for seed in range(first, first + _TRIED):
                stem, text = dealt(wish, seed)
                if is_as_wished(wish, read_deal(text).position, budget):
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
        self._standings = Standings()
        self._weighed = {}
        self._remarked = ((), {})
        self._changed()

    # --- searches -----------------------------------------------------------------------------------------------

    @property
    def standing(self) -> Standing | None:
        """Whether the game can still be won, where that is known."""
        return self._standings.of(self.game.position) if self.game.is_known else None

    @property
    def likely(self) -> FairOdds | None:
        """How likely it is that the game can still be won, where cards are unknown and that has been found out."""
        return None if self.game.is_known else self._weighed.get(self.game.position)

    @property
    def fair(self) -> str:
        """Why no hint can be given without peeking; empty when it can."""
        return NOTHING_HIDDEN if self.game.seen_first is None else ""

    def remark(self, number: int) -> str:
        """What the last review says of a move, by its number (from 1); empty when it says nothing."""
        moves, remarks = self._remarked
        return remarks.get(number, "") if self.game.lines(number) == moves[:number] else ""

    @property
    def searching(self) -> bool:
        """Whether something is still to be found out, for the light or because it was asked for."""
        asked = self.advice is not None and not self.advice.ready
        return asked or (self.light and self.standing is None and self.likely is None)

    def set_light(self, on: bool) -> None:
        """Switch the light on or off that says whether the game can still be won."""
        with self.lock:
            self.light = on
            self._follow()

    def ask(self, version: int, kind: str) -> None:
        """Ask for a hint of either kind, for the rest of the game or for where it was lost.

        A hint without peeking is for a table with unknown cards, too; all else needs every card. Raises Stale,
        Unsupported.
        """
        with self._current(version) as game:
            position, seen, standings = game.position, game.seen(), self._standings
            first, moves = game.positions()[0], [turn.move for turn in game.turns]
            if kind == FAIR and seen is None:
                raise Unsupported(self.fair)
            if kind != FAIR and not game.is_known:
                raise Unsupported(NOT_KNOWN)

            def decided(position: Any, budget: Budget) -> Standing:
                known = standings.of(position)
                if known is None or known.verdict is Verdict.UNDECIDED:
                    known = decide(position, budget)
                    standings.learn(position, known)
                return known

            def search(budget: Budget) -> Standing | GameReview | FairOdds:
                if kind == LOST:
                    return where_lost(first, moves, budget)
                if kind == FAIR and seen is not None and seen.hidden:
                    return weighed(seen, budget)
                if kind in (HINT, FAIR) and not position.is_won:
                    known = advised(position, budget)
                    standings.learn(position, known)
                    return known
                return decided(position, budget)

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
            asked = self.advice = Advice(kind)

            def done(found: Any) -> None:
                with self.lock:
                    if self.advice is asked:  # nothing else was asked meanwhile, nor the table changed
                        self._answered(kind, found)

            self.revision += 1
            self._searches.start(JOB, search, done)

    def _answered(self, kind: str, found: Any) -> None:
        match found:
            case Standing():
                self.advice = Advice(kind, ready=True, known=found)
            case GameReview():
                self._remarked = (self.game.lines(len(self.game.turns)), found.remarks)
                self.advice = Advice(kind, ready=True, lost=found)
            case FairOdds():
                self.advice = Advice(kind, ready=True, weighed=found)
            case (str() as stem, str() as text):
                try:
                    self.start(stem, text)
                except PatienceError as error:
                    self.advice = Advice(kind, ready=True, problem=str(error))
            case None:
                self.advice = Advice(kind, ready=True, problem="no such deal was found")
            case LimitReached():
                self.advice = Advice(kind, ready=True, problem=f"the search ended without an answer: {found}")
            case _:
                problem = str(found) if isinstance(found, PatienceError) else "the search has failed"
                self.advice = Advice(kind, ready=True, problem=problem)
        self.revision += 1

    def _changed(self) -> None:
        self._searches.stop(JOB)
        self.advice = None
        self._standings.follow(self.game)
        self._follow()

    def _follow(self) -> None:
        """Let the light follow the game."""
        self.revision += 1
        self._searches.stop(LIGHT)
        if not self.light or self.standing is not None or self.likely is not None:
            return
        position, standings, likely = self.game.position, self._standings, self._weighed
        seen = None if self.game.is_known else self.game.seen()

        def done(found: Any) -> None:
            with self.lock:
                if isinstance(found, FairOdds):
                    likely[position] = found
                else:
                    standings.learn(position, found if isinstance(found, Standing) else Standing(Verdict.UNDECIDED))
                self.revision += 1

        def search(budget: Budget) -> Standing | FairOdds:
            return decide(position, budget) if seen is None else weighed(seen, budget, played=False)

        self._searches.start(LIGHT, search, done)


def _opened(folder: Folder, name: str) -> Game:
    deal, log = folder.read(name)
    game = read_game(name, deal, log)
    folder.follow(name, deal, log)
    return game


def _added(folder: Folder, game: Game, stem: str, deal: str) -> Game:
    game.name = folder.new_name(stem)
    folder.add(game.name, deal, game.log())
    return game
