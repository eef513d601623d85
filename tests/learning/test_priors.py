"""η from word vectors: the formulas in plain Python, growth, coverage, and the reduction."""

from __future__ import annotations

import gzip
import math
import warnings
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.testing import assert_allclose, assert_array_equal
from threadpoolctl import threadpool_limits

from biterms.errors import InputError, SettingError
from biterms.learning.dimensions import reduce_dimensions
from biterms.learning.priors import (
    CoverageWarning,
    VectorPrior,
    centre_prior,
    dimension_prior,
)
from biterms.learning.vector_rules import Centres
from biterms.text.vectors import read_vectors
from tests.examples import examples

SHAPES = st.tuples(st.integers(1, 6), st.integers(1, 5))
VECTORS = arrays(np.float32, SHAPES, elements=st.floats(-50, 50, width=32))


def softmax(numbers: list[float]) -> list[float]:
    top = max(numbers)
    total = math.fsum(math.exp(x - top) for x in numbers)
    return [math.exp(x - top) / total for x in numbers]


def cosine(a: np.ndarray, b: np.ndarray) -> float:
    length = math.sqrt(math.fsum(float(x) ** 2 for x in a))
    length *= math.sqrt(math.fsum(float(x) ** 2 for x in b))
    product = math.fsum(float(x) * float(y) for x, y in zip(a, b, strict=True))
    return product / length if length else 0.0


def clouds(seed: int = 0, per: int = 30) -> tuple[list[str], np.ndarray, np.ndarray]:
    """Words around four far directions, the direction of each word, and their vectors."""
    rng = np.random.default_rng(seed)
    group = np.repeat(np.arange(4), per)
    vectors = 5 * np.eye(4, 10)[group] + rng.normal(0, 0.3, (len(group), 10))
    return [f"w{i}" for i in range(len(group))], vectors, group


@given(vectors=VECTORS)
def test_dimensions_are_the_softmax_of_each_word(vectors: np.ndarray) -> None:
    words = [f"w{i}" for i in range(len(vectors))]
    eta = dimension_prior(words, vectors).eta(words)
    assert eta.shape == vectors.T.shape
    assert eta.dtype == np.float64
    assert_allclose(eta.T, [softmax(row) for row in vectors.tolist()], rtol=1e-9)
    assert_allclose(eta.sum(axis=0), 1)


@given(vectors=VECTORS, data=st.data())
def test_centres_are_the_softmax_of_the_cosines(vectors: np.ndarray, data: st.DataObject) -> None:
    topics = data.draw(st.integers(1, 4))
    shape = (topics, vectors.shape[1])
    centres = data.draw(arrays(np.float32, shape, elements=st.integers(1, 9)))
    centres /= np.linalg.norm(centres, axis=1, keepdims=True)
    words = [f"w{i}" for i in range(len(vectors))]
    eta = VectorPrior(words, vectors, Centres(centres, 0.25)).eta(words)
    for v, vector in enumerate(vectors):
        cosines = [cosine(vector, centre) for centre in centres]
        assert_allclose(eta[:, v], softmax([c / 0.25 for c in cosines]), rtol=1e-5)


@examples(30)
@given(seed=st.integers(0, 99), topics=st.integers(1, 9), centred=st.booleans())
def test_a_word_has_the_same_bits_in_every_company(seed: int, topics: int, centred: bool) -> None:
    rng = np.random.default_rng(seed)
    words = [f"w{i}" for i in range(50)]
    vectors = rng.normal(size=(50, topics if not centred else 7))
    prior = (
        centre_prior(words, vectors, topics, random_state=seed)
        if centred
        else dimension_prior(words, vectors)
    )
    together = prior.eta(words)
    some = rng.permutation(50)[:13]
    assert_array_equal(prior.eta([words[i] for i in some]), together[:, some])
    for i in (0, 17, 49):
        assert_array_equal(prior.rows([words[i]])[0], together[:, i])


def test_words_that_join_later_are_told_by_the_old_centres() -> None:
    words, vectors, _ = clouds()
    known = centre_prior(words[::2], vectors[::2], 4)
    grown = known.extended(words[1::2], vectors[1::2])
    assert_array_equal(grown.eta(words[::2]), known.eta(words[::2]))
    assert_array_equal(grown.rule.centres, known.rule.centres)
    assert_array_equal(known.rows(["w1"]), np.full((1, 4), 0.25))
    expected = VectorPrior(words, vectors, known.rule)
    assert_array_equal(grown.eta(words), expected.eta(words))
    again = grown.extended(["w0"], np.ones((1, 10)))
    assert_array_equal(again.eta(words), grown.eta(words))
    with pytest.raises(InputError, match="3 dimensions, expected 10"):
        known.extended(["x"], np.ones((1, 3)))


def test_centres_find_the_groups_of_words() -> None:
    words, vectors, group = clouds()
    prior = centre_prior(words, vectors, 4)
    eta = prior.eta(words)
    assert (eta.max(axis=0) > 0.99).all()
    best = eta.argmax(axis=0)
    assert len({(int(a), int(b)) for a, b in zip(best, group, strict=True)}) == 4
    norms = np.linalg.norm(prior.rule.centres, axis=1)
    assert_allclose(norms, 1, rtol=1e-6)
    flat = centre_prior(words, vectors, 4, temperature=1e6).eta(words)
    assert_allclose(flat, 0.25, rtol=1e-5)


def test_centres_do_not_depend_on_threads_order_or_other_words() -> None:
    rng = np.random.default_rng(3)
    words = [f"w{i}" for i in range(1500)]
    vectors = rng.normal(size=(1500, 20))
    vocabulary = words[:1200]
    centres = []
    for threads, order in ((1, vocabulary), (2, vocabulary[::-1])):
        with threadpool_limits(limits=threads):
            prior = centre_prior(words, vectors, 9, vocabulary=[*order, "unknown"])
        centres.append(prior.rule.centres)
    assert_array_equal(*centres)
    alone = centre_prior(vocabulary, vectors[:1200], 9)
    assert_array_equal(alone.rule.centres, centres[0])
    assert_array_equal(prior.rows([words[1400]]).shape, (1, 9))
    other = centre_prior(vocabulary, vectors[:1200], 9, random_state=1)
    assert not np.array_equal(other.rule.centres, centres[0])


def test_words_without_a_vector_and_zero_vectors_are_flat() -> None:
    prior = centre_prior(["a", "b", "zero"], [[1, 0], [0, 1], [0, 0]], 2, vocabulary=["a", "b"])
    eta = prior.eta(["a", "zero", "b", "a", "b", "unknown"])
    assert_array_equal(eta[:, [1, 5]], 0.5)
    assert prior.coverage(["a", "unknown"]) == 0.5
    assert prior.coverage([]) == 1.0
    assert prior.eta([]).shape == (2, 0)


def test_a_fifth_without_vectors_is_borne_and_more_is_warned_of() -> None:
    words = [f"w{i}" for i in range(8)]
    prior = dimension_prior(words, np.eye(8))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        prior.eta([*words, "x", "y"])
        prior.rows(["x", "y"])
    with pytest.warns(
        CoverageWarning, match=r"3 of 11 words \(27%\) have no vector and get the same"
    ):
        eta = prior.eta([*words, "x", "y", "z"])
    assert_array_equal(eta[:, 8:], 1 / 8)


def test_the_first_of_equal_words_counts() -> None:
    prior = dimension_prior(["a", "a"], [[0.0, 1.0], [1.0, 0.0]])
    assert prior.eta(["a"])[1, 0] > 0.5


@pytest.mark.parametrize(
    ("words", "vectors", "message"),
    [
        (["a", "b"], np.ones((1, 2)), r"shape \(1, 2\) for 2 words"),
        (["a"], np.ones(2), r"shape \(2,\)"),
        (["a"], np.ones((1, 0)), r"shape \(1, 0\)"),
        (["a", "b"], [[1, 2], [np.nan, 0]], "row 1 has NaN"),
    ],
)
def test_vectors_that_do_not_fit(words: list[str], vectors: np.ndarray, message: str) -> None:
    with pytest.raises(InputError, match=message):
        dimension_prior(words, vectors)


def test_settings_that_do_not_fit() -> None:
    words, vectors, _ = clouds()
    with pytest.raises(InputError, match=r"10 dimensions for 7 topics.* use centre_prior"):
        dimension_prior(words, vectors, 7)
    assert dimension_prior(words, vectors, 10).n_topics == 10
    with pytest.raises(SettingError, match="n_topics=0"):
        centre_prior(words, vectors, 0)
    for temperature in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(SettingError, match="temperature"):
            centre_prior(words, vectors, 2, temperature=temperature)
    with pytest.raises(InputError, match=r"1 different vectors .* per topic \(2\)"):
        centre_prior(["a", "b"], [[1.0, 1.0], [2.0, 2.0]], 2)
    with pytest.raises(InputError, match="0 different vectors"):
        centre_prior(words, vectors, 2, vocabulary=["none", "known"])


def test_reduced_dimensions_are_the_scaled_principal_components() -> None:
    rng = np.random.default_rng(0)
    vectors = rng.normal(size=(300, 6)) @ rng.normal(size=(6, 6)) + 3
    reduced = reduce_dimensions(vectors, 4)
    assert_allclose(reduced.mean(axis=0), 0, atol=1e-6)
    assert_allclose(np.cov(reduced.T, bias=True), np.eye(4), atol=1e-5)
    left, _, right = np.linalg.svd(vectors - vectors.mean(axis=0), full_matrices=False)
    for k in range(4):
        sign = np.sign(right[k][np.abs(right[k]).argmax()])
        assert_allclose(reduced[:, k], sign * left[:, k] * math.sqrt(300), atol=1e-4)
    order = rng.permutation(300)
    assert_allclose(reduce_dimensions(vectors[order], 4), reduced[order], atol=1e-4)


def test_reduction_that_cannot_be() -> None:
    flat = np.outer(np.arange(9.0), [1.0, 2.0, 3.0])
    assert reduce_dimensions(flat, 1).shape == (9, 1)
    for vectors in (flat, np.ones((9, 3)), np.ones((0, 3))):
        with pytest.raises(InputError, match="fewer than 2 directions"):
            reduce_dimensions(vectors, 2)
    for wrong in (0, 4):
        with pytest.raises(SettingError, match=f"n_dimensions={wrong}, expected 1 to 3"):
            reduce_dimensions(flat, wrong)


@pytest.mark.data
def test_glove_puts_words_of_one_kind_into_one_topic(data_dir: Path) -> None:
    with gzip.open(data_dir / "tmn_authors_bow/vocab.txt.gz", "rt", encoding="utf8") as file:
        vocabulary = file.read().split()
    wide = read_vectors(
        data_dir / "glove/glove.6B.100d.f16.npz",
        vocabulary,
        word_list=data_dir / "glove/glove.6B.100d.words.txt.gz",
    )
    prior = centre_prior(*wide, 20, vocabulary=vocabulary)
    assert prior.coverage(vocabulary) == 2807 / 2823
    eta = prior.eta(vocabulary)
    assert eta.shape == (20, 2823)
    assert_allclose(eta.sum(axis=0), 1)
    of = dict(zip(vocabulary, eta.T, strict=True))
    for word, kin, stranger in (
        ("baseball", "nba", "cancer"),
        ("cancer", "disease", "nba"),
        ("oil", "gas", "film"),
    ):
        assert of[word] @ of[kin] > 3 * (of[word] @ of[stranger])
    assert dimension_prior(wide.words, reduce_dimensions(wide.vectors, 50)).n_topics == 50
