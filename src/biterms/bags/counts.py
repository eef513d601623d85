"""The door: what users hand in becomes `Counts`, or is refused before anything changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse
from sklearn.base import BaseEstimator
from sklearn.utils import check_array
from sklearn.utils.validation import check_non_negative, validate_data

from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError
from biterms.kernels import Counts

#: documents are computed in float32: a weight over the smallest normaliser must not overflow
LARGEST = 1e12


def read_counts(estimator: BaseEstimator, X: Any) -> Counts:
    """Rows of finite non-negative weights, sorted, without zeros or repeated words.

    Of documents that know their biterms the counts alone.
    """
    X = X.table if isinstance(X, WithPairs) else X
    whom = type(estimator).__name__
    X = check_array(
        X, accept_sparse="csr", dtype=[np.float64, np.float32], estimator=estimator, input_name="X"
    )
    check_non_negative(X, whom)
    X = sparse.csr_array(X)
    if X.data.size and X.data.max() > LARGEST:
        raise InputError(
            f"{whom} got a weight of {X.data.max():.3g}, expected at most {LARGEST:g}: "
            "scale the weights down"
        )
    X = X.astype(np.float32, copy=False)  # what is too small for it is nothing
    if not X.has_canonical_format or not X.data.all():
        X = X.copy()
        X.sum_duplicates()
        X.eliminate_zeros()
    return Counts(
        X.indptr.astype(np.int64, copy=False),
        X.indices.astype(np.int32, copy=False),
        X.data,
        X.shape[1],
    )


def admit(estimator: BaseEstimator, X: Any, *, reset: bool) -> None:
    """Note the width and the names of the words (reset), or compare them with those known."""
    validate_data(estimator, X, reset=reset, skip_check_array=True)


def documents_of(counts: Counts) -> Any:
    """The same documents as a sparse table, or as those that know their biterms."""
    if isinstance(counts.pairs, WithPairs):
        return counts.pairs
    entries = counts.data, counts.indices, counts.indptr
    return sparse.csr_array(entries, shape=(len(counts), counts.n_words))
