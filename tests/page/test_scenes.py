"""Where cards lie, and that each keeps its identity from position to position."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.registry import games, patience
from solver.replaying import drawing_of, told
from solver.scenes import Scene, depth, following, opening, placed, travelled
from solver.table import Face, Shape
from solver.verifying import verify
from tests.page.games import EVERY_GAME, wander, won, won_replay

PACKS = {"gallery": 2, "marriage": 1, "cross": 2}
OPTIONS: list[tuple[str, dict[str, str]]] = [
    *((game, {}) for game in games() if patience(game).drawing is not None),
    ("gallery", {"decks": "1", "order": "free", "redeal": "anytime"}),
    ("cross", {"fill": "anytime"}),
]


def positions(start: Any, moves: Any) -> list[Any]:
    found = [start]
    for move in moves:
        found.append(found[-1].play(move))
    return found


def assert_sound(scene: Scene) -> None:
    """Every token lies in one slot, shows the card that lies there, and inside the layouts."""
    tokens = [token for label in scene.places for token in scene.places[label]]
    assert sorted(tokens) == list(range(len(scene.cards)))
    for label, holding in scene.holdings.items():
        assert [scene.cards[token] for token in scene.places[label]] == [lying.card for lying in holding.cards]
    for shape, layout in scene.table.layouts.items():
        every = placed(scene, layout)
        assert len(every) == len(tokens), shape
        assert all(0 <= one.x <= layout.width - 1 and one.y >= 0 for one in every), shape


@pytest.mark.parametrize(("game", "options"), OPTIONS)
@settings(max_examples=12)
@given(seed=st.integers(0, 2**16), data=st.data())
def test_cards_keep_their_identity_along_any_line(
    game: str, options: dict[str, str], seed: int, data: st.DataObject
) -> None:
    start = solver.random_deal(game, seed, **options)
    line = positions(start, wander(start, seed, data.draw(st.integers(0, 40))))
    drawing = drawing_of(patience(game))
    scene = opening(drawing, start)
    packs = 1 if options.get("decks") == "1" else PACKS[game]
    assert Counter(scene.cards).most_common()[-1][1] == packs
    assert len(scene.cards) == 52 * packs
    assert_sound(scene)
    for position in line[1:]:
        after = following(scene, drawing, position)
        assert after.cards == scene.cards
        assert_sound(after)
        # what is not said to have travelled is still where it was
        moved = set(travelled(scene, after))
        before, now = scene.slot_of(), after.slot_of()
        assert {token for token in now if now[token] != before[token]} == moved
        assert scene.seen <= after.seen
        scene = after


@pytest.mark.parametrize("game", EVERY_GAME)
def test_of_a_game_the_last_scene_shows_what_the_referee_says(game: str) -> None:
    start, moves = won(game)
    end = positions(start, moves)[-1]
    shown = won_replay(game).steps[-1].scene
    plain = opening(drawing_of(patience(game)), end)
    for label, holding in plain.holdings.items():
        found = [lying.card for lying in shown.holdings[label].cards]
        assert Counter(found) == Counter(lying.card for lying in holding.cards)
    assert end.is_won


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_slots_lie_apart_and_have_names_of_their_own(game: str, options: dict[str, str]) -> None:
    table = opening(drawing_of(patience(game)), solver.random_deal(game, 1, **options)).table
    labels = [slot.label for slot in table.slots]
    assert len(set(labels)) == len(labels)
    assert len({slot.name for slot in table.slots}) == len(labels)
    for layout in table.layouts.values():
        assert set(layout.spots) == set(labels)
        for one, other in combinations(layout.spots.values(), 2):
            assert abs(one.x - other.x) >= 1 or abs(one.y - other.y) >= 1
    assert set(table.layouts) == set(Shape)


@pytest.mark.parametrize("game", EVERY_GAME)
def test_cards_of_different_slots_never_lie_over_each_other(game: str) -> None:
    """In a whole game, in each layout, no card reaches into another slot's."""
    for scene in won_replay(game).scenes():
        for layout in scene.table.layouts.values():
            boxes: dict[str, tuple[float, float, float, float]] = {}
            for one in placed(scene, layout):
                x, y, right, low = boxes.get(one.slot, (one.x, one.y, one.x, one.y))
                boxes[one.slot] = min(x, one.x), min(y, one.y), max(right, one.x), max(low, one.y)
            for (_, a), (_, b) in combinations(boxes.items(), 2):
                assert a[2] + 1 <= b[0] or b[2] + 1 <= a[0] or a[3] + 1 <= b[1] or b[3] + 1 <= a[1]


def test_a_pile_of_the_gallery_shows_what_has_been_seen() -> None:
    game = won_replay("gallery")
    before, after = next(
        (before, after)
        for before, after in pairwise(game.scenes())
        if len(travelled(before, after)) > 2  # a redeal
    )
    for label, holding in after.holdings.items():
        for lying, token in zip(holding.cards, after.places[label], strict=True):
            if lying.face is Face.COVERED:
                assert after.is_up(token, lying.face) == (token in before.seen or token in after.seen)
    dealt = travelled(before, after)
    now = after.slot_of()
    assert [now[token] for token in dealt][:3] == ["P2", "P3", "P4"]  # top card first, to the right
    assert all(token in after.seen for token in dealt[:3])


def test_the_cross_changes_places_with_itself() -> None:
    game = won_replay("cross")
    end = game.steps[-1].scene
    for shape in Shape:
        layout = end.table.layouts[shape]
        tops = {one.slot: one for one in placed(end, layout)}
        kings = {round(one.x, 1) for one in tops.values() if str(end.cards[one.token]).startswith("K")}
        aces = {round(one.y, 1) for one in tops.values() if str(end.cards[one.token]).startswith("A")}
        assert (len(kings), len(aces)) == (1, 1)  # a column of kings, a line of aces
        first = {one.slot: one for one in placed(game.start, layout)}
        begun = {round(one.x, 1) for label, one in first.items() if label.endswith("up")}
        assert len(begun) == 1
    assert "changed places" in game.closing


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_table_is_as_deep_as_its_lowest_card(game: str) -> None:
    for scene in won_replay(game).scenes():
        for layout in scene.table.layouts.values():
            assert depth(scene, layout) == pytest.approx(
                1 + max([one.y for one in placed(scene, layout)] + [spot.y for spot in layout.spots.values()])
            )


def test_a_card_from_nowhere_is_no_scene() -> None:
    drawing = drawing_of(patience("marriage"))
    start = solver.random_deal("marriage", 1)
    scene = opening(drawing, start)

    class Other:
        def holdings(self, position: Any) -> Any:
            return {label: holding for label, holding in drawing.holdings(position).items() if label != "stock"}

    with pytest.raises(ValueError, match="left the table"):
        following(scene, Other(), start)  # type: ignore[arg-type]


def test_an_illegal_line_is_played_up_to_its_fault() -> None:
    start, moves = won("marriage")
    report = verify(start, [*moves[:5], moves[-1], *moves[5:]])
    game = told(patience("marriage"), start, report)
    assert len(game.steps) == 5
    assert str(game.result) == "illegal"
    assert game.reason.startswith(f"{moves[-1]}: ")
