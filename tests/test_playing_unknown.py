"""Games at a real table: unknown cards come to light, are entered, and belong to the deal from then on."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import solver
from solver.deal_files import read_deal
from solver.errors import IllegalMove, InputError, Unsupported
from solver.letters import ALPHABETS, ENGLISH, Letters
from solver.limits import Budget
from solver.move_logs import read_log
from solver.outcome import Verdict
from solver.page.play_data import count_words, desk_data
from solver.playing import advising
from solver.playing import desk as at_desk
from solver.playing.desk import FAIR, FINISH, HINT, LOST, Desk
from solver.playing.folder import Folder, FolderError
from solver.playing.game import BLIND, UNDONE, Uncovers
from solver.playing.kept_game import read_game
from solver.registry import games, patience
from solver.seeing import Seen
from solver.shares import Share
from solver.verifying import Result, replay
from tests.desks import Dealer, as_seen, disk_is_full, in_alphabet, until_ready, with_unknown

HIDING = [game for game in games() if patience(game).seeing is not None and patience(game).drawing is not None]


@pytest.fixture
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few orders are looked at."""
    monkeypatch.setattr(advising, "SAMPLES", 4)


@pytest.mark.parametrize("name", HIDING)
@settings(max_examples=4, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_every_game_at_a_table_is_the_game_of_the_true_deal(name: str, seed: int) -> None:
    """Whatever is played, after each move the same lies on the table, seen cards and all, and the files read back."""
    truth, text = as_seen(name, seed)
    game = read_game("table", text)
    dealer, choice = Dealer(truth, game), random.Random(seed)
    position = truth
    for _ in range(30):
        possible = game.possible()
        true_moves = [game._words(move) for move in position.moves()]
        assert [turn.step.move for turn in game._legal()] == true_moves
        if not possible:
            break
        number = choice.randrange(len(possible))
        move = position.moves()[number]
        dealer.play(possible[number].step.move)
        position = position.play(move)
        assert str(game.turns[-1].step.move) == str(move)
        shown = {label: [lying.card for lying in one.cards] for label, one in game.scene.holdings.items()}
        drawn = game._drawing.holdings(position)
        for label, cards in shown.items():
            known = [card for card in cards if card is not None]
            true = [lying.card for lying in drawn[label].cards]
            assert len(cards) == len(true)
            assert all(known.count(card) <= true.count(card) for card in known)
        if choice.random() < 0.2 and len(game.turns) > 1:
            game.undo()
            game.redo()
    again = read_game("table", game.text, game.log())
    assert (again.position, again.hidden) == (game.position, game.hidden)
    assert again.at_table
    assert [turn.move for turn in again.turns] == [turn.move for turn in game.turns]


def test_a_game_won_at_a_table_leaves_files_that_verify_reads() -> None:
    truth, text = as_seen("gallery", 3)
    game = read_game("table", text)
    dealer = Dealer(truth, game)
    uncovering = sum(dealer.play(str(move)) for move in solver.solve(truth).moves)
    assert uncovering > 8
    assert game.position.is_won
    assert game.is_known
    log = read_log(game.log())
    deal = read_deal(game.text, log=log)
    assert deal.position == truth
    assert replay(deal.position, log.readers(game.patience)).result is Result.WON


@pytest.mark.parametrize("name", HIDING)
def test_nothing_that_is_shown_tells_an_unknown_card(name: str) -> None:
    """Two deals that look the same are shown the same, until a card comes to light."""
    _, text = as_seen(name, 3)
    game = read_game("table", text)
    seen = game.deal.position
    assert isinstance(seen, Seen)
    hidden = Counter(seen.cards)
    assert Counter(card for card in game.scene.cards if card is not None) + hidden == Counter(
        card for card in game.scene.followed if card is not None
    )
    assert game.scene.cards.count(None) == len(seen.cards)
    for holding in game.scene.holdings.values():
        assert all(lying.card is None or lying.card in game.scene.cards for lying in holding.cards)
    for turn in game.possible():
        assert "?" not in turn.step.move
        named = [word for word in turn.step.move.split() if len(word) == 2 and word[1] in "SHDC"]
        assert all(word in text for word in named)


def test_what_was_seen_lies_face_up_and_what_nobody_saw_face_down() -> None:
    truth, text = as_seen("gallery", 3)
    game = read_game("table", text)
    for label in ("P1", "P8"):
        tokens = game.scene.places[label]
        assert [game.scene.cards[token] is None for token in tokens] == [True] * 9 + [False]
    dealer = Dealer(truth, game)
    for move in solver.solve(truth).moves:
        line = str(move)
        dealer.play(line)
        if line == "redeal P1":
            break
    assert all(game.scene.cards[token] is not None for token in game.scene.places["P1"])
    assert game.scene.seen >= {token for token, card in enumerate(game.scene.cards) if card is not None}


def test_cards_that_cannot_come_to_light_are_refused() -> None:
    truth, text = as_seen("marriage", 1)
    game = read_game("table", text)
    with pytest.raises(Uncovers, match="a card to light") as asked:
        game.play("deal")
    assert asked.value.slots == ("stock",)
    for cards, part in (
        (["QH"], "QH cannot lie there"),
        (["2S", "3S"], "1 card came to light, and 2 are named"),
        (["XX"], "no card"),
    ):
        with pytest.raises(InputError, match=part):
            game.play("deal", cards)
        assert not game.turns
        assert isinstance(game.deal.position, Seen)
    game.play("deal", [str(truth.stock[0])])
    assert game.turns[0].step.move == f"deal {truth.stock[0]}"
    assert truth.stock[0] not in game.unknown


def test_a_log_that_names_its_cards_plays_an_unknown_deal() -> None:
    truth, text = as_seen("marriage", 1)
    moves = [str(move) for move in solver.solve(truth).moves]
    game = read_game("table", text, "\n".join(moves))
    assert game.position.is_won
    truth, text = as_seen("gallery", 3)
    moves = [str(move) for move in solver.solve(truth).moves]
    with pytest.raises(InputError, match="brings a card to light"):
        read_game("table", text, "\n".join(moves))


@pytest.mark.parametrize("letters", ALPHABETS.values(), ids=ALPHABETS)
def test_a_log_in_the_letters_of_the_deal_names_what_comes_to_light(letters: Letters) -> None:
    """It names the cards also for the deal as it was at first, of which they are unknown."""
    truth, _ = as_seen("marriage", 1)
    text = in_alphabet(with_unknown(13), letters)
    game = read_game("table", text)
    dealer = Dealer(truth, game)
    while game.unknown:
        line = game.possible()[-1].step.move
        game.play(line, [letters.word(ENGLISH.card(card)) for card in dealer.cards(line)])
    game.undo()
    for deal in (text, game.text):
        again = read_game("table", deal, game.log())
        assert again.position == game.position
        assert [turn.move for turn in again.undone] == [turn.move for turn in game.undone]


@pytest.mark.parametrize("line", ["deal", "fly", "deal XX"])
def test_an_undone_move_that_cannot_be_made_at_a_table_is_told_by_its_line(line: str) -> None:
    text = as_seen("marriage", 1)[1]
    with pytest.raises(InputError, match=r"^log, line 2: "):
        read_game("table", text, f"{UNDONE}\n# {line}\n")


def test_letters_of_the_deal_are_those_of_the_cards_that_are_entered() -> None:
    truth, text = as_seen("marriage", 1)
    game = read_game("table", text.replace("game: marriage", "game: marriage\nletters: de").replace("QH", "DH"))
    card = truth.stock[0]
    game.play("deal", [game.deal.letters.word(card)])
    assert "letters: de" in game.text
    assert game.turns[0].step.move == f"deal {card}"


def test_a_shuffle_that_nobody_has_seen_is_not_made_up() -> None:
    truth, text = as_seen("cross", 1)
    game = read_game("table", text)
    dealer = Dealer(truth, game)
    for move in solver.solve(truth).moves:
        if str(move) == "reshuffle":
            break
        dealer.play(game._words(move))
    assert not game.unknown
    assert not game.is_known
    assert game.possible() == ()
    assert game.buttons()[-1].why == BLIND
    with pytest.raises(IllegalMove, match="not known here"):
        game.play("reshuffle")
    again = read_game("table", game.text, game.log())
    assert again.possible() == ()


# --- at the desk -----------------------------------------------------------------------------------------------------


def test_a_game_at_a_table_goes_on_from_its_file(tmp_path: Path) -> None:
    truth, text = as_seen("gallery", 3)
    desk = Desk.with_deal(Folder(tmp_path), "table", "# my table\n" + text)
    for move in solver.solve(truth).moves[:12]:
        desk.play(desk.game.version, str(move), Dealer(truth, desk.game).cards(str(move)))
    desk.go(desk.game.version, 10)
    last = Desk.open_last(Folder(tmp_path))
    assert last is not None
    assert last.game.position == desk.game.position
    assert len(last.game.undone) == 2
    assert last.game.text.startswith("# my table\ngame: gallery\n")
    again = Desk.with_deal(Folder(tmp_path), "table", "# my table\n" + text)  # the file as it was typed in
    assert again.game.name == desk.game.name
    other = Desk.with_deal(Folder(tmp_path), "table", as_seen("gallery", 4)[1])
    assert other.game.name != desk.game.name


def test_cards_of_a_move_that_cannot_be_kept_stay_unknown(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    truth, text = as_seen("marriage", 1)
    desk = Desk.with_deal(Folder(tmp_path), "table", text)
    before, unknown = desk.folder.read(desk.game.name), desk.game.unknown
    cards = Dealer(truth, desk.game).cards("deal")
    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", disk_is_full)
        with pytest.raises(FolderError, match="No space left"):
            desk.play(desk.game.version, "deal", cards)
    assert (desk.game.text, desk.game.unknown, desk.game.turns) == (text, unknown, ())
    assert desk.folder.read(desk.game.name) == before
    desk.play(desk.game.version, "deal", cards)
    assert len(desk.game.unknown) == len(unknown) - 1


@pytest.mark.parametrize("kind", [HINT, FINISH, LOST])
def test_what_needs_every_card_is_refused(tmp_path: Path, kind: str) -> None:
    desk = Desk.with_deal(Folder(tmp_path), "table", as_seen("gallery", 3)[1])
    with pytest.raises(Unsupported, match="cards are unknown"):
        desk.ask(desk.game.version, kind)


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize("name", HIDING)
def test_the_light_and_hints_say_how_likely_a_win_is(tmp_path: Path, name: str) -> None:
    desk = Desk.with_deal(Folder(tmp_path), "table", as_seen(name, 3)[1])
    desk.set_light(True)
    desk.ask(desk.game.version, FAIR)
    until_ready(desk)
    assert desk.likely is not None
    assert desk.standing is None
    found = desk.advice
    assert found is not None
    assert found.weighed is not None
    assert found.weighed.odds.winnable.total == 4
    assert set(found.weighed.odds.moves) == {turn.step.move for turn in desk.game.possible()}
    desk.close()


@pytest.mark.usefixtures("few")
@pytest.mark.parametrize(("count", "is_exact"), [(2, True), (4, False)])
def test_shares_are_exact_where_all_orders_were_looked_at(tmp_path: Path, count: int, is_exact: bool) -> None:
    """Of two hidden cards there are two orders, of four more than are looked at."""
    desk = Desk.with_deal(Folder(tmp_path), "table", with_unknown(count))
    desk.ask(desk.game.version, FAIR)
    until_ready(desk)
    said = desk_data(desk)["advice"]["weighed"]
    assert said["whole"] == is_exact
    assert said["orders"] == (2 if is_exact else 4)
    assert said["moves"]
    for move in said["moves"]:
        assert (move["interval"] is None) == is_exact
        assert move["count"].endswith(f" of {said['orders']} orders")
    desk.close()


def test_orders_that_are_undecided_are_told_as_a_range() -> None:
    assert count_words(Share(3, 12)) == "3 of 12 orders"
    assert count_words(Share(3, 12, 2)) == "3 to 5 of 12 orders"
    assert count_words(Share(0, 1)) == "0 of 1 order"


@pytest.mark.usefixtures("few")
def test_a_fair_hint_of_a_known_deal_looks_at_what_is_seen_alone(tmp_path: Path) -> None:
    """Deals that look the same get the same hint."""
    truth, text = as_seen("gallery", 3)
    seen = read_deal(text, unknown=True).position
    said = []
    for number, deal in enumerate((truth, seen.drawn(random.Random(5)))):
        desk = Desk.with_deal(Folder(tmp_path / str(number)), "known", str(deal))
        desk.ask(desk.game.version, FAIR)
        until_ready(desk)
        assert desk.advice is not None
        assert desk.advice.weighed is not None
        assert desk.advice.weighed.seen == seen
        said.append(set(desk.advice.weighed.odds.moves))
        desk.close()
    assert said[0] == said[1]


def test_where_all_is_seen_a_fair_hint_is_exact(tmp_path: Path) -> None:
    deal = Path("examples/gallery-half-played.txt").read_text(encoding="utf-8")
    desk = Desk.with_deal(Folder(tmp_path), "typed", deal)
    assert all(one in desk.game.scene.seen for one in range(len(desk.game.scene.cards)))
    desk.ask(desk.game.version, FAIR)
    until_ready(desk)
    assert desk.advice is not None
    assert desk.advice.known is not None
    assert desk.advice.known.verdict is Verdict.SOLVABLE


def test_a_search_for_a_fair_hint_ends_when_the_position_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(_seen: Seen[Any, Any], budget: Budget) -> None:
        while True:
            budget.check()

    monkeypatch.setattr(at_desk, "weighed", endless)
    desk = Desk.with_deal(Folder(tmp_path), "gallery", as_seen("gallery", 3)[1])
    desk.ask(desk.game.version, FAIR)
    assert desk.searching
    desk.play(desk.game.version, "AC M8 out")
    assert not desk.searching
    assert desk.advice is None
    desk.close()
