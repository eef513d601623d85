"""Asks a process of `server` for faults, and says what came of them."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from tests.streams.faults import library, power, stream
from tests.streams.faults.library import Kind

ROOT = Path(__file__).parents[3]
#: a stream needs no threads of BLAS, which would be made anew in each child and spin for a while
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
WELL = ("killed", "refused", "survived")
STATES = ("all lost", "names only", "bytes only", "some of each")


class Result(NamedTuple):
    """What came of a fault.

    Parameters
    ----------
    happened : list of str
        What became of the processes that it happened to: "killed", "refused" with a clear
        message, "survived", "" when there was no such call; anything else is wrong.
    recovered : str
        What was wrong when the stream was started again; "" if nothing.
    """

    happened: list[str]
    recovered: str

    @property
    def good(self) -> bool:
        """Whether nothing was lost or learnt twice, and whoever had to be told was told."""
        return not self.recovered and all(one in WELL or not one for one in self.happened)


class Faults:
    """Faults of a disk; made by `started`.

    Parameters
    ----------
    process : Popen
        The process.
    place : Path
        A folder to work in.
    """

    def __init__(self, process: subprocess.Popen[str], place: Path) -> None:
        self._process, self._place = process, place / "stream"
        #: calls of the stream when nothing disturbs it
        self.calls: int = self._answer()["calls"]

    @classmethod
    @contextmanager
    def started(cls, place: Path) -> Iterator[Faults]:
        """Start the process, and end it."""
        path = os.pathsep.join([str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])])
        # The process forks while a kernel of NumPy may have threads, which only wait.
        quiet = ["-W", "ignore::DeprecationWarning"]
        command = [sys.executable, *quiet, "-m", "tests.streams.faults.server", str(place)]
        preloaded = {"LD_PRELOAD": str(library.compiled(place)), "PYTHONPATH": path}
        with subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=os.environ | preloaded | ONE_THREAD,
        ) as process:
            yield cls(process, place)

    def _answer(self) -> Any:
        assert self._process.stdout
        return json.loads(self._process.stdout.readline())

    def _ask(self, *order: Any) -> Any:
        assert self._process.stdin
        self._process.stdin.write(json.dumps([str(self._place), *order]) + "\n")
        self._process.stdin.flush()
        return self._answer()

    def fault(self, kind: Kind, *at: int) -> Result:
        """Let it happen at a call; with more numbers again, to the process that is started next."""
        return Result(**self._ask("fault", int(kind), *at))

    def kills(self, n: int, seed: int) -> Result:
        """Kill followers of a file n times at random moments."""
        return Result(**self._ask("kills", n, seed))

    def power_cuts(self, chance: Random) -> PowerCuts:
        """Follow undisturbed; then the power may be cut after any call of this run."""
        log = self._place.with_name("log")
        log.unlink(missing_ok=True)
        found = Result([], **self._ask("log", str(log)))
        assert found.good, found
        return PowerCuts(self, self._place, power.calls(log), chance)

    def recovered(self) -> Result:
        """Start the stream again as it is on the disk."""
        return Result([], **self._ask("recover"))


class PowerCuts:
    """Power cuts of one run.

    Parameters
    ----------
    faults : Faults
        The process that recovers from them.
    place : Path
        Where the run was.
    calls : list of Call
        All calls of the run.
    chance : Random
        Says what of uncertain things is found.
    """

    def __init__(
        self, faults: Faults, place: Path, calls: list[power.Call], chance: Random
    ) -> None:
        self._faults, self.place, self._calls, self._chance = faults, place, calls, chance
        #: how many calls there are that the power may be cut after
        self.calls = sum(call.path.name != stream.ACKNOWLEDGED for call in calls)

    def results(self, at: range) -> Iterator[tuple[int, str, Result]]:
        """The number of a call, what is found of uncertain things, and what came of it.

        A state of the disk that was there before, as when nothing was synced in between, is not
        recovered again: what came of it is known.
        """
        disk, told = power.Disk(self.place / "disk"), b""
        known: dict[str, Result] = {}
        number = 0
        for call in self._calls:
            if call.path.name == stream.ACKNOWLEDGED:
                told = call.data or told
                continue
            number += 1
            disk.take(call)
            if number in at:
                for name, state in zip(STATES, disk.states(self._chance), strict=True):
                    key = power.digest(state) + told.hex()
                    if key not in known:
                        known[key] = self._found(state, told)
                    yield number, name, known[key]

    def _found(self, state: dict[Path, bytes | None], told: bytes) -> Result:
        shutil.rmtree(self.place)
        power.written(state)
        (self.place / stream.ACKNOWLEDGED).write_bytes(told)
        return self._faults.recovered()
