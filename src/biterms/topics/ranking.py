"""Which words speak for a topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.learning.posterior import Posterior
from biterms.topics.leaders import Leaders

By = Literal["relevance", "probability"]


class Ranked(NamedTuple):
    """Words of one topic, the best first.

    Parameters
    ----------
    words : array of int
        Their ids.
    probability, relevance : array of float
        p(word | topic), and p log(p / p(word)).
    """

    words: Array
    probability: Array
    relevance: Array

    def first(self, n: int) -> Ranked:
        """The n best of them."""
        return Ranked(*(column[:n] for column in self))


class Ranking:
    """Ranks the words of topics at one moment of a model.

    Parameters
    ----------
    leaders : Leaders
        The most probable words of each topic.
    sizes : array of float
        Share of each topic.

    Notes
    -----
    The relevance of a word is p log(p / q) with p = p(word | topic) and q = p(word): neither the
    words found everywhere, which the largest p would give, nor the rarest ones, which the largest
    p / q would give. The words ranked by it are the 64 most probable ones of the topic, or twice
    as many as are asked for. On titles of news these gave the 20 words that a ranking of the whole
    vocabulary gives.
    """

    def __init__(self, leaders: Leaders, sizes: Array) -> None:
        self._leaders, self._sizes = leaders, sizes
        self._sums = leaders.posterior.sums()

    def top(self, topics: Sequence[int], n: int, by: By) -> list[Ranked]:
        """The n best words of some topics; fewer if fewer speak for a topic by relevance."""
        leaders, posterior = self._leaders, self._leaders.posterior
        if leaders.size < (wanted := min(2 * n, posterior.n_words)):
            leaders = Leaders(posterior, wanted)
        chosen = np.asarray(topics, dtype=np.int64)
        words, there = (each[chosen] for each in leaders.best())
        p, relevance = self._scores(posterior, chosen, words)
        found = [Ranked(*row) for row in zip(words, p, relevance, strict=True)]
        if by == "probability" or len(self._sizes) == 1:  # one topic: all words speak alike for it
            return [row.first(min(n, there[i].sum())) for i, row in enumerate(found)]
        scores = np.where(there, relevance, -np.inf)
        order = np.lexsort((words, -scores), axis=1)[:, :n]
        sizes = (np.take_along_axis(scores, order, 1) > 0).sum(axis=1).tolist()
        best = (order[i, :size] for i, size in enumerate(sizes))
        return [
            Ranked(*(column[at] for column in row)) for row, at in zip(found, best, strict=True)
        ]

    def _scores(self, posterior: Posterior, topics: Array, words: Array) -> tuple[Array, Array]:
        """Probability and relevance of a row of words for each topic."""
        known, at = np.unique(words, return_inverse=True)
        lam, at = posterior.rows(known), at.reshape(words.shape)
        overall = np.einsum("vk,k->v", lam, self._sizes / self._sums)
        p = lam[at, topics[:, None]] / self._sums[topics, None]
        return p, np.asarray(p * np.log(p / overall[at]))
