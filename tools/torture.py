"""Streams on machines that fail: each call that writes fails or is the last; kills; power cuts.

python tools/torture.py --seed 0 --minutes 110

A run that was stopped goes on where it was; `--state` names the file that remembers what was done.
Needs Linux, a C compiler, redis-server and what the tests need.
"""

from __future__ import annotations

import argparse
import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.streams.faults.brokers import kafka_kills, redis_kills
from tests.streams.faults.driver import Faults, Result
from tests.streams.faults.library import Kind

STATE = Path(__file__).parents[1] / "build" / "torture.json"
KINDS = [kind for kind in Kind if kind is not Kind.NONE]
#: kills of one piece of work: at random moments, and of brokers
KILLS, BROKER_KILLS = 25, 5
#: pieces that the power cuts of a run are done in, and faults that meet a restart
POWER, AGAIN = 20, 20

Outcome = Counter[str]


class Work:
    """Everything to be done, in pieces that have a name.

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

    def pieces(self, kills: int) -> Iterator[tuple[str, Callable[[], Outcome]]]:
        """Names of pieces, and what does them."""
        for kind in KINDS:
            for begin in range(1, self.faults.calls + 1, 50):
                yield f"{kind.name} {begin}", lambda k=kind, b=begin: self._each_call(k, b)
        for number in range(POWER):
            yield f"power {number}", lambda n=number: self._power(n)
        for number in range(AGAIN):
            yield f"again {number}", lambda n=number: self._again(n)
        for number in range(kills // KILLS):
            yield f"files {number}", lambda n=number: self._files(n)
        for number in range(max(1, kills // 10 // BROKER_KILLS)):
            for name, broker in (("redis", redis_kills), ("kafka", kafka_kills)):
                yield f"{name} {number}", lambda b=broker, m=name, n=number: self._broker(b, m, n)

    def _each_call(self, kind: Kind, begin: int) -> Outcome:
        """All calls from one on; the last piece goes on until there are no more."""
        done, at = Outcome(), begin
        last = begin + 50 > self.faults.calls
        while last or at < begin + 50:
            result = self.faults.fault(kind, at)
            if result.happened == [""]:
                break
            done += self._counted(f"{kind.name.lower()}: {result.happened[0][:8]}", at, result)
            at += 1
        return done

    def _power(self, number: int) -> Outcome:
        done, chance = Outcome(), Random(f"{self.seed} power {number}")
        cuts = self.faults.power_cuts(chance)
        for at, state, result in cuts.results(every=POWER, first=number):
            done += self._counted(f"power cut: {state}", at, result)
        return done

    def _again(self, number: int) -> Outcome:
        """A fault, and another one when the stream is started again."""
        done, chance = Outcome(), Random(f"{self.seed} again {number}")
        for _ in range(10):
            at = chance.randint(5, self.faults.calls), chance.randint(1, 100)
            kind = chance.choice(KINDS)
            done += self._counted("fault after a fault", at, self.faults.fault(kind, *at))
        return done

    def _files(self, number: int) -> Outcome:
        result = self.faults.kills(KILLS, self.seed * 1_000_003 + number)
        self._counted("", number, result)
        return Outcome({"kill: files": KILLS})

    def _broker(self, broker: Callable[..., None], name: str, number: int) -> Outcome:
        with tempfile.TemporaryDirectory(dir=self.place) as place:
            broker(Path(place), BROKER_KILLS, self.seed * 1_000_003 + number)
        return Outcome({f"kill: {name}": BROKER_KILLS})

    def _counted(self, name: str, at: object, result: Result) -> Outcome:
        if not result.good:
            raise SystemExit(f"{name} at {at}, seed {self.seed}: {result}")
        return Outcome({name: 1})


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="a new one by default")
    parser.add_argument("--kills", type=int, default=1000, help="kills over files")
    parser.add_argument("--minutes", type=float, default=110, help="when to stop")
    parser.add_argument("--state", type=Path, default=STATE)
    parser.add_argument("--only", nargs="*", default=[], help="kinds of work, e.g. power files")
    options = parser.parse_args()
    state = begun(options.state, options.seed)
    print(f"seed {state['seed']}, {len(state['done'])} pieces of work done before", flush=True)
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory() as place, Faults.started(Path(place)) as faults:
        pieces = [*Work(faults, Path(place), state["seed"]).pieces(options.kills)]
        only = {*options.only} or {name.split()[0] for name, _ in pieces}
        wanted = [piece for piece in pieces if piece[0].split()[0] in only]
        left = [piece for piece in wanted if piece[0] not in state["done"]]
        for name, run in left:
            if time.monotonic() > end:
                break
            state["done"][name] = run()
            options.state.write_text(json.dumps(state))
    show(state["done"], len([name for name, _ in left if name not in state["done"]]))


def begun(path: Path, seed: int | None) -> dict[str, Any]:
    """What was done before with this seed; a new seed begins once more."""
    path.parent.mkdir(parents=True, exist_ok=True)
    state = json.loads(path.read_text()) if path.exists() else {}
    if not state or seed not in (None, state["seed"]):
        state = {"seed": secrets.randbelow(1 << 30) if seed is None else seed, "done": {}}
    return state


def show(done: dict[str, dict[str, int]], left: int) -> None:
    counts = sum((Counter(each) for each in done.values()), Counter[str]())
    for name, count in sorted(counts.items()):
        print(f"{name:28} {count:6,}")
    print(f"{sum(counts.values()):,} faults: nothing was lost, and nothing was learnt twice")
    print(f"{left} pieces of work are left: start it again" if left else "all work is done")


if __name__ == "__main__":
    main()
