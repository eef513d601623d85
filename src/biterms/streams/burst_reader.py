"""Topics against what is usual for them, read by any process while a stream is followed."""

from __future__ import annotations

import math
import sqlite3
from collections.abc import Iterator
from os import PathLike
from typing import Any, NamedTuple

from biterms.errors import InputError
from biterms.streams.periods import MINUTE
from biterms.streams.reader import LENGTHS, opened

_LONG = """
SELECT begin / :length * :length, topic, sum(documents), sum(expected),
       avg((high - score) / 1.96)
FROM burst WHERE length <= :length GROUP BY 1, 2 ORDER BY 1, 2
"""
# What is usual in a minute is what is usual in its hour, or day, by the texts of each.
_MINUTES = """
WITH long AS (
    SELECT burst.length, burst.begin, sum(period.documents) AS documents
    FROM (SELECT DISTINCT length, begin FROM burst) AS burst JOIN period
    ON period.begin / burst.length * burst.length = burst.begin AND period.length <= burst.length
    GROUP BY 1, 2
)
SELECT period.begin, burst.topic, coalesce(topic_period.documents, 0),
       burst.expected * period.documents / long.documents,
       burst.documents, (burst.high - burst.score) / 1.96
FROM period
JOIN long ON period.begin / long.length * long.length = long.begin
JOIN burst ON burst.length = long.length AND burst.begin = long.begin
LEFT JOIN topic_period ON topic_period.length = period.length
    AND topic_period.begin = period.begin AND topic_period.topic = burst.topic
WHERE period.length = 60 ORDER BY 1, 2
"""


class Burst(NamedTuple):
    """How far a topic was above or below what it usually has.

    Parameters
    ----------
    begin, length : int
        The period: its beginning in seconds since 1970, and its seconds.
    topic : int
        The id of the topic.
    documents : int
        Documents that it led.
    expected : float
        Documents to be expected by its share of those before.
    score : float
        Logarithm of the ratio of the two: 0 is as ever, 0.7 twice as many.
    low, high : float
        Interval of 95 % of the score.
    """

    begin: int
    length: int
    topic: int
    documents: int
    expected: float
    score: float
    low: float
    high: float


def bursts(folder: str | PathLike[str], period: str = "day") -> list[Burst]:
    """How many documents topics led in each period, against what was to be expected.

    Parameters
    ----------
    folder : str or path
        The live model.
    period : {"minute", "hour", "day"}
        How long periods are. Hours are put together; days of slow streams, and of 60 days ago and
        more, are left out when hours are asked for. What is usual in a minute is that of its hour.
        The last hour, or day, is told when the next begins.

    Returns
    -------
    list of Burst
        By period and topic.

    Raises
    ------
    InputError
        If no stream has been followed there, or there is no such period.
    """
    if period not in LENGTHS:
        raise InputError(f"period={period!r:.40}: expected one of {', '.join(LENGTHS)}")
    with opened(folder) as db:
        return [*bursts_of(db, LENGTHS[period])]


def bursts_of(db: sqlite3.Connection, length: int) -> Iterator[Burst]:
    """The same of a journal that is open.

    Parameters
    ----------
    db : Connection
        The journal.
    length : int
        Seconds of a period.

    Yields
    ------
    Burst
    """
    if length > MINUTE:
        for begin, topic, documents, expected, sd in db.execute(_LONG, {"length": length}):
            yield _burst((begin, length, topic), documents, expected, sd)
        return
    for begin, topic, documents, expected, in_hour, sd in db.execute(_MINUTES):
        waver = max(0.0, sd**2 - 1.0 / (in_hour + 0.5))
        short = math.sqrt(1.0 / (documents + 0.5) + waver)
        yield _burst((begin, length, topic), documents, expected, short)


def _burst(key: tuple[int, int, int], documents: int, expected: float, sd: Any) -> Burst:
    score = math.log((documents + 0.5) / (expected + 0.5))
    half = 1.96 * sd
    return Burst(*key, documents, expected, score, score - half, score + half)
