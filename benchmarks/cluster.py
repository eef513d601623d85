"""A Dask cluster of two processes against one process, killed workers, and what goes over the wire.

python benchmarks/cluster.py            all Congress tweets
python benchmarks/cluster.py --only exchange    bytes and seconds of a round, against dense numbers
python benchmarks/cluster.py --quick    a smoke run; its numbers mean nothing

Every 108th tweet is held out for the LPP. Each run is a process of its own (`cluster_run.py`), with
worker processes of its own, on a loopback of its own if `unshare` can give it one.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import corpora
from cluster_machines import machines
from report import Section, parser, run
from timing import Ratio

FILE = "congress_tweets/congress_tweets.jsonl.gz"
HELD_OUT = 108
PROGRAM = Path(__file__).resolve().parent / "cluster_run.py"
APART = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]


@dataclass(frozen=True)
class Plan:
    """`quick` is a smoke run whose numbers mean nothing."""

    texts: int = 2_000_000
    shared: int = 100_000
    topics: int = 100
    anchor: int = 50_000
    lane: int = 100_000
    batch: int = 8_192
    rounds: int = 3
    kills: int = 5

    @classmethod
    def quick(cls) -> Plan:
        return cls(6_000, 3_000, 10, 1_000, 1_000, 1_200, 1, 1)


@contextmanager
def files(limit: int) -> Iterator[tuple[Path, Path]]:
    """Tweets to learn from in the order of time, and those that are held out."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as name:
        learn, test = Path(name) / "tweets.jsonl", Path(name) / "test.jsonl"
        lines = [f"{line.rstrip()}\n" for line in corpora.lines(FILE)[:limit]]
        held = {*range(0, len(lines), HELD_OUT)}
        for path, kept in ((learn, lambda i: i not in held), (test, held.__contains__)):
            with path.open("w", encoding="utf8") as file:
                file.writelines(line for i, line in enumerate(lines) if kept(i))
        yield learn, test


def measured(**asked: Any) -> dict[str, Any]:
    """What one run tells."""
    command = [sys.executable, "-W", "ignore", str(PROGRAM), json.dumps(asked)]
    apart = subprocess.run([*APART, "true"], capture_output=True).returncode == 0
    done = subprocess.run(APART + command if apart else command, capture_output=True, text=True)
    if done.returncode:
        raise SystemExit(f"{asked['what']} failed:\n{done.stderr}")
    return {"apart": apart, **json.loads(done.stdout.splitlines()[-1])}


def asked_of(plan: Plan, path: Path, test: Path | None = None, **more: Any) -> dict[str, Any]:
    usual: dict[str, Any] = {"text": {}, "kills": 0, "growth": 1.0, "spread": True}
    usual |= {"path": str(path), "test": test and str(test), "topics": plan.topics}
    return usual | {"anchor": plan.anchor, "lane": plan.lane, "batch": plan.batch} | more


def lanes(plan: Plan) -> Section:
    """One process, one worker and two, in turns."""
    found: dict[str, list[dict[str, Any]]] = {}
    with files(plan.texts) as (path, test):
        ask = partial(asked_of, plan, path, test)
        for _ in range(plan.rounds):
            for name, more in {
                "one process": {"what": "one"},
                "1 worker": {"what": "lanes", "workers": 1},
                "2 workers": {"what": "lanes", "workers": 2},
            }.items():
                found.setdefault(name, []).append(measured(**ask(**more)))
                print(
                    name, {k: found[name][-1].get(k) for k in ("cpu", "seconds", "lpp")}, flush=True
                )
        others = {
            "one process, first texts as anchor": {"what": "one", "spread": False},
            "2 workers, first texts as anchor": {"what": "lanes", "workers": 2, "spread": False},
            "2 workers, lanes of half the size": {
                "what": "lanes",
                "workers": 2,
                "lane": plan.lane // 2,
                "growth": 0.5,
            },
            "one process, ten passes over all texts": {"what": "passes"},
        }
        for name, more in others.items():
            found[name] = [measured(**ask(**more))]
    return Section(
        "lanes on all tweets",
        ["", "CPU s", "seconds", "LPP", "wire bytes per text", "driver MB", "worker MB"],
        [_row(name, runs) for name, runs in found.items()],
        _ratios(found),
        _notes(found, plan),
        {"runs": found, "plan": vars(plan) | {}},
    )


def _row(name: str, runs: list[dict[str, Any]]) -> list[str]:
    def middle(key: str) -> float:
        return median(each[key] for each in runs)

    wire = f"{median(r['wire'] / r['documents'] for r in runs):,.0f}" if "wire" in runs[0] else ""
    worker = f"{middle('worker_peak'):,.0f}" if "worker_peak" in runs[0] else ""
    cells = [f"{middle('cpu'):.1f}", f"{middle('seconds'):.1f}", f"{middle('lpp'):.4f}", wire]
    return [name, *cells, f"{middle('peak'):,.0f}", worker]


def _ratios(found: dict[str, list[dict[str, Any]]]) -> list[Ratio]:
    alone, two = found["one process"], found["2 workers"]

    def ratio(key: str, runs: list[dict[str, Any]]) -> list[float]:
        return [each[key] / base[key] for each, base in zip(runs, alone, strict=True)]

    first, of_first = (
        found[f"{n}, first texts as anchor"][0]["lpp"] for n in ("2 workers", "one process")
    )
    return [
        Ratio("CPU, 2 workers / one process", ratio("cpu", two), 1.3, at_least=False),
        Ratio("seconds, 2 workers / one process", ratio("seconds", two)),
        Ratio("CPU, 1 worker / one process", ratio("cpu", found["1 worker"])),
        Ratio("LPP, 2 workers - one process", [two[0]["lpp"] - alone[0]["lpp"]], -0.02),
        Ratio("the same, first texts as anchor", [first - of_first], -0.02),
        Ratio(
            "wire bytes per text", [r["wire"] / r["documents"] for r in two], 300, at_least=False
        ),
    ]


def _notes(found: dict[str, list[dict[str, Any]]], plan: Plan) -> list[str]:
    two = found["2 workers"][0]
    about = two["about"]
    same = {each["bits"] for name in ("1 worker", "2 workers") for each in found[name]}
    spent = ", ".join(
        f"{name} {about[f'cluster_{name}_seconds']:.1f}" for name in ("text", "learning", "network")
    )
    return [
        (
            f"{two['documents']:,} tweets, {two['words']:,} words, K = {plan.topics}, anchor of "
            f"{plan.anchor:,}, {about['cluster_lanes']} lanes in {about['cluster_rounds']} rounds"
        ),
        f"bits of all runs with 1 and 2 workers: {'the same' if len(same) == 1 else 'DIFFERENT'}",
        f"seconds of all processes with 2 workers: {spent}",
        "CPU: driver, scheduler and workers while they read and learn; not their start",
        "bytes: "
        + ("a loopback of its own" if two["apart"] else "the loopback of the whole machine")
        + ", driver to scheduler, scheduler to worker, worker to worker and back",
    ]


def kills(plan: Plan) -> Section:
    """Workers that are killed, in lanes and in synchronous rounds; and one process."""
    rows, ratios, data = [], list[Ratio](), dict[str, Any]()
    with files(plan.texts) as (path, _):
        ask = partial(asked_of, plan, path, what="lanes", workers=2)
        pairs = {"lanes": (measured(**ask()), measured(**ask(kills=plan.kills)))}
    with files(plan.shared) as (path, _):
        ask = partial(asked_of, plan, path, what="shared")
        alone = measured(**ask(workers=0))
        undisturbed = measured(**ask(workers=2))
        pairs["synchronous rounds"] = (alone, measured(**ask(workers=2, kills=plan.kills)))
    for name, (without, killed) in pairs.items():
        same = without["bits"] == killed["bits"]
        rows.append(
            [
                name,
                f"{without['documents']:,}",
                f"{killed['killed']}",
                "the same" if same else "DIFFERENT",
                f"{without['seconds']:.1f}",
                f"{killed['seconds']:.1f}",
            ]
        )
        data[name] = [without, killed]
    data["shared"] = [alone, undisturbed]
    ratios.append(
        Ratio("CPU, synchronous rounds / one process", [undisturbed["cpu"] / alone["cpu"]])
    )
    bits_same = undisturbed["bits"] == alone["bits"]
    wire = undisturbed["wire"] / undisturbed["documents"]
    notes = [
        (
            "lanes: bits with and without kills; synchronous rounds: bits of `TopicModel.fit` in "
            f"one process and of 2 workers, minibatches of {plan.batch:,}"
        ),
        (
            f"synchronous rounds without kills: bits {'the same' if bits_same else 'DIFFERENT'}, "
            f"{undisturbed['seconds']:.1f} s, {wire:,.0f} bytes per text"
        ),
    ]
    head = ["", "texts", "kills", "bits", "seconds without kills", "seconds with kills"]
    return Section("workers that are killed", head, rows, ratios, notes, data)


def exchange(plan: Plan) -> Section:
    """A round of two lanes: packed rows against dense numbers."""
    with files(plan.texts) as (path, _):
        found = measured(**asked_of(plan, path, what="exchange"))
    rows = [
        [
            name,
            f"{wire / 1e6:,.1f}",
            f"{wire / (2 * found['lane']):,.0f}",
            f"{seconds:.2f}",
            f"{cpu:.2f}",
        ]
        for name, (wire, seconds, cpu) in found["found"].items()
    ]
    sizes = [f"{size / 1e6:.1f}" for size in found["parcels"]]
    changed = [f"{n:,}" for n in found["changed"]]
    note = (
        f"K = {plan.topics}, V = {found['words']:,}: all rows are {found['rows'] / 1e6:.1f} MB "
        f"packed, what lanes of {found['lane']:,} tweets have learnt {' and '.join(sizes)} MB "
        f"({' and '.join(changed)} words)"
    )
    head = ["", "MB of a round", "bytes per text", "seconds", "CPU s"]
    return Section("what a round of two lanes exchanges", head, rows, [], [note], found)


def main() -> None:
    every = {"lanes": lanes, "kills": kills, "exchange": exchange}
    chosen = parser(__doc__, [*every, "machines"]).parse_args()
    plan = Plan.quick() if chosen.quick else Plan()
    parts = {name: partial(every[name], plan) for name in chosen.only if name in every}
    path = chosen.out / "cluster.json"
    if "machines" in chosen.only and not chosen.quick:
        parts["machines"] = partial(machines, path)
    run(path, parts, lambda _: None, quick=chosen.quick)


if __name__ == "__main__":
    main()
