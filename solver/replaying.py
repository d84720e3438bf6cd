"""A game played through: every position of a line of play with what moved, grouped as a player would tell it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from solver.errors import Unsupported
from solver.patience import AnyPatience
from solver.scenes import Scene, following, opening, travelled
from solver.seeing import Seen, Slot
from solver.table import Drawing, Face
from solver.verifying import Report, Result


@dataclass(frozen=True, slots=True)
class Step:
    """A move and the scene that it leads to.

    move: its line in a log; spoken: in words; heading: the title of the group that it begins, or None; travelled: the
    tokens that went from slot to slot, in order.
    """

    move: str
    spoken: str
    heading: str | None
    scene: Scene
    travelled: tuple[int, ...]

    def dealt(self) -> Iterator[tuple[int, str]]:
        """The tokens that this move brought into view without naming them, with the labels of the slots they are in."""
        named = set(self.move.split())
        slots = self.scene.slot_of()
        for token in self.travelled:
            label = slots[token]
            lying = self.scene.holdings[label].cards[self.scene.places[label].index(token)]
            if lying.face is not Face.DOWN and str(lying.card) not in named:
                yield token, label


@dataclass(frozen=True)
class Replay:
    """A game played through.

    start: the scene at the start; steps: a move each; result: what became of the line; reason: why the rules forbid the
    move after the last step, if the line is illegal; measures: their values for the moves shown; closing: a sentence
    about the picture of a game that is won; marks: remarks of a review, by the number of the move (from 1).
    """

    game: str
    title: str
    options: Mapping[str, str]
    start: Scene
    steps: tuple[Step, ...]
    result: Result
    reason: str = ""
    measures: Mapping[str, int] = field(default_factory=dict)
    closing: str = ""
    marks: Mapping[int, str] = field(default_factory=dict)

    def scenes(self) -> Iterator[Scene]:
        """All scenes: the start, then one for each move."""
        yield self.start
        for step in self.steps:
            yield step.scene


def told(
    patience: AnyPatience,
    position: Any,
    report: Report[Any, Any],
    marks: Mapping[int, str] | None = None,
    hidden: Iterable[tuple[str, int]] | None = None,
) -> Replay:
    """The game that a report is about, played from a position. Raises Unsupported where there is no drawing.

    hidden: the slots whose cards are unknown, as for `opening`.
    """
    drawing = drawing_of(patience)
    scene = start = opening(drawing, position, hidden)
    steps = []
    now, last = position, None
    for move in report.moves:
        after = now.play(move)
        steps.append(step_of(drawing, scene, now, move, after, last))
        now, scene, last = after, steps[-1].scene, move
    return Replay(
        game=patience.game,
        title=patience.title,
        options=position.options,
        start=start,
        steps=tuple(steps),
        result=report.result,
        reason=report.reason and f"{report.move}: {report.reason}",
        measures=patience.deciding.values(position, report.moves),
        closing=drawing.closing(now) if report.result is Result.WON else "",
        marks=marks or {},
    )


def hidden_in(position: Any) -> tuple[Slot, ...] | None:
    """The slots of the unknown cards of what a deal file says; None where every card is known."""
    return position.slots if isinstance(position, Seen) else None


def step_of(drawing: Drawing[Any, Any], scene: Scene, position: Any, move: Any, after: Any, last: Any | None) -> Step:
    """A move from a position (drawn as `scene`) to the position `after`; `last` is the move before it."""
    scene_after = following(scene, drawing, after)
    heading = drawing.heading(position, move, last)
    return Step(str(move), drawing.spoken(position, move), heading, scene_after, travelled(scene, scene_after))


def drawing_of(patience: AnyPatience) -> Drawing[Any, Any]:
    """How a patience is drawn. Raises Unsupported when it has no drawing."""
    if patience.drawing is None:
        raise Unsupported(f"{patience.title} has no drawn table")
    return patience.drawing
