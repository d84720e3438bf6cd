"""Everything that the README shows is run, and prints what it says."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import Run

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"```(\w+)\n(.*?)```", README, re.DOTALL)


def environment() -> dict[str, str]:
    """The commands of this Python's environment come first."""
    return os.environ | {"PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}", "NO_COLOR": "1"}


def shell(command: str, folder: Path) -> str:
    """What a command prints in a folder with the examples, errors too, as it would appear on a terminal."""
    (folder / "examples").symlink_to(ROOT / "examples")
    done = subprocess.run(
        f"exec 2>&1\n{command}",
        check=False,
        shell=True,
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        text=True,
    )
    return done.stdout


def assert_prints(expected: str, found: str) -> None:
    """Line by line; a line `…` stands for any lines, and seconds are those of another day."""
    pattern = "".join(
        r"(?:.*\n)*?" if line == "…" else re.sub(r"\d+\\\.\d+(?=\b)", r"\\d+\\.\\d+", re.escape(line)) + r"\n"
        for line in expected.splitlines()
    )
    found = re.sub(r"; peak MB [\d,]+", "", found)  # only what takes a while is measured
    found = re.sub(r"; plain Python searches \(.*\)", "", found)  # slower, else the same
    assert re.fullmatch(pattern, found), f"expected:\n{expected}\nfound:\n{found}"


@pytest.mark.parametrize("session", [text for kind, text in BLOCKS if kind == "console"])
def test_a_session_of_the_readme_prints_what_is_shown(session: str, tmp_path: Path) -> None:
    parts = re.split(r"^\$ ", session, flags=re.MULTILINE)[1:]
    commands = [part.partition("\n")[0] for part in parts]
    assert_prints("".join(part.partition("\n")[2] for part in parts), shell("\n".join(commands), tmp_path))
    assert_ignored({path.name for path in tmp_path.iterdir()} - {"examples"})


def assert_ignored(names: set[str]) -> None:
    """What a session writes is nothing that git would call untracked in a checkout."""
    if names and (ROOT / ".git").exists():
        said = subprocess.run(
            ["git", "check-ignore", "--no-index", *(f"{name}/" if "." not in name else name for name in names)],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=False,
        )
        assert {name.rstrip("/") for name in said.stdout.split()} == names


def test_the_library_example_prints_what_is_shown() -> None:
    [(at, program)] = [(number, text) for number, (kind, text) in enumerate(BLOCKS) if kind == "python"]
    kind, printed = BLOCKS[at + 1]
    assert kind == "text"
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True)
    assert_prints(printed, done.stdout)


@pytest.mark.parametrize("deal", [text for kind, text in BLOCKS if kind == "deal"])
def test_a_deal_of_the_readme_reads(run: Run, deal: str) -> None:
    assert run("show", "--text", "-", stdin=deal).stdout.startswith("game: ")


@pytest.mark.parametrize("log", sorted(path.name for path in (ROOT / "examples").glob("*.log")))
def test_the_logs_of_the_examples_win(run: Run, log: str) -> None:
    deal = "gallery-solvable.txt" if log == "gallery-illegal.log" else log.replace(".log", ".txt")
    said = run("verify", ROOT / "examples" / deal, ROOT / "examples" / log).stdout
    assert said.startswith("illegal: " if log == "gallery-illegal.log" else "won: ")


def test_the_two_commands_are_there_and_their_files_exist() -> None:
    commands = dict(re.findall(r"<!-- command: (\w+) -->\n```sh\n(.*?)\n```", README))
    assert set(commands) == {"solve", "test"}
    assert all(command.startswith("python3 -m venv .venv && .venv/bin/pip install") for command in commands.values())
    assert (ROOT / commands["solve"].split()[-1]).is_file()


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_links_lead_to_files(link: str) -> None:
    assert (ROOT / link).exists()
