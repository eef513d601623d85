"""The rows of finished jobs: a folder with one Parquet file per system."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path

from arena.plan import Cell, Plan
from paper.job import Found, Job
from paper.rows import Rows, alone

#: a job that took longer than the limit has this measure and no other
OVER = "over the limit"
Numbers = dict[str, float]


class Store:
    """Results by job; two runs may write at once if they run different systems."""

    def __init__(self, folder: Path, systems: Iterable[str]) -> None:
        self.files = {name: Rows(folder / f"{name}.parquet") for name in systems}
        self.found: dict[str, Numbers] = defaultdict(dict)
        for rows in self.files.values():
            columns = (rows.table[name].to_pylist() for name in ("key", "measure", "value"))
            for key, measure, value in zip(*columns, strict=True):
                self.found[key][measure] = value

    def locked(self, systems: Iterable[str]) -> AbstractContextManager[ExitStack]:
        """No other run works on the same systems meanwhile."""
        stack = ExitStack()
        for system in systems:
            stack.enter_context(alone(self.files[system].path))
        return stack

    def add(self, job: Job, numbers: Numbers, version: str) -> None:
        """All numbers of one job, or none: its file is replaced in one step."""
        found = [Found(job["documents"], *one) for one in numbers.items()]
        self.files[job["model"]].add(job, found, version)
        self.found[job.key] = numbers

    def untried(self, plan: Plan, name: str, system: str) -> Iterator[Job]:
        """Candidates that are not done, up to the first that went over the limit."""
        for job in plan.choices(name, system):
            if OVER in self.found.get(job.key, {}):
                return
            if job.key not in self.found:
                yield job

    def chosen(self, plan: Plan, name: str, system: str) -> int | None:
        """The best candidate by LPP, or by NPMI without one; None while some are not done."""
        if any(self.untried(plan, name, system)):
            return None
        scores = [_score(self.found.get(job.key, {})) for job in plan.choices(name, system)]
        return scores.index(max(scores)) if scores else 0

    def numbers(self, plan: Plan, cell: Cell) -> Numbers | None:
        """What the job of a cell has found; None while it has not been run."""
        chosen = self.chosen(plan, cell.set, cell.system)
        return None if chosen is None else self.found.get(plan.fit(cell, chosen).key)

    def wanted(self, plan: Plan, cell: Cell) -> bool:
        """Whether a cell is run: slow systems have fewer seeds, those over the limit one."""
        first = self.numbers(plan, cell._replace(seed=0)) or {}
        if OVER in first:
            return cell.seed == 0
        slow = first.get("seconds", 0) > plan.settings["slow_seconds"]
        return cell.seed < plan.settings["slow_seeds"] or not slow

    def versions(self) -> list[str]:
        """Of the libraries behind the rows, each once; the last one that each system ran with."""
        last = (rows.table["version"][-1].as_py() for rows in self.files.values() if rows.finished)
        return sorted({f"biterms {one}" if one[0].isdigit() else one for one in last})

    def seconds(self) -> float:
        """Of all jobs together."""
        return sum(numbers["job seconds"] for numbers in self.found.values())


def _score(numbers: Numbers) -> float:
    return numbers.get("lpp", numbers.get("npmi", float("-inf")))
