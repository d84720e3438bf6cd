"""What an answer assumes, and what is doubtful about a deal, are part of every answer, for people and for programs."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import solver
from tests.conftest import Run

EXAMPLES = Path(__file__).parents[2] / "examples"
ROWS = "middle: [QS] [QH] [QD] [QC]\nbottom: [KS] [KH] [KD] [KC]\n"
KNOWN = f"game: gallery\ndecks: 1\ntop: [5S] [JH] [JD] [JC]\n{ROWS}pile 1: 8S JS\n"
SEEN = f"game: gallery\ndecks: 1\ntop: [5S] [JH] [JD] [JC]\n{ROWS}pile 1: ? JS\nout: AS AH AD AC\n"
LOG = "redeal P1\n8S P3 T1\nJS P2 T1\n"
DOUBTFUL = f"game: gallery\ndecks: 1\ntop: AS [JH] [JD] [JC]\n{ROWS}pile 1: 2S JS 8S 5S\nnext: 2\n"
DOUBTFUL_SEEN = DOUBTFUL.replace("2S JS", "? JS") + "out: AH AD AC\n"
DOUBTS = [
    "pile 1 has 4 cards; with next: 2 it can have 2 at most",
    "T1 holds AS, which had to be discarded before the first redeal",
]
SAYS = "assumes next: 1, which the deal does not say"
COMMANDS = ["solve", "explain", "hint", "odds", "odds --as-seen", "review", "verify", "replay"]


def asked(run: Run, folder: Path, command: str, text: str, log: str, *more: str) -> tuple[str, str]:
    """What a command prints and says of a deal, with a log where it needs one."""
    deal, moves = folder / "deal.txt", folder / "moves.log"
    deal.write_text(text, encoding="utf-8")
    moves.write_text(log, encoding="utf-8")
    name, *options = command.split()
    words = [name, deal, *([moves] if name in ("review", "verify", "replay") else []), *options, *more]
    result = run(*words)
    assert result.exit_code in (0, 10), result.stderr
    return result.stdout, result.stderr


@pytest.mark.parametrize(("text", "commands"), [(KNOWN, COMMANDS), (SEEN, ["hint", "odds"])])
def test_what_is_assumed(run: Run, tmp_path: Path, text: str, commands: list[str]) -> None:
    for command in commands:
        if command == "odds --as-seen":
            continue  # it takes a deal at its start
        out, _ = asked(run, tmp_path, command, text, LOG)
        assert SAYS in out, command
        out, _ = asked(run, tmp_path, command, text, LOG, "--json")
        assert json.loads(out)["assumed"] == {"next": "1"}, command
        out, _ = asked(run, tmp_path, command, f"{text}next: 1\n", LOG)
        assert "assumes" not in out, command
        out, _ = asked(run, tmp_path, command, f"{text}next: 1\n", LOG, "--json")
        assert json.loads(out)["assumed"] == {}, command


@pytest.mark.parametrize(("text", "commands"), [(DOUBTFUL, COMMANDS), (DOUBTFUL_SEEN, ["show", "hint", "odds"])])
def test_what_is_doubtful(run: Run, tmp_path: Path, text: str, commands: list[str]) -> None:
    for command in commands:
        if command == "odds --as-seen":
            continue
        _, err = asked(run, tmp_path, command, text, "")
        assert err.count("Warning: ") == 2, command
        out, _ = asked(run, tmp_path, command, text, "", "--json")
        assert json.loads(out)["warnings"] == DOUBTS, command


def test_a_reshuffle_that_the_deal_does_not_say(run: Run, tmp_path: Path) -> None:
    text = (EXAMPLES / "cross-half-played.txt").read_text(encoding="utf-8").replace("reshuffle seed: 7\n", "")
    log, _ = asked(run, tmp_path, "solve", text, "")
    assert "\nreshuffle\n" in log
    for command in ("hint", "review", "verify", "replay"):
        out, _ = asked(run, tmp_path, command, text, log)
        assert "assumes reshuffle seed: 0, which the deal does not say: how a reshuffle falls is unknown" in out, (
            command
        )
        out, _ = asked(run, tmp_path, command, text, log, "--json")
        assert json.loads(out)["assumed"] == {"reshuffle_seed": "0"}, command
    before = log[: log.index("\nreshuffle\n")]
    assert "assumes" not in asked(run, tmp_path, "verify", text, before)[0]
    out, _ = asked(run, tmp_path, "odds", text, "", "--json", "--samples", "2", "--width", "0", "--jobs", "1")
    assert json.loads(out)["assumed"] == {}, "shuffles are drawn, not assumed"


def test_a_page_s_game_says_what_it_assumes(run: Run, tmp_path: Path) -> None:
    out, _ = asked(run, tmp_path, "replay", KNOWN, LOG, "-o", str(tmp_path / "game.html"))
    assert out.splitlines()[1:] == [SAYS]


def test_the_library_gives_them_with_the_deal() -> None:
    found = solver.read_deal_file(DOUBTFUL)
    assert list(found.warnings) == DOUBTS
    assert found.position == solver.read_deal(DOUBTFUL)
    known = solver.read_deal_file(KNOWN)
    assert known.assumed == (solver.Assumption("next", "1"),)
    assert known.relied_on(solver.solve(known.position)) == known.assumed
    assert known.options["decks"] == "1"
