from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import jsonschema
import pytest

from solver.surveying import running
from solver.surveying.database import Database
from tests.conftest import Run
from tests.loading import assert_none_loads

ROOT = Path(__file__).parents[2]
SCHEMA = json.loads((ROOT / "docs" / "json-schema.json").read_text(encoding="utf-8"))
SURVEY = ("survey", "run", "gallery", "--jobs", "1")


def test_a_survey_is_run_gone_on_with_and_reported(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    first = run(*SURVEY, "--deals", 10, "--db", path)
    assert first.exit_code == 0
    assert first.stdout.startswith("10 deals, 10 of them decided now: ")
    assert "\ncan be won: " in first.stdout
    again = run(*SURVEY, "--deals", 40, "--db", path)
    assert again.stdout.startswith("40 deals, 30 of them decided now: ")
    report = run("survey", "report", path)
    assert report.exit_code == 0
    assert report.stdout.startswith("gallery: decks 2, order fixed, redeal stalled\n40 deals, seeds 0 to 39\n")
    assert again.stdout.splitlines()[1] in report.stdout
    assert report.stdout.count("  seed ") == 10


def test_a_report_for_programs(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    run(*SURVEY, "--deals", 30, "--seed", 5, "--best", "redeals", "--db", path)
    run(*SURVEY, "--deals", 5, "--seed", 5, "--position-limit", 9, "--db", path)
    result = run("survey", "report", path, "--json")
    best, plain = (json.loads(line) for line in result.stdout.splitlines())
    for one in (best, plain):
        jsonschema.validate(one, {"$ref": "#/$defs/Surveyed", "$defs": SCHEMA["$defs"]})
        assert one["solvable"] + one["unsolvable"] + one["undecided"] == one["winnable"]["total"]
    assert (best["seeds"], best["best"], best["undecided"]) == ([[5, 34]], "redeals", 0)
    assert plain["left_open"] == {"positions": plain["undecided"]} != {"positions": 0}
    for measure in best["measures"]:
        assert measure["best"]
        assert sum(value["share"]["count"] for value in measure["shares"]) == best["solvable"]


def test_a_sequential_survey_says_how_many_deals_were_enough(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(running, "CHUNK_SECONDS", 0.05)  # few deals more than are looked at
    path = tmp_path / "file.db"
    result = run(*SURVEY, "--sequential", "--width", 0.2, "--db", path)
    assert result.exit_code == 0
    assert "are enough for the width wanted" in result.stdout
    assert "deals from seed 0 for a width of 0.2: " in run("survey", "report", path).stdout


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["run", "gallery", "--db", "file"], "expected --deals"),
        (["run", "gallery", "--deals", "5"], "Missing option '--db'"),
        (["run", "gallery", "--deals", "5", "--db", "file", "--sequential"], "--sequential and --width go together"),
        (["run", "gallery", "--deals", "5", "--db", "file", "--width", "0.1"], "--sequential and --width go together"),
        (["run", "gallery", "--deals", "5", "--db", "file", "--engine", "magic"], 'unknown engine "magic"'),
        (["run", "gallery", "--deals", "5", "--db", "file", "--best", "beauty"], 'unknown measure "beauty"'),
        (["run", "gallery", "--deals", "5", "--db", "file", "--rule", "decks=7"], "expected 2 or 1"),
        (["run", "gallery", "--deals", "5", "--db", "no/such/folder/file"], "cannot be opened"),
        (["run", "chess", "--deals", "5", "--db", "file"], 'unknown game "chess"'),
        (["report", "none.db"], "there is no such file"),
        (["report", "."], "is a folder; expected a file of surveys"),
        (["report", str(ROOT / "README.md")], "is no file of surveys"),
        (["reprot", "none.db"], "No such command 'reprot'"),
    ],
)
def test_bad_usage(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: list[str], message: str) -> None:
    monkeypatch.chdir(tmp_path)
    result = run("survey", *words)
    assert result.exit_code == 2
    assert message in result.stderr
    assert result.stdout == ""
    assert not (tmp_path / "file").exists()


def test_heavy_libraries_stay_away(run: Run, tmp_path: Path) -> None:
    run(*SURVEY, "--deals", 3, "--db", tmp_path / "file.db")
    commands = ("survey -h", "survey run -h", "survey report -h", "survey report file.db")
    slow = ("ortools", "numpy", "multiprocessing", "msgspec", "rich", "distributed", "matplotlib", "pyarrow")
    assert_none_loads(commands, slow, tmp_path)


@pytest.mark.parametrize("page", range(1, 13))
def test_a_damaged_file_is_said_to_be_so(run: Run, tmp_path: Path, page: int) -> None:
    path = tmp_path / "file.db"
    run("survey", "run", "marriage", "--jobs", 1, "--deals", 3, "--db", path)
    data = path.read_bytes()
    at = 4096 * page
    for command in (["report", path], ["export", path, "-o", tmp_path / "table.csv", "--force"]):
        path.write_bytes(data[:at] + b"\xff" * 100 + data[at + 100 :])
        result = run("survey", *command)
        if result.exit_code:  # not every command reads every page
            assert result.exit_code == 2
            assert result.stderr.startswith(f"Error: {path}: is damaged: ")
    path.write_bytes(data[:at])
    result = run("survey", "report", path)
    assert result.exit_code in (0, 2)
    assert "Traceback" not in result.stderr


def test_a_disk_that_is_full_loses_nothing_that_was_recorded(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    run("survey", "run", "marriage", "--jobs", 1, "--deals", 3, "--db", path)
    words = [
        sys.executable,
        "-m",
        "solver",
        "survey",
        "run",
        "marriage",
        "--jobs",
        "1",
        "--deals",
        "3000",
        "--db",
        path,
    ]
    done = subprocess.run(
        ["bash", "-c", 'ulimit -f 100; exec "$@"', "bash", *map(str, words)],
        capture_output=True,
        text=True,
        check=False,
        cwd=ROOT,
    )
    assert done.returncode == 1
    assert done.stderr.startswith(f"Error: {path}: ")
    assert done.stderr.endswith("; what was recorded before is kept\n")
    assert "marriage: pairs optional\n" in run("survey", "report", path).stdout


def test_a_file_without_surveys_is_said_to_have_none(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "file.db"
    with Database(path, create=True):
        pass
    result = run("survey", "report", path)
    assert (result.exit_code, result.stdout) == (0, "")
    assert result.stderr == f"{path}: no survey is in it yet\n"
