"""What is to be run: cells of the table, and the jobs behind each of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from paper import settings
from paper.job import Job
from paper.learning import by_topics
from paper.sets import Sets
from paper.settings import Table

FILE = Path(__file__).parents[1] / "arena.toml"
#: of a system, what changes none of its results
UNUSED = ("title", "package", "candidates", "one_number", "most_seeds")


class Cell(NamedTuple):
    """One fit: a system on a set with K topics and a seed."""

    set: str
    K: int
    system: str
    seed: int


@dataclass(frozen=True)
class Filters:
    """What a run is restricted to; empty means everything."""

    sets: tuple[str, ...] = ()
    systems: tuple[str, ...] = ()
    topics: tuple[int, ...] = ()
    seeds: int = 1_000_000

    def keeps(self, cell: Cell) -> bool:
        pairs = (cell.set, self.sets), (cell.system, self.systems), (cell.K, self.topics)
        return cell.seed < self.seeds and all(not few or one in few for one, few in pairs)


class Plan:
    """The settings of the arena, and the jobs that they ask for."""

    def __init__(self, name: str = "full", file: Path = FILE) -> None:
        self.name, self.settings = name, settings.read(name, file)
        rules = self.settings["preprocessing"]
        rules["language"] = rules["language"] or None

    @cached_property
    def sets(self) -> Table:
        """The sets of this run, the smallest first."""
        every = self.settings["sets"]
        return {name: every[name] for name in self.settings["run"] or every}

    @property
    def systems(self) -> Table:
        return self.settings["systems"]

    def is_ours(self, system: str) -> bool:
        return bool(self.systems[system]["kind"] == "ours")

    def cells(self, filters: Filters) -> list[Cell]:
        """Seed by seed, so that every set has a first result soon."""
        every = (
            Cell(name, K, system, seed)
            for seed in range(self.settings["seeds"])
            for name, about in self.sets.items()
            for K in about["topics"]
            for system in self.systems
        )
        return [cell for cell in every if self.has(cell) and filters.keeps(cell)]

    def has(self, cell: Cell) -> bool:
        """Whether a cell is in the plan: a system may be limited to one K and few seeds."""
        about = self.systems[cell.system]
        within = cell.K == self.settings["picture_topics"] or not about.get("one_number")
        return within and cell.seed < about.get("most_seeds", self.settings["seeds"])

    def choices(self, name: str, system: str) -> list[Job]:
        """A job for each candidate of a system; none where there is nothing to choose."""
        about, rules = self.systems[system], self.settings["choosing"]
        candidates = about.get("candidates", ())
        if len(candidates) < 2:
            return []
        cell = Cell(name, rules["topics"], system, rules["seed"])
        return [
            Job(self._common("choose", cell, one) | {"validated_on": rules["documents"]})
            for one in candidates
        ]

    def fit(self, cell: Cell, chosen: int) -> Job:
        """The job of a cell with one of the candidates."""
        candidates = self.systems[cell.system].get("candidates") or ({},)
        return Job(self._common("fit", cell, candidates[chosen]))

    def _common(self, task: str, cell: Cell, candidate: Table) -> Table:
        about, limit = self.systems[cell.system], self.settings["most_passes"]
        options = {name: value for name, value in about.items() if name not in UNUSED} | candidate
        if "passes" in options:
            options["passes"] = min(options["passes"], limit)
        return {
            "task": task,
            "set": cell.set,
            "model": cell.system,
            "seed": cell.seed,
            "K": cell.K,
            "documents": self.sets[cell.set].get("documents", 0),
            "data": Sets(self.settings, Path(), Path()).mark(cell.set),
            "options": by_topics(options, cell.K),
        }


def check(names: Iterable[str], known: Iterable[str], what: str) -> tuple[str, ...]:
    """The names if all of them are known; otherwise the program ends with a message."""
    wrong = [name for name in names if name not in known]
    if wrong:
        raise SystemExit(f"no {what} {', '.join(wrong)}; there are {', '.join(known)}")
    return tuple(names)


def groups(plan: Plan, name: str) -> Iterator[str]:
    """The sets that make the outside reference of a set: all other texts, each once."""
    for other, about in plan.sets.items():
        if about.get("reference") and about["group"] != plan.sets[name]["group"]:
            yield other
