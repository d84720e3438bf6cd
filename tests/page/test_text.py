"""Boards and games as text."""

from __future__ import annotations

import re

import pytest

from solver.deal_files import read_deal
from solver.letters import ALPHABETS, in_letters
from solver.move_logs import read_log
from solver.page.terminal import Style, board
from solver.page.transcript import transcript
from solver.registry import patience
from solver.verifying import Result, replay
from tests.conftest import Run
from tests.page.games import EVERY_GAME, won, won_replay

CODES = re.compile("\x1b\\[[0-9]+m")


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("width", [40, 80, 200])
@pytest.mark.parametrize("letters", ALPHABETS)
def test_no_line_of_a_board_is_wider_than_the_terminal(game: str, width: int, letters: str) -> None:
    for signs in (False, True):
        style = Style(width, signs=signs, letters=ALPHABETS[letters])
        for scene in list(won_replay(game).scenes())[::9]:
            assert max(map(len, board(scene, style))) <= width


@pytest.mark.parametrize("game", EVERY_GAME)
def test_colours_change_nothing_but_the_colour(game: str) -> None:
    for scene in list(won_replay(game).scenes())[::10]:
        coloured = board(scene, Style(signs=True, colour=True))
        assert [CODES.sub("", line).rstrip() for line in coloured] == board(scene, Style(signs=True))
        assert any("\x1b[31m" in line for line in coloured)


@pytest.mark.parametrize("game", EVERY_GAME)
@pytest.mark.parametrize("letters", ALPHABETS)
def test_a_transcript_is_a_log_that_wins(game: str, letters: str) -> None:
    position, moves = won(game)
    head = [f"game: {game}", f"letters: {letters}"]
    lines = list(transcript(won_replay(game), head, Style(40, letters=ALPHABETS[letters])))
    log = read_log("\n".join(lines))
    report = replay(position, log.readers(patience(game)))
    assert report.moves == tuple(moves)
    assert report.result is Result.WON


@pytest.mark.parametrize("game", EVERY_GAME)
def test_a_transcript_is_grouped_and_says_what_is_dealt(game: str) -> None:
    shown = won_replay(game)
    lines = list(transcript(shown, [], Style()))
    headings = [line for line in lines if line.startswith("# ") and "(before move" in line]
    assert len(headings) == sum(step.heading is not None for step in shown.steps[1:])
    assert lines.count("# Start") == lines.count("# End") == 1
    if game == "cross":
        row = next(at for at, line in enumerate(lines) if line.endswith(". row"))
        assert re.fullmatch(r" {5}# \w\w C1, \w\w C2(, \w\w C\d+)*,?", lines[row + 1])


def test_lines_of_logs_in_other_letters() -> None:
    assert in_letters("TS T8 out", ALPHABETS["en"]) == "TS T8 out"
    assert in_letters("TS T8 M1", ALPHABETS["ru"]) == "10П T8 M1"
    assert in_letters("pair KD QC", ALPHABETS["de"]) == "pair KD DC"
    assert in_letters("redeal P1", ALPHABETS["fr"]) == "redeal P1"


@pytest.mark.parametrize("game", EVERY_GAME)
def test_replay_prints_what_verify_accepts(run: Run, game: str) -> None:
    deal = f"examples/{game}-half-played.txt"
    text = run("replay", deal, "--text")
    assert text.exit_code == 0
    assert run("verify", deal, "-", stdin=text.stdout).stdout.startswith("won: ")


def test_replay_in_the_letters_of_the_deal(run: Run) -> None:
    position, _ = won("marriage")
    english = read_deal(str(position))
    words = str(english.position).replace("game: marriage\n", "")
    russian = "letters: ru\ngame: marriage\n" + re.sub(
        r"[A2-9TJQK][SHDC]", lambda found: in_letters(found[0], ALPHABETS["ru"]), words
    )
    text = run("replay", "-", stdin=russian).stdout
    assert "\nletters: ru\n" in text
    assert re.search(r"^ +1\. deal \S+[ПЧБТ]$", text, re.MULTILINE)


def test_replay_of_a_lost_deal_has_nothing_to_show(run: Run) -> None:
    result = run("replay", "examples/marriage-unsolvable.txt")
    assert result.exit_code == 10
    assert result.stdout == "unsolvable; there is no winning game to show\n"
    answer = run("replay", "examples/marriage-unsolvable.txt", "--json")
    assert '"verdict":"unsolvable"' in answer.stdout


def test_replay_of_an_illegal_log_shows_its_legal_part(run: Run) -> None:
    result = run("replay", "examples/gallery-solvable.txt", "examples/gallery-illegal.log")
    assert result.exit_code == 10
    assert result.stderr.startswith("illegal: examples/gallery-illegal.log, line 3: 3D P1 T8: 3D belongs")
    assert "  1. AD T8 out\n" in result.stdout
    assert result.stdout.startswith("# Picture Gallery: illegal after 1 move")
