"""The workers of a Dask cluster as the executor of a survey. Imported only where a cluster is asked for.

The scheduler is told of chunks only, a second's work each, so it has a few tasks a second to hand out for each worker.
When a worker is lost the scheduler gives its tasks to others; a task that has lost several workers is lost.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from importlib import import_module
from typing import Any, TypeVar

from solver.errors import InputError, Unsupported
from solver.limits import Limits
from solver.worker_main import Raised, Returned
from solver.workers import Loss, Lost, Result

A = TypeVar("A")

LOCAL = "local"
"""In place of an address: a cluster on this machine."""

AHEAD = 3
"""Tasks for each thread of the workers that the scheduler knows of at a time, so that none waits for the next one."""

CONNECT = 10.0
"""Seconds to wait for a scheduler."""

FIRST_WORKER = 60.0
"""Seconds to wait for its first worker."""


class Cluster:
    """A cluster as an executor."""

    def __init__(self, client: Any) -> None:
        self._client = client

    @property
    def width(self) -> int:
        """How many threads the workers have now; workers may come and go."""
        threads: dict[str, int] = self._client.nthreads()
        return max(1, sum(threads.values()))

    def each(self, limits: Limits) -> Limits:
        """The limits as they are: each worker has its own memory."""
        return limits

    def results(self, function: Callable[[A], object], tasks: Iterator[A]) -> Generator[tuple[A, Result], None, None]:
        """What comes of each task, as it comes."""
        given: dict[str, A] = {}
        futures: dict[str, Any] = {}
        completed = _library().as_completed([])
        try:
            while True:
                while len(given) < AHEAD * self.width and (task := next(tasks, None)) is not None:
                    future = self._client.submit(function, task, pure=False)
                    given[future.key], futures[future.key] = task, future
                    completed.add(future)
                if not given:
                    return
                future = next(completed)
                del futures[future.key]
                yield given.pop(future.key), _result(future)
                future.release()
        finally:
            self._client.cancel(list(futures.values()))


def _result(future: Any) -> Result:
    error = future.exception()
    if error is None:
        return Returned(future.result())
    if isinstance(error, _library().KilledWorker):
        return Lost(Loss.KILLED, "with several workers of the cluster, one after the other")
    if future.cancelled():  # as happens when the scheduler has restarted
        return Lost(Loss.CRASHED, "the scheduler forgot it")
    return Raised(error if isinstance(error, Exception) else None, f"{type(error).__name__}: {error}", "")


def _library() -> Any:
    try:
        return import_module("distributed")
    except ImportError:
        raise Unsupported(
            'a cluster needs the library distributed; install it with: python -m pip install "patience-solver[cluster]"'
        ) from None


@contextmanager
def opened(address: str, jobs: int) -> Iterator[Cluster]:
    """The cluster of a scheduler's address, or one of so many workers on this machine.

    Raises Unsupported when the library is not installed, InputError when no scheduler or no worker answers.
    """
    library = _library()
    if address == LOCAL:
        with (
            library.LocalCluster(n_workers=jobs, threads_per_worker=1, dashboard_address=None) as cluster,
            library.Client(cluster) as client,
        ):
            yield Cluster(client)
        return
    try:
        client = library.Client(address, timeout=CONNECT)
    except (OSError, ValueError) as error:
        raise InputError(f"no scheduler answers there: {error}", source=address) from None
    with client:
        try:
            client.wait_for_workers(1, timeout=FIRST_WORKER)
        except TimeoutError:
            raise InputError("the scheduler has no workers; see docs/surveys.md", source=address) from None
        yield Cluster(client)
