"""Results by what is asked of them: seeds, step sizes, numbers of topics, other software."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from pathlib import Path
from typing import Any

from paper.asked import asked
from paper.job import Found
from paper.rows import records
from paper.settings import Table


@dataclass(frozen=True)
class Result:
    """One finished job and what it has found."""

    settings: Table
    version: str
    finished: datetime
    found: tuple[Found, ...]

    def get(self, name: str, default: Any = None) -> Any:
        return self.settings.get(name, default)

    def value(self, measure: str) -> float | None:
        """The last number of a measure."""
        return next((one.value for one in reversed(self.found) if one.measure == measure), None)

    @cached_property
    def course(self) -> list[tuple[int, float]]:
        """Documents seen, LPP."""
        return [(one.documents, one.value) for one in self.found if one.measure == "lpp"]


class Results:
    """All results that answer to the settings."""

    def __init__(self, results: Iterable[Result], settings: Table) -> None:
        self.settings = settings
        self._usual: dict[tuple[str, int], Table] = {}
        #: by task, set and model; None stands for all models
        self._of: dict[tuple[str, str, str | None], list[Result]] = defaultdict(list)
        for result in results:
            if asked(result.settings, settings):
                for model in (result.get("model"), None):
                    self._of[result.get("task"), result.get("set"), model].append(result)

    def of(self, task: str, name: str, model: str | None = None, **where: Any) -> list[Result]:
        """Of one task and set; a setting in `where` may also be a list of what it may be."""
        return [
            result
            for result in self._of[task, name, model]
            if all(_matches(result.get(key), value) for key, value in where.items())
        ]

    def all(self) -> list[Result]:
        every = (found for (_, _, model), found in self._of.items() if model is None)
        return [result for results in every for result in results]

    def named(self, name: str, model: str, *, unlimited: bool = False) -> dict[int, Result]:
        """By seed, at the named step size and the usual K and batch size."""
        found = self._usual_of(name, model, self._run(model, unlimited))
        return {result.get("seed"): result for result in found}

    def _run(self, model: str, unlimited: bool) -> Table:
        """The named run, or the one of the largest set without a limit that has the model."""
        runs = self.settings["runs"]
        found = (run for kind, run in runs.items() if unlimited and kind.startswith("unlimited"))
        return next((run for run in found if model in run["models"]), runs["named"])

    def grid(self, name: str, model: str) -> dict[tuple[float, float, int], Result]:
        """By step size and seed, at the usual K and batch size."""
        found = self._usual_of(name, model, self.settings["runs"]["grid"])
        steps = [one for one in found if one.get("tau") is not None]
        return {(one.get("tau"), one.get("kappa"), one.get("seed")): one for one in steps}

    def varied(self, name: str, model: str, over: str) -> dict[Any, dict[int, Result]]:
        """By K or by batch size, then by seed; the other one as usual."""
        run = self.settings["runs"]["topics" if over == "K" else "batches"]
        limit, found = self._limit(run), defaultdict[Any, dict[int, Result]](dict)
        where = {key: value for key, value in self.usual(name, limit).items() if key != over}
        for one in self.of("learn", name, model, documents_limit=limit, **where):
            if one.get(over) in _values(run, over):
                found[one.get(over)][one.get("seed")] = one
        return dict(sorted(found.items()))

    def beside(self, name: str) -> dict[str, list[Result]]:
        """Other software, and ours on the same documents, by model."""
        run = self.settings["runs"].get("beside_peers")
        if run is None:
            return {}
        steps = {"tau": [None, *run["taus"]], "kappa": [None, *run["kappas"]]}
        same = {"documents_limit": run["documents"], "seed": [*range(run["seeds"])]}
        ours = self.of("learn", name, **same, **steps)
        # in the order of the settings, whatever was finished first
        known = (*self.settings.get("peers", {}).get("models", {}), *run["models"])
        found: dict[str, list[Result]] = {model: [] for model in known}
        for one in (*self.of("peer", name, **same), *ours):
            if one.get("task") == "peer" or one.get("model") in run["models"]:
                found.setdefault(one.get("model"), []).append(one)
        return {model: listed for model, listed in found.items() if listed}

    def _limit(self, run: Table) -> int:
        return int(run.get("documents", self.settings["budget"]["documents"]))

    def usual(self, name: str, limit: int) -> Table:
        """K and batch size of most jobs of a set: those that the rule gives by its size."""
        if (name, limit) not in self._usual:
            self._usual[name, limit] = self._most_jobs(name, limit)
        return self._usual[name, limit]

    def _most_jobs(self, name: str, limit: int) -> Table:
        rule = self.settings["rule"]
        pairs = [(rule["topics"][size], rule["batch"][size]) for size in rule["topics"]]
        found = self.of("learn", name, kind="lda", documents_limit=limit)
        counts = Counter((one.get("K"), one.get("batch")) for one in found)
        K, batch = max(pairs, key=lambda pair: counts[pair])
        return {"K": K, "batch": batch}

    def _usual_of(self, name: str, model: str, run: Table) -> list[Result]:
        limit = self._limit(run)
        about, usual = self.settings["models"][model], self.usual(name, limit)
        K, batch = about.get("max_topics", usual["K"]), about.get("batch", usual["batch"])
        where = {"documents_limit": limit, "K": K, "batch": [None, batch]}
        where |= {"tau": [None, *run["taus"]], "kappa": [None, *run["kappas"]]}
        return self.of("learn", name, model, seed=[*range(run["seeds"])], **where)


def read(path: Path, settings: Table, keys: set[str] | None = None) -> Results:
    """All rows of a file, or those of some jobs; those of one job together."""
    jobs: dict[str, list[Table]] = defaultdict(list)
    for row in records(path) if path.is_file() else []:
        if keys is None or row["key"] in keys:
            jobs[row["key"]].append(row)
    return Results(map(_result, jobs.values()), settings)


def _result(rows: list[Table]) -> Result:
    found = tuple(Found(row["documents"], row["measure"], row["value"]) for row in rows)
    return Result(rows[0]["settings"], rows[0]["version"], rows[0]["finished"], found)


def _matches(found: Any, wanted: Any) -> bool:
    return found in wanted if isinstance(wanted, list) else found == wanted


def _values(run: Table, over: str) -> list[int]:
    if over == "K":
        return list(run["topics"])
    return [size for sizes in run["batches"].values() for size in sizes]
