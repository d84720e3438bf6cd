"""Random words for every command there is, from what the commands say of their own arguments and options."""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import click

from solver.cli import main
from solver.registry import patience
from tests.fuzz.material import HUGE, ODD, Known, known, spoilt
from tests.judges.dealing import GAMES, engines, measures

NO_ARGUMENT = {0: None}
"""The only character that no argument can hold."""

ALWAYS = frozenset({"time_limit", "jobs", "tries", "samples", "deals", "no_browser", "folder", "db"})
"""Options that are given nearly always: they keep a command short."""

WRITES = frozenset({"output", "svg"})
"""Options that name a file or folder to be written."""

NEVER = frozenset({"cluster"})
"""Options that are left out: a cluster takes seconds to start."""


@dataclass(frozen=True)
class Asked:
    """The words of a command, and whether its exit code tells the verdict of the deal unspoilt."""

    words: list[str]
    tells: bool = False

    @property
    def serves(self) -> bool:
        """Whether it runs until it is stopped."""
        return self.words[0] == "play" and not {"-h", "--help"} & set(self.words)


@cache
def commands() -> dict[tuple[str, ...], click.Command]:
    """All commands by their words, those of groups too."""
    return dict(_commands_of((), main))


def _commands_of(words: tuple[str, ...], command: click.Command) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    if not isinstance(command, click.Group):
        yield words, command
        return
    context = click.Context(command)
    for name in command.list_commands(context):
        found = command.get_command(context, name)
        assert found is not None
        yield from _commands_of((*words, name), found)


class Arguments:
    """Draws the words of a command about a deal and other files, which are written into a folder."""

    def __init__(self, rng: random.Random, folder: Path, case: Known) -> None:
        self._rng = rng
        self._folder = folder
        self._case = case
        self._sound = rng.random() < 0.7
        self._inputs = self._write()

    def draw(self) -> Asked:
        """The words of a command; now and then words that are no command at all."""
        rng = self._rng
        if rng.random() < 0.03:
            return Asked([rng.choice((*ODD, "solve", "--version", "", ".")).translate(NO_ARGUMENT) for _ in range(3)])
        if rng.random() < 0.2:
            return self._plain()
        words, command = rng.choice(list(commands().items()))
        if rng.random() < 0.04:
            return Asked([*words, rng.choice(("-h", "--help"))])
        drawn = list(words)
        for parameter in command.params:
            drawn += self._parameter(parameter)
        if rng.random() < 0.05:
            drawn.append(rng.choice(ODD).translate(NO_ARGUMENT))
        return Asked(drawn)

    def _plain(self) -> Asked:
        """`solve` asked for the deal as it is, so that its exit code tells the verdict."""
        seconds = self._rng.choice(("0.01", "0.5", "2"))
        positions = self._rng.choice(([], ["--position-limit", self._rng.choice(("1", "50", "1000"))]))
        return Asked(
            ["solve", self._inputs["deal"], "--time-limit", seconds, *positions, "--jobs", "1", *self._form()],
            tells=self._sound,
        )

    def _form(self) -> list[str]:
        return self._rng.choice(([], [], ["--json"], ["-q"]))

    # --- files -----------------------------------------------------------------------------------------------

    def _write(self) -> dict[str, str]:
        """Write all files that a command may read: their names."""
        rng, case = self._rng, self._case
        other = known(rng.choice(GAMES), rng.randrange(40))
        texts = {
            "deal": ("deal.txt", case.text if self._sound else spoilt(case.text, rng)),
            "log": ("moves.log", case.log if rng.random() < 0.6 else spoilt(case.log or "nothing", rng)),
            "other": ("other.log", other.log),
            "several": ("several.txt", "".join((case.text, other.text, spoilt(other.text, rng)))),
            "lines": ("deals.jsonl", self._lines(other)),
            "seen": ("seen.txt", _hidden(case.text, rng)),
            "nothing": ("nothing.txt", ""),
        }
        files = {}
        for kind, (name, text) in texts.items():
            path = self._folder / name
            path.write_bytes(self._encoded(text))
            files[kind] = name
        files["folder"] = "."
        files["missing"] = "missing.txt"
        files["input"] = "-"
        files["device"] = "/dev/null"
        return files

    def _encoded(self, text: str) -> bytes:
        """A text as bytes, mostly plain, now and then in another encoding or with a mark."""
        how = self._rng.random()
        if how < 0.9:
            return text.encode("utf-8", "surrogatepass")
        return text.encode(self._rng.choice(("utf-8-sig", "utf-16", "utf-16-le", "cp1252", "utf-7")), "replace")

    def _lines(self, other: Known) -> str:
        """A collection as JSON Lines: the deal, another one, and perhaps one that is spoilt."""
        objects: list[dict[str, object]] = [
            {"game": case.game, "position": case.text, "moves": case.log.splitlines()} for case in (self._case, other)
        ]
        objects[0] |= self._rng.choice(({}, {"verdict": "solvable"}, {"name": "a b"}, {"measures": {"redeals": "x"}}))
        text = "".join(json.dumps(one) + "\n" for one in objects)
        return text if self._rng.random() < 0.5 else text + spoilt(text, self._rng)

    def _file(self, *kinds: str) -> str:
        """A file of one of some kinds, in most cases."""
        rng = self._rng
        if rng.random() < 0.08:
            kinds = tuple(self._inputs)
        if rng.random() < 0.02:
            return rng.choice(ODD).translate(NO_ARGUMENT)
        return self._inputs[rng.choice(kinds)]

    def _output(self) -> str:
        names = (
            "out",
            "out.txt",
            "out/",
            "out.csv",
            "out.svg",
            "out.html",
            "a/b/out",
            "deal.txt",
            "",
            ".",
            "/dev/null",
        )
        odd = ("/dev/full", "x" * 251, "x" * 300, "/proc/out", "\x1b[31m", "ü", "\udcff", "nothing.txt", "deal.txt/x")
        return self._rng.choice(names if self._rng.random() < 0.8 else odd)

    # --- parameters ------------------------------------------------------------------------------------------

    def _parameter(self, parameter: click.Parameter) -> list[str]:
        if isinstance(parameter, click.Argument):
            return self._argument(parameter)
        assert isinstance(parameter, click.Option)
        name = str(parameter.name)
        often = 0.95 if parameter.required or name in ALWAYS else 0.4 if name in WRITES else 0.1
        if name in NEVER or self._rng.random() > often:
            return []
        word = self._rng.choice(parameter.opts)
        if parameter.is_flag:
            return [word]
        times = self._rng.choice((1, 1, 2)) if parameter.multiple else 1
        return [part for _ in range(times) for part in (word, self._value(name, parameter).translate(NO_ARGUMENT))]

    def _argument(self, argument: click.Argument) -> list[str]:
        rng, name = self._rng, str(argument.name)
        if rng.random() < (0.02 if argument.required else 0.3):
            return []
        if name == "game":
            return [self._case.game if rng.random() < 0.9 else rng.choice(ODD).translate(NO_ARGUMENT)]
        if name == "what":
            return [rng.choice((self._case.game, self._file("deal", "seen", "lines")))]
        if name == "log":
            return [self._file("log", "log", "log", "other")]
        if name in ("file", "files"):
            return [self._survey()]
        many = rng.choice((1, 1, 1, 2, 3)) if argument.nargs != 1 else 1
        return [self._file("deal", "deal", "deal", "several", "lines", "seen") for _ in range(many)]

    def _survey(self) -> str:
        rng = self._rng
        data = survey(rng.choice(GAMES))
        if rng.random() < 0.3:
            at = rng.randrange(len(data))
            data = rng.choice((data[:at], data[:at] + b"\0" * 100 + data[at + 100 :], b"", b"no survey\n"))
        (self._folder / "survey.db").write_bytes(data)
        return "survey.db" if rng.random() < 0.9 else self._file("deal")

    def _value(self, name: str, option: click.Option) -> str:
        rng = self._rng
        if rng.random() < 0.04:
            return rng.choice((rng.choice(ODD), rng.choice(HUGE)))
        rule = rng.choice([*patience(self._case.game).options])
        drawn: dict[str, Callable[[], str]] = {
            "time_limit": lambda: rng.choice(("0.01", "0.3", "1")),
            "position_limit": lambda: rng.choice(("1", "50", "1000")),
            "memory_limit": lambda: rng.choice(("1M", "20M", "1500M")),
            "jobs": lambda: rng.choice(("1", "1", "2")),
            "tries": lambda: "3",
            "samples": lambda: rng.choice(("1", "5", "20")),
            "deals": lambda: rng.choice(("1", "5")),
            "width": lambda: rng.choice(("0", "1", "0.3")),
            "wanted_count": lambda: rng.choice(("1", "2", "1000000")),
            "rule": lambda: f"{rule.name}={rng.choice((*rule.values, '2', *ODD))}",
            "engine": lambda: rng.choice(engines(self._case.game)),
            "best": lambda: rng.choice((*measures(self._case.game), "left")),
            "where": lambda: rng.choice(measures(self._case.game) or ("x",)) + rng.choice(("=5", "<=9", ">1", "=1..7")),
            "after": lambda: self._file("log", "other"),
            "port": lambda: rng.choice(("1", "80", "65535")),
            "pysol": lambda: rng.choice(("1", "ms7")),
            "folder": lambda: rng.choice(("games", "games", "games", "deal.txt", "/proc/x")),
            "output": self._output,
            "svg": self._output,
            "db": lambda: rng.choice(("new.db", "new.db", self._survey(), self._output())),
        }
        if name in drawn:
            return drawn[name]()
        if isinstance(option.type, click.Choice):
            return str(rng.choice(option.type.choices))
        return str(rng.randrange(1000))


def _hidden(text: str, rng: random.Random) -> str:
    """A deal with some words unknown, which may or may not be right."""
    words = text.split(" ")
    for _ in range(rng.randint(1, 9)):
        at = rng.randrange(len(words))
        if len(words[at]) == 2:
            words[at] = "?"
    return " ".join(words)


@cache
def survey(game: str) -> bytes:
    """A file of surveys with a few deals."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "survey.db"
        words = ["survey", "run", game, "--deals", "3", "--time-limit", "0.5", "--jobs", "1", "--db", str(file)]
        subprocess.run([sys.executable, "-m", "solver", *words], capture_output=True, check=True)
        return file.read_bytes()
