"""The periods of a stream and their topics in memory: only those that changed are read again."""

from __future__ import annotations

import sqlite3
import threading
from dataclasses import dataclass
from typing import Self

import numpy as np

from biterms.kernels import Array
from biterms.streams.trends import PIECES, Course, Grid

_PERIODS = """
SELECT length, begin, documents, words, unknown, scored, lpp FROM period ORDER BY begin, length
"""
_TOPICS = "SELECT topic, documents, share FROM topic_period WHERE length = ? AND begin = ?"


@dataclass(frozen=True)
class Periods:
    """Documents and topics of every period, in the order of time.

    Parameters
    ----------
    table : array of shape (periods, 7)
        Seconds and begin of each period, its documents, words, unknown words, documents that were
        scored, and the sum of their scores.
    ids : array of int
        The ids of the topics.
    led, shares : array of shape (periods, topics)
        Documents that each topic leads, and its shares in documents, summed.
    """

    table: Array
    ids: Array
    led: Array
    shares: Array

    @classmethod
    def none(cls) -> Self:
        """Those of a stream that has not begun."""
        empty = np.empty((0, 0))
        return cls(np.empty((0, 7)), np.empty(0, dtype=np.int64), empty, empty)

    def after(self, db: sqlite3.Connection) -> Periods:
        """What the journal says now; periods whose row is the same are not looked at again.

        Whatever adds to the topics of a period adds to its documents, in the same transaction.
        """
        table = np.array(db.execute(_PERIODS).fetchall(), dtype=np.float64).reshape(-1, 7)
        known = {row.tobytes(): i for i, row in enumerate(self.table)}
        from_ = np.array([known.get(row.tobytes(), -1) for row in table], dtype=np.int64)
        new = np.flatnonzero(from_ < 0)
        if not len(new) and len(table) == len(self.table):
            return self
        read = [_topics(db, table[i]) for i in new]
        ids = np.unique(np.concatenate([self.ids, *(each[:, 0].astype(np.int64) for each in read)]))
        led, shares = (np.zeros((len(table), len(ids))) for _ in range(2))
        columns, kept = np.searchsorted(ids, self.ids), np.flatnonzero(from_ >= 0)
        for to, values in ((led, self.led), (shares, self.shares)):
            to[kept[:, None], columns] = values[from_[kept]]
        for i, rows in zip(new.tolist(), read, strict=True):
            at = np.searchsorted(ids, rows[:, 0].astype(np.int64))
            led[i, at], shares[i, at] = rows[:, 1], rows[:, 2]
        return Periods(table, ids, led, shares)

    @property
    def ends(self) -> Array:
        """When each period ends."""
        return np.asarray(self.table[:, 0] + self.table[:, 1])

    @property
    def documents(self) -> Array:
        """Documents of each period."""
        return np.asarray(self.table[:, 2])

    def course(self, until: float, length: float) -> Course:
        """The topics in equal pieces of time, up to the end of a window."""
        grid = Grid.of(until, length)
        some = (self.ends > grid.begin) & (self.table[:, 1] < until)
        at = grid.at(self.table[some, 1], self.table[some, 0])
        sums = (
            pieces(values[some], at, PIECES) for values in (self.documents, self.led, self.shares)
        )
        documents, led, shares = sums
        there = shares.any(axis=0)  # how sure a change is depends on the number of topics
        return Course(grid, self.ids[there], documents, led[:, there].T, shares[:, there].T)


class KnownPeriods:
    """Keeps the newest periods; any thread may ask."""

    def __init__(self) -> None:
        self._lock, self._newest = threading.Lock(), Periods.none()

    def read(self, db: sqlite3.Connection) -> Periods:
        """The periods of a journal as it is now."""
        with self._lock:
            self._newest = self._newest.after(db)
            return self._newest


def pieces(values: Array, at: Array, n: int) -> Array:
    """Sums of the rows that belong to each of n pieces; `at` says to which, in any order.

    Parameters
    ----------
    values : array of shape (rows,) or (rows, columns)
        Numbers.
    at : array of int of shape (rows,)
        A piece for each row.
    n : int
        Number of pieces.
    """
    found = np.zeros((n, *values.shape[1:]))
    order = np.argsort(at, kind="stable")
    there, begins = np.unique(at[order], return_index=True)
    if len(there):
        found[there] = np.add.reduceat(values[order], begins, axis=0)
    return found


def _topics(db: sqlite3.Connection, row: Array) -> Array:
    asked = (int(row[0]), int(row[1]))
    return np.array(db.execute(_TOPICS, asked).fetchall(), dtype=np.float64).reshape(-1, 3)
