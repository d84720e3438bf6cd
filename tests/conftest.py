"""Settings and fixtures for all tests."""

from __future__ import annotations

import gc
import os
import signal
import time
from collections.abc import Callable, Iterator

import pytest
from click.testing import CliRunner, Result
from hypothesis import HealthCheck, settings

from solver.cli import main
from tests.kept import cp_sat_kept
from tests.times import AMPLE, LONG

settings.register_profile("thorough", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("quick", settings.get_profile("thorough"), max_examples=10)
settings.load_profile("quick")  # `--hypothesis-profile thorough` tries ten times as many examples

# Commands and workers that tests start keep what they compile: else each would compile the whole package again.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

Run = Callable[..., Result]

_STARTED = time.monotonic()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option that bounds the slow tests."""
    parser.addoption(
        "--slow-minutes", type=float, metavar="N", help="Skip the slow tests that have not begun after N minutes."
    )


def pytest_configure() -> None:
    """Hear interrupts, which a shell lets be ignored by what it starts in the background."""
    signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_collection_finish() -> None:
    """Let the garbage collector look no more at what lives to the end: modules and tests by the thousand."""
    gc.collect()
    gc.freeze()


def pytest_runtest_setup(item: pytest.Item) -> None:
    """Skip a slow test when their time is up."""
    minutes = item.config.getoption("--slow-minutes")
    if minutes is not None and item.get_closest_marker("slow") and time.monotonic() - _STARTED > 60 * minutes:
        pytest.skip(f"the {minutes:g} minutes of the slow tests are up")


@pytest.fixture(scope="session", autouse=True)
def _ample_time() -> Iterator[None]:
    """Let no answer at the played table depend on how fast the machine is, nor whether other processes help."""
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("solver.deciding_many.seconds_here", lambda: LONG)
        patched.setattr("solver.playing.desk.LIMITS", AMPLE)
        patched.setattr("solver.playing.advising.EACH", AMPLE)
        yield


@pytest.fixture(scope="module")
def kept_cp_sat() -> Iterator[None]:
    """Let all tests of a module ask CP-SAT in one process, where the process is not the point."""
    with cp_sat_kept():
        yield


@pytest.fixture
def workers_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have many things done by other processes, all but the first."""
    monkeypatch.setattr("solver.deciding_many.seconds_here", lambda: 0.0)


@pytest.fixture
def run() -> Run:
    """Run `patience-solver` in this process: words, and standard input as `stdin`."""

    def invoke(*words: object, stdin: str | bytes | None = None) -> Result:
        result = CliRunner().invoke(main, [str(word) for word in words], input=stdin)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            raise result.exception
        return result

    return invoke
