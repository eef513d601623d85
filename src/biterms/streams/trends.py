"""Which topics have risen or faded lately: since when, how much, and how sure that is."""

from __future__ import annotations

import sqlite3
from typing import NamedTuple, Self

import numpy as np

from biterms.kernels import Array
from biterms.streams.chances import p_values

#: how much longer than the window the time before it is, that it is compared with
BEFORE = 7
#: points of a window in the course of a topic
POINTS = 12
PIECES = (1 + BEFORE) * POINTS
#: a change is told if chance explains it less often than this, and it is at least so large
LEVEL, LEAST = 0.01, 1.25
_PERIODS = "SELECT begin, length, documents FROM period WHERE begin + length > ? AND begin < ?"
_TOPICS = """
SELECT topic, begin, length, documents, share FROM topic_period
WHERE begin + length > ? AND begin < ?
"""


class Trend(NamedTuple):
    """How a topic went.

    Parameters
    ----------
    topic : int
        The id of the topic.
    documents : int
        Documents of the window that it leads.
    share, before : float
        Its share of the window, and of the time before.
    since : float
        When the change began, in seconds since 1970.
    p_value : float
        How often chance would give such a change in any topic, at most.
    course : list of float or None
        Its share from the time before to the end, in points as far apart; None without texts.
    """

    topic: int
    documents: int
    share: float
    before: float
    since: float
    p_value: float
    course: list[float | None]

    @property
    def told(self) -> bool:
        """Whether it is worth telling."""
        small, large = sorted((self.share, self.before))
        return self.p_value <= LEVEL and large >= LEAST * small


class Grid(NamedTuple):
    """Equal pieces of time: those of a window, and of the time before it.

    Parameters
    ----------
    begin, piece : float
        When they begin, in seconds since 1970, and the seconds of each.
    """

    begin: float
    piece: float

    @classmethod
    def of(cls, until: float, length: float) -> Self:
        """The pieces of a window of some length up to its end."""
        return cls(until - (1 + BEFORE) * length, length / POINTS)

    def at(self, begin: Array, length: Array) -> Array:
        """The piece that the middle of each period lies in."""
        middle = begin + length / 2
        return np.clip((middle - self.begin) // self.piece, 0, PIECES - 1).astype(np.int64)


class Course:
    """Documents and topics in equal pieces of time, up to the end of a window.

    Parameters
    ----------
    grid : Grid
        The pieces.
    ids : array of int
        The ids of the topics.
    documents : array of shape (pieces,)
        Documents.
    led, shares : array of shape (topics, pieces)
        Documents that each topic leads, and its shares in documents, summed.
    """

    first = BEFORE * POINTS  #: piece of the window

    def __init__(self, grid: Grid, ids: Array, documents: Array, led: Array, shares: Array) -> None:
        self.grid, self.ids = grid, ids
        self.documents, self.led, self.shares = documents, led, shares

    @classmethod
    def read(cls, db: sqlite3.Connection, until: float, length: float) -> Self:
        """Read the tables of a journal.

        Parameters
        ----------
        db : Connection
            The journal.
        until, length : float
            The end of the window in seconds since 1970, and its seconds.
        """
        grid, n = Grid.of(until, length), PIECES
        periods = np.array(db.execute(_PERIODS, (grid.begin, until)).fetchall()).reshape(-1, 3)
        topics = np.array(db.execute(_TOPICS, (grid.begin, until)).fetchall()).reshape(-1, 5)
        documents = np.bincount(grid.at(periods[:, 0], periods[:, 1]), periods[:, 2], n)
        ids, rows = np.unique(topics[:, 0].astype(np.int64), return_inverse=True)
        cells = rows * n + grid.at(topics[:, 1], topics[:, 2])
        shape, size = (len(ids), n), len(ids) * n
        led = np.bincount(cells, topics[:, 3], size).reshape(shape)
        shares = np.bincount(cells, topics[:, 4], size).reshape(shape)
        return cls(grid, ids, documents, led, shares)

    @property
    def texts(self) -> tuple[int, int]:
        """Texts of the window, and of the time before."""
        return int(self.documents[self.first :].sum()), int(self.documents[: self.first].sum())

    def trends(self) -> list[Trend]:
        """How each topic went."""
        since, chance = self._changes()
        columns = (self.ids, *self._sums(), self.grid.begin + since * self.grid.piece, chance)
        lists = (each.tolist() for each in columns)
        return [Trend(*row) for row in zip(*lists, self._courses(), strict=True)]

    def _changes(self) -> tuple[Array, Array]:
        """The piece that the change of each topic begins with, and how often it would be chance."""
        splits, topics = self._splits(), len(self.ids)
        if not len(splits) or not topics:
            return np.full(topics, self.first), np.ones(topics)
        found = p_values(self.documents, self.shares, self.first, splits)
        # chance may do it in any topic, at any split, in both directions
        chance = 2 * found.size * found.min(axis=1)
        return splits[found.argmin(axis=1)], np.minimum(chance, 1.0)

    def _splits(self) -> Array:
        """Pieces of the window that a change may begin with, one of those without texts between."""
        before = np.cumsum(self.documents)[self.first - 1 : -1]
        there = (before < self.documents.sum()) & (before[0] > 0)  # nothing before: no change
        _, places = np.unique(before[there], return_index=True)
        return np.asarray(self.first + np.flatnonzero(there)[places])

    def _sums(self) -> tuple[Array, Array, Array]:
        """Of each topic: texts of the window that it leads, its share of it, and that before."""
        now, old = self.texts
        led, shares, first = self.led, self.shares, self.first
        return (
            led[:, first:].sum(axis=1).astype(np.int64),
            shares[:, first:].sum(axis=1) / max(now, 1),
            shares[:, :first].sum(axis=1) / max(old, 1),
        )

    def _courses(self) -> list[list[float | None]]:
        """The course of each topic: four points before for each window, all of the window."""
        n = self.documents.reshape(-1, 3).sum(axis=1)
        shares = self.shares.reshape(len(self.ids), len(n), 3).sum(axis=2) / np.maximum(n, 1.0)
        there = (n > 0).tolist()
        return [
            [share if known else None for share, known in zip(row, there, strict=True)]
            for row in shares.tolist()
        ]
