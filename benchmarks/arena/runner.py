"""Runs what is missing, one job after the other, and keeps every result at once."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator
from statistics import mean

from arena.plan import Cell, Plan
from arena.process import Failure, Place, do, start
from arena.store import OVER, Store
from paper.grid import version_of
from paper.job import Job
from paper.progress import minutes

#: seconds of a token and a topic when a system has not been run
UNKNOWN = 1e-6


def run(plan: Plan, store: Store, cells: list[Cell], place: Place) -> list[str]:
    """All cells in their order; what failed, and why. An interrupt loses the job at hand only."""
    start()
    failed, limit = list[str](), plan.settings["limit_seconds"]
    for number, cell in enumerate(cells):
        for job in missing(plan, store, cell):
            if store.seconds() > 3600 * plan.settings["budget_hours"]:
                return [*failed, "the budget of hours is used up; arena.toml has it"]
            try:
                store.add(job, do(job, place, limit), version(plan, job["model"]))
            except Failure as failure:
                failed.append(f"{about(job)}: {failure}")
                print(failed[-1], flush=True)
                break
            left = seconds_left(plan, store, cells[number + 1 :])
            print(line(job, store, f"{number + 1}/{len(cells)}", left), flush=True)
    return failed


def missing(plan: Plan, store: Store, cell: Cell) -> Iterator[Job]:
    """The jobs of a cell that are not done: candidates first, then the best of them."""
    if not store.wanted(plan, cell):
        return
    yield from store.untried(plan, cell.set, cell.system)
    chosen = store.chosen(plan, cell.set, cell.system)
    assert chosen is not None
    job = plan.fit(cell, chosen)
    if job.key not in store.found:
        yield job


def seconds_left(plan: Plan, store: Store, cells: list[Cell]) -> float:
    """By what each system has taken for a token and a topic; candidates are left out."""
    rates = {system: rate(plan, store, system) for system in plan.systems}
    return sum(
        min(rates[cell.system] * size(plan, cell), 1.2 * plan.settings["limit_seconds"])
        for cell in cells
        if store.wanted(plan, cell) and store.numbers(plan, cell) is None
    )


def rate(plan: Plan, store: Store, system: str) -> float:
    """Seconds of a token and a topic, by the cells that have been run with the first seed."""
    cells = [Cell(name, K, system, 0) for name, one in plan.sets.items() for K in one["topics"]]
    done = [(cell, store.numbers(plan, cell)) for cell in cells]
    rates = [found["job seconds"] / size(plan, cell) for cell, found in done if found]
    return mean(rates) if rates else UNKNOWN


def size(plan: Plan, cell: Cell) -> float:
    return float(plan.sets[cell.set]["tokens"] * cell.K)


def version(plan: Plan, system: str) -> str:
    """Of the library behind a system; of ours with the commit."""
    package = plan.systems[system].get("package")
    return f"{package} {importlib.metadata.version(package)}" if package else version_of()


def line(job: Job, store: Store, done: str, left: float) -> str:
    found = store.found[job.key]
    shown = ("lpp", "npmi", "outside npmi", "nmi", "seconds", OVER)
    numbers = ", ".join(f"{name} {found[name]:.3f}" for name in shown if name in found)
    return f"{done} {about(job)}: {numbers}; about {minutes(left)} left"


def about(job: Job) -> str:
    return f"{job['task']} {job['model']} on {job['set']}, K = {job['K']}, seed {job['seed']}"
