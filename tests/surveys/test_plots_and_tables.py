from __future__ import annotations

import csv
import sys
from pathlib import Path
from typing import Any

import pytest

from solver.limits import Limits
from solver.outcome import Verdict
from solver.registry import patience
from solver.surveying.database import Database
from solver.surveying.deciding import Asked
from solver.surveying.plotting import _histogram, drawn, picture
from solver.surveying.reporting import reports
from solver.surveying.running import Plan
from tests.conftest import Run
from tests.surveys.files import GALLERY, survey


@pytest.fixture(scope="module")
def surveys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A file with two surveys, one of which has undecided deals and the cross's best values."""
    path: Path = tmp_path_factory.mktemp("surveys") / "file.db"
    survey(path, Plan(GALLERY, range(30), limits=Limits(positions=400)))
    cross = patience("cross")
    survey(path, Plan(Asked("cross", cross.defaults, "reshuffles"), range(4, 14), limits=Limits(positions=100_000)))
    return path


def test_a_table_has_every_deal_as_the_file_has_it(surveys: Path, run: Run, tmp_path: Path) -> None:
    target = tmp_path / "table.csv"
    assert run("survey", "export", surveys, "-o", target).exit_code == 0
    with target.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["game"], int(row["seed"])) for row in rows] == [
        *(("gallery", seed) for seed in range(30)),
        *(("cross", seed) for seed in range(4, 14)),
    ]
    with Database(surveys) as database:
        for number, _ in database.surveys():
            for row in database.rows(number):
                [written] = [
                    one for one in rows if one["game"] == _game(database, number) and one["seed"] == str(row.deal.seed)
                ]
                assert written["verdict"] == str(row.deal.verdict)
                assert written["open"] == (row.deal.open or "")
                for name, value in row.deal.values.items():
                    assert written[name] == str(value)
                for name, bounds in row.deal.measures.items():
                    assert written[f"{name}_at_least"] == str(bounds.low)
    assert {row["reshuffles"] for row in rows if row["game"] == "gallery"} == {""}


def _game(database: Database, number: int) -> str:
    return dict(database.surveys())[number].game


def test_both_kinds_of_tables_say_the_same(surveys: Path, run: Run, tmp_path: Path) -> None:
    parquet: Any = pytest.importorskip("pyarrow.parquet")
    for name in ("table.csv", "table.parquet"):
        assert run("survey", "export", surveys, "-o", tmp_path / name).exit_code == 0
    with (tmp_path / "table.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    found = parquet.read_table(tmp_path / "table.parquet").to_pylist()
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in found] == lines


@pytest.mark.parametrize(
    ("kind", "begins"),
    [
        ("png", b"\x89PNG"),
        pytest.param("svg", b"<?xml", marks=pytest.mark.slow),
        pytest.param("pdf", b"%PDF", marks=pytest.mark.slow),
    ],
)
def test_pictures(surveys: Path, run: Run, tmp_path: Path, kind: str, begins: bytes) -> None:
    pytest.importorskip("matplotlib")
    target = tmp_path / f"picture.{kind}"
    target.write_bytes(b"what was there before")
    assert run("survey", "plot", surveys, "-o", target, "--force").exit_code == 0
    assert target.read_bytes().startswith(begins)


def test_a_picture_shows_what_the_report_says(surveys: Path) -> None:
    pytest.importorskip("matplotlib")
    with Database(surveys) as database:
        found = [drawn(database, report, f"survey {report.number}") for report in reports(database)]
    for one in found:
        total = one.report.share.total
        assert (one.curve.deals[-1], one.curve.shares[-1]) == (total, one.report.share)
        assert list(one.curve.deals) == sorted(set(one.curve.deals))
        assert sum(one.positions.counts) == sum(one.milliseconds.counts) == total
    assert found[0].report.counts[Verdict.UNDECIDED] > 0
    text = picture(found, "svg").decode()
    assert picture(found, "svg").decode() == text, "it is the same always"
    assert all(f"<!-- {words}" in text for words in ("redeals: of the lines found", "reshuffles: best values", "deals"))
    assert all(f"survey {number}: {one.report.share.words()}" in text for number, one in enumerate(found, 1))


def test_a_histogram_counts_each_number_between_its_edges() -> None:
    numbers = [0, 1, 1.5, 9, 10, 11, 1000]
    found = _histogram(numbers, 1.0)
    assert sum(found.counts) == 7
    assert found.edges[0] == 1.0
    assert found.edges[-2] <= 1000 <= found.edges[-1] * 1.0001
    narrow = _histogram([5, 5], 1.0)
    assert narrow.counts == (2,)
    assert narrow.edges == pytest.approx((10**0.6, 10**0.7))


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("plot", "FILE", "-o", "picture.bmp"), "ends in .png, .svg or .pdf"),
        (("export", "FILE", "-o", "table.xls"), "ends in .csv or .parquet"),
        (("plot", "FILE"), "Missing option"),
        (("plot", "none.db", "-o", "picture.png"), "there is no such file"),
        (("export", "none.db", "-o", "table.csv"), "there is no such file"),
        (("plot", "FILE", "-o", "there.png"), "is there already; --force replaces it"),
        (("export", "FILE", "-o", "there.csv"), "is there already; --force replaces it"),
        (("export", "FILE", "-o", "no/folder/table.csv"), "cannot be written: No such file or directory"),
    ],
)
def test_bad_usage(
    surveys: Path, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...], message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("there.png", "there.csv"):
        Path(name).write_text("somebody's", encoding="utf-8")
    result = run("survey", *(surveys if word == "FILE" else word for word in words))
    assert result.exit_code == 2
    assert message in result.stderr
    assert (
        Path("there.png").read_text(encoding="utf-8") == Path("there.csv").read_text(encoding="utf-8") == "somebody's"
    )
    assert sorted(path.name for path in tmp_path.iterdir()) == ["there.csv", "there.png"]


@pytest.mark.parametrize(
    ("module", "words", "extra"),
    [
        ("matplotlib", ("plot", "-o", "picture.png"), "plot"),
        ("pyarrow", ("export", "-o", "table.parquet"), "parquet"),
    ],
)
def test_without_a_library_there_is_a_sentence(
    surveys: Path,
    run: Run,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    module: str,
    words: tuple[str, ...],
    extra: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setitem(sys.modules, module, None)
    result = run("survey", words[0], surveys, *words[1:])
    assert result.exit_code == 2
    assert f'install it with: python -m pip install "patience-solver[{extra}]"' in result.stderr
    assert list(tmp_path.iterdir()) == []


def test_a_file_without_deals_has_no_picture(run: Run, tmp_path: Path) -> None:
    Database(tmp_path / "file.db", create=True)
    result = run("survey", "plot", tmp_path / "file.db", "-o", tmp_path / "picture.png")
    assert result.exit_code == 2
    assert "no deals have been decided yet" in result.stderr
