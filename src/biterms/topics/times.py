"""Times of texts, for a learner that remembers those of a span of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, cast

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.arrivals import Arrivals
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from biterms.topics.texts import lists


def times_of(facts: Mapping[str, Any]) -> TimeColumn:
    """How the times of a model are read: in the order of day and month that it has met before."""
    column = TimeColumn()
    remember(column, facts)
    return column


def remember(column: TimeColumn, facts: Mapping[str, Any]) -> None:
    """Tell a column which order dates had before."""
    day, year = facts.get("day_first"), facts.get("year_first")
    column.order.usual = day if isinstance(day, bool) else None
    column.order.usual_year_first = year if isinstance(year, bool) else None


def minibatch_times(records: Sequence[str | Record], cuts: Array) -> Array:
    """Newest time of the texts of each minibatch in seconds; NaN if none of them has a time."""
    times = TimeColumn().seconds(written_times(records))
    return np.array([np.fmax.reduce(times[begin:end]) for begin, end in pairwise(cuts)])


def check_times(records: Sequence[str | Record]) -> None:
    """Refuse texts of which none has a time.

    Raises
    ------
    InputError
        If there is none.
    """
    if not np.isnan(TimeColumn().seconds(written_times(records))).all():
        return
    raise InputError(
        "the learner remembers the texts of a span of time, but none of the first "
        f"{len(records):,} texts has a time: give times (--time), or each text as a Record with "
        "a date or seconds since 1970; or remember a number of texts, such as Annealed(most=20000)"
    )


class Watched:
    """Notes the times of a collection while its texts go by.

    Parameters
    ----------
    span : float or None
        Seconds that are looked back on; None: no times are needed.
    """

    def __init__(self, span: float | None) -> None:
        self.span = span
        self._values: list[str | None] = []

    def watch(self, records: Iterable[str | Record]) -> Iterable[str | Record]:
        """The same texts; one without a time has that of the text before it."""
        return records if self.span is None else chain.from_iterable(self._noted(records))

    def _noted(self, records: Iterable[str | Record]) -> Iterator[list[str | Record]]:
        for some in lists(records):
            self._values += written_times(some)
            yield some

    def arrivals(self, documents: int) -> Arrivals | None:
        """When the texts came, if times are needed and so many texts were learnt from."""
        if self.span is None or len(self._values) != documents:
            return None
        times = TimeColumn().seconds(self._values)
        known = np.flatnonzero(~np.isnan(times))
        if not len(known):
            return None
        # the last one that is known up to each, or the first of all
        last = np.searchsorted(known, np.arange(len(times)), side="right") - 1
        return Arrivals.of(times[known[np.maximum(last, 0)]], self.span)


def written_times(records: Iterable[str | Record]) -> list[str | None]:
    """The times of texts as they are written, None for those that have none."""
    kinds = {*map(type, records)} if isinstance(records, list) else {object}
    if kinds <= {str}:
        return [None] * len(cast("list[str]", records))
    if kinds == {Record}:
        return [record.time or None for record in cast("list[Record]", records)]
    return [(isinstance(record, Record) and record.time) or None for record in records]
