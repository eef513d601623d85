"""Counts of documents that come in pieces, put together; and some of the documents again."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from biterms.kernels import Array, Counts
from biterms.store.columns import taken
from biterms.store.space import IN_MEMORY, Space


def joined(
    rows: Iterable[tuple[Array, Array, Array]], n_words: int, space: Space = IN_MEMORY
) -> Counts:
    """Put pieces (indptr, indices, data) below each other.

    Parameters
    ----------
    rows : iterable of tuples of array
        Compressed sparse rows, some documents at a time.
    n_words : int
        Number of word ids.
    space : Space, optional
        Makes the columns that hold the numbers.

    Returns
    -------
    Counts
        All documents.
    """
    indptr, indices, data = map(space.column, (np.int64, np.int32, np.float32))
    indptr.append(np.zeros(1))
    n = 0
    for begins, words, weights in rows:
        indptr.append(begins[1:] + n)
        indices.append(words)
        data.append(weights)
        n += len(words)
    # The largest arrays come first, and each is freed once it is joined.
    weights, words = data.array(), indices.array()
    return Counts(indptr.array(), words, weights, n_words)


def entries(ptr: Array, docs: Array) -> tuple[Array, Array]:
    """Find the entries of some documents, as `kernels.entries_of`, where pointers may be on disk.

    Parameters
    ----------
    ptr : array of int of shape (D + 1,)
        Document d has the entries ``ptr[d]:ptr[d + 1]``.
    docs : array of int
        The documents.

    Returns
    -------
    begin, at : array of int
        Pointers of these documents among the chosen entries, and the places of these.
    """
    first = taken(ptr, docs)
    sizes = taken(ptr, docs + 1) - first
    begin = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    return begin, np.repeat(first - begin[:-1], sizes) + np.arange(begin[-1])


def chosen(counts: Counts, docs: Array) -> Counts:
    """Copy some documents, without given biterms.

    Parameters
    ----------
    counts : Counts
        All documents, in memory or on disk.
    docs : array of int
        Which of them.

    Returns
    -------
    Counts
        These documents in memory, in the order of ``docs``.
    """
    indptr, at = entries(counts.indptr, docs)
    return Counts(indptr, taken(counts.indices, at), taken(counts.data, at), counts.n_words)
