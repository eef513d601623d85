"""The topics of a live model over time with everything that is known of them, as a table."""

from __future__ import annotations

import sqlite3
from os import PathLike
from typing import NamedTuple

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
    burst : float or None
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
    burst: float | None


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
    rows = prevalence(folder, period)
    length = LENGTHS[period]
    with opened(folder) as db:
        labels = labels_of(db)
        words = {
            (begin, topic): (moved, chance)
            for begin, topic, _, moved, chance in db.execute(_WORDS, {"length": length})
        }
        bursts = _bursts(db, length)
    return [
        CourseRow(
            *(row.begin, row.length, row.topic, labels.get(row.topic, "")),
            *(row.documents, row.share),
            *words.get((row.begin, row.topic), (None, None)),
            bursts.get((row.begin, row.topic)),
        )
        for row in rows
    ]


def _bursts(db: sqlite3.Connection, length: int) -> dict[tuple[int, int], float]:
    """The strongest alarm by period and topic; none if the stream has no such table."""
    if not db.execute("SELECT 1 FROM sqlite_master WHERE name = 'alarm'").fetchone():
        return {}
    rows = db.execute(_ALARMS, {"length": length})
    return {(begin, topic): strength for begin, topic, strength in rows}
