"""Compiled counting of pairs and building of bags behind the signatures of ``reference_bags``."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import doubles, ids, longs
from biterms.kernels.shapes import Array, Counts, PairRows


def pair_counts(counts: Counts, least: int, n_threads: int = 1) -> PairRows:
    """Count the documents with each pair of words; specified by ``reference_bags.pair_counts``.

    Parameters
    ----------
    counts : Counts
        The documents.
    least : int
        Pairs that fewer documents have are left out.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    PairRows
        Pairs u < v and the number of documents that have them.
    """
    sizes = np.empty(counts.n_words, dtype=np.int64)
    given = *_words(counts), least
    _native.pair_sizes(*given, sizes, n_threads)
    ptr = _spans(sizes)
    second, documents = (np.empty(ptr[-1], dtype=np.int32) for _ in range(2))
    _native.pair_counts(*given, ptr, second, documents, n_threads)
    return PairRows(ptr, second, documents)


def bags(
    counts: Counts, weights: Array, pairs: PairRows, n_threads: int = 1
) -> tuple[Array, Array, Array]:
    """Build bags of terms and pairs; specified by ``reference_bags.bags``.

    Parameters
    ----------
    counts : Counts
        The documents.
    weights : array
        The weight of each entry of ``counts``.
    pairs : PairRows
        The pairs that are features; pair number p is feature ``n_words + p``.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    indptr, indices, data : array
        Compressed sparse rows; a pair has the lesser weight of its two words.
    """
    sizes = np.empty(len(counts), dtype=np.int64)
    indptr, indices, n_words = _words(counts)
    rows = longs(pairs.ptr, "pointers of the pairs"), ids(pairs.second, n_words, "words of pairs")
    _native.bag_sizes(indptr, indices, n_words, *rows, sizes, n_threads)
    ptr = _spans(sizes)
    features, data = np.empty(ptr[-1], dtype=np.int32), np.empty(ptr[-1])
    _native.bags(
        *(indptr, indices, doubles(weights), n_words, *rows, ptr, features, data, n_threads)
    )
    return ptr, features, data


def _words(counts: Counts) -> tuple[Array, Array, int]:
    words = ids(counts.indices, counts.n_words, "words")
    return longs(counts.indptr, "indptr"), words, counts.n_words


def _spans(sizes: Array) -> Array:
    return np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
