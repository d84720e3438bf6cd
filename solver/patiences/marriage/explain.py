"""Why a marriage is lost, in facts that follow from the table of which cards can come to lie side by side.

The rows that can be left at the end are the chains from QH to KH of which each two neighbours can come to lie side by
side and stay (see `search.intervals`). So a card that is in every such chain stays whatever is played: nothing can part
with it. And QH and KH come together only by a last discard of one or two cards between them, which touch them both.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from textwrap import wrap

from solver.cards import Card
from solver.limits import Budget, LimitReached
from solver.outcome import Outcome, Verdict
from solver.patience import Explanation, Question
from solver.patiences.marriage import engine
from solver.patiences.marriage.notation import Move
from solver.patiences.marriage.packing import layout_of
from solver.patiences.marriage.rules import KING, QUEEN, Position
from solver.patiences.marriage.search.intervals import connections
from solver.words import plural

WIDTH = 100
"""Letters in a line of an explanation, at most."""


def explain(position: Position, question: Question, budget: Budget) -> Explanation[Move]:
    """Say why a position is lost; only the outcome if it is not, or if a limit is reached before."""
    outcome = engine.solve(position, question, budget)
    if outcome.verdict is not Verdict.UNSOLVABLE:
        return Explanation(outcome)
    try:
        return _explained(position, outcome, budget)
    except LimitReached as reached:
        return Explanation(Outcome(outcome.verdict, outcome.engine, stats=outcome.stats, limit=reached.limit))


def _explained(position: Position, outcome: Outcome[Move], budget: Budget) -> Explanation[Move]:
    due = position.compulsory_pair()
    lines: list[str] = []
    if due is not None:
        lines += _folded(f"{due.left} and {due.right} must go first.")
        position = position.play(due)
    cards = (*position.row, *position.stock)
    near = connections(layout_of(position), position.pairs, budget)
    last = len(cards) - 1
    after_queen = [cards[k] for k in range(1, last) if near[k] & 1]
    lying = _chained(near)  # with pairs: compulsory a card may have to go as soon as it is dealt
    before_king = [cards[k] for k in range(1, last) if near[last] & lying & 1 << k]
    stay = [cards[k] for k in range(1, last) if not _chained(near, without=k) >> last & 1]
    furthest = engine.fewest_left(position, budget)
    end = position
    for move in furthest.moves:
        end = end.play(move)
    lines += _folded(
        f"{QUEEN} and {KING} come together only if the last cards between them go: one card that lies next to both, or "
        "two neighbours that lie next to one of them each. Whatever is played,"
    )
    lines += _folded(f"- to the right of {QUEEN} only these can come to lie and stay: {_listed(after_queen)}", "  ")
    lines += _folded(f"- to the left of {KING} only these: {_listed(before_king)}", "  ")
    lines += _folded("- no card is among both, and none of the first can come to lie beside one of the second", "  ")
    if stay:
        one = len(stay) == 1
        lines += _folded(
            f"Nothing can part with {_listed(stay)}: whatever is played, {'it stays' if one else 'they stay'} in the "
            f"row to the end, for every chain of cards from {QUEEN} to {KING} each two neighbours of which can come to "
            f"lie side by side has {'it' if one else 'them'} in it."
        )
    left = plural(engine.cards_left(end), "card")
    known = " that is known" if furthest.limit else ""
    lines += _folded(f"The best end{known} leaves {left} between them: {_row(end.row)}")
    facts: list[Mapping[str, object]] = [
        {"fact": "beside", "card": str(QUEEN), "cards": list(map(str, after_queen))},
        {"fact": "beside", "card": str(KING), "cards": list(map(str, before_king))},
        *({"fact": "stays", "card": str(card)} for card in stay),
        {"fact": "best end", "row": list(map(str, end.row)), "left": engine.cards_left(end)},
    ]
    return Explanation(outcome, "intervals", tuple(lines), tuple(facts))


def _chained(near: Sequence[int], without: int = 0) -> int:
    """The cards to which a chain leads from the first one, as a set; without one of them, if it is named."""
    reached = 1
    for j in range(1, len(near)):
        if j != without and near[j] & reached:
            reached |= 1 << j
    return reached


def _listed(cards: Iterable[Card]) -> str:
    words = [str(card) for card in cards]
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " and " + words[-1] if words else "none"


def _row(cards: Iterable[Card]) -> str:
    return " ".join(map(str, cards))


def _folded(text: str, indent: str = "") -> list[str]:
    return wrap(text, WIDTH, initial_indent=indent, subsequent_indent=indent and indent + "  ")
