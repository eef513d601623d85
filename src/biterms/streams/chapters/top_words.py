"""The most probable words of topics, and how far they have moved: at the cost of what changed."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy import sparse

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.topics.most_probable import most_probable

#: words of a topic that are compared; those of a row of the table are the first of them
COMPARED = 50
#: words whose rows are read at a time
AT_ONCE = 2048


class TopWords(NamedTuple):
    """The most probable words of topics at one moment; arrays of topics x words.

    Parameters
    ----------
    words : array of int
        Their ids, the most probable first; -1 behind the last one.
    probability : array of float
        Their probabilities in the topic, 0 where there is no word.
    drops : array of int
        How often each id had lost its word.
    """

    words: Array
    probability: Array
    drops: Array

    @classmethod
    def of(cls, posterior: Posterior, before: Array | None, changed: Array | None) -> TopWords:
        """Find them.

        Only a word whose row has changed can have come to the top: rows that have not changed
        keep their order.

        Parameters
        ----------
        posterior : Posterior
            The topics.
        before : array of int of shape (K, n), optional
            Words that were the top at an earlier moment; without them all words are looked at.
        changed : array of int, optional
            Words whose rows have changed since; None if it could be any.
        """
        if before is None or len(before) != posterior.n_topics or (before < 0).any():
            words = most_probable(posterior, COMPARED)
        else:
            words = _risen(posterior, before, changed)
        probability = probabilities(posterior, words, np.arange(len(words)))
        return cls(words, probability, drops_of(posterior, words))

    def only(self, places: Array) -> TopWords:
        """Those of some topics."""
        return TopWords(*(each[places] for each in self))

    def closeness(self) -> Array:
        """Cosine of the roots of the probabilities, topics x topics: 1 for the same words.

        Over all words this would be the coefficient of Bhattacharyya.
        """
        there = self.words >= 0
        rows, width = np.nonzero(there)[0], int(self.words.max(initial=0)) + 1
        values = np.sqrt(self.probability[there])
        table = sparse.csr_matrix((values, (rows, self.words[there])), (len(self.words), width))
        lengths = np.sqrt(np.maximum(self.probability.sum(axis=1), 1e-300))
        return np.asarray((table @ table.T).toarray() / np.outer(lengths, lengths))


def _risen(posterior: Posterior, before: Array, changed: Array | None) -> Array:
    """The top words, out of those of before and those that have changed.

    Each of the n words of before has at least the smallest of their parameters, so the n-th
    largest is not below that.
    """
    K, n = before.shape
    topics = np.arange(K)[:, None]
    limits = parameters(posterior, before, topics).min(axis=1)
    look = np.arange(posterior.n_words) if changed is None else np.union1d(changed, before)
    look = np.setdiff1d(look, posterior.holes, assume_unique=True).astype(np.int32)
    found = [_above(posterior, look[at : at + AT_ONCE], limits) for at in _steps(len(look))]
    words, places, values = (np.concatenate(each) for each in zip(*found, strict=True))
    order = np.lexsort((words, -values, places))
    first = np.searchsorted(places[order], np.arange(K + 1))
    at = first[:-1, None] + np.arange(n)
    there = at < first[1:, None]
    return np.where(there, words[order[np.minimum(at, len(order) - 1)]], -1)


def _steps(n: int) -> range:
    return range(0, max(n, 1), AT_ONCE)


def _above(posterior: Posterior, words: Array, limits: Array) -> tuple[Array, Array, Array]:
    """Words, topics and parameters where these are at least the limits."""
    rows = posterior.rows(words)
    at, topics = np.nonzero(rows >= limits)
    return words[at].astype(np.int64), topics, rows[at, topics]


def parameters(posterior: Posterior, words: Array, topics: Array) -> Array:
    """Dirichlet parameters, one for each word and topic."""
    M, eta = posterior.M, posterior.eta
    eta = np.broadcast_to(eta, (len(eta), M.shape[1]))[0 if len(eta) == 1 else words, topics]
    scale = np.broadcast_to(posterior.scale, (M.shape[1],))[topics]
    return np.asarray(posterior.prior * eta + scale * M[words, topics])


def probabilities(posterior: Posterior, words: Array, topics: Array) -> Array:
    """Probabilities of words, topics x words, each in the topic of its row; 0 where there is none.

    Parameters
    ----------
    posterior : Posterior
        The topics.
    words : array of int
        Ids of words, -1 where there is none.
    topics : array of int
        The places of the topics of the rows.
    """
    known = np.minimum(np.maximum(words, 0), posterior.n_words - 1)
    found = parameters(posterior, known, topics[:, None]) / posterior.sums()[topics, None]
    return np.where(words >= 0, found, 0.0)


def drops_of(posterior: Posterior, words: Array) -> Array:
    """How often ids have lost the word that they had."""
    drops = posterior.table.drops
    known = (words >= 0) & (words < len(drops))
    found = np.zeros(words.shape, dtype=np.int64)
    found[known] = drops[words[known]]
    return found


def moved(before: TopWords, now: TopWords, later: Array) -> tuple[Array, Array]:
    """How far the words of topics have moved.

    Parameters
    ----------
    before, now : TopWords
        The words of the same topics at two moments.
    later : array of shape of ``before.words``
        The probabilities now of the words of before; 0 for words that have gone.

    Returns
    -------
    distance : array
        Hellinger's distance of each topic, from 0 to 1, at least: a word that has risen to the
        top may have had as much before as the last of the top then, and no more.
    n : array of int
        Different words that were compared; all others together count as one.
    """
    new = ~(now.words[:, :, None] == before.words[:, None, :]).any(axis=2) & (now.words >= 0)
    least = before.probability.min(axis=1, keepdims=True)
    p = np.concatenate([before.probability, np.where(new, least, 0.0)], axis=1)
    q = np.concatenate([later, np.where(new, now.probability, 0.0)], axis=1)
    n = np.count_nonzero((p > 0) | (q > 0), axis=1) + 1
    p, q = (np.append(x, np.maximum(1 - x.sum(axis=1, keepdims=True), 0), axis=1) for x in (p, q))
    p, q = (x / x.sum(axis=1, keepdims=True) for x in (p, q))
    return np.sqrt(np.maximum(1 - np.sqrt(p * q).sum(axis=1), 0.0)), n
