"""The most probable words of each topic, kept up from the rows that have changed."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior

#: the most probable words of a topic, among which its words are chosen
CANDIDATES = 64
#: words that enter at a time
BLOCK = 1024


class Pool:
    """The words with the largest values in each topic; of equal ones those with smaller ids.

    Words may enter in any number of steps, in any order. A word that is not in the pool of a topic
    comes after the bound of the topic, a value and an id.

    Parameters
    ----------
    n_topics : int
        Number of topics.
    size : int
        Words of each topic that are kept at least, if there are so many.
    """

    def __init__(self, n_topics: int, size: int) -> None:
        self.size = size
        self._bounds = np.full(n_topics, -np.inf), np.zeros(n_topics, dtype=np.int64)
        self._words = np.zeros((n_topics, 2 * size), dtype=np.int64)
        self._values = np.full((n_topics, 2 * size), -np.inf)  # -inf: a free place
        self._used = np.zeros(n_topics, dtype=np.int64)

    def enter(self, words: Array, values: Array) -> None:
        """Offer words that are not in the pool, with a row of values for each."""
        if not self._placed(words, values):
            self._cut(words[:0], values[:0])  # what is there, which is cheaper
            if not self._placed(words, values):
                self._cut(words, values)

    def _placed(self, words: Array, values: Array) -> bool:
        """Put words that come before the bounds in free places, if there are enough."""
        least, last = self._bounds
        at, topics = np.nonzero(values >= least)
        found = values[at, topics]
        better = (found > least[topics]) | (words[at] < last[topics])
        order = np.argsort(topics[better], kind="stable")
        at, topics, found = (each[better][order] for each in (at, topics, found))
        counts = np.bincount(topics, minlength=len(least))
        if (self._used + counts > self._values.shape[1]).any():
            return False
        places = np.arange(len(topics)) + (self._used - np.cumsum(counts) + counts)[topics]
        self._words[topics, places] = words[at]
        self._values[topics, places] = found
        self._used += counts
        return True

    def leave(self, words: Array, n_words: int) -> None:
        """Take words out, before they enter with other values."""
        gone = np.zeros(n_words, dtype=bool)
        gone[words] = True
        self._values[gone[self._words]] = -np.inf

    def best(self) -> tuple[Array, Array]:
        """The ``size`` best words of each topic, the best first; and whether there is a word."""
        order = np.lexsort((self._words, -self._values), axis=1)[:, : self.size]
        there = np.take_along_axis(self._values, order, 1) > -np.inf
        return np.take_along_axis(self._words, order, 1), there

    @property
    def complete(self) -> bool:
        """Whether the best words are all there; more may have left than have entered."""
        there = (self._values > -np.inf).sum(axis=1)
        return bool(((there >= self.size) | (self._bounds[0] == -np.inf)).all())

    def _cut(self, words: Array, values: Array) -> None:
        """Make room: keep the best of what is there and of what enters."""
        n = self.size
        values = np.concatenate([self._values, values.T], axis=1)
        names = np.concatenate([self._words, np.broadcast_to(words, (len(values), len(words)))], 1)
        order = np.lexsort((names, -values), axis=1)[:, : n + 1]
        best, names = (np.take_along_axis(each, order, 1) for each in (values, names))
        cut = best[:, n] > -np.inf
        self._bounds[0][cut], self._bounds[1][cut] = best[cut, n], names[cut, n]
        self._values[:, n:] = -np.inf
        self._values[:, :n], self._words[:, :n] = best[:, :n], names[:, :n]
        self._used = (self._values > -np.inf).sum(axis=1)


class Leaders:
    """The most probable words of each topic, at the cost of the rows that change.

    What is compared is M, what has been learnt before scaling: where all words have the same prior
    it orders them as their probabilities do, and a decay changes nothing.

    Parameters
    ----------
    posterior : Posterior
        What has been learnt.
    size : int
        Words of each topic that are asked for.
    """

    def __init__(self, posterior: Posterior, size: int = CANDIDATES) -> None:
        self.posterior, self.size = posterior, size
        self._pool: Pool | None = None
        self._mark, self._n_words = posterior.mark(), 0

    def best(self) -> tuple[Array, Array]:
        """The most probable words of each topic, the first first; and whether there is a word."""
        posterior, pool = self.posterior, self._pool
        mark, n = posterior.mark(), posterior.n_words
        changed = None if pool is None else posterior.changed_words(self._mark)
        self._pool = None  # an interrupt leaves none rather than half of one
        if pool is not None and changed is not None:
            words = np.union1d(changed, np.arange(self._n_words, n))
            pool.leave(words, n)
            self._enter(pool, words)
        if pool is None or changed is None or not pool.complete:
            pool = Pool(posterior.n_topics, self.size)
            self._enter(pool, np.setdiff1d(np.arange(n), posterior.holes, assume_unique=True))
        self._pool, self._mark, self._n_words = pool, mark, n
        return pool.best()

    def _enter(self, pool: Pool, words: Array) -> None:
        posterior = self.posterior
        same_prior = len(posterior.eta) == 1
        for at in range(0, len(words), BLOCK):
            some = words[at : at + BLOCK]
            pool.enter(some, posterior.M[some] if same_prior else posterior.rows(some))
