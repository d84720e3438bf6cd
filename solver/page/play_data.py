"""The game on a desk as plain objects for the page that plays it; `docs/play.md` describes them."""

from __future__ import annotations

from typing import Any

from solver.outcome import Verdict
from solver.page.data import changes, table_data, words_data
from solver.page.texts import PLAY_TEXTS
from solver.playing.desk import Advice, Desk
from solver.playing.game import Button, Game, Turn
from solver.registry import games, patience
from solver.table import Layout


def page_data() -> dict[str, Any]:
    """What the page knows before it has asked for a game: words, and what can be dealt."""
    words = words_data()
    return {**words, "texts": words["texts"] | PLAY_TEXTS, "letters": "en", "games": list(map(_game, _drawn()))}


def _drawn() -> list[str]:
    return [game for game in games() if patience(game).drawing is not None]


def _game(game: str) -> dict[str, Any]:
    found = patience(game)
    return {
        "game": game,
        "title": found.title,
        "pysol": None if found.dealing.pysol is None else found.dealing.pysol.about,
        "options": [
            {"name": option.name, "values": list(option.values), "number": option.number} for option in found.options
        ],
    }


def desk_data(desk: Desk) -> dict[str, Any]:
    """All that a page shows of a desk, whole each time."""
    with desk.lock:
        game = desk.game
        return {
            "revision": desk.revision,
            "version": game.version,
            "name": game.name,
            "game": game.patience.game,
            "title": game.patience.title,
            "options": dict(game.deal.options),
            "letters": game.deal.document.letters.name,
            "table": _table(game),
            "cards": [None if card is None else str(card) for card in game.start.cards],
            "state": changes({}, game.scene),
            "now": len(game.turns),
            "steps": [_step(turn) for turn in (*game.turns, *game.undone)],
            "travelled": list(game.turns[-1].step.travelled) if game.turns else [],
            "dealt": [[token, label] for token, label in game.turns[-1].step.dealt()] if game.turns else [],
            "moves": [_move(turn) for turn in game.possible()],
            "buttons": list(map(button_data, game.buttons())),
            "won": game.position.is_won,
            "closing": game.closing,
            "light": _light(desk),
            "advice": None if desk.advice is None else _advice(desk.advice),
            "searching": desk.searching,
        }


def button_data(button: Button) -> dict[str, str]:
    """A button as it stands."""
    return {"name": button.name, "label": button.label, "move": button.move, "why": button.why}


def _table(game: Game) -> dict[str, Any]:
    """The bare table, as deep as it must be now; the page lets it grow, but not shrink."""
    table = table_data(game.start.table, [game.start, game.scene])
    for shape, layout in game.start.table.layouts.items():
        drawn = table["layouts"][shape.value]
        drawn["height"] = max(drawn["height"], _room(layout))
    return table


def _room(layout: Layout) -> float:
    """How far down cards may come to lie: as far as the spreads let them, and in broken lines two lines further."""
    reach = (
        spot.y + (spot.spread.room or 0) + (2 * spot.spread.line if spot.spread.per_line else 0)
        for spot in layout.spots.values()
    )
    return 1 + max(reach, default=0)


def _step(turn: Turn) -> dict[str, Any]:
    return {"move": turn.step.move, "spoken": turn.step.spoken, "heading": turn.step.heading, "mark": None}


def _move(turn: Turn) -> dict[str, Any]:
    """A legal move: which cards go, and to which slots in the same order."""
    slots = turn.step.scene.slot_of()
    return {
        "move": turn.step.move,
        "spoken": turn.step.spoken,
        "tokens": list(turn.step.travelled),
        "to": [slots[token] for token in turn.step.travelled],
    }


def _light(desk: Desk) -> str:
    """What the light shows: off, searching, or a verdict."""
    if not desk.light:
        return "off"
    return "searching" if desk.standing is None else str(desk.standing.verdict)


def _advice(advice: Advice) -> dict[str, Any]:
    known, lost = advice.known, advice.lost
    return {
        "kind": advice.kind,
        "ready": advice.ready,
        "problem": advice.problem,
        "verdict": None if known is None else str(known.verdict),
        "line": [] if known is None or known.verdict is not Verdict.SOLVABLE else list(map(str, known.line)),
        "lost": None if lost is None else {"after": lost.after, "by": lost.by, "open": lost.open},
    }
