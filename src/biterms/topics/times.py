"""Times of texts, for a learner that remembers those of a span of time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, pairwise
from typing import Any, cast

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.arrivals import Arrivals
from biterms.store.space import IN_MEMORY, Space
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

    A text without a time has that of the text before it; the first ones have the first there is.

    Parameters
    ----------
    span : float or None
        Seconds that are looked back on; None: no times are needed.
    space : Space
        Makes the column that holds the times.
    """

    def __init__(self, span: float | None, space: Space = IN_MEMORY) -> None:
        self.span = span
        self._times = space.column(np.float64)
        self._last, self._n = float("nan"), 0

    def watch(self, records: Iterable[str | Record]) -> Iterable[str | Record]:
        """The same texts."""
        return records if self.span is None else chain.from_iterable(self._noted(records))

    def _noted(self, records: Iterable[str | Record]) -> Iterator[list[str | Record]]:
        for some in lists(records):
            self._note(TimeColumn().seconds(written_times(some)))
            yield some

    def _note(self, times: Array) -> None:
        times, n = np.append(self._last, times), self._n
        self._n += len(times) - 1
        known = np.where(np.isnan(times), 0, np.arange(len(times)))
        times = times[np.maximum.accumulate(known)]  # the last one that is known
        self._last = float(times[-1])
        if np.isnan(self._last):
            return
        if np.isnan(times[0]):  # the first that is known at all
            times[np.isnan(times)] = times[~np.isnan(times)][0]
            times = np.append(np.repeat(times[0], n), times)
        self._times.append(times[1:])

    def arrivals(self, documents: int) -> Arrivals | None:
        """When the texts came, if times are needed and so many texts were learnt from."""
        if self.span is None or self._n != documents or not len(self._times):
            return None
        return Arrivals.of(self._times, self.span)


def written_times(records: Iterable[str | Record]) -> list[str | None]:
    """The times of texts as they are written, None for those that have none."""
    kinds = {*map(type, records)} if isinstance(records, list) else {object}
    if kinds <= {str}:
        return [None] * len(cast("list[str]", records))
    if kinds == {Record}:
        return [record.time or None for record in cast("list[Record]", records)]
    return [(isinstance(record, Record) and record.time) or None for record in records]
