"""All jobs on all cores; results are kept, and finished jobs are not run again."""

from __future__ import annotations

import contextlib
import itertools
import os
import subprocess
import threading
import time
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from functools import lru_cache
from importlib import import_module
from multiprocessing import get_context, parent_process
from pathlib import Path

import biterms
from paper.estimate import Estimate
from paper.job import Found, Job
from paper.progress import Progress
from paper.rows import Rows
from paper.sets import Sets

#: so that as many processes as cores do not start threads on top
ONE_THREAD = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")


def run(jobs: list[Job], rows: Rows, sets: Sets, workers: int, progress: Progress) -> list[str]:
    """Longest first; an interrupt keeps what is finished. What failed, and why."""
    estimate, failed = estimate_of(rows, sets), list[str]()
    left = [job for job in jobs if job.key not in rows.finished]
    left.sort(key=estimate.seconds, reverse=True)
    progress.begin(len(jobs), left, estimate)
    version = version_of()
    for job, result in _results(left, sets, workers):
        if isinstance(result, BaseException):
            failed.append(f"{job}: {result!r}")
        else:
            rows.add(job, result, version)
            estimate.add(job, result)
        progress.advance(job)
    return failed


def _results(
    jobs: list[Job], sets: Sets, workers: int
) -> Iterator[tuple[Job, list[Found] | BaseException]]:
    """Each job and what it has found, or why not, as they end.

    When a worker dies, say for want of memory, its pool is lost with all that waited there.
    """
    os.environ.update(dict.fromkeys(ONE_THREAD, "1"))
    waiting = iter(jobs)
    for job in waiting:
        yield from _pooled(itertools.chain([job], waiting), sets, workers)


def _pooled(
    jobs: Iterator[Job], sets: Sets, workers: int
) -> Iterator[tuple[Job, list[Found] | BaseException]]:
    """Few wait in the pool, so that an interrupt ends soon."""
    running = dict[Future[list[Found]], Job]()
    context = get_context("spawn")
    with ProcessPoolExecutor(workers, context, initializer=_end_with_parent) as pool:
        try:
            while True:
                for job in itertools.islice(jobs, 2 * workers - len(running)):
                    running[pool.submit(do, job, sets)] = job
                if not running:
                    return
                for future in wait(running, return_when=FIRST_COMPLETED).done:
                    yield running.pop(future), future.exception() or future.result()
        except BrokenProcessPool as error:
            yield from [(lost, error) for lost in (job, *running.values())]
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _end_with_parent() -> None:
    """A worker whose parent was killed would go on for nobody."""

    def watch() -> None:
        parent = parent_process()
        assert parent is not None
        parent.join()
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def do(job: Job, sets: Sets) -> list[Found]:
    """One job in this process, with the seconds that it took in all."""
    begin = time.perf_counter()
    found = list(task(job["task"]).run(job, sets))
    return [*found, Found(0, "job seconds", time.perf_counter() - begin)]


@lru_cache
def task(name: str):
    """The module that does it."""
    return import_module(f"paper.{TASKS[name]}")


#: tasks and their modules, each with `jobs(settings, sets)` and `run(job, sets)`
TASKS = {
    "describe": "describe",
    "bag": "bags",
    "bigrams": "bigrams",
    "svm": "svm",
    "learn": "learning",
    "peer": "peers",
}


def estimate_of(rows: Rows, sets: Sets) -> Estimate:
    """By the documents of a job's set, up to its limit; the rows of the project have a say."""

    @lru_cache
    def size(name: str, limit: int) -> int:
        return len(sets.corpus(name, limit).ptr) - 1

    before = Path(__file__).parent / "results.parquet"
    return Estimate(rows, lambda job: size(job["set"], job["documents_limit"]), before)


def version_of() -> str:
    """The version of the library and, where there is one, the commit."""
    asked = ["git", "-C", str(Path(__file__).parent), "rev-parse", "--short", "HEAD"]
    with contextlib.suppress(OSError):
        found = subprocess.run(asked, capture_output=True, text=True, timeout=10)
        if found.returncode == 0:
            return f"{biterms.__version__}+{found.stdout.strip()}"
    return biterms.__version__
