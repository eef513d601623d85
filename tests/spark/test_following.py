"""Structured Streaming: each batch is learnt from once, whenever Spark repeats it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

from biterms import InputError, SettingError, TopicModel, load
from biterms.spark import ForeachBatch
from biterms.streams import status
from tests.streams.models import RECORDS, assert_same, new

COLUMNS = {"text": "tweet", "times": "created_at", "ids": "key"}
SCHEMA = "tweet string, created_at string, key string"
BATCH = 130


def written(folder: Path, n: int, begin: int = 0) -> None:
    """Files that are a batch each; Spark takes them in the order of their times."""
    folder.mkdir(exist_ok=True)
    for number in range(begin, n):
        rows = RECORDS[number * BATCH : (number + 1) * BATCH]
        lines = [json.dumps({"tweet": r.text, "created_at": r.time, "key": r.id}) for r in rows]
        path = folder / f"{number}.json"
        path.write_text("\n".join(lines))
        os.utime(path, (1_700_000_000 + number, 1_700_000_000 + number))


def run(spark: Any, folder: Path, learn: Callable[[Any, int], None]) -> None:
    """A query over all files that there are, with one checkpoint."""
    files = spark.readStream.schema(SCHEMA).option("maxFilesPerTrigger", 1)
    frame = files.json(str(folder / "in"))
    writing = frame.writeStream.foreachBatch(learn).trigger(availableNow=True)
    query = writing.option("checkpointLocation", str(folder / "checkpoint")).start()
    query.awaitTermination()


def learner(folder: Path, **settings: Any) -> ForeachBatch:
    return ForeachBatch(folder / "live", new(), every=50, **COLUMNS, **settings)


@pytest.fixture(scope="module")
def undisturbed(spark: Any, tmp_path_factory: pytest.TempPathFactory) -> TopicModel:
    """The model of four batches that nothing disturbs."""
    folder = tmp_path_factory.mktemp("undisturbed")
    written(folder / "in", 4)
    with learner(folder) as learn:
        run(spark, folder, learn)
    return load(folder / "live")


def test_batches_are_learnt_from_with_ids_and_times(undisturbed: TopicModel) -> None:
    assert undisturbed.model_.n_docs_ == 4 * BATCH
    kept = {record.id: record for record in undisturbed.sample_.records}
    assert kept
    for record in RECORDS[: 4 * BATCH]:
        assert kept.get(record.id, record) == record


def test_a_batch_that_spark_repeats_is_learnt_from_once(
    spark: Any, tmp_path: Path, undisturbed: TopicModel
) -> None:
    """The driver fails when a batch is recorded, and before Spark has noted that it is done."""
    written(tmp_path / "in", 4)
    seen: list[int] = []

    def failing(batch: Any, number: int) -> None:
        learn(batch, number)
        seen.append(number)
        if number == 1 and seen.count(1) == 1:
            raise RuntimeError("the driver dies here")

    with learner(tmp_path) as learn, pytest.raises(Exception, match="the driver dies here"):
        run(spark, tmp_path, failing)
    assert load(tmp_path / "live").model_.n_docs_ == 2 * BATCH
    with learner(tmp_path) as learn:
        run(spark, tmp_path, failing)
    assert seen == [0, 1, 1, 2, 3]
    assert_same(load(tmp_path / "live"), undisturbed)


def test_another_checkpoint_is_another_query(spark: Any, tmp_path: Path) -> None:
    """Its numbers begin anew, and are not taken for repeated ones."""
    written(tmp_path / "in", 1)
    with learner(tmp_path) as learn:
        run(spark, tmp_path, learn)
        (tmp_path / "checkpoint").rename(tmp_path / "old")
        run(spark, tmp_path, learn)
    assert load(tmp_path / "live").model_.n_docs_ == 2 * BATCH
    assert status(tmp_path / "live").step == 2


def test_what_is_wrong_ends_the_query_before_anything_is_recorded(
    spark: Any, tmp_path: Path
) -> None:
    frame = spark.createDataFrame(
        pa.table({"tweet": ["late goal"] * 30, "created_at": ["now"] * 30})
    )
    with learner(tmp_path) as learn, pytest.raises(InputError, match="no column 'key'; there are"):
        learn(frame, 0)
    with (
        ForeachBatch(tmp_path / "live", new(), text="tweet", most=29) as learn,
        pytest.raises(InputError, match=r"a batch of 30 rows, expected at most 29"),
    ):
        learn(frame, 0)
    with (
        ForeachBatch(tmp_path / "live", new(), text="tweet", every=-1) as learn,
        pytest.raises(SettingError, match="every=-1: expected a number of documents"),
    ):
        learn(frame, 0)
    assert not (tmp_path / "live" / "model.json").exists()
    with ForeachBatch(tmp_path / "live", new(), text="tweet", every=10) as learn:
        learn(frame, 0)
    assert load(tmp_path / "live").model_.n_docs_ == 30
    assert load(tmp_path / "live").sample_.records[3].id == "0:3"


def test_options_that_spark_decides_are_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingError, match=r"within=2: expected options of follow that Spark"):
        ForeachBatch(tmp_path, within=2)
