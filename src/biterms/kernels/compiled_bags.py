"""Compiled counting of pairs and building of bags behind the signatures of ``reference_bags``."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.shapes import Array, Counts, PairRows


def pair_counts(counts: Counts, least: int, n_threads: int = 1) -> PairRows:
    """Twin: ``reference_bags.pair_counts``."""
    sizes = np.empty(counts.n_words, dtype=np.int64)
    given = counts.indptr, counts.indices, counts.n_words, least
    _native.pair_sizes(*given, sizes, n_threads)
    ptr = _spans(sizes)
    second, documents = (np.empty(ptr[-1], dtype=np.int32) for _ in range(2))
    _native.pair_counts(*given, ptr, second, documents, n_threads)
    return PairRows(ptr, second, documents)


def bags(
    counts: Counts, weights: Array, pairs: PairRows, n_threads: int = 1
) -> tuple[Array, Array, Array]:
    """Twin: ``reference_bags.bags``."""
    sizes = np.empty(len(counts), dtype=np.int64)
    rows = pairs.ptr, pairs.second
    _native.bag_sizes(counts.indptr, counts.indices, counts.n_words, *rows, sizes, n_threads)
    indptr = _spans(sizes)
    indices, data = np.empty(indptr[-1], dtype=np.int32), np.empty(indptr[-1])
    _native.bags(
        *(counts.indptr, counts.indices, weights, counts.n_words, *rows),
        *(indptr, indices, data, n_threads),
    )
    return indptr, indices, data


def _spans(sizes: Array) -> Array:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
