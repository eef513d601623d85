"""Streams on machines that fail: each call that writes fails or is the last; kills; power cuts.

python tools/torture.py --seed 0 --minutes 110

A run that was stopped goes on where it was, as long as the code is the same; `--state` names the
file that remembers what was done. Needs Linux, a C compiler, redis-server and what the tests need.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import secrets
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import biterms

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.streams.faults.brokers import kafka_kills, redis_kills
from tests.streams.faults.driver import Faults, Result
from tests.streams.faults.library import Kind

ROOT = Path(__file__).parents[1]
STATE = ROOT / "build" / "torture.json"
KINDS = [kind for kind in Kind if kind is not Kind.NONE]
#: calls of one piece of work, kills of one at random moments, and of brokers
CALLS, KILLS, BROKER_KILLS = 50, 25, 5
#: pieces that the power cuts of a run are done in, and faults that meet a restart
POWER, AGAIN = 20, 20
#: kills over brokers for each one over files
BROKER_SHARE = 0.25
#: seconds between two lines that say how far it is
PATIENCE = 30.0
GOOD = (
    "Nothing was lost, learnt twice or counted twice; files of JSON lines, Parquet and Redis have\n"
    "each assignment once, Kafka has each, and repeats have the same key and the same row."
)

Outcome = Counter[str]


class Piece(NamedTuple):
    """Some work: its name, and what does it."""

    name: str
    run: Callable[[], Outcome]

    @property
    def kind(self) -> str:
        """What `--only` knows it by."""
        return self.name.split()[0]


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

    def pieces(self, kills: int) -> Iterator[Piece]:
        """All pieces, those that take least first."""
        for number in range(kills // KILLS):
            yield Piece(f"files {number}", lambda n=number: self._files(n))
        for number in range(int(kills * BROKER_SHARE) // BROKER_KILLS):
            for name, broker in (("redis", redis_kills), ("kafka", kafka_kills)):
                yield Piece(
                    f"{name} {number}", lambda b=broker, m=name, n=number: self._broker(b, m, n)
                )
        for number in range(AGAIN):
            yield Piece(f"again {number}", lambda n=number: self._again(n))
        for number in range(POWER):
            yield Piece(f"power {number}", lambda n=number: self._power(n))
        for kind in KINDS:
            for begin in range(1, self.faults.calls + 1, CALLS):
                yield Piece(
                    f"{kind.name.lower()} {begin}", lambda k=kind, b=begin: self._each_call(k, b)
                )

    def _each_call(self, kind: Kind, begin: int) -> Outcome:
        """All calls from one on; the last piece goes on until there are no more."""
        done, at = Outcome(), begin
        last = begin + CALLS > self.faults.calls
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
        for at, state, result in cuts.results(every=POWER, first=number):
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

    def _broker(self, broker: Callable[..., None], name: str, number: int) -> Outcome:
        with tempfile.TemporaryDirectory(dir=self.place) as place:
            broker(Path(place), BROKER_KILLS, self.seed * 1_000_003 + number)
        return Outcome({f"kill: {name}": BROKER_KILLS})

    def _counted(self, name: str, at: object, result: Result) -> Outcome:
        if not result.good:
            raise SystemExit(f"{name} at {at}, seed {self.seed}: {result}")
        return Outcome({name: 1})


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

    def do(self, piece: Piece) -> None:
        """Do a piece of work, and remember it."""
        begin = time.monotonic()
        counts = piece.run()
        self.done[piece.name] = {"counts": counts, "seconds": time.monotonic() - begin}
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
        head = f"seed {self.seed}, code {self.code}: {n:,} faults in {minutes:.0f} minutes"
        return "\n".join([head, *rows, GOOD, end] if n else [head, end])


def code_of() -> str:
    """A short name of the state of the code that is tortured."""
    package = Path(biterms.__file__).parent
    files = sorted(path for path in package.rglob("*") if path.suffix in (".py", ".so"))
    files += sorted((ROOT / "tests" / "streams").rglob("*.[cp]*"))
    found = hashlib.sha256()
    for path in files:
        if path.suffix in (".py", ".so", ".c"):
            found.update(path.read_bytes())
    return found.hexdigest()[:12]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=None, help="a new one by default")
    parser.add_argument("--kills", type=int, default=1000, help="kills over files")
    parser.add_argument("--minutes", type=float, default=110, help="when to stop")
    parser.add_argument("--state", type=Path, default=STATE)
    parser.add_argument("--only", nargs="*", default=[], help="kinds of work, e.g. power files")
    options = parser.parse_args()
    state = State(options.state, options.seed)
    print(f"seed {state.seed}, {len(state.done)} pieces of work done before", flush=True)
    end = time.monotonic() + 60 * options.minutes
    with tempfile.TemporaryDirectory() as place, Faults.started(Path(place)) as faults:
        pieces = [*Work(faults, Path(place), state.seed).pieces(options.kills)]
        wanted = [piece for piece in pieces if not options.only or piece.kind in options.only]
        left = [piece for piece in wanted if piece.name not in state.done]
        try:
            done = worked(left, state, end)
        except KeyboardInterrupt:
            done = len([piece for piece in left if piece.name in state.done])
    print(state.summary(len(left) - done))


def worked(left: list[Piece], state: State, end: float) -> int:
    """Do work until there is none, or time is up; how many pieces."""
    said = time.monotonic()
    for done, piece in enumerate(left):
        if time.monotonic() > end:
            return done
        state.do(piece)
        if time.monotonic() > said + PATIENCE:
            said = time.monotonic()
            print(f"{done + 1:,} of {len(left):,} pieces: {piece.name}", flush=True)
    return len(left)


if __name__ == "__main__":
    main()
