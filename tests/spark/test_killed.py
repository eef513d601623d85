"""Processes that are killed: a driver while it follows a stream, an executor during fit."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import biterms.spark
from biterms import LDA, TopicModel, load
from biterms.cluster import Lanes
from tests.docs.markdown import ROOT
from tests.spark.test_following import BATCH, written
from tests.streams.models import RECORDS, assert_same

pytestmark = pytest.mark.slow

DRIVER = """
import os, signal, sys
from pathlib import Path
from pyspark.sql import SparkSession
from tests.spark.conftest import SETTINGS
from tests.spark.test_following import learner, run

folder, fatal = Path(sys.argv[1]), int(sys.argv[2])
builder = SparkSession.builder.master("local[1]")
for name, value in SETTINGS.items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
with learner(folder) as learn:
    def dying(batch, number):
        learn(batch, number)
        if number == fatal:
            os.kill(os.getpid(), signal.SIGKILL)
    run(spark, folder, dying)
spark.stop()
"""


def driven(folder: Path, fatal: int) -> int:
    """A driver of its own, which is killed when a batch is recorded and Spark does not know it."""
    environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    command = [sys.executable, "-W", "ignore", "-c", DRIVER, str(folder), str(fatal)]
    return subprocess.run(
        command, env=environment, capture_output=True, timeout=500, cwd=ROOT
    ).returncode


def test_a_driver_that_is_killed_learns_every_batch_once(spark: Any, tmp_path: Path) -> None:
    for name in ("killed", "undisturbed"):
        (tmp_path / name).mkdir()
        written(tmp_path / name / "in", 4)
    for fatal in (0, 2):
        assert driven(tmp_path / "killed", fatal) == -signal.SIGKILL
        done = {path.name for path in (tmp_path / "killed" / "checkpoint" / "commits").iterdir()}
        assert str(fatal) not in done
    assert driven(tmp_path / "killed", -1) == 0
    assert driven(tmp_path / "undisturbed", -1) == 0
    found = load(tmp_path / "killed" / "live")
    assert found.model_.n_docs_ == 4 * BATCH
    assert_same(found, load(tmp_path / "undisturbed" / "live"))


def executors() -> list[int]:
    """The executors of our Spark."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit() and b"CoarseGrainedExecutorBackend" in _read(folder / "cmdline"):
            pid = parent = int(folder.name)
            while parent > 1 and parent != os.getpid():
                parent = int(
                    _read(Path("/proc", str(parent), "stat")).rpartition(b")")[2].split()[1]
                )
            found += [pid] if parent == os.getpid() else []
    return found


def _read(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b") X 0"


def test_an_executor_that_dies_changes_no_bit(spark: Any) -> None:
    rows = [(record.text,) for record in RECORDS]
    frame = spark.sparkContext.parallelize(rows, 4).toDF("tweet string")
    schedule = Lanes(anchor=300, lane=150, growth=1.0)

    def fitted(progress: Any = None) -> TopicModel:
        model = TopicModel(LDA(4, random_state=0), keep=50)
        return biterms.spark.fit(frame, model, text="tweet", schedule=schedule, progress=progress)

    expected, killed = fitted(), []

    def kill(done: int, total: int, lpp: float | None, stage: str = "") -> None:
        if stage == "anchor" and not killed:  # it has counted, and will be asked for lanes
            killed.append(executors()[0])
            os.kill(killed[0], signal.SIGKILL)

    found = fitted(kill)
    assert killed
    assert (found.model_.components_ == expected.model_.components_).all()
    assert found.sample_.records == expected.sample_.records
