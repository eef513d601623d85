"""Sparse matrices whose arrays do not fit together are refused at every door, never a crash."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.testing import assert_array_equal
from scipy import sparse

from biterms import LDA, BagOfBiterms, Paired, measures
from biterms.errors import InputError
from biterms.measures.lpp import log_predictive
from biterms.measures.split import split
from biterms.sparse_input import compressed_rows
from tests.examples import examples

D, V = 12, 8
FORMATS = ["csr", "csc", "coo", "bsr", "lil"]
SOUND = np.random.default_rng(0).integers(0, 3, (D, V)).astype(float)
LABELS = [0, 1] * 6


@pytest.fixture(scope="module")
def doors() -> list[Callable[[Any], Any]]:
    """Whatever takes a sparse matrix from users."""
    lda = LDA(2, passes=1, random_state=0).fit(SOUND)
    bag, theta = BagOfBiterms(1).fit(SOUND), lda.transform(SOUND)
    return [
        compressed_rows,
        lda.transform,
        lda.score,
        bag.transform,
        lambda X: LDA(2, passes=1, random_state=0).fit(X),
        lda.partial_fit,
        lambda X: BagOfBiterms(1).fit(X),
        lambda X: BagOfBiterms(1).fit_blocks([X]),
        lambda X: Paired(X, sparse.csr_array((D, 0)), np.zeros((0, 2), dtype=int)),
        lambda X: measures.evaluate(lda, X),
        lambda X: measures.evaluate(lda, SOUND, reference=X),
        lambda X: measures.Cooccurrence.from_counts(X, [0, 1]),
        lambda X: measures.classification(X, LABELS, n_folds=2),
        lambda X: log_predictive(theta, lda.topics_, X),
        split,
    ]


def number(draw: st.DrawFn) -> int:
    return draw(st.sampled_from([-1, -(2**31), V * D, 2**31 - 1, 1_000_000]))


def broken_pointers(draw: st.DrawFn, X: Any) -> None:
    """One of them is changed, or there are too few or too many."""
    kind = draw(st.sampled_from(["first", "inner", "last", "fewer", "more"]))
    if kind == "fewer":
        X.indptr = X.indptr[:-1].copy()
    elif kind == "more":
        X.indptr = np.append(X.indptr, X.indptr[-1])
    else:
        X.indptr[{"first": 0, "inner": len(X.indptr) // 2, "last": -1}[kind]] = number(draw)


def broken_indices(draw: st.DrawFn, X: Any) -> None:
    """One is out of range, or there are too few."""
    if draw(st.booleans()):
        X.indices[draw(st.integers(0, len(X.indices) - 1))] = number(draw)
    else:
        X.indices = X.indices[: draw(st.integers(0, len(X.indices) - 1))].copy()


@st.composite
def broken(draw: st.DrawFn) -> Any:
    """A matrix that has been damaged."""
    X = sparse.csr_matrix(SOUND).asformat(draw(st.sampled_from(FORMATS)))
    if X.format == "lil":
        X.rows[draw(st.integers(0, D - 1))][0] = number(draw)
    elif X.format == "coo":
        ids = draw(st.sampled_from([X.row, X.col]))
        ids[draw(st.integers(0, X.nnz - 1))] = number(draw)
    elif draw(st.booleans()):
        X.data = X.data[: draw(st.integers(0, len(X.data) - 1))].copy()
    else:
        draw(st.sampled_from([broken_pointers, broken_indices]))(draw, X)
    return X


@examples(40)
@given(X=broken())
def test_a_broken_matrix_is_refused_at_every_door(
    doors: list[Callable[[Any], Any]], X: Any
) -> None:
    for door in doors:
        with pytest.raises(InputError, match=r"the sparse matrix has .*: build it again"):
            door(X)


def test_numbers_that_are_no_indices_and_shapes_that_are_no_tables() -> None:
    X = sparse.csr_matrix(SOUND)
    X.indices = X.indices.astype(float)
    with pytest.raises(InputError, match="no whole numbers"):
        compressed_rows(X)
    with pytest.raises(InputError, match="shape"):
        compressed_rows(sparse.coo_array([1, 2, 3]))
    lists = sparse.lil_matrix(SOUND)
    lists.data[0] = [*lists.data[0], 5.0]
    with pytest.raises(InputError, match="more or fewer"):
        compressed_rows(lists)


@pytest.mark.parametrize("form", [*FORMATS, "dok", "dia"])
def test_a_sound_matrix_is_read_in_any_format_and_left_alone(form: str) -> None:
    X = sparse.csr_matrix(SOUND).asformat(form)
    assert_array_equal(compressed_rows(X).toarray(), SOUND)
    assert X.format == form
    assert_array_equal(X.toarray(), SOUND)


def test_what_scipy_remembers_of_a_matrix_is_not_trusted() -> None:
    """Indices that were changed in place: columns twice and unsorted, though they were not."""
    X = sparse.csr_matrix([[1.0, 2.0, 3.0, 0.0]])
    assert X.has_canonical_format
    X.indices[:] = [2, 0, 2]
    parts = split(X, min_terms=2)
    assert_array_equal((parts[0] + parts[1]).toarray(), [[2, 0, 4, 0]])
    assert_array_equal(BagOfBiterms(1).fit_transform(X).toarray(), [[2, 0, 4, 0, 2]])
