from __future__ import annotations

import json
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from solver.limits import Limit
from tests.conftest import Run

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples"
SCHEMA = json.loads((ROOT / "docs" / "json-schema.json").read_text(encoding="utf-8"))


@cache
def validator(record: str | None = None) -> jsonschema.Draft202012Validator:
    """What checks an object against the schema of a record, or against the whole."""
    schema = SCHEMA if record is None else {"$ref": f"#/$defs/{record}", "$defs": SCHEMA["$defs"]}
    return jsonschema.Draft202012Validator(schema)


def objects(text: str, record: str) -> list[dict[str, Any]]:
    """The objects of an output, each checked against the schema of a record and against the whole."""
    found = [json.loads(line) for line in text.splitlines()]
    for one in found:
        validator(record).validate(one)
        validator().validate(one)
    return found


def example(name: str) -> str:
    return str(EXAMPLES / name)


def test_the_schema_in_the_docs_is_that_of_the_records() -> None:
    from solver.cli import schema

    written = (ROOT / "docs" / "json-schema.json").read_text(encoding="utf-8")
    assert written == schema.text(), "python -m solver.cli.schema > docs/json-schema.json"
    jsonschema.Draft202012Validator.check_schema(SCHEMA)


@pytest.mark.parametrize(
    ("record", "code", "words"),
    [
        ("Answer", 0, ["solve", example("gallery-solvable.txt")]),
        ("Answer", 10, ["solve", example("gallery-unsolvable.txt")]),
        ("Answer", 20, ["solve", example("gallery-unsolvable.txt"), "--position-limit", "2", "--engine", "dfs"]),
        ("Answer", 0, ["solve", example("gallery-solvable.txt"), "--best", "redeals"]),
        ("Answer", 0, ["solve", example("gallery-solvable.txt"), "--rule", "redeal=anytime"]),
        ("Answer", 0, ["solve", example("marriage-solvable.txt")]),
        ("Answer", 0, ["solve", example("cross-solvable.txt")]),
        ("Answer", 10, ["explain", example("gallery-lost.txt")]),
        ("Answer", 10, ["explain", example("gallery-unsolvable.txt")]),
        ("Answer", 0, ["explain", example("gallery-solvable.txt")]),
        ("Hinted", 0, ["hint", example("gallery-half-played.txt")]),
        ("Hinted", 10, ["hint", example("gallery-unsolvable.txt")]),
        ("Hinted", 20, ["hint", example("gallery-solvable.txt"), "--position-limit", "1"]),
        ("Hinted", 0, ["hint", example("cross-solvable.txt")]),
        ("Hinted", 0, ["hint", example("marriage-half-played.txt")]),
        ("Reviewed", 0, ["review", example("gallery-half-played.txt"), example("gallery-half-played.log"), "--all"]),
        ("Reviewed", 0, ["review", example("marriage-solvable.txt"), example("marriage-solvable.log")]),
        ("Reviewed", 10, ["review", example("gallery-solvable.txt"), example("gallery-illegal.log")]),
        ("Reviewed", 0, ["review", example("gallery-unsolvable.txt"), "-"]),
        ("Weighed", 0, ["odds", example("marriage-half-played.txt"), "--jobs", "1"]),
        ("Rated", 0, ["rate", example("gallery-solvable.txt"), "--samples", "100", "--position-limit", "5000"]),
        ("Rated", 0, ["rate", example("gallery-unsolvable.txt")]),
        ("Rated", 0, ["rate", example("gallery-solvable.txt"), "--samples", "9", "--position-limit", "1"]),
        ("Rated", 0, ["rate", example("cross-half-played.txt"), "--samples", "50", "--jobs", "1"]),
        ("Rated", 0, ["rate", example("marriage-half-played.txt"), "--width", "0.5", "--jobs", "1"]),
        ("Shown", 0, ["show", example("gallery-half-played.txt")]),
        ("Shown", 0, ["show", example("marriage-half-played.txt")]),
        ("Shown", 0, ["show", example("cross-half-played.txt")]),
        ("Checked", 0, ["verify", example("gallery-solvable.txt"), example("gallery-solvable.log")]),
        ("Checked", 10, ["verify", example("gallery-solvable.txt"), example("gallery-illegal.log")]),
        ("Checked", 10, ["verify", example("gallery-solvable.txt"), "-"]),
        ("Dealt", 0, ["generate", "gallery", "--seed", "1", "--jobs", "1"]),
        ("Dealt", 0, ["generate", "marriage", "--seed", "1", "--jobs", "1", "--with-solution"]),
        ("Dealt", 0, ["generate", "cross", "--seed", "1", "--jobs", "1", "--with-solution"]),
        ("Dealt", 0, ["generate", "gallery", "--seed", "1", "--jobs", "1", "--difficulty", "easy"]),
        ("Dealt", 0, ["generate", "gallery", "--pysol", "12345", "--jobs", "1"]),
        ("Page", 0, ["rules", "gallery"]),
        ("Page", 0, ["rules", "cross"]),
        ("Failed", 2, ["solve", "none.txt"]),
        ("Failed", 2, ["solve", example("gallery-solvable.txt"), "--engine", "magic"]),
        ("Failed", 2, ["solve", "none.txt", "neither.txt"]),
        ("Failed", 2, ["show", example("gallery-solvable.log")]),
        ("Failed", 2, ["show", example("gallery-solvable.txt"), "--rule", "redeal=sometimes"]),
        ("Failed", 2, ["verify", example("gallery-solvable.txt"), example("cross-solvable.log")]),
        ("Answer", 0, ["explain", example("cross-solvable.txt")]),
    ],
)
def test_what_a_command_prints_is_what_the_schema_says(run: Run, record: str, code: int, words: Sequence[str]) -> None:
    result = run(*words, "--json", stdin="")
    assert result.exit_code == code
    assert objects(result.stdout, record)


def test_a_log_that_answers_already_is_an_answer_too(run: Run, tmp_path: Path) -> None:
    words = ("solve", example("gallery-solvable.txt"), "-o", f"{tmp_path}/", "--json")
    [first] = objects(run(*words).stdout, "Answer")
    [again] = objects(run(*words, "--resume").stdout, "Answer")
    assert (first["resumed"], again["resumed"]) == (False, True)
    assert first["log"] == again["log"] == str(tmp_path / "gallery-solvable.log")
    for same in ("verdict", "moves", "file", "options", "game"):
        assert first[same] == again[same]
    assert again["measures"]["redeals"]["value"] == first["measures"]["redeals"]["value"]


def test_a_failed_deal_of_several_has_its_object_in_its_place(run: Run) -> None:
    deals = (example("gallery-solvable.txt"), example("gallery-solvable.log"), example("gallery-unsolvable.txt"))
    result = run("solve", *deals, "--json")
    assert result.exit_code == 2
    first, failed, last = (json.loads(line) for line in result.stdout.splitlines())
    assert (first["verdict"], last["verdict"]) == ("solvable", "unsolvable")
    assert set(failed) == {"file", "name", "error"}
    assert (failed["file"], failed["error"]["file"], failed["error"]["line"]) == (deals[1], deals[1], 3)
    assert result.stderr == f"Error: {failed['error']['message']}\n"


def test_seeds_are_numbers(run: Run) -> None:
    [dealt] = objects(run("generate", "cross", "--seed", 5, "--json", "--jobs", 1).stdout, "Dealt")
    assert (dealt["seed"], dealt["pysol"], dealt["reshuffle_seed"]) == (5, None, 5)


def test_every_limit_has_a_name() -> None:
    from solver.cli.records.common import limit_name

    assert len({limit_name(limit) for limit in Limit}) == len(Limit)


def test_every_engine_is_called_as_on_the_command_line(run: Run) -> None:
    for deal, engine in (
        ("gallery-solvable.txt", "dfs"),
        ("gallery-half-played.txt", "cp-sat"),
        ("marriage-solvable.txt", "auto"),
        ("cross-solvable.txt", "auto"),
    ):
        [found] = objects(run("solve", example(deal), "--json", "--engine", engine).stdout, "Answer")
        from solver.registry import patience

        assert found["engine"] in {engine.name for engine in patience(found["game"]).deciding.engines}
        assert engine in (found["engine"], "auto")
