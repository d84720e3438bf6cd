"""What a worker of a survey is made to do in a test, which imports this module: so it imports little."""

from __future__ import annotations

import os

from solver.surveying.deciding import Chunk, DecidingTask, decide


def end_at_13(task: DecidingTask) -> Chunk:
    """Decide, but end the process at seed 13."""
    if 13 in task.seeds:
        os._exit(3)
    return decide(task)
