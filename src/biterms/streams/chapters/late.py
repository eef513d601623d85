"""Documents that came late, by the day on which they were written."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from biterms.kernels import Array
from biterms.streams.observed import Observer
from biterms.streams.periods import DAY
from biterms.topics import TopicModel

SCHEMA = """
CREATE TABLE late (
    begin INTEGER PRIMARY KEY,     -- the day on which documents were written, seconds since 1970
    learnt INTEGER NOT NULL,       -- came late and were learnt from: they are in `period`, too
    dropped INTEGER NOT NULL       -- came late and were not learnt from: they are not
);
"""
_DAY = """
INSERT INTO late VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET
    learnt = learnt + excluded.learnt, dropped = dropped + excluded.dropped
"""


class LateRows(NamedTuple):
    """Late documents of a cut: the day, those that were learnt from and those that were not."""

    days: list[tuple[int, int, int]]

    def write(self, db: sqlite3.Connection) -> None:
        """Add to the days.

        Parameters
        ----------
        db : Connection
            The file of the journal.
        """
        db.executemany(_DAY, self.days)


class LateDocuments:
    """How many documents came late."""

    name = "late"

    def take(self, step: int, seen: Observer, model: TopicModel) -> LateRows:  # noqa: ARG002
        """Count those of a cut."""
        learnt, dropped = (
            Counter(int(time // DAY) * DAY for time in times)
            for times in (seen.late.learnt, seen.late.dropped)
        )
        return LateRows([(day, learnt[day], dropped[day]) for day in sorted({*learnt, *dropped})])

    def memory(self) -> Mapping[str, Array]:
        """Nothing: all is in the table."""
        return {}

    def remember(self, memory: Mapping[str, Array]) -> None:
        """Nothing to do."""
