"""How likely a win is when cards are unknown: completions sampled, solved, and played without peeking.

Three figures, each with its interval. What someone who saw all cards could win: the share of completions that can be
won. What each legal move keeps of it. And what a player who does not peek really wins who follows the advice at every
turn (`solver.fair_play`), which is always less: the first two rely on cards that are not seen when they are needed.

Where there are no more completions than samples are asked for, all of them are looked at, each once, as each is as
likely as any other: then the shares are exact.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from typing import Any

from solver.deciding_many import spread
from solver.errors import EngineFault, EnginesDisagree
from solver.fair_play import play_fairly
from solver.knowledge import Knowledge
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Verdict
from solver.registry import patience
from solver.seeing import Seen, Slots
from solver.shares import Share
from solver.worker_main import Raised, Returned
from solver.workers import Lost

ONE_IN = 8
"""Where a patience has a second, quicker referee, the first one replays all lines of one completion in so many."""


@dataclass(frozen=True)
class OddsTask:
    """What is asked of each completion, as it goes to workers.

    sample, hidden: what is seen; width: play-outs for each move at a decision without peeking, None to play no game;
    limits: those of each completion.
    """

    game: str
    sample: Any
    hidden: Slots
    width: int | None
    limits: Limits

    @property
    def seen(self) -> Seen[Any, Any]:
        """What is seen."""
        seeing = patience(self.game).seeing
        assert seeing is not None, "the task was made of something seen"
        return seeing.seen(self.sample, self.hidden)


@dataclass(frozen=True)
class Looked:
    """What is known of a completion: its verdict, that after each move by its words, and whether the game was won."""

    verdict: Verdict
    moves: Mapping[str, Verdict]
    won: bool | None = None


@dataclass
class Odds:
    """What is known of all completions looked at.

    whole: whether these are all completions there are; winnable: those that can be won; moves: for each legal move,
    by its words, those in which it keeps the win; fair: games won without peeking, None where none was played; lost:
    whether it is proved, without the completions, that none can be won; advised: the move that a player who sees this
    much does best to make, by its words, where the patience says one;
    limit: what stopped the looking, so that fewer completions were looked at than were asked for.
    """

    whole: bool
    winnable: Share = field(default_factory=lambda: Share(0, 0))
    moves: dict[str, Share] = field(default_factory=dict)
    fair: Share | None = None
    lost: bool = False
    advised: str | None = None
    limit: Limit | None = None

    @property
    def fact(self) -> Verdict | None:
        """The verdict that holds whatever lies where, if it has been proved or shown for every completion."""
        if self.lost:
            return Verdict.UNSOLVABLE
        if self.whole and self.winnable.total and not self.winnable.undecided:
            if self.winnable.count == self.winnable.total:
                return Verdict.SOLVABLE
            if self.winnable.count == 0:
                return Verdict.UNSOLVABLE
        return None

    @property
    def best(self) -> str | None:
        """The advised move, else the one that keeps the win in most completions; None where no game can be won."""
        if self.fact is Verdict.UNSOLVABLE:
            return None
        if self.advised is not None:
            return self.advised
        return max(self.moves, key=lambda move: self.moves[move].count, default=None)

    def note(self, looked: Looked, *, played: bool) -> None:
        """Count a completion. Raises EnginesDisagree when it can be won against a proof."""
        if self.lost and looked.verdict is Verdict.SOLVABLE:
            raise EnginesDisagree("a completion can be won where it was proved that none can")
        self.winnable = _counted(self.winnable, looked.verdict)
        for move, verdict in looked.moves.items():
            self.moves[move] = _counted(self.moves.get(move, Share(0, 0)), verdict)
        if played:
            fair = self.fair or Share(0, 0)
            self.fair = Share(fair.count + (looked.won is True), fair.total + 1, fair.undecided + (looked.won is None))


def _counted(share: Share, verdict: Verdict) -> Share:
    return Share(
        share.count + (verdict is Verdict.SOLVABLE),
        share.total + 1,
        share.undecided + (verdict is Verdict.UNDECIDED),
    )


def odds(
    seen: Seen[Any, Any],
    *,
    samples: int = 500,
    seed: int = 0,
    width: int | None = 4,
    limits: Limits = Limits(seconds=10.0),  # noqa: B008  # frozen
    jobs: int = 1,
    budget: Budget | None = None,
    each: Callable[[], None] = lambda: None,
) -> Odds:
    """How likely a win is from what is seen.

    samples: completions to look at, drawn with the seed; width: play-outs for each move at each decision of the games
    without peeking, None to play none; limits: those of each completion; jobs: processes; budget: for the whole, at
    whose limit the figures so far are given, by default one with the same limits but for the positions; each: called
    after each completion. The figures depend on neither the number of processes nor the machine's speed unless a time
    limit is reached.
    """
    found = Odds(whole=seen.ways is not None and seen.ways <= samples)
    whole = budget or Budget(replace(limits, positions=None))
    if seen.slots:
        _look_at_once(found, seen, seed, whole.part(limits))
    completions = seen.every_completion() if found.whole else islice(seen.completions(seed), samples)
    task = OddsTask(seen.sample.game, seen.sample, seen.hidden, width, limits)
    results = _results(task, completions, jobs, whole)
    try:
        for looked in results:
            found.note(looked, played=width is not None)
            each()
    except LimitReached as reached:
        found.limit = reached.limit
        found.whole = False
    finally:
        results.close()
    return found


def _look_at_once(found: Odds, seen: Seen[Any, Any], seed: int, budget: Budget) -> None:
    """What can be said without completions."""
    seeing, sample = seen.seeing, seen.sample
    if seeing.lost is not None:
        found.lost = seeing.lost(sample, seen)
    if seeing.advised is not None and not found.lost:
        try:
            move = seeing.advised(sample, seen, seed, budget)
        except LimitReached:
            return
        found.advised = None if move is None else seen.words(move)


def _results(task: OddsTask, completions: Iterable[Any], jobs: int, budget: Budget) -> Generator[Looked, None, None]:
    here = partial(look, task, budget=budget)
    spreading = spread(here, partial(look, task), enumerate(completions), jobs, meanwhile=budget.check)
    try:
        for result in spreading:
            budget.check()  # an answer that it cut short is none
            if isinstance(result, Returned):
                yield result.value
            elif isinstance(result, Raised):
                raise result.exception
            else:
                assert isinstance(result, Lost)
                raise EngineFault(f"the process that searched a completion {result}")
    finally:
        spreading.close()


def look(task: OddsTask, numbered: tuple[int, Any], budget: Budget | None = None) -> Looked:
    """Decide a numbered completion and what each of its moves keeps, and play it without peeking.

    budget: for the whole, where it is looked at beside the limits of the task.
    """
    number, completion = numbered
    found, seen = patience(task.game), task.seen

    def part() -> Budget:
        return Budget(task.limits, parent=budget)

    quickly = number % ONE_IN != 0
    known: Knowledge[Any, Any] = Knowledge(found, part(), best=None, jobs=1, second_referee=quickly)
    moves = completion.moves()
    verdict = known.ask(completion, len(moves) + 1).verdict
    after: dict[str, Verdict] = {}
    for asked, move in enumerate(moves):
        if verdict is Verdict.UNSOLVABLE:
            after[seen.words(move)] = verdict
        else:
            after[seen.words(move)] = known.ask(completion.play(move), len(moves) - asked).verdict
    if verdict is Verdict.UNDECIDED and Verdict.SOLVABLE in after.values():
        verdict = Verdict.SOLVABLE
    if task.width is None:
        return Looked(verdict, after)
    if completion.is_won:
        return Looked(verdict, after, won=True)
    try:
        game = play_fairly(completion, seen, task.width, number, part(), second_referee=quickly)
        return Looked(verdict, after, game.won)
    except LimitReached:
        return Looked(verdict, after)
