"""Fit by lanes on executors: the bits of other engines and of a single process."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import dask.bag
import distributed
import numpy as np
import pyarrow as pa
import pytest
from dask.delayed import delayed
from numpy.testing import assert_allclose

import biterms.cluster
import biterms.spark
from biterms import BTM, LDA, ClusterError, InputError, Record, SettingError, TopicModel
from biterms.cluster import Lanes
from biterms.cluster.packing import BITS
from biterms.kernels import Tokens
from biterms.spark.counting import _same
from tests.streams.models import RECORDS

SCHEDULE = Lanes(anchor=200, lane=150, growth=1.0)
COLUMNS = {"text": "tweet", "times": "created_at", "ids": "key"}


def new() -> TopicModel:
    return TopicModel(LDA(4, random_state=0), keep=100)


def frame_of(spark: Any, parts: list[list[Record]]) -> Any:
    """A DataFrame with these partitions."""
    rows = [(r.text, r.time, r.id) for part in parts for r in part]
    ends = np.cumsum([len(part) for part in parts]).tolist()
    numbered = spark.sparkContext.parallelize([*enumerate(rows)], 1)
    where = [next(i for i, end in enumerate(ends) if n < end) for n in range(len(rows))]
    split = numbered.map(lambda one: (where[one[0]], one[1])).partitionBy(len(parts), lambda n: n)
    return split.values().toDF("tweet string, created_at string, key string")


@pytest.fixture(scope="module")
def parts() -> list[list[Record]]:
    """A large partition, an empty one and two small ones, which are learnt from together."""
    return [RECORDS[a:b] for a, b in pairwise([0, 500, 500, 560, 620])]


def components(model: TopicModel) -> dict[str, bytes]:
    """The numbers of each word."""
    rows = model.model_.components_.T
    return {word: rows[n].tobytes() for word, n in model.text_.vocabulary_.items()}


def test_spark_and_dask_learn_the_same_bits(spark: Any, parts: list[list[Record]]) -> None:
    told: list[str] = []
    frame = frame_of(spark, parts)
    found = biterms.spark.fit(
        frame,
        new(),
        **COLUMNS,
        schedule=SCHEDULE,
        progress=lambda done, total, lpp, stage="": told.append(stage),
    )
    settings = {"processes": False, "dashboard_address": None, "threads_per_worker": 1}
    with distributed.Client(n_workers=1, **settings) as client:
        bag = dask.bag.from_delayed([delayed(list)(part) for part in parts])
        theirs = biterms.cluster.fit(bag, new(), client, SCHEDULE)
    assert found.model_.n_docs_ == 620
    assert components(found) == components(theirs)
    assert found.sample_.records == theirs.sample_.records
    assert {*found.sample_.records} <= {*RECORDS}
    assert {*told} == {"reading", "anchor", "learning"}
    facts = found.info()
    assert (facts["cluster"], facts["cluster_anchor"]) == ("lanes", 200)
    assert facts["cluster_rounds"] > 1
    assert not spark.sparkContext._jsc.getPersistentRDDs()


def test_few_texts_are_learnt_from_as_one_process_does(spark: Any) -> None:
    texts = [record.text for record in RECORDS[:200]]
    frame = spark.createDataFrame(pa.table({"title": [None, *texts, " "]})).coalesce(1)
    found = biterms.spark.fit(frame, LDA(3, random_state=0))
    here = TopicModel(LDA(3, random_state=0)).fit(texts)
    assert found.text_.vocabulary_ == here.text_.vocabulary_
    # lanes would begin with rounded numbers
    half = 2.0 ** -(BITS + 1) + 1e-12
    assert_allclose(found.model_.components_, here.model_.components_, rtol=0, atol=half)
    assert found.trouble_.counts == {"text missing": 1, "text empty": 1}
    assert found.sample_.records[0].id == "0:1"


def test_what_cannot_be_learnt_is_refused(spark: Any) -> None:
    frame = spark.createDataFrame(pa.table({"title": ["late goal"] * 3}))
    with pytest.raises(SettingError, match="BTM draws its topics anew"):
        biterms.spark.fit(frame, BTM(3))
    with pytest.raises(SettingError, match="n_topics=3 and a model, expected one of the two"):
        biterms.spark.fit(frame, new(), n_topics=3)
    with pytest.raises(SettingError, match=r"schedule='lanes': expected biterms.cluster.Lanes\(\)"):
        biterms.spark.fit(frame, new(), schedule="lanes")  # type: ignore[arg-type]
    with pytest.raises(InputError, match="no column 'headline'; there are 'title'"):
        biterms.spark.fit(frame, new(), text="headline")


def test_a_partition_with_other_rows_is_noticed() -> None:
    ten = Tokens(np.zeros(11, dtype=np.int64), np.empty(0, dtype=np.int32), [])
    counted: Any = biterms.cluster.counting.Counted(3, ten, b"", None, None, None)  # type: ignore[arg-type]
    assert _same({3: 10}, (3, counted)) == (3, counted)
    with pytest.raises(ClusterError, match="partition 3 had 9 texts and has 10 now"):
        _same({3: 9}, (3, counted))
