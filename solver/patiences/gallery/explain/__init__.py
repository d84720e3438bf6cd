"""Why a position of the gallery is lost.

Three kinds of explanation, each following from a proof:

    facts       a minimal set of facts about the position that contradict each other (`facts`, `relaxation`), drawn as
                a cycle where it is one (`cycle`)
    stuck       a minimal set of cards each of which waits for others of the set, even if everything else were open
                (`stuck`): for positions in which no pile has been redealt, as there is hardly a fact about piles then
    exhausted   the search's own proof: the best end with the facts that block it, and how the search came to the end of
                the game, round by round

All hold for every combination of rule options. Facts and stuck cards are proofs that do not use the rule that a redeal
waits until no play is possible (`redeal: stalled`), so they show the position lost under `redeal: anytime` too.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from textwrap import wrap

from solver.errors import EnginesDisagree
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.outcome import Outcome, Verdict
from solver.patience import Explanation
from solver.patiences.gallery.engines import cards_left, fewest_left, outcome_of
from solver.patiences.gallery.explain.cycle import cycle
from solver.patiences.gallery.explain.exhausted import exhausted
from solver.patiences.gallery.explain.facts import Fact, Names, Wait, as_data, in_reading_order, sentence
from solver.patiences.gallery.explain.stuck import is_smallest, reasons, smallest_blocked
from solver.patiences.gallery.found import Found
from solver.patiences.gallery.notation import Move
from solver.patiences.gallery.packed import Packed
from solver.patiences.gallery.packing import moves_of
from solver.patiences.gallery.rules import Position
from solver.words import plural

WIDTH = 100
"""Letters in a line of an explanation, at most."""

MOST_FACTS = 40
"""A longer list of facts explains nothing to a player."""

WORK = 12.0
"""CP-SAT's limit in its own units (seconds, roughly), for each model."""

SECONDS = 20.0
"""The time limit for facts, so that enough is left for saying how the search ended."""

END_POSITIONS = 20_000
"""The position limit for the best end."""

END_SECONDS = 5.0
"""The time limit for facts about it."""

_UNSET: Outcome[Move] = Outcome(Verdict.UNSOLVABLE, "")
"""The outcome of an explanation that has not been given its own yet."""

NOT_FOUND = "No proof by a few facts was found in reasonable time."
"""What is said where no facts contradict each other, as far as was looked."""


def explain(position: Position, budget: Budget, found: Found) -> Explanation[Move]:
    """Say why a position is lost.

    Args:
        position: a sound position.
        budget: within its limits facts are looked for; if one is reached the explanation is that of the search. If it
            is interrupted nothing is explained, and the outcome says so.
        found: what the engine found of the position. If it is not lost that is all that is said.

    Raises:
        EnginesDisagree: if the engine is wrong and the model that looks for facts finds a line that wins.
        RuntimeError: if an explanation that must be minimal is not: a fault of the program.
    """
    outcome = outcome_of(position, found)
    if found.verdict is not Verdict.UNSOLVABLE:
        return Explanation(outcome)
    try:
        return replace(_explained(position, budget, found), outcome=outcome)
    except LimitReached as reached:
        return Explanation(replace(outcome, limit=reached.limit))


def _explained(position: Position, budget: Budget, found: Found) -> Explanation[Move]:
    """The explanation of a lost position. Raises LimitReached only when interrupted: other limits leave one to give."""
    names = Names(position)
    try:
        proved, note = _proved(position, names, budget.part(Limits(seconds=SECONDS)))
    except LimitReached as reached:
        if reached.limit is Limit.INTERRUPT:
            raise
        proved, note = None, NOT_FOUND
    if proved is not None:
        return proved
    best_lines, best = _best_end(position, budget)
    lines, facts = exhausted(names.packed, found)
    folded = [line for text in lines for line in _folded(text)]
    return Explanation(_UNSET, "exhausted", (*_folded(note), *best_lines, *folded), (*best, *facts))


def _best_end(position: Position, budget: Budget) -> tuple[list[str], tuple[Mapping[str, object], ...]]:
    """Lines and a fact: the best end that is found, and why nothing more can be played there. Empty at an end."""
    furthest = fewest_left(position, budget.part(Limits(positions=END_POSITIONS)))
    if not furthest.moves:
        return [], ()
    end = position
    for move in furthest.moves:
        end = end.play(move)
    try:
        proved, _ = _proved(end, Names(end), budget.part(Limits(seconds=END_SECONDS)))
    except LimitReached as reached:
        if reached.limit is Limit.INTERRUPT:
            raise
        proved = None
    bounds, cards = furthest.bounds, plural(cards_left(end), "card")
    if bounds.proved:
        text = f"The best end leaves {cards} (proved), {plural(len(furthest.moves), 'move')} from here."
    else:
        least = plural(max(1, bounds.low), "card")
        moves = plural(len(furthest.moves), "move")
        text = f"The best end that was found leaves {cards}, {moves} from here; at least {least} must stay."
    lines = _folded(f"{text} {'There:' if proved is not None else ''}".rstrip())
    fact = {
        "left": bounds.high,
        "at least": max(1, bounds.low),
        "position": str(end),
        "facts": [] if proved is None else list(proved.facts),
    }
    return [*lines, *(() if proved is None else (f"  {line}" for line in proved.lines))], (fact,)


def _proved(position: Position, names: Names, budget: Budget) -> tuple[Explanation[Move] | None, str]:
    """An explanation by stuck cards or facts (its outcome is still to be set), or why there is none."""
    from solver.patiences.gallery.explain import relaxation  # imports ortools

    packed = names.packed
    if not packed.done:
        cards = smallest_blocked(packed)
        if cards:
            _checked(is_smallest(packed, cards))
            return _stuck(cards, names), ""
    try:
        model = relaxation.Relaxation(packed, budget, redeals=False, work=WORK)
        if model.contradiction(model.facts) is not None:
            facts = relaxation.minimal_waits(model, MOST_FACTS)
        elif not _to_redeal(packed):
            raise EnginesDisagree("the facts of a position called lost contradict nothing, so it can be won")
        else:
            model = relaxation.Relaxation(packed, budget, redeals=True, work=WORK)
            contradiction = model.contradiction(model.facts)
            if contradiction is None:
                return None, _compulsion(position, model.line())
            facts = relaxation.minimal_with_redeals(model, contradiction, MOST_FACTS)
        if facts is not None:
            _checked(relaxation.is_minimal(model, facts))
    except relaxation.GaveUp:
        return None, NOT_FOUND
    if facts is None:
        return None, f"A proof by facts was found, but one of more than {MOST_FACTS} facts is no help."
    return _facts(facts, names), ""


def _checked(minimal: bool) -> None:
    """What is found is minimal by the way it is found; what is printed has been looked at once more."""
    if not minimal:
        raise RuntimeError("an explanation that was to be minimal is not, which is a fault of the program")


def _to_redeal(packed: Packed) -> list[int]:
    """The piles that may still be redealt: those with cards, and empty ones that an earlier redeal may deal onto."""
    turns = [pile for pile in range(packed.width) if not packed.done >> pile & 1]
    filled = [pile for pile in turns if packed.piles[pile]]
    if not filled:
        return []
    return turns if packed.free_order else [pile for pile in turns if pile >= filled[0]]


def _compulsion(position: Position, plays: tuple[int, ...]) -> str:
    """What it means that a line wins if redeals may be made at any time; the referee replays it."""
    if position.rules.anytime:
        raise EnginesDisagree("the model of the game that explains has a line that wins where the engine found none")
    free = replace(position, rules=replace(position.rules, anytime=True))
    for move in moves_of(free, plays):
        free = free.play(move)
    assert free.is_won
    return (
        "It is lost only because a pile is redealt when no play is possible and not before: if piles could be redealt "
        "at any time (redeal: anytime), this position could be won."
    )


# --- texts -----------------------------------------------------------------------------------------------------------


def _facts(facts: Sequence[Fact], names: Names) -> Explanation[Move]:
    ordered = in_reading_order(facts)
    with_redeals = any(not isinstance(fact, Wait) for fact in facts)
    waiting = _to_redeal(names.packed)
    if with_redeals:
        which = "and in whatever order " if names.packed.free_order and len(waiting) > 1 else ""
        be = "is" if len(waiting) == 1 else "are"
        premise = f"Whenever {which}{_piles(waiting)} {be} redealt, "
    elif waiting:
        premise = f"Even if all cards in {_piles(waiting)}, still to be redealt, lay open, "
    else:
        premise = "No pile is left to be redealt, and "
    lines = [*_folded(f"{premise}these {len(facts)} facts contradict each other:"), *_listed(ordered, names)]
    if with_redeals:
        lines += _folded(
            "A redeal deals a pile out from its top card on, one card to each of the next piles in turn: what is left "
            "of it then lies on other cards."
        )
    circle = cycle([fact for fact in ordered if isinstance(fact, Wait)], names)
    if circle is not None:
        lines += _folded("So each of these waits for the next, round in a circle, and none can be played:")
        lines += _folded(" → ".join(circle), "  ")
    lines += _folded("None of the facts can be left out: without any one of them there is no contradiction.")
    return _explanation("facts", lines, ordered, names)


def _stuck(cards: frozenset[int], names: Names) -> Explanation[Move]:
    facts = list(reasons(names.packed, cards))
    lines = [
        *_folded(
            "No pile has been redealt yet. Even if all cards of the piles lay open and all others had been played, "
            f"these {len(cards)} cards would stay where they are, for each of them waits for others of them:"
        ),
        *_listed(facts, names),
    ]
    circle = cycle(facts, names)
    if circle is not None:
        lines += ["In a circle:", *_folded(" → ".join(circle), "  ")]
    lines += _folded("If any one of these cards could be played, all of them could.")
    return _explanation("stuck", lines, facts, names)


def _explanation(kind: str, lines: Sequence[str], facts: Iterable[Fact], names: Names) -> Explanation[Move]:
    return Explanation(_UNSET, kind, tuple(lines), tuple(as_data(fact, names) for fact in facts))


def _listed(facts: Iterable[Fact], names: Names) -> list[str]:
    return [line for fact in facts for line in _folded(sentence(fact, names), "  - ", "    ")]


def _piles(piles: Sequence[int]) -> str:
    numbers = [str(pile + 1) for pile in piles]
    return f"pile {numbers[0]}" if len(piles) == 1 else f"piles {', '.join(numbers[:-1])} and {numbers[-1]}"


def _folded(text: str, first: str = "", further: str | None = None) -> list[str]:
    further = first if further is None else further
    return wrap(text, WIDTH, initial_indent=first, subsequent_indent=further, break_on_hyphens=False)
