"""The rest of a game as a CP-SAT model in which each fact can be taken away.

Each fact (`facts`) has a Boolean that enforces its constraints. A line that wins gives a solution with all Booleans of
true facts set, so if some of them contradict each other, every position of which these facts are true is lost. What is
left out makes the model weaker, never wrong:

- `redeal: stalled` is not modelled: a pile may be redealt at any time.
- Without redeals (`redeals=False`) the cards in piles still to be redealt can be played at any time, and nothing is
  dealt onto other cards. Then the waits are all there is. Once no pile is left to be redealt this is the exact game:
  an order of the cards in which every wait is kept, equal times in any order, can be played.
- With redeals a card of a pile still to be redealt is tied to its place there only by its fact `Depth`: else some
  unknown card lies there, which can be played as soon as its place allows. A card of another pile is covered by what
  is dealt onto it only with a fact that says in which pile it lies. With all facts this is the exact game under
  `redeal: anytime`.

Only this module imports ortools, and the parts of the exact model (`cpsat`) for times, places and redeals.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from dataclasses import replace

from ortools.sat.python import cp_model

from solver.cards import CARDS
from solver.limits import Budget
from solver.patiences.gallery.cpsat.flow import add_flow
from solver.patiences.gallery.cpsat.order import Order, make_order, piles_to_come
from solver.patiences.gallery.cpsat.piles import Piles, make_piles
from solver.patiences.gallery.cpsat.plays import plays_of
from solver.patiences.gallery.cpsat.times import Times, negation
from solver.patiences.gallery.explain.facts import Cause, Depth, Fact, Lies, Wait, cards_of, under, waits, whereabouts
from solver.patiences.gallery.packed import Packed

FEW = 3
"""A contradiction of so few facts is not tried to be made smaller."""

LOOK = 0.05
"""Seconds between two looks at the budget while CP-SAT runs."""

TRIMS = 3
"""How often a smaller contradiction is asked for: each takes as long as taking away one fact, and finds many."""


class GaveUp(Exception):
    """CP-SAT came to no answer within the work that was allowed."""


class Relaxation:
    """The model of a position. `facts` are all facts that it knows; `work` is what it may still spend.

    work: CP-SAT's deterministic seconds, the same on every machine; the budget's limits hold besides.
    """

    def __init__(self, packed: Packed, budget: Budget, *, redeals: bool, work: float) -> None:
        self._packed = packed
        self._budget = budget
        self.work = work
        self._times = Times(packed, len(piles_to_come(packed.done, packed.width)) if redeals else 0)
        self._switches: dict[Fact, cp_model.IntVar] = {}
        self._order: Order | None = None
        for fact in waits(packed):
            self._add_wait(fact)
        if self._times.redeals:
            self._order = make_order(self._times)
            self._add_redeals(self._order)
        self._by_index = {switch.index: fact for fact, switch in self._switches.items()}
        self._solver = cp_model.CpSolver()
        self._solver.parameters.num_workers = 1
        self._solver.parameters.cp_model_presolve = False  # it takes longer than the search
        self._solver.parameters.linearization_level = 0
        self._solver.parameters.catch_sigint_signal = False  # interrupts are the budget's

    @property
    def facts(self) -> tuple[Fact, ...]:
        """All facts that the model knows of the position."""
        return tuple(self._switches)

    def contradiction(self, facts: Iterable[Fact]) -> list[Fact] | None:
        """Some of these facts that contradict each other, in the order given; `None` if they do not.

        Raises:
            GaveUp: if the work is used up.
            LimitReached: by the budget.
        """
        facts = list(facts)
        model, solver = self._times.model, self._solver
        self._budget.check()
        if self.work <= 0:
            raise GaveUp
        model.clear_assumptions()
        model.add_assumptions([self._switches[fact] for fact in facts])
        solver.parameters.max_deterministic_time = self.work
        status = self._run()
        self.work -= solver.response_proto.deterministic_time
        if status == cp_model.INFEASIBLE:
            enough = {self._by_index[index] for index in solver.sufficient_assumptions_for_infeasibility()}
            return [fact for fact in facts if fact in enough]
        if status in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        raise GaveUp

    def _run(self) -> cp_model.CpSolverStatus:
        """Run CP-SAT in a thread of its own while this one, which signals come to, looks at the budget."""
        with ThreadPoolExecutor(1) as pool:
            running = pool.submit(self._solver.solve, self._times.model)
            try:
                while not wait((running,), LOOK).done:
                    self._budget.check()
            finally:
                while not running.done():
                    self._solver.stop_search()  # again and again: it is not heeded before the search has begun
                    wait((running,), LOOK)
            return running.result()

    def line(self) -> tuple[int, ...]:
        """The plays of the solution that was found last, for a solution with all facts and redeals."""
        assert self._order is not None
        times = [self._solver.value(time) for time in self._times.cards]
        turns = [
            next((pile for pile, literal in enumerate(turn) if self._solver.boolean_value(literal)), None)
            for turn in self._order.turns
        ]
        return plays_of(self._packed, self._times.step_count, times, turns)

    # --- constraints -----------------------------------------------------------------------------------------------

    def _switch(self, fact: Fact) -> cp_model.IntVar:
        return self._switches.setdefault(fact, self._times.model.new_bool_var(""))

    def _add_wait(self, wait: Wait) -> None:
        """The (free + 1)-th of the waiting cards comes after the `count`-th of the awaited ones.

        That is: for some time t, `count` of the awaited are earlier than t and all but `free` of the waiting are not.
        """
        times, switch = self._times, self._switch(wait)
        model, cards = times.model, times.cards
        if len(wait.waiting) == len(wait.awaited) == 1:
            times.before(cards[wait.awaited[0]], cards[wait.waiting[0]], switch)
            return
        middle = model.new_int_var(0, times.last, "")
        early = [model.new_bool_var("") for _ in wait.awaited]
        late = [model.new_bool_var("") for _ in wait.waiting]
        for card, literal in zip(wait.awaited, early, strict=True):
            model.add(cards[card] < middle).only_enforce_if(literal)
        for card, literal in zip(wait.waiting, late, strict=True):
            model.add(cards[card] >= middle).only_enforce_if(literal)
        model.add(sum(early) >= wait.count).only_enforce_if(switch)
        model.add(sum(late) >= len(wait.waiting) - wait.free).only_enforce_if(switch)

    def _add_redeals(self, order: Order) -> None:
        times, packed = self._times, self._packed
        placed = {fact.card: fact for fact in whereabouts(packed)}
        piles = self._loosened(make_piles(times, order), placed)
        flow = add_flow(times, order, piles)
        for pile, places in enumerate(piles.places):
            for k, low in enumerate(places):
                stays = negation(flow.survives[pile][k])
                for upper, high in enumerate(places[k + 1 :], k + 1):
                    if high.born == low.born:
                        # the cards that lie in a stack now are ordered by facts
                        if upper == k + 1 and not (low.card is not None and isinstance(placed[low.card], Lies)):
                            times.before(high.time, low.time, stays)
                    elif high.born != places[upper - 1].born and not _parted(order, pile, low.born, high.born):
                        conditions = [stays, times.unplayed(low.time, high.born - 1)]
                        if low.card is not None and isinstance(placed[low.card], Lies):
                            conditions.append(self._in_stack(low.card, pile))
                        times.before(high.time, low.time, *conditions)

    def _loosened(self, piles: Piles, placed: Mapping[int, Depth | Lies]) -> Piles:
        """The places with those of piles still to be redealt tied to their cards by facts only."""
        times = self._times
        loosened = []
        for places in piles.places:
            new = []
            for place in places:
                fact = None if place.card is None else placed[place.card]
                if isinstance(fact, Depth):
                    time = times.model.new_int_var(0, times.last, f"place of {place.card}")
                    times.equal(time, place.time, self._switch(fact))
                    new.append(replace(place, time=time))
                else:
                    new.append(place)
            loosened.append(tuple(new))
        return replace(piles, places=tuple(loosened))

    def _in_stack(self, card: int, pile: int) -> cp_model.IntVar:
        """A literal that is true if a fact says in which stack the card lies: `Lies`, or one about its neighbours."""
        model, known = self._times.model, self._times.model.new_bool_var("")
        facts: list[Fact] = [Lies(card, pile)]
        for other in self._packed.piles[pile]:
            facts += (pair for pair in (under(card, other), under(other, card)) if pair in self._switches)
        for fact in facts:
            model.add_implication(self._switch(fact), known)
        return known


def _parted(order: Order, pile: int, low: int, high: int) -> bool:
    """Whether the pile is surely redealt after the cards born in round `low` come and before those of `high` do."""
    return any(order.turns[r][pile] is True for r in range(low, high))


# --- minimal sets ------------------------------------------------------------------------------------------------


def minimal(relaxation: Relaxation, facts: Sequence[Fact], most: int) -> list[Fact] | None:
    """A minimal part of contradictory facts that is contradictory, by deletion; `None` if it has more than `most`.

    Facts are taken away in the order given as long as the rest stays contradictory. What cannot be taken away
    from some set cannot be from a part of it either, so the result is minimal.

    Reference: J. W. Chinneck and E. W. Dravnieks, Locating minimal infeasible constraint sets in linear programs, ORSA
    Journal on Computing 3 (1991): the deletion filter.
    """
    left = list(facts)
    needed = 0
    while needed < len(left):
        rest = relaxation.contradiction([*left[:needed], *left[needed + 1 :]])
        if rest is None:
            needed += 1
            if needed > most:
                return None
        else:
            # The needed ones are in every contradictory part, so they are still the first of those that are left.
            left = rest
    return left


def is_minimal(relaxation: Relaxation, facts: Sequence[Fact]) -> bool:
    """Whether the facts contradict each other, and none can be left out."""
    return relaxation.contradiction(facts) is not None and all(
        relaxation.contradiction([other for other in facts if other != fact]) is None for fact in facts
    )


def minimal_waits(relaxation: Relaxation, most: int, tries: int = 4) -> list[Fact] | None:
    """A minimal contradiction of a model without redeals that has one; `None` if it has more than `most` facts.

    The smallest that some orders of taking away lead to. Simple facts are preferred: "a lies under c" to "a lies under
    b" and "b lies under c", the first of two copies to the second.
    """
    best: list[Fact] | None = None
    for seed in range(tries):
        facts = list(relaxation.facts)
        random.Random(seed).shuffle(facts)
        contradiction = relaxation.contradiction(facts)
        assert contradiction is not None
        cards = {card for fact in contradiction for card in cards_of(fact)}
        among_them = [fact for fact in facts if cards.issuperset(cards_of(fact))]
        found = minimal(relaxation, sorted(among_them, key=_distance), most)
        if found is not None and (best is None or len(found) < len(best)):
            best = found
        if best is not None and len(best) <= FEW:
            break
    return best


def minimal_with_redeals(relaxation: Relaxation, contradiction: Sequence[Fact], most: int) -> list[Fact] | None:
    """A minimal part of a contradiction of a model with redeals; `None` if it has more than `most` facts.

    Asking for contradictions among the facts of the last one, in another order, makes it smaller first; then where
    cards lie in piles still to be redealt is taken away before other facts, as it is the hardest to follow.
    """
    for seed in range(TRIMS):
        shuffled = list(contradiction)
        random.Random(seed).shuffle(shuffled)
        contradiction = relaxation.contradiction(shuffled) or contradiction
    return minimal(relaxation, sorted(contradiction, key=lambda fact: (isinstance(fact, Wait), _distance(fact))), most)


def _is_under(fact: Fact) -> bool:
    return isinstance(fact, Wait) and fact.reason is Cause.UNDER


def _distance(fact: Fact) -> int:
    """How late a fact shall be taken away: the direct ones last.

    For one card under another it is how far apart their ids are, as ids count upwards in a pile.
    """
    if isinstance(fact, Wait) and not _is_under(fact):
        return 4 * len(CARDS) - fact.count
    return cards_of(fact)[-1] - cards_of(fact)[0]
