"""Documents that come late: after others that were written much later."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

import numpy as np

from biterms.errors import SettingError
from biterms.kernels import Array
from biterms.learning.span import span_seconds
from biterms.streams.periods import DAY
from biterms.text.readers import Record
from biterms.text.times import TimeColumn
from biterms.topics.times import written_times

#: what may be done with documents that are late
CHOICES = ("learn", "drop")


class Lateness(NamedTuple):
    """From when on a document is late, and what is done with it then.

    Parameters
    ----------
    seconds : float
        A document is late if it was written so much before the newest of those before it.
    drop : bool
        Whether it is not learnt from.
    """

    seconds: float
    drop: bool

    @classmethod
    def read(cls, lateness: str | timedelta | None, late: str) -> Lateness | None:
        """Take what a user gave; None: no document is late.

        Raises
        ------
        SettingError
            If it makes no sense.
        """
        if late not in CHOICES:
            raise SettingError(f"late={late!r:.40}: expected one of {', '.join(CHOICES)}")
        if lateness is None:
            if late == "drop":
                raise SettingError(
                    "late='drop' without lateness, so that no text is late: say from when on, such "
                    "as lateness='2h'"
                )
            return None
        try:
            return cls(span_seconds(lateness), late == "drop")
        except ValueError as error:
            raise SettingError(f"lateness={lateness!r:.40}: {error}") from None


class Sorted(NamedTuple):
    """Documents of a cut, sorted by whether they are late.

    Parameters
    ----------
    records : list of Record or None
        The documents, with their arrival in the place of a time after it; None for those that are
        not learnt from.
    dropped : list of int
        The places of these.
    learnt_times, dropped_times : array of float
        When late documents were written, in seconds since 1970.
    newest : float or None
        The newest time so far: the watermark. None if there was none.
    """

    records: list[Record | None]
    dropped: list[int]
    learnt_times: Array
    dropped_times: Array
    newest: float | None

    @classmethod
    def as_it_is(cls, records: Sequence[Record], newest: float | None) -> Sorted:
        """A cut whose times do not matter."""
        return cls([*records], [], np.empty(0), np.empty(0), newest)


def believed(times: Array, arrived: float) -> Array:
    """Times as they count: nobody writes a document a day after it has come.

    A day, since times without a zone may be those of any zone.

    Parameters
    ----------
    times : array of float
        When documents were written, in seconds since 1970; NaN if nobody knows.
    arrived : float
        When they came.

    Returns
    -------
    array of float
        The same, or ``arrived`` for those more than a day later.
    """
    return np.where(times > arrived + DAY, arrived, times)


def sort_late(
    records: Sequence[Record],
    arrived: float,
    lateness: Lateness | None,
    newest: float | None,
    column: TimeColumn,
) -> Sorted:
    """Sort the documents of a cut; each is compared with those before it.

    A document without a time is never late.

    Parameters
    ----------
    records : sequence of Record
        The documents, in their order.
    arrived : float
        When they came.
    lateness : Lateness or None
        What is late; None: nothing is.
    newest : float or None
        The newest time before them.
    column : TimeColumn
        How times are read.

    Returns
    -------
    Sorted
    """
    written = column.seconds(written_times(records))
    times = believed(written, arrived)
    known = np.where(np.isnan(times), -np.inf, times)
    newest_before = np.maximum.accumulate([-np.inf if newest is None else newest, *known])
    after = None if newest_before[-1] == -np.inf else float(newest_before[-1])
    late = times < newest_before[:-1] - (np.inf if lateness is None else lateness.seconds)
    dropped = late & (lateness is not None and lateness.drop)
    kept: list[Record | None] = [*records]
    for i in np.flatnonzero(written > times).tolist():
        kept[i] = _at(records[i], arrived)
    places = np.flatnonzero(dropped).tolist()
    for i in places:
        kept[i] = None
    return Sorted(kept, places, times[late & ~dropped], times[dropped], after)


def _at(record: Record, arrived: float) -> Record:
    """The record at the time of its arrival."""
    return record._replace(time=datetime.fromtimestamp(arrived, UTC).isoformat())
