"""The page of results is written from what the surveys have found."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

from benchmarks import results
from benchmarks.results import SURVEYS, Survey, page

SMALL = (
    Survey("book", "Picture Gallery", "gallery", 20),
    Survey("short", "Picture Gallery", "gallery", 20, positions=50),
    Survey("cross", "Vanishing Cross", "cross", 5),
)


def test_the_surveys_are_those_that_the_page_is_about() -> None:
    assert len({survey.name for survey in SURVEYS}) == len(SURVEYS)
    gallery = [survey for survey in SURVEYS if survey.game == "gallery" and survey.best is None]
    assert len({survey.rules for survey in gallery}) == 8
    assert all(survey.deals == 1_000_000 for survey in gallery if "decks=1" in survey.rules or not survey.rules)
    assert all(survey.deals >= 10_000 for survey in gallery)


def test_the_page(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(results, "SURVEYS", SMALL)
    words = ["results", "--db", str(tmp_path), "--docs", str(tmp_path / "docs"), "--jobs", "1"]
    monkeypatch.setattr(sys, "argv", [*words, "--only", "book", "short"])
    results.main()
    commands = re.findall(r"^\$ (.*)$", capsys.readouterr().out, re.MULTILINE)
    text = (tmp_path / "docs" / "results.md").read_text(encoding="utf-8")
    assert len(commands) == 2
    assert all(command in text for command in commands)
    assert "Vanishing Cross" not in text
    [book, short] = re.findall(r"^\| the book's \| (.*) \|$", text, re.MULTILINE)
    counts = [[int(cell) for cell in line.split(" | ")[:4]] for line in (book, short)]
    assert all(deals == sum(rest) == 20 for deals, *rest in counts)
    assert counts[0][3] == 0 < counts[1][3]
    for picture in re.findall(r"\]\((results/.*)\)", text):
        assert (tmp_path / "docs" / picture).read_bytes().startswith(b"\x89PNG")
    monkeypatch.setattr(sys, "argv", [*words, "--no-run"])
    results.main()
    assert (tmp_path / "docs" / "results.md").read_text(encoding="utf-8") == text


def test_a_page_of_nothing() -> None:
    assert page([]).startswith("# How often can they be won?\n")
