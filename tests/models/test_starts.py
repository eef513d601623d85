"""Where annealed memory begins: more topics than asked for, merged, and the best of several."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.testing import assert_allclose, assert_array_equal
from scipy import sparse

from biterms import LDA
from biterms.learning import Annealed
from biterms.models.lda.similar import Merging, likeness, merged_down
from biterms.models.lda.starts import number_of_starts
from tests.models.planted import planted, similarity

FOUND = planted(400)


def test_likeness_is_the_affinity_of_two_distributions() -> None:
    one, other = np.array([[1.0, 3.0, 0.0]]), np.array([[2.0, 2.0, 4.0], [0.0, 0.0, 0.0]])
    expected = sum(np.sqrt(p * q) for p, q in zip([0.25, 0.75, 0], [0.25, 0.25, 0.5], strict=True))
    assert_allclose(likeness(one, other), [[expected, 0.0]])


def test_halves_of_one_topic_are_merged() -> None:
    topics = FOUND.topics * 100
    halves = np.vstack([topics, 0.4 * topics[1:3]])
    assert_allclose(merged_down(halves, 4), [topics[0], *(1.4 * topics[1:3]), topics[3]])


def test_the_two_that_lose_least_are_merged_first() -> None:
    rng = np.random.default_rng(0)
    learnt = rng.gamma(0.5, 10.0, (7, 20))
    sizes = learnt.sum(axis=1)

    def loss(pair: tuple[int, int]) -> float:
        p, q = (learnt[k] / sizes[k] for k in pair)
        a, b = sizes[list(pair)]
        return float(np.sqrt(a * b / (a + b)) * (1 - np.sqrt(p * q).sum()))

    one, other = min(combinations(range(7), 2), key=loss)
    expected = np.delete(learnt, other, axis=0)
    expected[one] += learnt[other]
    assert_allclose(merged_down(learnt, 6), expected)
    assert_allclose(merged_down(learnt, 1), [learnt.sum(axis=0)])
    assert_array_equal(merged_down(learnt, 7), learnt)


def test_halves_of_a_large_topic_go_before_two_rare_ones_where_likeness_counts_more() -> None:
    learnt = np.zeros((4, 40))
    learnt[0, :20], learnt[1, 4:24] = 200.0, 200.0  # 16 of 20 words are the same
    learnt[2, 24:34], learnt[3, 29:39] = 40.0, 40.0  # 5 of 10
    assert Merging(learnt).step() == (2, 3)
    assert Merging(learnt, n_roots=2).step() == (0, 1)


def test_topics_with_next_to_nothing_become_one_at_once() -> None:
    rng = np.random.default_rng(0)
    large, small = rng.gamma(0.5, 10.0, (4, 20)), rng.gamma(0.5, 0.01, (5, 20))
    learnt = np.vstack([small[:2], large, small[2:]])
    assert len(Merging(learnt)) == 5
    assert_allclose(np.sort(merged_down(learnt, 5).sum(axis=1))[0], small.sum())
    assert len(Merging(learnt, 7)) == 7
    assert_array_equal(merged_down(learnt, 9), learnt)


@pytest.mark.parametrize(
    ("n_docs", "n_topics", "n"),
    [(0, 5, 10), (1, 5, 10), (2_000, 50, 5), (5_000, 50, 2), (10**6, 50, 1), (500, 400, 2)],
)
def test_few_documents_have_several_starts(n_docs: int, n_topics: int, n: int) -> None:
    assert number_of_starts(n_docs, n_topics) == n


def test_topics_that_begin_in_one_place_are_found_all_the_same() -> None:
    """Twenty planted topics: without a start two of them stay one, in every run."""
    found = planted(3000, 20)
    scores = {
        starts: [
            similarity(
                LDA(20, learner=Annealed(starts=starts), random_state=seed).fit(found.X).topics_,
                found.topics,
            )
            for seed in range(3)
        ]
        for starts in (0, None)
    }
    assert np.median(scores[None]) > 0.9 > 0.6 > np.median(scores[0])


def test_the_best_of_several_starts_gives_the_documents_more_probability() -> None:
    X = FOUND.X[:60]
    fits = {
        starts: np.mean([fit_of(X, starts, seed) for seed in range(6)]) for starts in (0, 1, 10)
    }
    assert fits[10] >= fits[1]
    assert fits[10] > fits[0]


def fit_of(X: np.ndarray, starts: int, seed: int) -> float:
    """Mean log probability of the words at the mixtures of their documents."""
    model = LDA(4, learner=Annealed(starts=starts), random_state=seed).fit(X)
    p = model.transform(X) @ model.topics_
    return float((X * np.log(p)).sum() / X.sum())


def test_topics_with_a_prior_of_their_own_are_not_doubled() -> None:
    eta = 0.05 + 5.0 * (FOUND.topics > 0.02)
    model = LDA(4, eta=eta, random_state=0).fit(FOUND.X)
    unit = [t / np.linalg.norm(t, axis=1, keepdims=True) for t in (model.topics_, FOUND.topics)]
    assert (unit[0] @ unit[1].T).argmax(axis=1).tolist() == [0, 1, 2, 3]


def test_documents_without_words_start_nothing() -> None:
    model = LDA(3, random_state=0).partial_fit(np.zeros((5, 6)))
    assert not model.state_.symmetry_broken
    assert np.isfinite(model.fit(sparse.csr_array((4, 6))).topics_).all()
