"""Documents that say themselves which of their words are biterms."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Self

import numpy as np
from scipy import sparse

from biterms.kernels import Array, Pairs


class WithPairs(ABC):
    """Counts of words, and biterms of each document beside them.

    ``table`` is documents x words, sorted, without zeros; biterms are of its entries.
    """

    table: sparse.csr_array

    @property
    def shape(self) -> tuple[int, int]:
        """Documents, words."""
        n_docs, n_words = self.table.shape
        return int(n_docs), int(n_words)

    @abstractmethod
    def __getitem__(self, rows: Any) -> Self:
        """Some of the documents."""

    @abstractmethod
    def part(self, kept: Array) -> Self:
        """Without some entries of the table (a boolean for each), and without their biterms."""

    @abstractmethod
    def of(self, docs: Array) -> Pairs:
        """The biterms of some documents, as the kernels want them."""


def chosen(rows: Any, n: int) -> Array:
    """Numbers of documents, as a table takes them: a slice, booleans or numbers."""
    return np.arange(n)[rows] if isinstance(rows, slice) else np.arange(n)[np.asarray(rows)]


def taken(ptr: Array, docs: Array) -> tuple[Array, Array]:
    """Where each of some documents begins when they alone are left, and what is left of all."""
    sizes = np.diff(ptr)[docs]
    begin = np.concatenate([[0], np.cumsum(sizes)])
    return begin, np.repeat(ptr[docs] - begin[:-1], sizes) + np.arange(begin[-1])


def without(table: sparse.csr_array, kept: Array) -> tuple[sparse.csr_array, Array]:
    """Some entries of a table, and for each entry of before its place in its document, or -1."""
    before = np.concatenate([[0], np.cumsum(kept)])
    indptr = before[table.indptr]
    place = before[:-1] - np.repeat(indptr[:-1], np.diff(table.indptr))
    entries = table.data[kept], table.indices[kept], indptr
    return sparse.csr_array(entries, shape=table.shape), np.where(kept, place, -1)


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
