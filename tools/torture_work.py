"""The work of `torture.py` in pieces that have a name, and processes that do it.

python tools/torture_work.py FOLDER SEED

reads names of pieces, one per line, and answers each with the faults it made, by kind.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.streams.faults.brokers import kafka_kills, redis_kills
from tests.streams.faults.driver import ONE_THREAD, Faults, Result
from tests.streams.faults.library import Kind

KINDS = [kind for kind in Kind if kind is not Kind.NONE]
BROKERS = {"redis": redis_kills, "kafka": kafka_kills}
#: calls of one piece of work, kills of one at random moments, and of brokers
CALLS, KILLS, BROKER_KILLS = 50, 25, 5
#: pieces that the power cuts of a run are done in, and faults that meet a restart
POWER, AGAIN = 20, 20
#: kills over brokers for each one over files
BROKER_SHARE = 0.25

Outcome = Counter[str]


def names(calls: int, kills: int) -> Iterator[str]:
    """All pieces, those that take least first; the last calls of a kind have a plus."""
    for number in range(kills // KILLS):
        yield f"files {number}"
    for number in range(int(kills * BROKER_SHARE) // BROKER_KILLS):
        yield from (f"{broker} {number}" for broker in BROKERS)
    for number in range(AGAIN):
        yield f"again {number}"
    for number in range(POWER):
        yield f"power {number}"
    for kind in KINDS:
        for begin in range(1, calls + 1, CALLS):
            yield f"{kind.name.lower()} {begin}{'+' * (begin + CALLS > calls)}"


class Work:
    """Does any piece of the work.

    Parameters
    ----------
    faults : Faults
        Makes disks fail.
    place : Path
        A folder to work in.
    seed : int
        Decides what is left to chance.
    """

    def __init__(self, faults: Faults, place: Path, seed: int) -> None:
        self.faults, self.place, self.seed = faults, place, seed

    def do(self, name: str) -> Outcome:
        """Do a piece; raises SystemExit if anything was lost."""
        kind, number = name.split()
        if kind in BROKERS:
            return self._broker(kind, int(number))
        if kind in ("files", "again", "power"):
            return getattr(self, f"_{kind}")(int(number))
        return self._each_call(Kind[kind.upper()], int(number.rstrip("+")), number.endswith("+"))

    def _each_call(self, kind: Kind, begin: int, last: bool) -> Outcome:
        """All calls from one on; the last piece goes on until there are no more."""
        done, at = Outcome(), begin
        while last or at < begin + CALLS:
            result = self.faults.fault(kind, at)
            if result.happened == [""]:
                break
            done += self._counted(f"{kind.name.lower()}: {result.happened[0][:8]}", at, result)
            at += 1
        return done

    def _power(self, number: int) -> Outcome:
        done, chance = Outcome(), Random(f"{self.seed} power {number}")
        cuts = self.faults.power_cuts(chance)
        first, last = (1 + each * cuts.calls // POWER for each in (number, number + 1))
        for at, state, result in cuts.results(range(first, last)):
            done += self._counted(f"power cut: {state}", at, result)
        return done

    def _again(self, number: int) -> Outcome:
        """A fault, and another one when the stream is started again."""
        done, chance = Outcome(), Random(f"{self.seed} again {number}")
        for _ in range(10):
            at = chance.randint(5, self.faults.calls), chance.randint(1, 100)
            kind = chance.choice(KINDS)
            done += self._counted("fault: after a fault", at, self.faults.fault(kind, *at))
        return done

    def _files(self, number: int) -> Outcome:
        result = self.faults.kills(KILLS, self.seed * 1_000_003 + number)
        self._counted("kill: files", number, result)
        return Outcome({"kill: files": KILLS})

    def _broker(self, name: str, number: int) -> Outcome:
        with tempfile.TemporaryDirectory(dir=self.place) as place:
            BROKERS[name](Path(place), BROKER_KILLS, self.seed * 1_000_003 + number)
        return Outcome({f"kill: {name}": BROKER_KILLS})

    def _counted(self, name: str, at: object, result: Result) -> Outcome:
        if not result.good:
            raise SystemExit(f"{name} at {at}, seed {self.seed}: {result}")
        return Outcome({name: 1})


class Worker:
    """A process that does pieces of work; it ends with the program that started it.

    Parameters
    ----------
    place : Path
        A folder to work in.
    seed : int
        Decides what is left to chance.
    """

    def __init__(self, place: Path, seed: int) -> None:
        command = [sys.executable, str(Path(__file__)), str(place), str(seed)]
        pipe: Any = subprocess.PIPE
        self._process = subprocess.Popen(
            command,
            stdin=pipe,
            stdout=pipe,
            text=True,
            start_new_session=True,
            env=os.environ | ONE_THREAD,
        )

    def do(self, name: str) -> Outcome:
        """Have a piece of work done."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(name + "\n")
        self._process.stdin.flush()
        if not (answer := self._process.stdout.readline()):
            raise SystemExit(f"{name}: failed, see above")
        return Outcome(json.loads(answer))

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.communicate()


def main() -> None:
    place, seed = Path(sys.argv[1]), int(sys.argv[2])
    with Faults.started(place) as faults:
        work = Work(faults, place, seed)
        for line in sys.stdin:
            sys.stdout.write(json.dumps(work.do(line.strip())) + "\n")
            sys.stdout.flush()


if __name__ == "__main__":
    main()
