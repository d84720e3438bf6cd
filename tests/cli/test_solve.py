from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.deal_files import read_deal
from solver.outcome import Verdict
from tests.conftest import Run
from tests.data_files import load

CASES = load("gallery")
SOLVABLE = next(case for case in CASES if case.known["verdict"] == "solvable")
LOST = next(case for case in CASES if case.known["verdict"] == "unsolvable")


@pytest.fixture
def solvable(tmp_path: Path) -> Path:
    path = tmp_path / "solvable.txt"
    path.write_text(SOLVABLE.text, encoding="utf-8")
    return path


@pytest.fixture
def lost(tmp_path: Path) -> Path:
    path = tmp_path / "lost.txt"
    path.write_text(LOST.text, encoding="utf-8")
    return path


def test_a_solvable_deal_prints_a_log_that_verify_reads(run: Run, solvable: Path) -> None:
    result = run("solve", solvable)
    assert result.exit_code == 0
    assert result.stdout.startswith("# solvable: ")
    assert "redeals" in result.stdout.splitlines()[0]
    assert result.stderr == ""
    checked = run("verify", solvable, "-", stdin=result.stdout)
    assert checked.exit_code == 0
    assert checked.stdout.startswith("won: ")


def test_an_unsolvable_deal_prints_comments_only(run: Run, lost: Path) -> None:
    result = run("solve", lost)
    assert result.exit_code == 10
    assert result.stdout.startswith("# unsolvable")
    assert all(line.startswith("#") for line in result.stdout.splitlines())


def test_a_reached_limit_is_undecided_and_says_which(run: Run, lost: Path) -> None:
    result = run("solve", lost, "--engine", "dfs", "--position-limit", 3)
    assert result.exit_code == 20
    assert result.stdout.startswith("# undecided: position limit reached")


def test_json_is_one_object(run: Run, solvable: Path, lost: Path) -> None:
    values = json.loads(run("solve", solvable, "--json").stdout)
    assert values["game"] == "gallery"
    assert values["verdict"] == "solvable"
    assert (values["engine"], values["engine_label"]) == ("dfs", "depth-first search")
    assert values["moves"]
    # Memory is looked at when a search takes a while, as on a machine that is busy.
    assert {"positions", "standstills", "remembered", "seconds"} == set(values["stats"]) - {"peak_mb"}
    assert values["measures"]["redeals"]["value"] == sum(move.startswith("redeal") for move in values["moves"])
    values = json.loads(run("solve", lost, "--json").stdout)
    assert (values["verdict"], values["moves"]) == ("unsolvable", [])


def test_quiet_prints_nothing(run: Run, solvable: Path, lost: Path) -> None:
    for path, code in ((solvable, 0), (lost, 10)):
        result = run("solve", path, "--quiet")
        assert (result.output, result.exit_code) == ("", code)


def test_output_file(run: Run, solvable: Path, tmp_path: Path) -> None:
    log = tmp_path / "moves.txt"
    result = run("solve", solvable, "-o", log)
    assert result.stdout.startswith("solvable: ")
    assert run("verify", solvable, log).exit_code == 0


def test_several_deals_give_a_line_each_and_their_logs_in_a_folder(
    run: Run, solvable: Path, lost: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "logs"
    result = run("solve", solvable, lost, "-o", folder)
    assert result.exit_code == 10
    first, second = result.stdout.splitlines()
    assert first.startswith(f"{solvable}  solvable: ")
    assert second.startswith(f"{lost}      unsolvable")
    assert run("verify", solvable, folder / "solvable.log").exit_code == 0
    assert (folder / "lost.log").read_text(encoding="utf-8").startswith("# unsolvable")
    lines = run("solve", solvable, lost, "--json").stdout.splitlines()
    assert [(json.loads(line)["file"], json.loads(line)["verdict"]) for line in lines] == [
        (str(solvable), "solvable"),
        (str(lost), "unsolvable"),
    ]


def test_resume_skips_what_is_decided(run: Run, solvable: Path, lost: Path, tmp_path: Path) -> None:
    folder = tmp_path / "logs"
    run("solve", solvable, lost, "-o", folder)
    before = (folder / "solvable.log").read_text(encoding="utf-8")
    lost_log = (folder / "lost.log").read_text(encoding="utf-8")
    (folder / "lost.log").write_text(lost_log.replace("answers", "asks"), encoding="utf-8")
    result = run("solve", solvable, lost, "-o", folder, "--resume")
    assert result.exit_code == 10
    assert result.stdout.splitlines()[0].endswith(f"redeals 8  (in {folder / 'solvable.log'} already)")
    assert (folder / "solvable.log").read_text(encoding="utf-8") == before
    assert (folder / "lost.log").read_text(encoding="utf-8").startswith("# unsolvable")
    assert run("solve", solvable, lost, "--resume").exit_code == 2
    # a log that has lost a part, or says nonsense, is no answer
    for damaged in (before[:-100], before.replace("\n", "\nnonsense\n", 4)):
        (folder / "solvable.log").write_text(damaged, encoding="utf-8")
        assert "already" not in run("solve", solvable, lost, "-o", folder, "--resume").stdout.splitlines()[0]
        assert run("verify", solvable, folder / "solvable.log").exit_code == 0
    lines = run("solve", solvable, lost, "-o", folder, "--resume", "--json").stdout.splitlines()
    assert [json.loads(line)["verdict"] for line in lines] == ["solvable", "unsolvable"]
    # other rules, another measure or another deal of that name are another question
    for words in (
        ("--rule", "redeal=anytime", "--engine", "cp-sat", "--time-limit", 0.01),
        ("--best", "redeals", "--time-limit", 0.01),
    ):
        asked = run("solve", solvable, "-o", folder, "--resume", *words)
        assert "already" not in asked.stdout
    other = tmp_path / "other" / "solvable.txt"
    other.parent.mkdir()
    other.write_text(LOST.text, encoding="utf-8")
    assert run("solve", other, "-o", folder, "--resume").exit_code == 10


def test_a_decided_log_is_not_replaced_by_an_undecided_one(run: Run, solvable: Path, tmp_path: Path) -> None:
    log = tmp_path / "solvable.log"
    run("solve", solvable, "-o", log)
    before = log.read_text(encoding="utf-8")
    assert run("solve", solvable, "-o", log, "--position-limit", 2).exit_code == 20
    assert log.read_text(encoding="utf-8") == before


def test_a_log_never_replaces_what_is_read(run: Run, solvable: Path, tmp_path: Path) -> None:
    before = solvable.read_text(encoding="utf-8")
    deal = tmp_path / "deal.log"
    deal.write_text(before, encoding="utf-8")
    for words in ((solvable, "-o", solvable), (deal, "-o", tmp_path), (solvable, "--after", deal, "-o", deal)):
        result = run("solve", *words)
        assert result.exit_code == 2
        assert "which is read" in result.stderr
    assert solvable.read_text(encoding="utf-8") == deal.read_text(encoding="utf-8") == before


def test_what_cannot_be_written_is_said_before_the_search(run: Run, solvable: Path, tmp_path: Path) -> None:
    result = run("solve", solvable, "-o", tmp_path / "none" / "x.log")
    assert result.exit_code == 2
    assert "cannot be written" in result.stderr


def test_with_several_deals_a_bad_one_does_not_stop_the_others(run: Run, solvable: Path, tmp_path: Path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_text("game: gallery\ndeck: XX\n", encoding="utf-8")
    result = run("solve", bad, tmp_path / "none.txt", solvable)
    assert result.exit_code == 2
    assert f"Error: {bad}, line 2: " in result.stderr
    assert "none.txt: cannot be read" in result.stderr
    assert "solvable: " in result.stdout


def test_logs_that_would_overwrite_each_other_are_refused(run: Run, solvable: Path, tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    twin = tmp_path / "other" / "solvable.txt"
    twin.write_text(SOLVABLE.text, encoding="utf-8")
    result = run("solve", solvable, twin, "-o", tmp_path / "logs")
    assert result.exit_code == 2
    assert "would both be" in result.stderr


def test_after_goes_on_from_where_a_log_leads(run: Run, solvable: Path, tmp_path: Path) -> None:
    moves = run("solve", solvable).stdout.splitlines()
    played = tmp_path / "played.txt"
    played.write_text("\n".join(moves[: len(moves) // 2]), encoding="utf-8")
    rest = run("solve", solvable, "--after", played)
    assert rest.exit_code == 0
    shown = run("show", solvable, "--after", played, "--text")
    position = tmp_path / "position.txt"
    position.write_text(shown.stdout, encoding="utf-8")
    assert run("verify", position, "-", stdin=rest.stdout).exit_code == 0
    # the two logs joined are a log of the whole game, with and without a header
    first = played.read_text(encoding="utf-8")
    for text in (first, first.replace("game: gallery", "")):
        assert run("verify", solvable, "-", stdin=f"{text}\n{rest.stdout}").exit_code == 0


def test_an_illegal_move_of_after_is_an_illegal_log(run: Run, solvable: Path) -> None:
    result = run("solve", solvable, "--after", "-", stdin="# moves\nredeal P2\n")
    assert result.exit_code == 10
    assert result.stdout == ""
    assert result.stderr.startswith(
        "illegal: standard input, line 2: redeal P2\nthe piles are redealt from left to right"
    )


def test_a_rule_given_on_the_command_line_is_carried_by_the_log(run: Run, tmp_path: Path) -> None:
    case = load("gallery-anytime")[0]
    deal = tmp_path / "deal.txt"
    deal.write_text(case.text, encoding="utf-8")
    log = run("solve", deal, "--rule", "redeal=stalled").stdout
    assert "redeal: stalled" in log.splitlines()
    assert run("verify", deal, "-", stdin=log).exit_code == 0


def test_a_deal_in_other_letters_is_answered_in_them(run: Run, solvable: Path, tmp_path: Path) -> None:
    russian = str.maketrans({"A": "Т", "K": "К", "Q": "Д", "J": "В", "S": "П", "H": "Ч", "D": "Б", "C": "Т"})
    deck = SOLVABLE.known["deck"].split()
    words = " ".join(word[0].translate(russian).replace("T", "10") + word[1].translate(russian) for word in deck)
    deal = tmp_path / "russian.txt"
    deal.write_text(f"letters: ru\ngame: gallery\ndeck: {words}\n", encoding="utf-8")
    shown = run("show", deal, "--text").stdout
    assert shown.startswith("game: gallery\nletters: ru\n")
    assert read_deal(shown).position == read_deal(deal.read_text("utf-8")).position
    log = run("solve", deal).stdout
    assert "letters: ru" in log.splitlines()
    assert "ТЧ B5 out" in log.splitlines()
    assert run("verify", deal, "-", stdin=log).exit_code == 0
    # a player's own log is in the deal's letters
    assert run("verify", deal, "-", stdin="ТЧ B5 out\n").exit_code == 10
    assert run("verify", deal, "-", stdin="AH B5 out\n").exit_code == 2
    # and can be joined with what solve makes of the rest
    played = tmp_path / "played.txt"
    played.write_text("ТЧ B5 out\n", encoding="utf-8")
    rest = run("solve", deal, "--after", played).stdout
    assert run("verify", deal, "-", stdin=f"ТЧ B5 out\n{rest}").exit_code == 0


def test_letters_hold_in_a_log_wherever_they_stand(run: Run, solvable: Path) -> None:
    for log in ("letters: ru\nТЧ B5 out\n", "ТЧ B5 out\nletters: ru\n", "letters:\n ru\nТЧ B5 out\n"):
        assert "unfinished: 1 move played" in run("verify", solvable, "-", stdin=log).stdout
    for word in ("В5", "Р5"):
        result = run("verify", solvable, "-", stdin=f"AH {word} out\n")
        assert result.exit_code == 2
        assert "Cyrillic" in result.stderr


@pytest.mark.parametrize(
    "words",
    [
        ["--engine", "magic"],
        ["--best", "beauty"],
        ["--rule", "redeal=sometimes"],
        ["--rule", "beauty=yes"],
        ["--rule", "beauty"],
        ["--time-limit", "0"],
        ["--time-limit", "nan"],
        ["--time-limit", "soon"],
        ["--position-limit", "0"],
        ["--memory-limit", "much"],
        ["--jobs", "0"],
        ["--wrong"],
    ],
)
def test_bad_usage(run: Run, solvable: Path, words: list[str]) -> None:
    result = run("solve", solvable, *words)
    assert result.exit_code == 2
    assert "Error: " in result.stderr
    assert result.stdout == ""


def test_stdin_is_read_once(run: Run, solvable: Path) -> None:
    assert run("solve", "-", "-", stdin="").exit_code == 2
    assert run("solve", "-", "--after", "-", stdin="").exit_code == 2
    assert run("solve", "-", stdin=SOLVABLE.text).exit_code == 0


def test_a_won_position_needs_no_move(run: Run) -> None:
    won = (
        "game: gallery\ndecks: 1\ntop: [JS] [JH] [JD] [JC]\nmiddle: [QS] [QH] [QD] [QC]\nbottom: [KS] [KH] [KD] [KC]\n"
    )
    values = json.loads(run("solve", "-", "--json", stdin=won).stdout)
    assert (values["verdict"], values["moves"]) == (str(Verdict.SOLVABLE), [])


def test_the_best_end_of_a_lost_deal_is_an_unfinished_log(run: Run, lost: Path, tmp_path: Path) -> None:
    result = run("solve", lost, "--best", "left")
    assert result.exit_code == 10
    assert result.stdout.startswith("# unsolvable: left ")
    assert run("verify", lost, "-", stdin=result.stdout).stdout.startswith("unfinished: ")
    logs = tmp_path / "logs"
    said = [
        json.loads(run("solve", lost, "--best", "left", "--json", "-o", f"{logs}/", *words).stdout)
        for words in ((), ("--resume",))
    ]
    assert [one["resumed"] for one in said] == [False, True]
    assert said[0]["end"] == said[1]["end"] != []
    assert said[0]["moves"] == said[1]["moves"] == []
    bounds = said[0]["measures"]["left"]
    assert bounds["value"] == bounds["at_least"] == bounds["at_most"] == said[1]["measures"]["left"]["value"] > 0


def test_a_lost_deal_is_said_how_far_it_can_be_brought(run: Run, lost: Path, solvable: Path) -> None:
    assert "it can be brought to " in run("solve", lost).stdout
    assert "brought" not in run("solve", solvable).stdout
    assert "left 0 (proved)" in run("solve", solvable, "--best", "left").stdout
