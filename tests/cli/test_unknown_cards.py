"""Commands and cards that nobody has seen."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from solver.registry import games, patience
from tests.conftest import Run

HIDING = [game for game in games() if patience(game).seeing is not None]


def generated(run: Run, game: str, *words: str) -> str:
    result = run("generate", game, "--seed", "3", "--verdict", "any", *words)
    assert result.exit_code == 0, result.stderr
    text: str = result.stdout
    return text


@pytest.mark.parametrize("game", HIDING)
def test_a_deal_as_seen_shows_the_same_however_it_is_made(run: Run, game: str) -> None:
    known, unknown = generated(run, game), generated(run, game, "--as-seen")
    shown = run("show", "-", "--as-seen", "--text", stdin=known)
    assert shown.exit_code == 0
    assert "?*" in shown.stdout
    assert run("show", "-", "--text", stdin=unknown).stdout == shown.stdout
    assert run("show", "-", "--as-seen", "--text", stdin=shown.stdout).stdout == shown.stdout
    record = json.loads(run("show", "-", "--json", stdin=unknown).stdout)
    assert record["position"] in shown.stdout.replace(f"name: {record['name']}\n", "")


@pytest.mark.parametrize("game", HIDING)
def test_what_is_generated_as_seen_tells_no_hidden_card_to_programs_either(run: Run, game: str) -> None:
    deck = json.loads(generated(run, game, "--as-seen", "--json"))
    known = json.loads(generated(run, game, "--json"))
    words = deck["deck"].split()
    assert any(word.startswith("?*") for word in words)
    assert known["deck"].split()[: len(words) // 2] == words[: len(words) // 2]
    assert "reshuffle_seed" not in deck
    refused = run("generate", game, "--as-seen", "--with-solution", "--json")
    assert refused.exit_code == 2
    assert "--as-seen hides" in refused.stderr


@pytest.mark.parametrize("game", HIDING)
@pytest.mark.parametrize("command", ["solve", "explain", "replay"])
def test_commands_that_need_every_card_say_which_are_unknown(run: Run, game: str, command: str) -> None:
    result = run(command, "-", stdin=generated(run, game, "--as-seen"))
    assert result.exit_code == 2
    assert "cards unknown:" in result.stderr
    assert "patience-solver odds" in result.stderr


def test_moves_are_followed_to_what_has_been_seen_by_then(run: Run, tmp_path: Path) -> None:
    deal, log = tmp_path / "deal.txt", tmp_path / "moves.log"
    deal.write_text(generated(run, "marriage"), encoding="utf-8")
    shown = run("show", deal).stdout
    log.write_text(next(line for line in shown.splitlines() if "deal " in line), encoding="utf-8")
    seen = run("show", deal, "--as-seen", "--text", "--after", log)
    assert "stock: ?*49 KH" in seen.stdout
    hidden = run("show", deal, "--as-seen", "--text").stdout
    refused = run("show", "-", "--after", log, stdin=hidden)
    assert refused.exit_code == 2
    assert "brings cards to light that the deal does not know" in refused.stderr
    assert f"{log}, line 1" in refused.stderr


def test_nothing_is_hidden_where_the_patience_says_nothing_of_it(run: Run) -> None:
    for game in games():
        if patience(game).seeing is None:
            assert run("generate", game, "--as-seen").exit_code == 2


def test_a_hint_with_unknown_cards_is_what_the_odds_say(run: Run) -> None:
    deal = "game: marriage\nrow: QH\nstock: ?*2 KH\naside: "
    seen = [card for card in generated(run, "marriage").split("deck:")[1].split() if card not in ("QH", "KH")]
    deal += " ".join(seen[:48]) + "\n"
    hint, odds = (json.loads(run(command, "-", "--json", stdin=deal).stdout) for command in ("hint", "odds"))
    assert hint == odds
    assert hint["whole"]
    assert hint["moves"]["deal"]["total"] == 2


@pytest.mark.parametrize("game", HIDING)
def test_unknown_cards_are_drawn_face_down(run: Run, tmp_path: Path, game: str) -> None:
    known, unknown = generated(run, game), generated(run, game, "--as-seen")
    drawn = run("show", "-", stdin=unknown)
    assert drawn.exit_code == 0
    assert re.search(r"^unknown \(\?\): [0-9]+ cards$", drawn.stdout, re.MULTILINE)
    same = run("show", "-", "--as-seen", stdin=known).stdout
    assert same.partition("\n")[2] == drawn.stdout.partition("\n")[2]
    words = set(unknown.split("deck:")[1].split())
    named = set(re.findall(r"\b[A2-9TJQK][SHDC]\b", drawn.stdout)) - {"KS", "KH", "KD", "KC", "AS", "AH", "AD", "AC"}
    assert named <= words
    picture = tmp_path / "table.svg"
    assert run("show", "-", "--svg", picture, stdin=unknown).exit_code == 0
    backs = picture.read_text(encoding="utf-8").count('href="#reverse-side"')
    assert backs >= int(re.findall(r"([0-9]+) cards$", drawn.stdout, re.MULTILINE)[0])


def test_a_log_is_checked_as_far_as_the_unknown_cards_allow(run: Run, tmp_path: Path) -> None:
    deal = tmp_path / "table.txt"
    deal.write_text(generated(run, "gallery", "--as-seen"), encoding="utf-8")
    log = tmp_path / "moves.log"
    log.write_text("AC M8 out\nAS B4 out\n", encoding="utf-8")
    checked = run("verify", deal, log)
    assert checked.exit_code == 10
    assert checked.stdout.startswith("unfinished: 2 moves played\ncan be played now:\n")
    told = run("replay", deal, log, "--text")
    assert told.exit_code == 0
    assert " ?    ?" in told.stdout
    page = tmp_path / "page.html"
    assert run("replay", deal, log, "-o", page).exit_code == 0
    assert '"cards":[' in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").count("null") > 72
    follow = checked.stdout.splitlines()[2:]
    uncovering = next(line.strip() for line in follow if " P" in line)
    log.write_text(f"AC M8 out\nAS B4 out\n{uncovering}\n{follow[-1]}\n", encoding="utf-8")
    refused = run("verify", deal, log)
    assert refused.exit_code == 2
    assert f"line 3: {uncovering} brings cards to light" in refused.stderr
    for command in ("replay", "review"):
        assert run(command, deal, log, *(["--review"] if command == "replay" else [])).exit_code == 2
    log.write_text("AC M8 out\n3D B1 M8\nredeal P1\n", encoding="utf-8")
    illegal = run("verify", deal, log)
    assert illegal.exit_code == 10
    assert "line 3" in illegal.stdout


def test_what_can_be_played_names_no_unknown_card(run: Run, tmp_path: Path) -> None:
    deal, log = tmp_path / "table.txt", tmp_path / "moves.log"
    text = generated(run, "marriage", "--as-seen")
    deal.write_text(text, encoding="utf-8")
    log.write_text("# nothing yet\n", encoding="utf-8")
    checked = run("verify", deal, log)
    assert checked.stdout == "unfinished: 0 moves played\ncan be played now:\n  deal\n"
    assert json.loads(run("verify", deal, log, "--json").stdout)["moves"] == ["deal"]


@pytest.mark.parametrize("game", games())
def test_odds_of_a_deal_without_unknown_cards_name_the_way_to_look_at_it_as_seen(run: Run, game: str) -> None:
    asked = ("odds", "-", "--samples", "2", "--width", "0")
    known = run(*asked, stdin=generated(run, game))
    assert known.exit_code == 0
    assert "--as-seen" in known.stderr
    assert "--as-seen" not in run(*asked, "--as-seen", stdin=generated(run, game)).stderr
    assert "--as-seen" not in run(*asked, stdin=generated(run, game, "--as-seen")).stderr
