"""Several deals in one file or stream: every command that takes deals takes them, each with its name and its errors."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import solver
from solver.cli.inputs import MOST_BYTES
from solver.collection import read_collection
from solver.errors import InputError
from solver.registry import games, patience
from tests.conftest import Run

GAMES = [game for game in ("gallery", "marriage", "cross") if game in games()]


def text_of(game: str, seed: int) -> str:
    found = patience(game)
    return str(found.random_deal(seed, found.defaults))


def generated(run: Run, game: str, *words: object, count: int = 3) -> str:
    result = run("generate", game, "--seed", 1, "--count", count, "--verdict", "any", "--jobs", 1, *words)
    assert result.exit_code == 0
    return result.stdout


def objects(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


# --- reading ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_deals_one_after_the_other_are_the_deals_alone(game: str) -> None:
    texts = [text_of(game, seed) for seed in range(4)]
    for between in ("", "\n", "# a comment\n", "# game over: a comment too\n\n"):
        found = list(read_collection(between + between.join(texts), stem="few"))
        assert [entry.name for entry in found] == ["few", "few-2", "few-3", "few-4"]
        assert [entry.read().position for entry in found] == [solver.read_deal(text) for text in texts]


@pytest.mark.parametrize("game", GAMES)
def test_objects_are_the_deals_that_they_hold(game: str) -> None:
    found = patience(game)
    for seed in range(3):
        deal = found.random_deal(seed, found.defaults)
        start = found.start(deal)
        numbers = {key.replace(" ", "_"): number for key, number in deal.deck.numbers.items()}
        by_deck: dict[str, object] = {
            "game": game,
            **deal.options,
            **numbers,
            "deck": " ".join(map(str, deal.deck.cards)),
        }
        by_position: dict[str, object] = {"game": game, "position": str(start)}
        lines = "\n".join(map(json.dumps, (by_deck, by_position, {"position": str(start)})))
        assert [entry.read().position for entry in read_collection(lines)] == [start] * 3


def test_a_name_is_said_or_the_stem_with_the_number() -> None:
    first, second, third = (text_of("marriage", seed) for seed in range(3))
    text = first + second.replace("\n", "\nname: small\n", 1) + third
    assert [(entry.name, entry.named) for entry in read_collection(text, stem="few")] == [
        ("few", False),
        ("small", True),
        ("few-3", False),
    ]


@pytest.mark.parametrize("name", ["a/b", "..", ".hidden", "a\\b", "two words", "\u202ename", "x" * 101])
def test_a_name_can_always_be_that_of_a_file(name: str) -> None:
    text = text_of("marriage", 1).replace("\n", f"\nname: {name}\n", 1)
    line = json.dumps({"name": name, "game": "marriage", "position": text_of("marriage", 1)})
    for written in (text, line):
        [entry] = read_collection(written)
        with pytest.raises(InputError, match=r"expected a word|takes one word"):
            entry.read()


def test_letters_are_those_of_one_deal() -> None:
    head, deck = text_of("marriage", 1).split("deck:")
    german = {"T": "10", "J": "B", "Q": "D"}
    words = [german.get(word[0], word[0]) + word[1].replace("D", "♦") for word in deck.split()]
    both = f"{head}letters: de\ndeck: {' '.join(words)}\n{text_of('marriage', 2)}"
    starts = [solver.read_deal(text_of("marriage", seed)) for seed in (1, 2)]
    assert [entry.read().position for entry in read_collection(both)] == starts


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "is no JSON object"),
        ('{"game": "gallery"} {}', "is no JSON object"),
        ("[1]", "expected a JSON object"),
        ('{"game": "gallery", "game": "cross"}', '"game" is given twice'),
        ('{"game": "marriage", "deck": ["QH"]}', '"deck" is no text'),
        ('{"game": "marriage", "pairs": true}', '"pairs" is no text'),
        ('{"game": "marriage", "colour": "red"}', 'unknown key "colour"'),
        ('{"game": "marriage", "verdict": "lost"}', '"verdict" is "lost"'),
        ('{"game": "marriage", "difficulty": "nasty"}', '"difficulty" is "nasty"; expected easy, medium'),
        ('{"game": "marriage", "seed": "one"}', '"seed" is "one"; expected a whole number'),
        ('{"game": "marriage", "options": ["pairs"]}', '"options" is no object'),
        ('{"game": "marriage", "position": "pairs: optional", "options": {"pairs": "off"}}', '"pairs" contradicts'),
        ('{"name": null, "error": {"message": "no luck"}}', "nothing is known of this deal: no luck"),
        ('{"game": "marriage", "moves": "deal 2C"}', '"moves" is no list'),
        ('{"game": "marriage", "measures": {"row": "many"}}', "does not give whole numbers"),
        ('{"game": "marriage", "measures": 7}', "does not give whole numbers"),
        ('{"game": "marriage", "position": 3}', '"position" is no text'),
        ('{"game": "gallery", "position": "game: cross"}', '"game" contradicts the position'),
        ('{"deck": "QH"}', "the game is missing"),
        ("[" * 100_000, "is no JSON object that a deal could be"),
        ('{"seed": ' + "1" * 5000 + "}", "is no JSON object that a deal could be"),
    ],
)
def test_what_is_wrong_with_an_object_is_said_with_its_line(run: Run, line: str, said: str) -> None:
    good = json.dumps({"game": "marriage", "deck": text_of("marriage", 1).split("deck:")[1]})
    result = run("solve", "-", "--json", stdin=f"{good}\n\n{line}\n{good}\n")
    assert result.exit_code == 2
    assert [one["name"] for one in objects(result.stdout)] == ["stdin", "stdin-2", "stdin-3"]
    assert result.stderr.startswith("Error: stdin-2: standard input, line 3: ")
    assert said in result.stderr


@pytest.mark.parametrize("text", ["[]", "[\n  {}\n]\n", '["game"]', '[{"game": "gallery"}]', "# deals\n\n[["])
def test_an_array_is_no_collection(run: Run, text: str) -> None:
    line = text.count("\n", 0, text.index("[")) + 1
    said = f"standard input, line {line}: is a JSON array; expected JSON Lines, an object on each line"
    assert run("show", "-", stdin=text).stderr == f"Error: {said}\n"
    assert run("solve", "-", stdin=text).exit_code == 2


# --- commands ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("words", [(), ("--json",), ("--json", "--with-solution")])
def test_what_generate_prints_every_command_reads(run: Run, game: str, words: tuple[str, ...]) -> None:
    text = generated(run, game, *words)
    names = [f"{game}-{seed}" for seed in (1, 2, 3)]
    solved = run("solve", "-", "--json", stdin=text)
    assert [one["name"] for one in objects(solved.stdout)] == names
    shown = run("show", "-", "--json", stdin=text)
    assert [one["name"] for one in objects(shown.stdout)] == names
    assert shown.exit_code == 0
    as_text = run("show", "-", "--text", stdin=text).stdout
    assert [entry.read().position for entry in read_collection(as_text)] == [
        entry.read().position for entry in read_collection(text)
    ]
    assert [entry.name for entry in read_collection(as_text)] == names


def test_a_pipe_a_file_and_a_folder_give_the_same(run: Run, tmp_path: Path) -> None:
    text = generated(run, "gallery")
    (tmp_path / "few.txt").write_text(text, encoding="utf-8")
    run("generate", "gallery", "--seed", 1, "--count", 3, "--verdict", "any", "-o", tmp_path / "folder", "--jobs", 1)
    (tmp_path / "folder" / "notes.md").write_text("no deal", encoding="utf-8")
    answers = [
        [(one["verdict"], one["moves"]) for one in objects(run("solve", *words, "--json", stdin=text).stdout)]
        for words in (("-",), (tmp_path / "few.txt",), (tmp_path / "folder",))
    ]
    assert answers[0] == answers[1] == answers[2]
    assert len(answers[0]) == 3


def test_the_files_of_a_folder_come_by_number(run: Run, tmp_path: Path) -> None:
    for seed in (10, 9, 1):
        (tmp_path / f"deal-{seed}.txt").write_text(text_of("marriage", seed), encoding="utf-8")
    shown = objects(run("show", tmp_path, "--json").stdout)
    assert [Path(one["file"]).stem for one in shown] == ["deal-1", "deal-9", "deal-10"]


def test_a_folder_without_deals_is_bad_input(run: Run, tmp_path: Path) -> None:
    for command in ("show", "solve", "hint"):
        result = run(command, tmp_path)
        assert result.exit_code == 2
        assert "holds no deals" in result.stderr


def test_a_fault_in_one_deal_leaves_the_others_alone(run: Run, tmp_path: Path) -> None:
    texts = [text_of("gallery", seed) for seed in range(1, 5)]
    texts[1] = texts[1].replace("deck: ", "deck: XX ")
    data = "".join(texts).encode()
    at = len("".join(texts[:3]).encode())
    path = tmp_path / "deals.txt"
    path.write_bytes(data[:at] + b"game: gallery\n\xff\n" + data[at:])
    result = run("solve", path, "--json")
    assert result.exit_code == 2
    found = objects(result.stdout)
    assert ["error" in one for one in found] == [False, True, False, True, False]
    lines = [one["error"]["line"] for one in found if "error" in one]
    begins = "".join(texts[:1]).count("\n")
    assert lines == [begins + 2, "".join(texts[:3]).count("\n") + 2]
    assert "deals-2: " in result.stderr
    assert f"deals.txt, line {begins + 2}: " in result.stderr
    assert "0xff" in result.stderr


def test_logs_have_the_names_of_the_deals(run: Run, tmp_path: Path) -> None:
    text = generated(run, "marriage")
    result = run("solve", "-", "-o", tmp_path / "logs", stdin=text)
    assert sorted(path.name for path in (tmp_path / "logs").iterdir()) == [f"marriage-{n}.log" for n in (1, 2, 3)]
    assert "name: marriage-2\n" in (tmp_path / "logs" / "marriage-2.log").read_text(encoding="utf-8")
    again = run("solve", "-", "-o", tmp_path / "logs", "--resume", stdin=text)
    assert again.stdout.count("already") == 3
    assert again.exit_code == result.exit_code
    twice = run("solve", "-", "-o", tmp_path / "logs", stdin=text + text)
    assert twice.exit_code == 2
    assert twice.stderr.count("would both be") == 3


@pytest.mark.parametrize("words", [("hint",), ("explain",), ("replay",), ("show", "--svg", "x.svg")])
def test_a_command_for_one_deal_refuses_several(run: Run, tmp_path: Path, words: tuple[str, ...]) -> None:
    path = tmp_path / "few.txt"
    path.write_text(text_of("gallery", 1) + text_of("gallery", 2), encoding="utf-8")
    result = run(words[0], path, *words[1:])
    assert result.exit_code == 2
    assert 'several deals are in it: "few", "few-2"' in result.stderr
    assert not Path("x.svg").exists()


def test_a_collection_may_be_larger_than_any_deal(run: Run, tmp_path: Path) -> None:
    text = text_of("marriage", 1)
    path = tmp_path / "many.txt"
    comment = f"# {'x' * 97}\n"
    assert sum(1 for _ in read_collection((text + comment * (MOST_BYTES // 200)) * 3)) == 3
    path.write_text(text + comment * (MOST_BYTES // 100), encoding="utf-8")
    result = run("show", path)
    assert result.exit_code == 2
    assert "is larger than 1 MB" in result.stderr


# --- checking a collection ---------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_verify_plays_the_solutions_of_a_collection(run: Run, tmp_path: Path, game: str) -> None:
    path = tmp_path / "deals.jsonl"
    path.write_text(generated(run, game, "--json", "--with-solution"), encoding="utf-8")
    result = run("verify", path, "--json")
    assert result.exit_code == 0
    wanted = {"solvable": "won", "unsolvable": None}
    entries = objects(path.read_text(encoding="utf-8"))
    assert [one["result"] for one in objects(result.stdout)] == [wanted[entry["verdict"]] for entry in entries]


def spoilt(entry: dict[str, Any], how: str) -> dict[str, Any]:
    if how == "illegal":
        return {**entry, "moves": [*entry["moves"][1:], entry["moves"][0]]}
    if how == "unfinished":
        return {**entry, "moves": entry["moves"][:-1]}
    if how == "unsolvable":
        return {**entry, "verdict": "unsolvable"}
    if how == "unwinnable":
        return {**entry, "difficulty": "unwinnable"}
    if how == "measure":
        return {**entry, "measures": {"row": 3}}
    return {**entry, "moves": ["jump"]}


@pytest.mark.parametrize("game", GAMES)
def test_what_solve_prints_is_a_collection(run: Run, game: str) -> None:
    dealt = objects(generated(run, game, "--json"))
    lines = "\n".join(json.dumps({**one, "difficulty": "hard"}) for one in dealt)
    answers = run("solve", "-", "--json", stdin=lines).stdout
    for one, answer in zip(dealt, objects(answers), strict=True):
        assert (answer["name"], answer["seed"], answer["difficulty"]) == (one["name"], one["seed"], "hard")
    assert [entry.read().position for entry in read_collection(answers)] == [
        entry.read().position for entry in read_collection(lines)
    ]
    assert [entry.known.seed for entry in read_collection(answers)] == [1, 2, 3]
    result = run("verify", "-", stdin=answers)
    assert result.exit_code == 0
    assert result.stdout.count("won: ") == sum(one["verdict"] == "solvable" for one in dealt)


def test_the_logs_of_a_collection_may_lie_in_a_folder(run: Run, tmp_path: Path) -> None:
    text = generated(run, "gallery")
    (tmp_path / "few.txt").write_text(text, encoding="utf-8")
    run("solve", tmp_path / "few.txt", "-o", tmp_path / "logs")
    checked = run("verify", tmp_path / "few.txt", tmp_path / "logs", "--json")
    assert checked.exit_code == 0
    assert [(one["result"], Path(one["log"]).name) for one in objects(checked.stdout)] == [
        ("won", "gallery-1.log"),
        (None, "gallery-2.log"),
        ("won", "gallery-3.log"),
    ]
    (tmp_path / "logs" / "gallery-1.log").write_text("AD T8 out\nKS T1 B1\n", encoding="utf-8")
    (tmp_path / "logs" / "gallery-3.log").unlink()
    spoilt = run("verify", tmp_path / "few.txt", tmp_path / "logs")
    assert spoilt.exit_code == 2
    assert "gallery-1  illegal: " in spoilt.stdout
    assert "gallery-2  not checked: unsolvable" in spoilt.stdout
    assert "gallery-3: " in spoilt.stderr


@pytest.mark.parametrize(
    ("how", "code", "said"),
    [
        ("illegal", 10, "illegal: standard input, line 2, moves, line "),
        ("unfinished", 10, "unfinished: "),
        ("unsolvable", 10, "contradiction: the moves win the deal"),
        ("unwinnable", 10, "contradiction: the moves win the deal, which is said to be unwinnable"),
        ("measure", 10, "contradiction: row is "),
        ("no move", 2, "line 2, moves, line 1: "),
    ],
)
def test_verify_finds_the_entry_that_is_wrong(run: Run, how: str, code: int, said: str) -> None:
    text = run("generate", "marriage", "--seed", 1, "--count", 3, "--json", "--with-solution", "--jobs", 1).stdout
    first, second, third = objects(text)
    lines = "\n".join(map(json.dumps, (first, spoilt(second, how), third)))
    result = run("verify", "-", stdin=lines)
    assert result.exit_code == code
    assert said in result.output
    assert second["name"] in result.output
    assert result.stdout.count("won: ") == 2


def test_verify_without_moves_asks_for_a_log(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "deal.txt"
    path.write_text(text_of("gallery", 1), encoding="utf-8")
    result = run("verify", path)
    assert result.exit_code == 2
    assert "expected LOG" in result.stderr
