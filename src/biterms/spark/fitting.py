"""Fit a model to the texts of a DataFrame, where they are."""

from __future__ import annotations

from contextlib import closing
from typing import TYPE_CHECKING, Any, Literal

from biterms.cluster.files import Reading
from biterms.cluster.fit import Run
from biterms.cluster.refused import check_model, check_text
from biterms.cluster.schedules import Lanes
from biterms.cluster.telling import Telling
from biterms.errors import SettingError
from biterms.spark.counting import Rows
from biterms.spark.frames import check_frame, selected
from biterms.spark.jobs import SparkJobs
from biterms.text.readers import Columns
from biterms.topics.topic_model import Progress, TopicModel

if TYPE_CHECKING:
    from pyspark.sql import DataFrame

USUAL = Lanes()


def fit(
    dataframe: DataFrame,
    model: TopicModel | Any = None,
    *,
    n_topics: int | Literal["auto"] | None = None,
    text: str | None = None,
    times: str | None = None,
    classes: str | None = None,
    ids: str | None = None,
    schedule: Lanes = USUAL,
    progress: Progress | None = None,
) -> TopicModel:
    """Learn from the texts of a DataFrame, on the executors that have them.

    Executors count the words of their partitions. The driver learns the topics of some documents in
    several passes, the anchor. Then executors learn from all others, each once, and what they have
    learnt is added up exactly. The texts themselves never come to the driver, but for those that
    the model remembers as examples. The result does not depend on how many executors there are.

    Parameters
    ----------
    dataframe : DataFrame
        A table with a column of texts, which must have the same rows whenever it is computed.
    model : TopicModel, or what `TopicModel` takes as its model, optional
        The settings; what a `TopicModel` has learnt before is forgotten.
    n_topics : int or "auto", optional
        Number of topics, where no model is given.
    text : str, optional
        The column of the texts; None is the one with a usual name (text, title, message, ...), or
        the only one.
    times, classes, ids : str, optional
        Columns of what stands beside the texts; an id may come from a column ``id``.
    schedule : Lanes, optional
        How learning is divided.
    progress : callable, optional
        As for `TopicModel.fit`; with a parameter ``stage`` it also hears of "reading" and "anchor".

    Returns
    -------
    TopicModel
        The model that was given, or a new one.

    Raises
    ------
    MissingExtra
        If Spark is not installed.
    SettingError
        If the model cannot be learnt in parts; the message says why.
    InputError
        If a column is missing, or there are no texts.
    ClusterError
        If executors lack a package, or a partition has other rows when it is computed again.
    """
    if not isinstance(schedule, Lanes):
        raise SettingError(f"schedule={schedule!r:.60}: expected biterms.cluster.Lanes()")
    schedule.check()
    check_frame(dataframe)
    wanted = model if isinstance(model, TopicModel) else TopicModel(model, n_topics=n_topics)
    if wanted is model and n_topics is not None:
        raise SettingError(f"n_topics={n_topics!r:.20} and a model, expected one of the two")
    new = wanted._beginning()
    check_model(new.model, schedule)
    check_text(new.text, wanted.duplicates)
    rows = selected(dataframe, Columns(text, ids, times, classes))
    jobs = SparkJobs(dataframe.sparkSession.sparkContext)
    with closing(jobs), wanted._writer:
        run = Run(jobs, wanted, new, schedule, Telling(progress))
        run.learn(Rows(jobs, rows), Reading(), None)
    return wanted
