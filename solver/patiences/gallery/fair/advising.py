"""Which contested play wins most often, as far as a player can know: play-outs of sampled completions.

Two ways. *Weighing* plays each candidate out in the same completions and drops the worse half again and again
(sequential halving). *Looking ahead* grows one tree over what the player may decide later: each play-out has a
completion of its own, goes down the tree by upper confidence bounds, and only what is seen tells the nodes apart:

    Z. Karnin, T. Koren, O. Somekh, "Almost optimal exploration in multi-armed bandits", ICML 2013;
    P. I. Cowling, E. J. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE Transactions on
    Computational Intelligence and AI in Games 4 (2012): the variant with a single observer.

A node's children are plays, and a play says what was seen when it was made; so plays after different cards have turned
up are different nodes, and no decision relies on a card that has not been seen.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from solver.limits import Budget
from solver.patiences.gallery.fair.policy import choose, play_out, score
from solver.patiences.gallery.fair.table import Dice, Play, Table, code, kinds_seen
from solver.patiences.gallery.packed import Packed, redeal

CARD_LEFT = 0.01
"""What each card that is left costs, where a win counts 1: so lost play-outs tell something, too."""

EXPLORATION = 0.25
"""How much the tree search favours what it has tried seldom (the constant of UCB1)."""

NOISE = 0.5
"""How much chance there is in the order in which plays are first tried, beside their scores."""


@dataclass
class Tally:
    """What came of the play-outs that began with a play: how many there were, how many won, and all cards left."""

    count: int = 0
    wins: int = 0
    left: int = 0

    def note(self, left: int) -> None:
        """Count a play-out that left so many cards."""
        self.count += 1
        self.wins += left == 0
        self.left += left

    @property
    def value(self) -> float:
        """The mean value of its play-outs; without any less than all others."""
        return (self.wins - CARD_LEFT * self.left) / self.count if self.count else -math.inf


@dataclass
class _Node:
    """A play in the tree, after those above it."""

    children: dict[int, int] = field(default_factory=dict)
    tally: Tally = field(default_factory=Tally)
    available: int = 0


class FairSearch:
    """Advice and games for one seen position. Spends a position of the budget for each play-out."""

    def __init__(
        self, packed: Packed, hidden: Sequence[int], weights: Sequence[float], seed: int, budget: Budget
    ) -> None:
        self._table = Table.of(packed, frozenset(hidden))
        self._weights = tuple(weights)
        self._dice = Dice(seed)
        self._budget = budget

    # --- advice ----------------------------------------------------------------------------------------------

    def weigh(self, playouts: int) -> list[tuple[int, int, int, int]]:
        """For each contested play (no card may be free) its code, play-outs, wins, and cards left in all of them.

        playouts: how many are made for each play on average; the better ones get more.
        """
        plays = list(self._table.contested())
        return _listed(plays, self._weighed(plays, playouts)) if plays else []

    def look_ahead(self, playouts: int) -> list[tuple[int, int, int, int]]:
        """The same by tree search; the play with the most play-outs is the best."""
        plays = list(self._table.contested())
        return _listed(plays, self._searched(plays, playouts)) if plays else []

    def _weighed(self, plays: Sequence[Play], playouts: int) -> list[Tally]:
        known = self._table.copy()
        known.forget()
        tallies = [Tally() for _ in plays]
        alive = list(range(len(plays)))
        rounds = max(1, (len(plays) - 1).bit_length())
        for _ in range(rounds):
            for _ in range(max(1, playouts * len(plays) // rounds // len(alive))):
                completed = known.copy()
                completed.shuffle(self._dice)
                for number in alive:
                    self._budget.spend()
                    table = completed.copy()
                    table.play(plays[number])
                    tallies[number].note(play_out(table, self._weights, self._dice))
            alive.sort(key=lambda number: -tallies[number].value)
            if len(alive) > 1:
                del alive[(len(alive) + 1) // 2 :]
        return tallies

    def _searched(self, plays: Sequence[Play], playouts: int) -> list[Tally]:
        known = self._table.copy()
        known.forget()
        nodes = [_Node()]
        for _ in range(playouts * len(plays)):
            self._budget.spend()
            table = known.copy()
            table.shuffle(self._dice)
            self._go_down(nodes, table)
        children = (nodes[0].children.get(code(play)) for play in plays)
        return [Tally() if child is None else nodes[child].tally for child in children]

    def _go_down(self, nodes: list[_Node], table: Table) -> None:
        """One play-out: down the tree to a play that has not been tried, and on by the policy."""
        path = [0]
        unwanted: list[int] = []
        left = None
        while left is None:
            table.play_free(unwanted)
            plays = list(table.contested())
            if table.cards == 0:
                left = 0
            elif not plays:
                pile = table.next_redeal()
                if pile is None:
                    left = table.cards
                else:
                    table.redeal(pile)
            elif len(plays) == 1 and len(path) > 1:
                table.play(plays[0])
            else:
                play, is_new = self._child(nodes, path[-1], table, plays)
                path.append(nodes[path[-1]].children[code(play)])
                table.play(play)
                if is_new:
                    left = play_out(table, self._weights, self._dice)
        for number in path:
            nodes[number].tally.note(left)

    def _child(self, nodes: list[_Node], parent: int, table: Table, plays: Sequence[Play]) -> tuple[Play, bool]:
        """The play to go down by, and whether it is new: then a node is made."""
        children = nodes[parent].children
        new = [play for play in plays if code(play) not in children]
        best, best_bound = plays[0], -math.inf
        for play in plays:
            child = children.get(code(play))
            if child is None:
                continue
            node = nodes[child]
            node.available += 1
            bound = node.tally.value + EXPLORATION * math.sqrt(math.log(node.available) / node.tally.count)
            if bound > best_bound:
                best, best_bound = play, bound
        if not new:
            return best, False
        uncovered = kinds_seen(table)
        best, best_score = new[0], -math.inf
        for play in new:
            value = score(table, play, uncovered, self._weights) + NOISE * self._dice.unit()
            if value > best_score:
                best, best_score = play, value
        children[code(best)] = len(nodes)
        nodes.append(_Node(available=1))
        return best, True

    # --- whole games -----------------------------------------------------------------------------------------

    def play(self, playouts: int, ahead: bool) -> tuple[int, list[int]]:
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
            play = plays[self._decide(plays, playouts, ahead)]
            self._table.play(play)
            played.append(code(play))

    def _decide(self, plays: Sequence[Play], playouts: int, ahead: bool) -> int:
        if len(plays) == 1 or playouts == 0:
            self._budget.spend()
            return choose(self._table, plays, self._weights, self._dice)
        if ahead:
            tallies = self._searched(plays, playouts)
            return max(range(len(plays)), key=lambda number: tallies[number].count)
        tallies = self._weighed(plays, playouts)
        return max(range(len(plays)), key=lambda number: (tallies[number].count, tallies[number].value))


def _listed(plays: Sequence[Play], tallies: Sequence[Tally]) -> list[tuple[int, int, int, int]]:
    found = zip(plays, tallies, strict=True)
    return [(code(play), tally.count, tally.wins, tally.left) for play, tally in found]
