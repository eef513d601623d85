"""The door: what users hand in becomes `Counts`, or is refused before anything changes.

Some of the words in its messages are asked for by scikit-learn's checks of an estimator.
"""

from __future__ import annotations

from typing import Any, NoReturn

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.bags.with_pairs import WithPairs
from biterms.errors import InputError
from biterms.kernels import Array, Counts
from biterms.sparse_input import compressed_rows
from biterms.store.documents import chosen

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
        return X.counts
    X = getattr(X, "sparse", X)  # a table of pandas whose columns are all sparse
    X = X.to_coo() if hasattr(X, "to_coo") else X
    rows = compressed_rows(X) if sparse.issparse(X) else sparse.csr_array(_table(X))
    rows = rows if rows.dtype.kind in "biuf" else rows.astype(np.float64)
    if 0 in rows.shape:
        what = ("sample", "feature")[rows.shape.index(0)]
        raise InputError(
            f"X has 0 {what}(s) (shape={rows.shape}) while a minimum of 1 is required: "
            "documents x words"
        )
    if rows.data.size and not (rows.data.min() >= 0 and rows.data.max() <= MAX_WEIGHT):
        _refuse_weights(type(estimator).__name__, rows.data)
    return counts_of(rows)


def _table(X: Any) -> NDArray[Any]:
    """Numbers in rows and columns."""
    try:
        table = np.asarray(X)
        if table.dtype.kind == "c":
            raise InputError("Complex data not supported, expected counts of words")
        table = table if table.dtype.kind in "biuf" else table.astype(np.float64)
    except ValueError as error:
        raise InputError(
            f"X: {error}; expected counts of words. TopicModel takes texts as they are"
        ) from None
    if table.ndim != 2:
        raise InputError(
            f"X has {table.ndim} dimension(s), expected a 2D array, documents x words, not a 1D "
            "array or a number. Reshape your data: X.reshape(1, -1) if it is one document"
        )
    return table


def _refuse_weights(whom: str, data: NDArray[Any]) -> NoReturn:
    if not np.isfinite(data).all():
        found = "NaN" if np.isnan(data).any() else "infinity"
        raise InputError(f"{whom} got X with {found} in it, expected finite weights of words")
    if data.min() < 0:
        raise InputError(
            f"Negative values in data passed to {whom}: {data.min():.3g}, expected weights from 0"
        )
    raise InputError(
        f"{whom} got a weight of {data.max():.3g}, expected at most {MAX_WEIGHT:g}: "
        "scale the weights down"
    )


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


def plain_counts(documents: Counts | WithPairs) -> Counts:
    """The counts of documents, also of those that know their biterms."""
    return documents.counts if isinstance(documents, WithPairs) else documents


def some_documents(counts: Counts, docs: Array) -> Any:
    """Some documents as a sparse table, or as those that know their biterms."""
    if isinstance(counts.pairs, WithPairs):
        return counts.pairs[docs]
    return documents_of(chosen(counts, docs))


def documents_of(counts: Counts) -> Any:
    """The same documents as a sparse table, or as those that know their biterms."""
    if isinstance(counts.pairs, WithPairs):
        return counts.pairs
    entries = counts.data, counts.indices, counts.indptr
    return sparse.csr_array(entries, shape=(len(counts), counts.n_words))
