"""A game as data for the page's script: plain objects for JSON, with every position's places worked out.

The script only draws them. `docs/page.md` describes the objects; a server may send the same ones.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Any

from solver.cards import Rank, Suit
from solver.letters import ALPHABETS, ENGLISH, Letters, sign
from solver.page.faces import face_rank
from solver.page.texts import RANKS, SUITS, TEXTS
from solver.replaying import Replay, Step
from solver.scenes import Placed, Scene, depth, placed
from solver.table import Shape, Table


def game_data(replay: Replay, letters: Letters = ENGLISH) -> dict[str, Any]:
    """A whole game: the bare table, the first state, and for each move what it changes."""
    scenes = list(replay.scenes())
    states = [state_data(scene) for scene in scenes]
    return {
        "title": replay.title,
        "game": replay.game,
        "options": dict(replay.options),
        "result": str(replay.result),
        "reason": replay.reason,
        "measures": dict(replay.measures),
        "closing": replay.closing,
        "table": table_data(replay.start.table, scenes),
        "cards": [None if card is None else str(card) for card in replay.start.cards],
        "start": changes({}, states[0], replay.start),
        "steps": [
            step_data(step, before, now, replay.marks.get(number))
            for number, (step, (before, now)) in enumerate(zip(replay.steps, pairwise(states), strict=True), 1)
        ],
        "letters": letters.name,
        **words_data(),
    }


def words_data() -> dict[str, Any]:
    """The texts of the page, and what the faces say in each alphabet."""
    return {
        "texts": TEXTS,
        "ranks": RANKS,
        "suits": SUITS,
        "signs": {suit.letter: sign(suit) for suit in Suit},
        "alphabets": {
            name: {rank.letter: face_rank(rank, letters) for rank in Rank} for name, letters in ALPHABETS.items()
        },
    }


def table_data(table: Table, scenes: list[Scene]) -> dict[str, Any]:
    """The bare table: regions and slots, and each layout's measures, as deep as the deepest of some scenes."""
    return {
        "regions": [
            {
                "title": region.title,
                "labelled": region.labelled,
                "slots": [
                    {
                        "label": slot.label,
                        "name": slot.name,
                        "hint": slot.hint,
                        "counted": slot.counted,
                        "every": slot.every,
                    }
                    for slot in region.slots
                ],
            }
            for region in table.regions
        ],
        "layouts": {
            shape.value: {
                "width": _round(layout.width),
                "height": _round(max(depth(scene, layout) for scene in scenes)),
                "spots": {label: [_round(spot.x), _round(spot.y)] for label, spot in layout.spots.items()},
            }
            for shape, layout in table.layouts.items()
        },
    }


def step_data(step: Step, before: State, now: State, mark: str | None) -> dict[str, Any]:
    """A move: its line and words, its group's heading, what it changes, and which cards go from slot to slot."""
    return {
        "move": step.move,
        "spoken": step.spoken,
        "heading": step.heading,
        "mark": mark,
        "travelled": list(step.travelled),
        "dealt": [token for token, _ in step.dealt()],
        **changes(before, now, step.scene),
    }


State = Mapping[int, tuple[Any, ...]]
"""What the page knows of each token; see `state_data`."""


def state_data(scene: Scene) -> State:
    """What the page knows of each token in a scene: slot, index, face, joined, x and y wide, x and y narrow."""
    layouts = scene.table.layouts
    narrow = {one.token: one for one in placed(scene, layouts[Shape.NARROW])}
    return {one.token: _token(one, narrow[one.token]) for one in placed(scene, layouts[Shape.WIDE])}


def _token(wide: Placed, narrow: Placed) -> tuple[Any, ...]:
    return (
        wide.slot,
        wide.index,
        int(wide.up),
        int(wide.joined),
        _round(wide.x),
        _round(wide.y),
        _round(narrow.x),
        _round(narrow.y),
    )


def changes(before: State, now: State, scene: Scene) -> dict[str, Any]:
    """The tokens that lie otherwise in a scene than before, and the words about the slots and those built up, whole."""
    return {
        "changed": [[token, *place] for token, place in now.items() if before.get(token) != place],
        "notes": {label: holding.note for label, holding in scene.holdings.items() if holding.note},
        "built": [label for label, holding in scene.holdings.items() if holding.built],
    }


def _round(value: float) -> float:
    return round(value, 3)
