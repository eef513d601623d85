"""What columns may hold: strings, also missing ones; all else is refused before a job starts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import biterms.spark
from biterms import InputError, TopicModel, load
from biterms.spark import ForeachBatch, transform
from tests.spark.test_fitting import COLUMNS, SCHEDULE, components, frame_of, new
from tests.streams.models import RECORDS
from tests.topics.newsroom import news, newspaper

HELD = {
    "bytes": (pa.binary(), b"late goal", r"bytes \(binary\).*decode\(`tweet`, 'UTF-8'\) AS"),
    "lists": (pa.list_(pa.string()), ["late", "goal"], r"lists \(array<string>\).*concat_ws\(' '"),
    "maps": (pa.map_(pa.string(), pa.string()), [("a", "b")], r"maps \(map<string,string>\)"),
    "fields": (pa.struct({"a": pa.string()}), {"a": "b"}, r"fields \(struct<a:string>\)"),
}


@pytest.fixture
def no_job(spark: Any) -> Iterator[None]:
    """Nothing of what the test does makes Spark work."""
    context = spark.sparkContext
    context.setJobGroup("refused", "nothing")
    yield
    assert list(context.statusTracker().getJobIdsForGroup("refused")) == []
    context.setLocalProperty("spark.jobGroup.id", None)


def fit(frame: Any, _: Path, **columns: str) -> None:
    biterms.spark.fit(frame, new(), **columns)


def follow(frame: Any, folder: Path, **columns: str) -> None:
    with ForeachBatch(folder / "live", new(), **columns) as learn:
        learn(frame, 0)


def topics(frame: Any, _: Path, text: str) -> None:
    transform(frame, newspaper(60), text=text)


@pytest.mark.parametrize("do", [fit, follow, topics])
@pytest.mark.parametrize("held", HELD)
@pytest.mark.usefixtures("no_job")
def test_what_is_no_string_is_refused_before_a_job_starts(
    spark: Any, tmp_path: Path, held: str, do: Callable[..., None]
) -> None:
    kind, value, said = HELD[held]
    table = pa.table({"tweet": pa.array([value, None], kind), "title": ["late goal", "no goal"]})
    frame = spark.createDataFrame(table)
    with pytest.raises(InputError, match=f"column 'tweet' holds .*{said}"):
        do(frame, tmp_path, text="tweet")
    if do is not topics:
        for beside in ("ids", "times", "classes"):
            with pytest.raises(InputError, match=f"column 'tweet' holds .*{said}"):
                do(frame, tmp_path, text="title", **{beside: "tweet"})
    assert not (tmp_path / "live" / "model.json").exists()


def test_the_way_out_that_is_named_works(spark: Any) -> None:
    table = pa.table({"tweet": [b"goal", None], "words": [["a", "b"], None]})
    frame = spark.createDataFrame(table)
    known = frame.selectExpr("decode(`tweet`, 'UTF-8') AS `tweet`", "concat_ws(' ', `words`) AS w")
    assert known.toArrow().to_pydict() == {"tweet": ["goal", None], "w": ["a b", ""]}


def test_missing_texts_and_empty_partitions_change_nothing(spark: Any) -> None:
    gone = [record._replace(text=None) for record in RECORDS[:20]]  # type: ignore[arg-type]
    parts = [[*RECORDS[:300], *gone], [*gone], [], RECORDS[300:450]]
    found = biterms.spark.fit(frame_of(spark, parts), new(), **COLUMNS, schedule=SCHEDULE)
    without = [RECORDS[:300], [], [], RECORDS[300:450]]
    expected = biterms.spark.fit(frame_of(spark, without), new(), **COLUMNS, schedule=SCHEDULE)
    assert found.model_.n_docs_ == 450
    assert components(found) == components(expected)
    assert found.trouble_.counts == {"text missing": 40}
    with pytest.raises(InputError, match="no"):
        biterms.spark.fit(frame_of(spark, [gone, []]), new(), **COLUMNS)


def test_topics_of_missing_texts_and_empty_partitions(spark: Any) -> None:
    model: TopicModel = newspaper(60)
    texts = news(5)[0]
    frame = spark.createDataFrame(pa.table({"title": [None, *texts, None]})).repartition(9)
    found = transform(frame, model).toArrow().to_pydict()
    topics = dict(zip(found["title"], found["topic"], strict=True))
    assert topics.pop(None) is None
    assigned = [row.topic for row in model.assign(texts)]
    assert topics == dict(zip(texts, assigned, strict=True))
    assert transform(frame.limit(0), model).toArrow().num_rows == 0


def test_batches_with_missing_texts_that_come_again(spark: Any, tmp_path: Path) -> None:
    rows = pa.table({"tweet": [None, *(record.text for record in RECORDS[:40]), None, " "]})
    frame = spark.createDataFrame(rows).repartition(5)
    with ForeachBatch(tmp_path / "live", new(), text="tweet", every=10) as learn:
        for number in (0, 0, 1, 1, 0):
            learn(frame if number == 0 else frame.limit(0), number)
        learn(frame, 2)
    assert load(tmp_path / "live").model_.n_docs_ == 80
