"""Workers that die."""

from __future__ import annotations

import os
import signal
import time
from typing import Any

from biterms import TopicModel
from biterms.cluster import Lanes, Synchronous, fit


def fit_with_kills(
    client: Any, texts: Any, model: TopicModel, schedule: Lanes | Synchronous, kills: list[int]
) -> TopicModel:
    """Fit a model; a worker is killed each time when so many documents have been learnt from."""
    left = sorted(kills)

    def progress(done: int, total: int | None, lpp: float | None, stage: str = "") -> None:
        if left and (stage == "learning") == bool(left[0]) and done >= left[0]:
            del left[0]
            kill_one(client)

    found = fit(texts, model, client, schedule, progress=progress)
    assert not left
    wait_for_two(client)
    return found


def kill_one(client: Any) -> None:
    """End one of the workers, which we have started, by its id; another takes its place."""
    processes: dict[str, int] = client.run(os.getpid)
    os.kill(min(processes.values()), signal.SIGKILL)


def wait_for_two(client: Any) -> None:
    """Wait until both workers are there again."""
    deadline = time.monotonic() + 60
    while len(client.nthreads()) < 2 and time.monotonic() < deadline:
        time.sleep(0.05)
