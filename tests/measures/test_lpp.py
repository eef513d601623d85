"""LPP against its formula in plain Python and the reference values of the published test split."""

from __future__ import annotations

import gzip
import math
import warnings
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_allclose
from scipy import sparse

from biterms.errors import InputError
from biterms.measures import lpp as module
from biterms.measures.lpp import ShortDocuments, log_predictive, lpp, score
from biterms.measures.split import split


@dataclass
class Toy:
    """Mixtures that depend on the seen part alone, so that leaks would show."""

    topics_: np.ndarray

    def transform(self, X: sparse.csr_array) -> np.ndarray:
        weights = 1 + X @ self.topics_.T
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def toy(topics: int, width: int, seed: int = 0) -> Toy:
    return Toy(np.random.default_rng(seed).dirichlet(np.ones(width), topics))


@given(seed=st.integers(0, 999), topics=st.integers(1, 5), step=st.integers(1, 9))
def test_it_is_the_formula(seed: int, topics: int, step: int) -> None:
    rng = np.random.default_rng(seed)
    documents, width = 7, 9
    held = rng.poisson(0.4, (documents, width)).astype(float) * rng.random((documents, width))
    held[0] = 0
    held[1, 2] = 1.5
    seen = rng.poisson(1.0, (documents, width))
    model = toy(topics, width, seed)
    theta = model.transform(sparse.csr_array(seen))
    expected = []
    for d in range(documents):
        total = weight = 0.0
        for w in range(width):
            if held[d, w]:
                p = math.fsum(theta[d, k] * model.topics_[k, w] for k in range(topics))
                total += held[d, w] * math.log(p)
                weight += held[d, w]
        expected.append(total / weight if weight else math.nan)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "_CHUNK_NUMBERS", step * topics)
        assert_allclose(log_predictive(theta, model.topics_, held), expected, rtol=1e-12)
        value = lpp(model, sparse.csr_array(seen), sparse.csr_array(held))
    assert math.isclose(value, float(np.nanmean(expected)), rel_tol=1e-12)


def test_the_layout_and_type_of_the_arrays_do_not_matter() -> None:
    model = toy(4, 30)
    X = np.random.default_rng(1).poisson(0.5, (40, 30))
    parts = split(X)
    theta = model.transform(parts.observed)
    expected = log_predictive(theta, model.topics_, parts.held)
    by_word = np.asfortranarray(model.topics_)
    assert_allclose(log_predictive(theta, by_word, parts.held.tocsc()), expected, rtol=1e-14)
    single = log_predictive(
        theta.astype(np.float32), model.topics_.astype(np.float32), parts.held.toarray()
    )
    assert single.dtype == np.float64
    assert_allclose(single, expected, rtol=1e-5)


def test_score_is_the_lpp_of_its_split() -> None:
    model = toy(3, 30)
    X = sparse.csr_array(np.random.default_rng(2).poisson(0.2, (60, 30)))
    for seed in (0, 1):
        parts = split(X, seed)
        assert 0 < len(parts.rows) < 60
        assert score(model, X, seed) == lpp(model, parts.observed, parts.held)
    assert score(model, X) == score(model, X, 0) != score(model, X, 1)
    assert math.isclose(score(model, X[::-1]), score(model, X), rel_tol=1e-12)


def test_short_documents_are_scored_with_a_warning() -> None:
    model = toy(2, 3)
    X = np.random.default_rng(3).random((9, 3))
    with pytest.warns(ShortDocuments, match="scored 9 with 2 to 4"):
        value = score(model, X)
    parts = split(X, min_terms=2)
    assert value == lpp(model, parts.observed, parts.held)
    with pytest.raises(InputError, match="no document has two distinct terms"):
        score(model, np.eye(3))
    with pytest.raises(InputError, match="no document has two distinct terms"):
        score(model, np.zeros((0, 3)))


def test_an_impossible_word_is_minus_infinity() -> None:
    model = Toy(np.array([[0.5, 0.5, 0.0]]))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert lpp(model, np.eye(3)[:2], np.eye(3)[1:]) == -math.inf


def test_what_cannot_be_scored() -> None:
    model = toy(2, 4)
    with pytest.raises(InputError, match="every held-out part is empty"):
        lpp(model, np.ones((2, 4)), np.zeros((2, 4)))
    with pytest.raises(InputError, match=r"mixtures of shape \(3, 2\)"):
        lpp(model, np.ones((3, 4)), np.ones((2, 4)))
    with pytest.raises(InputError, match=r"topics of shape \(2, 4\)"):
        log_predictive([[0.5, 0.5]], model.topics_, np.ones((1, 5)))
    for wrong in ([[0.5, 0.6]], [[np.nan, 1.0]], [[-0.5, 1.5]]):
        with pytest.raises(InputError, match="mixtures have rows that are not prob"):
            log_predictive(wrong, model.topics_, np.ones((1, 4)))
    with pytest.raises(InputError, match="topics have rows that are not prob"):
        log_predictive([[0.5, 0.5]], 2 * model.topics_, np.ones((1, 4)))


def authors(path: Path, width: int = 2823) -> sparse.csr_array:
    with gzip.open(path, "rt", encoding="utf8") as file:
        documents = [line.split()[1:] for line in file]
    pairs = [field.split(":") for document in documents for field in document]
    lengths = [len(document) for document in documents]
    place = np.repeat(np.arange(len(documents)), lengths), [int(term) for term, _ in pairs]
    counts = [float(count) for _, count in pairs]
    return sparse.csr_array((counts, place), shape=(len(documents), width))


@pytest.mark.data
def test_reference_values_of_the_published_split(data_dir: Path) -> None:
    folder = data_dir / "tmn_authors_bow"
    seen = authors(folder / "data_test_1_part_1.txt.gz")
    held = authors(folder / "data_test_1_part_2.txt.gz")
    uniform = Toy(np.full((1, 2823), 1 / 2823))
    assert round(lpp(uniform, seen, held), 3) == -7.946
    counts = 1 + authors(folder / "train.txt.gz").sum(axis=0)
    unigram = Toy((counts / counts.sum())[None, :])
    assert round(lpp(unigram, seen, held), 3) == -7.480


@pytest.mark.data
def test_our_split_of_the_published_documents_has_their_sizes(data_dir: Path) -> None:
    folder = data_dir / "tmn_authors_bow"
    held = authors(folder / "data_test_1_part_2.txt.gz")
    parts = split(authors(folder / "data_test_1_part_1.txt.gz") + held)
    assert parts.rows.tolist() == list(range(1000))
    assert np.diff(parts.held.indptr).tolist() == np.diff(held.indptr).tolist()
