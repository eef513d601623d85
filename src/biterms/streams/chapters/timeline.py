"""Topics over time: minutes, then hours, then days."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.streams.many_rows import insert
from biterms.streams.observed import Look, Observer
from biterms.streams.periods import DAY, FINE, HOUR, MEDIUM, MINUTE, periods_of
from biterms.topics import TopicModel
from biterms.topics.encode import words_known

SCHEMA = """
CREATE TABLE period (
    length INTEGER NOT NULL,       -- seconds: 60, 3600 or 86400
    begin INTEGER NOT NULL,        -- seconds since 1970
    documents INTEGER NOT NULL,
    words INTEGER NOT NULL,        -- different words of each document, stop words aside
    unknown INTEGER NOT NULL,      -- those that the model did not know when the document came
    lpp REAL NOT NULL,             -- summed over documents that were scored before they were learnt
    scored INTEGER NOT NULL,
    PRIMARY KEY (length, begin)
) WITHOUT ROWID;
CREATE TABLE topic_period (
    length INTEGER NOT NULL,
    begin INTEGER NOT NULL,
    topic INTEGER NOT NULL,        -- id of the topic
    documents INTEGER NOT NULL,    -- documents that it leads
    share REAL NOT NULL,           -- its shares in all documents, summed
    PRIMARY KEY (length, begin, topic)
) WITHOUT ROWID;
CREATE VIEW prevalence AS
    SELECT length, datetime(begin, 'unixepoch') AS time, topic, topic_period.documents,
           topic_period.share / period.documents AS share
    FROM topic_period JOIN period USING (length, begin);
"""
_ADDED_PERIOD = """
ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents, words = words + excluded.words,
    unknown = unknown + excluded.unknown, lpp = lpp + excluded.lpp,
    scored = scored + excluded.scored
"""
_ADDED_TOPIC = """
ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents, share = share + excluded.share
"""
_LONGER = (
    """
INSERT INTO period
    SELECT :long, begin / :long * :long, sum(documents), sum(words), sum(unknown), sum(lpp),
           sum(scored)
    FROM period WHERE length = :short AND begin < :end GROUP BY 2 ORDER BY 2
    ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents, words = words + excluded.words,
    unknown = unknown + excluded.unknown, lpp = lpp + excluded.lpp,
    scored = scored + excluded.scored
""",
    """
INSERT INTO topic_period
    SELECT :long, begin / :long * :long, topic, sum(documents), sum(share)
    FROM topic_period WHERE length = :short AND begin < :end GROUP BY 2, topic ORDER BY 2, topic
    ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents, share = share + excluded.share
""",
    "DELETE FROM period WHERE length = :short AND begin < :end",
    "DELETE FROM topic_period WHERE length = :short AND begin < :end",
)


class PeriodRow(NamedTuple):
    """Documents of one period, as far as a cut has any.

    Parameters
    ----------
    length, begin : int
        The period: seconds, and its beginning in seconds since 1970.
    documents : int
        Documents.
    words, unknown : int
        Different words of each, and those of them that the model did not know.
    lpp, scored : float
        Sum over documents that were scored of the log predictive probability per word, and how
        many these are.
    """

    length: int
    begin: int
    documents: int
    words: int
    unknown: int
    lpp: float
    scored: int


class TopicRow(NamedTuple):
    """A topic in one period, as far as a cut has any.

    Parameters
    ----------
    length, begin : int
        The period.
    topic : int
        The id of the topic.
    documents : int
        Documents that it leads.
    share : float
        Sum of its shares in all documents.
    """

    length: int
    begin: int
    topic: int
    documents: int
    share: float


class Timeline:
    """How many documents of each period every topic has, and how well they were predicted."""

    name = "timeline"

    def __init__(self) -> None:
        self._periods, self._topics = list[PeriodRow](), list[TopicRow]()

    def ahead(self, step: int, look: Look) -> None:  # noqa: ARG002
        """Count documents of a cut."""
        periods, at = _periods(look.times, look.arrived)
        self._periods += _period_rows(look, periods, at)
        self._topics += _topic_rows(look, periods, at)

    def take(self, step: int, seen: Observer, model: TopicModel) -> CutRows:  # noqa: ARG002
        """What was counted."""
        found = CutRows(seen.arrived, self._periods, self._topics)
        self._periods, self._topics = [], []
        return found

    def memory(self) -> Mapping[str, Array]:
        """Nothing: all is in the tables."""
        return {}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Nothing to do."""


def _periods(times: Array, arrived: float) -> tuple[Array, Array]:
    """Different periods, and the number of that of each document."""
    found = np.stack(periods_of(times, arrived))
    if (found == found[:, :1]).all():
        return found[:, :1], np.zeros(len(times), dtype=np.int64)
    periods, at = np.unique(found, axis=1, return_inverse=True)
    return periods, at.ravel()


def _period_rows(look: Look, periods: Array, at: Array) -> list[PeriodRow]:
    n = periods.shape[1]
    scored, documents = (np.bincount(some, minlength=n) for some in (at[: look.scored], at))
    words, known = (
        np.bincount(at, each, n).astype(int)
        for each in (look.coming.n_words, words_known(look.coming.documents))
    )
    columns = (*periods, documents, words, words - known, look.lpp * scored, scored)
    return [PeriodRow(*row) for row in zip(*(each.tolist() for each in columns), strict=True)]


def _topic_rows(look: Look, periods: Array, at: Array) -> list[TopicRow]:
    rows, ids = list[TopicRow](), look.ids.tolist()
    for i, (length, begin) in enumerate(periods.T.tolist()):
        some = look.mixtures[at == i] if periods.shape[1] > 1 else look.mixtures
        led = np.bincount(look.lead[(at == i) & look.known], minlength=len(ids))
        numbers = zip(ids, led.tolist(), some.sum(axis=0).tolist(), strict=True)
        rows += [TopicRow(length, begin, *row) for row in numbers if row[2] > 0]
    return rows


class CutRows(NamedTuple):
    """The timeline of a cut.

    Parameters
    ----------
    arrived : float
        When it came, in seconds since 1970.
    periods : list of PeriodRow
        Its documents by period.
    topics : list of TopicRow
        The same by period and topic.
    """

    arrived: float
    periods: list[PeriodRow]
    topics: list[TopicRow]

    def write(self, db: sqlite3.Connection) -> None:
        """Add to the periods; older ones become longer ones with every new hour.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        insert(db, "INSERT INTO period", self.periods, _ADDED_PERIOD)
        insert(db, "INSERT INTO topic_period", self.topics, _ADDED_TOPIC)
        before = db.execute("SELECT value FROM fact WHERE name = 'timeline'").fetchone()
        if before is None or float(before[0]) // HOUR != self.arrived // HOUR:
            for table in _shortened(self.arrived):  # a clock may also be set back
                for statement in _LONGER:
                    db.execute(statement, table)
        db.execute("INSERT OR REPLACE INTO fact VALUES ('timeline', json(?))", (self.arrived,))


def _shortened(now: float) -> Sequence[dict[str, int]]:
    """Which periods become longer ones, the finest first."""
    return (
        {"short": MINUTE, "long": HOUR, "end": int(now - FINE) // HOUR * HOUR},
        {"short": HOUR, "long": DAY, "end": int(now - MEDIUM) // DAY * DAY},
    )
