"""How hard a deal is to a player: how often careful play by chance wins it, and facts of its best games.

The share comes from many games (`solver.careful`), each of which depends on the seed and its number alone. So the same
seed gives the same rating on every machine, natively or not, with any number of processes, as long as no limit on time
is reached. The facts are exact, or bounds: the fewest redeals or reshuffles, the fewest decisions that win, and how
many of the first choices lose.

Where a patience is won in the end by whoever plays on, as the cross without a limit on reshuffles, a game counts as won
when it needs no more of them than the best one.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from hashlib import blake2b
from typing import Any

from solver.bounds import Bounds
from solver.careful import MOST_MOVES, AnyCarefulPlay, Games, Level
from solver.careful_positions import careful_play
from solver.deciding_many import spread
from solver.errors import EngineFault, OptionError, Unsupported, expect
from solver.hinting import distinct
from solver.knowledge import Knowledge
from solver.limits import Budget, Limit, LimitReached, Limits, one_budget
from solver.outcome import Outcome, Verdict
from solver.patience import LAST_SEED, AnyPatience, Position
from solver.registry import patience, patience_of
from solver.shares import Always, Share
from solver.solving import solve
from solver.verifying import check_sound
from solver.words import shortened
from solver.worker_main import Raised, Returned
from solver.workers import Lost

CHUNK = 250
"""So many games are played at a time, between two looks at the width that is wanted."""

POSITIONS = 100_000
"""Positions that each exact fact may take, so that it is the same on every machine."""


@dataclass(frozen=True, slots=True)
class FirstChoice:
    """The first choice of a game: how many moves there are, how many of them lose, and of how many that is open.

    Moves that are alike count once. after: the moves before it, which cannot hurt or are forced.
    """

    moves: int
    lose: int
    undecided: int
    after: int


@dataclass(frozen=True)
class Rating:
    """How hard a deal is.

    outcome: whether it can be won, with a line; share: the games won; None where none were played; within: the measure
    that a game had to meet to count as won, and its value; None where winning is all; level: None where no levels have
    been measured or the verdict is open; levels: all levels that the interval of the share allows; measures: best
    values of the patience's measures; decisions: how few win; None where that was not found out; first: the first
    choice; limit: what stopped the rating, or the proof of one of its facts.
    """

    outcome: Outcome[Any]
    share: Share | None = None
    interval: tuple[float, float] | None = None
    within: tuple[str, int] | None = None
    level: Level | None = None
    levels: tuple[Level, ...] = ()
    measures: Mapping[str, Bounds] = field(default_factory=dict)
    decisions: Bounds | None = None
    first: FirstChoice | None = None
    limit: Limit | None = None

    @property
    def verdict(self) -> Verdict:
        """Whether the deal can be won."""
        return self.outcome.verdict


@dataclass(frozen=True)
class _Task:
    """Games that shall be played, as they go to workers."""

    game: str
    position: Position[Any]
    seed: int
    limits: Limits


def rate(
    position: Position[Any],
    limits: Limits | None = None,
    *,
    games: int | None = None,
    width: float | None = None,
    seed: int = 0,
    jobs: int = 1,
    budget: Budget | None = None,
    positions: int | None = None,
    facts: bool = True,
    outcome: Outcome[Any] | None = None,
) -> Rating:
    """Say how hard a deal is.

    games: how many are played, by default as many as the patience says; width: play until the 95 % interval of the
    share is so narrow from end to end, but no more than `games` if they are given; the interval is then one that stays
    valid however often one looks (`solver.shares.Always`); seed: of the games. limits: those of the whole, but for the
    positions, which are those of each exact fact; budget: stands for them; positions: those of each fact then; jobs:
    processes that play; facts: whether to look for the fewest decisions, the best values and the first choice; outcome:
    what is known of the position already.

    Raises what `solve` raises; OptionError for a seed that there is none of, TypeError, ValueError.
    """
    found = patience_of(position)
    check_sound(position)
    expect(seed, int, "a seed")
    if isinstance(seed, bool) or not 0 <= seed <= LAST_SEED:
        raise OptionError(f"a seed is a whole number from 0 to 10^100 - 1, found {shortened(str(seed))}")
    if (games is not None and games < 1) or (width is not None and not 0 < width <= 1):
        raise ValueError("a rating plays at least one game, to an interval of a width above 0 and at most 1")
    if limits is not None:
        positions, limits = limits.positions, replace(limits, positions=None)
    most = POSITIONS if positions is None else positions
    return _Rater(found, position, one_budget(limits, budget), most, jobs, seed).rating(games, width, facts, outcome)


class _Rater:
    def __init__(
        self, found: AnyPatience, position: Position[Any], budget: Budget, positions: int, jobs: int, seed: int
    ) -> None:
        self._patience = found
        self._play: AnyCarefulPlay = careful_play(found)
        self._position = position
        self._budget = budget
        self._positions = positions
        self._jobs = jobs
        self._seed = int.from_bytes(blake2b(str(seed).encode(), digest_size=8).digest())
        self._limit: Limit | None = None

    def rating(self, games: int | None, width: float | None, facts: bool, known: Outcome[Any] | None) -> Rating:
        """The rating."""
        outcome = known or self._solved(None, 4)
        if outcome.verdict is Verdict.UNSOLVABLE:
            return Rating(outcome, level=Level.UNWINNABLE, levels=(Level.UNWINNABLE,))
        measures = dict(outcome.measures)
        target, within = self._target(measures)
        played, total, interval = self._games(target, games, width)
        share = Share(played.won, total)
        rating = Rating(outcome, share if total else None, interval if total else None, within)
        levels = self._play.levels_of(self._position.options)
        if outcome.verdict is Verdict.SOLVABLE and levels is not None and total:
            low, high = (levels.level(end) for end in interval)
            every = list(Level)
            allowed = every[every.index(high) : every.index(low) + 1]
            rating = replace(rating, level=levels.level(share.least), levels=tuple(allowed))
        if facts and outcome.verdict is Verdict.SOLVABLE and self._budget.reached is None:
            rating = replace(
                rating,
                measures=measures | self._measures(measures),
                decisions=self._decisions(target, played),
                first=self._first(target),
            )
        else:
            rating = replace(rating, measures=measures)
        return replace(rating, limit=self._limit or outcome.limit)

    # --- facts -----------------------------------------------------------------------------------------------

    def _part(self, questions: int) -> Budget:
        """A share of the budget for one of so many questions that are still to be asked."""
        left = self._budget.seconds_left()
        return self._budget.part(Limits(None if left is None else left / questions, self._positions))

    def _solved(self, best: str | None, questions: int) -> Outcome[Any]:
        outcome = solve(self._position, best=best, jobs=1, repeatable=True, budget=self._part(questions))
        self._limit = self._limit or outcome.limit
        return outcome

    def _target(self, measures: Mapping[str, Bounds]) -> tuple[Position[Any], tuple[str, int] | None]:
        """The position under the rules by which games count as won, and what they must keep to."""
        best = self._patience.deciding.best
        bounds = None if best is None else measures.get(best)
        if best is None or bounds is None or bounds.high is None:
            return self._position, None
        target = self._play.within(self._position, bounds.high)
        return (self._position, None) if target is None else (target, (best, bounds.high))

    def _measures(self, known: Mapping[str, Bounds]) -> dict[str, Bounds]:
        found: dict[str, Bounds] = {}
        for measure in self._patience.deciding.measures:
            if measure.name in known or self._limit is Limit.INTERRUPT:
                continue
            try:
                bounds = self._solved(measure.name, 3).measures.get(measure.name)
            except Unsupported:
                continue
            found |= {} if bounds is None else {measure.name: bounds}
        return found

    def _decisions(self, target: Position[Any], played: Games) -> Bounds:
        play = self._play.play(target, self._budget.part(Limits(self._part(2).limits.seconds)))
        try:
            found: Bounds = play.fewest_decisions(min(self._play.tables, self._positions))
        except LimitReached as reached:
            self._limit = reached.limit
            found = Bounds(play.at_least, None)
        if found.high is not None or played.fewest is None:
            return found
        return Bounds(found.low, played.fewest)

    def _first(self, position: Position[Any]) -> FirstChoice | None:
        known: Knowledge[Any, Any] = Knowledge(self._patience, self._budget, best=None, jobs=1, repeatable=True)
        before = 0
        choices: Sequence[Any] = ()
        while before < MOST_MOVES:  # forced moves of another package's patience may go round in a circle
            for move in self._play.free(position):
                position = position.play(move)
                before += 1
            choices = () if position.is_won else distinct(position, known.key)
            if len(choices) != 1:
                break
            position = position.play(choices[0][0])
            before += 1
        if len(choices) < 2:
            return None
        verdicts = []
        known.ask(position, len(choices) + 1, self._positions)
        for asked, moves in enumerate(choices):
            answer = known.ask(position.play(moves[0]), len(choices) - asked, self._positions)
            verdicts.append(answer.verdict)
            self._limit = self._limit or answer.limit
        return FirstChoice(len(choices), verdicts.count(Verdict.UNSOLVABLE), verdicts.count(Verdict.UNDECIDED), before)

    # --- games -----------------------------------------------------------------------------------------------

    def _games(
        self, target: Position[Any], most: int | None, width: float | None
    ) -> tuple[Games, int, tuple[float, float]]:
        """What came of the games, how many there were, and the interval of the share."""
        if most is None and width is None:
            most = self._play.games
        always = None if width is None else Always.for_width(width)
        played, total = Games(), 0
        interval = (0.0, 1.0)
        results = self._results(target, most)
        try:
            for count, games in results:
                played += games
                total += count
                share = Share(played.won, total)
                interval = share.interval if always is None else always.interval(share)
                if width is not None and interval[1] - interval[0] <= width:
                    break
        except LimitReached as reached:
            self._limit = reached.limit
        finally:
            results.close()
        return played, total, interval

    def _results(self, target: Position[Any], most: int | None) -> Generator[tuple[int, Games], None, None]:
        """Chunks of games in their order, each with how many it has. Raises LimitReached."""
        task = _Task(self._patience.game, target, self._seed, Limits(self._budget.seconds_left()))
        here = self._play.play(target, self._budget)
        chunks = _chunks(most)
        there: Callable[[tuple[int, int]], Games] = partial(_played, task)
        if self._jobs == 1:
            for first, count in chunks:
                yield count, here.games(self._seed, first, count)
            return
        enough = self._budget.check
        spreading = spread(lambda chunk: here.games(self._seed, *chunk), there, chunks, self._jobs, meanwhile=enough)
        try:
            for (_, count), result in zip(_chunks(most), spreading, strict=False):
                if isinstance(result, Returned):
                    yield count, result.value
                elif isinstance(result, Raised):
                    raise result.exception
                else:
                    assert isinstance(result, Lost)
                    raise EngineFault(f"the process that played games {result}")
                self._budget.check()
        finally:
            spreading.close()


def _chunks(most: int | None) -> Generator[tuple[int, int], None, None]:
    """The first number and the count of each chunk of games; without end if there is no most."""
    first = 0
    while most is None or first < most:
        yield first, CHUNK if most is None else min(CHUNK, most - first)
        first += CHUNK


def _played(task: _Task, chunk: tuple[int, int]) -> Games:
    """The games of a chunk, in a worker."""
    play = careful_play(patience(task.game)).play(task.position, Budget(task.limits))
    games: Games = play.games(task.seed, *chunk)
    return games
