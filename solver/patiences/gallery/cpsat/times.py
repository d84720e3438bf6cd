"""The one integer per card: when it is played.

Let n be the number of unplayed cards, R the number of redeals that are still possible and M = n. Every unplayed card c
has a time T(c) in 0 … M(R+1) − 1, read as T = M·round + step: round 0 is what is played before the first redeal, round
r what is played between the r-th and the next one. `end(r)` = M(r+1) is the first time after round r, so

    c is still unplayed at the end of round r   ⇔   T(c) ≥ end(r).

**M is large enough.** A winning line plays each of the n cards once, so each round has at most n = M plays; number the
plays of a round 0, 1, … in the order of the line. That gives times in range that respect every constraint of the model,
for they only compare times with one another or with the ends of rounds. Conversely only *strict* inequalities between
times express that one play must precede another, so cards with equal times may be played in either order.
"""

from __future__ import annotations

from typing import TypeAlias

from ortools.sat.python import cp_model

from solver.patiences.gallery.packed import Packed

Literal: TypeAlias = cp_model.LiteralT
"""A Boolean variable, its negation, or a Boolean that is known: `True` or `False`."""


def negation(literal: Literal) -> Literal:
    """The opposite of a literal or of a known Boolean."""
    return (not literal) if isinstance(literal, bool) else ~literal


class Times:
    """The variables for the times of cards and of places, the literals that compare them with the ends of rounds.

    model: the CP-SAT model that everything is added to.
    step_count: M.
    redeals: R, the number of redeals the model has room for; its rounds are 0 … R.
    cards: T(c) for each card id.
    """

    def __init__(self, packed: Packed, redeals: int) -> None:
        self.packed = packed
        self.model = cp_model.CpModel()
        self.step_count = len(packed.kinds)
        self.redeals = redeals
        self.last = self.step_count * (redeals + 1) - 1
        self.cards = [self.model.new_int_var(0, self.last, f"card {card}") for card in range(len(packed.kinds))]
        self._unplayed: dict[tuple[int, int], Literal] = {}

    def end(self, round_: int) -> int:
        """The first time after a round."""
        return self.step_count * (round_ + 1)

    def place(self, born: int, index: int, name: str) -> cp_model.IntVar:
        """The time at which the card that comes to a place is played.

        The place gets its card at the start of round `born`, so the time is at least M·born; or it gets none, and then
        its time is −1 − `index`, where `index` counts the places of one redeal, lowest first. (Times of empty places
        fall from bottom to top, as the constraint on stacks wants it for all places.)
        """
        domain = cp_model.Domain.from_intervals([[-1 - index, -1 - index], [self.step_count * born, self.last]])
        return self.model.new_int_var_from_domain(domain, name)

    def unplayed(self, time: cp_model.IntVar, round_: int) -> Literal:
        """The literal for `time ≥ end(round_)`: the card is unplayed at the end of the round."""
        if round_ >= self.redeals:
            return False
        key = (time.index, round_)
        if key not in self._unplayed:
            literal = self.model.new_bool_var(f"{time.name} unplayed after {round_}")
            self.model.add(time >= self.end(round_)).only_enforce_if(literal)
            self.model.add(time < self.end(round_)).only_enforce_if(~literal)
            self._unplayed[key] = literal
        return self._unplayed[key]

    def clause(self, *literals: Literal) -> None:
        """At least one of the literals is true."""
        if any(literal is True for literal in literals):
            return
        self.model.add_bool_or([literal for literal in literals if literal is not False])

    def before(self, earlier: cp_model.IntVar, later: cp_model.IntVar, *conditions: Literal) -> None:
        """All conditions ⇒ `earlier` < `later`."""
        if any(condition is False for condition in conditions):
            return
        constraint = self.model.add(earlier < later)
        constraint.only_enforce_if([condition for condition in conditions if condition is not True])

    def equal(self, left: cp_model.IntVar, right: cp_model.IntVar, condition: Literal) -> None:
        """Condition ⇒ `left` = `right`."""
        if condition is not False:
            constraint = self.model.add(left == right)
            if condition is not True:
                constraint.only_enforce_if(condition)
