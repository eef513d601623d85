"""Fair timing: one BLAS thread for all, runs that alternate, ratios with their range."""

from __future__ import annotations

import gc
import importlib.metadata
import os
import platform
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import mean, median, stdev
from typing import Any

from threadpoolctl import threadpool_limits

import biterms
from biterms import kernels

PACKAGES = ("numpy", "scipy", "gensim", "scikit-learn", "tomotopy", "bitermplus", "river")
VERDICT = {None: "", True: "holds", False: "MISSED"}


@dataclass(frozen=True)
class Options:
    """How much of everything is done; `quick` is a smoke run whose numbers mean nothing."""

    K: int = 100
    runs: int = 5
    passes: int = 3
    budget: float = 60.0
    titles: int | None = None
    tweets: int = 200_000
    sweeps: int = 300

    @classmethod
    def quick(cls) -> Options:
        return cls(K=20, runs=2, passes=1, budget=1.0, titles=2000, tweets=2000, sweeps=4)


@dataclass(frozen=True)
class Ratio:
    """One number over another, once per run; `target` is what we ask of it."""

    name: str
    values: list[float]
    target: float | None = None
    at_least: bool = True

    @property
    def median(self) -> float:
        return median(self.values)

    @property
    def holds(self) -> bool | None:
        if self.target is None:
            return None
        return self.median >= self.target if self.at_least else self.median <= self.target

    def record(self) -> dict[str, Any]:
        return asdict(self) | {"median": self.median, "holds": self.holds}

    def cells(self) -> list[str]:
        sign = "≥" if self.at_least else "≤"
        target = "" if self.target is None else f"{sign} {self.target:g}"
        low, high, verdict = min(self.values), max(self.values), VERDICT[self.holds]
        return [self.name, f"{self.median:.2f}", f"{low:.2f} to {high:.2f}", target, verdict]


def alternate(runners: dict[str, Callable[[int], float]], runs: int) -> dict[str, list[float]]:
    """Seconds of each runner, A B C A B C ..., so that all meet the same moods of the machine."""
    seconds: dict[str, list[float]] = {name: [] for name in runners}
    for run in range(runs):
        for name, runner in runners.items():
            gc.collect()
            seconds[name].append(runner(run))
    return seconds


def per_run(top: list[float], bottom: list[float]) -> list[float]:
    return [a / b for a, b in zip(top, bottom, strict=True)]


def spread_text(values: list[float], digits: int = 3) -> str:
    deviation = stdev(values) if len(values) > 1 else 0.0
    return f"{mean(values):.{digits}f} ± {deviation:.{digits}f}"


def pin() -> None:
    """One thread for BLAS and OpenMP: threads are measured where a table says so, only there."""
    threadpool_limits(1)


def machine() -> dict[str, Any]:
    versions = {"biterms": biterms.__version__} | {name: _version(name) for name in PACKAGES}
    return {
        "cpu": _cpu(),
        "cores": len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else None,
        "isa": kernels.isa(),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "versions": versions,
    }


def machine_line(found: dict[str, Any]) -> str:
    versions = ", ".join(f"{name} {version}" for name, version in found["versions"].items())
    return (
        f"{found['cpu']}, {found['cores']} cores, kernels for {found['isa']}, "
        f"load {found['load']}, Python {found['python']}, {versions}"
    )


def _version(name: str) -> str:
    try:
        return importlib.metadata.version(name)
    except importlib.metadata.PackageNotFoundError:
        return "not installed"


def _cpu() -> str:
    info = Path("/proc/cpuinfo")
    rows = info.read_text().splitlines() if info.is_file() else []
    named = [row.split(":", 1)[1].strip() for row in rows if row.startswith("model name")]
    return named[0] if named else platform.processor() or platform.machine()
