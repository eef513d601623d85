"""A prior that is learnt from word vectors and the topics of a moment, as far as they agree."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike
from threadpoolctl import threadpool_limits  # type: ignore[import-untyped]

from biterms.kernels import Array
from biterms.learning.dimensions import checked_vectors
from biterms.learning.priors import found_centres
from biterms.learning.vector_rules import Centres, Regression, Rule, shares, unit

#: how much of the prediction counts: the best of these for words that are left out
SHARES = (0.0, 0.25, 0.5, 0.75, 0.9)
#: a word counts as often as it was seen, up to this
MOST_COUNT = 50.0
#: so many occurrences at the sizes of the topics are added to those of each word
ADDED = 5.0
#: weight of squared coefficients
RIDGE = 1.0


class LearntPrior:
    """A prior of the topics that is learnt together with them, from vectors of the words.

    Topics that have been learnt from some words say where words with similar vectors belong. How
    much that counts is measured on words that are left out, so vectors that do not fit the
    documents do no harm. It is for `biterms.LDA` with `Annealed`, as its ``eta``.

    Parameters
    ----------
    vectors : array of shape (V, dimensions)
        The vector of each word, in the order of the columns; zeros: it has none.
    temperature : float, default=0.1
        How close words are to the centres that a small collection begins at; smaller is closer.

    Notes
    -----
    Ridge regression of the shares of the topics in each word on its unit vector, see
    `Regression`. Predictions for a word that is left out have a closed form,
    (f_v - h_v p_v) / (1 - h_v), with fitted values f and leverages h.

    Examples
    --------
    >>> from biterms import LDA
    >>> X = np.array([[2, 1, 0, 0], [1, 1, 0, 0], [0, 0, 1, 2], [0, 0, 1, 1]])
    >>> prior = LearntPrior([[1, 0], [1, 0.1], [0, 1], [0.1, 1]])
    >>> LDA(2, eta=prior, random_state=0).fit(X).topics_.shape
    (2, 4)
    """

    def __init__(self, vectors: ArrayLike, temperature: float = 0.1) -> None:
        self.vectors = checked_vectors(None, vectors)
        self.temperature = temperature
        self._known = np.flatnonzero(self.vectors.any(axis=1))

    def rule(self, learnt: Array, eta: float) -> Regression:
        """Learn how the topics follow from the vectors.

        Parameters
        ----------
        learnt : array of shape (K, V)
            Expected counts of the words in the topics.
        eta : float
            The prior of any word in any topic where vectors say nothing.

        Returns
        -------
        Regression
            The prior of any word that has a vector.
        """
        K, total = len(learnt), learnt.sum()
        sizes = learnt.sum(axis=1) / total if total > 0 else np.full(K, 1 / K)
        counts = learnt[:, self._known].T
        if not counts.any():
            return Regression(np.zeros((K, self.vectors.shape[1])), sizes, sizes, 0.0, eta)
        with threadpool_limits(limits=1):  # the same bits on any machine with any load
            fit = _Fit.of(unit(self.vectors[self._known]).astype(np.float64), counts, sizes)
        weights = fit.coefficients
        return Regression(weights[:-1].T.copy(), weights[-1].copy(), sizes, fit.share(sizes), eta)

    def clusters(self, n_topics: int, random: np.random.RandomState) -> Array | None:
        """Shares of topics in words, each topic a cluster of words, before anything is learnt.

        Parameters
        ----------
        n_topics : int
            Number of topics.
        random : RandomState
            Where the clusters begin.

        Returns
        -------
        array of shape (V, K) or None
            None if there are fewer different vectors than topics.
        """
        points = unit(self.vectors[self._known])
        if len(np.unique(points, axis=0)) < n_topics:
            return None
        return self.rows(Centres(found_centres(points, n_topics, 1, random), self.temperature))

    def rows(self, rule: Rule) -> Array:
        """The prior of all words by a rule.

        Parameters
        ----------
        rule : Rule
            The prior of a word from its vector.

        Returns
        -------
        array of shape (V, K)
        """
        rows = np.tile(rule.unknown, (len(self.vectors), 1))
        rows[self._known] = rule.rows(self.vectors[self._known])
        return rows


class _Fit(NamedTuple):
    """A ridge regression of the shares of the topics in words, and its errors on words left out."""

    coefficients: Array
    left_out: Array
    seen: Array

    @classmethod
    def of(cls, points: Array, counts: Array, sizes: Array) -> _Fit:
        n = counts.sum(axis=1, keepdims=True)
        weights = np.minimum(n, MOST_COUNT)
        targets = (counts + ADDED * sizes) / (n + ADDED)
        design = np.column_stack([points, np.ones(len(points))])
        penalty = np.full(design.shape[1], RIDGE)
        penalty[-1] = 1e-6  # the intercept is free, but for a word that is alone
        inverse = np.linalg.inv(design.T @ (design * weights) + np.diag(penalty))
        coefficients = inverse @ (design.T @ (targets * weights))
        leverage = ((design @ inverse) * design).sum(axis=1, keepdims=True) * weights
        fitted = design @ coefficients
        left_out = (fitted - leverage * targets) / np.maximum(1 - leverage, 1e-9)
        return cls(coefficients, shares(left_out), weights * counts / np.where(n > 0, n, 1.0))

    def share(self, sizes: Array) -> float:
        """The share of the prediction that gives words left out the highest probability."""
        scores = [self._log_probability((1 - s) * sizes + s * self.left_out) for s in SHARES]
        return SHARES[int(np.argmax(scores))]

    def _log_probability(self, q: Array) -> float:
        tiny = np.finfo(np.float64).tiny
        return float((self.seen * np.log(np.maximum(q, tiny))).sum())
