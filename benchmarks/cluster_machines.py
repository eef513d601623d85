"""How long a billion texts would take on 10, 100 and 1,000 machines: a model, not a measurement.

Its numbers are those that `cluster.py` has measured here (`lanes`, `exchange`), and the assumptions
below. What a text costs is what two workers have spent themselves, side by side, on reading,
counting and learning their lanes; the anchor is that of their driver. It counts what can be done at
the same time, and what cannot.
"""

from __future__ import annotations

import json
import math
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import median
from typing import Any

from report import Section

#: assumed: cores of a machine, bytes a second of its network, seconds of a scheduler for a task
CORES, NETWORK, TASK = 16, 1.25e9, 1e-3
TEXTS = 1_000_000_000
#: parcels that one task adds up, as in `biterms.cluster.jobs`
FAN = 16
MACHINES = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)
SHOWN = (10, 100, 1000)
#: what runs tell of their seconds: text and learning of the workers alone, and the anchor
PHASES = (
    ("cluster_text_seconds", "cluster_driver_text_seconds"),
    ("cluster_learning_seconds", "cluster_driver_learning_seconds"),
    ("cluster_driver_learning_seconds",),
)


@dataclass(frozen=True)
class Measured:
    """What was measured, on one core: seconds for each text or number, bytes for each number."""

    text: float
    learning: float
    anchor: float
    words: float
    words_bytes: float
    pack: float
    unpack: float
    add: float
    pack_parcel: float
    row_bytes: float
    parcel_numbers: float
    parcel_bytes: float
    #: numbers that a lane has learnt grow with this power of its texts
    power: float
    lane: int
    topics: int

    @classmethod
    def of(cls, lanes: dict[str, Any], exchange: dict[str, Any]) -> Measured:
        runs = lanes["runs"]["2 workers"]
        text, learning, anchor = (_median(runs, *each) for each in PHASES)
        documents = runs[0]["documents"]
        steps, K, V = exchange["steps"], exchange["topics"], exchange["words"]
        numbers = exchange["changed"][0] * K
        half, full = (
            lanes["runs"][name][0]["about"]["cluster_received_bytes"]
            / lanes["runs"][name][0]["about"]["cluster_lanes"]
            for name in ("2 workers, lanes of half the size", "2 workers")
        )
        return cls(
            text=text / documents,
            learning=learning / (documents - runs[0]["about"]["cluster_anchor"]),
            anchor=anchor,
            words=steps["words"],
            words_bytes=steps["words_bytes"],
            pack=steps["pack_rows"] / (K * V),
            unpack=steps["unpack_rows"] / (K * V),
            add=steps["add_parcel"] / numbers,
            pack_parcel=steps["pack_parcel"] / numbers,
            row_bytes=exchange["rows"] / (K * V),
            parcel_numbers=float(numbers),
            parcel_bytes=exchange["parcels"][0] / numbers,
            power=min(1.0, max(0.0, math.log2(full / half))),
            lane=exchange["lane"],
            topics=K,
        )


def _median(runs: list[dict[str, Any]], name: str, less: str = "") -> float:
    """Seconds that runs tell, without those of the driver where workers are asked for."""
    return median(run["about"][name] - (run["about"][less] if less else 0.0) for run in runs)


@dataclass(frozen=True)
class Way:
    """How the sum is made.

    `tree`: workers add up first; `longer`: lanes are as long as leaves each core four in a round;
    `shards`: the rows are divided by words among so many machines, each of which adds up its own.
    """

    name: str
    tree: bool = True
    longer: bool = False
    shards: int = 1


WAYS = (
    Way("the driver adds up", tree=False),
    Way("tree of sums"),
    Way("tree, longer lanes", longer=True),
    Way("tree, longer lanes, 16 shards of words", longer=True, shards=16),
)


@dataclass(frozen=True)
class Spent:
    """Seconds of a run."""

    text: float = 0.0
    anchor: float = 0.0
    learning: float = 0.0
    rows: float = 0.0
    sums: float = 0.0

    @property
    def total(self) -> float:
        return sum(asdict(self).values())


def simulated(own: Measured, machines: int, way: Way, topics: int, words: int) -> Spent:
    """Seconds of all parts of a run, one after the other."""
    cores, scale = machines * CORES, topics / own.topics
    partitions = TEXTS / own.lane
    spent = Spent(
        text=TEXTS * own.text / cores + _words(own, partitions, cores),
        anchor=own.anchor * scale,
    )
    rows = topics * words / way.shards
    known, lane = 50_000.0, float(own.lane)
    while known < TEXTS:
        texts = min(max(lane, known), TEXTS - known)
        if way.longer:
            lane = max(own.lane, texts / (4 * cores))
        lanes = math.ceil(texts / lane)
        send = rows * own.pack + rows * own.row_bytes / NETWORK * (2 + math.log2(machines))
        each = lane * own.learning * scale + _packing(own, lane, scale, rows)
        spent = replace(
            spent,
            learning=spent.learning + math.ceil(lanes / cores) * each + TASK * lanes,
            rows=spent.rows + send + rows * own.unpack,
            sums=spent.sums + _sums(own, lanes, lane, scale, rows, way, cores),
        )
        known += texts
    return spent


def _words(own: Measured, partitions: float, cores: int) -> float:
    """A tree over the words of partitions; each level has twice as many different words."""
    seconds, factor = 0.0, 1.0
    while partitions > FAN:
        groups = math.ceil(partitions / FAN)
        one = FAN * factor * (own.words + own.words_bytes / NETWORK)
        seconds += math.ceil(groups / cores) * one
        partitions, factor = groups, 2 * factor
    return seconds + partitions * factor * (own.words + own.words_bytes / NETWORK)


def _numbers(own: Measured, lane: float, scale: float, rows: float) -> float:
    """Numbers that texts have changed: no more than there are."""
    return min(own.parcel_numbers * scale * (lane / own.lane) ** own.power, rows)


def _packing(own: Measured, lane: float, scale: float, rows: float) -> float:
    return _numbers(own, lane, scale, rows) * own.pack_parcel


def _sums(
    own: Measured, lanes: int, lane: float, scale: float, rows: float, way: Way, cores: int
) -> float:
    """Seconds until what all lanes have learnt is added up."""
    seconds, parts, texts = 0.0, lanes, lane
    while way.tree and parts > FAN:
        numbers = _numbers(own, texts, scale, rows)
        one = FAN * numbers * (own.add + own.parcel_bytes / NETWORK)
        groups = math.ceil(parts / FAN)
        texts *= FAN
        one += _numbers(own, texts, scale, rows) * own.pack_parcel
        seconds += math.ceil(groups / cores) * one
        parts = groups
    numbers = _numbers(own, texts, scale, rows)
    return seconds + parts * numbers * (own.add + own.parcel_bytes / NETWORK)


CASES = ((100, 100_000), (1000, 1_000_000))


def machines(path: Path) -> Section:
    """The table and the picture, from what an earlier run has measured."""
    known = json.loads(path.read_text(encoding="utf8"))
    own = Measured.of(known["lanes"]["data"], known["exchange"]["data"])
    rows = []
    for topics, words in CASES:
        for way in WAYS:
            for n in SHOWN:
                spent = simulated(own, n, way, topics, words)
                parts = (spent.text, spent.anchor, spent.learning, spent.rows, spent.sums)
                rows.append(
                    [
                        f"K = {topics:,}, V = {words:,}, {way.name}",
                        f"{n:,}",
                        *(f"{seconds:,.0f}" for seconds in parts),
                        f"{spent.total / 60:,.1f}",
                        f"{TEXTS / spent.total / 1e6:,.1f}",
                    ]
                )
    draw(own, path.parent / "cluster_machines.png")
    head = [
        "",
        "machines",
        "text s",
        "anchor s",
        "learning s",
        "rows s",
        "sums s",
        "minutes",
        "M/s",
    ]
    notes = [
        (
            f"a model: machines of {CORES} cores as here, {NETWORK / 1e9 * 8:g} Gbit/s each, "
            f"{TASK * 1e3:g} ms of the scheduler for a task, {TEXTS:,} texts as these"
        ),
        ", ".join(f"{name} {value:.3g}" for name, value in asdict(own).items()),
    ]
    return Section("a billion texts: a simulation", head, rows, [], notes, asdict(own))


def draw(own: Measured, path: Path) -> None:
    """Minutes over machines, for both sizes of the model; what was measured does not need it."""
    try:
        from charts import COLOURS, clean, plt  # only who draws needs them
    except ImportError as error:
        print(f"no picture of machines: {error}; pip install '.[bench]' has what draws it")
        return
    fig, both = plt.subplots(1, 2, figsize=(10, 3.6), layout="constrained")
    for axes, (topics, words) in zip(both, CASES, strict=True):
        ideal = [simulated(own, 1, WAYS[1], topics, words).text / 60 / n for n in MACHINES]
        axes.plot(MACHINES, ideal, ":", color="#888888", linewidth=1.5, label="text alone")
        for colour, way in zip(COLOURS, WAYS, strict=False):
            minutes = [simulated(own, n, way, topics, words).total / 60 for n in MACHINES]
            axes.plot(MACHINES, minutes, "-", color=colour, linewidth=2, label=way.name)
        axes.set_xscale("log")
        axes.set_yscale("log")
        axes.set_xlabel(f"machines of {CORES} cores")
        axes.set_title(
            f"minutes for a billion texts, K = {topics:,}, V = {words:,}", loc="left", fontsize=10
        )
        clean(axes)
    both[0].legend(frameon=False, fontsize=8)
    path.parent.mkdir(parents=True, exist_ok=True)
    fig.savefig(path, dpi=110)
    plt.close(fig)
