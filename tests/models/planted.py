"""Documents from topics that are known, and how well they were found again."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from scipy.optimize import linear_sum_assignment


class Planted(NamedTuple):
    """Counts (D x V), topics (K x V) and the topic of each document."""

    X: np.ndarray
    topics: np.ndarray
    labels: np.ndarray


def planted(
    n_docs: int, n_topics: int = 4, words_each: int = 12, length: int = 8, seed: int = 0
) -> Planted:
    """Each document takes nine words in ten from the words of one topic, the others from all."""
    rng = np.random.default_rng(seed)
    V = n_topics * words_each
    topics = np.full((n_topics, V), 0.1 / V)
    for k in range(n_topics):
        topics[k, k * words_each : (k + 1) * words_each] += 0.9 * rng.dirichlet([2.0] * words_each)
    labels = rng.integers(0, n_topics, n_docs)
    X = np.array([rng.multinomial(length, topics[k]) for k in labels])
    return Planted(X.astype(float), topics, labels)


def similarity(found: np.ndarray, topics: np.ndarray) -> float:
    """The smallest cosine of a planted topic and the one found for it, matched one to one."""
    unit = [rows / np.linalg.norm(rows, axis=1, keepdims=True) for rows in (found, topics)]
    cosines = unit[0] @ unit[1].T
    rows, columns = linear_sum_assignment(-cosines)
    return float(cosines[rows, columns].min())
