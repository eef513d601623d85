"""Documents between reading and counting, and their counts as one table."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from scipy import sparse

from biterms.kernels import Array, Counts, Tokens

_NONE = np.zeros(1, np.int64), np.empty(0, np.int32), np.empty(0, np.float32)


def moved(read: list[Tokens], places: Array) -> list[Tokens]:
    """The documents after words have moved to other places, or gone (-1)."""
    return [tokens._replace(ids=places[tokens.ids]) for tokens in read]


def stacked(rows: Iterator[tuple[Array, Array, Array]], width: int) -> sparse.csr_matrix:
    """Pieces (indptr, indices, data) below each other."""
    parts = [list(part) for part in zip(_NONE, *rows, strict=True)]
    # The largest arrays come first, and each is freed once it is joined.
    data, indices = np.concatenate(parts.pop()), np.concatenate(parts.pop())
    indptr = np.cumsum(np.concatenate([[0], *map(np.diff, parts.pop())]))
    # SciPy would look at every number to find out whether it fits.
    indptr = indptr.astype(np.int32 if len(indices) < 2**31 else np.int64)
    return sparse.csr_matrix((data, indices, indptr), shape=(len(indptr) - 1, width))


def joined(rows: list[tuple[Array, Array, Array]], width: int) -> Counts:
    """Pieces (indptr, indices, data) below each other, as documents of models."""
    if len(rows) == 1:
        return Counts(*rows[0], width)
    rows.reverse()
    table = stacked((rows.pop() for _ in range(len(rows))), width)  # and given back
    return Counts(table.indptr.astype(np.int64), table.indices, table.data, width)
