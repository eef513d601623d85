"""Words and pairs of topics against plain statements of what they are."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from biterms.errors import SettingError
from biterms.topics.words import (
    BLOCK,
    LONGEST,
    biterms_of,
    places_of,
    relevance,
    top_pairs,
    top_words,
)


def dirichlet(rng: np.random.Generator, n: int, m: int) -> np.ndarray:
    return rng.dirichlet(np.ones(m), n)


def test_relevance_prefers_neither_the_common_nor_the_rare() -> None:
    topics = np.array([[0.5, 0.4, 0.001, 0.099], [0.5, 0.01, 0.0, 0.49]]) + 1e-12
    scores = relevance(topics, np.array([0.5, 0.5]))
    assert scores[0].argmax() == 1
    assert_allclose(scores[0, 0], 0.0, atol=1e-9)


def test_words_come_with_their_numbers_and_in_order() -> None:
    topics, sizes = np.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]), np.array([0.5, 0.5])
    first, second = top_words(topics, sizes, ["a", "b", "c"], 2, "probability")
    assert [(w.word, w.probability) for w in first] == [("a", 0.7), ("b", 0.2)]
    assert [w.word for w in second] == ["c", "b"]
    assert_allclose(first[0].relevance, 0.7 * np.log(0.7 / 0.4))
    with pytest.raises(SettingError, match="by='lift'"):
        top_words(topics, sizes, ["a", "b", "c"], 2, "lift")  # type: ignore[arg-type]


def test_words_that_speak_against_a_topic_are_not_shown() -> None:
    topics, sizes = np.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]), np.array([0.5, 0.5])
    names = ["a", "b", "c"]
    found = top_words(topics, sizes, names, 3, "relevance")
    assert [[word.word for word in row] for row in found] == [["a"], ["c"]]
    [one] = top_words(topics[:1], np.ones(1), names, 3, "relevance")
    assert [word.word for word in one] == names  # nothing to stand out from


@given(seed=st.integers(0, 999), n=st.integers(0, 5))
def test_pairs_are_all_pairs(seed: int, n: int) -> None:
    rng = np.random.default_rng(seed)
    X = sparse.csr_matrix(rng.integers(0, 3, (n, 6)))
    X.eliminate_zeros()
    found = [tuple(map(int, row)) for row in zip(*biterms_of(X)[:4], strict=True)]
    expected = [
        (d, u, v, min(X[d, u], X[d, v]))
        for d in range(n)
        for u, v in itertools.combinations(sorted(X[d].indices), 2)
    ]
    assert sorted(found) == sorted(expected)


def test_a_long_document_speaks_with_its_first_words() -> None:
    X = sparse.csr_matrix(np.ones((1, LONGEST + 50)))
    assert len(biterms_of(X).docs) == LONGEST * (LONGEST - 1) // 2


@given(seed=st.integers(0, 999))
def test_top_pairs_speak_for_their_topic_more_than_for_others(seed: int) -> None:
    rng = np.random.default_rng(seed)
    X = sparse.csr_matrix(rng.integers(0, 2, (12, 6)).astype(float))
    theta, beta = dirichlet(rng, 12, 3), dirichlet(rng, 3, 6).T
    mass: dict[tuple[int, str, str], float] = {}
    for d in range(12):
        for u, v in itertools.combinations(sorted(X[d].indices), 2):
            joint = theta[d] * beta[u] * beta[v]
            key = (int(joint.argmax()), "abcdef"[u], "abcdef"[v])
            mass[key] = mass.get(key, 0.0) + joint.max() / joint.sum()
    found = top_pairs(biterms_of(X), theta, beta, list("abcdef"), 2)
    total = sum(mass.values())
    for k, pairs in enumerate(found):
        own = {key[1:]: m for key, m in mass.items() if key[0] == k}
        q = {pair: sum(m for key, m in mass.items() if key[1:] == pair) / total for pair in own}
        p = {pair: m / sum(own.values()) for pair, m in own.items()}
        scores = {pair: p[pair] * np.log(p[pair] / q[pair]) for pair in own}
        best = sorted(scores.values(), reverse=True)[:2]
        shown = [(pair.left, pair.right) for pair in pairs]
        assert_allclose([scores[pair] for pair in shown], best, rtol=1e-9, atol=1e-12)
        assert_allclose([pair.weight for pair in pairs], [p[pair] for pair in shown])


def test_pairs_are_shown_as_they_are_mostly_written() -> None:
    texts = [np.array(text) for text in ([2, -1, 0], [2, 0], [0, 2, 0], [1, 0], [-1, -1])]
    X = sparse.csr_matrix(np.array([[1, 0, 1], [1, 0, 1], [2, 0, 1], [1, 1, 0], [0, 0, 0]]))
    assert places_of(X, texts).tolist() == [2, 0, 1, 0, 0, 1, 1, 0]
    pairs = biterms_of(X, places_of(X, texts))
    [found] = top_pairs(pairs, np.ones((5, 1)), np.full((3, 1), 1 / 3), ["a", "b", "c"], 5)
    assert {(pair.left, pair.right) for pair in found} == {("c", "a"), ("b", "a")}


def test_many_pairs_are_done_in_blocks() -> None:
    rng = np.random.default_rng(0)
    n = BLOCK // 2 // 3 + 5  # three pairs each, two topics
    X = sparse.csr_matrix((np.ones(3 * n), np.tile([0, 1, 2], n), np.arange(0, 3 * n + 1, 3)))
    theta, beta = np.tile(dirichlet(rng, 1, 2), (n, 1)), dirichlet(rng, 2, 3).T
    found = top_pairs(biterms_of(X), theta, beta, ["a", "b", "c"], 9)
    weights = [pair.weight for pairs in found for pair in pairs]
    assert_allclose(sum(weights), sum(bool(pairs) for pairs in found))
