"""Topics over time, in the file of the journal: minutes, then hours, then days.

The rows of a cut are written with the next one, in one transaction with the step up to which the
timeline goes. After a crash the cuts after the newest snapshot are learnt again, and those that the
timeline has already are not counted again. So it always says what the model has seen.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NamedTuple

from biterms.streams.observed import Observer
from biterms.streams.periods import DAY, FINE, HOUR, MEDIUM, MINUTE

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
_PERIOD = """
INSERT INTO period VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
    documents = documents + excluded.documents, words = words + excluded.words,
    unknown = unknown + excluded.unknown, lpp = lpp + excluded.lpp,
    scored = scored + excluded.scored
"""
_TOPIC = """
INSERT INTO topic_period VALUES (?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET
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


class Timeline:
    """Rows that wait to be written with the next cut.

    Parameters
    ----------
    step : int
        The step up to which the timeline goes.
    arrived : float
        When the cut of that step came.
    """

    def __init__(self, step: int, arrived: float) -> None:
        self.step, self._arrived = step, arrived
        self._waiting: list[tuple[int, Observer]] = []

    def add(self, step: int, seen: Observer) -> None:
        """Take what a cut says, unless the timeline has it already.

        Parameters
        ----------
        step : int
            The step of the cut.
        seen : Observer
            What it says.
        """
        if step > self.step:
            self._waiting.append((step, seen))

    def waiting(self) -> Waiting:
        """What waits to be written; it waits no more."""
        taken = Waiting(tuple(self._waiting), self._arrived)
        if self._waiting:
            self.step = self._waiting[-1][0]
            self._arrived = self._waiting[-1][1].arrived
            self._waiting = []
        return taken


class Waiting(NamedTuple):
    """Rows of some cuts.

    Parameters
    ----------
    cuts : tuple of (int, Observer)
        Steps, and what their cuts say.
    arrived : float
        When the cut before them came.
    """

    cuts: tuple[tuple[int, Observer], ...]
    arrived: float

    def write(self, db: sqlite3.Connection) -> None:
        """Write the rows; the caller's transaction makes them last.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        now = self.arrived
        for _, seen in self.cuts:
            db.executemany(_PERIOD, seen.periods)
            db.executemany(_TOPIC, seen.topics)
            if seen.arrived // HOUR != now // HOUR:  # a clock may also be set back
                for table in _shortened(seen.arrived):
                    for statement in _LONGER:
                        db.execute(statement, table)
            now = seen.arrived
        if self.cuts:
            rows = [("timeline_step", self.cuts[-1][0]), ("timeline_arrived", now)]
            db.executemany("INSERT OR REPLACE INTO fact VALUES (?, json(?))", rows)


def _shortened(now: float) -> Sequence[dict[str, int]]:
    """Which periods become longer ones, the finest first."""
    return (
        {"short": MINUTE, "long": HOUR, "end": int(now - FINE) // HOUR * HOUR},
        {"short": HOUR, "long": DAY, "end": int(now - MEDIUM) // DAY * DAY},
    )
