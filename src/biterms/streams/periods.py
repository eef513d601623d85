"""Minutes, hours and days of a timeline."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array

MINUTE, HOUR, DAY = 60, 3600, 86_400
#: seconds after which minutes become hours, and hours days
FINE, MEDIUM = 2 * DAY, 60 * DAY
#: how far ahead of the clock texts may be written: in a zone that is ahead of UTC, say
AHEAD = DAY


def lengths_of(times: Array, now: float) -> Array:
    """How long the periods of documents are: the older they are, the longer.

    Parameters
    ----------
    times : array of float
        When the documents were written, in seconds since 1970.
    now : float
        When they came.

    Returns
    -------
    array of int
        `MINUTE`, `HOUR` or `DAY` for each.
    """
    age = now - times
    return np.where(age < FINE, MINUTE, np.where(age < MEDIUM, HOUR, DAY)).astype(np.int64)


def periods_of(times: Array, now: float) -> tuple[Array, Array]:
    """The period of each document: how long it is, and when it begins."""
    lengths = lengths_of(times, now)
    return lengths, np.floor(times).astype(np.int64) // lengths * lengths


def end_of(begins: Array, lengths: Array, now: float) -> float:
    """Where windows of time end: with the newest texts, and within a period that goes on, now.

    Parameters
    ----------
    begins, lengths : array of float
        Periods that have texts; one at least. Those more than a day ahead of the clock, which was
        wrong once, count if there are no others.
    now : float
        The time by the clock.
    """
    ends, near = begins + lengths, begins <= now + AHEAD
    ends = np.where(begins < now, np.minimum(ends, now), ends)
    return float((ends[near] if near.any() else ends).max())
