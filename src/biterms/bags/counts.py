"""The door: what users hand in becomes `Counts`, or is refused before anything changes."""

from __future__ import annotations

from typing import Any

import numpy as np
from scipy import sparse

from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError
from biterms.kernels import Counts
from biterms.sparse_input import compressed_rows

#: Documents are computed in float32: a weight over the smallest normaliser must not overflow.
MAX_WEIGHT = 1e12


def read_counts(estimator: Any, X: Any) -> Counts:
    """Documents as rows of word counts, checked.

    Parameters
    ----------
    estimator : object
        Who asks, for the messages.
    X : array, sparse matrix, table, Counts, or documents that know their biterms
        Rows of finite non-negative weights. `Counts` are ours and are taken as they are; of
        documents that know their biterms only the counts are taken.

    Returns
    -------
    Counts
        Sorted rows, without zeros or repeated words.

    Raises
    ------
    ValueError
        If X is not what it should be.
    """
    if isinstance(X, Counts):
        return X
    if isinstance(X, WithPairs):
        return counts_of(X.table)
    if sparse.issparse(X) and _plain(rows := compressed_rows(X)):
        return counts_of(rows)
    from sklearn.utils import check_array
    from sklearn.utils.validation import check_non_negative

    whom = type(estimator).__name__
    X = check_array(
        compressed_rows(X) if sparse.issparse(X) else X,
        accept_sparse="csr",
        dtype=[np.float64, np.float32],
        estimator=estimator,
        input_name="X",
    )
    check_non_negative(X, whom)
    X = sparse.csr_array(X)
    if X.data.size and X.data.max() > MAX_WEIGHT:
        raise InputError(
            f"{whom} got a weight of {X.data.max():.3g}, expected at most {MAX_WEIGHT:g}: "
            "scale the weights down"
        )
    return counts_of(X)


def _plain(X: sparse.csr_array) -> bool:
    """Whether a table needs no more checks, nor the messages of scikit-learn's."""
    if not (X.dtype in (np.float64, np.float32) or X.dtype.kind in "iu") or 0 in X.shape:
        return False
    return X.data.size == 0 or bool(X.data.min() >= 0 and X.data.max() <= MAX_WEIGHT)


def counts_of(X: sparse.csr_array) -> Counts:
    """A table of weights that have been checked as `Counts`."""
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


def compare_columns(estimator: Any, X: Any) -> None:
    """Refuse documents of another width, or with other names of columns, than were fitted.

    Raises
    ------
    ValueError
        If they differ.
    """
    nameless = sparse.issparse(X) and not hasattr(estimator, "feature_names_in_")
    if nameless or isinstance(X, Counts | WithPairs):
        width = X.n_words if isinstance(X, Counts) else X.shape[1]
        if width != estimator.n_features_in_:
            raise InputError(
                f"X has {width} features, but {type(estimator).__name__} is expecting "
                f"{estimator.n_features_in_} features as input"
            )
        return
    admit(estimator, X, reset=False)


def admit(estimator: Any, X: Any, *, reset: bool) -> None:
    """Note the width and the names of the columns (reset), or compare them with those known."""
    from sklearn.utils.validation import validate_data

    validate_data(estimator, X, reset=reset, skip_check_array=True)


def column_names(X: Any) -> list[str] | None:
    """The names of the columns of a table, if all of them are texts."""
    columns = list(getattr(X, "columns", ()))
    if columns and all(isinstance(name, str) for name in columns):
        return columns
    return None


def documents_of(counts: Counts) -> Any:
    """The same documents as a sparse table, or as those that know their biterms."""
    if isinstance(counts.pairs, WithPairs):
        return counts.pairs
    entries = counts.data, counts.indices, counts.indptr
    return sparse.csr_array(entries, shape=(len(counts), counts.n_words))
