"""What goes wrong outside the program ends in a sentence and the right exit code, never in a traceback."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from solver.cli import main
from tests.conftest import Run
from tests.times import LONG

ROOT = Path(__file__).parents[2]
SOLVABLE = ROOT / "examples" / "gallery-solvable.txt"
LOST = ROOT / "examples" / "gallery-lost.txt"
LENGTHY = "x" * 251
TOO_LONG = "x" * 256
MANY = "x" * 1_000_000
SHORTENED = f"{'x' * 50}… (256 characters)"
WON = "solvable: 110 moves, redeals 8\n"

pytestmark = pytest.mark.skipif(os.name != "posix", reason="shells and signals of a POSIX system")


def shell(command: str, folder: Path, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Run a command in a folder; `P` is the program, `S` a deal that can be won, `L` one that cannot."""
    program = (
        f'P() {{ {shlex.quote(sys.executable)} -P -m solver "$@"; }}\n'
        f"S={shlex.quote(str(SOLVABLE))} L={shlex.quote(str(LOST))}\n{command}"
    )
    return subprocess.run(
        ["bash", "-c", program],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | environment,
        capture_output=True,
        check=False,
        timeout=LONG,
    )


@pytest.mark.parametrize(
    ("command", "code", "message"),
    [
        ("P --help >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P --version >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P solve --help >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P rules gallery >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P solve $S >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P solve $S --json >/dev/full", 1, "Error: the output cannot be written: No space left on device\n"),
        ("P --help >&-", 1, "Error: the output cannot be written: it is closed\n"),
        ("P solve $S >&-", 1, "Error: the output cannot be written: it is closed\n"),
        ("P show $S --json >&-", 1, "Error: the output cannot be written: it is closed\n"),
        ("P solve $S -q >&-", 0, ""),
        ("P solve $S -q 2>&-", 0, ""),
        ("P solve $L -q >&- 2>&- <&-", 10, ""),
        ("P nosuch 2>&-", 2, ""),
        ("P nosuch 2>/dev/full", 2, ""),
        ("P show none 2>/dev/full", 2, ""),
        ("P solve - <&-", 2, "Error: standard input: is closed; expected a file on it\n"),
    ],
)
def test_streams_that_are_full_or_closed(tmp_path: Path, command: str, code: int, message: str) -> None:
    result = shell(command, tmp_path)
    assert (result.returncode, result.stderr.decode()) == (code, message)


@pytest.mark.parametrize(
    ("output", "message"),
    [
        (TOO_LONG, f"{SHORTENED}: cannot be written: File name too long"),
        (f"{TOO_LONG}/", f"{SHORTENED}: cannot be written to: File name too long"),
        ("loop", "loop: cannot be written: Too many levels of symbolic links"),
        ("loop/x", "loop/x: cannot be written: Too many levels of symbolic links"),
        ("file/x", "file/x: cannot be written: Not a directory"),
        ("file/", "file: cannot be written to: File exists"),
        ("none/x", "none/x: cannot be written: No such file or directory"),
        ("/proc/x", "/proc/x: cannot be written: No such file or directory"),
        ("/proc/", "/proc: cannot be written to: No such file or directory"),
        ("foreign", "foreign: is there and was not written by this program; --force replaces it"),
        (("foreign", "--resume"), "foreign: is there and was not written by this program; --force replaces it"),
        (SOLVABLE, f"the log would replace {SOLVABLE}, which is read; expected another name after -o"),
        ("link", "the log would replace link, which is read; expected another name after -o"),
    ],
)
def test_places_that_cannot_be_written(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: object, message: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "loop").symlink_to("loop")
    (tmp_path / "link").symlink_to(SOLVABLE)
    (tmp_path / "file").touch()
    (tmp_path / "foreign").write_text("my notes\n", encoding="utf-8")
    before = sorted(tmp_path.iterdir())
    words = output if isinstance(output, tuple) else (output,)
    result = run("solve", SOLVABLE, "-o", *words)
    assert (result.exit_code, result.stdout, result.stderr) == (2, "", f"Error: {message}\n")
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "foreign").read_text(encoding="utf-8") == "my notes\n"


@pytest.mark.parametrize("command", ["P solve $S -o x", "P solve $S $L -o x", "P generate gallery -o x", "P show x"])
def test_a_working_folder_that_is_gone(tmp_path: Path, command: str) -> None:
    result = shell(f"mkdir gone; cd gone; rmdir ../gone; {command}", tmp_path)
    assert result.returncode == 2
    assert result.stderr.decode().startswith("Error: x: cannot be ")
    assert result.stderr.decode().endswith(": No such file or directory\n")


@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="the superuser may write everywhere")
@pytest.mark.parametrize("command", ["P solve $S -o shut/x", "P solve $S -o shut/", "P generate gallery -o shut"])
def test_a_folder_without_rights(tmp_path: Path, command: str) -> None:
    (tmp_path / "shut").mkdir(mode=0o500)
    result = shell(command, tmp_path)
    assert result.returncode == 2
    assert result.stderr.decode().endswith(": Permission denied\n")


def test_a_name_as_long_as_names_can_be(tmp_path: Path) -> None:
    assert shell(f"P solve $S -o {LENGTHY}", tmp_path).stdout.decode() == WON
    assert [path.name for path in tmp_path.iterdir()] == [LENGTHY]


@pytest.mark.parametrize("output", ["logs/", "logs", "new/", "new/and/newer/"])
def test_a_slash_or_a_folder_that_is_there_means_a_folder(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, output: str
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "logs").mkdir()
    for _ in range(2):
        assert run("solve", SOLVABLE, "-o", output).stdout == WON
    assert (tmp_path / output / "gallery-solvable.log").is_file()
    assert run("solve", SOLVABLE, LOST, "-o", output).exit_code == 10


def test_what_the_program_wrote_is_replaced_and_other_files_by_force(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    log = tmp_path / "log"
    for words in ((), (), ("--position-limit", 2, "--rule", "redeal=anytime"), (), ("--resume",)):
        assert run("solve", SOLVABLE, "-o", "log", *words).exit_code in (0, 20)
    log.write_text("my notes\n", encoding="utf-8")
    assert run("solve", SOLVABLE, "-o", "log", "--force").stdout == WON
    assert log.read_text(encoding="utf-8").startswith("# solvable")
    deal = tmp_path / "deals" / "gallery-1.txt"
    deal.parent.mkdir()
    deal.write_text("my notes\n", encoding="utf-8")
    generate = ("generate", "gallery", "--seed", 1, "-o", "deals", "--jobs", 1)
    refused = run(*generate)
    assert refused.exit_code == 1
    assert refused.stderr == (
        "gallery: kept 0 of 0 deals\n"
        "Error: deals/gallery-1.txt: is there and was not written by this program; --force replaces it;"
        " --seed 1 goes on from here\n"
    )
    assert run(*generate, "--force").exit_code == 0
    assert run(*generate).exit_code == 0


def test_a_pipe_is_written_to_and_not_read(tmp_path: Path) -> None:
    result = shell("mkfifo pipe; P solve $S -o pipe --resume >/dev/null & sleep 1; cat pipe; wait", tmp_path)
    assert (result.stdout.decode().splitlines()[0], result.stderr) == ("# solvable: 110 moves, redeals 8", b"")


def test_a_link_laid_beside_a_log_is_not_followed(tmp_path: Path) -> None:
    from solver.cli.writing import write_whole

    victim = tmp_path / "victim"
    victim.write_text("precious", encoding="utf-8")
    log = tmp_path / "log"
    for name in (f".log.{os.getpid()}", "log.tmp", ".log.tmp"):
        (tmp_path / name).symlink_to(victim)
    write_whole(log, "text")
    assert (log.read_text(encoding="utf-8"), victim.read_text(encoding="utf-8")) == ("text", "precious")
    log.unlink()
    log.symlink_to(victim)
    write_whole(log, "text", force=True)  # a link that the user names is followed
    assert log.is_symlink()
    assert victim.read_text(encoding="utf-8") == "text"


def test_a_new_file_has_the_usual_rights_and_an_old_one_keeps_its_own(tmp_path: Path) -> None:
    shell("umask 022; P solve $S -o log", tmp_path)
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o644
    (tmp_path / "log").chmod(0o600)
    shell("umask 022; P solve $S -o log", tmp_path)
    assert (tmp_path / "log").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-16", "koi8-r"])
@pytest.mark.parametrize(
    "words",
    [
        "--help",
        f"explain {LOST}",
        "rules gallery",
        "rules marriage",
        "rules cross",
        f"solve {SOLVABLE}",
        f"solve {SOLVABLE} --json",
        f"show {SOLVABLE} --json",
        "rules gallery --json",
        "generate gallery --seed 1 --jobs 1",
        "generate --help",
        "show слово",
        f"solve {SOLVABLE} --engine слово",
        "--слово",
    ],
)
def test_code_pages_without_arrows_and_dashes(words: str, encoding: str) -> None:
    result = CliRunner(charset=encoding).invoke(main, words.split())
    assert isinstance(result.exception, SystemExit | None)
    assert result.exit_code in (0, 2, 10)
    out = result.stdout_bytes.decode(encoding)
    assert out or result.stderr_bytes.decode(encoding)
    if "--json" in words:
        assert out.isascii()
        assert json.loads(out)["game"] == "gallery"
    if words == "rules gallery --json":
        assert "…" in json.loads(out)["text"]


def test_signs_have_plain_stand_ins() -> None:
    said = CliRunner(charset="cp1252").invoke(main, ["explain", str(LOST)]).stdout_bytes.decode("cp1252")
    assert "  2D -> 5D -> 2D\n" in said


def test_more_signs_have_plain_stand_ins(tmp_path: Path) -> None:
    said = shell("P rules gallery", tmp_path, PYTHONIOENCODING="ascii").stdout.decode("ascii")
    assert "places `T1`...`T8`" in said


def test_file_names_that_are_no_utf_8(tmp_path: Path) -> None:
    name = os.fsencode(tmp_path) + b"/a\xff\x1b[31m\n.txt"
    Path(os.fsdecode(name)).write_bytes(SOLVABLE.read_bytes())
    shown = "a\\xff\\x1b[31m\\n.txt"
    alone = shell("P solve a* -q", tmp_path)
    assert (alone.returncode, alone.stderr) == (0, b"")
    assert json.loads(shell("P solve a* --json", tmp_path).stdout)["file"] == shown
    several = shell("P solve a* $S b$'\\xff' -o logs", tmp_path)
    assert several.returncode == 2
    assert several.stdout.decode().startswith(f"{shown} ")
    assert several.stderr.decode() == "Error: b\\xff: cannot be read: No such file or directory\n"
    log = shell("P solve a* -o logs --json", tmp_path)
    assert json.loads(log.stdout)["log"] == "logs/a\\xff\\x1b[31m\\n.log"
    failed = shell("P show b$'\\xff' --json", tmp_path)
    assert json.loads(failed.stdout)["error"]["file"] == "b\\xff"


ESCAPE = "\x1b[31m\x9b1m\u202e"


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ([ESCAPE], ""),
        ([f"--{ESCAPE}"], ""),
        (["show", ESCAPE], ""),
        (["solve", SOLVABLE, "--engine", ESCAPE], ""),
        (["solve", SOLVABLE, "--rule", f"{ESCAPE}=1"], ""),
        (["solve", SOLVABLE, "--rule", f"redeal={ESCAPE}"], ""),
        (["solve", SOLVABLE, "--rule", ESCAPE], ""),
        (["solve", SOLVABLE, "--best", ESCAPE], ""),
        (["solve", SOLVABLE, "--time-limit", ESCAPE], ""),
        (["solve", SOLVABLE, "--jobs", ESCAPE], ""),
        (["generate", ESCAPE], ""),
        (["generate", "gallery", "--where", ESCAPE], ""),
        (["generate", "gallery", "--verdict", ESCAPE], ""),
        (["show", "-"], f"game: {ESCAPE}"),
        (["show", "-"], f"game: gallery\n{ESCAPE}: x"),
        (["show", "-"], ESCAPE),
        (["show", "-"], f"letters: {ESCAPE}"),
        (["show", "-"], f"game: gallery\ndeck: {ESCAPE}"),
        (["show", "-"], f"game: gallery\nredeal: {ESCAPE}"),
        (["verify", SOLVABLE, "-"], ESCAPE),
        (["verify", SOLVABLE, "-"], f"AD {ESCAPE} out"),
        (["solve", SOLVABLE, "--after", "-"], ESCAPE),
    ],
)
def test_nothing_typed_in_steers_the_terminal(run: Run, words: list[object], text: str) -> None:
    result = run(*words, stdin=text)
    assert result.exit_code == 2
    assert "\\x9b1m\\u202e" in result.stderr  # click itself takes what begins with ESC out of its messages
    assert not set(result.output) & set("\x1b\x9b\u202e")


@pytest.mark.parametrize(
    ("words", "text"),
    [
        (["show", "-"], f"game: {MANY}"),
        (["show", "-"], f"game: gallery\n{MANY}: x"),
        (["show", "-"], f"game: gallery\ndeck: {MANY}"),
        (["show", "-"], f"game: gallery\nredeal: {MANY}"),
        (["show", "-"], f"letters: {MANY}"),
        (["show", "-"], MANY),
        (["verify", SOLVABLE, "-"], MANY),
        (["verify", SOLVABLE, "-"], f"AD {MANY} out"),
        ([MANY], ""),
        (["solve", SOLVABLE, "--engine", MANY], ""),
        (["solve", SOLVABLE, "--rule", MANY], ""),
        (["generate", MANY], ""),
    ],
)
def test_no_message_repeats_a_word_of_many_letters(run: Run, words: list[object], text: str) -> None:
    result = run(*words, stdin=text)
    assert result.exit_code == 2
    assert 0 < len(result.stderr) < 2000
    assert "characters)" in result.stderr


def test_no_message_lists_two_dozen_keys(run: Run) -> None:
    result = run("show", "-", stdin="game: gallery\nbeauty: x\n")
    assert result.stderr.startswith('Error: standard input, line 2: unknown key "beauty"; expected one of ')
    assert ", such as game, redeal, order or decks\n" in result.stderr


@pytest.mark.parametrize(
    ("command", "message"),
    [
        (
            "cat /dev/zero | P show -",
            "Error: standard input: is larger than 1 MB;",
        ),
        (
            "yes 'AD T8 out' | P verify $S -",
            "Error: standard input: is larger than 1 MB;",
        ),
        ("iconv -t UTF-16LE $S | P show -", "Error: standard input: looks like UTF-16 without its mark;"),
    ],
)
def test_what_cannot_be_meant_is_refused_early(tmp_path: Path, command: str, message: str) -> None:
    result = shell(command, tmp_path)  # what has no end would never be read to its end
    assert result.returncode == 2
    assert message in result.stderr.decode()


def test_a_file_without_end_and_too_small_a_limit_are_refused(run: Run) -> None:
    assert run("show", "/dev/zero").stderr.startswith("Error: /dev/zero: is larger than 1 MB;")
    for size in ("10", "999K"):
        result = run("solve", SOLVABLE, "--memory-limit", size)
        assert result.exit_code == 2
        assert f'found "{size}"; expected a size of at least 1M, such as 500M or 2G' in result.stderr


NOTHING = 'standard input: nothing is in it; expected a deal, which begins with a line such as "game: gallery"'


@pytest.mark.parametrize("text", ["", "\n\n", "# nothing\n", "\ufeff"])
@pytest.mark.parametrize("command", ["solve", "show", "hint", "odds", "explain", "replay", "play"])
def test_an_empty_file_is_said_to_be_empty(run: Run, command: str, text: str) -> None:
    result = run(command, "-", stdin=text.encode())
    assert (result.exit_code, result.stderr) == (2, f"Error: {NOTHING}\n")


def test_a_pipe_says_why_its_first_command_failed_and_that_nothing_came(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pysol_cards.cards", None)  # as if the extra were not installed
    first = run("generate", "marriage", "--pysol", "5")
    assert (first.exit_code, first.stdout) == (2, "")
    assert first.stderr == (
        "Error: deals numbered as in PySolFC need the library pysol-cards; install it with:"
        ' python -m pip install "patience-solver[pysol]"\n'
    )
    assert run("solve", "-", stdin=first.stdout).stderr == f"Error: {NOTHING}\n"


def test_many_joined_logs_are_read_in_a_time_that_grows_with_their_length() -> None:
    from solver.move_logs import read_log

    def seconds(logs: int) -> float:
        started = time.process_time()
        log = read_log("game: gallery\nAD T8 out\n" * logs)
        assert (len(log.headers), log.lines[-1].line) == (logs, 2 * logs)
        return time.process_time() - started

    short, long = (min(seconds(logs) for _ in range(3)) for logs in (200, 3200))
    assert long < 100 * short  # were each log compared with all before it, it would take 256 times as long


def test_utf_16_with_its_mark_is_read(tmp_path: Path) -> None:
    assert shell("iconv -t UTF-16 $S | P solve - -q", tmp_path).returncode == 0


@pytest.mark.parametrize("kilobytes", [40_000, 80_000])
def test_little_memory_ends_in_a_sentence(tmp_path: Path, kilobytes: int) -> None:
    result = shell(f"ulimit -v {kilobytes}; P solve $S -q", tmp_path)
    assert result.returncode in (0, 1)
    assert b"Traceback" not in result.stderr


def test_a_module_in_the_working_folder_is_not_run(tmp_path: Path) -> None:
    for name in ("pickle", "json", "msgspec", "rich", "click", "psutil", "random", "socket"):
        (tmp_path / f"{name}.py").write_text("import os\nos.mkdir('executed')\n", encoding="utf-8")
    words = "--seed 1 --count 40 --position-limit 2000 --jobs 2"
    assert shell(f"P generate gallery {words} -o deals", tmp_path).returncode == 0
    assert not (tmp_path / "executed").exists()


@pytest.mark.parametrize(
    "module",
    ["click", "solver.cli", "solver.cli.commands", "solver.cli.streams", "solver.cli.generate", "solver.registry"],
)
def test_an_interrupt_while_the_program_is_imported(tmp_path: Path, module: str) -> None:
    program = (
        "import os, signal, sys\n"
        "class Finder:\n"
        "    def find_spec(self, name, *_):\n"
        f"        if name == {module!r}: os.kill(os.getpid(), signal.SIGINT)\n"
        "sys.meta_path.insert(0, Finder())\n"
        "from solver.__main__ import run\n"
        "run()\n"
    )
    words = [sys.executable, "-c", program, "generate", "gallery", "--count", "100000", "-o", str(tmp_path)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=False, timeout=LONG)
    assert (done.returncode, done.stderr) == (1, "\ninterrupted\n")


def test_an_interrupt_in_a_destructor_is_not_lost() -> None:
    program = (
        "import os, signal, sys, time\n"
        "from solver.interrupting import raised_in_vain\n"
        "sys.unraisablehook = raised_in_vain\n"
        "class Gone:\n"
        "    def __del__(self): os.kill(os.getpid(), signal.SIGINT)\n"
        "try:\n"
        "    Gone()\n"
        "    time.sleep(600)\n"
        "except KeyboardInterrupt: print('interrupted')\n"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("interrupted\n", "")


HUGE = "9" * 30


@pytest.mark.parametrize(
    "words",
    [
        ("solve", SOLVABLE, "--jobs", "1001"),
        ("solve", SOLVABLE, "--jobs", HUGE),
        ("solve", SOLVABLE, "--position-limit", HUGE),
        ("hint", SOLVABLE, "--position-limit", HUGE),
        ("odds", SOLVABLE, "--samples", HUGE),
        ("odds", SOLVABLE, "--width", HUGE),
        ("odds", SOLVABLE, "--jobs", HUGE),
        ("generate", "gallery", "--count", HUGE),
        ("generate", "gallery", "--tries", HUGE),
        ("generate", "gallery", "--seed", HUGE),
        ("generate", "gallery", "--position-limit", HUGE),
        ("survey", "run", "gallery", "--db", "x.db", "--deals", HUGE),
        ("survey", "run", "gallery", "--db", "x.db", "--deals", "1", "--position-limit", HUGE),
        ("survey", "run", "gallery", "--db", "x.db", "--deals", "1", "--jobs", HUGE),
        ("play", "gallery", "--port", HUGE),
        ("rate", SOLVABLE, "--samples", HUGE),
        ("rate", SOLVABLE, "--jobs", HUGE),
    ],
)
def test_huge_numbers_are_refused(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[object, ...]
) -> None:
    monkeypatch.chdir(tmp_path)
    result = run(*words)
    assert result.exit_code == 2
    assert "is not in the range" in result.stderr
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("number", ["nan", "inf", "-inf", "1e-300", "1e-9", "0", "-1", "2", "1e999", "x", ""])
@pytest.mark.parametrize(
    "words",
    [("survey", "run", "gallery", "--db", "x.db", "--sequential", "--width"), ("rate", SOLVABLE, "--width")],
)
def test_a_width_that_none_is(run: Run, words: tuple[object, ...], number: str) -> None:
    result = run(*words, number)
    assert result.exit_code == 2
    assert f'found "{number}"; expected a width from 0.000001 to 1, such as 0.06' in result.stderr


@pytest.mark.parametrize("option", ["--time-limit", "--memory-limit"])
@pytest.mark.parametrize("number", ["nan", "inf", "-1", "0", "1e999", "x", ""])
def test_a_limit_that_none_is(run: Run, option: str, number: str) -> None:
    result = run("solve", SOLVABLE, option, number)
    assert result.exit_code == 2
    assert f'found "{number}"; expected a' in result.stderr


@pytest.mark.parametrize("command", ["solve", "show", "hint", "explain", "odds", "replay"])
def test_more_reshuffles_than_anybody_makes_are_a_fault_of_the_deal(run: Run, command: str) -> None:
    text = (ROOT / "examples" / "cross-half-played.txt").read_text(encoding="utf-8")
    result = run(command, "-", stdin=text.replace("reshuffled: 1", f"reshuffled: {HUGE}"))
    assert result.exit_code == 2
    assert f"reshuffles already made: {HUGE}; expected 999999999 at most\n" in result.stderr
    assert run("solve", "-", "-q", stdin=text.replace("reshuffled: 1", "reshuffled: 999999999")).exit_code == 0


@pytest.mark.parametrize("log", sorted((ROOT / "examples").glob("*-solvable.log")), ids=lambda log: log.stem)
@pytest.mark.parametrize("command", ["solve", "show", "hint", "play"])
def test_a_log_in_the_place_of_a_deal_is_said_to_be_one(run: Run, log: Path, command: str) -> None:
    result = run(command, log)
    assert result.exit_code == 2
    assert "this looks like a move log, with one move a line; expected a deal\n" in result.stderr


@pytest.mark.parametrize("words", [("rules",), ("generate",), ("survey", "run", "--db", "x.db", "--deals", "1")])
def test_who_names_no_patience_is_told_which_there_are(run: Run, words: tuple[str, ...]) -> None:
    result = run(*words)
    assert result.exit_code == 2
    assert "Missing argument 'GAME'. Expected gallery, marriage or cross.\n" in result.stderr
