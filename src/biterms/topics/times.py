"""Times of texts, for a learner that remembers those of a span of time."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

import numpy as np

from biterms.errors import InputError
from biterms.kernels import Array
from biterms.learning.arrivals import Arrivals
from biterms.text.readers import Record
from biterms.text.times import seconds_of


def minibatch_times(records: Sequence[str | Record], cuts: Array) -> Array:
    """Newest time of the texts of each minibatch in seconds; NaN if none of them has a time."""
    times = np.array([_seconds(record) for record in records])
    return np.array([np.fmax.reduce(times[begin:end]) for begin, end in pairwise(cuts)])


def check_times(records: Sequence[str | Record]) -> None:
    """Refuse texts of which none has a time.

    Raises
    ------
    InputError
        If there is none.
    """
    if any(not math.isnan(_seconds(record)) for record in records):
        return
    given = [one.time for one in records if isinstance(one, Record) and one.time is not None]
    found = f"{given[0]!r:.40} is none" if given else "there is none"
    raise InputError(
        "the learner remembers the texts of a span of time, but none of the first "
        f"{len(records):,} texts has a time that can be read ({found}): give the column of the "
        "time (--time), or each text as a Record with an ISO date or seconds since 1970; or set "
        "most (--memory) to a number of texts"
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
        self._times: list[float] = []

    def watch(self, records: Iterable[str | Record]) -> Iterable[str | Record]:
        """The same texts; one without a time has that of the text before it."""
        return records if self.span is None else self._noted(records)

    def _noted(self, records: Iterable[str | Record]) -> Iterator[str | Record]:
        time = math.nan
        for record in records:
            seconds = _seconds(record)
            time = time if math.isnan(seconds) else seconds
            self._times.append(time)
            yield record

    def arrivals(self, documents: int) -> Arrivals | None:
        """When the texts came, if times are needed and so many texts were learnt from."""
        times = np.array(self._times)
        known = times[~np.isnan(times)]
        if self.span is None or not len(known) or len(times) != documents:
            return None
        return Arrivals.of(np.where(np.isnan(times), known[0], times), self.span)


def _seconds(record: str | Record) -> float:
    return seconds_of(record.time) if isinstance(record, Record) else math.nan
