"""A job in a process of its own, with a limit of CPU time."""

from __future__ import annotations

import os
import resource
import signal
import time
import traceback
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from typing import NamedTuple

from arena.store import OVER, Numbers
from paper.job import Job

ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")
#: imported once by the server that all jobs are forked from
PRELOADED = [
    *("biterms.measures", "gensim.models", "sklearn.cluster", "sklearn.decomposition"),
    *("bitermplus", "tomotopy", "topica"),
]
#: of the clock for one second of CPU: a busy machine may take longer, a job that sleeps may not
PATIENCE = 6


class Place(NamedTuple):
    """Where a job finds its settings and its data."""

    plan: str
    data: Path
    cache: Path


class Failure(Exception):
    """A job that ended without numbers, and why."""


def start() -> None:
    """One thread for every library, and a server that has imported them."""
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    get_context("forkserver").set_forkserver_preload(PRELOADED)


def do(job: Job, place: Place, limit: int) -> Numbers:
    """The numbers of a job; beyond the limit only that it was so.

    Raises
    ------
    Failure
        If the job ended in any other way.
    """
    context, begin = get_context("forkserver"), time.monotonic()
    ours, theirs = context.Pipe(duplex=False)
    child = context.Process(target=_work, args=(job, place, limit, theirs), daemon=True)
    child.start()
    theirs.close()
    try:
        answer = _answer(ours, PATIENCE * limit)
        child.join(10)
    finally:
        child.kill()
        child.join()
    if isinstance(answer, str):
        raise Failure(answer)
    if answer is None and child.exitcode not in (-signal.SIGXCPU, -signal.SIGKILL):
        raise Failure(f"the process ended with code {child.exitcode}")
    numbers = {OVER: float(limit)} if answer is None else answer
    return numbers | {"job seconds": time.monotonic() - begin}


def _answer(connection: Connection, patience: float) -> Numbers | str | None:
    """What the job sends; None if it ends, or takes too long, without a word."""
    try:
        return connection.recv() if connection.poll(patience) else None
    except EOFError:
        return None


def _work(job: Job, place: Place, limit: int, connection: Connection) -> None:
    """An interrupt is for the parent, which then ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5))
    from arena.data import Library
    from arena.measured import run
    from arena.plan import Plan

    try:
        connection.send(run(job, Library(Plan(place.plan), place.data, place.cache)))
    except Exception:
        connection.send(traceback.format_exc())
