"""How long jobs will take, from what jobs like them have taken for a document."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from statistics import mean

from paper.job import Found, Job
from paper.rows import Rows, records

#: seconds of a document when nothing like the job has been done
UNKNOWN = 1e-4
#: settings that change little of the time
FREE = ("seed", "tau", "kappa")


class Estimate:
    """`size(job)` is its number of documents."""

    def __init__(self, rows: Rows, size: Callable[[Job], int]) -> None:
        self.size = size
        self.rates: dict[tuple[str, ...], list[float]] = defaultdict(list)
        for row in records(rows.path) if rows.path.is_file() else []:
            if row["measure"] == "job seconds":
                self._learn(Job(row["settings"]), row["value"])

    def seconds(self, job: Job) -> float:
        """By the nearest kind that is known."""
        known = (self.rates[kind] for kind in _kinds(job) if kind in self.rates)
        return mean(next(known, [UNKNOWN])) * self.size(job)

    def add(self, job: Job, found: list[Found]) -> None:
        """A finished job tells of those that follow."""
        for one in found:
            if one.measure == "job seconds":
                self._learn(job, one.value)

    def _learn(self, job: Job, seconds: float) -> None:
        for kind in _kinds(job):
            self.rates[kind].append(seconds / max(1, self.size(job)))


def _kinds(job: Job) -> Iterator[tuple[str, ...]]:
    """From the same settings to the same task."""
    fixed = {name: value for name, value in job.settings.items() if name not in FREE}
    yield (Job(fixed).text,)
    yield job["task"], job["set"], job["model"]
    yield job["task"], job["model"]
    yield (job["task"],)
