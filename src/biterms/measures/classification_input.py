"""What a classification is given: refused before anything learns, and made ready."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.errors import InputError, MissingExtra, SettingError
from biterms.measures.clustering import labelled
from biterms.sparse_input import compressed_rows

#: Each is another SVM in every fold.
MOST_CS = 100
_MOST_ENTRIES = np.iinfo(np.int32).max


def grid_of(Cs: Sequence[float]) -> tuple[float, ...]:
    """Distinct values of C in rising order."""
    try:
        grid = tuple(sorted({float(C) for C in Cs}))
    except (TypeError, ValueError):
        grid = ()
    if not 0 < len(grid) <= MOST_CS or not all(0 < C < np.inf for C in grid):
        raise SettingError(
            f"Cs={Cs!r}: expected 1 to {MOST_CS} positive numbers, for example (0.1, 1, 10)"
        )
    return grid


def transformer_of(representation: Any) -> Any:
    """A fresh copy of the representation; None passes the matrix on."""
    try:
        from sklearn.base import clone
        from sklearn.preprocessing import FunctionTransformer
    except ImportError:
        raise MissingExtra("classification", "sklearn") from None

    try:
        copy = clone(FunctionTransformer() if representation is None else representation)
    except TypeError:
        copy = None
    if not hasattr(copy, "fit") or not hasattr(copy, "transform"):
        raise SettingError(
            f"representation={representation!r}: expected None, or a transformer or pipeline of "
            "scikit-learn with fit and transform (the SVM comes after it by itself)"
        )
    return copy


def documents_of(X: Any, *, as_it_is: bool) -> tuple[Any, int]:
    """Documents whose rows can be taken, and how many there are."""
    _check_many("X is", X, "a list of texts or a matrix")
    if sparse.issparse(X):
        X = compressed_rows(X)
    elif not hasattr(X, "shape"):
        X = list(X)
    if as_it_is:
        X = _matrix(X)
    if _has_missing(X):
        raise InputError(
            "X has values that are missing, NaN or infinite; leave these documents out, or fill "
            "them in"
        )
    return X, X.shape[0] if hasattr(X, "shape") else len(X)


def codes_of(labels: Iterable[Any], n_docs: int, n_folds: int) -> NDArray[np.intp]:
    """A number for each label, in the order of sorted labels."""
    _check_many("labels are", labels, "one for each document")
    given = list(labels)
    if len(given) != n_docs:
        raise InputError(f"{len(given):,} labels for {n_docs:,} documents, expected as many")
    if missing := n_docs - int(labelled(given).sum()):
        raise InputError(f"{missing:,} documents have no label (None, NaN); leave them out")
    sizes = Counter(given)
    if len(sizes) < 2:
        raise InputError(f"{len(sizes)} label in {n_docs:,} documents, expected at least 2")
    _check_sizes(sizes, n_folds)
    try:
        names = sorted(sizes, key=lambda label: (isinstance(label, str), label))
    except TypeError:
        raise InputError("labels that cannot be sorted; give numbers or texts") from None
    place = {name: i for i, name in enumerate(names)}
    return np.array([place[label] for label in given], dtype=np.intp)


def features_of(made: Any, n_docs: int) -> Any:
    """What a representation made, as LIBLINEAR takes it: sparse with indices of 32 bits, or dense.

    Refuses what does not have a row for each document.
    """
    table: Any = compressed_rows(made) if sparse.issparse(made) else np.asarray(made)
    if table.ndim != 2 or table.shape[0] != n_docs or not table.shape[1]:
        raise InputError(
            f"the representation made features of shape {table.shape} of {n_docs:,} documents, "
            "expected a row for each and at least one column"
        )
    if _has_missing(table):
        raise InputError("the representation made features that are NaN or infinite")
    if not sparse.issparse(table) or table.indices.dtype == table.indptr.dtype == np.int32:
        return table
    if max(table.nnz, *table.shape) > _MOST_ENTRIES:
        raise InputError(
            f"{table.nnz:,} features in all documents, expected at most {_MOST_ENTRIES:,} "
            "(LIBLINEAR); a higher threshold leaves fewer"
        )
    indices, indptr = table.indices.astype(np.int32), table.indptr.astype(np.int32)
    return sparse.csr_matrix((table.data, indices, indptr), shape=table.shape)


def take(X: Any, rows: NDArray[np.intp]) -> Any:
    """Some of the documents."""
    if isinstance(X, list):
        return [X[row] for row in rows]
    return X.iloc[rows] if hasattr(X, "iloc") else X[rows]


def _check_many(found: str, value: Any, expected: str) -> None:
    single = "" if getattr(value, "ndim", 1) else " of shape ()"
    if single or isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        raise InputError(f"{found} a {type(value).__name__}{single}, expected {expected}")


def _matrix(X: Any) -> Any:
    if not sparse.issparse(X):
        try:
            X = np.asarray(X, dtype=np.float64)
        except (TypeError, ValueError):
            X = np.empty(0)
    if X.ndim != 2 or not X.shape[1]:
        raise InputError(
            "X is not a matrix of numbers, which the SVM needs when there is no representation; "
            "give texts together with one, for example representation=biterms.Vectoriser()"
        )
    return X


def _has_missing(X: Any) -> bool:
    values = X.data if sparse.issparse(X) else X if isinstance(X, list) else np.asarray(X)
    if isinstance(values, np.ndarray) and values.dtype.kind != "O":
        return values.dtype.kind == "f" and not bool(np.isfinite(values).all())
    items = values.ravel() if isinstance(values, np.ndarray) else values
    return any(x is None or (isinstance(x, float) and not np.isfinite(x)) for x in items)


def _check_sizes(sizes: Counter[Any], n_folds: int) -> None:
    # Training parts are split again for C, so each needs two documents of a label.
    least = max(n_folds, 4)
    few = [f"{label!s} ({size})" for label, size in sizes.items() if size < least]
    if few:
        more = f" and {len(few) - 10:,} more" if len(few) > 10 else ""
        raise InputError(
            f"labels with fewer than {least} documents, which {n_folds} folds need: "
            f"{', '.join(few[:10])}{more}; leave these documents out, or merge labels"
            + (", or use a smaller n_folds" if n_folds > 4 else "")
        )
