"""Functions that tests have called by worker processes, which import this module: so it imports little."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from solver.cli.answering import AnswerTask, AskedDeal, Said


class Odd(Exception):
    """An exception that does not survive pickling."""

    def __init__(self, one: int, other: int) -> None:
        super().__init__(f"{one} and {other}")


def be_odd() -> NoReturn:
    raise Odd(1, 2)


def run_out_of_memory() -> NoReturn:
    raise MemoryError


def print_and_add(one: int, other: int) -> int:
    print("loud", flush=True)
    os.system("echo louder")
    return one + other


def end_at(end: int, number: int) -> int:
    """The square of a number, or the end of the process at one of them."""
    if number == end:
        os._exit(3)
    return number * number


def end_once(mark: str, number: int) -> int:
    """The square of a number; at 5 the process ends unless it has done so before."""
    if number == 5 and not os.path.exists(mark):
        Path(mark).touch()
        os._exit(3)
    return number * number


class At:
    """A function of one number, made from a function of this module and its first argument."""

    def __init__(self, function: Callable[..., int], first: object) -> None:
        self.function, self.first = function, first

    def __call__(self, number: int) -> int:
        return self.function(self.first, number)


def has_too_little_memory(task: AnswerTask, _asked: AskedDeal) -> Said:
    """Asked for the answer to a deal with one of two shares of 2 GB."""
    from solver.cli.answering import Said
    from solver.limits import Limit

    assert task.limits.memory == 2**30
    return Said(20, limit=Limit.MEMORY)


def twice(number: int) -> int:
    return 2 * number


def asleep(_number: int) -> None:
    signal.pause()


def killed_at_three(number: int) -> int:
    if number == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    return number
