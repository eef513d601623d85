"""Topics of the rows of a DataFrame: Arrow in, Arrow out, where the rows are."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from biterms.errors import InputError
from biterms.spark.frames import check_frame, text_column
from biterms.topics import TopicModel
from biterms.topics.assigner import Assigner
from biterms.topics.fitted import detached

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

#: what is added to each row, as Spark declares it
ADDED = {"topic": "long", "probability": "double", "label": "string"}


def transform(dataframe: DataFrame, model: TopicModel, *, text: str | None = None) -> DataFrame:
    """Give each row of a DataFrame its topic, with probability and label.

    The rows stay where they are: the model is sent to the executors once, and works there on
    batches of Arrow. A streaming DataFrame is as good as any other.

    Parameters
    ----------
    dataframe : DataFrame
        A table with a column of texts.
    model : TopicModel
        A fitted model; the rows get topics by what it has learnt now.
    text : str, optional
        The column of the texts; None is the one with a usual name (text, title, message, ...), or
        the only one.

    Returns
    -------
    DataFrame
        The same rows with three more columns: ``topic``, the id of the most probable topic,
        ``probability``, and ``label``. They are null where there is no text, or no word of it is
        known.

    Raises
    ------
    InputError
        If a column is missing, or one of the three is there already.
    """
    from pyspark.sql.types import StructType

    check_frame(dataframe)
    column = text_column(dataframe, text)
    if taken := ADDED.keys() & {*dataframe.columns}:
        raise InputError(
            f"the DataFrame has a column {min(taken)!r} already: rename it or leave it out before "
            "topics are added"
        )
    # Spark takes the names of columns apart at dots: they are numbers on the way
    numbered = dataframe.toDF(*map(str, range(len(dataframe.columns))))
    schema = StructType([*numbered.schema.fields])
    for name, kind in ADDED.items():
        schema.add(name, kind)
    sent = dataframe.sparkSession.sparkContext.broadcast(_assigner(model))
    found = numbered.mapInArrow(_adding(sent, dataframe.columns.index(column)), schema)
    return found.toDF(*dataframe.columns, *ADDED)


def _assigner(model: TopicModel) -> Assigner:
    """The model as a task uses it: one thread each, since there is a task for every core."""
    labels = model.assigner().labels
    fitted = model.fitted
    alone = detached(fitted.model)
    alone.set_params(n_threads=1)
    return Assigner(replace(fitted, model=alone), labels)


def _adding(sent: Any, at: int) -> Callable[[Iterator[Any]], Iterator[Any]]:
    """A function from batches to batches with three more columns, for `mapInArrow`."""

    def add(batches: Iterator[Any]) -> Iterator[Any]:
        assigner = sent.value
        for batch in batches:
            yield with_topics(batch, at, assigner)

    return add


def with_topics(batch: Any, at: int, assigner: Assigner) -> Any:
    """A batch of Arrow with the topics of its texts.

    Parameters
    ----------
    batch : pyarrow.RecordBatch
        Rows.
    at : int
        Number of the column of the texts.
    assigner : Assigner
        The model.

    Returns
    -------
    pyarrow.RecordBatch
        The same rows with the columns of `ADDED`.
    """
    import pyarrow as pa

    texts = ["" if text is None else str(text) for text in batch.column(at).to_pylist()]
    chosen = assigner.choose(texts)
    unknown = chosen.words == 0
    topics = np.array(assigner.topics, dtype=np.int64)[chosen.first]
    labels = pa.array(assigner.labels, pa.string()).take(pa.array(chosen.first, mask=unknown))
    columns = [
        pa.array(topics, pa.int64(), mask=unknown),
        pa.array(chosen.probability, pa.float64(), mask=unknown),
        labels,
    ]
    names = [*batch.schema.names, *ADDED]
    return pa.RecordBatch.from_arrays([*batch.columns, *columns], names)
