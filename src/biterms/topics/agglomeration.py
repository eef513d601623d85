"""Which topics are one subject: topics are merged, small and similar ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from biterms.kernels import Array
from biterms.models.lda.similar import Merging
from biterms.topics.fitted import Fitted

#: words that topics are compared by: those with the largest probability in any topic; the others
#: count as one
WORDS = 10_000
#: words whose rows are read at a time
ROWS_AT_ONCE = 8192
LEAST = np.finfo(np.float64).tiny


class Step(NamedTuple):
    """Two groups of topics become one.

    Parameters
    ----------
    left, right : int
        The groups by the numbers of topics that stand for them; the first takes all.
    loss : float
        What is lost: log probability per word of the collection.
    shares : array
        Joint probability of the new group and each of the words.
    """

    left: int
    right: int
    loss: float
    shares: Array


class Agglomeration:
    """Merges topics of a model step by step.

    Parameters
    ----------
    fitted : Fitted
        What has been learnt.
    places : sequence of int
        The topics, as columns of mixtures.

    Notes
    -----
    The order is that of `Merging`. The loss of a step is a KL(p | m) + b KL(q | m), with the sizes
    a, b and the words p, q of both groups, and m = (a p + b q) / (a + b): how much log probability
    each word of the collection loses on average, if its topic is known and the two are one. The
    losses of all steps add up to the mutual information of topics and words.
    """

    def __init__(self, fitted: Fitted, places: Sequence[int]) -> None:
        self.words, self.shares = _shares(fitted, list(places))
        #: probability of each word in all topics
        self.collection = self.shares.sum(axis=0)

    def steps(self, n: int = 1) -> Iterator[Step]:
        """The steps until n groups are left; each costs topics times words."""
        shares = self.shares.copy()
        merging = Merging(shares, len(shares))
        for _ in range(len(shares) - n):
            i, j = merging.step()
            loss = _information(shares[[i, j]]) - _information(shares[[i, j]].sum(axis=0)[None])
            shares[i] += shares[j]
            yield Step(i, j, max(0.0, loss), shares[i])

    def groups(self, n: int) -> list[list[int]]:
        """The topics in n groups, the one that stands for a group first in each."""
        members = {k: [k] for k in range(len(self.shares))}
        for step in self.steps(n):
            members[step.left] += members.pop(step.right)
        return list(members.values())

    def relevant(self, shares: Array, n: int) -> Array:
        """The n words that speak most for a group: p log(p / q), as for topics."""
        p = shares[:-1] / max(shares.sum(), LEAST)
        q = np.maximum(self.collection[:-1] / self.collection.sum(), LEAST)
        relevance = p * np.log(np.maximum(p, LEAST) / q)
        return self.words[np.argsort(-relevance, kind="stable")[:n]]


def _shares(fitted: Fitted, places: list[int]) -> tuple[Array, Array]:
    """Words, and the joint probability of topics and these words; all others in a last column."""
    posterior, model = fitted.model.posterior_, fitted.model
    known = np.setdiff1d(np.arange(posterior.n_words), posterior.holes)
    sizes = model.sizes_[places]
    blocks = [known[at : at + ROWS_AT_ONCE] for at in range(0, len(known), ROWS_AT_ONCE)]
    most = np.concatenate([model.word_topics(block)[:, places].max(axis=1) for block in blocks])
    words = known[np.sort(np.argsort(-most, kind="stable")[:WORDS])]
    chosen = [words[at : at + ROWS_AT_ONCE] for at in range(0, len(words), ROWS_AT_ONCE)]
    topics = np.concatenate([model.word_topics(block)[:, places] for block in chosen]).T
    rest = np.maximum(0.0, 1.0 - topics.sum(axis=1, keepdims=True))
    return words, np.hstack([topics, rest]) * (sizes / sizes.sum())[:, None]


def _information(shares: Array) -> float:
    """Sum of s log(s / sum of the row): log probability of the words, given their group."""
    sums = np.maximum(shares.sum(axis=1, keepdims=True), LEAST)
    return float((shares * np.log(np.maximum(shares, LEAST) / sums)).sum())
