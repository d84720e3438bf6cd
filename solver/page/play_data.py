"""The game on a desk as plain objects for the page that plays it; `docs/play.md` describes them."""

from __future__ import annotations

from typing import Any

from solver.outcome import Verdict
from solver.page.data import changes, state_data, table_data, words_data
from solver.page.texts import PLAY_TEXTS
from solver.playing.advising import FairOdds, GameReview
from solver.playing.dealing import warnings_of
from solver.playing.desk import Advice, Desk
from solver.playing.game import Button, Game, PlayedMove
from solver.registry import games, patience
from solver.shares import Share, percent
from solver.table import TableLayout
from solver.words import plural


def page_data() -> dict[str, Any]:
    """What the page knows before it has asked for a game: words, and what can be dealt."""
    words = words_data()
    return {**words, "texts": words["texts"] | PLAY_TEXTS, "letters": "en", "games": list(map(_game, _drawn()))}


def _drawn() -> list[str]:
    return [game for game in games() if patience(game).drawing is not None]


def _game(game: str) -> dict[str, Any]:
    found = patience(game)
    pysol, careful = found.dealing.pysol, found.careful
    return {
        "game": game,
        "title": found.title,
        "pysol": None if pysol is None else {"about": pysol.about, "options": dict(pysol.options)},
        "levels": dict(careful.levels[0].options) if careful is not None and careful.levels else None,
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
            "warnings": list(warnings_of(game.deal)),
            "options": dict(game.deal.options),
            "letters": game.deal.document.letters.name,
            "table": _table(game),
            "cards": [None if card is None else str(card) for card in game.start.cards],
            "unknown": [str(card) for card in game.unknown],
            "state": changes({}, state_data(game.scene), game.scene),
            "now": len(game.turns),
            "steps": [_step(turn, desk.remark(number)) for number, turn in enumerate((*game.turns, *game.undone), 1)],
            "travelled": list(game.turns[-1].step.travelled) if game.turns else [],
            "dealt": [[token, label] for token, label in game.turns[-1].step.dealt()] if game.turns else [],
            "moves": [_move(game, turn) for turn in game.possible()],
            "buttons": list(map(button_data, game.buttons())),
            "won": game.position.is_won,
            "closing": game.closing,
            "light": _light(desk),
            "likely": None if desk.likely is None or not desk.light else share_words(desk.likely),
            "fair": desk.fair,
            "known": game.is_known,
            "advice": None if desk.advice is None else _advice(game, desk.advice),
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


def _room(layout: TableLayout) -> float:
    """How far down cards may come to lie: as far as the spreads let them, and in broken lines two lines further."""
    reach = (
        spot.y + (spot.spread.room or 0) + (2 * spot.spread.line if spot.spread.per_line else 0)
        for spot in layout.spots.values()
    )
    return 1 + max(reach, default=0)


def _step(turn: PlayedMove, remark: str) -> dict[str, Any]:
    return {"move": turn.step.move, "spoken": turn.step.spoken, "heading": turn.step.heading, "mark": remark or None}


def _move(game: Game, turn: PlayedMove) -> dict[str, Any]:
    """A legal move: which cards go, to which slots in the same order, and whence unknown cards come to light."""
    slots = turn.step.scene.slot_of()
    return {
        "move": turn.step.move,
        "spoken": turn.step.spoken,
        "tokens": list(turn.step.travelled),
        "to": [slots[token] for token in turn.step.travelled],
        "uncovers": list(game.where(turn)),
    }


def _light(desk: Desk) -> str:
    """What the light shows: off, searching, or a verdict."""
    if not desk.light:
        return "off"
    if desk.likely is not None:
        fact = desk.likely.odds.fact
        return "likely" if fact is None else str(fact)
    return "searching" if desk.standing is None else str(desk.standing.verdict)


def _advice(game: Game, advice: Advice) -> dict[str, Any]:
    known = advice.known
    return {
        "kind": advice.kind,
        "ready": advice.ready,
        "problem": advice.problem,
        "verdict": None if known is None else str(known.verdict),
        "line": [] if known is None or known.verdict is not Verdict.SOLVABLE else list(map(str, known.line)),
        "lost": None if advice.lost is None else _lost(game, advice.lost),
        "weighed": None if advice.weighed is None else _weighed(game, advice.weighed),
    }


def _lost(game: Game, lost: GameReview) -> dict[str, Any]:
    """Where the game was lost: the moves between which it was, the line of the log, what would have kept the win."""
    turn = lost.turn
    kept = [] if turn.kept is None else [game.spoken(turn.kept, move) for move in lost.keeps]
    return {
        "kept": turn.kept,
        "lost": turn.lost,
        "at": turn.at,
        "open": turn.is_open(len(game.turns)),
        "line": None if turn.at is None else game.log_line(turn.at),
        "keeps": kept,
        "remarks": {str(number): said for number, said in lost.remarks.items()},
    }


def share_words(weighed: FairOdds) -> str:
    """The share of orders of the hidden cards that can be won, with their number."""
    share = weighed.odds.winnable
    return f"{percent(share.least, 0)} of {plural(share.total, 'order')}"


def _weighed(game: Game, weighed: FairOdds) -> dict[str, Any]:
    """What is said without peeking: of the table, and of each legal move, the advised one first."""
    found, seen = weighed.odds, weighed.seen
    lines = {seen.words(turn.move): turn for turn in game.possible()}
    moves = []
    for words in sorted(found.moves, key=lambda words: (words != found.best, -found.moves[words].count)):
        turn, share = lines.get(words), found.moves[words]
        if turn is not None:
            spoken = turn.step.spoken if words == str(turn.move) else words
            said: dict[str, Any] = {"move": turn.step.move, "words": words, "spoken": spoken}
            said["share"] = round(share.least, 4)
            interval = None if found.whole else interval_words(share)
            said |= {"percent": percent(share.least, 0), "interval": interval, "count": count_words(share)}
            moves.append(said)
    return {
        "orders": found.winnable.total,
        "whole": found.whole,
        "fact": None if found.fact is None else str(found.fact),
        "winnable": percent(found.winnable.least, 0),
        "fair": None if found.fair is None else percent(found.fair.least, 0),
        "moves": moves,
    }


def count_words(share: Share) -> str:
    """How many of all orders of the hidden cards are of a kind; the least and the most, where some are undecided."""
    count = f"{share.count} to {share.count + share.undecided}" if share.undecided else str(share.count)
    return f"{count} of {plural(share.total, 'order')}"


def interval_words(share: Share) -> str:
    """A share's interval in whole percents, for orders that were drawn; that of all orders is exact and has none."""
    low, high = share.interval
    return f"{100 * low:.0f} to {percent(high, 0)}"
