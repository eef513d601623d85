"""The held-out part: its size, its independence of everything but terms and seed, its fairness."""

from __future__ import annotations

import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse, stats

from biterms.errors import InputError, SettingError
from biterms.measures.split import split

DOCUMENT = st.dictionaries(st.integers(0, 40), st.integers(1, 9), max_size=24)
MASK = (1 << 64) - 1


def matrix(documents: list[dict[int, int]], width: int = 41) -> sparse.csr_array:
    dense = np.zeros((len(documents), width))
    for row, document in enumerate(documents):
        for term, count in document.items():
            dense[row, term] = count
    return sparse.csr_array(dense)


def mixed(x: int) -> int:
    x = ((x ^ x >> 30) * 0xBF58476D1CE4E5B9) & MASK
    x = ((x ^ x >> 27) * 0x94D049BB133111EB) & MASK
    return x ^ x >> 31


def held_terms(terms: set[int], seed: int) -> set[int]:
    """The rule, one document at a time."""
    golden = 0x9E3779B97F4A7C15
    keys = {t: mixed((t * golden + seed * golden + 1) & MASK) for t in terms}
    whole = mixed(sum(keys.values()) & MASK)
    order = sorted(terms, key=lambda t: (mixed((keys[t] + whole) & MASK) >> 32, t))
    return set(order[: max(1, len(terms) // 5)])


@given(documents=st.lists(DOCUMENT, max_size=6), seed=st.integers(-5, 2**70))
def test_parts_follow_the_rule(documents: list[dict[int, int]], seed: int) -> None:
    seen, held, rows = split(matrix(documents), seed)
    assert rows.tolist() == [i for i, document in enumerate(documents) if len(document) > 4]
    assert seen.shape == held.shape == (len(rows), 41)
    assert_array_equal((seen + held).toarray(), matrix(documents).toarray()[rows])
    assert seen.multiply(held).nnz == 0
    for row, number in enumerate(rows):
        assert set(held[[row]].indices) == held_terms(set(documents[number]), seed)


def test_the_choice_is_the_same_in_every_version() -> None:
    held = split(np.ones((1, 20))).held
    assert held.indices.tolist() == [2, 6, 8, 12]


@given(
    documents=st.lists(DOCUMENT, min_size=1, max_size=8),
    seed=st.integers(0, 3),
    wider=st.integers(41, 90),
    data=st.data(),
)
def test_a_document_is_split_alike_in_any_company(
    documents: list[dict[int, int]], seed: int, wider: int, data: st.DataObject
) -> None:
    together = split(matrix(documents), seed)
    order = data.draw(st.permutations(range(len(documents))))
    shuffled = split(matrix([documents[i] for i in order], wider), seed)
    place = {int(order[row]): i for i, row in enumerate(shuffled.rows)}
    for row, number in enumerate(together.rows):
        alone = split(matrix([documents[number]]), seed)
        expected = together.held[[row]].indices
        assert_array_equal(alone.held.indices, expected)
        assert_array_equal(shuffled.held[[place[int(number)]]].indices, expected)


def test_many_documents_are_split_in_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pieces end between documents, wherever a number of terms would end them."""
    documents = sparse.random_array((60, 41), density=0.3, rng=np.random.default_rng(0))
    whole = split(documents)
    monkeypatch.setattr(sys.modules[split.__module__], "_PIECE", 7)
    assert_array_equal(split(documents).held.toarray(), whole.held.toarray())


def test_counts_do_not_change_the_choice() -> None:
    rng = np.random.default_rng(0)
    terms = rng.random((50, 30)) < 0.4
    one = split(terms.astype(float))
    other = split(terms * rng.gamma(1, 1, terms.shape))
    assert_array_equal(one.held.indices, other.held.indices)
    assert one.held.nnz < one.observed.nnz


@given(documents=st.lists(DOCUMENT, min_size=1, max_size=5), data=st.data())
def test_any_form_of_the_matrix_is_split_alike_and_left_alone(
    documents: list[dict[int, int]], data: st.DataObject
) -> None:
    tidy = matrix(documents)
    indptr, indices, counts = [0], [], []
    for document in documents:
        entries = [(t, c - 0.5) for t, c in document.items()] + [(t, 0.5) for t in document]
        entries += [(t, 0.0) for t in range(7) if t not in document]
        for term, count in data.draw(st.permutations(entries)):
            indices.append(term)
            counts.append(count)
        indptr.append(len(indices))
    untidy = sparse.csr_matrix((counts, indices, indptr), shape=tidy.shape)
    before = [untidy.data.copy(), untidy.indices.copy(), untidy.indptr.copy()]
    for form in (untidy, tidy.tocsc(), tidy.tocoo(), tidy.toarray(), tidy.astype(np.int32)):
        for part, expected in zip(split(form), split(tidy), strict=True):
            same = part - expected if sparse.issparse(part) else part != expected
            assert not (same.nnz if sparse.issparse(same) else same.any())
    for old, new in zip(before, (untidy.data, untidy.indices, untidy.indptr), strict=True):
        assert_array_equal(old, new)


def test_every_term_is_held_out_equally_often() -> None:
    rng = np.random.default_rng(1)
    documents = np.argsort(rng.random((20_000, 60)), axis=1)[:, :12]
    X = np.zeros((20_000, 60))
    np.put_along_axis(X, documents, 1, axis=1)
    held = split(X).held
    assert_array_equal(np.diff(held.indptr), 2)
    rate = np.bincount(held.indices, minlength=60) / X.sum(axis=0)
    wanted = X.sum(axis=0) / 6
    chi2 = ((rate * X.sum(axis=0) - wanted) ** 2 / (wanted * 5 / 6)).sum()
    assert 1e-3 < stats.chi2(60).sf(chi2) < 1 - 1e-3


def test_the_place_in_the_document_and_pairs_are_fair() -> None:
    rng = np.random.default_rng(2)
    X = np.zeros((20_000, 60))
    np.put_along_axis(X, np.argsort(rng.random(X.shape), axis=1)[:, :10], 1, axis=1)
    held = split(X).held.toarray()
    places = held[X > 0].reshape(-1, 10)
    assert stats.chisquare(places.sum(axis=0) * 9 / 8).pvalue > 1e-3
    pairs = (places.T @ places)[np.triu_indices(10, 1)]
    assert stats.chisquare(pairs).pvalue > 1e-3


def test_seeds_are_fair_too() -> None:
    held = [int(split(np.ones((1, 7)), seed).held.indices[0]) for seed in range(1000)]
    assert stats.chisquare(np.bincount(held, minlength=7)).pvalue > 1e-3


def test_short_documents_when_asked_for() -> None:
    X = np.array([[1, 2, 0, 0], [0, 0, 3, 0], [1, 1, 1, 1]])
    parts = split(X, min_terms=2)
    assert parts.rows.tolist() == [0, 2]
    assert_array_equal(np.diff(parts.held.indptr), 1)
    assert split(X).observed.shape == (0, 4)
    assert split(np.zeros((0, 4))).rows.tolist() == []


def test_what_cannot_be_split() -> None:
    with pytest.raises(SettingError, match="min_terms=1"):
        split(np.ones((1, 9)), min_terms=1)
    with pytest.raises(InputError, match=r"shape \(9,\)"):
        split(np.ones(9))
    for wrong in (-1.0, np.nan, np.inf):
        X = np.ones((2, 9))
        X[1, 3] = wrong
        with pytest.raises(InputError, match="negative, NaN or infinite"):
            split(X)
