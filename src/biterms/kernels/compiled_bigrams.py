"""Compiled counting of bigrams and building of bags behind the signatures of their twins."""

from __future__ import annotations

import numpy as np

from biterms.kernels import _native
from biterms.kernels.arrays import longs, small
from biterms.kernels.shapes import Array, PairRows
from biterms.kernels.text_shapes import Sequences


def bigram_counts(documents: Sequences, n_words: int, least: int, n_threads: int = 1) -> PairRows:
    """Count the documents that have each bigram; specified by ``reference_bigrams.bigram_counts``.

    Parameters
    ----------
    documents : Sequences
        Words of documents in their order.
    n_words : int
        Number of word ids.
    least : int
        Bigrams that fewer documents have are left out.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    PairRows
        Bigrams and the number of documents that have them.
    """
    ptr = np.empty(n_words + 1, dtype=np.int64)
    second, counts = (np.empty(len(documents.words), dtype=np.int32) for _ in range(2))
    given = *sequences(documents), n_words, least
    _native.bigram_counts(*given, ptr, second, counts, n_threads)
    return PairRows(ptr, second[: ptr[-1]].copy(), counts[: ptr[-1]].copy())


def bigram_bags(
    documents: Sequences, bigrams: PairRows, terms: bool, n_threads: int = 1
) -> tuple[Array, Array, Array]:
    """Count terms and bigrams in each document; specified by ``reference_bigrams.bigram_bags``.

    Parameters
    ----------
    documents : Sequences
        Words of documents in their order.
    bigrams : PairRows
        The bigrams that are features.
    terms : bool
        Whether terms are features, too; they come before the bigrams.
    n_threads : int, default=1
        Threads; the result is the same for any number.

    Returns
    -------
    indptr, indices, data : array
        Compressed sparse rows of counts.
    """
    room = 2 * len(documents.words)
    indptr = np.empty(len(documents) + 1, dtype=np.int64)
    indices, data = np.empty(room, dtype=np.int32), np.empty(room)
    rows = longs(bigrams.ptr, "pointers of the bigrams"), small(bigrams.second, "words of bigrams")
    given = *sequences(documents), *rows, terms
    _native.bigram_bags(*given, indptr, indices, data, n_threads)
    return indptr, indices[: indptr[-1]].copy(), data[: indptr[-1]].copy()


def sequences(documents: Sequences) -> tuple[Array, Array]:
    """Words in their order as compiled code takes them."""
    return longs(documents.ptr, "pointers of the documents"), small(documents.words, "words")
