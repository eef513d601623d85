"""The topics of a live model over time with everything that is known of them, as a table."""

from __future__ import annotations

import sqlite3
from os import PathLike
from typing import NamedTuple

from biterms.streams.burst_reader import bursts_of
from biterms.streams.digest import labels_of
from biterms.streams.reader import LENGTHS, opened, prevalence

_WORDS = """
SELECT begin / :length * :length AS start, topic, max(begin), moved, chance
FROM topic_words WHERE length <= :length GROUP BY 1, 2
"""
_ALARMS = """
SELECT cast(since AS INTEGER) / :length * :length, topic, max(strength)
FROM alarm WHERE topic IS NOT NULL GROUP BY 1, 2
"""


class CourseRow(NamedTuple):
    """A topic in one period.

    Parameters
    ----------
    begin, seconds : int
        When the period begins, in seconds since 1970, and how long it is.
    topic : int
        The id of the topic.
    label : str
        Its name: what people say, or else its words.
    documents : int
        Documents that it leads.
    share : float
        Its share of all documents of the period.
    moved, chance : float or None
        How far its words have moved since they were last written, and what chance alone explains;
        None where they were not written in this period.
    expected : float or None
        Documents to be expected by what is usual for the topic; None where that is not known.
    burst, low, high : float or None
        Logarithm of the ratio of documents to those expected, and its interval of 95 %: above
        what is usual if `low` is above 0.
    alarm : float or None
        The strength of the strongest alarm of this topic that began in the period.
    """

    begin: int
    seconds: int
    topic: int
    label: str
    documents: int
    share: float
    moved: float | None
    chance: float | None
    expected: float | None
    burst: float | None
    low: float | None
    high: float | None
    alarm: float | None


def courses(folder: str | PathLike[str], period: str = "day") -> list[CourseRow]:
    """The topics of a live model over time: shares, how far their words moved, and bursts.

    Parameters
    ----------
    folder : str or path
        The live model.
    period : {"minute", "hour", "day"}
        How long periods are, as for `prevalence`.

    Returns
    -------
    list of CourseRow
        By period and topic.

    Raises
    ------
    InputError
        If no stream has been followed there, or there is no such period.
    """
    counted = prevalence(folder, period)
    length = LENGTHS[period]
    with opened(folder) as db:
        labels = labels_of(db)
        words = {
            (begin, topic): (moved, chance)
            for begin, topic, _, moved, chance in db.execute(_WORDS, {"length": length})
        }
        bursts = {
            (one.begin, one.topic): (one.expected, one.score, one.low, one.high)
            for one in bursts_of(db, length)
        }
        alarms = _alarms(db, length)
    rows = list[CourseRow]()
    for row in counted:
        key = row.begin, row.topic
        moved, chance = words.get(key, (None, None))
        expected, burst, low, high = bursts.get(key, (None, None, None, None))
        seen = (row.begin, row.length, row.topic, labels.get(row.topic, ""))
        usual = (moved, chance, expected, burst, low, high)
        rows.append(CourseRow(*seen, row.documents, row.share, *usual, alarms.get(key)))
    return rows


def _alarms(db: sqlite3.Connection, length: int) -> dict[tuple[int, int], float]:
    """The strongest alarm by period and topic; none if the stream has no such table."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alarm'").fetchone():
        return {}
    rows = db.execute(_ALARMS, {"length": length})
    return {(begin, topic): strength for begin, topic, strength in rows}
