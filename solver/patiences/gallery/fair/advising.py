"""Which contested play does best, as far as a player can know: play-outs of sampled completions.

Each candidate is played out in the same completions, and the worse half is dropped again and again (sequential
halving):

    Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013.

What the policy has learned of the plays stands beside the play-outs, as `TRUST` further ones. The policy of a play-out
sees what a player sees, so no decision relies on a card that has not been seen. A tree over later decisions
(information set Monte Carlo tree search) keeps to that, too; it was tried with as many play-outs, and won 32 of 400
games where weighing won 48.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from solver.limits import Budget
from solver.patiences.gallery.fair.policy import (
    WORTH,
    Input,
    Policy,
    Sight,
    choose,
    common_inputs,
    play_inputs,
    play_out,
    scores,
)
from solver.patiences.gallery.fair.table import Dice, Play, Table, code
from solver.patiences.gallery.packed import KINDS, Packed, redeal

NEARNESS = 0.88
"""What a play-out is worth is this to the power of the cards left: 1 for a win, and half of it for some five cards.

So lost play-outs tell something, too; how far off a hopeless one was hardly matters.
"""


def _worths() -> tuple[float, ...]:
    worths = [1.0]
    while len(worths) <= 2 * KINDS:
        worths.append(worths[-1] * NEARNESS)
    return tuple(worths)


WORTHS = _worths()
"""What a play-out is worth, by the cards it left. Made by products, which are rounded alike everywhere."""


TRUST = 200.0
"""So many play-outs what the policy expects of a play counts for: the best of 0, 50 and 200 in 400 games, barely."""

Lesson = tuple[list[Input], list[tuple[list[Input], float]]]
"""What a decision teaches: the inputs that its plays share, and for each play its own and its mean worth."""


@dataclass
class Tally:
    """What came of the play-outs that began with a play: how many there were, how many won, and their worth in all.

    prior: the worth that the policy expects; trust: for how many play-outs that counts.
    """

    count: int = 0
    wins: int = 0
    worth: float = 0.0
    prior: float = 0.0
    trust: float = 0.0

    def note(self, left: int) -> None:
        """Count a play-out that left so many cards."""
        self.count += 1
        self.wins += left == 0
        self.worth += WORTHS[left]

    @property
    def value(self) -> float:
        """The mean worth of its play-outs, with what was expected before; without any less than all others."""
        return (self.worth + self.trust * self.prior) / (self.count + self.trust) if self.count else -math.inf


class FairSearch:
    """Advice and games for one seen position. Spends a position of the budget for each play-out."""

    def __init__(self, packed: Packed, hidden: Sequence[int], policy: Policy, seed: int, budget: Budget) -> None:
        self._table = Table.of(packed, frozenset(hidden))
        self._policy = policy
        self._dice = Dice(seed)
        self._budget = budget

    # --- advice ----------------------------------------------------------------------------------------------

    def weigh(self, playouts: int) -> list[tuple[int, int, int, float]]:
        """For each contested play (no card may be free) its code, play-outs, wins, and its value.

        playouts: how many are made for each play on average; the better ones get more.
        """
        plays = list(self._table.contested())
        tallies = self._weighed(plays, playouts) if plays else []
        found = zip(plays, tallies, strict=True)
        return [(code(play), tally.count, tally.wins, tally.value) for play, tally in found]

    def _weighed(self, plays: Sequence[Play], playouts: int, *, evenly: bool = False) -> list[Tally]:
        known = self._table.copy()
        known.forget()
        tallies = [Tally() for _ in plays]
        alive = list(range(len(plays)))
        rounds = 1 if evenly else max(1, (len(plays) - 1).bit_length())
        for number_of_round in range(rounds):
            for _ in range(max(1, playouts * len(plays) // rounds // len(alive))):
                completed = known.copy()
                completed.shuffle(self._dice)
                for number in alive:
                    self._budget.spend()
                    table = completed.copy()
                    table.play(plays[number])
                    tallies[number].note(play_out(table, self._policy))
            if number_of_round == 0:
                self._expect(plays, known, tallies)
            alive.sort(key=lambda number: -tallies[number].value)
            if len(alive) > 1:
                del alive[(len(alive) + 1) // 2 :]
        return tallies

    def _expect(self, plays: Sequence[Play], known: Table, tallies: Sequence[Tally]) -> None:
        """Note what the policy expects: so much more or less than the mean of all play-outs so far."""
        found = scores(known, plays, self._policy)
        total = sum(found)
        mean = 0.0
        for tally in tallies:
            mean += tally.worth / tally.count
        for tally, score in zip(tallies, found, strict=True):
            beyond = float(score * len(plays) - total) / WORTH
            tally.prior = (mean + beyond) / len(plays)
            tally.trust = TRUST

    # --- whole games -----------------------------------------------------------------------------------------

    def play(self, playouts: int) -> tuple[int, list[int]]:
        """Play on without peeking, by the advice of so many play-outs for each play, or with 0 by the policy alone.

        Stops at the end, or where a decision has to be made and nothing is hidden any more, so that exact search knows
        better. The cards that are left, and the plays by their codes (redeals below 0).
        """
        played: list[int] = []
        while True:
            self._table.play_free(played)
            if self._table.cards == 0:
                return 0, played
            plays = list(self._table.contested())
            if not plays:
                pile = self._table.next_redeal()
                if pile is None:
                    return self._table.cards, played
                self._table.redeal(pile)
                played.append(redeal(pile))
                continue
            if len(plays) > 1 and not self._table.has_hidden():
                return self._table.cards, played
            play = self._table.unrivalled(plays) or plays[self._decide(plays, playouts)]
            self._table.play(play)
            played.append(code(play))

    def _decide(self, plays: Sequence[Play], playouts: int) -> int:
        if len(plays) == 1 or playouts == 0:
            self._budget.spend()
            return choose(self._table, plays, self._policy)
        return _best(self._weighed(plays, playouts))

    # --- learning --------------------------------------------------------------------------------------------

    def lessons(self, playouts: int, slips: int) -> list[Lesson]:
        """What the decisions of a game teach, in which each play is played out equally often, so many times.

        The best play is made, or in so many of a hundred decisions any, so that more is seen than good positions.
        """
        found: list[Lesson] = []
        unwanted: list[int] = []
        while True:
            self._table.play_free(unwanted)
            plays = list(self._table.contested())
            if not plays:
                pile = self._table.next_redeal()
                if pile is None:
                    return found
                self._table.redeal(pile)
                continue
            play = plays[0] if len(plays) == 1 else self._table.unrivalled(plays)
            if play is None:
                tallies = self._weighed(plays, playouts, evenly=True)
                found.append(self._lesson(plays, tallies))
                play = plays[_best(tallies)]
                if self._dice.below(100) < slips:
                    play = plays[self._dice.below(len(plays))]
            self._table.play(play)

    def _lesson(self, plays: Sequence[Play], tallies: Sequence[Tally]) -> Lesson:
        sight = Sight.of(self._table)
        tried = [
            (play_inputs(self._table, play, sight), tally.worth / tally.count)
            for play, tally in zip(plays, tallies, strict=True)
        ]
        return common_inputs(self._table, sight, len(plays)), tried


def _best(tallies: Sequence[Tally]) -> int:
    """The number of the play that was played out most often, of equal ones the one with the highest value."""
    return max(range(len(tallies)), key=lambda number: (tallies[number].count, tallies[number].value))
