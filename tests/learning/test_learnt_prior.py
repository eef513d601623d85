"""A prior that is learnt from word vectors and topics: words left out decide on its weight."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal

from biterms.errors import InputError
from biterms.learning import Posterior
from biterms.learning.learnt_prior import ADDED, MOST_COUNT, RIDGE, SHARES, LearntPrior

K, V, DIMENSIONS, ETA = 4, 60, 6, 0.2


def topics_of_clouds(noise: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Vectors in four clouds, and counts of which most are in the topic of the word's cloud."""
    rng = np.random.default_rng(seed)
    group = rng.integers(0, K, V)
    vectors = np.eye(K, DIMENSIONS)[group] + rng.normal(0, noise, (V, DIMENSIONS))
    learnt = rng.gamma(1.0, 3.0, (K, V)) + 40 * rng.random(V) * np.eye(K)[:, group]
    return vectors.astype(np.float32), learnt


def predicted(points: np.ndarray, learnt: np.ndarray, at: np.ndarray, sizes: np.ndarray) -> Any:
    """Weighted ridge regression as least squares over more rows, evaluated at some points."""
    n = learnt.sum(axis=0)[:, None]
    roots = np.sqrt(np.minimum(n, MOST_COUNT))
    targets = (learnt.T + ADDED * sizes) / (n + ADDED)
    penalty = np.diag(np.sqrt([RIDGE] * points.shape[1] + [1e-6]))
    design = np.column_stack([points, np.ones(len(points))])
    rows = np.vstack([roots * design, penalty])
    solved = np.linalg.lstsq(rows, np.vstack([roots * targets, np.zeros((len(penalty), K))]))[0]
    q = np.maximum(np.append(at, 1.0) @ solved, 0.02 / K)
    return q / q.sum()


@pytest.mark.parametrize("noise", [0.1, 0.6, 1.5, 5.0])
def test_the_share_is_the_best_for_words_that_are_left_out(noise: float) -> None:
    vectors, learnt = topics_of_clouds(noise)
    points = vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
    sizes = learnt.sum(axis=1) / learnt.sum()
    scores = np.zeros(len(SHARES))
    for v in range(V):
        rest = np.delete(np.arange(V), v)
        q = predicted(points[rest], learnt[:, rest], points[v], sizes)
        seen = learnt[:, v] * min(1, MOST_COUNT / learnt[:, v].sum())
        scores += [seen @ np.log((1 - s) * sizes + s * q) for s in SHARES]
    assert LearntPrior(vectors).rule(learnt, ETA).share == SHARES[scores.argmax()]


def test_vectors_count_as_much_as_they_say() -> None:
    vectors, learnt = topics_of_clouds(0.1)
    assert LearntPrior(vectors).rule(learnt, ETA).share >= 0.75
    mixed = np.random.default_rng(1).permutation(vectors)
    assert LearntPrior(mixed).rule(learnt, ETA).share == 0.0


def test_the_prior_of_a_word_is_that_of_its_predicted_shares() -> None:
    vectors, learnt = topics_of_clouds(0.3)
    vectors[7] = 0.0
    prior = LearntPrior(vectors)
    rule = prior.rule(learnt, ETA)
    sizes, known = learnt.sum(axis=1) / learnt.sum(), np.delete(np.arange(V), 7)
    points = vectors[known] / np.linalg.norm(vectors[known], axis=1, keepdims=True)
    q = [predicted(points, learnt[:, known], each, sizes) for each in points]
    s, rows = rule.share, prior.rows(rule)
    assert_allclose(rows[known], ETA * (1 + s) * (1 - s + s * K * np.array(q)), rtol=1e-6)
    assert_allclose(rows[7], ETA * (1 + s) * (1 - s + s * K * sizes))
    assert_array_equal(rule.rows(vectors[[3]])[0], rows[3])  # whatever other words there are


@pytest.mark.parametrize("case", ["nothing learnt", "no vectors"])
def test_without_vectors_or_topics_it_is_the_same_everywhere(case: str) -> None:
    vectors, learnt = topics_of_clouds(0.1)
    if case == "no vectors":
        vectors = np.zeros_like(vectors)
    else:
        learnt = np.zeros_like(learnt)
    prior = LearntPrior(vectors)
    assert_array_equal(prior.rows(prior.rule(learnt, ETA)), np.full((V, K), ETA))


def test_clusters_need_as_many_words_as_topics() -> None:
    vectors = topics_of_clouds(0.1)[0]
    clusters = LearntPrior(vectors).clusters(K, np.random.RandomState(0))
    assert clusters is not None
    assert len({*clusters.argmax(axis=1)}) == K
    assert LearntPrior(vectors[:3]).clusters(K, np.random.RandomState(0)) is None


def test_another_prior_leaves_what_was_learnt() -> None:
    rng = np.random.default_rng(0)
    posterior, learnt, eta = (
        Posterior(V, K, np.array([[0.1]])),
        rng.random((K, V)),
        rng.random((V, K)),
    )
    posterior.begin_at(learnt + 0.1)
    posterior.set_prior(eta)
    assert_allclose(posterior.lam(), learnt + eta.T)
    assert_allclose(posterior.sums(), (learnt + eta.T).sum(axis=1))
    with pytest.raises(InputError, match=r"a prior of shape \(4, 60\), expected .* \(60, 4\)"):
        posterior.set_prior(eta.T)
