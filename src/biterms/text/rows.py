"""Counts of documents as a table."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from scipy import sparse

from biterms.kernels import Array
from biterms.store.documents import joined


def stacked(rows: Iterable[tuple[Array, Array, Array]], width: int) -> sparse.csr_matrix:
    """Pieces (indptr, indices, data) below each other."""
    counts = joined(rows, width)
    # SciPy would look at every number to find out whether it fits.
    indptr = counts.indptr.astype(np.int32 if len(counts.indices) < 2**31 else np.int64)
    parts = counts.data, counts.indices, indptr
    return sparse.csr_matrix(parts, shape=(len(counts), width))
