"""The most probable words of all topics, in one look at every word."""

from __future__ import annotations

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior

#: words that are looked at together
AT_ONCE = 1024


def most_probable(posterior: Posterior, n: int) -> Array:
    """Columns of the n words with the largest Dirichlet parameters of each topic.

    Where many words of few topics are wanted, or again and again, `Leaders` is cheaper.

    Parameters
    ----------
    posterior : Posterior
        The topics.
    n : int
        Words of each.

    Returns
    -------
    array of int of shape (K, n)
        The largest first, of equal ones those with smaller ids; -1 where there are no more.
    """
    best = np.full((n, posterior.n_topics), -np.inf)
    words = np.full(best.shape, -1, dtype=np.int64)
    for begin in range(0, posterior.n_words, AT_ONCE):
        some = np.arange(begin, min(begin + AT_ONCE, posterior.n_words))
        rows = posterior.rows(some)
        rows[np.isin(some, posterior.holes)] = -np.inf
        # a later word must be above the last one; of the first ones, none is known to be behind
        limit = best[-1] if begin else _nth(rows, n)
        at, topics = np.nonzero((rows > limit) | ((rows == limit) & (begin == 0)))
        values = np.concatenate([best.ravel(), rows[at, topics]])
        every = np.concatenate([words.ravel(), some[at]])
        topic = np.concatenate([np.tile(np.arange(best.shape[1]), n), topics])
        order = np.lexsort((every, -values, topic))
        first = np.searchsorted(topic[order], np.arange(best.shape[1])) + np.arange(n)[:, None]
        best, words = values[order[first]], every[order[first]]
    return np.where(best > -np.inf, words, -1).T


def _nth(rows: Array, n: int) -> Array:
    """The n-th largest number of each column; -inf if there are not so many."""
    if len(rows) < n:
        return np.full(rows.shape[1], -np.inf)
    return np.asarray(np.partition(rows, len(rows) - n, axis=0)[len(rows) - n])
