"""How long jobs will take, from what jobs like them have taken for a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import mean

from paper.job import Found, Job
from paper.rows import Rows, records

#: seconds of a document when nothing like the job has been done
UNKNOWN = 1e-4
#: settings that change little of the time
FREE = ("seed", "tau", "kappa")

Rates = dict[tuple[str, ...], list[float]]


class Estimate:
    """`size(job)` is its number of documents; `before` are rows of another run, if there are."""

    def __init__(self, rows: Rows, size: Callable[[Job], int], before: Path | None = None) -> None:
        self.size = size
        self.own, self.before = Rates(), Rates()
        for job, seconds, _ in _finished(rows.path):
            _learn(self.own, job, seconds, self.size(job))
        for job, seconds, documents in _finished(before):
            _learn(self.before, job, seconds, documents)

    def seconds(self, job: Job) -> float:
        """By the nearest kind that is known, of this run rather than of the other."""
        known = (
            rates[kind]
            for kind in _kinds(job)
            for rates in (self.own, self.before)
            if kind in rates
        )
        return mean(next(known, [UNKNOWN])) * self.size(job)

    def add(self, job: Job, found: list[Found]) -> None:
        """A finished job says how long jobs like it take."""
        for one in found:
            if one.measure == "job seconds":
                _learn(self.own, job, one.value, self.size(job))


def _learn(rates: Rates, job: Job, seconds: float, documents: int) -> None:
    for kind in _kinds(job):
        rates.setdefault(kind, []).append(seconds / max(1, documents))


def _finished(path: Path | None) -> Iterator[tuple[Job, float, int]]:
    """Each job of the rows, its seconds and the most documents that it has seen."""
    jobs, most = dict[str, tuple[Job, float]](), defaultdict[str, int](int)
    for row in records(path) if path and path.is_file() else []:
        most[row["key"]] = max(most[row["key"]], row["documents"])
        if row["measure"] == "job seconds":
            jobs[row["key"]] = Job(row["settings"]), row["value"]
    for key, (job, seconds) in jobs.items():
        yield job, seconds, most[key]


def _kinds(job: Job) -> Iterator[tuple[str, ...]]:
    """From the same settings to the same task."""
    fixed = {name: value for name, value in job.settings.items() if name not in FREE}
    yield (Job(fixed).text,)
    yield job["task"], job["set"], job["model"]
    yield job["task"], job["model"]
    yield (job["task"],)
