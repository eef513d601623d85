"""Documents from known topics, and how many of these a model recovers."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from scipy import sparse

#: a planted topic is there, and a found one counts, from this share of the words on
LEAST = 0.005
#: a topic is found again when it shares so much of its probability with one that was found
SAME = 0.6
READINGS = {"Σm = 1": "m sums to 1", "mean m = 1": "m has mean 1: the other reading"}


@dataclass(frozen=True)
class Planted:
    """Counts, topics (K x V) and the share of each topic in the words."""

    X: sparse.csr_matrix
    topics: np.ndarray
    shares: np.ndarray

    @property
    def there(self) -> np.ndarray:
        """The topics that the documents really have."""
        return self.shares >= LEAST

    def recovered(self, found: np.ndarray) -> float:
        """The share of these whose best overlap sum_v min(beta_v, found_v) is large enough."""
        best = [np.minimum(beta, found).sum(axis=1).max() for beta in self.topics[self.there]]
        return float(np.mean(np.array(best) > SAME))


def planted(
    n_topics: int, shape: str, reading: str, seed: int, n_docs: int = 20_000, n_words: int = 2000
) -> Planted:
    """Topics Dirichlet(0.05), mixtures Dirichlet(0.1 m), m uniform or 1/k, 5 to 10 words."""
    random = np.random.default_rng(seed)
    topics = random.dirichlet(np.full(n_words, 0.05), n_topics)
    m = np.ones(n_topics) if shape == "uniform" else 1 / np.arange(1, n_topics + 1)
    m *= (1 if reading == "Σm = 1" else n_topics) / m.sum()
    theta = random.dirichlet(0.1 * m, n_docs)
    document = np.repeat(np.arange(n_docs), random.integers(5, 11, n_docs))
    z = _drawn(theta[document], random)
    words = np.empty(len(z), dtype=np.int64)
    for k, topic in enumerate(topics):
        here = z == k
        words[here] = np.searchsorted(topic.cumsum()[:-1], random.random(here.sum()))
    X = sparse.csr_matrix((np.ones(len(z)), (document, words)), shape=(n_docs, n_words))
    return Planted(X, topics, np.bincount(z, minlength=n_topics) / len(z))


def _drawn(p: np.ndarray, random: np.random.Generator) -> np.ndarray:
    """One column of each row, with these probabilities."""
    return (p.cumsum(axis=1)[:, :-1] < random.random((len(p), 1))).sum(axis=1)
