"""Games that are played: moves, undo and redo, the folder that keeps them, what is known of them."""

from __future__ import annotations

import json
import os
import random
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from solver import native
from solver.cards import Rank, Suit
from solver.careful import Level
from solver.deal_files import read_deal
from solver.errors import IllegalMove, InputError
from solver.letters import ALPHABETS, Letters
from solver.limits import Budget, Limit, LimitReached, Limits
from solver.move_logs import read_log
from solver.outcome import Outcome, Verdict
from solver.playing import dealing
from solver.playing import desk as at_desk
from solver.playing.advising import Standing, where_lost
from solver.playing.dealing import Preview, Wish, chosen, dealt, look_at, options_of, read_number, warnings_of
from solver.playing.desk import DEAL, FINISH, HINT, LOST, Advice, Desk
from solver.playing.folder import ChangedElsewhere, Folder, FolderError
from solver.playing.game import Game, Hand
from solver.playing.kept_game import read_game
from solver.playing.searches import Searches
from solver.rating import Rating
from solver.registry import games, patience
from solver.shares import Share
from solver.solving import solve
from solver.verifying import Result, replay
from tests.desks import disk_is_full, in_alphabet, until_ready
from tests.times import AMPLE, LONG

GAMES = [game for game in games() if patience(game).drawing is not None]


def new_game(game: str, seed: int = 1, **options: str) -> Game:
    found = patience(game)
    name, text = dealt(Wish(game, found.defaults | options), seed)
    return read_game(name, text)


def wandered(game: Game, seed: int, most: int) -> None:
    """Play at random, with undo and redo between."""
    choice = random.Random(seed)
    for _ in range(most):
        way = choice.random()
        if way < 0.2:
            game.undo()
        elif way < 0.3:
            game.redo()
        elif game.possible():
            game.play(choice.choice(game.possible()).step.move)


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6), letters=st.sampled_from(list(ALPHABETS.values())))
def test_a_game_reads_back_with_what_was_undone(name: str, seed: int, letters: Letters) -> None:
    deal = in_alphabet(str(new_game(name, seed).deal.position), letters)
    game = read_game(name, deal)
    wandered(game, seed, 25)
    again = read_game(game.name, deal, game.log())
    assert again.position == game.position
    assert [turn.move for turn in again.turns] == [turn.move for turn in game.turns]
    assert [turn.move for turn in again.undone] == [turn.move for turn in game.undone]
    log = read_log(game.log())
    report = replay(read_deal(deal, log=log).position, log.readers(game.patience))
    assert report.position == game.position
    assert report.result in (Result.UNFINISHED, Result.WON)


@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_a_log_is_written_in_the_letters_of_its_deal(letters: Letters) -> None:
    """Every rank and suit, of moves that were made and of those that were undone; Marriage drops each of them."""
    deal = in_alphabet(str(new_game("marriage").deal.position), letters)
    game = read_game("marriage", deal)
    for move in solve(game.deal.position).moves:
        game.play(str(move))
    for number in (len(game.turns), 0):
        game.go(number)
        moves = " ".join(line for line in game.log().splitlines() if ":" not in line)
        written = [letters.card(word) for word in moves.split() if letters.has(word)]
        assert {card.rank for card in written} == set(Rank)
        assert {card.suit for card in written} == set(Suit)
        again = read_game("marriage", deal, game.log())
        assert [turn.move for turn in again.turns] == [turn.move for turn in game.turns]
        assert [turn.move for turn in again.undone] == [turn.move for turn in game.undone]


@pytest.mark.parametrize("line", ["fly", "redeal P1", "XX P2 M8"])
def test_an_undone_move_that_cannot_be_made_is_told_by_its_line(line: str) -> None:
    game = new_game("gallery")
    game.play(game.possible()[0].step.move)
    game.undo()
    log = game.log()
    number = len(log.splitlines())
    with pytest.raises(InputError) as caught:
        read_game("gallery", str(game.deal.position), "\n".join([*log.splitlines()[:-1], f"# {line}", ""]))
    assert str(caught.value).startswith(f"log, line {number}: ")


@pytest.mark.parametrize("name", GAMES)
def test_undo_and_redo_without_end_show_the_same_cards(name: str) -> None:
    game = new_game(name)
    scenes = [game.scene]
    for _ in range(30):
        game.play(game.possible()[-1].step.move)
        scenes.append(game.scene)
    version = game.version
    for number in reversed(range(30)):
        assert game.undo()
        assert game.scene is scenes[number]
    assert not game.undo()
    for number in range(1, 31):
        assert game.redo()
        assert game.scene is scenes[number]
    assert not game.redo()
    assert game.version == version + 60
    game.go(10)
    game.play(game.undone[0].step.move)  # the same move again leaves those after it
    assert len(game.undone) == 19
    other = next(turn for turn in [*game.possible(), None] if turn is None or turn.move != game.undone[0].move)
    if other is not None:
        game.play(other.step.move)
        assert not game.undone


@pytest.mark.parametrize("name", GAMES)
@settings(max_examples=5)
@given(seed=st.integers(0, 10**6))
def test_carrying_a_card_means_its_move_and_else_says_why_not(name: str, seed: int) -> None:
    game = new_game(name, seed)
    wandered(game, seed, 25)
    single = {}
    for turn in game.possible():
        if len(turn.step.travelled) == 1:
            (token,) = turn.step.travelled
            single[token, turn.step.scene.slot_of()[token]] = turn.step.move
    for (token, target), move in single.items():
        source = game.scene.slot_of()[token]
        assert game.carried(Hand(token, source), target) == (move, "")
    choice = random.Random(seed)
    labels = list(game.scene.places)
    for _ in range(30):
        token = choice.randrange(len(game.scene.cards))
        source, target = game.scene.slot_of()[token], choice.choice(labels)
        move, why = game.carried(Hand(token, source), target)
        if why:
            assert (token, target) not in single
            if move:
                with pytest.raises(IllegalMove, match=r".+"):
                    game.play(move)
        else:
            assert move in [turn.step.move for turn in game.possible()]


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("gallery", {}),
        ("gallery", {"order": "free", "redeal": "anytime"}),
        ("marriage", {}),
        ("marriage", {"pairs": "compulsory"}),
        ("marriage", {"pairs": "off"}),
        ("cross", {}),
        ("cross", {"fill": "anytime"}),
    ],
)
def test_buttons_are_always_the_same_and_agree_with_the_referee(name: str, options: dict[str, str]) -> None:
    game = new_game(name, 5, **options)
    names = [button.name for button in game.buttons()]
    pressed = set()
    for step in range(60):
        places = game.scene.places
        chosen = [Hand(tokens[-1] if tokens else None, label) for label, tokens in places.items()]
        for hands in [(), *((hand,) for hand in chosen)]:
            buttons = game.buttons(hands)
            assert [button.name for button in buttons] == names
            for button in buttons:
                legal = button.move in [turn.step.move for turn in game.possible()]
                assert legal == (not button.why), button
                pressed |= {button.name} if legal else set()
        if not game.possible():
            break
        game.play(game.possible()[step % 2 * -1].step.move)
    assert pressed or name == "cross"


def test_a_line_that_is_no_move_and_one_that_is_not_allowed() -> None:
    game = new_game("gallery")
    for line in ("", "# a comment", "fly", "redeal P1\nredeal P1", "x" * 300):
        with pytest.raises(InputError):
            game.play(line)
    with pytest.raises(IllegalMove):
        game.play("redeal P1")
    assert game.version == 1
    assert not game.go(5)
    assert not game.go(-1)


# --- the folder --------------------------------------------------------------------------------------------------


def a_desk(path: Path, game: str = "marriage") -> Desk:
    return Desk.with_deal(Folder(path), *dealt(Wish(game, patience(game).defaults), 1))


def test_a_desk_goes_on_where_it_was_left(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    for _ in range(10):
        desk.play(desk.game.version, desk.game.possible()[-1].step.move)
    desk.go(desk.game.version, 7)
    last = Desk.open_last(Folder(tmp_path))
    assert last is not None
    assert last.game.position == desk.game.position
    assert len(last.game.undone) == 3
    assert a_desk(tmp_path).game.name == desk.game.name  # the same deal is the same game
    other = a_desk(tmp_path, "gallery")
    assert other.game.name != desk.game.name
    assert {one.name for one in other.saved()} == {other.game.name, desk.game.name}
    other.open(desk.game.name)
    assert other.game.position == desk.game.position


def test_a_move_that_cannot_be_kept_has_not_happened(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = a_desk(tmp_path)
    for _ in range(20):
        desk.play(desk.game.version, desk.game.possible()[-1].step.move)
    desk.go(desk.game.version, 10)
    before, version = desk.folder.read(desk.game.name), desk.game.version
    state = (version, desk.revision, desk.game.position, desk.game.turns, desk.game.undone)
    again = desk.game.undone[0]
    other = next(turn for turn in desk.game.possible() if turn.move != again.move)
    changes: list[Callable[[], None]] = [
        lambda: desk.play(version, other.step.move),
        lambda: desk.play(version, again.step.move),
        lambda: desk.go(version, 3),
        lambda: desk.go(version, 15),
    ]
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", disk_is_full)
        for change in changes:
            with pytest.raises(FolderError, match="No space left"):
                change()
            now = desk.game
            assert (now.version, desk.revision, now.position, now.turns, now.undone) == state
    assert desk.folder.read(desk.game.name) == before
    assert [one.name for one in (tmp_path / desk.game.name).iterdir() if one.name.startswith(".")] == []
    desk.play(desk.game.version, desk.game.possible()[-1].step.move)


def test_two_programs_on_one_game_do_not_overwrite_each_other(tmp_path: Path) -> None:
    one = a_desk(tmp_path)
    other = Desk.open_last(Folder(tmp_path))
    assert other is not None
    one.play(one.game.version, one.game.possible()[-1].step.move)
    with pytest.raises(ChangedElsewhere):
        other.play(other.game.version, other.game.possible()[-1].step.move)
    assert other.game.position == one.game.position
    other.play(other.game.version, other.game.possible()[-1].step.move)
    assert len(read_log(other.folder.read(other.game.name)[1]).lines) == 2


def test_a_game_that_another_program_made_unreadable_is_not_overwritten(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    desk.play(desk.game.version, desk.game.possible()[-1].step.move)
    position, log = desk.game.position, tmp_path / desk.game.name / "moves.log"
    for nonsense in (b"fly\n", b"\xff\xfe nonsense"):
        log.write_bytes(nonsense)
        for _ in range(2):
            with pytest.raises(FolderError, match=r"cannot be read any more: |it is no text"):
                desk.play(desk.game.version, desk.game.possible()[-1].step.move)
            assert log.read_bytes() == nonsense
            assert desk.game.position == position


def test_a_game_in_which_somebody_wrote_is_left_alone(tmp_path: Path) -> None:
    desk = a_desk(tmp_path)
    (tmp_path / desk.game.name / "moves.log").write_bytes(b"\xff\xfe nonsense")
    assert Desk.open_last(Folder(tmp_path)) is None
    again = a_desk(tmp_path)
    assert again.game.name == f"{desk.game.name}-2"


# --- what is known -----------------------------------------------------------------------------------------------


def test_where_a_game_was_lost_is_what_the_review_says(tmp_path: Path) -> None:
    deal = Path("examples/gallery-half-played.txt").read_text(encoding="utf-8")
    log = Path("examples/gallery-half-played.log").read_text(encoding="utf-8").splitlines()[:16]
    desk = Desk.with_deal(Folder(tmp_path), "lost", deal)
    desk.start("lost", deal, "\n".join([*log, "3D P2 M8", "JC P7 T6", ""]))
    game = desk.game
    first, moves = game.positions()[0], [turn.move for turn in game.turns]
    found = where_lost(first, moves, Budget(AMPLE))
    assert found.turn.at == 14
    assert str(found.keeps[0]) in ("JC P7 T6", "JC P7 T8")
    assert {str(move) for move in found.keeps} >= {"JC P7 T6", "3H P3 M8"}
    assert game.log().splitlines()[game.log_line(14) - 1] == "3D P2 M8"
    assert found.remarks[14].startswith("loses; JC P7 T6")
    assert game.spoken(found.turn.kept or 0, found.keeps[0]).startswith("jack of clubs")
    assert where_lost(first, moves[:13], Budget(AMPLE)).turn.at is None


def test_the_remarks_of_a_review_stay_with_their_moves(tmp_path: Path) -> None:
    deal = Path("examples/gallery-half-played.txt").read_text(encoding="utf-8")
    log = Path("examples/gallery-half-played.log").read_text(encoding="utf-8").splitlines()[:16]
    desk = Desk.with_deal(Folder(tmp_path), "lost", deal)
    desk.start("lost", deal, "\n".join([*log, "3D P2 M8", ""]))
    desk.ask(desk.game.version, LOST)
    until_ready(desk)
    assert desk.remark(14).startswith("loses")
    desk.go(desk.game.version, 13)
    assert desk.remark(14).startswith("loses")  # it was undone and may be made again
    desk.play(desk.game.version, "JC P7 T6")
    assert desk.remark(14) == ""


def test_a_search_that_is_replaced_stops_and_says_nothing() -> None:
    searches = Searches(Limits(), ("one",))
    heard: list[object] = []
    stopped, ready = threading.Event(), threading.Event()

    def endless(budget: Budget) -> None:
        try:
            while True:
                budget.check()
        finally:
            stopped.set()

    def done(found: object) -> None:
        heard.append(found)
        ready.set()

    for _ in range(5):
        searches.start("one", endless, heard.append)
    searches.start("one", lambda _: "found", done)
    assert ready.wait(LONG)
    assert heard == ["found"]


def test_an_answer_that_comes_late_is_none_to_what_was_asked_since(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A search may have ended, and its answer not been told, when another one is asked for or none any more."""
    desk = a_desk(tmp_path)
    answers: list[Callable[[object], None]] = []
    monkeypatch.setattr(desk._searches, "start", lambda _kind, _search, done: answers.append(done))
    first, second = Standing(Verdict.SOLVABLE), Standing(Verdict.UNSOLVABLE)
    for kind in (HINT, FINISH):
        desk.ask(desk.game.version, kind)
    answers[0](first)
    assert desk.advice == Advice(FINISH)
    answers[1](second)
    assert desk.advice == Advice(FINISH, ready=True, known=second)
    answers[0](first)
    assert desk.advice == Advice(FINISH, ready=True, known=second)
    desk.ask(desk.game.version, HINT)
    desk.stop()
    answers[2](first)
    assert desk.advice is None
    desk.deal(Wish("gallery", verdict=Verdict.SOLVABLE))
    game = desk.game
    desk.stop()
    answers[3](dealt(Wish("gallery"), 1))
    assert desk.game is game


def test_a_wished_deal_that_is_not_found_in_time_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def ended(_wish: Wish, _position: Any, budget: Budget) -> bool:
        raise LimitReached(Limit.SECONDS, budget)

    monkeypatch.setattr(at_desk, "is_as_wished", ended)
    desk = a_desk(tmp_path)
    desk.deal(Wish("gallery", verdict=Verdict.SOLVABLE))
    until_ready(desk)
    assert desk.advice == Advice(DEAL, ready=True, problem="the search ended without an answer: time limit reached")


def test_a_wished_deal_that_cannot_be_kept_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    desk = a_desk(tmp_path)
    game = desk.game
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", disk_is_full)
        desk.deal(Wish("gallery", verdict=Verdict.SOLVABLE))
        until_ready(desk)
    assert desk.advice is not None
    assert "No space left" in desk.advice.problem
    assert desk.game is game
    desk.deal(Wish("gallery", verdict=Verdict.SOLVABLE))
    until_ready(desk)
    assert desk.game.patience.game == "gallery"


# --- deals --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("is_native", [True, False])
def test_a_level_counts_when_all_games_were_played(monkeypatch: pytest.MonkeyPatch, is_native: bool) -> None:
    """The level of a few games, when a limit cut the others off, may be another one."""
    position = new_game("marriage").deal.position
    wish, budget, total = Wish("marriage", level=Level.EASY), Budget(AMPLE), 0

    def rated(position: Any, *, games: int, outcome: Outcome[Any], **_asked: object) -> Rating:
        return Rating(outcome, Share(total or games, total or games), level=Level.EASY)

    monkeypatch.setattr(dealing, "rate", rated)
    monkeypatch.setattr(native, "USED", is_native)
    assert dealing.is_as_wished(wish, position, budget)
    total = 250
    assert not dealing.is_as_wished(wish, position, budget)


def test_what_is_typed_is_told_by_lines() -> None:
    fault = look_at("game: gallery\ndeck: 5S\n  7H QQ\n").faults[0]
    assert (fault.line, fault.message[:15]) == (3, '"QQ" is no card')
    assert len(look_at("game: marriage\nrow: QH 2S 2S\nstock: KH KH\n").faults) >= 2
    game = new_game("marriage")
    assert look_at(str(game.deal.position)) == Preview(entry="deal")
    assert solve(game.deal.position).verdict is not Verdict.UNDECIDED


def test_of_several_deals_one_is_chosen_by_its_name() -> None:
    one, other = (dealt(Wish("marriage"), seed)[1] for seed in (1, 2))
    text = one.replace("game: marriage", "game: marriage\nname: first") + other
    assert look_at(text).names == ("first", "deal-2")
    assert look_at(text).entry == "first"
    assert look_at(text, "deal-2").entry == "deal-2"
    with pytest.raises(InputError, match=r"several deals.*first"):
        chosen(text)
    assert read_deal(chosen(text, "deal-2")).position == read_deal(other).position
    assert chosen(other) == other
    broken = text + "game: marriage\nrow: QH XX\n"
    assert any(fault.message.startswith('"XX"') for fault in look_at(broken, "deal-3").faults)
    assert not look_at(broken, "first").faults
    found = json.dumps({"game": "marriage", "deck": one.split("deck:")[1].split("\n\n")[0].replace("\n", " ")})
    assert read_deal(chosen(found)).position == read_deal(one).position


def test_warnings_and_what_is_assumed_are_told() -> None:
    text = str(new_game("cross").deal.position)
    said = warnings_of(read_deal(text.replace("reshuffle seed: 1\n", "").replace("reshuffled: 0\n", "")))
    assert [one.split(" is assumed")[0] for one in said] == ["reshuffled: 0", "reshuffle seed: 0"]


def test_numbers_of_deals() -> None:
    assert read_number(" 12345 ") == (12345, False)
    assert read_number("MS7") == (7, True)
    for word in ("", "-1", "1.5", "ms", "٣", "9" * 22):
        with pytest.raises(InputError):
            read_number(word)
    assert dealt(Wish("marriage", numbered=True, microsoft=True), 7)[0] == "marriage-pysol-ms7"
    assert options_of(Wish("marriage", numbered=True)) == {"pairs": "off"}
    assert options_of(Wish("marriage", {"pairs": "optional"}, numbered=True)) == {"pairs": "optional"}
