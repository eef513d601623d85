"""Counts of keys that need not fit into memory: sorted runs, on disk when they are too many.

A run is a sorted array of keys with a count each. Runs are summed range by range, so that no more
than a part of them is ever held.
"""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array

MEGABYTE = 1 << 20
#: Bytes of an entry (key and count), and how many times that summing takes.
ENTRY, WORK = 12, 4
#: One entry in this many is looked at to divide the keys fairly.
SPACING = 1000


class Run(NamedTuple):
    """Keys in order, each once, and how often each was counted."""

    keys: Array
    counts: Array


class Runs(AbstractContextManager["Runs"]):
    """Adds runs up; those beyond ``memory`` bytes wait in a temporary folder that goes with it."""

    def __init__(self, memory: int) -> None:
        self.memory = memory
        self.spilled = 0
        self._held: list[Run] = []
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def __exit__(self, *error: object) -> None:
        if self._folder is not None:
            self._folder.cleanup()

    def add(self, run: Run) -> None:
        """Take one more; all that are held go to disk if they are too large together."""
        self._held.append(run)
        if ENTRY * sum(len(run.keys) for run in self._held) > self.memory // 2:
            self._spill()

    def total(self, least: int) -> Run:
        """Keys that were counted ``least`` times or more in all."""
        parts = [_summed(runs, least) for runs in self._ranges()]
        if not parts:
            return Run(np.empty(0, dtype=np.int64), np.empty(0, dtype=np.int64))
        return Run(*(np.concatenate(arrays) for arrays in zip(*parts, strict=True)))

    def _spill(self) -> None:
        if self._folder is None:
            self._folder = tempfile.TemporaryDirectory(prefix="biterms-")
        run = _summed(self._held, 1)
        self._held = []
        for name, array in zip(Run._fields, run, strict=True):
            np.save(Path(self._folder.name) / f"{self.spilled}.{name}.npy", array)
        self.spilled += 1

    def _ranges(self) -> Iterator[list[Run]]:
        """All runs, cut at the same keys into parts that fit into memory together."""
        runs = [*self._read(), *self._held]
        entries = sum(len(run.keys) for run in runs)
        n_parts = -(-ENTRY * WORK * entries // max(1, self.memory))
        if not entries:
            return
        some = np.sort(np.concatenate([run.keys[::SPACING] for run in runs]))
        cuts = np.unique(some[np.linspace(0, len(some) - 1, n_parts + 1).astype(int)[1:-1]])
        edges = [np.concatenate([[0], np.searchsorted(r.keys, cuts), [len(r.keys)]]) for r in runs]
        for part in range(len(cuts) + 1):
            yield [
                Run(*(array[edge[part] : edge[part + 1]] for array in run))
                for run, edge in zip(runs, edges, strict=True)
            ]

    def _read(self) -> Iterator[Run]:
        for number in range(self.spilled):
            assert self._folder is not None
            paths = (Path(self._folder.name) / f"{number}.{name}.npy" for name in Run._fields)
            yield Run(*(np.load(path, mmap_mode="r") for path in paths))


def _summed(runs: list[Run], least: int) -> Run:
    keys = np.concatenate([run.keys for run in runs])
    counts = np.concatenate([run.counts for run in runs]).astype(np.int64)
    order = np.argsort(keys, kind="stable")  # finds the runs and merges them
    keys, counts = keys[order], counts[order]
    first = np.flatnonzero(np.concatenate([[True], keys[1:] != keys[:-1]])[: len(keys)])
    if not len(keys):
        return Run(keys, counts)
    sums = np.add.reduceat(counts, first)
    keep = sums >= least
    return Run(keys[first][keep], sums[keep])
