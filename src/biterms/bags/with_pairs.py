"""Documents that come with their biterms."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
from scipy import sparse

from biterms.errors import InputError
from biterms.kernels import Array, Counts, Pairs
from biterms.measures.split import Partible, entries_kept


class WithPairs(Partible):
    """Counts of words, and the biterms of each document beside them.

    Attributes
    ----------
    counts : Counts
        Counts, with sorted rows and without zeros; biterms are pairs of its entries.
    """

    counts: Counts

    def __len__(self) -> int:
        return len(self.counts)

    @property
    def shape(self) -> tuple[int, int]:
        """Numbers of documents and words."""
        return len(self.counts), self.counts.n_words

    @cached_property
    def table(self) -> sparse.csr_array:
        """The counts as a table, documents x words."""
        entries = self.counts.data, self.counts.indices, self.counts.indptr
        return sparse.csr_array(entries, shape=self.shape)

    @abstractmethod
    def arrays(self) -> tuple[Array, ...]:
        """Return the arrays beside the table, which documents are compared by.

        Returns
        -------
        tuple of array
            The arrays; they are not copied.
        """

    @abstractmethod
    def of(self, docs: Array) -> Pairs:
        """Return the biterms of some documents.

        Parameters
        ----------
        docs : array of int
            Row numbers of the documents.

        Returns
        -------
        Pairs
            Their biterms with weights, document by document.
        """

    @abstractmethod
    def most_pairs(self) -> Array:
        """Return an upper bound of the number of biterms of each document.

        Returns
        -------
        array of int
            One number for each document, to plan memory by.
        """


def rows_of(rows: Any, n: int) -> Array:
    """Numbers of documents, as a table takes them: a slice, booleans, numbers, [rows, ...]."""
    if isinstance(rows, tuple) and len(rows) == 2 and rows[1] in (Ellipsis, slice(None)):
        rows = rows[0]
    if not isinstance(rows, slice):
        rows = np.asarray(rows)
        rows = np.atleast_1d(rows if rows.size else rows.astype(np.int64))
        if rows.dtype.kind in "iu" and rows.size and 0 <= rows.min() <= rows.max() < n:
            return np.asarray(rows, dtype=np.int64)
    try:
        return np.asarray(np.arange(n)[rows])
    except IndexError as error:
        raise InputError(f"{rows!r:.60} of {n:,} documents: {error}") from None


def counts_in(table: sparse.csr_array) -> Counts:
    """A table with sorted rows and without zeros as `Counts`."""
    return Counts(
        table.indptr.astype(np.int64, copy=False),
        table.indices.astype(np.int32, copy=False),
        table.data.astype(np.float32, copy=False),
        table.shape[1],
    )


def without(table: sparse.csr_array, kept: Array) -> tuple[sparse.csr_array, Array]:
    """Some entries of a table, and for each entry of before its place in its document, or -1."""
    less = entries_kept(table, kept)
    place = np.cumsum(kept) - 1 - np.repeat(less.indptr[:-1], np.diff(table.indptr))
    return less, np.where(kept, place, -1)


def paired(first: Sequence[Array], n: int, weight: Array | None = None) -> Pairs:
    """Biterms from (document, place, place): two words in any order, each pair once.

    Weights are added up; without them each counts one.
    """
    document, one, other = first
    low, high = np.minimum(one, other).astype(np.int64), np.maximum(one, other).astype(np.int64)
    room = int(high.max(initial=0)) + 1
    keys, at = np.unique((document * room + low) * room + high, return_inverse=True)
    total = np.bincount(at, weights=weight, minlength=len(keys)).astype(np.float32)
    rest, right = np.divmod(keys, room)
    document, left = np.divmod(rest, room)
    ptr = np.concatenate([[0], np.cumsum(np.bincount(document, minlength=n))]).astype(np.int64)
    return Pairs(ptr, left.astype(np.int32), right.astype(np.int32), total)
