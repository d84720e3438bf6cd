from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.conftest import Run

LATE = """game: gallery
decks: 1
top:    [8S] [JH] [JD] [JC]
middle: [QS] [QH] [QD] [QC]
bottom: [KS] [KH] [KD] [KC]
pile 1: JS AS
next: 3
"""


@pytest.fixture
def deal(tmp_path: Path) -> Path:
    path = tmp_path / "late.txt"
    path.write_text(LATE, encoding="utf-8")
    return path


def test_show_prints_a_deal_file_that_shows_the_same(run: Run, deal: Path) -> None:
    first = run("show", deal, "--text")
    assert first.exit_code == 0
    assert "# can be played now:\n#   AS P1 out\n" in first.stdout
    assert run("show", "-", "--text", stdin=first.stdout).stdout == first.stdout
    values = json.loads(run("show", deal, "--json").stdout)
    assert (values["file"], values["game"], values["options"]["decks"]) == (str(deal), "gallery", "1")
    assert values["position"] == first.stdout.split("#")[0]
    assert (values["moves"], values["won"]) == (["AS P1 out"], False)


def test_show_draws_the_table_and_says_what_can_be_played(run: Run, deal: Path) -> None:
    assert run("show", deal).stdout == (
        "Picture Gallery (redeal: stalled, order: fixed, decks: 1)\n"
        "\n"
        "T1   T2   T3   T4\n[8S] [JH] [JD] [JC]\n\n"
        "M1   M2   M3   M4\n[QS] [QH] [QD] [QC]\n\n"
        "B1   B2   B3   B4\n[KS] [KH] [KD] [KC]\n\n"
        "P1   P2   P3   P4\nJS   --   --   --\nAS\n\n"
        "Discarded aces: 3 cards, AH AD AC\n"
        "turn taken: P1 P2\n\n"
        "can be played now:\n  AS P1 out\n"
    )
    german = LATE.replace("JS AS", "BS AS").replace("[J", "[B").replace("[Q", "[D") + "letters: de\n"
    shown = run("show", "-", stdin=german).stdout
    assert "[DS] [DH] [DD] [DC]" in shown
    assert "\nBS   --" in shown


def test_show_writes_a_picture_and_nothing_else(run: Run, deal: Path, tmp_path: Path) -> None:
    picture = tmp_path / "table.svg"
    assert run("show", deal, "--svg", picture).stdout == ""
    root = ElementTree.fromstring(picture.read_text(encoding="utf-8"))
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    drawn = [use.get("href") for use in root.iter("{http://www.w3.org/2000/svg}use")]
    assert sorted(href for href in drawn if href and href.startswith("#card-")) == sorted(
        f"#card-{rank}{suit}" for rank in "A23456789TJQK" for suit in "SHDC"
    )
    assert run("show", deal, "--svg", picture).exit_code == 0  # its own file is replaced
    assert run("show", deal, "--svg", deal).exit_code == 2
    assert deal.read_text(encoding="utf-8") == LATE


def test_verify_reads_numbered_moves(run: Run, deal: Path) -> None:
    assert run("verify", deal, "-", stdin="1. AS P1 out\n 2) JS P1 T1\n").stdout == "won: 2 moves\n"
    assert 'line 1: "1." is no move' in run("verify", deal, "-", stdin="1.\n").stderr


def test_show_after_moves(run: Run, deal: Path) -> None:
    after = run("show", deal, "--text", "--after", "-", stdin="AS P1 out\n")
    assert "# can be played now:\n#   JS P1 T1\n" in after.stdout
    won = run("show", deal, "--text", "--after", "-", stdin="AS P1 out\nJS P1 T1\n")
    assert won.stdout.endswith("# won\n")
    stuck = LATE.replace("pile 1: JS AS", "pile 1: JS 8S").replace("[8S]", "[5S]").replace("next: 3", "next: 5")
    assert "#   8S P1 T1" in run("show", "-", "--text", stdin=stuck).stdout
    lost = stuck.replace("JS 8S", "8S JS")
    assert run("show", "-", "--text", stdin=lost).stdout.endswith("# no move is left\n")


def test_verify_won(run: Run, deal: Path) -> None:
    result = run("verify", deal, "-", stdin="# mine\nas p1 out\n\njs p1 t1 # done\n")
    assert (result.exit_code, result.stdout) == (0, "won: 2 moves\n")
    values = json.loads(run("verify", deal, "-", "--json", stdin="AS P1 out\nJS P1 T1").stdout)
    assert (values["result"], values["played"], values["log"], values["move"]) == ("won", 2, "-", None)


def test_verify_unfinished_says_what_could_be_played(run: Run, deal: Path) -> None:
    result = run("verify", deal, "-", stdin="AS P1 out\n")
    assert result.exit_code == 10
    assert result.stdout == "unfinished: 1 move played\ncan be played now:\n  JS P1 T1\n"
    assert json.loads(run("verify", deal, "-", "--json", stdin="").stdout)["moves"] == ["AS P1 out"]


def test_verify_stops_at_the_first_illegal_move(run: Run, deal: Path) -> None:
    log = "# mine\nAS P1 out\nJS P1 T2\nJS P1 T3\n"
    result = run("verify", deal, "-", stdin=log)
    assert result.exit_code == 10
    assert result.stdout == (
        "illegal: standard input, line 3: JS P1 T2\n"
        "JS needs a base pile with 8S on top, and T2 holds the base pile with JH on top\n"
    )
    values = json.loads(run("verify", deal, "-", "--json", stdin=log).stdout)
    assert (values["result"], values["line"], values["move"], values["played"]) == ("illegal", 3, "JS P1 T2", 1)
    assert values["reason"].startswith("JS needs")


def test_what_follows_an_illegal_move_is_not_looked_at(run: Run, deal: Path) -> None:
    result = run("verify", deal, "-", stdin="JS P1 T1\nhello\n")
    assert result.exit_code == 10
    assert "line 1" in result.stdout


def test_moves_after_the_win_are_illegal(run: Run, deal: Path) -> None:
    result = run("verify", deal, "-", stdin="AS P1 out\nJS P1 T1\nJS P1 T1\n")
    assert result.exit_code == 10
    assert "line 3" in result.stdout


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("hello", 'line 1: "hello" is no move'),
        ("AS P1 out\n\nJS P1", 'line 3: "JS P1" is no move'),
        ("game: cross\nAS P1 out", "line 1: the log is of another game; the deal's is gallery"),
        ("game: chess\nAS P1 out", 'line 1: unknown game "chess"'),
        ("redeal: sometimes\nAS P1 out", 'line 1: "sometimes" is no value of the rule option redeal'),
        ("beauty: yes\nAS P1 out", 'line 1: unknown key "beauty"'),
        ("game: gallery\nredeal: anytime\nAS P1 out\ngame: gallery\nredeal: stalled", "line 5"),
        ("deck: AS KS", "this looks like a deal"),
        (b"AS P1 out\n\xff\xfe", "line 2: found a byte (0xff) that is not UTF-8"),
    ],
)
def test_a_log_that_is_no_log_is_bad_input(run: Run, deal: Path, log: str | bytes, message: str) -> None:
    result = run("verify", deal, "-", stdin=log)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert message in result.stderr


def test_the_options_of_a_log_hold_over_those_of_the_deal(run: Run, deal: Path) -> None:
    log = "redeal P3\n"
    text = LATE.replace("pile 1", "pile 3")
    path = deal.with_name("other.txt")
    path.write_text(text, encoding="utf-8")
    assert "illegal" in run("verify", path, "-", stdin=log).stdout
    assert "unfinished" in run("verify", path, "-", stdin="game: gallery\nredeal: anytime\n" + log).stdout
    # what is said on the command line holds over both
    again = run("verify", path, "-", "--rule", "redeal=stalled", stdin="redeal: anytime\n" + log)
    assert "illegal" in again.stdout


def test_a_missing_file_is_bad_input(run: Run, deal: Path) -> None:
    for words in (
        ("show", "none.txt"),
        ("verify", deal, "none.txt"),
        ("verify", "none.txt", deal),
    ):
        result = run(*words)
        assert result.exit_code == 2
        assert "cannot be read" in result.stderr
    assert run("verify", "-", "-", stdin="").exit_code == 2
