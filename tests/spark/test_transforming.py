"""Topics of rows are those that the model gives, in the processes of executors."""

from __future__ import annotations

from typing import Any

import pyarrow as pa
import pytest

from biterms import InputError, TopicModel
from biterms.spark import transform
from biterms.spark.transforming import with_topics
from tests.topics.newsroom import fresh, news, newspaper

TEXTS = [*news(60)[0], "xyzzy", ""]


@pytest.fixture(scope="module")
def model() -> TopicModel:
    return newspaper(60)


def check(found: pa.Table, model: TopicModel) -> None:
    """The last three have no topic: an unknown word, no word, no text."""
    rows = [*model.assign(TEXTS)]
    known = [row.topic is not None for row in rows]
    assert known == [True] * 60 + [False] * 2
    for name in ("topic", "probability", "label"):
        expected = [getattr(row, name) if row.topic is not None else None for row in rows]
        assert found[name].to_pylist() == [*expected, None]


def test_topics_of_a_batch(model: TopicModel) -> None:
    batch = pa.record_batch({"n": range(63), "title": [*TEXTS, None]})
    found = pa.Table.from_batches([with_topics(batch, 1, model.assigner())])
    assert found.schema.names == ["n", "title", "topic", "probability", "label"]
    assert found.column("title").to_pylist() == [*TEXTS, None]
    check(found, model)


def test_rows_get_their_topics_where_they_are(spark: Any, model: TopicModel) -> None:
    table = pa.table({"title": [*TEXTS, None], "a.b": [{"n": n} for n in range(63)]})
    frame = spark.createDataFrame(table).repartition(3)
    found = transform(frame, model).orderBy("`a.b`.n").toArrow()
    assert found.column("title").to_pylist() == [*TEXTS, None]
    check(found, model)


def test_what_does_not_fit_is_refused(spark: Any, model: TopicModel) -> None:
    frame = spark.createDataFrame(pa.table({"title": ["late goal"], "label": ["sport"]}))
    with pytest.raises(InputError, match="has a column 'label' already: rename it"):
        transform(frame, model)
    with pytest.raises(InputError, match=r"the DataFrame: no column 'headline'; there are 'title'"):
        transform(frame.drop("label"), model, text="headline")
    with pytest.raises(InputError, match="a Table was given, expected a DataFrame of Spark"):
        transform(pa.table({"title": ["late goal"]}), model)  # type: ignore[arg-type]


def test_a_dataframe_goes_through_the_door_for_arrow(spark: Any) -> None:
    texts = TEXTS[:60]
    frame = spark.createDataFrame(pa.table({"title": texts, "key": [f"n{i}" for i in range(60)]}))
    model, found = newspaper(60), fresh().fit(frame, ids="key")
    assert [record.text for record in found.sample_.records] == texts
    assert [record.id for record in found.sample_.records][:2] == ["n0", "n1"]
    assert [row.label for row in model.assign(frame)] == [row.label for row in model.assign(texts)]
