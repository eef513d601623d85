"""Bursts of topics: how many documents each leads in a period, against what was to be expected."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.chapters.detection.spread import Spread, scored
from biterms.streams.chapters.usual import Usual
from biterms.streams.observed import Look, Observer
from biterms.streams.periods import DAY, HOUR, MEDIUM
from biterms.topics import TopicModel

SCHEMA = """
CREATE TABLE burst (
    length INTEGER NOT NULL,       -- seconds: 3600, or 86400 for slow streams and old periods
    begin INTEGER NOT NULL,        -- seconds since 1970
    topic INTEGER NOT NULL,        -- id of the topic
    documents INTEGER NOT NULL,    -- documents that it led
    expected REAL NOT NULL,        -- by what is usual for it, also at this hour of the day
    score REAL NOT NULL,           -- log of the ratio of the two
    low REAL NOT NULL,             -- its interval of 95 %
    high REAL NOT NULL,
    PRIMARY KEY (length, begin, topic)
) WITHOUT ROWID;
"""
#: documents of an hour with which hours are told, else days
ENOUGH = 100
#: documents before there is anything to expect
BEFORE = 500
_OLD = """
SELECT begin / :day * :day, topic, sum(documents), sum(expected), avg((high - score) / 1.96)
FROM burst WHERE length = :hour AND begin < :end GROUP BY 1, 2 ORDER BY 1, 2
"""


class BurstRow(NamedTuple):
    """A row of the table `burst`, with its columns."""

    length: int
    begin: int
    topic: int
    documents: int
    expected: float
    score: float
    low: float
    high: float


class Bursts:
    """How far topics are above or below what they usually have."""

    name = "bursts"

    def __init__(self) -> None:
        self._length, self._begin = 0, 0
        self._documents, self._n = np.zeros(0), 0.0
        self._usual, self._spread = Usual(), Spread()
        self._over = list[BurstRow]()

    def ahead(self, step: int, look: Look) -> None:  # noqa: ARG002
        """Count documents of a cut."""
        for begin, topics in self._periods(look):
            if begin > self._begin:
                self._over += self._close()
                self._begin = begin
            self._count(topics)

    def take(self, step: int, seen: Observer, model: TopicModel) -> BurstRows:  # noqa: ARG002
        """What periods say that are over."""
        rows, self._over = self._over, []
        return BurstRows(rows)

    def _periods(self, look: Look) -> Iterator[tuple[int, Array]]:
        """Periods of documents in their order, and the topics of their documents."""
        if not self._length:
            self._length = _length_for(look.times)
        begins = np.floor(look.times).astype(np.int64) // self._length * self._length
        topics = np.where(look.known, look.ids[look.lead], -1)
        # documents that are late count in the period that is open
        begins = np.maximum(begins, self._begin)
        for begin in np.unique(begins).tolist():
            yield begin, topics[begins == begin]

    def _count(self, topics: Array) -> None:
        known = topics[topics >= 0]
        more = max(int(known.max(initial=-1)) + 1, len(self._documents)) - len(self._documents)
        self._documents = np.pad(self._documents, (0, more))
        self._usual.widen(len(self._documents))
        self._documents += np.bincount(known, minlength=len(self._documents))
        self._n += len(topics)

    def _close(self) -> list[BurstRow]:
        """What the period that is over says; it is part of what is usual from now on."""
        rows, n = list[BurstRow](), self._n
        if self._usual.exposure >= BEFORE and n:
            expected = n * self._usual.shares(self._begin, self._length)
            documents = self._documents
            told = np.flatnonzero((documents > 0) | (expected >= 1.0))
            scores = scored(documents[told], expected[told], self._spread.value)
            columns = (told, documents[told].astype(int), expected[told], *scores)
            rows = [
                BurstRow(self._length, self._begin, *row)
                for row in zip(*(each.tolist() for each in columns), strict=True)
            ]
            self._spread.learn(documents[told], expected[told])
        self._usual.learn(self._begin, self._length, self._documents, n)
        self._documents, self._n = np.zeros_like(self._documents), 0.0
        return rows

    def memory(self) -> Mapping[str, Array]:
        """What is usual, and the period that is open."""
        numbers = [self._length, self._begin, self._n, *self._spread.sums]
        own = {"numbers": np.array(numbers), "documents": self._documents.copy()}
        return own | self._usual.memory()

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Be as it was; what did not know hours of the day begins anew."""
        if "hours" not in memory:
            return
        length, begin, self._n, *sums = memory["numbers"].tolist()
        self._length, self._begin, self._spread.sums = int(length), int(begin), sums
        self._documents = memory["documents"].copy()
        self._usual.remember(memory)


def _length_for(times: Array) -> int:
    """Hours, or days if the first documents come too slowly for hours."""
    hours = max(1.0, float(times.max() - times.min()) / HOUR)
    return HOUR if len(times) / hours >= ENOUGH else DAY


class BurstRows(NamedTuple):
    """Periods that have ended with a cut.

    Parameters
    ----------
    rows : list of BurstRow
        The topics in them.
    """

    rows: list[BurstRow]

    def write(self, db: sqlite3.Connection) -> None:
        """Write the periods; with a new day, hours of long ago become days.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        db.executemany("INSERT OR REPLACE INTO burst VALUES (?, ?, ?, ?, ?, ?, ?, ?)", self.rows)
        if any(row.length == HOUR and row.begin % DAY == 0 for row in self.rows):
            end = max(row.begin for row in self.rows) - MEDIUM
            asked = {"day": DAY, "hour": HOUR, "end": end // DAY * DAY}
            for begin, topic, documents, expected, sd in db.execute(_OLD, asked).fetchall():
                score = np.log((documents + 0.5) / (expected + 0.5))
                row = (DAY, begin, topic, documents, expected, float(score))
                interval = (float(score - 1.96 * sd), float(score + 1.96 * sd))
                db.execute(
                    "INSERT OR REPLACE INTO burst VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                    (*row, *interval),
                )
            db.execute("DELETE FROM burst WHERE length = :hour AND begin < :end", asked)
