"""The command `play`: what it serves, what it keeps, what it says of bad input."""

from __future__ import annotations

import errno
import os
import signal
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.conftest import Run
from tests.times import AT_ONCE, LONG


@pytest.mark.parametrize(
    ("words", "part"),
    [
        (["no-such-file.txt"], "is neither a file nor a patience"),
        (["gallery", "--rule", "redeal=never"], "redeal"),
        (["examples/gallery-solvable.txt", "--seed", "3"], "--seed goes with the name of a patience"),
        (["README.md"], "README.md"),
    ],
)
def test_bad_input_is_said_in_a_line(run: Run, tmp_path: Path, words: list[str], part: str) -> None:
    result = run("play", *words, "--folder", str(tmp_path), "--no-browser")
    assert result.exit_code == 2
    assert part in result.stderr
    assert "Traceback" not in result.stderr


def test_a_folder_that_is_none_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    result = run("play", "gallery", "--folder", str(tmp_path / "file"), "--no-browser")
    assert result.exit_code == 2
    assert "Not a directory" in result.stderr


def test_it_serves_until_it_is_interrupted(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "solver", "play", "marriage", "--seed", "3", "--no-browser", "--folder"]
    with subprocess.Popen([*command, str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as run:
        assert run.stdout is not None
        address = run.stdout.readline().strip()
        try:
            with urllib.request.urlopen(address + "api/state", timeout=AT_ONCE) as answer:
                assert b'"marriage-seed-3"' in answer.read()
        finally:
            run.send_signal(signal.SIGINT)
            _, err = run.communicate(timeout=AT_ONCE)
    assert run.returncode == 0
    assert "The game is kept in" in err
    assert "Traceback" not in err
    assert (tmp_path / "games" / "marriage-seed-3" / "moves.log").is_file()


@pytest.mark.parametrize(("port", "where"), [([], "the page"), (["--port", "4000"], "port 4000")])
def test_a_page_that_cannot_be_served_is_said(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, port: list[str], where: str
) -> None:
    def fail(*_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    monkeypatch.setattr("solver.page.server.serve", fail)
    result = run("play", "marriage", "--folder", tmp_path, "--no-browser", *port)
    assert (result.exit_code, result.stderr) == (2, f"Error: {where}: cannot be served: Too many open files\n")


def test_few_open_files_end_in_a_sentence(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "solver", "play", "marriage", "--no-browser", "--folder", str(tmp_path)]
    done = subprocess.run(
        ["bash", "-c", 'ulimit -n 5; exec "$@"', "bash", *words],
        capture_output=True,
        text=True,
        check=False,
        timeout=LONG,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr
    assert done.stderr.endswith(": Too many open files\n")
