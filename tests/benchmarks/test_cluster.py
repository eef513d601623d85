"""The benchmark of the cluster: its model of many machines, and a smoke run."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

sys.path.append(str(Path(__file__).resolve().parents[2] / "benchmarks"))

from cluster_machines import (
    CORES,
    NETWORK,
    TASK,
    TEXTS,
    WAYS,
    Measured,
    Way,
    simulated,
)

BENCHMARKS = Path(__file__).resolve().parents[2] / "benchmarks"
OWN = Measured(
    text=1e-5,
    learning=3e-6,
    anchor=4.0,
    words=0.1,
    words_bytes=1.5e6,
    pack=1e-8,
    unpack=1e-8,
    add=1e-8,
    pack_parcel=2e-8,
    row_bytes=1.1,
    parcel_numbers=3e6,
    parcel_bytes=1.2,
    power=0.5,
    lane=100_000,
    topics=100,
)
FREE = replace(
    OWN, words=0.0, words_bytes=0.0, pack=0.0, unpack=0.0, add=0.0, pack_parcel=0.0, row_bytes=0.0,
    parcel_bytes=0.0,
)  # fmt: skip


@pytest.mark.parametrize("machines", [1, 10, 1000])
def test_without_a_network_only_work_is_left(machines: int) -> None:
    """Then time is that of all work by the cores, but for rounds that leave cores without any."""
    spent = simulated(FREE, machines, Way("tree"), 100, 100_000)
    assert spent.text == pytest.approx(TEXTS * 1e-5 / (machines * CORES))
    assert (spent.rows, spent.sums, spent.anchor) == (0, 0, 4.0)
    lanes = TEXTS / OWN.lane
    ideal = lanes * OWN.lane * 3e-6 / (machines * CORES) + TASK * lanes
    assert ideal <= spent.learning <= ideal + 20 * OWN.lane * 3e-6 + 20 * TASK


def test_the_driver_that_adds_up_gets_every_lane() -> None:
    star = simulated(OWN, 1000, WAYS[0], 100, 100_000)
    each = OWN.parcel_numbers * (OWN.add + OWN.parcel_bytes / NETWORK)
    assert star.sums == pytest.approx((TEXTS - 50_000) / OWN.lane * each, rel=0.01)
    assert simulated(OWN, 10, WAYS[0], 100, 100_000).sums == star.sums


def test_each_way_out_is_one() -> None:
    for topics, words in ((100, 100_000), (1000, 1_000_000)):
        times = [simulated(OWN, 1000, way, topics, words).total for way in WAYS]
        assert times == sorted(times, reverse=True)
    at = [simulated(OWN, n, WAYS[-1], 100, 100_000).total for n in (1, 10, 100, 1000)]
    assert at == sorted(at, reverse=True)


def test_what_a_text_costs_is_what_workers_have_spent() -> None:
    """Without the driver, whose learning is the anchor; the middle of three runs."""

    def run(text: float, learning: float, lanes: int = 4) -> dict[str, Any]:
        about = {"cluster_text_seconds": text + 1.0, "cluster_driver_text_seconds": 1.0}
        about |= {"cluster_learning_seconds": learning + 5.0}
        about |= {"cluster_driver_learning_seconds": 5.0, "cluster_anchor": 1_000}
        about |= {"cluster_received_bytes": 1e6 * lanes, "cluster_lanes": lanes}
        return {"documents": 11_000, "about": about}

    halves = run(9.0, 9.0) | {"about": run(9.0, 9.0)["about"] | {"cluster_received_bytes": 2e6}}
    runs = {
        "2 workers": [run(22.0, 3.0), run(11.0, 2.0), run(1.0, 1.0)],
        "2 workers, lanes of half the size": [halves],
    }
    steps = dict.fromkeys(("words", "pack_rows", "unpack_rows", "add_parcel", "pack_parcel"), 1.0)
    exchange = {"topics": 10, "words": 100, "changed": [50], "rows": 1_000, "parcels": [500]}
    exchange |= {"lane": 1_000, "steps": steps | {"words_bytes": 9.0}}
    own = Measured.of({"runs": runs}, exchange)
    assert own.text == pytest.approx(11.0 / 11_000)
    assert own.learning == pytest.approx(2.0 / 10_000)
    assert (own.anchor, own.power) == (5.0, 1.0)
    assert (own.pack, own.add, own.row_bytes, own.parcel_bytes) == (1e-3, 2e-3, 1.0, 1.0)


@pytest.mark.slow
def test_a_smoke_run(data_dir: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "cluster.py", "--quick"],
        cwd=BENCHMARKS,
        env=os.environ | {"BITERMS_DATA": str(data_dir)},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the same") >= 4
    assert "DIFFERENT" not in done.stdout
