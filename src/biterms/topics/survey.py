"""One look at texts for all that a report counts: periods, classes and points of a map."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.text.readers import Record
from biterms.topics.counters import ClassCounter, PeriodCounter
from biterms.topics.document_map import DocumentMap, Ground, Points
from biterms.topics.grouping import Given, over_time_of, per_class_of, warn_of_times
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.per_class import TopicsPerClass
from biterms.topics.periods import Freq
from biterms.topics.times import written_times


class Survey(NamedTuple):
    """What was counted.

    Parameters
    ----------
    n_texts : int
        Texts that there are; those of the sample stand for so many.
    span : tuple of date, optional
        Days of the first and of the last text; None if none has a time.
    over_time : TopicsOverTime, optional
        Shares by periods.
    classes : TopicsPerClass, optional
        Shares by classes.
    documents : DocumentMap
        The texts as points.
    """

    n_texts: int
    span: tuple[date, date] | None
    over_time: TopicsOverTime | None
    classes: TopicsPerClass | None
    documents: DocumentMap


def survey(
    given: Given, ground: Ground, *, freq: Freq = "auto", course: TopicsOverTime | None = None
) -> Survey:
    """Look at each text once.

    Parameters
    ----------
    given : Given
        Texts and their mixtures.
    ground : Ground
        Where topics are on the map.
    freq : {"auto", "hour", "day", "week", "month", "quarter", "year"}
        Length of the periods.
    course : TopicsOverTime, optional
        What was counted before, and is not counted again.

    Returns
    -------
    Survey
    """
    n_topics, n_given, ends = len(given.names.ids), 0, _Ends()
    periods, classes, points = PeriodCounter(n_topics, freq), ClassCounter(n_topics), Points(ground)
    counting = True
    for records, mixtures in given.told:
        seconds = given.times.seconds(written_times(records))
        ends.add(seconds)
        periods.add(seconds, mixtures)
        points.add(seconds, mixtures)
        counting = counting and _counted(classes, records, mixtures)
        n_given += len(records)
    if course is None and len(periods.tally.keys):
        warn_of_times(given)
        course = over_time_of(periods, given, n_given)
    known = per_class_of(classes, given, n_given) if counting and len(classes.tally.keys) else None
    ids = tuple(given.names.ids[k] for k in ground.columns.tolist())
    n_texts = given.sampled_from or n_given
    return Survey(n_texts, ends.days(), course, known, points.map(ids, course))


def _counted(classes: ClassCounter, records: Sequence[str | Record], mixtures: Array) -> bool:
    """Whether there are still few enough classes to be counted."""
    try:
        classes.add(records, mixtures)
    except InputError:
        return False
    return True


class _Ends:
    """The first and the last time."""

    def __init__(self) -> None:
        self.first, self.last = np.inf, -np.inf

    def add(self, seconds: Array) -> None:
        """Look at some times; NaN are none."""
        known = seconds[np.isfinite(seconds)]
        if len(known):
            self.first = min(self.first, float(known.min()))
            self.last = max(self.last, float(known.max()))

    def days(self) -> tuple[date, date] | None:
        """Their days."""
        if self.last < self.first:
            return None
        first, last = (
            datetime.fromtimestamp(moment, UTC).date() for moment in (self.first, self.last)
        )
        return first, last
