"""Every text as a point of a map, near the places of its topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.topics.over_time import TopicsOverTime
from biterms.topics.periods import COUNTED_BY, longer, periods_of
from biterms.topics.positions import radii_of
from biterms.topics.sample import mixed

#: points at most; of more texts a fair sample
MOST_POINTS = 1_000_000
#: places along each side: a point takes 12 bits and 12 bits
SIDE = 4096
#: two standard deviations of how far points stray, in radii of the circle of their topic
STRAY = 1.0
#: how much more a text is drawn to its main topic than to its others
PULL = 3.0
#: room around the circles, in radii of the largest
MARGIN = 1.3


class Ground(NamedTuple):
    """Where topics are on the map: a circle for each column of mixtures.

    Parameters
    ----------
    columns : array of int
        Columns of mixtures that have a place.
    places : array of shape (columns, 2)
        Their places.
    radii : array
        The radii of their circles.
    """

    columns: Array
    places: Array
    radii: Array

    @classmethod
    def of(cls, columns: Array, places: Array, sizes: Array) -> Ground:
        """Circles whose areas are the sizes."""
        return cls(columns, places, radii_of(sizes))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of the map."""
        room = MARGIN * self.radii.max()
        left, bottom = self.places.min(axis=0) - room
        right, top = self.places.max(axis=0) + room
        return float(left), float(bottom), float(right), float(top)

    def points(self, mixtures: Array, numbers: Array) -> tuple[Array, Array, Array]:
        """Places of texts as numbers from 0 to 4095, and the place of the topic that leads.

        Parameters
        ----------
        mixtures : array of shape (texts, topics)
            Mixtures over all topics.
        numbers : array of uint64
            A random number of each text, which says in which direction it strays.

        Notes
        -----
        A text is at the mean of the places of its topics, weighted by the cubes of the shares, and
        strays from there as a Gaussian does with a standard deviation of half the radius of
        its main topic, so that texts of one mixture do not hide each other.
        """
        shares = mixtures[:, self.columns]
        main = shares.argmax(axis=1)
        weights = shares**PULL
        places = weights @ self.places / weights.sum(axis=1, keepdims=True)
        places += STRAY * self.radii[main, None] * _strays(numbers)
        left, bottom, right, top = self.box
        steps = (places - [left, bottom]) / [right - left, top - bottom] * SIDE
        x, y = np.clip(steps, 0, SIDE - 1).astype(np.uint16).T
        return x, y, main.astype(np.uint16)


def _strays(numbers: Array) -> Array:
    """Two numbers for each text, normally distributed: Box and Muller (1958)."""
    low = (numbers & np.uint64(0x7FFFFFFF)).astype(np.float64)
    high = (numbers >> np.uint64(32)).astype(np.float64)
    far = np.sqrt(-2 * np.log((low + 1) / 2**31)) / 2
    angle = 2 * np.pi * high / 2**31
    return np.column_stack([far * np.cos(angle), far * np.sin(angle)])


@dataclass(frozen=True, eq=False)
class DocumentMap:
    """Texts as points of a map, sorted by topic, by period and from left to right.

    Parameters
    ----------
    ids : tuple of int
        Ids of the topics.
    counts : array of shape (topics, periods + 1)
        How many points each topic leads in each period; the last column: without a time.
    x, y : array of uint16
        Places from 0 to 4095, in the order of `counts`.
    box : tuple of float
        Left, bottom, right and top, in the units of the places of topics.
    n_texts : int
        Texts with a known word, of which these are all or a fair sample.
    """

    ids: tuple[int, ...]
    counts: Array
    x: Array
    y: Array
    box: tuple[float, float, float, float]
    n_texts: int


class Points:
    """Takes texts as they go by, and keeps at most a million of them as points.

    Parameters
    ----------
    ground : Ground
        Where topics are.
    """

    def __init__(self, ground: Ground) -> None:
        self.ground, self.n_seen, self.n_texts = ground, 0, 0
        kinds = (np.uint16, np.uint16, np.uint16, np.float64, np.uint64)
        self._kept: list[tuple[Array, ...]] = [tuple(np.empty(0, dtype=kind) for kind in kinds)]
        self._size = 0

    def add(self, seconds: Array, mixtures: Array) -> None:
        """Take texts: seconds since 1970 or NaN, and mixtures, NaN where no word is known."""
        numbers = mixed(np.arange(self.n_seen, self.n_seen + len(mixtures), dtype=np.uint64))
        known = np.flatnonzero(np.isfinite(mixtures[:, 0]))
        self.n_seen, self.n_texts = self.n_seen + len(mixtures), self.n_texts + len(known)
        numbers = numbers[known]
        points = self.ground.points(mixtures[known], numbers)
        self._kept.append((*points, seconds[known], numbers))
        self._size += len(known)
        if self._size > 1.25 * MOST_POINTS:
            self._kept = [self._fewer()]
            self._size = MOST_POINTS

    def _fewer(self) -> tuple[Array, ...]:
        """The million that have the smallest numbers: each text with the same probability."""
        every = tuple(np.concatenate(parts) for parts in zip(*self._kept, strict=True))
        if len(every[0]) <= MOST_POINTS:
            return every
        few = np.sort(np.argpartition(every[-1], MOST_POINTS)[:MOST_POINTS])
        return tuple(part[few] for part in every)

    def map(self, ids: tuple[int, ...], course: TopicsOverTime | None) -> DocumentMap:
        """The points, with the periods of a course.

        Parameters
        ----------
        ids : tuple of int
            Ids of the topics on the ground.
        course : TopicsOverTime, optional
            Its periods are those that points are sorted by.
        """
        x, y, main, seconds, _ = self._fewer()
        period, n_periods = _periods(seconds, course)
        order = np.lexsort((y, x, period, main))
        counts = np.zeros((len(ids), n_periods + 1), dtype=np.uint32)
        np.add.at(counts, (main, period), 1)
        return DocumentMap(ids, counts, x[order], y[order], self.ground.box, self.n_texts)


def _periods(seconds: Array, course: TopicsOverTime | None) -> tuple[Array, int]:
    """The number of the period of each text; the last, which is none, for those without one."""
    if course is None:
        return np.zeros(len(seconds), dtype=np.int64), 0
    n, unit = len(course.periods), COUNTED_BY[course.freq]
    begins = np.array([np.datetime64(day, "s").astype(np.int64) for day in course.periods])
    keys = longer(periods_of(begins.astype(np.float64), unit), unit, course.freq)
    known = np.isfinite(seconds)
    own = longer(periods_of(np.where(known, seconds, 0.0), unit), unit, course.freq)
    at = np.minimum(np.searchsorted(keys, own), n - 1)
    return np.where(known & (keys[at] == own), at, n), n
