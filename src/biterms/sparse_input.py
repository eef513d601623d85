"""Sparse matrices from users: checked before compiled code reads them.

scipy trusts the index arrays of a sparse matrix, which anyone can change. What does not fit
together would be read or written outside of its memory.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from biterms.errors import InputError


def compressed_rows(X: Any) -> sparse.csr_array:
    """Turn a sparse matrix into compressed rows, or refuse it if its indices do not fit together.

    Parameters
    ----------
    X : sparse matrix or array
        Of any format; it is left as it is.

    Returns
    -------
    csr_array
        The same entries; arrays may be shared with X. Rows may be unsorted, with repeated entries
        and zeros.

    Raises
    ------
    InputError
        If an index is out of range, if pointers fall or lead beyond the data, or if X does not
        have two dimensions.

    Examples
    --------
    >>> X = sparse.csr_array([[0, 2], [1, 0]])
    >>> X.indices[0] = 7
    >>> compressed_rows(X)
    Traceback (most recent call last):
    biterms.errors.InputError: the sparse matrix has indices from 0 to 7 for 2 columns, ...
    """
    if X.ndim != 2:
        raise InputError(f"a sparse array of shape {X.shape}, expected documents x words")
    _check(X)
    rows = X.tocsr()
    if rows is not X:
        _check(rows)  # lists and dictionaries are converted as they are
    # Made anew, because scipy remembers whether rows were sorted, also after they have changed.
    return sparse.csr_array((rows.data, rows.indices, rows.indptr), shape=rows.shape)


def check_indices(
    indptr: NDArray[Any], indices: NDArray[Any], n_data: int, shape: tuple[int, int]
) -> None:
    """Refuse compressed rows whose pointers or indices do not fit together.

    Parameters
    ----------
    indptr, indices : array of int
        Row i has the entries ``indptr[i]`` to ``indptr[i + 1]``.
    n_data : int
        Number of values.
    shape : (int, int)
        Rows and columns.

    Raises
    ------
    InputError
        If they do not fit together.
    """
    indptr, indices = np.asarray(indptr), np.asarray(indices)
    if indptr.dtype.kind not in "iu" or indices.dtype.kind not in "iu":
        raise InputError(_broken("indices that are no whole numbers"))
    if indptr.ndim != 1 or indices.ndim != 1 or len(indptr) != shape[0] + 1:
        raise InputError(_broken(f"{len(indptr)} pointers for {shape[0]} rows"))
    if indptr[0] != 0:
        raise InputError(_broken(f"a first pointer of {indptr[0]} instead of 0"))
    if (indptr[1:] < indptr[:-1]).any() or indptr[-1] > min(len(indices), n_data):
        raise InputError(_broken("pointers that fall, or lead beyond its entries"))
    _check_range(indices[: indptr[-1]], shape[1], "columns")


def _check(X: Any) -> None:
    if X.format in ("csr", "csc", "bsr"):
        block = X.data.shape[1:] if X.format == "bsr" else (1, 1)
        if np.ndim(X.data) != (3 if X.format == "bsr" else 1):
            raise InputError(_broken(f"values of shape {np.shape(X.data)}"))
        shape = tuple(n // size for n, size in zip(X.shape, block, strict=True))
        rows, columns = shape[::-1] if X.format == "csc" else shape
        check_indices(X.indptr, X.indices, len(X.data), (rows, columns))
    elif X.format == "coo":
        for ids, size, name in zip(X.coords, X.shape, ("rows", "columns"), strict=True):
            if np.shape(ids) != np.shape(X.data) or np.asarray(ids).dtype.kind not in "iu":
                raise InputError(_broken(f"{len(ids)} indices for {len(X.data)} values"))
            _check_range(np.asarray(ids), size, name)
    elif X.format == "lil" and [*map(len, X.rows)] != [*map(len, X.data)]:
        raise InputError(_broken("rows with more or fewer columns than values"))


def _check_range(ids: NDArray[Any], size: int, name: str) -> None:
    if len(ids) and not 0 <= ids.min() <= ids.max() < size:
        raise InputError(_broken(f"indices from {ids.min()} to {ids.max()} for {size} {name}"))


def _broken(what: str) -> str:
    return f"the sparse matrix has {what}, expected a sound one: build it again from its entries"
