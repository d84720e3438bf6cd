"""Commands and cards that nobody has seen."""

from __future__ import annotations

import json
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
    shown = run("show", "-", "--as-seen", stdin=known)
    assert shown.exit_code == 0
    assert "?*" in shown.stdout
    assert run("show", "-", stdin=unknown).stdout == shown.stdout
    assert run("show", "-", "--as-seen", stdin=shown.stdout).stdout == shown.stdout
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
    seen = run("show", deal, "--as-seen", "--after", log)
    assert "stock: ?*49 KH" in seen.stdout
    refused = run("show", "-", "--after", log, stdin=seen.stdout)
    assert refused.exit_code == 2
    assert "write the position as it lies now" in refused.stderr


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
