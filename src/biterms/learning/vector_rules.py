"""Rules that make a prior of the topics from the vector of a word, and of nothing else."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray

#: the least share of a topic in a word, times K: a regression may predict negative shares
LEAST_SHARE = 0.02


class Rule(Protocol):
    """The prior of a word from its vector."""

    @property
    def n_topics(self) -> int:
        """K."""

    @property
    def unknown(self) -> NDArray[np.float64]:
        """The prior of a word without a vector, K numbers."""

    def rows(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The prior of words with these vectors, n x K."""


class Dimensions(NamedTuple):
    """Each dimension is a topic: eta_kv = softmax_k(x_v), as in the paper."""

    n_topics: int

    @property
    def unknown(self) -> NDArray[np.float64]:
        """1/K."""
        return np.full(self.n_topics, 1 / self.n_topics)

    def rows(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The softmax of each vector."""
        return _softmax(vectors.astype(np.float64))


class Centres(NamedTuple):
    """Each topic has a centre, a unit vector: eta_kv = softmax_k(cos(x_v, c_k) / temperature)."""

    centres: NDArray[np.float32]
    temperature: float

    @property
    def n_topics(self) -> int:
        """As many as centres."""
        return len(self.centres)

    @property
    def unknown(self) -> NDArray[np.float64]:
        """1/K."""
        return np.full(self.n_topics, 1 / self.n_topics)

    def rows(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The softmax of the cosines."""
        return _softmax(_products(self.centres.astype(np.float64), vectors) / self.temperature)


class Regression(NamedTuple):
    """Shares of the topics in a word are predicted from its vector.

    Parameters
    ----------
    coefficients : array of shape (K, dimensions)
        They act on the unit vector of a word.
    intercept : array of shape (K,)
        Added to that.
    sizes : array of shape (K,)
        Shares of the topics in all words, which are the prediction where there is no vector.
    share : float
        How much the prediction counts, from 0 to 1.
    eta : float
        The prior of any word in any topic where nothing is predicted.

    Notes
    -----
    eta_kv = eta (1 + s) (1 - s + s K q_kv), q_kv the predicted shares, s the ``share``.
    """

    coefficients: NDArray[np.float64]
    intercept: NDArray[np.float64]
    sizes: NDArray[np.float64]
    share: float
    eta: float

    @property
    def n_topics(self) -> int:
        """As many as sizes."""
        return len(self.sizes)

    @property
    def unknown(self) -> NDArray[np.float64]:
        """The prior at the shares of the topics in all words."""
        return blended(self.sizes, self.share, self.eta)

    def rows(self, vectors: NDArray[np.float32]) -> NDArray[np.float64]:
        """The prior at the predicted shares."""
        predicted = shares(_products(self.coefficients, vectors) + self.intercept)
        return blended(predicted, self.share, self.eta)


def blended(q: NDArray[np.float64], s: float, eta: float) -> NDArray[np.float64]:
    """eta (1 + s) (1 - s + s K q): a prior that counts more, the more is known of its words."""
    return np.asarray(eta * (1 + s) * (1 - s + s * q.shape[-1] * q))


def shares(predicted: NDArray[np.float64]) -> NDArray[np.float64]:
    """Predicted shares that are positive and sum to 1."""
    positive = np.maximum(predicted, LEAST_SHARE / predicted.shape[1])
    return np.asarray(positive / positive.sum(axis=1, keepdims=True))


def unit(vectors: NDArray[Any]) -> NDArray[np.float32]:
    """Rows of length 1; a row of zeros stays, and has cosine 0 with all."""
    length = np.linalg.norm(vectors.astype(np.float64), axis=1, keepdims=True)
    return np.asarray(vectors / np.where(length > 0, length, 1.0), dtype=np.float32)


def _products(directions: NDArray[np.float64], vectors: NDArray[np.float32]) -> Any:
    # One product per word, not one for all: the bits of a word must not change with its company.
    return np.matmul(directions, unit(vectors).astype(np.float64)[:, :, None])[:, :, 0]


def _softmax(logits: NDArray[Any]) -> NDArray[np.float64]:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), dtype=np.float64)
