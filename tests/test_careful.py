"""Careful play by chance: its tables against the referee, its numbers against plain enumeration."""

from __future__ import annotations

import random
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest

from solver.bounds import Bounds
from solver.careful import CarefulTable, Choices, Games, Levels, PlayOn
from solver.careful_positions import careful_play
from solver.limits import NO_LIMITS, Budget, LimitReached, Limits
from solver.options import read_options
from solver.patience import Position
from solver.patiences.cross.notation import Rules
from solver.patiences.gallery.fair import careful as gallery
from solver.patiences.gallery.packing import pack
from solver.registry import patience
from solver.solving import solve

RULES: tuple[tuple[str, dict[str, str]], ...] = (
    ("gallery", {}),
    ("gallery", {"decks": "1"}),
    ("gallery", {"order": "free"}),
    ("gallery", {"redeal": "anytime"}),
    ("gallery", {"decks": "1", "order": "free", "redeal": "anytime"}),
    ("marriage", {}),
    ("marriage", {"pairs": "off"}),
    ("marriage", {"pairs": "compulsory"}),
    ("cross", {}),
    ("cross", {"fill": "anytime"}),
    ("cross", {"choice": "book"}),
    ("cross", {"fill": "anytime", "choice": "book", "reshuffles": "1"}),
)


def deal(game: str, rule: dict[str, str], seed: int) -> Position[Any]:
    found = patience(game)
    return found.start(found.random_deal(seed, read_options(found.options, rule)))  # type: ignore[no-any-return]


def table_of(position: Position[Any]) -> CarefulTable:
    """The table on which careful play of a position goes on, in Python."""
    if position.game == "gallery":
        return gallery.PackedPlay(pack(position), Budget(NO_LIMITS)).start  # type: ignore[arg-type]
    play = careful_play(patience(position.game)).play(position, Budget(NO_LIMITS))
    assert isinstance(play, PlayOn)
    return play.start  # type: ignore[no-any-return]


def after_each(table: CarefulTable, choices: Choices) -> set[Hashable]:
    keys = set()
    for number in range(choices.count):
        then = table.copy()
        then.make(number)
        keys.add(then.key())
    return keys


@pytest.mark.parametrize(("game", "rule"), RULES)
@pytest.mark.parametrize("seed", [1, 2])
def test_the_choices_of_a_table_are_the_moves_of_the_referee(game: str, rule: dict[str, str], seed: int) -> None:
    """In a whole game, and the moves that cannot hurt are legal ones that lead where the table stands."""
    draw = random.Random(f"{game} {rule} {seed}")
    free = careful_play(patience(game)).free
    position = deal(game, rule, seed)
    for _ in range(300):
        table = table_of(position)
        choices = table.advance()
        for move in free(position):
            position = position.play(move)
        assert table.key() == table_of(position).key()
        assert table.is_won == position.is_won
        moves = () if position.is_won else position.moves()
        assert after_each(table, choices) == {table_of(position.play(move)).key() for move in moves}
        assert 0 <= choices.drawn <= choices.count <= len(moves)
        if not moves:
            return
        position = position.play(draw.choice(moves))
    assert game == "cross", "no other game has so many moves"


SMALL = Rules(suits=1, ranks=5, columns=2, reshuffles=2)


def small_cross(seed: int, **rules: Any) -> Position[Any]:
    from solver.patiences.cross.rules import deal as deal_cross

    chosen = replace(SMALL, **rules)
    deck = chosen.deck()
    random.Random(seed).shuffle(deck)
    return deal_cross(deck, chosen, seed)


@pytest.mark.parametrize("rules", [{}, {"anytime": True}, {"suits": 2, "ranks": 4, "columns": 3}])
def test_plays_that_cannot_hurt_do_not(rules: dict[str, Any]) -> None:
    """Along random games of small packs: where a free play can be made and the game can be won, it still can after."""
    free = careful_play(patience("cross")).free
    met = 0
    for seed in range(60):
        position, draw = small_cross(seed, **rules), random.Random(seed)
        while moves := position.moves():
            move = next(iter(free(position)), None)
            if move is not None:
                met += 1
                assert solve(position).verdict is solve(position.play(move)).verdict
            position = position.play(draw.choice(moves))
    assert met > 100


@pytest.mark.parametrize("rule", [{"decks": "1"}, {"decks": "1", "order": "free"}])
def test_free_cards_of_the_gallery_cannot_hurt(rule: dict[str, str]) -> None:
    free = careful_play(patience("gallery")).free
    met = 0
    for seed in range(12):
        position, draw = deal("gallery", rule, seed), random.Random(seed)
        while moves := position.moves():
            move = next(iter(free(position)), None)
            if move is not None and draw.random() < 0.3:
                met += 1
                assert solve(position).verdict is solve(position.play(move)).verdict
            position = position.play(draw.choice(moves))
    assert met > 20


def test_dealing_cannot_hurt_in_the_marriage_without_pairs() -> None:
    draw = random.Random(3)
    for seed in range(15):
        position = deal("marriage", {"pairs": "off"}, seed)
        while len(position.stock) > 5:  # type: ignore[attr-defined]
            discards = position.moves()[:-1]
            position = position.play(draw.choice(discards) if discards else position.moves()[-1])
        while position.stock:  # type: ignore[attr-defined]
            deal_move = position.moves()[-1]
            assert solve(position).verdict is solve(position.play(deal_move)).verdict
            position = position.play(draw.choice(position.moves()))


# --- decisions -------------------------------------------------------------------------------------------------------


class Tree:
    """A game that is written down: what each place leads to, "won" and "lost" at its ends."""

    def __init__(self, ways: Mapping[str, Sequence[str]], at: str = "start") -> None:
        self.ways = ways
        self.at = at

    @property
    def is_won(self) -> bool:
        return self.at == "won"

    def copy(self) -> Tree:
        return Tree(self.ways, self.at)

    def advance(self) -> Choices:
        ways = self.ways.get(self.at, ())
        return Choices(len(ways), len(ways))

    def make(self, number: int) -> None:
        self.at = self.ways[self.at][number]

    def key(self) -> str:
        return self.at


@pytest.mark.parametrize(
    ("ways", "fewest"),
    [
        ({"start": ["won"]}, 0),  # a single move is no decision
        ({"start": ["won", "won"]}, 0),  # nor are moves that come to the same
        ({"start": ["won", "lost"]}, 1),
        ({"start": ["a", "b"], "a": ["won", "lost"], "b": ["c"], "c": ["won"]}, 1),
        # A place that is met after a decision, and again without one, later in the same layer.
        ({"start": ["a", "b"], "a": ["x", "lost"], "b": ["x"], "x": ["won", "lost"]}, 2),
        ({"start": ["a", "b"], "a": ["x", "y"], "b": ["y"], "x": ["lost"], "y": ["won"]}, 1),
        ({"start": ["start", "a"], "a": ["start", "won"]}, 2),
    ],
)
def test_the_fewest_decisions(ways: dict[str, Sequence[str]], fewest: int) -> None:
    play = PlayOn(Tree(ways), Budget(NO_LIMITS))
    assert play.fewest_decisions(100) == Bounds(fewest, fewest)
    for most in range(10):
        bounds = play.fewest_decisions(most)
        assert bounds.low <= fewest
        assert bounds.high in (None, fewest)


def test_a_game_without_a_win_has_no_fewest_decisions() -> None:
    assert PlayOn(Tree({"start": ["a", "lost"], "a": ["lost"]}), Budget(NO_LIMITS)).fewest_decisions(99).high is None


@pytest.mark.parametrize("seed", range(12))
def test_the_fewest_decisions_are_those_of_all_lines(seed: int) -> None:
    """Against a search that goes through all careful lines one by one."""
    position = small_cross(seed, reshuffles=1)
    play = careful_play(patience("cross")).play(position, Budget(NO_LIMITS))
    table = table_of(position)

    def fewest(table: CarefulTable, choices: Choices) -> float:
        if table.is_won:
            return 0
        after = {}
        for number in range(choices.count):
            then = table.copy()
            then.make(number)
            left = then.advance()
            after[then.key()] = fewest(then, left)
        return min(after.values(), default=float("inf")) + (len(after) > 1)

    found = play.fewest_decisions(10**6)
    wanted = fewest(table, table.advance())
    assert found.high == (None if wanted == float("inf") else wanted)
    games = play.games(1, 0, 200)
    assert (games.won > 0) <= (found.high is not None)
    assert games.fewest is None or games.fewest >= found.low


# --- games -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["gallery", "marriage", "cross"])
def test_a_game_depends_on_seed_and_number_alone(game: str) -> None:
    position = deal(game, {"reshuffles": "3"} if game == "cross" else {}, 3)
    play = careful_play(patience(game)).play(position, Budget(NO_LIMITS))
    whole = play.games(5, 0, 30)
    one_by_one = Games()
    for number in reversed(range(30)):
        one_by_one += play.games(5, number, 1)
    assert one_by_one == whole
    assert play.games(6, 0, 30) != whole or game == "gallery"


def test_games_without_end_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.careful.MOST_MOVES", 50)
    assert PlayOn(Tree({"start": ["a", "a"], "a": ["start", "start"]}), Budget(NO_LIMITS)).games(1, 0, 3) == Games()


def test_a_limit_stops_play() -> None:
    for game in ("gallery", "marriage"):
        play = careful_play(patience(game)).play(deal(game, {}, 1), Budget(Limits(positions=5)))
        with pytest.raises(LimitReached):
            play.games(1, 0, 10)


def test_what_a_limit_cut_short_is_a_lower_bound() -> None:
    """A game of ten decisions, of which each has a right answer."""
    ways = {f"{number}": (f"{number + 1}", "lost") for number in range(9)} | {"9": ("won", "lost")}
    play = PlayOn(Tree(ways, "0"), Budget(Limits(positions=9)))
    with pytest.raises(LimitReached):
        play.fewest_decisions(100)
    assert play.at_least == 4
    assert PlayOn(Tree(ways, "0"), Budget(NO_LIMITS)).fewest_decisions(100) == Bounds(10, 10)


def test_levels_are_told_by_the_share() -> None:
    levels = Levels({}, medium=0.5, hard=0.2, brutal=0.1)
    assert [str(levels.level(share)) for share in (0, 0.1, 0.2, 0.5, 1)] == ["brutal", "hard", "medium", "easy", "easy"]
