"""Golf: its rules, and that every command knows it."""

from __future__ import annotations

from typing import Any

import pytest
from click.testing import CliRunner
from patience_golf import PATIENCE

import solver
from solver.cli import main

LATE = """game: golf
column 1: 4C 7H
column 2: 6S
waste: 8D
stock: 5D
"""


def won_or_lost(text: str) -> str:
    return str(solver.solve(solver.read_deal(text)).verdict)


def lines(position: Any) -> list[str]:
    return [str(move) for move in position.moves()]


def test_the_first_35_cards_are_five_rows_of_seven() -> None:
    start = solver.random_deal("golf", seed=1)
    deck = PATIENCE.random_deal(1, {"kings": "closed"}).deck.cards
    assert [column[0] for column in start.columns] == list(deck[:7])  # type: ignore[attr-defined]
    assert [len(column) for column in start.columns] == [5] * 7  # type: ignore[attr-defined]
    assert (start.waste, start.stock) == (deck[35], deck[36:])  # type: ignore[attr-defined]
    assert solver.read_deal(str(start)) == start


def test_one_rank_higher_or_lower_goes_onto_the_waste_whatever_the_suit() -> None:
    position = solver.read_deal(LATE)
    assert lines(position) == ["play 7H", "deal"]
    assert won_or_lost(LATE) == "solvable"  # 7H 6S, 5D from the stock, 4C


@pytest.mark.parametrize(
    ("waste", "column", "kings", "legal"),
    [
        ("KS", "QH", "closed", False),
        ("KS", "QH", "open", True),
        ("KS", "AH", "open", False),
        ("QS", "KH", "closed", True),
    ],
)
def test_kings(waste: str, column: str, kings: str, legal: bool) -> None:
    position = solver.read_deal(f"game: golf\nkings: {kings}\ncolumn 3: {column}\nwaste: {waste}\n")
    assert lines(position) == ([f"play {column}"] if legal else [])


@pytest.mark.parametrize(
    ("line", "reason"),
    [("play 4C", "covered"), ("play 9S", "in no column"), ("play 6S", "not one rank higher or lower")],
)
def test_objections(line: str, reason: str) -> None:
    position = solver.read_deal(LATE)
    [move] = solver.read_log(line, position)
    assert reason in (position.objection(move) or "")
    with pytest.raises(solver.IllegalMove, match=reason):
        position.play(move)


def run(*words: str, stdin: str | None = None) -> tuple[int, str]:
    result = CliRunner().invoke(main, list(words), input=stdin)
    return result.exit_code, result.output


def test_every_command() -> None:
    assert run("rules", "golf")[1].startswith("# Golf")
    code, log = run("solve", "-", stdin=LATE)
    assert (code, "play 4C" in log) == (0, True)
    assert "play 7H" in run("show", "-", stdin=LATE)[1]
    code, _ = run("generate", "golf", "--seed", "1", "--verdict", "any", "--tries", "1")
    assert code in (0, 20)
    assert run("solve", "-", "--best", "dealt", stdin=LATE)[0] == 2
    code, said = run("explain", "-", stdin=LATE)
    assert (code, "Golf offers no explanation" in said) == (2, True)
    assert run("odds", "-", stdin=LATE) == (2, "Error: no card is hidden in Golf\n")


def test_a_line_of_the_search_verifies(tmp_path: Any) -> None:
    deal, log = tmp_path / "deal.txt", tmp_path / "deal.log"
    deal.write_text(LATE)
    log.write_text(run("solve", str(deal))[1])
    assert run("verify", str(deal), str(log)) == (0, "won: 4 moves\n")


def test_golf_is_rated_on_its_positions() -> None:
    code, said = run("rate", "-", "--samples", "200", "--jobs", "1", stdin=LATE)
    assert code == 0
    first, *more = said.splitlines()
    assert first.startswith("solvable: won ")
    assert more == [
        "no level: none have been measured under these rule options",
        "decisions that win: 2 (proved)",
        "first choice: 1 of 2 moves loses",
    ]
