"""The words with the largest values in each topic, kept up as values change."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array

#: free places of each topic at least, so that a pool is not cut with each change
SPARE = 64


class Pool:
    """The words with the largest values in some topics; of equal ones those with smaller ids.

    A word that is not in the pool of a topic comes after the bound of the topic, a value and an id.

    Parameters
    ----------
    topics : array of int
        The topics.
    size : int
        Words of each topic that are kept when a pool is cut.
    """

    def __init__(self, topics: Array, size: int) -> None:
        n, room = len(topics), size + max(SPARE, size // 4)
        self.topics, self.size = topics, size
        self.words = np.zeros((n, room), dtype=np.int32)
        self.values = np.full((n, room), -np.inf)  # -inf: a free place
        self.least, self._last = np.full(n, -np.inf), np.zeros(n, dtype=np.int64)
        self._used = np.zeros(n, dtype=np.int64)

    def fill(self, row: int, column: Array) -> None:
        """Take the words of one topic out of the values of all words; -inf is no word."""
        at = largest(column, self.size + 1)
        n = min(self.size, len(at))
        self.words[row, :n], self.values[row, :n] = at[:n], column[at[:n]]
        if len(at) > n:
            self.least[row], self._last[row] = column[at[n]], at[n]
        self._used[row] = n

    def change(self, words: Array, values: Array, n_words: int) -> None:
        """Take other values of words: a row for each word, a column for each topic of the pool."""
        entering = self._ahead(values, words[:, None])
        numbers = np.full(n_words, -1, dtype=np.int32)
        numbers[words] = np.arange(len(words))
        at = numbers[self.words]
        rows, places = np.nonzero((at >= 0) & (self.values > -np.inf))
        at = at[rows, places]
        self.values[rows, places] = np.where(entering[at, rows], values[at, rows], -np.inf)
        entering[at, rows] = False
        self._enter(words, values, entering)

    def ahead(self, values: Array, words: Array) -> Array:
        """Whether words with these values, a row for each topic, are in the pool."""
        return self._ahead(values.T, words.T).T

    def only(self, rows: Array) -> Pool:
        """The pool of some of its topics."""
        other = Pool.__new__(Pool)
        other.size = self.size
        other.topics, other.words, other.values = (
            each[rows] for each in (self.topics, self.words, self.values)
        )
        other.least, other._last, other._used = (
            each[rows] for each in (self.least, self._last, self._used)
        )
        return other

    def _ahead(self, values: Array, words: Array) -> Array:
        """The same with a column for each topic."""
        least = self.least
        return np.asarray((values > least) | ((values == least) & (words < self._last)))

    def _enter(self, words: Array, values: Array, entering: Array) -> None:
        """Put words in free places; if there are not enough, keep the best of all."""
        counts = entering.sum(axis=0)
        if (self._used + counts > self.words.shape[1]).any():
            self._cut(int(counts.max(initial=0)))
            entering &= self._ahead(values, words[:, None])
            counts = entering.sum(axis=0)
        rows, at = np.nonzero(entering.T)
        places = np.arange(len(rows)) + (self._used - np.cumsum(counts) + counts)[rows]
        self.words[rows, places], self.values[rows, places] = words[at], values[at, rows]
        self._used += counts
        room = self.size + max(SPARE, self.size // 4)
        if self.words.shape[1] > room:
            self._cut(room - self.size)

    def _cut(self, free: int) -> None:
        """Keep ``size`` words of each topic, and have some places free behind them."""
        kept = self._kept()
        rows, places = np.nonzero(kept)
        counts = kept.sum(axis=1)
        to = np.arange(len(rows)) - (np.cumsum(counts) - counts)[rows]
        shape = (len(kept), self.size + max(SPARE, self.size // 4, free))
        words, values = np.zeros(shape, dtype=np.int32), np.full(shape, -np.inf)
        words[rows, to], values[rows, to] = self.words[rows, places], self.values[rows, places]
        self.words, self.values, self._used = words, values, counts

    def _kept(self) -> Array:
        """Which places have the best words; the first of the others become the bounds."""
        n = self.size
        limit = -np.partition(-self.values, n, axis=1)[:, n]
        kept = self.values > limit[:, None]
        rows, places = np.nonzero((self.values == limit[:, None]) & (limit > -np.inf)[:, None])
        order = np.lexsort((self.words[rows, places], rows))
        rows, places = rows[order], places[order]
        rank = np.arange(len(rows)) - np.searchsorted(rows, rows) + kept.sum(axis=1)[rows]
        kept[rows[rank < n], places[rank < n]] = True
        first = rank == n
        self.least[rows[first]] = limit[rows[first]]
        self._last[rows[first]] = self.words[rows[first], places[first]]
        return kept


def largest(values: Array, n: int) -> Array:
    """Places of the n largest values that are more than -inf; of equal ones the first."""
    at = np.arange(len(values))
    if n < len(values):
        limit = np.partition(values, len(values) - n)[len(values) - n]
        above, ties = np.flatnonzero(values > limit), np.flatnonzero(values == limit)
        at = np.concatenate([above, ties[: n - len(above)]])
    at = at[np.argsort(-values[at], kind="stable")]
    return at[values[at] > -np.inf]
