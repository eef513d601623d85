"""Streams on machines that fail: each call that writes fails or is the last; kills; power cuts.

python tools/torture.py --seed 0 --minutes 110

A run that was stopped goes on where it was, as long as the code is the same; `--state` names the
file that remembers what was done. The work is shared by `--workers` processes, one for each core.
Needs Linux, a C compiler, redis-server and what the tests need.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import secrets
import sys
import tempfile
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from threading import Event, Lock
from typing import Any

import biterms

sys.path.insert(0, str(Path(__file__).parents[1]))

from torture_work import Outcome, Worker, names

from tests.streams.faults.driver import Faults

ROOT = Path(__file__).parents[1]
STATE = ROOT / "build" / "torture.json"
#: rooms that no stream needs
ABOVE = ("cli", "serve", "report", "cluster", "spark")
#: seconds between two lines that say how far it is
PATIENCE = 30.0
#: in memory: what a disk would do is decided by the library, so a real one would only be slow
MEMORY = Path("/dev/shm")
GOOD = (
    "Nothing was lost, learnt twice or counted twice; files of JSON lines, Parquet and Redis have\n"
    "each assignment once, Kafka has each, and repeats have the same key and the same row."
)


class State:
    """What was done with one seed and one state of the code, and in how many seconds.

    Parameters
    ----------
    path : Path
        The file that remembers it.
    seed : int or None
        A new seed begins once more; None goes on with the one that is there, or chooses one.
    """

    def __init__(self, path: Path, seed: int | None) -> None:
        self._path, code = path, code_of()
        path.parent.mkdir(parents=True, exist_ok=True)
        known = json.loads(path.read_text()) if path.exists() else {}
        if known.get("code") != code or seed not in (None, known["seed"]):
            known = {"seed": secrets.randbelow(1 << 30) if seed is None else seed, "code": code}
        self.seed, self.code = known["seed"], code
        self.done: dict[str, dict[str, Any]] = known.get("done", {})

    def remember(self, name: str, counts: Outcome, seconds: float) -> None:
        """A piece of work was done."""
        self.done[name] = {"counts": counts, "seconds": seconds}
        known = {"seed": self.seed, "code": self.code, "done": self.done}
        part = self._path.with_suffix(".part")
        part.write_text(json.dumps(known))
        part.replace(self._path)

    def summary(self, left: int) -> str:
        """What a person wants to know: faults by kind, and what came of them."""
        counts = sum((Counter(each["counts"]) for each in self.done.values()), Outcome())
        minutes = sum(each["seconds"] for each in self.done.values()) / 60
        n = sum(counts.values())
        kinds = dict[str, list[str]]()
        for name, count in sorted(counts.items()):
            kind, what = name.split(": ")
            kinds.setdefault(kind, []).append(f"{what} {count:,}")
        rows = [f"{kind:10} {', '.join(some)}" for kind, some in kinds.items()]
        end = f"{left} pieces of work are left: start it again" if left else "All work is done."
        head = f"seed {self.seed}, code {self.code}: {n:,} faults in {minutes:.0f} minutes of work"
        return "\n".join([head, *rows, GOOD, end] if n else [head, end])


def code_of() -> str:
    """A short name of the state of the code that is tortured: streams and all they stand on."""
    package, tests = Path(biterms.__file__).parent, ROOT / "tests" / "streams"
    found = hashlib.sha256()
    for path in [*sorted(package.rglob("*")), *sorted(tests.rglob("*"))]:
        above = path.is_relative_to(package) and path.relative_to(package).parts[0] in ABOVE
        if path.suffix in (".py", ".so", ".c") and not above:
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


class Run:
    """Shares the pieces that are left among some workers, until there are none or time is up.

    Parameters
    ----------
    left : list of str
        The pieces.
    state : State
        Remembers what was done.
    minutes : float
        When to stop.
    """

    def __init__(self, left: list[str], state: State, minutes: float) -> None:
        self._queue: SimpleQueue[str] = SimpleQueue()
        for name in left:
            self._queue.put(name)
        self._state, self._n, self.done = state, len(left), 0
        self._begin = self._said = time.monotonic()
        self._end = self._begin + 60 * minutes
        self._lock, self._stopped = Lock(), Event()

    def work(self, places: list[Path]) -> None:
        """One worker in each place."""
        workers = [Worker(place, self._state.seed) for place in places]
        with ThreadPoolExecutor(len(workers)) as threads:
            try:
                for each in [threads.submit(self._drained, worker) for worker in workers]:
                    each.result()
            finally:
                self._stopped.set()
                for worker in workers:
                    worker.end()

    def _drained(self, worker: Worker) -> None:
        while not self._stopped.is_set() and time.monotonic() < self._end:
            try:
                name = self._queue.get_nowait()
            except Empty:
                return
            begin = time.monotonic()
            counts = worker.do(name)
            with self._lock:
                self._state.remember(name, counts, time.monotonic() - begin)
                self._told(name)

    def _told(self, name: str) -> None:
        self.done += 1
        now = time.monotonic()
        if now > self._said + PATIENCE:
            self._said = now
            left = (now - self._begin) / self.done * (self._n - self.done) / 60
            line = f"{self.done:,} of {self._n:,} pieces: {name}; about {left:.0f} minutes left"
            print(line, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="a new one by default")
    parser.add_argument("--kills", type=int, default=1000, help="kills over files")
    parser.add_argument("--minutes", type=float, default=110, help="when to stop")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1, help="processes")
    parser.add_argument("--state", type=Path, default=STATE)
    parser.add_argument("--only", nargs="*", default=[], help="kinds of work, e.g. power files")
    options = parser.parse_args()
    state = State(options.state, options.seed)
    print(f"seed {state.seed}, {len(state.done)} pieces of work done before", flush=True)
    with tempfile.TemporaryDirectory(dir=MEMORY if MEMORY.is_dir() else None) as place:
        pieces = [*names(calls_of(Path(place, "counted")), options.kills)]
        wanted = [name for name in pieces if not options.only or name.split()[0] in options.only]
        run = Run([name for name in wanted if name not in state.done], state, options.minutes)
        try:
            run.work([Path(place, f"worker_{n}") for n in range(options.workers)])
        except KeyboardInterrupt:
            print("interrupted", flush=True)
    print(state.summary(sum(name not in state.done for name in wanted)))


def calls_of(place: Path) -> int:
    """How many calls the stream makes when nothing disturbs it."""
    with Faults.started(place) as faults:
        return faults.calls


if __name__ == "__main__":
    main()
